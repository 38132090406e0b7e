"""Explanations and interaction: what makes this a course. It uses the rest of the package; nothing there imports it.

    lessons            the list of notebooks: number, name, title, minutes, goals
    hit_ranks          the rank of each query's first hit, and what means make of such ranks
    map_view           course_map: the notebooks, their minutes and goals, three routes
    environment        check_environment: kernel, widgets and versions, and what to do where they do not fit
    glossary_view      glossary: the words of the course in four languages
    advice             which measure for whom: the decision tree, and the tables to complete
    targets            a target beside its ceiling; typical values as others name them, and published figures
    thresholds         scores against judgements: the circle, a cut chosen on one half of the queries, base rates
    judging_views      two judges, another judge, a smaller pool, a judge by rule; one run, several answers
    cards, forms       how things are shown: cards of text; widgets live, static without a kernel, and as text
    prompt_channels    JupyterLab's line to the kernel, without a pause between short messages
    misconceptions/    the wrong ideas, one block each: texts, wrong version, demonstration, sources
    exercises/         check · hint · solution; the worker process; one file of exercises per notebook
    quizzes/           quiz · warm_up · predict over data/quizzes; every number is computed
    explanations/      explain: any measure, step by step, with your own numbers
    widgets/           the ranking board, the explorers; static/ holds their JavaScript and CSS
    pages              a page of results as a table, and beside its ideal
    answer_views       systems that answer, side by side; a threshold moved, stages counted
    score_views        dice of notebook 07 with a verdict; its closed box on α-nDCG and calibration
    chunk_views        chunkings side by side, one sentence counted in several ways, labels after a new cut
    seeds              where each point of the sources is taught
    capstone           the write-up of notebook 14: rubric, marked samples, a model answer
    capstone_steps     its steps: a plan that is kept, both versions side by side, the two changes apart
    museum             cases of notebook 13: a text's numbers beside the true ones, what five libraries answer
    measuring          tables of notebook 08: words counted, judgements as rows, why a query was lost
    luck               experiments of notebook 09: swapped names, damage, fewer queries, dice, a tuned setting
    plots              a ranking or a table in, Axes out
    tables             small tables for the notebooks: a ranking in, a DataFrame out
    looking            pages of a collection to look at, several systems side by side
    inventions         a measure that a learner invents, and the silliest page that it calls perfect
    sheet              formula_sheet: the measures of 02 to 06 on one page, to print
    posed              what each notebook poses: its exercises and quiz questions
    progress_log       what a learner has tried, in one small local file
    progress_view      progress: how far you are, what is open, what is next

Imports point down: cards → lessons, forms, posed → misconceptions → exercises, quizzes, explanations → widgets, plots,
tables, looking, inventions, pages.
"""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(
    __name__,
    {
        "exercises.checking": "check hint solution",
        "progress_view": "progress",
        "map_view": "course_map",
        "environment": "check_environment",
        "glossary_view": "glossary",
        "quizzes.quiz_widget": "quiz warm_up",
        "quizzes.prediction_widget": "predict",
        "explanations.explanation": "explain",
        "widgets.board": "RankingBoard",
    },
)
__all__ += ["misconceptions"]

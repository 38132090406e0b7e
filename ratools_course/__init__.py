"""The course: what its notebooks use beside ratools.

    lessons/           one folder per lesson: exercises, quiz, views, plots, plan; found by their folders
    checker/           check · hint · solution; the worker process that a learner's function runs in
    misconceptions/    the wrong ideas, one block each: texts, wrong version, demonstration, sources
    quizzes/           quiz · warm_up · predict; every number is computed
    widgets/           the ranking board, explorers, tables to complete; static/ holds their JavaScript and CSS
    learner/           progress, the map, the glossary, the check of the environment
    systems/           what is measured: lexical, dense and combined search, chunking, answering; datasets/
    classroom/         for teachers: class report, item statistics, questions for a platform, assignments, exams
    derived/           what `python3 course.py build` writes
    cards              how texts are shown: cards, boxes

Imports point one way: ratools → cards, systems → misconceptions, checker, quizzes, widgets, learner → lessons →
classroom, derived. An engine knows no lesson but through the index in `lessons/__init__.py`; a lesson knows no other.
"""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(
    __name__,
    {
        "checker.checking": "check hint solution",
        "learner.progress_view": "progress",
        "learner.map_view": "course_map",
        "learner.environment": "check_environment",
        "learner.glossary_view": "glossary",
        "quizzes.quiz_widget": "quiz warm_up",
        "quizzes.prediction_widget": "predict",
        "widgets.board": "RankingBoard",
    },
    elsewhere={"explain": "ratools.explanations"},
)
__all__ += ["misconceptions"]

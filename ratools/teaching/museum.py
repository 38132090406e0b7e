"""Cases of notebook 13: a text's numbers beside the true ones, what five libraries answer, a visitor's score."""

import tomllib

from ratools.evaluation.evaluator import evaluate
from ratools.evaluation.formats import read_qrels, read_run
from ratools.lazy import Later
from ratools.metrics.binary import mean_reciprocal_rank, precision_at_k, recall_at_k
from ratools.metrics.graded import ndcg_at_k
from ratools.paths import data_dir
from ratools.systems.datasets import peers_answers, three_queries
from ratools.teaching import progress_log
from ratools.teaching.lessons import LESSONS
from ratools.teaching.posed import tasks
from ratools.words import did_you_mean, figure

pd = Later("pandas")

PRINTED = {  # what the ranking chapter prints for its own example
    "P@5": 0.60, "P@10": 0.40, "R@5": 0.60, "R@10": 0.80, "MRR": 0.833, "nDCG@5": 0.874, "nDCG@10": 0.812,
}  # fmt: skip
NEAR = 0.005  # a guess of a number that is as good as right


def printed_beside_true():
    """The seven numbers of the ranking chapter's example, as printed and as its own data give them.

    >>> printed_beside_true().loc["nDCG@5"].round(3).tolist()
    [0.874, 0.635]
    """
    collection, results = three_queries()
    page, grades = results["python async"], collection.judgements["python async"]
    true = {
        "P@5": precision_at_k(page, grades, 5), "P@10": precision_at_k(page, grades, 10),
        "R@5": recall_at_k(page, grades, 5), "R@10": recall_at_k(page, grades, 10),
        "MRR": mean_reciprocal_rank(results, collection.judgements),
        "nDCG@5": ndcg_at_k(page, grades, 5), "nDCG@10": ndcg_at_k(page, grades, 10),
    }  # fmt: skip
    return pd.DataFrame({"printed": PRINTED, "true": true})


def who_does_what(case):
    """One query of the nasty run through six libraries, ours among them: a row per library, a column per measure.

    >>> who_does_what("tie")["nDCG@5"].tolist()
    ['0.6309', '0.6309', '0.6309', '1', '0.8155', '0.8155']
    """
    said = peers_answers()
    cases = [one for one in next(iter(said.values())) if one != "mean" and "," not in one]
    if case not in cases:
        raise ValueError(f"there is no case {case!r}; there are {', '.join(cases)}{did_you_mean(case, cases)}")
    measures = list(dict.fromkeys(name for answers in said.values() for name in answers[case]))
    rows = {"ratools": _ours(case, measures)} | {library: answers[case] for library, answers in said.items()}
    return pd.DataFrame(
        {name: [_shown(row, name) for row in rows.values()] for name in measures}, index=pd.Index(rows, name="library")
    )


def _shown(row, name):
    """A number, why there is none, or that the library does not have the measure."""
    if name not in row:
        return "–"
    return "left out" if row[name] is None else "refused" if isinstance(row[name], str) else figure(row[name])


def _ours(case, measures):
    folder = data_dir() / "peers"
    try:
        run = read_run(folder / "nasty.run")
    except ValueError:  # the document that comes twice
        run = read_run(folder / "nasty.run", duplicates="first")
        if case == "twice":
            return dict.fromkeys(measures, "refused")
    table = evaluate(run, read_qrels(folder / "nasty.qrels"), measures)
    return dict.fromkeys(measures) if case not in table.index else table.loc[case, measures].to_dict()


def visitor_score(notebook):
    """How many cases you saw through before you opened the answer, and how many functions you put right."""
    names = [lesson.name for lesson in LESSONS]
    if notebook not in names:
        raise ValueError(f"there is no notebook {notebook!r}{did_you_mean(notebook, names)}")
    asked = tomllib.loads((data_dir() / "quizzes" / f"{notebook}.toml").read_text(encoding="utf-8"))
    cases = {one["id"] for one in asked.get("prediction", ())}
    exercises = {id for (kind, id), where in tasks().items() if kind == "exercise" and where == notebook}
    guessed, right = set(), set()
    for line in progress_log.lines():
        if line.get("prediction") in cases and line["status"] == "kept" and abs(line.get("off") or 0) <= NEAR:
            guessed.add(line["prediction"])
        if line.get("exercise") in exercises and line["status"] == "right":
            right.add(line["exercise"])
    return (
        f"Seen through before the answer was opened: {len(guessed)} of {len(cases)}. "
        f"Functions put right: {len(right)} of {len(exercises)}."
    )

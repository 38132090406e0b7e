"""Cases of notebook 13: a text's numbers beside the true ones, real bugs, a visitor's score."""

import tomllib
from html import escape

from ratools.errors import UsageError
from ratools.evaluation.evaluator import evaluate
from ratools.lazy import Later
from ratools.metrics.binary import average_precision, mean_reciprocal_rank, precision_at_k, recall_at_k
from ratools.metrics.graded import ndcg_at_k
from ratools.paths import data_dir
from ratools.words import decimal, did_you_mean, figure
from ratools_course import misconceptions
from ratools_course.cards import card
from ratools_course.learner import progress_log
from ratools_course.learner.task_list import tasks
from ratools_course.lessons import LESSONS, lesson
from ratools_course.misconceptions.records import AT_FAULT
from ratools_course.systems.datasets import helpdesk, three_queries

pd = Later("pandas")

PRINTED = {  # what the ranking chapter prints for its own example
    "P@5": 0.60,
    "P@10": 0.40,
    "R@5": 0.60,
    "R@10": 0.80,
    "MRR": 0.833,
    "nDCG@5": 0.874,
    "nDCG@10": 0.812,
}
NEAR = 0.03  # a guess of a number that is as good as right: 1.4 for ten of seven
SIX = (  # the second hall
    "duplicates-count",
    "ideal-of-short-list",
    "skip-failed-queries",
    "ties-two-ways",
    "log-base-matters",
    "recall-capped",
)


def printed_beside_true():
    """The seven numbers of the ranking chapter's example, as printed and as its own data give them.

    >>> printed_beside_true().loc["nDCG@5"].round(3).tolist()
    [0.874, 0.635]
    """
    collection, results = three_queries()
    page, grades = results["python async"], collection.judgements["python async"]
    true = {
        "P@5": precision_at_k(page, grades, 5),
        "P@10": precision_at_k(page, grades, 10),
        "R@5": recall_at_k(page, grades, 5),
        "R@10": recall_at_k(page, grades, 10),
        "MRR": mean_reciprocal_rank(results, collection.judgements),
        "nDCG@5": ndcg_at_k(page, grades, 5),
        "nDCG@10": ndcg_at_k(page, grades, 10),
    }
    return pd.DataFrame({"printed": PRINTED, "true": true})


def repaired_claims():
    """The claims of the first hall: as printed, as their own data give it, and the wrong idea by name.

    >>> repaired_claims().loc["AP of R N R N N"].tolist()
    ['0.835', '0.8333', 'round-early']
    """
    collection, results = three_queries()
    page, grades = results["python async"], collection.judgements["python async"]
    five = {"a": 2, "b": 0, "c": 3, "d": 2, "e": 1}
    pages = {"1": [3, 3, 0, 0, 0, 0, 0, 0, 2, 2], "2": [1, 2, 1, 0, 2, 1, 0, 1, 2, 0]}
    lists = {name: {f"{name}{rank}": grade for rank, grade in enumerate(ranked)} for name, ranked in pages.items()}
    bm25, dense = (_by_query(name) for name in ("bm25", "minilm"))
    judged = lists["1"] | lists["2"]  # one ideal for both
    scores = {
        name: f"{ndcg_at_k(list(shown), judged, 10):.3f} and {precision_at_k(list(shown), shown, 10):.1f}"
        for name, shown in lists.items()
    }
    at = {k: f"{precision_at_k(page, grades, k):.2f}" for k in (3, 4)}
    rows = {
        "P@k from rank 3 to rank 4": ("falls", f"rises, {at[3]} to {at[4]}", "precision-falls-with-k"),
        "AP of R N R N N": ("0.835", figure(average_precision(list("RNrnm"), {"R", "r"})), "round-early"),
        "nDCG@5 of the grades 2 0 3 2 1": ("0.833", figure(ndcg_at_k(list("abcde"), five, 5)), "round-early"),
        "ranks with MRR 0.5": ("2 on average", "2 and 2; or 1 and never", "mrr-is-mean-rank"),
        "rank, from a reciprocal rank of 1/93": (
            f"int(1 / rr) = {int(1 / (1 / 93))}",
            f"{round(1 / (1 / 93))}",
            "mrr-is-mean-rank",
        ),
        "P@5 of 2 hits in 4 results": (
            f"{2 / 4}",
            figure(precision_at_k(list("abcd"), {"a", "b"}, 5)),
            "precision-over-returned",
        ),
        "R@10, where P@10 is 0.3": ("0.9", f"{figure(3 / 3)} or {figure(3 / 4)} or less", "impossible-pair"),
        "system 1: nDCG@10 and P@10": ("0.85 and 0.5", scores["1"], "idcg-from-retrieved"),
        "system 2: nDCG@10 and P@10": ("0.75 and 0.7", scores["2"], "idcg-from-retrieved"),
        "BM25 is better than dense search": (
            "yes, on 1 query",
            f"on {(bm25 > dense).sum()} of {len(bm25)} queries",
            "one-query-decides",
        ),
        "nDCG@10 of the state of the art": (
            "from 0.52 on",
            "its own “needs work”: below 0.55",
            "higher-target-universal",
        ),
        "what EM and F1 measure": ("three stages", "the end, of all three", "em-names-the-stage"),
    }
    return pd.DataFrame.from_dict(rows, orient="index", columns=["as printed", "repaired", "the wrong idea"])


def _by_query(name):
    """nDCG@10 per query of a system of the help centre."""
    return evaluate(data_dir() / "runs" / f"{name}.run", helpdesk().judgements, ["nDCG@10"])["nDCG@10"]


class Exhibits:
    """Cards behind clicks, grouped: {heading: [card]}."""

    def __init__(self, rooms):
        self.rooms = rooms

    def __repr__(self):
        """A line per exhibit: what it says of the smallest input, and where it was met."""
        lines = []
        for heading, cards in self.rooms.items():
            lines += [f"{heading} ({len(cards)})", *(f"- {_label(exhibit)}" for exhibit in cards)]
        return "\n".join(lines)

    def _repr_html_(self):
        rooms = []
        for heading, cards in self.rooms.items():
            shown = "".join(
                f"<details><summary>{escape(_label(exhibit))}</summary>{exhibit._repr_html_()}</details>"
                for exhibit in cards
            )
            rooms.append(
                f"<details><summary><strong>{escape(heading)}</strong> ({len(cards)})</summary>"
                f"<div style='margin-left:1.2em'>{shown}</div></details>"
            )
        return card("".join(rooms), "card")


def _label(exhibit):
    """An exhibit in a line. Where somebody erred, only they are named: the card tells of the others."""
    met = [source for source in exhibit.misconception.sources if source.kind in ("thread", "code")]
    at_fault = [source for source in met if source.erred in AT_FAULT]
    locations = dict.fromkeys(source.where for source in at_fault or met)
    numbers = ""
    if exhibit.comparison():
        _, wrong, right = exhibit.comparison()
        numbers = f": {decimal(wrong, right)} for {decimal(right, wrong)}"
    return f"{exhibit.misconception.title}{numbers} ({', '.join(locations)})"


def more_exhibits():
    """The other real bugs, each run on its smallest input, behind clicks; then what was reported and is no bug."""
    rooms = {"Bugs": [], "No bug: a variant, or a user's doubt": []}
    for id in misconceptions.ids():
        reports = [
            source
            for source in misconceptions.get(id).sources
            if source.kind in ("thread", "code") and source.erred != "warns"
        ]
        if reports and id not in SIX:
            erred = any(source.erred in AT_FAULT for source in reports)
            rooms[list(rooms)[0 if erred else 1]].append(misconceptions.show(id))
    return Exhibits(rooms)


def visitor_score(notebook):
    """How many cases you saw through before you opened the answer, and how many functions you put right."""
    names = [each.name for each in LESSONS]
    if notebook not in names:
        raise UsageError(f"there is no notebook {notebook!r}{did_you_mean(notebook, names)}")
    asked = tomllib.loads((lesson(notebook).folder / "quiz.toml").read_text(encoding="utf-8"))
    cases = {prediction["id"] for prediction in asked.get("prediction", ())}
    questions = {question["id"] for question in asked.get("question", ())}
    exercises = {id for (kind, id), where in tasks().items() if kind == "exercise" and where == notebook}
    guessed, right, first = set(), set(), {}
    for line in progress_log.lines():
        if line.get("prediction") in cases and line["status"] == "kept" and abs(line.get("off") or 0) <= NEAR:
            guessed.add(line["prediction"])
        if line.get("exercise") in exercises and line["status"] == "right":
            right.add(line["exercise"])
        if line.get("question") in questions and line["status"] != "not attempted":
            first.setdefault(line["question"], line["status"])
    at_once = sum(status == "right" for status in first.values())
    return (
        f"Seen through before the answer was opened: {len(guessed)} of {len(cases)} cases, "
        f"{at_once} of {len(questions)} questions. Functions put right: {len(right)} of {len(exercises)}."
    )

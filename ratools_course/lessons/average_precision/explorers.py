"""What can be turned in this lesson: a ranking and k, under the definitions that libraries use for one name."""

from collections.abc import Mapping
from html import escape

import ipywidgets as widgets

from ratools.errors import UsageError
from ratools.metrics import binary, graded
from ratools.metrics.arguments import as_ranking
from ratools_course.misconceptions.bank.measures.ndcg import ndcg_ideal_from_list
from ratools_course.misconceptions.bank.measures.precision_recall import (
    precision_over_returned,
    recall_capped,
    recall_is_hit_rate,
)
from ratools_course.widgets.explorers import TABLE, Explorer, share_bar

# family: [(name, who computes it so, what it assumes, function of (retrieved, grades, k))]
DEFINITIONS = {
    "precision": [
        ("÷ k", "trec_eval, ratools", "an empty place is a miss", binary.precision_at_k),
        ("÷ returned", "TruLens", "returning less is no fault", precision_over_returned),
    ],
    "recall": [
        ("÷ R", "trec_eval, ratools", "every relevant document counts", binary.recall_at_k),
        ("÷ min(R, k)", "asked of several libraries", "1 must be reachable at every k", recall_capped),
        ("any hit", "Haystack's default", "one hit is as good as all", recall_is_hit_rate),
    ],
    "average precision": [
        ("÷ R", "trec_eval, ratools", "a miss counts as 0", binary.average_precision),
        (
            "÷ found",
            "Ragas, DeepEval, torchmetrics",
            "a miss costs nothing",
            lambda run, grades, k: binary.average_precision(run, grades, k, denominator="found"),
        ),
        (
            "÷ min(R, k)",
            "some recommender libraries",
            "k places cannot hold R documents",
            lambda run, grades, k: binary.average_precision(run, grades, k, denominator="capped"),
        ),
    ],
    "nDCG": [
        ("grade, ideal of all judged", "trec_eval, ratools", "a grade is its worth", graded.ndcg_at_k),
        (
            "2^grade − 1",
            "gdeval, many ranking papers",
            "a top document is worth far more",
            lambda run, grades, k: graded.ndcg_at_k(run, grades, k, gain="exp"),
        ),
        (
            "ideal of the retrieved",
            "scikit-learn, which is given no others",
            "what was missed costs nothing",
            ndcg_ideal_from_list,
        ),
        ("not cut at k", "LlamaIndex", "the page may be endless", lambda run, grades, k: graded.ndcg_at_k(run, grades)),
    ],
}
RANKINGS = {
    "a, x, b of four relevant": (["a", "x", "b"], {"a": 1, "b": 1, "c": 1, "d": 1}),
    "everything found, badly ordered": (["x", "y", "a", "b", "c"], {"a": 3, "b": 2, "c": 1}),
    "one of two, at the top": (["a"], {"a": 1, "b": 1}),
    "graded, with a miss": (["b", "x", "a", "y"], {"a": 3, "b": 1, "c": 2, "y": 0}),
}


def explore_definitions(
    rankings=None, task="Find a ranking and a k on which two definitions of one name differ most.", measures=None
):
    """One ranking, every definition that libraries use under one name, and what separates them.

    `rankings` is {name: (retrieved, relevant)}; `measures=["average precision"]` leaves the others out.
    """
    measures = list(DEFINITIONS if measures is None else measures)
    if not measures or not set(measures) <= set(DEFINITIONS):
        raise UsageError(f"measures must be some of {', '.join(DEFINITIONS)}, got {measures!r}")
    rankings = RANKINGS if rankings is None else rankings
    if not rankings:
        raise UsageError("rankings is empty: pass a dict {name: (retrieved, grades)}")
    checked = {name: (list(as_ranking(run)), _as_grades(relevant)) for name, (run, relevant) in rankings.items()}
    longest = max(len(run) for run, _ in checked.values())
    alone = {"display": "none"} if len(measures) == 1 else {}
    controls = {
        "name": widgets.Dropdown(options=measures, description="measure", layout=alone),
        "which": widgets.Dropdown(options=list(checked), description="ranking"),
        "k": widgets.Dropdown(options=range(1, max(5, longest) + 1), value=5, description="k"),
    }
    return Explorer(task, controls, lambda name, which, k: _definitions_picture(name, *checked[which], k))


def _as_grades(relevant):
    """A dict of grades as it is; of a set or a list, every document has the grade 1."""
    return dict(relevant) if isinstance(relevant, Mapping) else dict.fromkeys(relevant, 1)


def _definitions_picture(name, run, grades, k):
    values = [(title, who, why, function(run, grades, k)) for title, who, why, function in DEFINITIONS[name]]
    yes_or_no = set(grades.values()) <= {0, 1}

    def named(doc):
        mark = ("●" if grades.get(doc) else "○") if yes_or_no else f"({grades.get(doc, '?')})"
        return f"{escape(str(doc))} {mark}"

    head = "Retrieved (● relevant, ○ not)" if yes_or_no else "Retrieved, with grades"
    shown = ", ".join(map(named, run))
    missed = ", ".join(named(doc) for doc, grade in grades.items() if doc not in run and grade > 0)
    rows = [
        f"<tr><td><b>{escape(title)}</b></td><td>{value:.4f}</td><td>{share_bar(value)}</td><td>{escape(why)}</td>"
        f"<td>{escape(who)}</td></tr>"
        for title, who, why, value in values
    ]
    numbers = [value for *_, value in values]
    spread = max(numbers) - min(numbers)
    verdict = (
        f"The same name, {spread:.4f} apart."
        if spread > 1e-12
        else "Here they agree. Change k or the ranking to part them."
    )
    return (
        f"<p>{head}: {shown}. Relevant and never found: {missed or 'none'}.</p>"
        f"{TABLE}<tr><th>definition</th><th>value</th><th></th><th>it assumes that</th><th>as in</th></tr>"
        f"{''.join(rows)}</table><p><b>{verdict}</b></p>"
    )

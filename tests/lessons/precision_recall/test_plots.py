"""Precision and recall as they are drawn are the measures. What all plots share: shared/test_frame.py."""

import matplotlib as mpl
import pytest

import ratools as rt
from ratools_course.lessons.precision_recall import plots
from ratools_course.lessons.shared import frame

mpl.use("agg")

TEN = [f"d{n}" for n in range(1, 11)]
FIVE = {"d1", "d4", "d6", "u", "v"}  # S1.4: hits at 1, 4, 6 of 10, five relevant
RUNS = {"one": {"q1": list("abxy"), "q2": list("dx")}, "other": {"q1": list("xayb"), "q2": list("xyd")}}
TABLES = {
    name: rt.evaluate(run, {"q1": set("abc"), "q2": {"d"}}, ["P@1", "R@1", "P@2", "R@2", "P@4", "R@4", "P@9"])
    for name, run in RUNS.items()
}

DRAWN = {
    "precision and recall": lambda **more: plots.plot_precision_recall_at_k(TEN, FIVE, **more),
    "means": lambda **more: plots.plot_mean_precision_recall(TABLES, **more),
}
CLAIMS = {
    "precision and recall": "Recall never falls; precision rises at ranks 4 and 6",
    "means": "In both, one is ahead at 2 of 3 cut-offs, other at 0",
}


def test_precision_and_recall_are_the_measures():
    ax = DRAWN["precision and recall"]()
    lines = {line.get_label(): line.get_ydata().tolist() for line in ax.lines}
    assert lines["precision@k"] == [rt.precision_at_k(TEN, FIVE, k) for k in range(1, 11)]
    assert lines["recall@k"] == [rt.recall_at_k(TEN, FIVE, k) for k in range(1, 11)]
    assert "Relevant at rank 1, 4 and 6. From k = 1 to 10" in frame.describe(ax)


@pytest.mark.parametrize(
    ("run", "relevant", "title"),
    [
        (["a", "b"], {"a", "b", "c"}, "Every result is relevant: precision stays at 1, recall grows with each"),
        (["a", "x", "y"], {"a"}, "Recall never falls; precision never rises here"),
        (["x"], {"a"}, "Nothing relevant was retrieved: precision and recall stay at 0"),
        (list("xaxaxaxaxa"), {"a"}, None),
    ],
)
def test_precision_claims(run, relevant, title, claim):
    if title is None:
        with pytest.raises(ValueError, match="twice"):
            plots.plot_precision_recall_at_k(run, relevant)
    else:
        assert claim(plots.plot_precision_recall_at_k(run, relevant)) == title


def test_means_are_those_of_the_tables(claim):
    ax = plots.plot_mean_precision_recall(TABLES, ceiling=TABLES["one"])
    for name, table in {**TABLES, "best possible": TABLES["one"]}.items():
        drawn = next(one for one in ax.lines if one.get_label() == name)
        assert drawn.get_ydata().tolist() == [table[f"P@{k}"].mean() for k in (1, 2, 4)]
        assert drawn.get_xdata().tolist() == [table[f"R@{k}"].mean() for k in (1, 2, 4)]
    assert "other: at 1 recall 0.000 and precision 0.000, at 2 recall 0.167" in frame.describe(ax)
    better = {"worse": TABLES["other"][["P@1", "R@1"]], "better": TABLES["one"]}
    assert claim(plots.plot_mean_precision_recall(better)) == "At every k, better has more precision and more recall"
    alone = plots.plot_mean_precision_recall({"one": TABLES["one"]})
    assert claim(alone) == "The further up and to the right, the better"


BAD = {
    "empty ranking": (lambda: plots.plot_precision_recall_at_k([], {"a"}), "retrieved is empty"),
    "no tables": (lambda: plots.plot_mean_precision_recall({}), "tables is empty"),
    "no shared k": (lambda: plots.plot_mean_precision_recall({"one": TABLES["one"][["P@9"]]}), "share no k"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_gets_a_sentence(name):
    call, message = BAD[name]
    with pytest.raises(ValueError, match=message):
        call()

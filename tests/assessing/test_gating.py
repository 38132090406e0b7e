"""The gate: its four answers, its edges, and that it decides as often as its page says."""

import numpy as np
import pytest
import scipy  # its parts are loaded when they are used

import ratools as rt
from ratools.assessing import assert_not_worse, gate
from ratools.assessing.gating import (
    as_margins,
    chance_to_pass,
    queries_needed,
    smallest_margin,
)
from ratools.evaluation.student import t_interval
from ratools_course.systems import datasets

ROOT = rt.data_dir().parent


def runs(ranks):
    """A run whose one relevant document stands at these ranks, query by query."""
    return {
        f"q{n:03}": ["a" if place == rank else f"x{place}" for place in range(1, 6)] for n, rank in enumerate(ranks)
    }


def qrels(n):
    return {f"q{m:03}": {"a": 1} | {f"x{place}": 0 for place in range(1, 6)} for m in range(n)}


def decided(old, new, margin, **options):
    return gate(qrels(len(old)), runs(old), runs(new), {"RR": margin}, **options)


OLD = [1, 2] * 20
ONE_WORSE = [2, 3] * 20  # −0.5 or −1/6 per query


def test_the_four_answers():
    assert decided(OLD, OLD, 0.05).verdict == "passed"
    assert decided(OLD, ONE_WORSE, 0.1).decisions[0].verdict == "worse by more than the margin"
    unclear = decided(OLD, ONE_WORSE, 0.33).decisions[0]
    assert unclear.verdict == "worse" and -0.33 < unclear.high < 0
    slightly = decided(OLD, ONE_WORSE, 0.45)
    assert slightly.verdict == "passed" and "measurably lower" in slightly.decisions[0].why
    noise = decided([1, 2] * 3, [2, 1] * 3, 0.05)
    assert noise.verdict == "cannot tell" and noise.exit_code == 3
    assert decided([1, 2] * 3, [2, 1] * 3, 0.05, undecided="pass").exit_code == 0
    assert "no longer promised" in repr(decided([1, 2] * 3, [2, 1] * 3, 0.05, undecided="pass"))


@pytest.mark.slow
def test_it_decides_by_the_paired_interval():
    one = decided(OLD, ONE_WORSE, 0.1).decisions[0]
    differences = np.array([1 / new - 1 / old for old, new in zip(OLD, ONE_WORSE, strict=True)])
    peer = scipy.stats.ttest_1samp(differences, 0).confidence_interval()
    assert (one.low, one.high) == pytest.approx((peer.low, peer.high))
    assert one.difference == pytest.approx(differences.mean()) and one.n == 40
    assert one.fell[0] == ("q000", 1.0, 0.5) and len(one.fell) == 5


def test_queries_that_nobody_can_win_are_left_out():
    judged = qrels(40) | {f"e{n}": {"x1": 0} for n in range(400)}
    old, new = runs(OLD), runs(ONE_WORSE)
    found = gate(judged, old | {f"e{n}": ["x1"] for n in range(400)}, new, {"RR": 0.1})
    assert found.left_out == 400 and found.verdict == "stopped", "diluted it would have passed"
    assert "400 queries without relevant documents" in repr(found)


def test_worse_on_any_of_several_measures_is_corrected():
    """Seven queries fall and one rises: worse by one measure, but ten measures are ten chances."""
    old, new = [1] * 7 + [2] * 33, [2] * 7 + [1] + [2] * 32
    alone = decided(old, new, 0.01).decisions[0]
    names = [f"RR@{k}" for k in range(5, 15)]
    together = gate(qrels(40), runs(old), runs(new), dict.fromkeys(names, 0.01))
    assert alone.verdict == "worse" and together.verdict == "cannot tell"


def test_unjudged_documents_can_leave_it_open():
    judged = {f"q{n:03}": {"a": 1} for n in range(20)}
    old = {query: ["a"] for query in judged}
    new = {query: ["new", "a"] for query in judged}
    found = gate(judged, old, new, {"RR": 0.05})
    assert found.verdict == "cannot tell" and found.to_judge[0] == ("q000", "new") and len(found.to_judge) == 20
    assert "judge them first" in repr(found)
    both = {query: ["new", "a"] for query in judged}
    assert gate(judged, both, new, {"RR": 0.05}).to_judge == (), "the old run showed it, too"


def test_pinned_stops_small_losses_from_adding_up():
    release, old, new = [1] * 40, [1, 1, 1, 2] * 10, [1, 1, 2, 2] * 10
    assert decided(old, new, 0.26).verdict == "passed"
    found = gate(qrels(40), runs(old), runs(new), {"RR": 0.26}, pinned=runs(release))
    assert found.verdict != "passed" and [one.against for one in found.decisions] == ["old", "pinned"]


def test_from_a_test():
    assert assert_not_worse(runs(OLD), runs(OLD), qrels(40), {"RR": 0.05}).verdict == "passed"
    with pytest.raises(AssertionError, match="Worse by more than 0.1"):
        assert_not_worse(runs(OLD), runs(ONE_WORSE), qrels(40), {"RR": 0.1})


@pytest.mark.parametrize(
    ("margins", "words"),
    [({}, "margins must be"), ({"RR": 0}, "above 0"), ({"RR": True}, "above 0"), ({"nDGC": 0.1}, "did you mean nDCG"),
     (0.1, "margins must be"), ("no-such.toml", "cannot be read")],
)  # fmt: skip
def test_margins_that_are_refused(margins, words):
    with pytest.raises(ValueError, match=words):
        as_margins(margins)


def test_other_refusals():
    with pytest.raises(ValueError, match="at least 2 queries"):
        gate({"q": {"a": 1}}, {"q": ["a"]}, {"q": ["a"]}, {"RR": 0.1})
    with pytest.raises(ValueError, match="'stop' or 'pass'"):
        decided(OLD, OLD, 0.1, undecided="maybe")


def test_margins_from_a_file(tmp_path):
    path = tmp_path / "gate.toml"
    path.write_text('"ndcg_cut_10" = 0.03\nRR = 0.05\n')
    assert as_margins(path) == {"nDCG@10": 0.03, "RR": 0.05}
    path.write_text("nDCG@10: 0.03\n")
    with pytest.raises(ValueError, match="not TOML"):
        as_margins(path)


# What a margin takes


def simulate(differences, margin, true, n, trials=10_000, seed=0):
    """{verdict: share of trials}: n queries drawn from real differences, moved so that the true one is `true`."""
    values = np.asarray(differences, dtype=np.float64)
    drawn = np.random.default_rng(seed).choice(values - values.mean() + true, size=(n, trials))
    low, high = t_interval(drawn)
    passed = low > -margin
    stopped = ~passed & (high < 0)
    return {
        "passed": float(passed.mean()),
        "stopped": float(stopped.mean()),
        "cannot tell": float((~passed & ~stopped).mean()),
    }


def test_an_equal_system_passes_as_often_as_foretold():
    differences = np.random.default_rng(5).normal(0.3, 0.2, 500)
    for margin, n in ((0.05, 60), (0.1, 30)):
        expected = chance_to_pass(differences, margin, n)
        assert simulate(differences, margin, 0, n, trials=4000)["passed"] == pytest.approx(expected, abs=0.04)
    n = queries_needed(differences, 0.05)
    assert simulate(differences, 0.05, 0, n, trials=4000)["passed"] == pytest.approx(0.8, abs=0.03)


def test_the_smallest_margin_is_where_the_gate_turns():
    differences = [1 / new - 1 / old for old, new in zip(OLD, ONE_WORSE, strict=True)]
    least = smallest_margin(differences)
    assert decided(OLD, ONE_WORSE, least * 1.001).verdict == "passed"
    assert decided(OLD, ONE_WORSE, least * 0.999).verdict != "passed"


@pytest.mark.slow
def test_the_page_shows_what_the_simulation_gives():
    judged, page = datasets.helpdesk().judgements, (ROOT / "examples/gate/README.md").read_text(encoding="utf-8")
    new, old = (
        rt.evaluate(rt.data_dir() / "runs" / f"{name}.run", judged, ["nDCG@10"]) for name in ("minilm", "rrf_english")
    )
    differences = (new["nDCG@10"] - old["nDCG@10"])[new["relevant"] > 0]
    assert f"standard deviation is {differences.std():.2f}" in page
    for margin in (0.03, 0.05, 0.1):
        for true in (0, -margin, -2 * margin):
            cells = [simulate(differences, margin, true, n).values() for n in (24, 48, 72)]
            shown = [" / ".join(f"{round(100 * share)}" for share in cell) for cell in cells]
            assert f"| {margin:g} | {true:g} | {' | '.join(shown)} |" in page

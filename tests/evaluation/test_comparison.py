"""Is the difference real? Golden values, and scipy beside us."""

import functools
import time

import numpy as np
import pandas as pd
import pytest
import scipy  # its parts are loaded when they are used
from hypothesis import given
from hypothesis import strategies as st

import ratools as rt
from ratools.evaluation import comparison, resampling, student
from ratools.evaluation.resampling import bootstrap_means

A = [0.50, 0.60, 0.70, 0.80, 0.40, 0.55, 0.65, 0.75]
B = [0.45, 0.50, 0.72, 0.70, 0.35, 0.55, 0.50, 0.60]
D = np.array(A) - np.array(B)
QUERIES = [f"q{n}" for n in range(8)]


def table(values, name="AP"):
    return pd.DataFrame({name: values}, index=pd.Index(QUERIES[: len(values)], name="query"))


def test_golden_values():
    row = rt.compare({"A": table(A), "B": table(B)}, "AP").table.iloc[0]
    assert (row["measure"], row["first"], row["second"], row["n"]) == ("AP", "A", "B", 8)
    assert row["difference"] == pytest.approx(np.mean(A) - np.mean(B))
    assert row["t"] == pytest.approx(3.222222, abs=1e-6)
    assert row["p_t"] == pytest.approx(0.014608, abs=1e-6)
    assert row["p_randomisation"] == 8 / 256
    assert row["effect_size"] == pytest.approx(1.139228, abs=1e-6)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((0.0193, 0.1257), abs=5e-5)
    narrow = rt.compare({"A": table(A), "B": table(B)}, "AP", interval="bootstrap").table.iloc[0]
    assert (narrow["ci_low"], narrow["ci_high"]) == pytest.approx((0.030, 0.1125), abs=0.004)
    assert (row["wins"], row["ties"], row["losses"]) == (6, 1, 1)
    assert comparison.wilcoxon_test(D) == pytest.approx(0.03125)
    assert comparison.sign_test(D) == 0.125


def test_corrections():
    p = [0.01, 0.04, 0.03, 0.005]
    assert comparison.bonferroni(p) == pytest.approx([0.04, 0.16, 0.12, 0.02])
    assert comparison.holm(p) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert comparison.benjamini_hochberg(p) == pytest.approx([0.02, 0.04, 0.04, 0.02])
    assert comparison.holm([0.5, 0.9]) == [1.0, 1.0]


@pytest.mark.slow
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_corrections_against_scipy_and_each_other(p):
    assert comparison.benjamini_hochberg(p) == pytest.approx(list(scipy.stats.false_discovery_control(p)), abs=1e-12)
    for raw, bh, holm, bonferroni in zip(
        p, comparison.benjamini_hochberg(p), comparison.holm(p), comparison.bonferroni(p), strict=True
    ):
        assert raw - 1e-12 <= bh <= holm + 1e-12 and holm <= bonferroni + 1e-12


@pytest.mark.slow
@given(st.lists(st.floats(-1, 1), min_size=3, max_size=30))
def test_t_against_scipy(differences):
    if np.std(differences) < 1e-9:
        return
    peer = scipy.stats.ttest_1samp(differences, 0)
    t, p = comparison.paired_t_test(differences)
    assert t == pytest.approx(peer.statistic, rel=1e-9, abs=1e-12)
    assert p == pytest.approx(peer.pvalue, rel=1e-7, abs=1e-12)


@pytest.mark.slow
@given(st.floats(0.5, 600), st.floats(0.5, 600), st.floats(0, 1))
def test_incomplete_beta_against_scipy(a, b, x):
    assert comparison.incomplete_beta(a, b, x) == pytest.approx(scipy.special.betainc(a, b, x), abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 5, 9])
def test_randomisation_against_scipy(n):
    differences = np.random.default_rng(n).normal(0.2, 1, size=n).round(3)
    peer = scipy.stats.permutation_test((differences,), np.sum, permutation_type="samples", n_resamples=np.inf)
    assert comparison.randomisation_test(differences) == pytest.approx(peer.pvalue)


@pytest.mark.slow
def test_randomisation_by_sample_is_close_to_t_and_the_same_twice():
    differences = np.random.default_rng(1).normal(0.1, 0.5, size=60)
    sampled = comparison.randomisation_test(differences)
    assert sampled == comparison.randomisation_test(differences)
    assert sampled == pytest.approx(scipy.stats.ttest_1samp(differences, 0).pvalue, abs=0.02)
    assert comparison.randomisation_test(np.full(30, 0.1), samples=1000) == 1 / 1001  # never 0


def test_randomisation_does_not_depend_on_the_unit():
    for factor in (1e-9, 1, 1e6):
        assert comparison.randomisation_test(D * factor) == 8 / 256


@pytest.mark.slow
def test_wilcoxon_against_scipy():
    differences = np.random.default_rng(2).normal(0.3, 1, size=12)
    assert comparison.wilcoxon_test(differences) == pytest.approx(
        scipy.stats.wilcoxon(differences, method="exact").pvalue
    )


@pytest.mark.slow
def test_sign_test_against_scipy():
    assert comparison.sign_test([1] * 9 + [-1] * 3) == pytest.approx(scipy.stats.binomtest(9, 12).pvalue)


@pytest.mark.slow
def test_bootstrap_against_scipy():
    low, high = bootstrap_means(D[:, None])
    peer = scipy.stats.bootstrap((D,), np.mean, method="percentile", n_resamples=10_000, rng=np.random.default_rng(0))
    interval = peer.confidence_interval
    assert (low[0], high[0]) == pytest.approx((interval.low, interval.high), abs=0.004)


def test_false_alarms_come_as_often_as_they_should():
    """Two systems that do not differ: a test at 5 % must be fooled about one time in twenty."""
    rng = np.random.default_rng(4)
    fooled = np.zeros(2)
    for _ in range(400):
        differences = rng.normal(0, 1, size=12)
        fooled += [comparison.randomisation_test(differences) <= 0.05, comparison.paired_t_test(differences)[1] <= 0.05]
    assert (fooled / 400 > 0.02).all() and (fooled / 400 < 0.085).all()


def test_equal_systems():
    row = rt.compare({"A": table(A), "again": table(A)}, "AP").table.iloc[0]
    assert (row["t"], row["p_t"], row["p_randomisation"], row["effect_size"]) == (0, 1, 1, 0)
    assert row["ties"] == 8


def test_rounding_is_no_win():
    """Equal in arithmetic, 1e-16 apart in floats: ties, however many there are."""
    one = [(1 / 1 + 2 / 7 + 3 / 14) / 3] * 8
    other = [(1 / 1 + 2 / 8 + 3 / 12) / 3] * 8
    assert 0 < abs(one[0] - other[0]) < 1e-15
    row = rt.compare({"A": table(one), "B": table(other)}, "AP").table.iloc[0]
    assert (row["ties"], row["p_randomisation"], row["p_t"], row["effect_size"]) == (8, 1, 1, 0)


def test_a_constant_difference_is_told_as_such():
    row = rt.compare({"A": table([0.4, 0.5, 0.6, 0.7]), "B": table([0.3, 0.4, 0.5, 0.6])}, "AP").table.iloc[0]
    assert row["t"] == row["effect_size"] == np.inf and row["p_t"] == 0


def test_exact_as_long_as_few_differ():
    differences = [0.1, 0.2, 0.3] + [0.0] * 40
    assert comparison.randomisation_test(differences) == 0.25


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: comparison.randomisation_test([np.nan, 1]),
        lambda: comparison.randomisation_test([1, None, 2]),
        lambda: comparison.randomisation_test([]),
        lambda: comparison.paired_t_test([0.5]),
        lambda: comparison.effect_size([]),
        lambda: comparison.wilcoxon_test([np.inf, 1]),
        lambda: comparison.sign_test(["a"]),
        lambda: comparison.holm([np.nan, 0.1]),
        lambda: comparison.bonferroni([-1]),
        lambda: rt.compare({"A": table(A), "B": table(B)}, "AP", samples=0),
        lambda: rt.compare({"A": table(A), "B": table(B)}, "AP", swings=-1),
        lambda: rt.summarise(table(A), resamples=0),
    ],
)
def test_rubbish_gets_no_p_value(wrong):
    with pytest.raises(ValueError):
        wrong()


def test_missing_values_are_left_out_pair_by_pair_and_counted():
    holes = [np.nan, np.nan, *B[2:]]
    row = rt.compare({"A": table(A), "B": table(holes)}, "AP").table.iloc[0]
    rest = rt.compare({"A": table(A).iloc[2:], "B": table(B).iloc[2:]}, "AP").table.iloc[0]
    assert (row["n"], row["no_value"], rest["no_value"]) == (6, 2, 0)
    same = ["mean_first", "mean_second", "difference", "ci_low", "ci_high", "t", "p_t", "p_randomisation", "wins"]
    assert row[same].tolist() == pytest.approx(rest[same].tolist())


@pytest.mark.slow
def test_many_systems_share_the_draws_and_get_the_p_of_their_pair_alone():
    rng = np.random.default_rng(8)
    queries = [f"q{n}" for n in range(250)]
    tables = {f"s{n}": pd.DataFrame({"AP": rng.beta(2, 3, 250)}, index=queries) for n in range(10)}
    started = time.process_time()
    result = rt.compare(tables, "AP").table
    assert len(result) == 45
    assert time.process_time() - started < 4, "0.5 s alone; 9 to 23 s when every pair drew for itself"
    for _, row in result.iloc[[0, 20, 44]].iterrows():
        pair = tables[row["first"]]["AP"] - tables[row["second"]]["AP"]
        assert row["p_randomisation"] == comparison.randomisation_test(pair)


def test_it_says_when_no_difference_can_be_significant():
    few = rt.compare({"A": table(A[:4]), "B": table(B[:4])}, "AP")
    assert len(few.notes) == 1 and "0.12" in few.notes[0] and few.notes[0] in repr(few)
    assert "however large" in few._repr_html_()
    assert rt.compare({"A": table(A), "B": table(B)}, "AP").notes == ()
    many = {f"s{n}": table(np.random.default_rng(n).random(8)) for n in range(5)}
    assert "10 pairs" in rt.compare(many, "AP").notes[0], "2/256 times ten"


def test_all_pairs_and_the_largest_swings():
    worse = [value - 0.3 for value in A]
    result = rt.compare({"A": table(A), "B": table(B), "C": table(worse)}, "AP", swings=2)
    assert result.table[["first", "second"]].values.tolist() == [["A", "B"], ["A", "C"], ["B", "C"]]
    assert result.table["holm"].tolist() == comparison.holm(result.table["p_randomisation"].tolist())
    assert len(result.swings) == 6
    swing = result.swings.iloc[0]
    assert swing["query"] in {"q6", "q7"} and swing["difference"] == pytest.approx(0.15)
    assert "q6" in repr(result) and "<table" in result._repr_html_()


def test_the_order_of_queries_does_not_matter():
    shuffled = table(B).iloc[::-1]
    one, other = (rt.compare({"A": table(A), "B": b}, "AP").table for b in (table(B), shuffled))
    pd.testing.assert_frame_equal(one, other)


def test_a_measure_under_another_name():
    assert rt.compare({"A": table(A, "nDCG@10"), "B": table(B, "nDCG@10")}, "ndcg@10").measure == "nDCG@10"


def test_markup_in_names_is_shown_as_text():
    html = rt.compare({"<b>": table(A), "B": table(B)}, "AP")._repr_html_()
    assert "<b>" not in html and "&lt;b&gt;" in html


@pytest.mark.parametrize(
    ("tables", "measure", "words"),
    [
        ({"A": table(A)}, "AP", ["at least two systems"]),
        ([table(A), table(B)], "AP", ["dict"]),
        ({"A": table(A), "B": table(B)}, "RR", ["'A'", "no RR", "AP"]),
        ({"A": table(A), "B": table(B)}, "nDGC", ["did you mean nDCG"]),
        ({"A": table(A), "B": table(B[:6])}, "AP", ["'A' and 'B'", "different queries", "queries='qrels'"]),
        ({"A": table(A[:1]), "B": table(B[:1])}, "AP", ["at least 2 queries", "got 1"]),
        ({"A": table(A), "B": pd.concat([table(B), table(B)])}, "AP", ["'B'", "'q0' twice"]),
        ({"A": table(A), "B": table([None] * 8)}, "AP", ["'AP'", "not a finite number"]),
        ({"A": table(A), "B": table([np.inf] * 8)}, "AP", ["'AP'", "not a finite number"]),
        ({"A": table(A), "B": table([np.nan] * 7 + [1.0])}, "AP", ["at least 2 queries", "got 1", "'B'"]),
        ({"A": table(A), "B": "b.csv"}, "AP", ["table", "str"]),
    ],
)
def test_refused(tables, measure, words):
    with pytest.raises(ValueError) as refusal:
        rt.compare(tables, measure)
    assert all(word in str(refusal.value) for word in words), refusal.value


@pytest.mark.slow
def test_quantiles_of_t_are_scipys():
    for freedom in (1, 2, 3, 9, 24, 99, 999, 100_000):
        for outside in (0.5, 0.05, 0.01):
            expected = scipy.stats.t.ppf(1 - outside / 2, freedom)
            assert student.t_quantile(freedom, outside) == pytest.approx(expected, rel=1e-9)


@pytest.mark.slow
def test_the_interval_of_a_mean_stays_within_the_measures_range():
    table = pd.DataFrame({"AP": [0.0, 0.9, 1.0], "other": [0.0, 0.9, 1.0]})
    summary = rt.summarise(table, interval="t")
    low, high = scipy.stats.t.interval(0.95, 2, table["AP"].mean(), table["AP"].sem())
    assert low < 0 and high > 1
    assert summary.loc["AP", ["ci_low", "ci_high"]].tolist() == [0, 1]
    assert summary.loc["other", ["ci_low", "ci_high"]].tolist() == pytest.approx([low, high])
    with pytest.raises(ValueError, match="'bootstrap' or 't', got 'z'"):
        rt.summarise(table, interval="z")


def test_without_progress_bars_it_ends_with_the_same(monkeypatch):
    """As under TQDM_DISABLE=1, where a bar does not count."""
    differences = np.random.default_rng(3).normal(0.1, 1, (30, 2))
    shown = resampling.sign_flips(differences, 5000), resampling.resampled_means(differences, 500)
    silent = functools.partial(resampling.tqdm, disable=True)
    monkeypatch.setattr(resampling, "tqdm", silent)
    again = resampling.sign_flips(differences, 5000), resampling.resampled_means(differences, 500)
    assert all(np.array_equal(one, other) for one, other in zip(shown, again, strict=True))

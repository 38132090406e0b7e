"""Plots: the claim in the title, the text below and the numbers drawn are those of the measures."""

import io
import itertools
import pickle
import re
import subprocess
import sys

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

import ratools as rt
from ratools.evaluation.comparison import compare
from ratools.evaluation.resampling import bootstrap_means
from ratools_course import explain
from ratools_course.lessons.shared import plots

mpl.use("agg")
import matplotlib.pyplot as plt

TEN = [f"d{n}" for n in range(1, 11)]
FIVE = {"d1", "d4", "d6", "u", "v"}  # S1.4: hits at 1, 4, 6 of 10, five relevant
PAGE, GRADES = list("abcde"), {"a": 2, "b": 0, "c": 3, "d": 2, "e": 1}
A = pd.Series([0.50, 0.60, 0.70, 0.80, 0.40, 0.55, 0.65, 0.75], index=[f"q{n}" for n in range(8)])
B = pd.Series([0.45, 0.50, 0.72, 0.70, 0.35, 0.55, 0.50, 0.60], index=A.index)
SCORES = [0.35, 0.22, 0.12, 0.04, 0.01]

RUNS = {"one": {"q1": list("abxy"), "q2": list("dx")}, "other": {"q1": list("xayb"), "q2": list("xyd")}}
TABLES = {
    name: rt.evaluate(run, {"q1": set("abc"), "q2": {"d"}}, ["P@1", "R@1", "P@2", "R@2", "P@4", "R@4", "P@9"])
    for name, run in RUNS.items()
}
THREE = {"meaning": [1, 5, 8, 12, 3], "keyword": [1, 3, 8, 15, 20], "hybrid": [1, 5, 3, 8, 15]}
S1_RELEVANT = {1, 3, 8, 15, 20}  # S1.1

PAGES = {
    name: pd.DataFrame({"query": "q", "score": [0.9, 0.5, 0.4, 0.1], "relevant": relevant})
    for name, relevant in (("first", [True, True, False, False]), ("second", [True, False, True, False]))
}
HERE, THERE = {"one": 0.5, "two": 0.4, "three": 0.3}, {"one": 0.6, "two": 0.1, "three": 0.2}

DRAWN = {
    "precision and recall": lambda **more: plots.plot_precision_recall_at_k(TEN, FIVE, **more),
    "means": lambda **more: plots.plot_mean_precision_recall(TABLES, **more),
    "discount": lambda **more: plots.plot_discount(10, **more),
    "reciprocal ranks": lambda **more: plots.plot_reciprocal_ranks(10, **more),
    "thermometer": lambda **more: plots.plot_thermometer(THREE, S1_RELEVANT, 5, **more),
    "gains": lambda **more: plots.plot_gains(PAGE, GRADES, 5, **more),
    "differences": lambda **more: plots.plot_differences(A, B, names=("bm25", "dense"), **more),
    "scores": lambda **more: plots.plot_scores(SCORES, **more),
    "f1 by threshold": lambda **more: plots.plot_f1_by_threshold(PAGES, **more),
    "calibration": lambda **more: plots.plot_calibration([0.9, 0.7, 0.2], [1, 0, 0], bins=5, **more),
    "curve": lambda **more: plots.plot_precision_recall_curve(TEN, FIVE, **more),
    "average precision": lambda **more: plots.plot_average_precision(TEN, FIVE, **more),
    "tree": lambda **more: plots.plot_decision_tree(**more),
    "coverage": lambda **more: plots.plot_coverage(
        {"v3": [(1.0, 0.25), (0.5, 0.4)], "v1": [(1.0, 0.1), (0.5, 0.2)]}, **more
    ),
    "chunkings": lambda **more: plots.plot_chunkings(
        pd.DataFrame(
            {
                "recall": [0.9, 0.5],
                "recall_low": [0.8, 0.4],
                "recall_high": [1.0, 0.6],
                "omega": [0.1, 0.4],
                "omega_low": [0.0, 0.3],
                "omega_high": [0.2, 0.5],
            },
            index=["whole", "half, overlap 2"],
        ),
        "omega",
        **more,
    ),
    "bootstrap": lambda **more: plots.plot_bootstrap(A - B, resamples=500, **more),
    "orders": lambda **more: plots.plot_orders(HERE, THERE, names=("here", "there"), **more),
    "flips": lambda **more: plots.plot_flips(A - B, samples=500, **more),
    "places": lambda **more: plots.plot_places(HERE, THERE, follow="two", names=("here", "there"), **more),
}
CLAIMS = {
    "places": "two goes from place 2 to place 3 of 3",
    "orders": "1 of 3 pairs of systems change places",
    "chunkings": "Highest recall: whole; highest omega: half, overlap 2; no chunking has both",
    "thermometer": "One measure reads 3 lists, however each was made",
    "precision and recall": "Recall never falls; precision rises at ranks 4 and 6",
    "means": "In both, one is ahead at 2 of 3 cut-offs, other at 0",
    "discount": "At rank 10 a document keeps 0.29 of its gain",
    "coverage": "v3: answering 100%, 25% are right; answering 50%, 40%",
    "reciprocal ranks": "From rank 1 to 2 the worth is halved; from 9 to 10 it loses 0.01",
    "gains": "nDCG@5 = 0.834: most is lost by c, at rank 3 instead of 1",
    "differences": "bm25 is better on 6 of 8 queries, dense on 1",
    "scores": "1 of 5 results is grey: neither relevant nor not",
    "f1 by threshold": "Best threshold: 0.500 (first), 0.400 (second)",
    "calibration": "5 bins, closed on the left: the calibration error is 0.33",
    "average precision": "The area is average precision: 0.400; 2 of 5 were never found",
    "tree": "Three questions about the user lead to a first and a second measure",
    "curve": "Interpolation fills the dips: 11-point average 0.455, AP 0.400",
}
every = pytest.mark.parametrize("name", DRAWN)


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def claim(ax):
    return " ".join(ax.get_title(loc="left").split())


def heights(ax, label):
    """The bars of one name, from left to right."""
    container = next(one for one in ax.containers if one.get_label() == label)
    return [bar.get_height() for bar in container]


def line(ax, label):
    return next(one for one in ax.lines if one.get_label() == label).get_ydata()


@pytest.mark.parametrize("name", CLAIMS)
def test_titles_state_what_the_data_show(name):
    assert claim(DRAWN[name]()) == CLAIMS[name]


@every
def test_the_title_can_be_ones_own(name):
    assert claim(DRAWN[name](title="As I see it")) == "As I see it"


@every
def test_it_draws_where_it_is_told_and_changes_no_setting(name):
    before = dict(mpl.rcParams)
    figure, (left, right) = plt.subplots(1, 2)
    assert DRAWN[name](ax=right) is right
    assert not left.has_data() and right.has_data()
    assert plt.get_fignums() == [figure.number]
    assert dict(mpl.rcParams) == before
    assert DRAWN[name]().figure is not figure


@every
def test_text_below_says_it_in_words(name):
    ax = DRAWN[name]()
    text = plots.describe(ax)
    assert text.endswith(".") and len(text) > 30 and "nan" not in text and ".." not in text
    [drawn] = [artist for artist in ax.texts if artist.get_gid() == plots.TEXT]
    assert text.startswith(f"{claim(ax)}. {' '.join(drawn.get_text().split())} ")  # claim, line, then the numbers
    marked = [artist.get_text() for artist in ax.texts if re.fullmatch(r"[-+−]?\d+\.\d+", artist.get_text())]
    assert not any(number in drawn.get_text() for number in marked)  # the line repeats no number that stands at a bar


@every
def test_a_notebook_keeps_the_words_with_the_picture(name):
    """As plain text, and as the alt text that nbconvert and the static book give to the picture."""
    figure = DRAWN[name]().figure
    data, metadata = figure._repr_mimebundle_(include=None, exclude=None)
    assert data["text/plain"] == metadata["image/png"]["alt"] == plots.describe(figure.axes[0])
    assert pickle.loads(pickle.dumps(figure)).axes[0].get_title(loc="left") == figure.axes[0].get_title(loc="left")


@pytest.mark.slow
@every
def test_a_plot_is_a_white_card_with_a_margin(name):
    """Also where the picture is cropped to what is drawn, as notebooks do: no ink within 10 pixels of the edge."""
    file = io.BytesIO()
    DRAWN[name]().figure.savefig(file, format="png", bbox_inches="tight", dpi=72)
    pixels = plt.imread(io.BytesIO(file.getvalue()))
    edge = np.ones(pixels.shape[:2], dtype=bool)
    edge[10:-10, 10:-10] = False
    assert (pixels[edge] == 1).all()


@pytest.mark.slow
@every
def test_all_of_it_is_on_the_page(name):
    """Nothing is clipped at the figure's edge, and the text below does not run into the axis."""
    ax = DRAWN[name]()
    ax.figure.canvas.draw()
    page = ax.figure.bbox
    boxes = [artist.get_window_extent() for artist in (ax.title, ax._left_title, ax.xaxis.label, *ax.texts)]
    for box in boxes:
        assert box.x0 >= page.x0 - 1 and box.x1 <= page.x1 + 1 and box.y0 >= page.y0 - 1 and box.y1 <= page.y1 + 1
    below = next(artist for artist in ax.texts if artist.get_gid() == plots.TEXT)
    assert below.get_window_extent().y1 <= ax.xaxis.label.get_window_extent().y0


@every
def test_white_ground_and_dark_ink_in_a_dark_style(name):
    with plt.style.context("dark_background"):
        ax = DRAWN[name]()
    white = (1.0, 1.0, 1.0, 1.0)
    assert ax.get_facecolor() == white and ax.figure.get_facecolor() == white
    texts = [ax._left_title, ax.xaxis.label, *ax.texts, *ax.get_xticklabels()]
    legend = ax.get_legend()
    texts += legend.get_texts() if legend else []
    for text in texts:
        assert contrast(text.get_color()) >= 3.5, text
    if legend:
        assert mpl.colors.to_rgb(legend.get_frame().get_facecolor()) == (1, 1, 1)


def contrast(colour):
    """WCAG's contrast with white."""
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in mpl.colors.to_rgb(colour)]
    return 1.05 / (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)


def test_precision_and_recall_are_the_measures():
    ax = DRAWN["precision and recall"]()
    assert line(ax, "precision@k").tolist() == [rt.precision_at_k(TEN, FIVE, k) for k in range(1, 11)]
    assert line(ax, "recall@k").tolist() == [rt.recall_at_k(TEN, FIVE, k) for k in range(1, 11)]
    assert "Relevant at rank 1, 4 and 6. From k = 1 to 10" in plots.describe(ax)


@pytest.mark.parametrize(
    ("run", "relevant", "title"),
    [
        (["a", "b"], {"a", "b", "c"}, "Every result is relevant: precision stays at 1, recall grows with each"),
        (["a", "x", "y"], {"a"}, "Recall never falls; precision never rises here"),
        (["x"], {"a"}, "Nothing relevant was retrieved: precision and recall stay at 0"),
        (list("xaxaxaxaxa"), {"a"}, None),
    ],
)
def test_precision_claims(run, relevant, title):
    if title is None:
        with pytest.raises(ValueError, match="twice"):
            plots.plot_precision_recall_at_k(run, relevant)
    else:
        assert claim(plots.plot_precision_recall_at_k(run, relevant)) == title


def test_means_are_those_of_the_tables():
    ax = plots.plot_mean_precision_recall(TABLES, ceiling=TABLES["one"])
    for name, table in {**TABLES, "best possible": TABLES["one"]}.items():
        drawn = next(one for one in ax.lines if one.get_label() == name)
        assert drawn.get_ydata().tolist() == [table[f"P@{k}"].mean() for k in (1, 2, 4)]
        assert drawn.get_xdata().tolist() == [table[f"R@{k}"].mean() for k in (1, 2, 4)]
    assert "other: at 1 recall 0.000 and precision 0.000, at 2 recall 0.167" in plots.describe(ax)
    better = {"worse": TABLES["other"][["P@1", "R@1"]], "better": TABLES["one"]}
    assert claim(plots.plot_mean_precision_recall(better)) == "At every k, better has more precision and more recall"
    alone = plots.plot_mean_precision_recall({"one": TABLES["one"]})
    assert claim(alone) == "The further up and to the right, the better"


def test_gains_are_the_terms_of_dcg():
    ax = DRAWN["gains"]()
    assert heights(ax, "this page") == rt.dcg_terms([2, 0, 3, 2, 1])
    assert heights(ax, "ideal page") == [*rt.dcg_terms([3, 2, 2, 1]), 0]
    assert "to a DCG of 4.7482, the hatched ones to the ideal's 5.6925" in plots.describe(ax)
    assert claim(plots.plot_gains(["a"], {"a"}, 3)) == "nDCG@3 = 1.000: no order could give more"
    assert claim(plots.plot_gains(["x"], {"a": 0})) == "nDCG = 0.000: nothing is relevant"
    assert claim(plots.plot_gains([], {"a": 1})) == "nDCG = 0.000: most is lost by a, not on this page"
    assert (
        claim(plots.plot_gains(["x", "a"], {"a": 1}, 1)) == "nDCG@1 = 0.000: most is lost by a, not among the first 1"
    )
    exp = plots.plot_gains(PAGE, GRADES, 5, gain="exp")
    assert heights(exp, "this page") == rt.dcg_terms([2, 0, 3, 2, 1], gain="exp")


def test_each_bar_has_its_own_document_under_it():
    """The page's documents in one row, the ideal's in another, each in the colour of its bars."""
    ax = plots.plot_gains(["x", "a", "b"], {"a": 1, "b": 3, "lost": 2})
    rows = {
        colour: [t.get_text() for t in ax.texts if t.get_color() == colour and not t.get_text()[0].isdigit()]
        for colour in (plots.BLUE, plots.VERMILLION)
    }
    assert rows == {plots.BLUE: ["this page", "x", "a", "b"], plots.VERMILLION: ["ideal page", "b", "lost", "a"]}
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1", "2", "3"]


@pytest.mark.slow
def test_the_loss_is_named_as_explain_names_it():
    for page in itertools.permutations(PAGE, 4):
        named = re.match("Most is lost by (.)|No order", explain("nDCG@3", page, GRADES).sentence).group(1)
        told = re.search("most is lost by (.)|no order", claim(plots.plot_gains(page[:4], GRADES, 3))).group(1)
        assert named == told
        plt.close("all")


def test_discount_is_the_measures_own():
    ax = plots.plot_discount(5)
    assert [bar.get_height() for bar in ax.containers[0]] == rt.dcg_terms([1] * 5)
    assert claim(plots.plot_discount(1)) == "At rank 1 the whole gain counts"
    assert plots.plot_discount(100).lines[0].get_ydata().tolist() == rt.dcg_terms([1] * 100)


def test_the_thermometer_shows_what_the_measure_says():
    ax = DRAWN["thermometer"]()
    told = [artist.get_text() for artist in ax.texts]
    assert [one for one in told if "." in one and len(one) == 4] == ["0.60", "1.00", "0.80"]
    assert sum(one.startswith("✓") for one in told) == 3 + 5 + 4 + 1  # and once in the line below
    assert "meaning 1, 5, 8, 12 and 3: 0.6; keyword 1, 3, 8, 15 and 20: 1; hybrid" in plots.describe(ax)
    short = plots.plot_thermometer({"$a^{$": ["x"]}, {"x"}, 4)
    short.figure.canvas.draw()
    assert "0.25" in [artist.get_text() for artist in short.texts]


def test_differences_are_sorted_and_signed():
    ax = DRAWN["differences"]()
    wins, losses = heights(ax, "bm25 better"), heights(ax, "dense better")
    assert wins == sorted(wins, reverse=True) and len(wins) == 6 and losses == [pytest.approx(-0.02)]
    assert [tick.get_text() for tick in ax.get_xticklabels()][-1] == "q2"
    assert "The mean is +0.073" in plots.describe(ax)
    shuffled = plots.plot_differences(A, B.sample(frac=1, random_state=1), names=("bm25", "dense"))
    assert plots.describe(shuffled) == plots.describe(ax)
    assert claim(plots.plot_differences([0.1 + 0.2, 1], [0.3, 1])) == "No difference on any of 2 queries"
    assert claim(plots.plot_differences(A, A)) == "No difference on any of 8 queries"


def test_a_comparison_shows_its_largest_swings():
    found = compare({"bm25": A.to_frame("AP"), "dense": B.to_frame("AP")}, "AP", resamples=100)
    ax = plots.plot_differences(found)
    assert claim(ax) == "The 3 largest differences between bm25 and dense"
    assert "5 others not drawn." in plots.describe(ax)
    all_of_them = compare({"bm25": A.to_frame("AP"), "dense": B.to_frame("AP")}, "AP", swings=8, resamples=100)
    assert claim(plots.plot_differences(all_of_them)) == CLAIMS["differences"]


def test_scores_are_counted_as_the_report_counts_them():
    ax = DRAWN["scores"]()
    names = [one.get_label() for one in ax.containers]
    assert names == ["not relevant (2)", "grey (1)", "relevant (2)"]
    on_the_border = plots.plot_scores([0.15, 0.05, 0.1, 0.2, 0.0])
    for container, name in zip(on_the_border.containers, ("nonrelevant", "grey", "relevant"), strict=True):
        assert sum(bar.get_height() for bar in container) == rt.score_classes([0.15, 0.05, 0.1, 0.2, 0.0]).count(name)
        for bar in container:  # a score on a threshold is drawn on the side that it counts for
            assert name != "relevant" or bar.get_x() >= 0.15
            assert name != "grey" or 0.05 <= bar.get_x() < 0.15
    assert claim(plots.plot_scores([0.9, 0.01])) == "No result is grey: 1 of 2 count as relevant"
    results = [{"doc_id": n, "score": score} for n, score in enumerate(SCORES)]
    assert plots.describe(plots.plot_scores(results)) == plots.describe(ax)
    assert plots.plot_scores([3.0, 250.0], relevant_at=100, nonrelevant_below=10).has_data()


def test_the_curve_is_the_interpolated_precision():
    ax = DRAWN["curve"]()
    expected = [rt.interpolated_precision(TEN, FIVE, recall=n / 10) for n in range(11)]
    assert line(ax, "eleven points").tolist() == expected
    measured = next(one for one in ax.lines if one.get_label().startswith("measured"))
    assert measured.get_xdata().tolist() == [rt.recall_at_k(TEN, FIVE, k) for k in range(1, 11)]
    assert "no curve" in claim(plots.plot_precision_recall_curve(["x"], {"a"}))


def test_the_bootstrap_has_the_interval_of_the_comparison():
    values = (A - B).to_numpy()
    low, high = bootstrap_means(values[:, None], 10_000, 0)
    ax = plots.plot_bootstrap(values)
    assert claim(ax) == f"95 % of resampled means: +{low[0]:.3f} to +{high[0]:.3f}; zero is outside"
    assert sum(bar.get_height() for container in ax.containers for bar in container) == 10_000
    assert low[0] == pytest.approx(0.030, abs=2e-3) and high[0] == pytest.approx(0.1125, abs=2e-3)
    assert claim(plots.plot_bootstrap([1, -1, 2, -2], resamples=200)).endswith("zero is inside")


def test_the_flips_count_the_worlds_of_the_randomisation_test():
    ax = plots.plot_flips(A - B, samples=20_000)
    bars = [bar for container in ax.containers for bar in container]
    assert sum(bar.get_height() for bar in bars) == 20_000
    far = sum(bar.get_height() for bar in ax.containers[1])
    assert far / 20_000 == pytest.approx(8 / 256, abs=0.005)
    assert claim(ax) == "In 3 % of the worlds with swapped names, the gap is as large as ours"
    assert claim(plots.plot_flips([0.0, 0.0], samples=50)).startswith("In 100 %")


def test_an_order_is_new_where_two_lines_cross():
    lines = plots.plot_orders(HERE, THERE).get_lines()
    assert [list(line.get_ydata()) for line in lines] == [[0.5, 0.6], [0.4, 0.1], [0.3, 0.2]]
    assert claim(plots.plot_orders(HERE, HERE)).startswith("0 of 3")
    assert claim(plots.plot_orders({"one": 0.5, "two": 0.5}, {"one": 0.5, "two": 0.4})).startswith("0 of 1")


def test_a_system_is_followed_from_place_to_place():
    lines = plots.plot_places(HERE, THERE, follow="two").get_lines()
    assert [list(line.get_ydata()) for line in lines] == [[1, 1], [2, 3], [3, 2]]
    assert [line.get_linewidth() for line in lines].index(3) == 1
    assert claim(plots.plot_places(HERE, HERE, follow="one")) == "one stays in place 1 of 3"
    assert claim(plots.plot_places({"a": 0.5, "b": 0.5}, {"a": 0.1, "b": 0.1}, follow="b")) == "b stays in place 1 of 2"


def test_names_that_look_like_formulas_or_are_long():
    ax = plots.plot_gains(["$a^{$", "x" * 300, "b_{"], {"$a^{$": 1, "x" * 300: 2})
    ax.figure.canvas.draw()
    ax = plots.plot_differences({"$q^{$": 1.0}, {"$q^{$": 0.5}, names=("$a^{$", "b"))
    ax.figure.canvas.draw()
    assert claim(ax) == "$a^{$ is better on 1 of 1 query, b on 0"


BAD = {
    "reciprocal ranks": (lambda: plots.plot_reciprocal_ranks(1), "from 2 to 15, got 1"),
    "empty ranking": (lambda: plots.plot_precision_recall_at_k([], {"a"}), "retrieved is empty"),
    "empty curve": (lambda: plots.plot_precision_recall_curve([], {"a"}), "retrieved is empty"),
    "no tables": (lambda: plots.plot_mean_precision_recall({}), "tables is empty"),
    "no shared k": (lambda: plots.plot_mean_precision_recall({"one": TABLES["one"][["P@9"]]}), "share no k"),
    "no systems": (lambda: plots.plot_thermometer({}, {"a"}), "systems is empty"),
    "no place": (lambda: plots.plot_thermometer({"a": ["x"]}, {"x"}, 0), "whole number of at least 1, got 0$"),
    "no gain": (lambda: plots.plot_gains([], {}), "no gain to draw"),
    "k of nothing": (lambda: plots.plot_discount(None), "k must be"),
    "k of zero": (lambda: plots.plot_discount(0), "whole number of at least 1, got 0$"),
    "no scores": (lambda: plots.plot_scores([]), "results is empty"),
    "one column": (lambda: plots.plot_differences(A), "needs two columns"),
    "unequal": (lambda: plots.plot_differences(A, B[:3]), "different queries"),
    "gap": (lambda: plots.plot_differences([1.0, np.nan], [1.0, 2.0]), "a value is missing"),
    "three names": (lambda: plots.plot_differences(A, B, names=("a", "b", "c")), "names must be two"),
    "one difference": (lambda: plots.plot_bootstrap([0.1]), "at least 2 differences"),
    "one system": (lambda: plots.plot_orders({"one": 0.5}, THERE), "two systems that both collections have"),
    "a system that is not there": (lambda: plots.plot_places(HERE, THERE, follow="four"), "'four' among them"),
    "one flip": (lambda: plots.plot_flips([0.1]), "at least 2 differences"),
    "text for a difference": (lambda: plots.plot_bootstrap([0.1, "x"]), "difference 2 must be a number"),
    "somebody else's axes": (lambda: plots.describe(plt.subplots()[1]), "nothing to describe"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_gets_a_sentence(name):
    call, message = BAD[name]
    with pytest.raises(ValueError, match=message):
        call()


def test_matplotlib_is_loaded_only_when_something_is_drawn():
    code = "import sys, ratools_course.lessons.shared.plots, ratools.explanations; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_area_of_the_stairs_is_average_precision():
    for run, relevant in ((TEN, FIVE), (list("axb"), set("ab")), (list("xab"), set("abcd")), (["x"], {"a"})):
        ax = plots.plot_average_precision(run, relevant)
        bars = ax.containers[0]
        area = sum(bar.get_width() * bar.get_height() for bar in bars)
        assert area == pytest.approx(rt.average_precision(run, relevant))
        assert len(bars) == len(set(run) & relevant)
        assert all(bar.get_width() == pytest.approx(1 / len(relevant)) for bar in bars), "missed ones keep their place"
        assert not bars or bars[0].get_x() == 0


def test_the_stairs_grow_hit_by_hit():
    areas = []
    for hits in range(4):
        ax = plots.plot_average_precision(TEN, FIVE, hits=hits)
        areas.append(sum(bar.get_width() * bar.get_height() for bar in ax.containers[0]))
    assert areas == pytest.approx([0, 1 / 5, (1 + 1 / 2) / 5, (1 + 1 / 2 + 1 / 2) / 5])
    assert claim(plots.plot_average_precision(TEN, FIVE, hits=1)) == "With 1 of 5 found, the area is 0.200"
    assert claim(plots.plot_average_precision(list("axb"), set("ab"))) == "The area is average precision: 0.833"
    assert "rank 1 and 4" in plots.describe(plots.plot_average_precision(TEN, FIVE, hits=2))


@pytest.mark.parametrize("hits", [-1, 4, 1.5, True, "1"])
def test_stairs_have_as_many_steps_as_the_page_has_hits(hits):
    with pytest.raises(ValueError, match="hits must be a whole number from 0 to 3"):
        plots.plot_average_precision(TEN, FIVE, hits=hits)
    with pytest.raises(ValueError, match="nothing is relevant"):
        plots.plot_average_precision(TEN, set())


def test_many_steps_are_labelled_by_rank_alone():
    wanted = {"d1", "d9", *(f"u{n}" for n in range(9))}
    ax = plots.plot_average_precision(TEN, wanted)
    assert [text.get_text() for text in ax.texts][:2] == ["1", "9"]
    assert "number above a step is that rank" in plots.describe(ax)

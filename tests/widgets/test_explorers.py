"""The explorers: what the controls say is what the picture shows, and the numbers are the metrics'."""

import html
import re
import time

import numpy as np
import pytest

import ratools as rt
from ratools.evaluation.student import t_interval
from ratools_course.lessons.choose_a_measure.advice import ADVICE
from ratools_course.systems.chunkers import fixed_chunks
from ratools_course.systems.datasets import helpdesk
from ratools_course.widgets import explorers

RUN = [f"d{n}" for n in range(1, 11)]
RELEVANT = {"d1", "d4", "d6", "x", "y"}
SHOP = [{"doc_id": n, "score": score, "category": "c"} for n, score in enumerate([0.35, 0.22, 0.12, 0.04, 0.01])]


def words(explorer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", explorer.html))


def turn(explorer, **values):
    for name, value in values.items():
        explorer._controls[name].value = value


@pytest.mark.parametrize("k", range(1, 11))
def test_precision_and_recall_follow_the_slider(k):
    explorer = explorers.explore_precision_recall(RUN, RELEVANT)
    turn(explorer, k=k)
    assert f"= {rt.precision_at_k(RUN, RELEVANT, k):.3f}" in words(explorer)
    assert f"R@{k} =" in words(explorer) and f"= {rt.recall_at_k(RUN, RELEVANT, k):.3f}" in words(explorer)
    assert explorer.html.count("opacity:1") == k


def test_a_short_page_has_empty_places_which_precision_counts():
    shown = words(explorers.explore_precision_recall(["a", "x"], {"a", "b"}, k=5, places=5))
    assert "P@5 = 1/5 = 0.200 : of 2 shown, 1 relevant; empty places: 3." in shown
    assert "R@5 = 1/2 = 0.500" in shown and "5 (an empty place) ○" in shown
    nothing = words(explorers.explore_precision_recall([], {"a"}, k=10, places=10))
    assert "P@10 = 0/10 = 0.000" in nothing and "of 0 shown, 0 relevant; empty places: 10." in nothing


def test_where_nothing_is_relevant_recall_is_a_convention_and_no_share():
    shown = words(explorers.explore_precision_recall(["a", "x"], {"a": 0}, k=1))
    assert "by convention: nothing is relevant here" in shown and "0/0" not in shown


def test_titles_stand_for_ids_even_where_two_are_alike():
    titles = {"d1": "Refunds", "d2": "Refunds", "x": "never shown"}
    shown = words(explorers.explore_precision_recall(RUN, RELEVANT, titles=titles))
    assert "1 Refunds ● relevant 2 Refunds ○ 3 d3 ○" in shown and "never" not in shown


def test_definitions_differ_where_libraries_do():
    explorer = explorers.explore_definitions()
    turn(explorer, name="average precision", which="a, x, b of four relevant", k=3)
    assert "0.4167" in words(explorer) and "0.8333" in words(explorer) and "0.4167 apart" in words(explorer)
    turn(explorer, name="nDCG")
    assert "0.7039" in words(explorer) and "0.5856" in words(explorer)
    turn(explorer, name="precision")
    assert "Here they agree" in words(explorer)
    turn(explorer, k=5)
    assert "0.4000" in words(explorer) and "0.6667" in words(explorer)


def test_definitions_of_one_measure_and_documents_that_are_relevant_or_not():
    explorer = explorers.explore_definitions(measures=["average precision"])
    assert explorer.values["name"] == "average precision"
    assert "a ●, x ○, b ●" in words(explorer) and "never found: c ●, d ●" in words(explorer)
    turn(explorer, which="graded, with a miss")
    assert "with grades: b (1), x (?)" in words(explorer)


def test_a_menu_of_one_measure_is_not_shown():
    alone, several = explorers.explore_definitions(measures=["recall"]), explorers.explore_definitions()
    assert [e._controls["name"].layout.display for e in (alone, several)] == ["none", None]


def test_definitions_take_relevant_documents_without_grades():
    for relevant in ({"b"}, ["b"], {"b": 1}):
        explorer = explorers.explore_definitions({"late": (["x", "b"], relevant)}, measures=["average precision"])
        assert "x ○, b ●" in words(explorer) and "0.5000" in words(explorer)


def test_every_definition_works_on_every_ranking_and_k():
    explorer = explorers.explore_definitions()
    for name in explorers.DEFINITIONS:
        for which in explorers.RANKINGS:
            for k in range(1, 6):
                turn(explorer, name=name, which=which, k=k)
                assert "definition" in words(explorer)


def test_every_family_can_be_parted():
    """The task can be solved: for each measure some ranking and k make two definitions differ."""
    for name, variants in explorers.DEFINITIONS.items():
        assert any(
            len({round(function(run, grades, k), 9) for *_, function in variants}) == len(variants)
            for run, grades in explorers.RANKINGS.values()
            for k in range(1, 6)
        ), name


def test_thresholds():
    explorer = explorers.explore_thresholds(SHOP)
    assert "relevant 2 grey 1 nonrelevant 2" in words(explorer)
    turn(explorer, relevant_at=0.05)
    assert "relevant 3 grey 0 nonrelevant 2" in words(explorer)
    turn(explorer, nonrelevant_below=0.3)
    assert "lies above" in words(explorer)
    assert "relevant 1 grey 0 nonrelevant 1" in words(explorers.explore_thresholds([0.5, 0.01]))


def test_a_perfect_report_of_a_page_that_did_not_change():
    explorer = explorers.explore_thresholds(SHOP, grades={0: 2, 7: 1})
    assert "By the grades: precision 0.200, recall 0.500, average precision 0.500" in words(explorer)
    assert "Solved" not in words(explorer)
    turn(explorer, nonrelevant_below=0.01, relevant_at=0.01)
    assert "precision 1.000, recall 1.000, average precision 1.000" in words(explorer) and "Solved" in words(explorer)
    assert "By the grades: precision 0.200, recall 0.500, average precision 0.500" in words(explorer)
    turn(explorer, relevant_at=0.5)
    assert "Solved" not in words(explorer)
    assert "grades" not in words(explorers.explore_thresholds([], grades={0: 1}))


def test_the_choice_of_a_measure():
    chooser = explorers.choose_measure()
    assert "nDCG@3, then RR(rel=3)" in words(chooser)
    turn(chooser, judges="yes or no")
    assert "RR, then Success@1" in words(chooser)
    turn(chooser, need="several")
    assert words(chooser).strip().startswith("P@k")
    turn(chooser, view="nothing may be missed")
    assert "R@k with a large k" in words(chooser)
    turn(chooser, judges="grades", view="the first page")
    assert words(chooser).strip().startswith("nDCG@k")
    assert len(ADVICE) == 6


PAGES = {"short": list("abxyzuvwst"), "long": list("xabcdeuvst")}  # hits at 1, 2; and at 2 to 6
HITS = set("abcde")


@pytest.mark.parametrize("p", [0.05, 0.5, 0.72, 0.73, 0.95])
def test_patience_follows_the_slider(p):
    explorer = explorers.explore_patience(PAGES, HITS)
    turn(explorer, p=p)
    values = {name: rt.rbp(page, HITS, p=p) for name, page in PAGES.items()}
    for name, value in values.items():
        assert f"{name}: RBP = {value:.3f}" in words(explorer)
    assert f"{max(values, key=values.get)} is ahead" in words(explorer)
    assert f"looks at {1 / (1 - p):.1f} results" in words(explorer)


def test_the_patience_task_can_be_solved():
    explorer, ahead = explorers.explore_patience(PAGES, HITS), []
    for hundredths in range(5, 96):
        turn(explorer, p=hundredths / 100)
        ahead.append("long is ahead" in words(explorer))
    assert ahead == sorted(ahead) and ahead[0] is False and ahead[-1] is True


@pytest.mark.parametrize(("n", "draw"), [(3, 1), (5, 7), (8, 20)])
def test_a_sample_shows_its_own_mean_and_interval(n, draw):
    values = np.array([0.5, -0.25, 0.25, 0.0, -0.5, 0.75, 0.25, -0.125])
    explorer = explorers.explore_sample(values, ("new", "old"), n=4)
    turn(explorer, n=n, draw=draw)
    drawn = values[np.random.default_rng(draw).permutation(8)[:n]]
    low, high = (float(end[0]) for end in t_interval(drawn[:, None]))
    assert f"{n} of 8 queries" in words(explorer) and f"Mean difference {drawn.mean():+.3f}" in words(explorer)
    assert f"[{low:+.3f}, {high:+.3f}]" in words(explorer)
    assert ("0 is inside" in words(explorer)) == (low <= 0 <= high)
    assert explorer.html.count(f'fill="{explorers.BLUE}"') == n and explorer.html.count("<circle") == 8


def test_the_task_of_the_sample_can_be_solved_on_the_helpdesk():
    judged = {query: grades for query, grades in helpdesk().judgements.items() if query <= "q48"}
    topic, keyword = (
        rt.evaluate(rt.data_dir() / "runs" / f"{name}.run", judged, ["nDCG@10"])["nDCG@10"] for name in ("lsa", "bm25")
    )
    explorer, ahead = explorers.explore_sample(topic - keyword, ("topic", "keyword")), []
    for draw in range(1, 21):
        turn(explorer, n=12, draw=draw)
        ahead.append("keyword is ahead" in words(explorer))
    assert sum(ahead) == 10
    turn(explorer, n=48)
    assert "topic is ahead" in words(explorer)


def test_measures_that_are_advised_can_be_computed():
    from ratools.evaluation.catalogue import parse

    for told in ADVICE.values():
        measure = f"{told.first}, then {told.second}"
        for name in re.findall(r"[A-Za-z]+(?:\([^)]*\))?@?(?:\d+|k)?", measure):
            if name.rstrip("@k0123456789") in {"RR", "Success", "P", "AP", "R", "nDCG"} or "(" in name:
                assert parse(name.replace("@k", "@10"))


def test_a_new_way_to_the_same_mrr():
    explorer = explorers.explore_first_hits(known=[[2, 2, 2, 2], [1, 1, None, None], [1, 2, 3, 6]])
    assert "this way is known already" in words(explorer)
    turn(explorer, query_1=1)
    assert "MRR is 0.625: 0.125 too high" in words(explorer)
    turn(explorer, query_4=0)
    assert "Solved" in words(explorer) and "Never found: 1" in words(explorer)
    turn(explorer, query_1=6, query_2=3, query_3=1, query_4=2)
    assert "this way is known already" in words(explorer), "the order of the queries does not matter"


def test_a_worse_result_and_a_higher_number():
    explorer = explorers.explore_failed_queries([1, 2, 10, 2])
    assert "Reported MRR: 0.525 , the mean over 4 queries" in words(explorer)
    turn(explorer, query_2=5, leave_out=True)
    assert "Can a result be worse than late?" in words(explorer)
    turn(explorer, query_2=2, query_3=0, leave_out=False)
    assert "Reported MRR: 0.500" in words(explorer) and "Solved" not in words(explorer)
    turn(explorer, leave_out=True)
    assert "Solved" in words(explorer) and "from 0.525 to 0.667" in words(explorer) and "left out" in words(explorer)
    turn(explorer, query_2=1)
    assert "honest work" in words(explorer)
    turn(explorer, query_1=0, query_2=0, query_4=0)
    assert "Reported MRR: 0.000 , the mean over 0 queries" in words(explorer)


@pytest.mark.parametrize(("size", "overlap"), [(50, 0), (200, 50), (1000, 75)])
def test_chunks_show_the_measures_of_the_cut(size, overlap):
    explorer = explorers.explore_chunks("x" * 2000, (390, 530))
    turn(explorer, size=size, overlap=overlap)
    chunks = fixed_chunks("x" * 2000, size, overlap=size * overlap // 100)
    held = [(start, end) for start, end in chunks if start < 530 and end > 390]
    told = words(explorer)
    assert f"{len(chunks)} chunks" in told and explorer.html.count(f'fill="{explorers.VERMILLION}"') == len(held)
    assert f"Chroma's omega {rt.precision_omega_chroma(chunks, [(390, 530)]):.3f}" in html.unescape(told)
    assert f"best single chunk {max(rt.span_recall([one], [(390, 530)]) for one in held):.3f}" in told


EXPLORERS = {
    "first hits": lambda: explorers.explore_first_hits(task="<u>task</u>"),
    "failed queries": lambda: explorers.explore_failed_queries(),
    "precision and recall": lambda: explorers.explore_precision_recall(["<script>alert(1)</script>", "ב"], {"ב"}, k=1),
    "definitions": lambda: explorers.explore_definitions({"<b>bold</b>": (["<i>x</i>"], {"<i>x</i>": 1})}),
    "thresholds": lambda: explorers.explore_thresholds(SHOP),
    "patience": lambda: explorers.explore_patience({"<i>a</i>": ["<b>bold</b>"], "b": ["c"]}, {"c"}),
    "choice": lambda: explorers.choose_measure("<u>task</u>"),
    "chunks": lambda: explorers.explore_chunks("<b>bold</b>" * 30, (100, 180), task="<u>task</u>"),
    "sample": lambda: explorers.explore_sample([0.1, -0.2, 0.3], ("<i>a</i>", "<b>bold</b>"), n=2, task="<u>t</u>"),
}


@pytest.mark.parametrize("make", EXPLORERS.values(), ids=EXPLORERS)
def test_three_forms_and_no_markup_from_data(make):
    explorer = make()
    bundle, _ = explorer._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert explorer.html in bundle["text/html"]
    assert repr(explorer) == repr(make()) == bundle["text/plain"]
    for markup in ("<script", "<i>", "<u>", "<b>bold"):
        assert markup not in bundle["text/html"]


@pytest.mark.parametrize("make", EXPLORERS.values(), ids=EXPLORERS)
def test_every_explorer_has_a_task_and_labels(make):
    explorer = make()
    assert "Task." in explorer._repr_mimebundle_()[0]["text/html"]
    assert all(control.description for control in explorer._controls.values())


def test_a_turn_is_answered_within_50_ms():
    explorer = explorers.explore_precision_recall([f"d{n}" for n in range(50)], RELEVANT)
    times = []
    for k in range(1, 26):
        start = time.process_time()
        turn(explorer, k=k)
        times.append(time.process_time() - start)
    assert sorted(times)[12] < 0.05


@pytest.mark.parametrize(
    ("wrong", "message"),
    [(lambda: explorers.explore_precision_recall([], {"a"}), "retrieved is empty"),
     (lambda: explorers.explore_precision_recall(["a"], {"a"}, k=2), "between 1 and 1.*got 2"),
     (lambda: explorers.explore_precision_recall("abc", {"a"}), "retrieved must be a list"),
     (lambda: explorers.explore_definitions({}), "rankings is empty"),
     (lambda: explorers.explore_definitions(measures=["AP"]), "measures must be some of precision, recall.*got"),
     (lambda: explorers.explore_definitions(measures=[]), "measures must be some of"),
     (lambda: explorers.explore_patience({"a": ["x"]}, {"x"}), "two rankings"),
     (lambda: explorers.explore_patience({"a": ["x"], "b": ["y"]}, {"x"}, p=1), "got 1"),
     (lambda: explorers.explore_chunks("abc", (1, 9)), "inside the text of 3 characters"),
     (lambda: explorers.explore_sample([0.1, 0.2]), "at least 3"),
     (lambda: explorers.explore_sample([0.1, 0.2, 0.3], n=4), "between 2 and 3"),
     (lambda: explorers.explore_sample([0.1, 0.2, 0.3], ("a",), n=2), "names must be two"),
     (lambda: explorers.explore_thresholds([-1]), "rank 1 is -1")],
)  # fmt: skip
def test_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()

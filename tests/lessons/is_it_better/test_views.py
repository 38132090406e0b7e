"""What luck does: the experiments of notebook 09, held against what must come out and against its predictions."""

import numpy as np
import pandas as pd
import pytest

import ratools as rt
from ratools.evaluation.comparison import randomisation_test
from ratools_course.lessons.is_it_better import views as luck
from ratools_course.quizzes import bank
from ratools_course.systems.datasets import helpdesk
from ratools_course.systems.lexical import Bm25

EIGHT = [0.05, 0.10, -0.02, 0.10, 0.05, 0.0, 0.15, 0.15]


@pytest.fixture(scope="module")
def scores():
    collection = helpdesk()
    asked = {query: collection.judgements[query] for query in collection.queries if query <= "q48"}
    runs = {name: rt.data_dir() / "runs" / f"{name}.run" for name in ("lsa", "bm25")}
    return pd.DataFrame({name: rt.evaluate(run, asked, ["nDCG@10"])["nDCG@10"] for name, run in runs.items()})


def test_the_worlds_give_the_p_of_the_test():
    worlds = luck.all_worlds(EIGHT)
    assert len(worlds) == 256 and worlds.loc[1].tolist() == EIGHT
    means = worlds.mean(axis=1).abs()
    assert (means >= means[1] - 1e-12).mean() == pytest.approx(randomisation_test(EIGHT)) == pytest.approx(8 / 256)


def test_five_emptied_pages_of_48_are_never_noticed(scores):
    trials = luck.damage(scores["bm25"], share=0.1)
    assert (trials["emptied"] == 5).all() and (trials["fell"] <= 5).all() and (trials["difference"] < 0).all()
    assert trials["p"].min() == 2 / 2**5
    assert (luck.damage(scores["bm25"], share=0.3)["p"] < 0.05).mean() > 0.9


def test_smaller_sets_and_all_of_them(scores):
    apart = scores["lsa"] - scores["bm25"]
    table = luck.smaller_sets(apart, [12, 24, 48], names=("lsa", "bm25"))
    assert table.sum(axis=1).tolist() == pytest.approx([1, 1, 1])
    assert table.loc[48].tolist() == [1, 0, 0] and list(table.columns) == ["lsa wins", "equal", "bm25 wins"]
    assert table.loc[12, "bm25 wins"] > table.loc[24, "bm25 wins"] > 0.2


def test_the_bootstrap_is_too_narrow_at_ten_queries_and_t_is_not():
    table = luck.coverage(np.random.default_rng(1).normal(0.1, 1, 500), sizes=(10, 50))
    assert table["t interval"].tolist() == pytest.approx([0.95, 0.95], abs=0.015)
    assert 0.87 < table.loc[10, "bootstrap"] < 0.92 < table.loc[50, "bootstrap"] < 0.95


def test_dice_alarm_often_unless_corrected():
    found = luck.false_alarms(worlds=100)
    assert found["p"] > 0.25 and found["Holm"] <= found["BH"] < 0.12
    p = rt.compare(luck.dice_systems(seed=3), "nDCG@10").table["p_randomisation"]
    assert (p < 0.05).sum() == 1 and len(p) == 15


def test_tuning_keeps_part_of_its_gain():
    scores = pd.DataFrame(np.random.default_rng(0).random((40, 6)), columns=list("abcdef"))
    found = luck.tuned(scores, "a", size=10, splits=300)
    assert (found["where tuned"] >= 0).all(), "the usual setting is among those tried"
    assert found["on the others"].mean() < found["where tuned"].mean() / 2


def test_a_tuned_k1_keeps_about_a_sixth_on_the_helpdesk():
    collection = helpdesk()
    texts = {query: one for query, one in collection.queries.items() if query <= "q48"}
    settings = [0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.5, 3.0]
    by_k1 = luck.score_by_setting(lambda k1: Bm25(collection.documents, k1), settings, texts, collection.judgements)
    assert by_k1.shape == (48, 12)
    found = luck.tuned(by_k1, 1.2, size=12)[["where tuned", "on the others"]].mean()
    assert 0.013 < found["where tuned"] < 0.018 and 0.145 < found["on the others"] / found["where tuned"] < 0.195


def test_the_paragraph_has_the_numbers_of_the_comparison():
    tables = {name: pd.DataFrame({"AP": values}) for name, values in (("new", EIGHT), ("old", [0.0] * 8))}
    result = rt.compare(tables, "AP")
    text = luck.paragraph(result)
    assert "On 8 queries, new has a mean AP of 0.072, old of 0.000" in text and "+0.019 to +0.126" in text
    assert "p = 0.031" in text and "won 6, tied 1, lost 1)" in text and "two-sided" in text
    assert "can be told from chance." in text and "losses as well as gains" not in text
    shown = luck.write_up(result, result)
    assert repr(shown).replace("\n", " ").count(text) == 2 and shown._repr_html_().count(f"<p>{text}</p>") == 2
    sure = {"new": pd.DataFrame({"AP": [0.5, 0.25] * 20}), "old": pd.DataFrame({"AP": [0.0] * 40})}
    assert "two-sided: p < 0.001;" in luck.paragraph(rt.compare(sure, "AP"))
    swapped = luck.paragraph(rt.compare({"old": tables["old"], "new": tables["new"]}, "AP"))
    assert "−0.072" in swapped or "−0.073" in swapped


def test_the_predictions_are_what_the_cells_compute(scores):
    apart = (scores["lsa"] - scores["bm25"]).tolist()
    answers = {name: bank.find_prediction(name) for name in ("09-as-far", "09-dice")}
    assert answers["09-as-far"].value == pytest.approx(randomisation_test(apart), abs=0.005)
    assert answers["09-dice"].value == pytest.approx(luck.false_alarms()["p"], abs=0.005)


BAD = {
    "too many worlds": (lambda: luck.all_worlds([0.1] * 11), "at most 10"),
    "no share": (lambda: luck.damage([1, 2], share=0), "share must be"),
    "one score": (lambda: luck.damage([1]), "at least 2 numbers"),
    "a gap": (lambda: luck.coverage([1, float("nan"), 2]), "none may be missing"),
    "more than there are": (lambda: luck.smaller_sets([1, 2], [3]), "between 1 and 2"),
    "another setting": (lambda: luck.tuned(pd.DataFrame({1.2: [1, 2]}), 1.5), "one of the settings"),
    "nothing to test on": (lambda: luck.tuned(pd.DataFrame({1.2: [1, 2]}), 1.2, size=2), "leave queries"),
    "three systems": (lambda: luck.paragraph(rt.compare(luck.dice_systems(3), "nDCG@10")), "two systems"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_gets_a_sentence(name):
    call, message = BAD[name]
    with pytest.raises(ValueError, match=message):
        call()

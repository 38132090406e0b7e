"""The museum of notebook 13: its numbers are computed, its libraries quoted, its visitors counted."""

import json

import pytest

import ratools as rt
from ratools_course import misconceptions
from ratools_course.lessons.spot_the_error import views as museum
from ratools_course.misconceptions.records import AT_FAULT


def test_four_of_the_seven_printed_numbers_are_wrong():
    table = museum.printed_beside_true()
    wrong = table[(table["printed"] - table["true"]).abs() > 0.0005]
    assert list(wrong.index) == ["P@5", "R@5", "nDCG@5", "nDCG@10"]
    assert table.loc["nDCG@5", "true"] < table.loc["nDCG@10", "true"], "it rises with k"


def test_a_notebook_that_is_not_there():
    with pytest.raises(ValueError, match="no notebook"):
        museum.visitor_score("13_spot_the_eror")


def test_a_visitor_is_counted(tmp_path, monkeypatch):
    path = tmp_path / "progress.jsonl"
    monkeypatch.setenv("RATOOLS_PROGRESS", str(path))
    assert museum.visitor_score("13_spot_the_error").startswith(
        "Seen through before the answer was opened: 0 of 5 cases, 0 of 6 questions."
    )
    lines = [
        {"prediction": "13-how-many-wrong", "status": "kept", "off": 0},
        {"prediction": "13-how-many-wrong", "status": "kept", "off": 0},
        {"prediction": "13-lonely-hit", "status": "kept", "off": 0.3},
        {"prediction": "05-x", "status": "kept", "off": 0},
        {"prediction": "13-natural-logarithm", "status": "shown"},
        {"prediction": "13-recall-above-one", "status": "kept", "off": -0.029},
        {"question": "spot-pair", "status": "wrong"},
        {"question": "spot-pair", "status": "right"},
        {"question": "spot-order", "status": "right"},
        {"exercise": "short-ideal-bug", "status": "right"},
        {"exercise": "failed-queries-bug", "status": "wrong"},
    ]
    common = {"time": "2026-01-01T00:00:00+00:00", "misconception": None}
    path.write_text("".join(json.dumps(common | one) + "\n" for one in lines), encoding="utf-8")
    found = museum.visitor_score("13_spot_the_error")
    assert "2 of 5 cases, 1 of 6 questions" in found and "1 of 3" in found


def test_what_the_prediction_says_of_the_engine_holds():
    assert rt.ndcg_at_k(["a"], dict.fromkeys("abcde", 3), 10) == pytest.approx(0.339, abs=5e-4)


def test_every_claim_of_the_first_hall_is_repaired_and_named():
    table = museum.repaired_claims()
    assert (table["as printed"] != table["repaired"]).all()
    assert set(table["the wrong idea"]) <= set(misconceptions.ids())
    pooled = [f"{value:.3f} and {share}" for value, share in ((0.61876, 0.4), (0.49005, 0.7))]  # one ideal for both
    assert [table["repaired"][f"system {n}: nDCG@10 and P@10"] for n in (1, 2)] == pooled
    assert table.loc["rank, from a reciprocal rank of 1/93"].tolist()[:2] == ["int(1 / rr) = 92", "93"]


def test_the_six_exhibits_are_complete():
    """Each has an input that is run, both numbers, a link and its fate; two of them are right and look wrong."""
    assert len(set(museum.SIX)) == 6
    for id in museum.SIX:
        one, html = misconceptions.get(id), misconceptions.show(id)._repr_html_()
        assert one.mutants or one.demonstration
        assert "https://github.com/" in html
        at_fault = [source for source in one.sources if source.erred in AT_FAULT]
        assert all(source.repaired for source in at_fault)
    asked = [id for id in museum.SIX if any(source.erred == "user" for source in misconceptions.get(id).sources)]
    assert asked == ["log-base-matters", "recall-capped"]


def test_the_other_rooms_hold_every_real_bug_of_the_bank():
    shown = museum.more_exhibits()
    ids = {card.misconception.id for cards in shown.rooms.values() for card in cards}
    met = {id for id in misconceptions.ids() if any(one.kind == "thread" for one in misconceptions.get(id).sources)}
    warned = {"labels-follow-chunks"}  # its thread only warns
    assert met - ids == set(museum.SIX) | warned
    html = shown._repr_html_()
    assert "<details open" not in html and html.count("<details>") >= len(ids) + len(shown.rooms)
    assert "jina-ai/serve#1123" in repr(shown)


def test_among_the_bugs_only_those_who_erred_are_named():
    bugs, others = repr(museum.more_exhibits()).split("No bug")
    assert "meta-toolkit/meta#73" in bugs and "joaopalotti/trectools#36" not in bugs, "it was asked there, and is right"
    assert "vibrantlabsai/ragas)" not in bugs and "deepset-ai/haystack#7867" not in bugs, "variants"
    assert "scikit-learn/scikit-learn#14256" in others


def test_what_the_prediction_says_of_five_draws():
    values = museum._by_query("bm25")
    best = max(values.sample(20, random_state=seed).mean() for seed in range(5))
    assert len(values) == 73 and round(values.mean(), 2) == 0.53 and round(best, 3) == 0.671

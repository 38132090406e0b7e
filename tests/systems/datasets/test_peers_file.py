"""data/peers: what five libraries answered to one nasty run, and how our own answers stand beside them."""

import pytest

import ratools as rt
from data.make import peer_answers
from ratools_course.systems import datasets

FOLDER = rt.data_dir() / "peers"
MEASURES = ["P@5", "R@5", "RR", "AP", "nDCG@5"]


@pytest.fixture(scope="module")
def said():
    return datasets.peers_answers()


def test_every_library_answered_every_case(said):
    cases = set(peer_answers.cases(FOLDER))
    assert set(said) == {"trec_eval", *peer_answers.PEERS}
    assert all(set(answers) == cases for answers in said.values())
    versions = (FOLDER / "versions.csv").read_text(encoding="utf-8")
    assert all(f"\n{library}," in versions for library in said)


def test_ours_are_trec_evals(said):
    table = rt.evaluate(FOLDER / "nasty.run", FOLDER / "nasty.qrels", MEASURES, duplicates="first")
    for query, row in table.iterrows():
        for measure in MEASURES if query != "twice" else ():
            assert row[measure] == pytest.approx(said["trec_eval"][query][measure], abs=5.1e-5), (query, measure)
    rest = table.drop("twice")
    for measure in MEASURES:
        assert rest[measure].mean() == pytest.approx(said["trec_eval"]["mean"][measure], abs=5.1e-5)


def test_we_refuse_the_document_that_comes_twice_as_trec_eval_does(said):
    with pytest.raises(ValueError, match="first"):
        rt.evaluate(FOLDER / "nasty.run", FOLDER / "nasty.qrels", MEASURES)
    assert "duplicate docs" in said["trec_eval"]["twice"]["AP"]


def test_what_the_notebooks_tell(said):
    assert all(answers["plain"]["nDCG@5"] == pytest.approx(0.79671, abs=5e-5) for answers in said.values())
    tie = {library: answers["tie"]["nDCG@5"] for library, answers in said.items()}
    assert tie["trec_eval"] < tie["scikit-learn"] < tie["ranx"] == 1
    assert said["ir_measures"]["tie"]["RR"] == 0.5 and said["ir_measures"]["tie"]["RR@5"] == 1, "two rules, one report"
    assert said["torchmetrics"]["negative"]["nDCG@5"] == pytest.approx(-1)
    assert "negative" in said["scikit-learn"]["negative"]["nDCG@5"]
    assert said["torchmetrics"]["half-found"]["R@5"] == 1 and said["trec_eval"]["half-found"]["R@5"] == 0.5
    assert said["torchmetrics"]["unanswered"]["AP"] is None and said["ranx"]["unanswered"]["AP"] == 0
    assert "TypeError" in said["ranx"]["numbers, as int"]["AP"]


def test_a_bad_value_is_named(data):
    (data / "peers").mkdir()
    (data / "peers/answers.csv").write_text("library,case,measure,value,said\nranx,tie,AP,much,\n")
    with pytest.raises(ValueError, match=r"answers\.csv:2: 'much' is not a number"):
        datasets.peers_answers()

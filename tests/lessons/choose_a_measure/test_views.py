"""Which run is ahead depends on the measure."""

import pytest

import ratools as rt
from ratools_course.lessons.choose_a_measure.views import who_is_ahead
from ratools_course.systems.datasets import helpdesk


def test_who_is_ahead_depends_on_the_measure():
    judged = {"q": {"a": 1, "b": 1, "c": 1}}
    table = who_is_ahead(
        {"first": {"q": ["a", "x", "y"]}, "second": {"q": ["x", "a", "b"]}}, judged, ["RR", "P@3", "P@2"]
    )
    assert table["ahead"].tolist() == ["first", "second", "equal"]
    assert table.loc["P@3", "second"] == pytest.approx(2 / 3)
    with pytest.raises(ValueError, match="at least two runs"):
        who_is_ahead({"one": {"q": ["a"]}}, judged, ["RR"])


def test_two_winners_on_the_helpdesk():
    """Notebook 06 says that Aylin's and Carla's measures choose different systems."""
    runs = {name: rt.data_dir() / "runs" / f"{name}.run" for name in ("bm25", "lsa", "minilm")}
    both = {name: runs[name] for name in ("bm25", "lsa")}
    table = who_is_ahead(both, helpdesk().judgements, ["P@1", "RR", "nDCG@10", "P@5", "R@10"])
    assert table["ahead"].tolist() == ["bm25", "bm25", "lsa", "lsa", "lsa"]
    assert set(who_is_ahead(runs, helpdesk().judgements, list(table.index))["ahead"]) == {"minilm"}

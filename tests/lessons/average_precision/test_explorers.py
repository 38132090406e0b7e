"""Definitions of one name: they differ where libraries do. What all explorers share: shared/test_every_explorer.py."""

import pytest

from ratools_course.lessons.average_precision import explorers

EXPLORERS = {
    "definitions": lambda: explorers.explore_definitions({"<b>bold</b>": (["<i>x</i>"], {"<i>x</i>": 1})}),
}


def test_definitions_differ_where_libraries_do(words, turn):
    explorer = explorers.explore_definitions()
    turn(explorer, name="average precision", which="a, x, b of four relevant", k=3)
    assert "0.4167" in words(explorer) and "0.8333" in words(explorer) and "0.4167 apart" in words(explorer)
    turn(explorer, name="nDCG")
    assert "0.7039" in words(explorer) and "0.5856" in words(explorer)
    turn(explorer, name="precision")
    assert "Here they agree" in words(explorer)
    turn(explorer, k=5)
    assert "0.4000" in words(explorer) and "0.6667" in words(explorer)


def test_definitions_of_one_measure_and_documents_that_are_relevant_or_not(words, turn):
    explorer = explorers.explore_definitions(measures=["average precision"])
    assert explorer.values["name"] == "average precision"
    assert "a ●, x ○, b ●" in words(explorer) and "never found: c ●, d ●" in words(explorer)
    turn(explorer, which="graded, with a miss")
    assert "with grades: b (1), x (?)" in words(explorer)


def test_a_menu_of_one_measure_is_not_shown():
    alone, several = explorers.explore_definitions(measures=["recall"]), explorers.explore_definitions()
    assert [e._controls["name"].layout.display for e in (alone, several)] == ["none", None]


def test_definitions_take_relevant_documents_without_grades(words):
    for relevant in ({"b"}, ["b"], {"b": 1}):
        explorer = explorers.explore_definitions({"late": (["x", "b"], relevant)}, measures=["average precision"])
        assert "x ○, b ●" in words(explorer) and "0.5000" in words(explorer)


def test_every_definition_works_on_every_ranking_and_k(words, turn):
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


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: explorers.explore_definitions({}), "rankings is empty"),
        (lambda: explorers.explore_definitions(measures=["AP"]), "measures must be some of precision, recall.*got"),
        (lambda: explorers.explore_definitions(measures=[]), "measures must be some of"),
    ],
)
def test_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()

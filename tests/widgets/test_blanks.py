"""The tables to complete: right is right, wrong is told where it belongs, and nothing gives the answer away."""

import re

import pytest

from ratools.evaluation.catalogue import parse
from ratools_course.widgets.blanks import OPEN, Blanks, CompleteTable, complete_table, course_tables, read_tables

TABLES = course_tables()
every = pytest.mark.parametrize("name", TABLES)


def fill(table, blanks):
    for row, cells in blanks.rows.items():
        for column, entry in cells.items():
            table.choose(row, column, entry)


def words(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


@every
def test_the_right_entries_are_right(name):
    table = complete_table(name)
    fill(table, TABLES[name])
    table.check()
    assert words(table.verdict).startswith("All")


@every
def test_it_is_well_made(name):
    blanks = TABLES[name]
    assert set(blanks.hints) == set(blanks.rows)
    for column in blanks.columns:
        assert len(blanks.entries(column)) == len(blanks.rows), "each entry belongs to one row"
        assert blanks.entries(column) != [row[column] for row in blanks.rows.values()], "the order gives it away"


@every
def test_an_untouched_table_says_what_is_open_and_no_more(name):
    table = complete_table(name)
    table.check()
    assert words(table.verdict) == f"0 of {len(table._cells)} right. {len(table._cells)} still open."


def test_an_entry_that_is_wrong_again_is_told_where_it_belongs():
    table = complete_table("teams")
    table.choose("FAQ bot", "measured first", "nDCG@10")
    table.check()
    assert "FAQ bot , measured first: “nDCG@10” fits another row better" in words(table.verdict)
    table.choose("FAQ bot", "measured first", "R@50")
    table.check()
    assert "FAQ bot , measured first: “R@50” fits “paper search” better" in words(table.verdict)
    assert "0 of 8 right. 7 still open." in words(table.verdict)
    table.choose("FAQ bot", "measured first", "RR")
    table.check()
    assert "1 of 8 right. 7 still open." in words(table.verdict) and "✗" not in table.verdict


def test_a_row_tells_its_hint_once_and_the_last_open_cell_is_named():
    table, blanks = complete_table("measures"), TABLES["measures"]
    fill(table, blanks)
    for column in blanks.columns[:2]:
        table.choose("P@k", column, blanks.rows["RR"][column])
    table.choose("RR", "its strength", OPEN)
    table.check()
    assert words(table.verdict).count(blanks.hints["P@k"]) == 1 and table.verdict.count("✗") == 2
    assert "1 still open: RR, its strength." in words(table.verdict)


def test_measures_that_teams_choose_can_be_computed():
    assert all(parse(measure) for row in TABLES["teams"].rows.values() for measure in row.values())


@every
def test_three_forms(name):
    table = complete_table(name, "<u>task</u>")
    bundle, _ = table._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"] == f"CompleteTable(0 of {len(table._cells)} cells chosen)"
    assert "<u>" not in bundle["text/html"]
    assert all(box.description for box in table._cells.values())


def test_own_tables_and_unknown_ones():
    own = Blanks("thing", {"<b>a</b>": {"x": "1"}, "b": {"x": "2"}}, {"<b>a</b>": "?", "b": "?"})
    table = complete_table(own)
    table.choose("<b>a</b>", "x", "2")
    table.check()
    assert isinstance(table, CompleteTable) and "<b>a</b>, x" not in table.verdict
    with pytest.raises(ValueError, match="no table 'team'.*teams"):
        complete_table("team")


def test_a_claim_that_has_its_quotation_marks_gets_no_second_pair():
    table = complete_table("museum")
    rows, column = list(TABLES["museum"].rows), TABLES["museum"].columns[0]
    table.choose(rows[0], column, TABLES["museum"].rows[rows[1]][column])
    table.check()
    table.check()
    assert f"fits {rows[1]} better" in words(table.verdict) and "““" not in table.verdict


TABLE = """
[colours]
of = "thing"
[[colours.row]]
name = "grass"
hint = "Look down."
entry.colour = "green"
[[colours.row]]
name = "sky"
hint = "Look up."
entry.colour = "blue"
"""


def test_a_table_is_read_from_its_file(tmp_path):
    path = tmp_path / "tables.toml"
    path.write_text(TABLE, encoding="utf-8")
    rows, hints = {"grass": {"colour": "green"}, "sky": {"colour": "blue"}}, {"grass": "Look down.", "sky": "Look up."}
    assert read_tables(path) == {"colours": Blanks("thing", rows, hints)}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('of = "thing"', "of = ", "tables.toml: Invalid value"),
        ('of = "thing"', "", "tables.toml: .*'of'"),
        ('hint = "Look up."', "", "colours: every row needs name, hint and entry"),
        ('name = "sky"', 'name = "grass"', "colours: its rows must have different names and the same columns"),
        ('entry.colour = "blue"', 'entry.color = "blue"', "different names and the same columns"),
        ('"blue"', '"green"', "colours: an entry of 'colour' stands in two rows"),
    ],
)
def test_a_file_that_is_wrong_says_so(tmp_path, old, new, message):
    path = tmp_path / "tables.toml"
    path.write_text(TABLE.replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read_tables(path)

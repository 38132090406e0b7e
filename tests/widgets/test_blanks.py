"""The tables to complete: right is right, wrong is told where it belongs, and nothing gives the answer away."""

import json
import re

import pytest

from ratools.evaluation.catalogue import parse
from ratools_course import progress
from ratools_course.widgets.blanks import OPEN, Blanks, CompleteTable, complete_table, course_tables, read_tables

TABLES = course_tables()


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    """A progress file of the test's own: a table begins empty."""
    path = tmp_path / "progress.jsonl"
    monkeypatch.setenv("RATOOLS_PROGRESS", str(path))
    return path


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


# What is kept --------------------------------------------------------------------------------------------------------


def rows_of(notebook):
    table = progress(notebook).table
    return table[table["kind"] == "table"].set_index("id")


def test_what_was_chosen_is_there_when_the_cell_runs_again(file):
    table = complete_table("teams")
    table.choose("FAQ bot", "measured first", "nDCG@10")
    table.choose("shop", "measured first", "nDCG@10")
    table.choose("shop", "measured first", OPEN)
    again = complete_table("teams")
    assert again.values == table.values and again.values["FAQ bot"]["measured first"] == "nDCG@10"
    assert again.verdict == "" and repr(again) == "CompleteTable(1 of 8 cells chosen)"
    assert len(file.read_text().splitlines()) == 3, "to restore it writes nothing"


def test_the_verdict_comes_back_with_what_it_knew_of_earlier_checks():
    table = complete_table("teams")
    for entry in ("nDCG@10", "R@50"):
        table.choose("FAQ bot", "measured first", entry)
        table.check()
    again = complete_table("teams")
    assert again.verdict == table.verdict and "fits “paper search” better" in words(again.verdict)


@every
def test_it_counts_in_progress(name):
    notebook = "13" if name == "museum" else "06"
    assert rows_of(notebook).loc[name, ["status", "tries"]].tolist() == ["not attempted", 0]
    table, blanks = complete_table(name), TABLES[name]
    first, second, *_ = blanks.rows
    column = blanks.columns[0]
    table.choose(first, column, blanks.rows[first][column])
    table.check()
    assert rows_of(notebook).loc[name, ["status", "tries"]].tolist() == ["not attempted", 0], "right so far, and open"
    table.choose(second, column, blanks.rows[first][column])
    table.check()
    assert rows_of(notebook).loc[name, ["status", "tries"]].tolist() == ["wrong", 1]
    assert f"table {name} (tried)" in repr(progress(notebook))
    fill(table, blanks)
    table.check()
    assert rows_of(notebook).loc[name, ["status", "tries"]].tolist() == ["right", 2]
    assert f"table {name}" not in repr(progress(notebook))
    assert words(complete_table(name).verdict) == f"All {len(table._cells)} right."


def test_progress_says_how_many_tables_are_right():
    assert ", 0 of 3 tables, quiz 0 of " in repr(progress("06"))
    assert "table costs, table teams, table measures, the whole quiz." in repr(progress("06"))
    assert ", 0 of 1 table, quiz 0 of " in repr(progress("13")) and "table" not in repr(progress("05"))


def test_an_answer_to_another_wording_of_the_table_is_not_restored(monkeypatch):
    table = complete_table("teams")
    fill(table, TABLES["teams"])
    rows = {**TABLES["teams"].rows, "FAQ bot": {**TABLES["teams"].rows["FAQ bot"], "measured first": "S@1"}}
    monkeypatch.setitem(TABLES, "teams", Blanks("team", rows, TABLES["teams"].hints))
    assert repr(complete_table("teams")) == "CompleteTable(0 of 8 cells chosen)"


ODD = [{"cell": "FAQ bot"}, {"cell": [["FAQ bot"], "x"]}, {"cell": ["FAQ bot", "x"]}, {"cell": None}, {"cell": {}}]
ODD += [{"cell": ["FAQ bot", "measured first"], "entry": entry} for entry in ("nDCG@99", ["RR"], {}, 3)]


@pytest.mark.parametrize("odd", ODD)
def test_a_line_that_somebody_edited_is_passed_over(file, odd):
    line = {"table": "teams", "status": "not attempted", "misconception": None, "version": TABLES["teams"].version}
    file.write_text(json.dumps({**line, **odd}) + "\n")
    assert repr(complete_table("teams")) == "CompleteTable(0 of 8 cells chosen)"


def test_a_table_of_ones_own_is_not_kept(file):
    table = complete_table(Blanks("thing", {"a": {"x": "1"}, "b": {"x": "2"}}, {"a": "?", "b": "?"}))
    table.choose("a", "x", "1")
    table.check()
    assert not file.exists()


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

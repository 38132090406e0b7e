"""A cell that failed before the check: the function is the earlier one, and the verdict says so."""

import pytest
from IPython.core.interactiveshell import InteractiveShell

from ratools_course import check, solution
from ratools_course.checker.cell_history import earlier_function

EARLIER = "This is still your earlier function"
RIGHT = solution("precision_at_k").code
CHECK = 'from ratools_course import check\nresult = check("precision_at_k", precision_at_k)'


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Runs cells as a notebook does; what the last one called `result`."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    shell = InteractiveShell.instance()
    monkeypatch.setattr(shell, "showtraceback", lambda *a, **o: None)
    monkeypatch.setattr(shell, "showsyntaxerror", lambda *a, **o: None)

    def run_cells(*cells):
        for text in cells:
            shell.run_cell(text, store_history=True)
        return shell.user_ns.get("result")

    yield run_cells
    InteractiveShell.clear_instance()


def test_a_syntax_error_is_told(run):
    result = run(RIGHT, RIGHT.replace("hits / k", "hits / (k"), CHECK)
    assert result.status == "right"
    assert EARLIER in result.message and "has a SyntaxError in its line" in result.message
    assert EARLIER not in run(RIGHT, CHECK).message


def test_a_decimal_comma_in_such_a_line_is_told(run):
    broken = RIGHT.replace("hits / k", "hits / k if k > 0,05 else 0")
    told = run(RIGHT, broken, CHECK).message
    assert EARLIER in told and "`0,05` should have a point: `0.05`" in told
    assert "point" not in run(RIGHT, RIGHT.replace("hits / k", "hits / (k"), CHECK).message


def test_an_unfinished_function_is_not_called_untouched_as_well(run):
    stub = "def precision_at_k(retrieved, relevant, k):\n    ..."
    result = run(stub, f"{stub}\n        return 1", CHECK)
    assert result.status == "not attempted" and "has an IndentationError in its line 3" in result.message
    assert "Replace the" not in result.message


def test_a_number_in_a_cell_that_is_no_python_is_told(run):
    check_number = 'from ratools_course import check\nresult = check("ndcg-number-s1", {})'
    broken = "ndcg_at_5 = 63.5%"
    told = run("ndcg_at_5 = 0.1", broken, check_number.format("ndcg_at_5")).message
    assert "This is still your earlier value" in told and "0.1 is not it" in told
    assert "earlier" not in run(check_number.format("0.635")).message, "nobody spoke of that cell"
    assert "earlier" not in run("ndcg_at_5 = 0.635", check_number.format("ndcg_at_5")).message


def test_a_power_written_as_in_other_languages_is_told(run):
    checked = 'from ratools_course import check\nresult = check("capstone-queries", questions)'
    stopped = "questions = ..."
    told = run(stopped, "questions = (2.8 * 0.377 / 0.05) ^ 2", checked)
    assert told.status == "not attempted" and "`^` is no power: write `**`" in told.message
    assert "earlier" not in run("questions = 21 ^ 2", checked).message, "that is a number"


def test_an_error_before_the_def_is_told(run):
    result = run(RIGHT, "import nowhere_at_all\n" + RIGHT.replace("hits / k", "hits / len(relevant)"), CHECK)
    assert "stopped with an error before it came to the `def`" in result.message


def test_a_cell_that_worked_says_nothing(run):
    for cell in (RIGHT, f"%matplotlib --list\n{RIGHT}", RIGHT + "\n# a remark", f"{RIGHT}\n{CHECK}", "x = 1"):
        assert EARLIER not in run(RIGHT, cell, CHECK).message
    other = "def other(retrieved, relevant, k:\n    pass"
    assert EARLIER not in run(RIGHT, other, CHECK).message


def test_outside_of_ipython_there_is_silence():
    def precision_at_k(retrieved, relevant, k):
        return 0

    assert earlier_function(precision_at_k) is None and earlier_function(3) is None
    assert EARLIER not in check("precision_at_k", precision_at_k).message

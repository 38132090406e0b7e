"""The formula sheet says what the docstrings say, about every measure of notebooks 02 to 06."""

import re

import pytest

import ratools as rt
from ratools_course.lessons.choose_a_measure import sheet


def lines():
    return [line for section in sheet.sheet_lines().values() for line in section]


def test_every_line_is_complete_and_none_was_typed():
    assert len(lines()) >= 14
    source = "\n".join(getattr(rt, name).__doc__ for name in rt.__all__ if getattr(rt, name).__doc__)
    source = " ".join(source.split())
    for line in lines():
        assert "=" in line.formula and line.formula in source, line
        assert line.trap and line.trap in source and not re.search(r"\d{4}\.$", line.trap), line
        assert line.question and "\n" not in line.formula + line.trap


def test_the_formulas_themselves():
    told = {line.name: line.formula for line in lines()}
    assert told["P"] == "P@k = relevant among the first k / k"
    assert told["nDCG"] == "nDCG@k = DCG@k / IDCG@k"
    assert told["RBP"] == "RBP = (1 − p) · Σ p^(i − 1) over the ranks i that hold a hit"


def test_what_an_argument_holds_is_not_on_paper():
    told = {line.name: line.question for line in lines()}
    assert told["MRR"] == "The mean reciprocal rank over queries."
    assert not any("`" in question for question in told.values())


def test_three_forms(tmp_path):
    shown = sheet.formula_sheet()
    assert "nDCG@k = DCG@k / IDCG@k" in repr(shown)
    assert "<script" not in shown._repr_html_() and "DCG@k / IDCG@k" in shown._repr_html_()
    assert "0.631" in shown._repr_html_() and "0.289" in shown._repr_html_()
    path = tmp_path / "formula_sheet.html"
    assert str(path) in sheet.write_formula_sheet(path)
    page = path.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and page.count("<h1>") == 1
    assert not re.search(r"https?://", page), "it prints without a network"
    with pytest.raises(ValueError, match="is a folder"):
        sheet.write_formula_sheet(tmp_path)

"""The formula sheet, printed: one page of A4, nothing cut off, readable."""

import re

import pytest

from ratools_course.lessons.choose_a_measure.sheet import write_formula_sheet


@pytest.fixture(scope="module")
def page(pages, tmp_path_factory):
    path = tmp_path_factory.mktemp("sheet") / "formula_sheet.html"
    write_formula_sheet(path)
    return pages(path.as_uri(), 800, 1100)


def test_it_prints_on_one_page_of_a4(page):
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) == 1
    box = [float(n) for n in re.search(rb"/MediaBox\s*\[([^\]]+)\]", printed)[1].split()]
    assert box[2:] == pytest.approx([595, 842], abs=2)


def test_one_more_line_would_be_noticed(page):
    """The count of pages can fail: twice the sheet is two pages."""
    page.evaluate("document.body.append(document.querySelector('main').cloneNode(true))")
    assert len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(prefer_css_page_size=True))) == 2
    page.reload()


def test_nothing_is_cut_off_and_it_can_be_read_by_everyone(page, axe):
    page.set_viewport_size({"width": 800, "height": 1100})
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert axe(page, "body") == []

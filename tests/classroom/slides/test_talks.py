"""The talks: enough slides and not too many, little text on each, the notebook's numbers, nothing from elsewhere."""

import json
import re
from pathlib import Path

import pytest

from ratools_course.classroom.slides import talks
from ratools_course.lessons import lesson

ROOT = Path(__file__).parents[3]
MOST_WORDS = 60  # of a slide's own text: what is more is read aloud
every = pytest.mark.parametrize("name", [found.number for found in talks.all_talks()])


def by_slide(name):
    """The cells of each slide."""
    cells, widgets = talks.slides(name)
    slides = []
    for cell in cells:
        if cell.metadata["slideshow"]["slide_type"] == "slide":
            slides.append([])
        slides[-1].append(cell)
    return slides, widgets


def plain(text):
    return re.sub(r"<[^>]+>|[*`#_]", " ", text)


@every
def test_there_are_ten_to_fifteen_slides_with_little_text(name):
    slides, _ = by_slide(name)
    assert 10 <= len(slides) <= 15
    for cells in slides:
        words = plain(" ".join(cell.source for cell in cells if cell.cell_type == "markdown")).split()
        assert len(words) <= MOST_WORDS, " ".join(words)
        assert words or cells[0].outputs, "an empty slide"


@every
def test_a_slide_says_no_number_that_its_notebook_does_not(name):
    """The slides' own texts must follow when a number of the notebook moves."""
    book = json.loads((ROOT / "notebooks" / lesson(name).file).read_text(encoding="utf-8"))
    texts = [cell["metadata"].get("slideshow", {}).get("text", "") for cell in book["cells"]]
    for cell in book["cells"]:
        cell["metadata"] = {}
    known = set(re.findall(r"\d+(?:\.\d+)?", json.dumps(book, ensure_ascii=False)))
    assert any(texts)
    assert set(re.findall(r"\d+(?:\.\d+)?", " ".join(texts))) <= known


@every
def test_predictions_are_alive_and_untouched(name):
    slides, widgets = by_slide(name)
    states = re.findall(r'class="ratools-state">(.*?)</script>', str(slides))
    assert len(states) >= 3 and "ratools_course.quizzes.prediction_widget.Prediction" in widgets
    assert not re.search(r'"taken": \{"', str(states))


def test_the_talk_is_one_file_that_asks_for_nothing(tmp_path, capsys):
    assert talks.main(["05", "--out", str(tmp_path)]) == 0
    page = (tmp_path / "05_ndcg.slides.html").read_text(encoding="utf-8")
    assert page.count("<section") == 2 * 14, "nbconvert puts each slide into a column of its own"
    tags = re.sub(r"(<script\b[^>]*>).*?</script>", r"\1", page, flags=re.S)  # the browser's tests try the scripts
    loaded = re.findall(r"<(?:script|link|img|iframe)\b[^>]*?(?:src|href)=[\"']?([^\"' >]+)", tags)
    assert loaded and all(address.startswith("data:") for address in loaded)
    assert not re.search(r"@import|url\((?!data:)[\"']?http|unpkg|cdnjs|jsdelivr", page)
    assert 'data-ratools="RankingBoard"' in page and 'data-ratools-code="RankingBoard"' in page
    assert "$$" not in plain(page.split('<div class="slides">')[1].split("<script")[0]), "a formula that was not drawn"
    assert "05_ndcg.slides.html: open it" in capsys.readouterr().out


def test_a_notebook_without_a_talk_is_one_sentence(tmp_path, capsys):
    assert talks.main(["04", "--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "there is no talk of 04; there are 01, 02, 05, 08, 09, 10\n"


def test_a_slide_of_something_that_needs_a_kernel_is_refused():
    state = {"x": {"state": {"_model_name": "VBoxModel"}}}
    with pytest.raises(ValueError, match="needs a kernel"):
        talks._static(state, {talks.VIEW: {"model_id": "x"}, "text/html": ""}, set())

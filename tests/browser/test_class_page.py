"""The class's page in a browser: large, light and dark, for everyone; it reloads itself and keeps what was opened."""

import json

import pytest

from ratools_course.classroom.report import class_files, class_report
from ratools_course.classroom.report.class_page import write_page
from ratools_course.quizzes.bank import find_prediction

LONG = 20_000  # milliseconds to wait at most


@pytest.fixture
def path(tmp_path):
    asked = [find_prediction(name) for name in ("05-third-stall", "01-count-them")]
    for number in range(6):
        lines = [{"exercise": "ndcg_at_k", "status": "wrong", "misconception": "idcg-from-retrieved"}]
        lines += [{"exercise": "ndcg_at_k", "status": "right"}] * (number % 2)
        lines += [{"question": "ndcg-two-numbers", "status": "right"}]
        for question, guess in zip(asked, (number / 10, number % 4), strict=True):
            lines.append({"prediction": question.id, "status": "kept", "version": question.version, "guess": guess})
        (tmp_path / f"{number}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return write_page(class_report.ClassReport(class_files.gather(tmp_path)), tmp_path / "class.html")


def test_it_can_be_read_by_everyone_and_keeps_what_was_opened(browser, path, axe, in_front):
    page = in_front(browser.new_page(viewport={"width": 1280, "height": 720}, color_scheme="dark"))
    asked, said = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.add_init_script("sessionStorage.loads = Number(sessionStorage.loads || 0) + 1")
    page.goto(path.as_uri())
    page.locator("#answer-05-third-stall summary").click()
    page.wait_for_selector("#answer-05-third-stall[open]", timeout=LONG)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert axe(page, "body") == []
    page.emulate_media(color_scheme="light")
    assert axe(page, "body") == []
    # From here on the page reloads itself: only waits, which outlive a reload.
    path.write_text(path.read_text(encoding="utf-8").replace('data-reload="0"', 'data-reload="3"'), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_function("Number(sessionStorage.loads) >= 3", timeout=LONG)
    page.wait_for_selector("#answer-05-third-stall[open]", timeout=LONG)
    page.wait_for_selector("#answer-01-count-them:not([open])", state="attached", timeout=LONG)
    assert set(asked) == {path.as_uri()} and said == []
    page.close()

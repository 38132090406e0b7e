"""A talk in a browser, from the disk: every slide fits, the board is alive and keeps its keys."""

import pytest

from ratools_course.classroom.slides import talks

LONG = 20_000  # milliseconds to wait at most
FITS = """() => {
  const slide = Reveal.getCurrentSlide(), stage = slide.getBoundingClientRect();
  return [...slide.querySelectorAll("*")].every((one) => {
    const box = one.getBoundingClientRect();
    return box.bottom <= stage.bottom + 2 && box.right <= stage.right + 2;
  });
}"""


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    folder = tmp_path_factory.mktemp("slides")
    assert talks.main(["05", "--out", str(folder)]) == 0
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.asked, page.said = [], []
    page.on("request", lambda request: page.asked.append(request.url))
    page.on("console", lambda message: page.said.append(message.text))
    page.goto((folder / "05_ndcg.slides.html").as_uri())
    page.wait_for_function("window.Reveal && Reveal.isReady()", timeout=LONG)
    page.wait_for_function("!document.querySelector('.ratools-static:not(:has(.ratools))')", timeout=LONG)
    yield page
    page.close()


def test_every_slide_fits_also_when_its_prediction_has_been_answered(page):
    for number in range(page.evaluate("Reveal.getTotalSlides()")):
        page.evaluate(f"Reveal.slide({number})")
        page.wait_for_function(FITS, timeout=LONG)
        slide = page.locator("section.present > section.present")
        show = slide.get_by_text("Show me", exact=True)
        if show.count():
            show.click()
            slide.get_by_text("The answer", exact=True).wait_for(timeout=LONG)
            page.wait_for_function(FITS, timeout=LONG)
    assert page.said == [] and not [url for url in page.asked if not url.startswith(("file:", "data:", "blob:"))]


def test_the_board_is_alive_and_keeps_its_keys(page):
    place = page.locator('[data-ratools="RankingBoard"]')
    number = place.evaluate("one => Reveal.getIndices(one.closest('.slides > section')).h")
    page.evaluate(f"Reveal.slide({number})")
    before = place.evaluate("one => one.ratoolsModel.get('order')")
    down = place.get_by_role("button", name="down").first
    down.click()
    changed = "([one, before]) => JSON.stringify(one.ratoolsModel.get('order')) !== JSON.stringify(before)"
    page.wait_for_function(changed, arg=[place.element_handle(), before], timeout=LONG)
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"Reveal.getIndices().h === {number}", timeout=LONG)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"Reveal.getIndices().h === {number + 1}", timeout=LONG)

"""Take the README's picture of the ranking board, .github/board.png: `python tests/browser/make_board_picture.py`."""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from ratools.forms import static_page
from ratools_course import RankingBoard
from ratools_course.systems.datasets import three_queries

TARGET = Path(__file__).parents[2] / ".github" / "board.png"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]


def board():
    """The first five results for *python async*, from the ranking chapter's example, with a task."""
    found, results = three_queries()
    titles = {doc: found.documents[doc].title for doc in results["python async"][:5]}
    task = {"measure": "nDCG@5", "goal": 0.7, "moves": 1}
    return RankingBoard(titles, found.judgements["python async"], k=5, query="python async tutorial", challenge=task)


def main():
    """Open the board's static page, step a little way through the sum, and take its picture."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        return "a picture needs Chromium: install it (Debian and Ubuntu: apt install chromium)"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "board.html"
        page_file.write_text(static_page(board()), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": 1000, "height": 900}, device_scale_factor=1.5)
        page.goto(page_file.as_uri())
        page.get_by_role("button", name="Step through").click()
        for _ in range(3):
            page.get_by_role("button", name="Next").click()
        page.locator(".ratools").first.screenshot(path=TARGET)
        browser.close()
    print(TARGET.name, TARGET.stat().st_size // 1000, "kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

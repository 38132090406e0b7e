"""Invented measures: each gets the page that shows what it is blind to, and nothing that it does harms the kernel."""

import pytest

from ratools_course.checker import worker
from ratools_course.lessons.why_measure.inventions import HELPFUL, IDEAL, faults, in_words, pages, silliest_page


@pytest.fixture
def here(monkeypatch):
    monkeypatch.setattr(worker, "run", lambda function, calls: worker.run_here(function, calls))


def count(page, helpful):
    return sum(doc in helpful for doc in page)


def rank_of_first(page, helpful, otherwise):
    return next((rank for rank, doc in enumerate(page, start=1) if doc in helpful), otherwise)


def average_precision(page, helpful):
    ranks = [rank for rank, doc in enumerate(page, start=1) if doc in helpful]
    return sum(count(page[:rank], helpful) / rank for rank in ranks) / len(helpful)


LAST = "97 useless documents, then form, then terms, then notice"
ALONE = "form, then 99 useless documents"
SILLY = {
    "hits": (count, 3, LAST),
    "recall": (lambda page, helpful: len(helpful & set(page)) / len(helpful), 1, LAST),
    "any hit": (lambda page, helpful: any(doc in helpful for doc in page), 1, "99 useless documents, then form"),
    "precision": (lambda page, helpful: count(page, helpful) / len(page), 1, "form"),
    "P@5": (lambda page, helpful: count(page[:5], helpful) / 5, 0.6, "2 useless documents, then form, then terms"),
    "rank of the first": (lambda page, helpful: rank_of_first(page, helpful, 999), 1, ALONE),
    "rank of the first, or 0": (lambda page, helpful: rank_of_first(page, helpful, 0), 0, "100 useless documents"),
    "reciprocal rank": (lambda page, helpful: 1 / rank_of_first(page, helpful, 10**9), 1, ALONE),
    "misses": (lambda page, helpful: len(page) - count(page, helpful), 0, "the empty page"),
    "length": (lambda page, helpful: len(page), 100, "100 useless documents"),
    "always 1": (lambda page, helpful: 1, 1, "100 useless documents"),
}


@pytest.mark.parametrize("idea", SILLY)
def test_each_idea_gets_a_fitting_page(idea, here):
    measure, score, words = SILLY[idea]
    found = silliest_page(measure)
    assert found.status == "silly" and found.score == pytest.approx(score)
    assert measure(found.page, set(HELPFUL)) == pytest.approx(score)
    assert in_words(found.page).replace("`", "").startswith(words)
    assert f"this page gets it: {words}" in repr(found)


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        (average_precision, "The search found nothing sillier"),
        (lambda page, helpful: 2 * len(helpful & set(page)) / (len(page) + len(helpful)), "found no silly page"),
        (lambda page, helpful: 2 * count(page, helpful) - len(page), "These two get the same, -1"),
    ],
)
def test_a_measure_that_holds_is_told_so(measure, said, here):
    found = silliest_page(measure)
    assert found.status == "sound" and said in repr(found)
    assert found.page[:3] == list(IDEAL) or set(found.page) == set(IDEAL)


def test_repeats_are_told_apart(here):
    assert "it can be cheated: form 100 times gets 100" in repr(silliest_page(count))
    assert "cheated" not in repr(silliest_page(lambda page, helpful: len(helpful & set(page))))


def test_a_page_without_a_score_is_asked_about(here):
    text = repr(silliest_page(lambda page, helpful: count(page, helpful) / len(page)))
    assert "For the empty page your measure stops with ZeroDivisionError. What should" in text
    text = repr(silliest_page(lambda page, helpful: next(rank for rank, doc in enumerate(page, 1) if doc in helpful)))
    assert "stops with StopIteration, and for 7 more" in text


STOPPED = {
    "dots": (lambda page, helpful: ..., "open", "Nothing invented yet"),
    "nothing": (lambda page, helpful: None, "stopped", "Is there a return"),
    "a text": (lambda page, helpful: "good", "stopped", "returns a text"),
    "a list": (lambda page, helpful: page, "stopped", "returns a list"),
    "infinite": (lambda page, helpful: float("inf"), "stopped", "no finite number"),
    "one argument": (lambda page: 1, "stopped", "It is called as my_measure(page, helpful)"),
    "an error": (lambda page, helpful: page & helpful, "stopped", "stops with TypeError"),
}


@pytest.mark.parametrize("case", STOPPED)
def test_what_is_no_measure_gets_a_sentence(case, here):
    measure, status, said = STOPPED[case]
    found = silliest_page(measure)
    assert found.status == status and said in repr(found) and found.page is None


def test_no_function_at_all():
    assert silliest_page(...).status == silliest_page(None).status == "open"
    assert "3 is no function" in repr(silliest_page(3))


def test_an_endless_measure_is_ended(monkeypatch):
    monkeypatch.setattr(worker, "SECONDS", 0.5)

    def endless(page, helpful):
        while True:
            pass

    assert "a loop that never ends" in repr(silliest_page(endless))


def test_it_runs_in_the_worker_and_changes_nothing():
    kept = []

    def greedy(page, helpful):
        kept.append(page)
        page.clear()
        return 1.0

    assert silliest_page(greedy).status == "silly" and kept == []


def test_the_pages_that_are_tried():
    tried = pages()
    assert len(tried) == len(set(tried)) < 400
    assert IDEAL in tried and () in tried and max(map(len, tried)) == 100
    assert faults(IDEAL) == (False, 0, 0, 0, 0) < faults(("form",)) < faults(()) <= faults(("other-1",))


def test_what_is_shown_is_safe(here):
    def shout(page, helpful):
        raise ValueError("<script>")

    html = silliest_page(shout)._repr_html_()
    assert "<script>" not in html and "&lt;script&gt;" in html and "role='status'" in html

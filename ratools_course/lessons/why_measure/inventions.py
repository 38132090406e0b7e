"""A measure that a learner invents, and a search for the silliest page that it calls perfect.

`silliest_page(measure)` hands several hundred small pages to the function, in the worker process of the exercises, and
looks at those that get its best score. `pages` says what is tried, `faults` what makes a page silly.
"""

from dataclasses import dataclass
from itertools import combinations, groupby, permutations, product
from math import isfinite
from pathlib import Path

from ratools.words import figure, literal
from ratools_course.cards import card, paragraphs, plain
from ratools_course.checker import worker
from ratools_course.lessons.shared.texts import read_texts

TEXTS = read_texts(Path(__file__).parent)
HELPFUL = ("form", "terms", "notice")
LONG = 100  # documents of a long page
OTHERS = tuple(f"other-{n}" for n in range(1, LONG + 1))
IDEAL = HELPFUL
WORSE = [OTHERS[:3], (*OTHERS[:2], "form"), (OTHERS[0], "form", OTHERS[1])]  # than the ideal, for everybody


def silliest_page(measure):
    """Search for the worst page that gets a measure's best score; `measure(page, helpful)` gives a number.

    >>> silliest_page(lambda page, helpful: float(page[0] in helpful) if page else 0.0).page[:3]
    ['form', 'other-1', 'other-2']
    """
    if measure is ... or measure is None:
        return Finding("open", [TEXTS["open"]["nothing"]])
    if not callable(measure):
        return Finding("open", [TEXTS["open"]["no_function"].format(given=literal(measure)[:60])])
    tried = pages()
    ended, answers, _, why = worker.run(measure, [((list(page), set(HELPFUL)), {}) for page in tried])
    if ended != "done":
        return Finding("stopped", [_ended(ended, why, tried[min(len(answers), len(tried) - 1)])])
    scores = {page: float(answer["value"]) for page, answer in zip(tried, answers, strict=False) if _is_score(answer)}
    if answers[tried.index(IDEAL)].get("name") == "ellipsis":
        return Finding("open", [TEXTS["open"]["nothing"]])
    if IDEAL not in scores:
        return Finding("stopped", [_no_score(answers[tried.index(IDEAL)])])
    without = [(page, answer) for page, answer in zip(tried, answers, strict=False) if page not in scores]
    return _found(scores, without)


def pages():
    """Every page that is tried: all short ones without a repeat, some long ones, and some with repeats."""
    short = [page for length in range(6) for page in _short(length)]
    long = []
    for ranks in ([1, 2, 3], [LONG - 2, LONG - 1, LONG], [1], [LONG], [], [1, 2], [1, LONG], [6, 7, 8], [11, 12, 13]):
        for length in (10, LONG):
            if max(ranks, default=0) <= length:
                long.append(_with_hits(dict(zip(ranks, HELPFUL, strict=False)), length))
    repeats = [("form",) * times for times in (2, 3, 5, 10, LONG)] + [HELPFUL * times for times in (2, 4)]
    return [*short, *dict.fromkeys(long), *repeats]


def _short(length):
    """Every page of this length: which of its ranks hold something helpful, and what."""
    for hits in range(min(length, len(HELPFUL)) + 1):
        for ranks, documents in product(combinations(range(1, length + 1), hits), permutations(HELPFUL, hits)):
            yield _with_hits(dict(zip(ranks, documents, strict=True)), length)


def _with_hits(hits, length):
    """A page of that length, with these documents at these ranks and others elsewhere."""
    return tuple(hits.get(rank, OTHERS[rank - len([r for r in hits if r < rank]) - 1]) for rank in range(1, length + 1))


# What was found ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Finding:
    """What the search found: `status` is open, stopped, silly or sound; `page` gets the measure's best `score`."""

    status: str
    texts: list
    page: list | None = None
    score: float | None = None

    def __repr__(self):
        return "\n".join(plain(text) for text in self.texts)

    def _repr_html_(self):
        kind = {"open": "not attempted", "sound": "right"}.get(self.status, "wrong")
        return card(f"<div role='status'>{''.join(map(paragraphs, self.texts))}</div>", kind)


def faults(page):
    """What is wrong with a page, the worst first: help that is missing, help that comes late, what is useless.

    >>> faults(("form", "other-1"))
    (False, 2, 0, 0, 1)
    """
    hits = [rank for rank, doc in enumerate(page, start=1) if doc in HELPFUL]
    missing = len(HELPFUL) - len(set(page) & set(HELPFUL))
    before_first = min(hits, default=len(page) + 1) - 1
    before_last = max(hits, default=0) - len(hits) if hits else 0
    return not hits, missing, before_first, before_last, len(page) - len(hits)


def _found(scores, without):
    lower = _lower_is_better(scores)
    plain_pages = {page: score for page, score in scores.items() if len(set(page)) == len(page)}
    best = (min if lower else max)(plain_pages.values())
    page = max((page for page, score in plain_pages.items() if abs(score - best) < 1e-12), key=faults)
    silly = any(faults(page)[:4])
    texts, names = TEXTS["found"], ", ".join(f"`{name}`" for name in HELPFUL[:-1])
    tried = texts["tried"].format(pages=len(scores) + len(without), names=names, last=HELPFUL[-1])
    praised = texts["best"].format(score=figure(best), page=in_words(page)) + (texts["small_is_good"] if lower else "")
    complaint = " ".join([_complaint(page), *_ideal_beside(page, best, scores)])
    remarks = [tried, praised, complaint, *_same_score_other_order(plain_pages, silly)]
    remarks += [*_repeats(scores, best, lower), *_silent(without)]
    return Finding("silly" if silly else "sound", remarks, list(page), best)


def _ideal_beside(page, best, scores):
    if len(set(scores.values())) == 1:
        return [TEXTS["found"]["all_the_same"]]
    if set(page) == set(IDEAL):
        return []
    score = "the same" if scores[IDEAL] == best else figure(scores[IDEAL])
    return [TEXTS["found"]["ideal"].format(names=", ".join(f"`{name}`" for name in IDEAL), score=score)]


def _lower_is_better(scores):
    """Whether most pages that are plainly worse than the ideal get more than it does."""
    more = [scores[page] > scores[IDEAL] for page in WORSE if page in scores and scores[page] != scores[IDEAL]]
    return sum(more) > len(more) / 2


def _complaint(page):
    none, missing, before_first, before_last, useless = faults(page)
    texts = TEXTS["complaint"]
    if not page:
        return texts["empty"]
    if none:
        return texts["no_help"].format(length=len(page))
    complaints = []
    if missing:
        complaints.append(texts["missing"].format(missing=missing, helpful=len(HELPFUL)))
    if before_first:
        complaints.append(texts["late"].format(useless=_useless(before_first)))
    elif before_last:
        complaints.append(texts["between"].format(useless=_useless(before_last)))
    if missing and useless > before_first:
        complaints.append(texts["useless"].format(useless=useless, length=len(page)))
    if complaints:
        return " ".join(complaints)
    return texts["useless_below"].format(useless=useless) if useless else texts["none"]


def _useless(many):
    return f"{many} useless documents stand" if many > 1 else "A useless document stands"


def _same_score_other_order(scores, silly):
    """For a measure that holds: two pages with the same documents, one of them plainly worse, and one score."""
    early, late = ("form", *OTHERS[:2]), (*OTHERS[:2], "form")
    if silly or early not in scores or scores[early] != scores.get(late):
        return []
    text = TEXTS["found"]["order"]
    return [text.format(score=figure(scores[early]), early=in_words(early), late=in_words(late))]


def _repeats(scores, best, lower):
    """A page that repeats itself and does better than every other."""
    beaten = [page for page, score in scores.items() if (score < best if lower else score > best)]
    if not beaten:
        return []
    page = (min if lower else max)(beaten, key=lambda page: (scores[page], len(page)))
    return [TEXTS["found"]["repeats"].format(page=in_words(page), score=figure(scores[page]))]


def _silent(without):
    if not without:
        return []
    page, answer = without[0]
    what = f"stops with `{answer['name']}`" if answer["type"] == "error" else "gives no number"
    more = f", and for {len(without) - 1} more" if len(without) > 1 else ""
    return [TEXTS["found"]["silent"].format(page=in_words(page), answer=what, more=more)]


def in_words(page):
    """A page as a reader would tell it, however long it is.

    >>> in_words(("form", "other-1", "other-2", "other-3", "other-4", "terms"))
    '`form`, then 4 useless documents, then `terms`'
    """
    if not page:
        return "the empty page"
    parts = []
    for doc, same in groupby(page, key=lambda doc: doc if doc in HELPFUL else None):  # None: useless
        many = len(list(same))
        if doc is None:
            parts.append(f"{many} useless documents" if many > 1 else "a useless document")
        else:
            parts.append(f"`{doc}`" + (f" {many} times" if many > 1 else ""))
    if len(parts) > 6:
        parts = [*parts[:5], "and so on"]
    return ", then ".join(parts)


# What stops the search -----------------------------------------------------------------------------------------------


def _is_score(answer):
    return answer["type"] in ("number", "bool") and isfinite(answer["value"])


def _no_score(answer):
    texts, page = TEXTS["stopped"], in_words(IDEAL)
    if answer["type"] == "error":
        error = f"{answer['name']}: {answer['value']}" if answer["value"] else answer["name"]
        return texts["error"].format(page=page, error=error, list=literal(list(IDEAL)), set=literal(set(HELPFUL)))
    if answer["type"] == "none":
        return texts["no_value"].format(page=page)
    kind = {"text": "a text", "list": "a list", "number": "no finite number"}.get(answer["type"], "something else")
    return texts["no_number"].format(page=page, kind=kind)


def _ended(ended, why, page):
    texts = TEXTS["stopped"]
    if ended in ("timeout", "slow", "import"):
        return texts["slow"].format(page=in_words(page))
    if ended == "pickle":
        return texts["not_copied"].format(reason=why[:150])
    return texts["ended"]

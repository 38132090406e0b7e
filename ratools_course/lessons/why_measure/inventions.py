"""A measure that a learner invents, and a search for the silliest page that it calls perfect.

`silliest_page(measure)` hands several hundred small pages to the function, in the worker process of the exercises, and
looks at those that get its best score. `pages` says what is tried, `faults` what makes a page silly.
"""

from dataclasses import dataclass
from itertools import combinations, permutations, product
from math import isfinite

from ratools.words import figure, literal
from ratools_course.cards import card, paragraphs, plain
from ratools_course.checker import worker

HELPFUL = ("form", "terms", "notice")
LONG = 100  # places of a long page
OTHERS = tuple(f"other-{n}" for n in range(1, LONG + 1))
IDEAL = HELPFUL
WORSE = [OTHERS[:3], (*OTHERS[:2], "form"), (OTHERS[0], "form", OTHERS[1])]  # than the ideal, for everybody


def silliest_page(measure):
    """Search for the worst page that gets a measure's best score; `measure(page, helpful)` gives a number.

    >>> silliest_page(lambda page, helpful: float(page[0] in helpful) if page else 0.0).page[:3]
    ['form', 'other-1', 'other-2']
    """
    if measure is ... or measure is None:
        return Finding("open", [NOT_YET])
    if not callable(measure):
        return Finding(
            "open", [f"`{literal(measure)[:60]}` is no function. Hand in `my_measure` itself, without calling it."]
        )
    tried = pages()
    ended, answers, _, why = worker.run(measure, [((list(page), set(HELPFUL)), {}) for page in tried])
    if ended != "done":
        return Finding("stopped", [_ended(ended, why, tried[min(len(answers), len(tried) - 1)])])
    scores = {page: float(answer["value"]) for page, answer in zip(tried, answers, strict=False) if _is_score(answer)}
    if answers[tried.index(IDEAL)].get("name") == "ellipsis":
        return Finding("open", [NOT_YET])
    if IDEAL not in scores:
        return Finding("stopped", [_no_score(answers[tried.index(IDEAL)])])
    return _found(scores, [(page, one) for page, one in zip(tried, answers, strict=False) if page not in scores])


NOT_YET = (
    "Nothing invented yet. Replace the `...` by something that turns `page` (a list, best first) and `helpful` (a set) "
    "into a number, and run the cell again."
)


def pages():
    """Every page that is tried: all short ones without a repeat, some long ones, and some with repeats."""
    short = [page for length in range(6) for page in _short(length)]
    long = []
    for places in ([1, 2, 3], [LONG - 2, LONG - 1, LONG], [1], [LONG], [], [1, 2], [1, LONG], [6, 7, 8], [11, 12, 13]):
        for length in (10, LONG):
            if max(places, default=0) <= length:
                long.append(_with_hits(dict(zip(places, HELPFUL, strict=False)), length))
    repeats = [("form",) * times for times in (2, 3, 5, 10, LONG)] + [HELPFUL * times for times in (2, 4)]
    return [*short, *dict.fromkeys(long), *repeats]


def _short(length):
    """Every page of this length: which of its places hold something helpful, and what."""
    for hits in range(min(length, len(HELPFUL)) + 1):
        for places, documents in product(combinations(range(1, length + 1), hits), permutations(HELPFUL, hits)):
            yield _with_hits(dict(zip(places, documents, strict=True)), length)


def _with_hits(hits, length):
    """A page of that many places, with these documents at these ranks and others elsewhere."""
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
    names = ", ".join(f"`{name}`" for name in HELPFUL[:-1])
    asked = f"{len(scores) + len(without)} pages were tried. Helpful are {names} and `{HELPFUL[-1]}`."
    told = f"**The best score is {figure(best)}, and this page gets it:** {in_words(page)}."
    told += " (In your measure small is good: worse pages get more.)" if lower else ""
    complaint = " ".join([_complaint(page), *_ideal_beside(page, best, scores)])
    texts = [asked, told, complaint, *_same_score_other_order(plain_pages, silly)]
    texts += [*_repeats(scores, best, lower), *_silent(without)]
    return Finding("silly" if silly else "sound", texts, list(page), best)


def _ideal_beside(page, best, scores):
    if len(set(scores.values())) == 1:
        return ["Every other page gets the same: your measure sees nothing yet."]
    if set(page) == set(IDEAL):
        return []
    gets = "the same" if scores[IDEAL] == best else figure(scores[IDEAL])
    names = ", ".join(f"`{name}`" for name in IDEAL)
    return [f"The page {names}, and nothing else, gets {gets}."]


def _lower_is_better(scores):
    """Whether most pages that are plainly worse than the ideal get more than it does."""
    more = [scores[page] > scores[IDEAL] for page in WORSE if page in scores and scores[page] != scores[IDEAL]]
    return sum(more) > len(more) / 2


def _complaint(page):
    none, missing, before_first, before_last, useless = faults(page)
    if not page:
        return "It is empty: who shows nothing shows nothing useless, and helps nobody."
    if none:
        return f"Not one of its {len(page)} documents helps."
    said = []
    if missing:
        said.append(f"{missing} of the {len(HELPFUL)} helpful documents are missing (notebook 02 counts that).")
    if before_first:
        said.append(f"{_useless(before_first)} before the first help (notebook 03 looks at its rank).")
    elif before_last:
        said.append(f"{_useless(before_last)} between the helpful ones (notebooks 04 and 05 look at every rank).")
    if missing and useless > before_first:
        said.append(f"{useless} of its {len(page)} documents are of no use (notebook 02 counts that, too).")
    if said:
        return " ".join(said)
    if useless:
        return f"All help stands on top, and {useless} useless documents follow. **The search found nothing sillier.**"
    return "All help, and nothing else: **the search found no silly page.**"


def _useless(many):
    return f"{many} useless documents stand" if many > 1 else "A useless document stands"


def _same_score_other_order(scores, silly):
    """For a measure that holds: two pages with the same documents, one of them plainly worse, and one score."""
    early, late = ("form", *OTHERS[:2]), (*OTHERS[:2], "form")
    if silly or early not in scores or scores[early] != scores.get(late):
        return []
    both = f"{in_words(early)}; or {in_words(late)}"
    return [f"It does not see the order, though. These two get the same, {figure(scores[early])}: {both}."]


def _repeats(scores, best, lower):
    """A page that repeats itself and does better than every other."""
    beaten = [page for page, score in scores.items() if (score < best if lower else score > best)]
    if not beaten:
        return []
    page = (min if lower else max)(beaten, key=lambda page: (scores[page], len(page)))
    return [f"And it can be cheated: {in_words(page)} gets {figure(scores[page])}. Should a repeat count again?"]


def _silent(without):
    if not without:
        return []
    page, answer = without[0]
    what = f"stops with `{answer['name']}`" if answer["type"] == "error" else "gives no number"
    more = f", and for {len(without) - 1} more" if len(without) > 1 else ""
    return [f"For {in_words(page)} your measure {what}{more}. What should that page be worth?"]


def in_words(page):
    """A page as a reader would tell it, however long it is.

    >>> in_words(("form", "other-1", "other-2", "other-3", "other-4", "terms"))
    '`form`, then 4 useless documents, then `terms`'
    """
    if not page:
        return "the empty page"
    parts, place = [], 0
    while place < len(page):
        end = place
        useless = page[place] not in HELPFUL
        while end < len(page) and (page[end] not in HELPFUL if useless else page[end] == page[place]):
            end += 1
        many = end - place
        if useless:
            parts.append(f"{many} useless documents" if many > 1 else "a useless document")
        else:
            parts.append(f"`{page[place]}`" + (f" {many} times" if many > 1 else ""))
        place = end
    if len(parts) > 6:
        parts = [*parts[:5], "and so on"]
    return ", then ".join(parts)


# What stops the search -----------------------------------------------------------------------------------------------


def _is_score(answer):
    return answer["type"] in ("number", "bool") and isfinite(answer["value"])


def _no_score(answer):
    page = f"For the page {in_words(IDEAL)}"
    if answer["type"] == "error":
        text = f"{answer['name']}: {answer['value']}" if answer["value"] else answer["name"]
        return (
            f"{page} your measure stops with `{text}`. It is called as `my_measure(page, helpful)`, with a list such "
            f"as `{literal(list(IDEAL))}` and a set such as `{literal(set(HELPFUL))}`."
        )
    if answer["type"] == "none":
        return f"{page} your measure returns nothing (`None`). Is there a `return` in its last line?"
    kind = {"text": "a text", "list": "a list", "number": "no finite number"}.get(answer["type"], "something else")
    return f"{page} your measure returns {kind}. It should be one number."


def _ended(ended, why, page):
    if ended in ("timeout", "slow", "import"):
        return f"For {in_words(page)} your measure takes too long. Is there a loop that never ends?"
    if ended == "pickle":
        return f"Your measure uses something that cannot be copied (`{why[:150]}`). Let it use its arguments only."
    return "Your measure ended the process that tries it. It should return a number."

"""A text → its words, as an index keeps them."""

import re
import unicodedata

WORD = re.compile(r"\w+(?:[.'-]\w+|(?<=\d),\d+)*")  # joined by one . ' or - inside; digits also by a comma
NUMBER = re.compile(r"[\d.,-]+")
STOP_WORDS = frozenset(  # words that say how a question is asked, not what it is about
    "a am an and any are as at be been but by can could did do does for from get had has have how i if in into is it "
    "its just me may my no not of on or our should so than that the their them then there these they this to was we "
    "were what when where which who why will with would you your".split()
)


def tokenize(text, stop_words=()):
    """The words of a text in lower case, in order; a compound gives itself and then its parts.

    >>> tokenize("The user's FJ-4031 calls asyncio.gather() for €3.50!")
    ['the', 'user', 'fj-4031', 'fj', '4031', 'calls', 'asyncio.gather', 'asyncio', 'gather', 'for', '3.50']
    >>> tokenize("the Größe of the disk", stop_words=STOP_WORDS)
    ['größe', 'disk']

    A word is a run of letters and digits of any script. Inside it, one `.`, `-`, `_` or apostrophe may join parts, so
    that an identifier can be found whole and by its pieces; numbers (3.50, 10.0.0.1, 1,000) stay whole; a final 's
    goes. There is no stemming: "cancel" does not find "cancellation".
    Trap: query and documents must be tokenised alike, or the right words never meet.
    Manning, Raghavan & Schütze 2008, ch. 2.
    """
    if not isinstance(text, str):
        raise ValueError(f"the text to tokenise must be a str, got {type(text).__name__}")
    text = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    words = (part for word in WORD.findall(text) for part in with_parts(word.removesuffix("'s")))
    return [word for word in words if word not in stop_words]


def with_parts(word):
    """A word, followed by its parts if it is a compound.

    >>> with_parts("read_text"), with_parts("2026-01-05"), with_parts("don't")
    (['read_text', 'read', 'text'], ['2026-01-05'], ["don't"])
    """
    parts = [part for part in re.split(r"[._-]+", word) if part]
    compound = len(parts) > 1 and not NUMBER.fullmatch(word)
    return [word, *parts] if compound else [word]

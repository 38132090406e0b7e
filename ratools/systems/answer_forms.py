"""What form an answer has: a quantity or a sentence; and the guess of someone who has read nothing."""

import re
from dataclasses import dataclass

from ratools.systems.reranker import content_words
from ratools.systems.retriever import checked_query

ASKS_FOR_A_NUMBER = re.compile(
    r"\b(how (?:many|much|long|often|large|big|old|soon|quickly|far|late|early)|when)\b", re.I
)
QUANTITY = re.compile(r"(?:€ ?)?\b\d[\d.,:]*(?<![.,:])(?: ?[%€]| [^\W\d_]+)?")  # € 4.50, 30 %, 14 days
GUESSES = {"how much": "10 euro", "how long": "30 days", "how many": "3", "when": "30 days"}


@dataclass(frozen=True)
class Answer:
    """What was said, how sure the answerer was (0 to 1), and where it stands: document and span of its text."""

    text: str
    confidence: float
    doc_id: str | None = None
    span: tuple | None = None


def extract(question, sentence):
    """(answer, whether it has the form asked for): the sentence, or the first number in it if that is what was asked.

    >>> extract("How long does a return take?", "Returns take 14 days, or 3 by courier.")
    ('14 days', True)
    >>> extract("How long does a return take?", "Not long."), extract("Who pays?", "We pay.")
    (('Not long.', False), ('We pay.', True))

    A quantity that the question names is passed over. Trap: the first quantity need not be the one that was meant.
    """
    if not ASKS_FOR_A_NUMBER.search(question):
        return sentence, True
    quantities = [found for found in QUANTITY.findall(sentence) if found not in question]
    return (quantities[0], True) if quantities else (sentence, False)


def guess(question):
    """The baseline without retrieval: a fixed guess if a number is asked for, else the question's own words.

    >>> guess("How long does a return take?"), guess("Who pays for the return?")     # doctest: +ELLIPSIS
    (Answer(text='30 days', confidence=0.0, ...), Answer(text='pays return', confidence=0.0, ...))

    It has read nothing and never abstains. Trap: it is sometimes right, so a system must beat it, not zero.
    """
    asked = next((start for start in GUESSES if start in checked_query(question).lower()), None)
    return Answer(GUESSES[asked] if asked else " ".join(content_words(question)) or question, confidence=0.0)

"""A sentence → the few words of it that answer: a sum, a date, a command, of the kind that the question asks for."""

import re

from ratools_course.systems.answer_forms import FORMS, NUMBER, asking_part, counted, kind_of
from ratools_course.systems.stemmer import english_words, stem
from ratools_course.systems.tokeniser import STOP_WORDS

OPENERS = STOP_WORDS | {"run", "type", "use", "write", "enter"}  # words before a command that are not part of it


def cut(question, sentence):
    """(answer, whether it has the form asked for): the words of that form that stand nearest to the question's words.

    >>> cut("How long on Premium?", "We keep it for 14 days on Standard and 28 days on Premium.")
    ('28 days', True)
    >>> cut("How long on Premium?", "Not long."), cut("Why so long?", "We are few.")
    (('Not long.', False), ('We are few.', True))

    What the question itself says is no answer to it.
    Trap: the nearest thing of the right form need not be the one that was meant.
    """
    kind = kind_of(question)
    if kind == "sentence":
        return sentence, True
    said = [span for span in candidates(kind, question, sentence) if sentence[slice(*span)] not in question]
    if not said:
        return sentence, False
    wanted = list(dict.fromkeys(english_words(asking_part(question))))
    start, end = max(said, key=lambda span: nearness(wanted, sentence, span))  # the first of equals
    return sentence[start:end], True


def candidates(kind, question, sentence):
    """The spans of a sentence that have the form of one kind of answer."""
    if kind == "who":
        return doers(question, sentence)
    if kind == "count":
        return counts(stem((counted(question) or [""])[-1]), sentence)
    spans = [match.span() for match in re.finditer(FORMS[kind], sentence)]
    return [without_openers(sentence, span) for span in spans] if kind == "command" else spans


def without_openers(sentence, span):
    """The span without the words at its start that only lead up to a command: "key with ls -l" → "ls -l"."""
    start, end = span
    words = re.findall(r"\S+ ", sentence[start:end].partition(" -")[0].partition(" +")[0] + " ")
    last = max((place for place, word in enumerate(words, start=1) if word.strip() in OPENERS), default=0)
    return start + sum(map(len, words[:last])), end


def counts(thing, sentence):
    """Numbers with the thing that is counted at most three words on: "eight fresh codes"."""
    for number in re.finditer(NUMBER, sentence):
        words = list(re.finditer(r"(?<= )[\w-]+", sentence[number.end() :]))[:4]
        ends = [word.end() for word in words if stem(word.group().lower()) == thing]
        if ends:
            yield number.start(), number.end() + ends[0]


def doers(question, sentence):
    """What stands before the question's verb, if it is short: "Who pays it?", "The carrier pays." → "The carrier"."""
    verb = re.search(r"\bwho (\w+)", question.lower())
    for word in re.finditer(r"\w+", sentence):
        before = re.search(r"(?:[\w-]+ ){1,4}$", sentence[: word.start()])
        whole = before and re.search(r"(?:^|[,;:] )$", sentence[: before.start()])
        if verb and whole and stem(word.group().lower()) == stem(verb[1]):
            yield before.start(), word.start() - 1


def nearness(wanted, sentence, span):
    """Σ 1 / distance over the question's words that the sentence has; distance in words, from the span's nearer end."""
    words = [(match.start(), stem(match.group().lower())) for match in re.finditer(r"[\w'-]+", sentence)]
    inside = [place for place, (at, _) in enumerate(words) if span[0] <= at < span[1]] or [0]
    distances = ([min(abs(place - one) for one in inside) for place, (_, word) in enumerate(words) if word == term]
                 for term in wanted)  # fmt: skip
    return sum(1 / max(min(found), 1) for found in distances if found)

"""Words: a text → its words, as an index keeps them; a word → its stem (Porter's algorithm, as published)."""

import re
import unicodedata
from functools import lru_cache

from ratools.errors import UsageError

WORD = re.compile(r"\w+(?:[.'-]\w+|(?<=\d),\d+)*")  # joined by one . ' or - inside; digits also by a comma
NUMBER = re.compile(r"[\d.,-]+")
STOP_WORDS = frozenset(  # words that say how a question is asked, not what it is about
    "a am an and any are as at be been but by can could did do does for from get had has have how i if in into is it "
    "its just me may my no not of on or our should so than that the their them then there these they this to was we "
    "were what when where which who why will with would you your".split()
)

# Porter's steps 2 to 4: endings and what takes their place.
STEP_2 = (
    "ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e ousli:ous ization:ize "
    "ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble"
)
STEP_3 = "icate:ic ative: alize:al iciti:ic ical:ic ful: ness:"
STEP_4 = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize"


def tokenize(text, stop_words=()):
    """The words of a text in lower case, in order; a compound gives itself and then its parts.

    >>> tokenize("The user's FJ-4031 calls asyncio.gather() for €3.50!")
    ['the', 'user', 'fj-4031', 'fj', '4031', 'calls', 'asyncio.gather', 'asyncio', 'gather', 'for', '3.50']
    >>> tokenize("the Größe of the disk", stop_words=STOP_WORDS)
    ['größe', 'disk']

    A word is a run of letters and digits of any script. Inside it, one `.`, `-`, `_` or apostrophe may join parts, so
    that an identifier can be found whole and by its pieces; numbers (3.50, 10.0.0.1, 1,000) stay whole; a final 's
    goes. Words are not stemmed: "cancel" does not find "cancellation" (`english_words` stems them).
    Trap: query and documents must be tokenised alike, or the right words never meet.
    Manning, Raghavan & Schütze 2008, ch. 2.
    """
    if not isinstance(text, str):
        raise UsageError(f"the text to tokenise must be a str, got {type(text).__name__}")
    text = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    words = (part for word in WORD.findall(text) for part in with_parts(word.removesuffix("'s")))
    return [word for word in words if word not in stop_words]


def content_words(text):
    """The words of a text without those that every question has.

    >>> content_words("What does a label cost?")
    ['label', 'cost']
    """
    return tokenize(text, STOP_WORDS)


def with_parts(word):
    """A word, followed by its parts if it is a compound.

    >>> with_parts("read_text"), with_parts("2026-01-05"), with_parts("don't")
    (['read_text', 'read', 'text'], ['2026-01-05'], ["don't"])
    """
    parts = [part for part in re.split(r"[._-]+", word) if part]
    compound = len(parts) > 1 and not NUMBER.fullmatch(word)
    return [word, *parts] if compound else [word]


@lru_cache(maxsize=1 << 16)  # a language has few words, and a text says them again and again
def stem(word):
    """The stem of an English word in lower case; what is not made of letters a to z stays as it is.

    >>> [stem(word) for word in ("cancel", "cancelled", "cancelling", "cancellation", "fj-4031")]
    ['cancel', 'cancel', 'cancel', 'cancel', 'fj-4031']

    Trap: a stem is neither a word nor a meaning. "university" and "universal" become one, "run" and "ran" stay two.
    Porter 1980.
    """
    if len(word) <= 2 or not re.fullmatch("[a-z]+", word):
        return word
    word = plural(word)
    word = past_and_ing(word)
    if word.endswith("y") and has_vowel(word[:-1]):
        word = f"{word[:-1]}i"
    word = replaced(word, STEP_2)
    word = replaced(word, STEP_3)
    return tidied(without_ending(word))


def english_words(text):
    """The stems of a text's words, without stop words: what a search engine for English usually indexes.

    >>> english_words("How do I cancel the two contracts?")
    ['cancel', 'two', 'contract']
    """
    return [stem(word) for word in content_words(text)]


def pattern(word):
    """The word as c (consonants) and v (vowels).

    >>> pattern("syzygy"), pattern("yes")
    ('cvcvcv', 'cvc')
    """
    kinds = ""
    for letter in word:
        kinds += "v" if letter in "aeiou" or letter == "y" and kinds.endswith("c") else "c"
    return kinds


def measure(stem):
    """How many times a vowel is followed by a consonant: about the number of syllables that end in one.

    >>> [measure(word) for word in ("tree", "trouble", "private")]
    [0, 1, 2]
    """
    return len(re.findall("v+c+", pattern(stem)))


def has_vowel(stem):
    """Whether a vowel is in it."""
    return "v" in pattern(stem)


def ends_short(stem):
    """Whether it ends consonant, vowel, consonant, the last not w, x or y: "hop", "fil"."""
    return pattern(stem).endswith("cvc") and stem[-1] not in "wxy"


def plural(word):
    """Step 1a: caresses → caress, ponies → poni, cats → cat."""
    for ending, replacement in (("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")):
        if word.endswith(ending):
            return word.removesuffix(ending) + replacement
    return word


def past_and_ing(word):
    """Step 1b: agreed → agree, plastered → plaster, hopping → hop, filing → file."""
    if word.endswith("eed"):
        return word[:-1] if measure(word[:-3]) > 0 else word
    cut = next((word.removesuffix(ending) for ending in ("ed", "ing") if word.endswith(ending)), None)
    if cut is None or not has_vowel(cut):
        return word
    if cut.endswith(("at", "bl", "iz")) or measure(cut) == 1 and ends_short(cut):
        return f"{cut}e"
    doubled = cut[-1:] == cut[-2:-1] and pattern(cut).endswith("c") and cut[-1] not in "lsz"
    return cut[:-1] if doubled else cut


def replaced(word, rules):
    """Steps 2 and 3: the longest ending of the list is exchanged, if enough of a word stands before it."""
    pairs = sorted((rule.split(":") for rule in rules.split()), key=lambda pair: -len(pair[0]))
    for ending, replacement in pairs:
        if word.endswith(ending):
            before = word.removesuffix(ending)
            return before + replacement if measure(before) > 0 else word
    return word


def without_ending(word):
    """Step 4: the longest of many endings goes, if two measures stand before it."""
    for ending in sorted(STEP_4.split(), key=len, reverse=True):
        if word.endswith(ending):
            before = word.removesuffix(ending)
            fits = measure(before) > 1 and (ending != "ion" or before.endswith(("s", "t")))
            return before if fits else word
    return word


def tidied(word):
    """Step 5: a final e goes (probate → probat), and of ll one l (controll → control)."""
    if word.endswith("e"):
        before = word[:-1]
        if measure(before) > 1 or measure(before) == 1 and not ends_short(before):
            word = before
    return word[:-1] if word.endswith("ll") and measure(word) > 1 else word

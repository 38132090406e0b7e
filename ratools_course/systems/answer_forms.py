"""What form an answer has: which kind of thing a question asks for, and what such a thing looks like in a text."""

import re
from dataclasses import dataclass

from ratools_course.systems.tokeniser import STOP_WORDS

WORDS = "one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty ninety"
NUMBER = rf"(?:\b\d[\d.,]*(?<![.,])|\b(?:{WORDS.replace(' ', '|')})\b)"
TIME = r"(?:seconds?|minutes?|hours?|(?:working |calendar )?days?|weeks?|months?|years?)\b"
UNITS = r"(?:°C|%|per cent\b|dB\(A\)|[kMGT]B\b|kg\b|cm\b|watts?\b|met(?:re|er)s?\b)"
MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
CLOCK = r"\d{1,2}:\d\d"
ARGUMENT = r'(?: (?:[-+][^\s,;]*[^\s,;.:]|"[^"]*"|[\w./:]*\d[\w./:]*))'  # -t, +L1, "laptop 2025", ed25519

FORMS = {  # what each kind of answer looks like
    "command": rf"(?:[a-z][\w-]*(?: [a-z][\w-]*){{0,2}})(?= [-+]){ARGUMENT}+",
    "address": r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\d+(?:\.\d+){3}|https?://[^\s,;]+",
    "money": rf"€ ?\d[\d.,]*(?<![.,])|{NUMBER} euro\b",
    "clock": rf"(?:\bbetween )?{CLOCK}(?: (?:and|to) {CLOCK})?",
    "date": rf"\b\d{{1,2}} {MONTH}(?: \d{{4}})?|\b{MONTH} \d{{4}}|\b[Dd]ay \d+",
    "duration": rf"(?:{NUMBER} (?:to|or) )?{NUMBER} {TIME}",
    "measure": rf"{NUMBER} ?{UNITS}",
    "code": r"\b[A-Z]+-?\d[\w.-]*(?<![.-])|(?<![€\w.])-?\d[\d.,]*(?<![.,])(?: ?°C| ?%)?(?![\w:])",
}
KINDS = {  # how it is asked for, first that fits; the question is read in lower case, from its question word on
    "command": r"(?:which|what) (?:\w+ ){0,2}command\b",
    "address": r"(?:which|what) (?:\w+[ -]){0,2}address\b",
    "clock": r"(?:what|which) hours\b|what time (?:is|was|do|does|did)\b",
    "duration": rf"how (?:long|soon|quickly|fast|often|far back|much (?:time|notice)|many {TIME})",
    "date": r"when\b|(?:which|what) (?:day|date|month|year)\b",
    "count": r"how many\b",
    "money": r"(?:what|how much)\b.*\b(?:costs?|price|pays?|paid|charge[ds]?|fees?)\b",
    "measure": r"how (?:much|loud|large|big|high|heavy|hot|warm|wide)\b|(?:which|what) temperature\b",
    "code": r"which (?:\w+ ){0,2}(?:form|code|version|number)\b",
    "who": r"who\b",
}
QUESTION_WORD = re.compile(r"\b(?:how|when|which|what|who)\b.*", re.S)


@dataclass(frozen=True)
class Answer:
    """What was said, how sure the answerer was (0 to 1), its document and sentence, and all documents it had read."""

    text: str
    confidence: float
    doc_id: str | None = None
    span: tuple | None = None
    retrieved: tuple = ()


def kind_of(question):
    """What kind of thing is asked for; "sentence" where no rule fits.

    >>> [kind_of(f"{start} it?") for start in ("How long is", "Until when is", "What is said when I cancel")]
    ['duration', 'date', 'sentence']

    Trap: "when" in the middle of a question asks for no date.
    """
    asked = QUESTION_WORD.search(asking_part(question).lower())
    fits = (kind for kind, pattern in KINDS.items() if asked and re.match(pattern, asked.group()))
    return next(fits, "sentence")


def asking_part(question):
    """The sentence that ends in a question mark: "It died. How long do you fix it?" → "How long do you fix it?"."""
    parts = [part for part in re.split(r"(?<=[.!?])\s+", question.strip()) if part.endswith("?")]
    return parts[-1] if parts else question


def counted(question):
    """The words between "how many" and the verb: what is counted.

    >>> counted("How many recovery codes do I get?")
    ['recovery', 'codes']
    """
    words = re.findall(r"[\w-]+", asking_part(question).lower().partition("how many ")[2])
    stop = next((place for place, word in enumerate(words) if word in STOP_WORDS), len(words))
    return words[:stop]

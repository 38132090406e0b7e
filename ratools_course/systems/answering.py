"""Answering: the form that a question asks for, the sentence that says most of its words, cut to that form.

`Answerer` reads the documents found; `Pipeline` finds documents, cuts them into chunks, keeps the best chunks and
answers from these. `versions` are the systems of data/answers, `both_versions` those of data/capstone.
"""

import re
from dataclasses import dataclass
from functools import partial
from math import log

from ratools.metrics.answers import ABSTENTION
from ratools.metrics.arguments import as_cutoff, as_number
from ratools_course.systems.chunking import cut_documents, recursive_chunks, sentence_chunks
from ratools_course.systems.combined import RankFusion
from ratools_course.systems.lexical import Bm25, Retriever, checked_query, document_texts
from ratools_course.systems.words import STOP_WORDS, content_words, english_words, stem

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

OPENERS = STOP_WORDS | {"run", "type", "use", "write", "enter"}  # words before a command that are not part of it
HOW = {"long", "many", "much", "soon", "far"}  # of "how long" …: they ask, and say nothing of the matter
THRESHOLD = 0.5  # of v4; chosen on the develop half, before six documents were corrected, and kept since
GUESSES = {"money": "10 euro", "duration": "30 days", "count": "3", "date": "1 January", "code": "1", "clock": "9:00"}
CHUNKER = partial(recursive_chunks, size=400)  # of both versions of data/capstone
TOP = CHUNKS = 3  # documents and chunks that they read


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

    Trap: "when" in the middle of a question does not ask for a date.
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
    stop = next((index for index, word in enumerate(words) if word in STOP_WORDS), len(words))
    return words[:stop]


def cut(question, sentence):
    """(answer, whether it has the form asked for): the words of that form that stand nearest to the question's words.

    >>> cut("How long on Premium?", "We keep it for 14 days on Standard and 28 days on Premium.")
    ('28 days', True)
    >>> cut("How long on Premium?", "Not long."), cut("Why so long?", "We are few.")
    (('Not long.', False), ('We are few.', True))

    What the question itself says is not an answer to it.
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
    last = max((count for count, word in enumerate(words, start=1) if word.strip() in OPENERS), default=0)
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
    inside = [index for index, (start, _) in enumerate(words) if span[0] <= start < span[1]] or [0]
    total = 0.0
    for term in wanted:
        at = [index for index, (_, word) in enumerate(words) if word == term]
        if at:
            total += 1 / max(min(abs(index - other) for index in at for other in inside), 1)
    return total


class Answerer:
    """Search, take the sentence that says most of the question's words, cut it, abstain below a threshold.

    confidence(s) = Σ idf(t) · c(t) / Σ idf(t) over the stems t of the question's words; c = 1 if the sentence has t, ½
    if only its document has it, else 0; idf(t) = ln(1 + N / (1 + documents with t)), so a word that nobody uses weighs
    most

    >>> texts = {"d1": "Parcels leave daily. Return them within 14 days.", "d2": "Cables are black."}
    >>> answerer = Answerer(Bm25(texts), texts, threshold=0.5)
    >>> answerer.answer("How long may I return parcels?")       # return: in the sentence, 1; parcels: near it, ½
    Answer(text='14 days', confidence=0.75, doc_id='d1', span=(21, 48), retrieved=('d1',))
    >>> answerer.answer("Who founded the company?").text
    'It is not mentioned in the document.'

    With `cutter=None` the whole sentence is the answer. A sentence without anything of the form that the question asks
    for loses half of its confidence. Trap: confidence counts shared words. A fluent question about something else can
    score high.
    """

    def __init__(self, retriever, documents, top=3, threshold=0.0, cutter=cut):
        self.retriever, self.top, self.threshold = retriever, as_cutoff(top), as_number(threshold, "threshold")
        self.cutter = cutter or (lambda question, sentence: (sentence, True))
        self.bodies = {name: getattr(document, "text", document) for name, document in documents.items()}
        self.words = {name: set(english_words(text)) for name, text in document_texts(documents).items()}

    def answer(self, question):
        """The best `Answer`; ties go to the document found first and the sentence read first."""
        words = dict.fromkeys(english_words(checked_query(question)))
        wanted = {word: self.idf(word) for word in words if word not in HOW}
        retrieved = tuple(name for name, _ in self.retriever.search(question, self.top))
        best = Answer(ABSTENTION, 0.0, retrieved=retrieved)
        for name in retrieved:
            for start, end in sentence_chunks(self.bodies[name]):
                sentence = self.bodies[name][start:end]
                text, fits = self.cutter(question, sentence)
                sure = confidence(wanted, set(english_words(sentence)), self.words[name]) * (1 if fits else 0.5)
                if sure > best.confidence:
                    best = Answer(text, sure, name, (start, end), retrieved)
        return best if best.confidence >= self.threshold else Answer(ABSTENTION, best.confidence, retrieved=retrieved)

    def idf(self, word):
        """How rare a word is."""
        return log(1 + len(self.words) / (1 + sum(word in words for words in self.words.values())))


def confidence(wanted, sentence, document):
    """The share of the question's words that the sentence has, and half of what only its document has."""
    marks = (idf * (1 if word in sentence else 0.5 * (word in document)) for word, idf in wanted.items())
    return sum(marks) / sum(wanted.values()) if wanted else 0.0


class ChunkSearch(Retriever):
    """The chunks of the first documents that a system finds, by BM25; a chunk is (document, start, end).

    >>> texts = {"d1": "A cat. A dog.", "d2": "Two cats."}
    >>> [chunk for chunk, _ in ChunkSearch(Bm25(texts), texts, sentence_chunks, top=1).search("a dog")]
    [('d1', 7, 13)]

    Trap: what the first search misses, no chunk brings back.
    """

    def __init__(self, retriever, documents, chunker, top=5):
        self.retriever, self.top = retriever, as_cutoff(top)
        self.chunks = cut_documents(documents, chunker)
        self.within = Bm25(self.chunks, tokenize=english_words)

    def scored(self, query):
        """Every chunk of the documents found that shares a word with the query."""
        documents = {name for name, _ in self.retriever.search(query, self.top)}
        return {chunk: score for chunk, score in self.within.scored(query).items() if chunk[0] in documents}


class Pipeline:
    """A retriever, a chunker and an answerer, one after the other; each can be replaced by itself.

    >>> texts = {"d1": "Parcels leave daily. Return them within 14 days.", "d2": "Cables are black."}
    >>> Pipeline(Bm25(texts), texts, sentence_chunks).answer("How long may I return them?")
    Answer(text='14 days', confidence=1.0, doc_id='d1', span=(21, 48), retrieved=(('d1', 21, 48),))

    `top` documents are cut, and `chunks` of their chunks are read. Trap: the answerer sees a chunk, not its document.
    """

    def __init__(self, retriever, documents, chunker, top=5, chunks=5, **answering):
        self.retriever = retriever
        self.search = ChunkSearch(retriever, documents, chunker, top)
        self.answerer = Answerer(self.search, self.search.chunks, chunks, **answering)

    def answer(self, question):
        """An `Answer` whose span is counted in the document, and whose `retrieved` are the chunks that were read."""
        said = self.answerer.answer(question)
        if said.doc_id is None:
            return said
        (name, offset, _), (start, end) = said.doc_id, said.span
        return Answer(said.text, said.confidence, name, (offset + start, offset + end), said.retrieved)


def guess(question):
    """The baseline without retrieval: a fixed guess of the form that is asked for, else the question's own words.

    >>> guess("How long does a return take?").text, guess("Who pays for the return?").text
    ('30 days', 'pays return')

    It has read nothing and never abstains. Trap: it is sometimes right, so a system must beat it, not zero.
    """
    words = " ".join(content_words(checked_query(question)))
    return Answer(GUESSES.get(kind_of(question)) or words or question, confidence=0.0)


def abstain(question):
    """The word that it is not there, whatever is asked: perfect where nothing can be answered, useless elsewhere."""
    return Answer(ABSTENTION, confidence=0.0)


def versions(retriever, documents):
    """{name: function question → Answer}: v2 to v4 read the same documents; v3 cuts, v4 also has a threshold."""
    return {
        "always_abstain": abstain,
        "v1_guess": guess,
        "v2_sentence": Answerer(retriever, documents, cutter=None).answer,
        "v3_cut": Answerer(retriever, documents).answer,
        "v4_abstention": Answerer(retriever, documents, threshold=THRESHOLD).answer,
    }


def predictions(retriever, documents, references):
    """{name: answers}, each the references' questions, in their order, with what the system said."""
    return {name: answered(answer, references) for name, answer in versions(retriever, documents).items()}


def answered(answer, references):
    """One system's answers, as `stage_failures` takes them; the confidence is rounded for the file.

    `retrieved` are the documents that were read, `found_in` and `sentence` where the answer was taken from; `doc_id`
    stays the one that the question is about.
    """
    items = []
    for question in references:
        said = answer(question["question"])
        kept = {key: question[key] for key in ("question_id", "doc_id", "question", "type")}
        kept |= {"answer": said.text, "confidence": round(said.confidence, 6), "retrieved": list(said.retrieved)}
        items.append(kept | {"found_in": said.doc_id, "sentence": list(said.span) if said.span else None})
    return items


def both_versions(documents, dense):
    """{name: Pipeline}: A is in use, B is proposed; `dense` is the system of the shipped vectors.

    B has the better retriever, BM25 over stems joined with sentence vectors, and no cutter: it answers in sentences.
    """
    hybrid = RankFusion([Bm25(documents, tokenize=english_words), dense])
    return {"A": version_with(documents, Bm25(documents)), "B": version_with(documents, hybrid, cutter=None)}


def version_with(documents, retriever, cutter=cut):
    """A version with this retriever and this cutter; chunks and threshold are the same for all."""
    return Pipeline(retriever, documents, CHUNKER, TOP, CHUNKS, threshold=THRESHOLD, cutter=cutter)

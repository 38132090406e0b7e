"""An extractive answerer: the best sentence of what was found, cut to what was asked; or: it is not there."""

from math import log

from ratools.metrics.answers import ABSTENTION
from ratools.metrics.arguments import as_cutoff, as_number
from ratools_course.systems.answer_cutter import cut
from ratools_course.systems.answer_forms import Answer
from ratools_course.systems.chunkers import sentence_chunks
from ratools_course.systems.retriever import checked_query, document_texts
from ratools_course.systems.stemmer import english_words

HOW = {"long", "many", "much", "soon", "far"}  # of "how long" …: they ask, and say nothing of the matter


class Answerer:
    """Search, take the sentence that says most of the question's words, cut it, abstain below a threshold.

    confidence(s) = Σ idf(t) · c(t) / Σ idf(t) over the stems t of the question's words; c = 1 if the sentence has t, ½
    if only its document has it, else 0; idf(t) = ln(1 + N / (1 + documents with t)), so a word that nobody uses weighs
    most

    >>> from ratools_course.systems.bm25 import Bm25
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
        found = tuple(name for name, _ in self.retriever.search(question, self.top))
        best = Answer(ABSTENTION, 0.0, retrieved=found)
        for name in found:
            for start, end in sentence_chunks(self.bodies[name]):
                sentence = self.bodies[name][start:end]
                text, fits = self.cutter(question, sentence)
                sure = confidence(wanted, set(english_words(sentence)), self.words[name]) * (1 if fits else 0.5)
                if sure > best.confidence:
                    best = Answer(text, sure, name, (start, end), found)
        return best if best.confidence >= self.threshold else Answer(ABSTENTION, best.confidence, retrieved=found)

    def idf(self, word):
        """How rare a word is."""
        return log(1 + len(self.words) / (1 + sum(word in words for words in self.words.values())))


def confidence(wanted, sentence, document):
    """The share of the question's words that the sentence has, and half of what only its document has."""
    marks = (idf * (1 if word in sentence else 0.5 * (word in document)) for word, idf in wanted.items())
    return sum(marks) / sum(wanted.values()) if wanted else 0.0

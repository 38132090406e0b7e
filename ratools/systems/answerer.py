"""An extractive answerer: the best sentence of the documents found, or a word that it is not there."""

from math import log

from ratools.metrics.answers import ABSTENTION
from ratools.metrics.arguments import as_cutoff, as_number
from ratools.systems.answer_forms import ASKS_FOR_A_NUMBER, Answer, extract
from ratools.systems.chunkers import sentence_chunks
from ratools.systems.reranker import content_words
from ratools.systems.retriever import checked_query, document_texts


class Answerer:
    """Search, take the sentence that says most of the question's words, abstain below a threshold.

    confidence(s) = Σ idf(t) · c(t) / Σ idf(t) over the question's words t; c = 1 if the sentence has t, ½ if only its
    document has it, else 0; idf(t) = ln(1 + N / (1 + documents with t)), so a word that nobody uses weighs most

    >>> from ratools.systems.bm25 import Bm25
    >>> texts = {"d1": "Parcels leave daily. Return them within 14 days.", "d2": "Cables are black."}
    >>> answerer = Answerer(Bm25(texts), texts, threshold=0.5)
    >>> answerer.answer("How long may I return parcels?")       # return: in the sentence, 1; parcels: near it, ½
    Answer(text='14 days', confidence=0.75, doc_id='d1', span=(21, 48))
    >>> answerer.answer("Who founded the company?").text
    'It is not mentioned in the document.'

    A question for a number (how many, how long, when …) is answered by the sentence's first quantity; a sentence that
    has none loses half of its confidence.
    Trap: confidence counts shared words. A fluent question about something else can score high.
    """

    def __init__(self, retriever, documents, top=3, threshold=0.0):
        self.retriever, self.top, self.threshold = retriever, as_cutoff(top), as_number(threshold, "threshold")
        self.bodies = {name: getattr(document, "text", document) for name, document in documents.items()}
        self.words = {name: set(content_words(text)) for name, text in document_texts(documents).items()}

    def answer(self, question):
        """The best `Answer`; ties go to the document found first and the sentence read first."""
        words = content_words(ASKS_FOR_A_NUMBER.sub(" ", checked_query(question)))
        wanted = {word: self.idf(word) for word in dict.fromkeys(words)}
        best = Answer(ABSTENTION, 0.0)
        for name, _ in self.retriever.search(question, self.top):
            for start, end in sentence_chunks(self.bodies[name]):
                text, fits = extract(question, self.bodies[name][start:end])
                sentence = set(content_words(self.bodies[name][start:end]))
                sure = confidence(wanted, sentence, self.words[name]) * (1 if fits else 0.5)
                if sure > best.confidence:
                    best = Answer(text, sure, name, (start, end))
        return best if best.confidence >= self.threshold else Answer(ABSTENTION, best.confidence)

    def idf(self, word):
        """How rare a word is."""
        return log(1 + len(self.words) / (1 + sum(word in words for words in self.words.values())))


def confidence(wanted, sentence, document):
    """The share of the question's words that the sentence has, and half of what only its document has."""
    marks = (idf * (1 if word in sentence else 0.5 * (word in document)) for word, idf in wanted.items())
    return sum(marks) / sum(wanted.values()) if wanted else 0.0

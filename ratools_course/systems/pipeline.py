"""From search to answer: find documents, cut them into chunks, keep the best chunks, answer from these."""

from ratools.metrics.arguments import as_cutoff
from ratools_course.systems.answer_forms import Answer
from ratools_course.systems.answerer import Answerer
from ratools_course.systems.bm25 import Bm25
from ratools_course.systems.chunkings import cut_documents
from ratools_course.systems.retriever import Retriever
from ratools_course.systems.stemmer import english_words


class ChunkSearch(Retriever):
    """The chunks of the first documents that a system finds, by BM25; a chunk is (document, start, end).

    >>> texts = {"d1": "A cat. A dog.", "d2": "Two cats."}
    >>> from ratools_course.systems.chunkers import sentence_chunks
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
        found = {name for name, _ in self.retriever.search(query, self.top)}
        return {chunk: score for chunk, score in self.within.scored(query).items() if chunk[0] in found}


class Pipeline:
    """A retriever, a chunker and an answerer, one after the other; each can be replaced by itself.

    >>> from ratools_course.systems.chunkers import sentence_chunks
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
        """An `Answer` whose places are counted in the document, and whose `retrieved` are the chunks that were read."""
        said = self.answerer.answer(question)
        if said.doc_id is None:
            return said
        (name, offset, _), (start, end) = said.doc_id, said.span
        return Answer(said.text, said.confidence, name, (offset + start, offset + end), said.retrieved)

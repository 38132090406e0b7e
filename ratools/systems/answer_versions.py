"""Three systems that answer: one that has read nothing, one that looks it up, one that also knows when to be silent."""

from ratools.systems.answer_forms import guess
from ratools.systems.answerer import Answerer

THRESHOLD = 0.5  # of v3; chosen before any answer was looked at


def versions(retriever, documents):
    """{name: function question → Answer}: v2 and v3 differ in nothing but the threshold."""
    return {
        "v1_baseline": guess,
        "v2_extraction": Answerer(retriever, documents).answer,
        "v3_abstention": Answerer(retriever, documents, threshold=THRESHOLD).answer,
    }


def predictions(retriever, documents, references):
    """{name: answers}, each the references' questions, in their order, with what the system said.

    `found_in` is the document that the answer was taken from; `doc_id` stays the one that the question is about.
    """
    return {name: answered(answer, references) for name, answer in versions(retriever, documents).items()}


def answered(answer, references):
    """One system's answers; the confidence is rounded for the file."""
    items = []
    for question in references:
        said = answer(question["question"])
        kept = {key: question[key] for key in ("question_id", "doc_id", "question", "type")}
        items.append(kept | {"answer": said.text, "confidence": round(said.confidence, 6), "found_in": said.doc_id})
    return items

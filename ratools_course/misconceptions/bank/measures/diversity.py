"""Wrong ideas about diversity: categories, subtopics, intents."""

from math import log, log2

from ratools.metrics import binary, diversity, graded
from ratools.metrics.arguments import (
    as_between,
    as_category_counts,
    as_choice,
    as_cutoff,
    as_ranking,
    as_subtopics,
)
from ratools_course.misconceptions.records import code, misconception, mutant


def entropy_natural_log(categories, *, normalised=False):
    """In nats where bits were asked for; normalised, the base cancels."""
    categories, normalised = as_category_counts(categories), as_choice(normalised, "normalised")
    bits = diversity.category_entropy(categories, normalised=normalised)
    return bits if normalised else bits * log(2)


misconception(
    "entropy-in-nats",
    "Any logarithm will do for entropy",
    wrong="Any logarithm will do for the entropy.",
    tempts="`math.log` is the first that comes to mind.",
    right="Entropy in bits uses log2; in nats it is smaller by the factor ln 2. Normalised, the base cancels.",
    question="Two categories, equally filled: how many bits tell which of them it is?",
    mutants=[
        mutant("category_entropy", entropy_natural_log, ["a", "b"]),
    ],
)


def entropy_of_equal_shares(categories, *, normalised=False):
    """Only how many categories there are, not how evenly they are filled."""
    categories, normalised = as_category_counts(categories), as_choice(normalised, "normalised")
    kinds = sum(count > 0 for count in categories.values())
    return (1.0 if normalised else log2(kinds)) if kinds > 1 else 0.0


misconception(
    "diversity-is-counting",
    "Diversity is the number of kinds",
    wrong="A page with two categories is twice as diverse as one with one.",
    tempts="Counting kinds is simple.",
    right="It matters how evenly they are filled: nine shoes and a hat are nearly all shoes.",
    question="Is a page of nine shoes and one hat as mixed as five and five?",
    mutants=[
        mutant("category_entropy", entropy_of_equal_shares, ["a", "a", "b"]),
    ],
)


def alpha_ndcg_without_alpha(retrieved, subtopics, k=None, *, alpha=0.5, duplicates="error"):
    """Plain nDCG over the number of subtopics: repetition costs nothing."""
    retrieved, k, alpha = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(alpha, "alpha")
    subtopics = as_subtopics(subtopics, retrieved)
    return graded.ndcg_at_k(retrieved, {doc: len(topics) for doc, topics in subtopics.items()}, k)


misconception(
    "novelty-forgotten",
    "Repeating a subtopic costs nothing",
    wrong="Each document counts all of its subtopics, seen before or not.",
    tempts="Each document is judged on its own.",
    right="α-nDCG lets a subtopic count less each time it was seen above.",
    question="What does the fifth page on the same subtopic add?",
    mutants=[
        mutant("alpha_ndcg_at_k", alpha_ndcg_without_alpha, ["a"], {"a": {1}, "b": {1}}, 2),
    ],
)


def err_ia_of_ndeval(retrieved, subtopics, k=None, *, duplicates="error"):
    """Divides by an imaginary list whose every document covers every intent."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    subtopics = as_subtopics(subtopics, retrieved)
    cutoff = k or len(retrieved)
    ideal = graded.err_at_k(range(cutoff), dict.fromkeys(range(cutoff), 1), g_max=1)
    return diversity.err_ia(retrieved, subtopics, k) / ideal if ideal else 0.0


misconception(
    "err-ia-normalised",
    "ERR-IA divides by a list that serves every intent",
    wrong="ERR-IA divides by a list whose every document covers every intent.",
    tempts="ndeval prints that number.",
    right="ERR-IA is the mean over intents, undivided. ndeval's is a scale of its own; say which.",
    question="Does a document that serves every intent exist in your collection?",
    mutants=[
        mutant("err_ia", err_ia_of_ndeval, ["a"], {"a": {1}}, 1),
    ],
    sources=[
        code(
            "trec-web/trec-web-2013",
            "src/eval/ndeval.c, computeERR",
            "September 2026",
            "ERR-IA is divided by an “ideal ideal”",
            "variant",
        ),
    ],
)


def err_ia_of_any_intent(retrieved, subtopics, k=None, *, duplicates="error"):
    """A document that serves any intent satisfies everyone."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    subtopics = as_subtopics(subtopics, retrieved)
    return graded.err_at_k(retrieved, {doc: 1 for doc, topics in subtopics.items() if topics}, k, g_max=1)


misconception(
    "intents-pooled",
    "Serving one intent serves all",
    wrong="A document that serves any intent satisfies everyone.",
    tempts="Relevant is relevant.",
    right="Measure each intent by itself, then average: those who meant the other thing are not helped.",
    question="Half of the users meant the car, half the animal. Who is happy with ten cars?",
    mutants=[
        mutant("err_ia", err_ia_of_any_intent, ["a"], {"a": {1}, "b": {2}}, 1),
    ],
)


def subtopic_recall_of_documents(retrieved, subtopics, k=None, *, duplicates="error"):
    """Counts documents instead of subtopics."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    subtopics = as_subtopics(subtopics, retrieved)
    return binary.recall_at_k(retrieved, {doc for doc, topics in subtopics.items() if topics}, k)


misconception(
    "subtopics-are-documents",
    "Subtopic recall counts documents",
    wrong="Subtopic recall is the share of documents found.",
    tempts="Recall counts documents.",
    right="Subtopic recall counts subtopics: one document may cover several, and several the same one.",
    question="Ten documents on one subtopic: how many subtopics are that?",
    mutants=[
        mutant("subtopic_recall_at_k", subtopic_recall_of_documents, ["a"], {"a": {1}, "b": {1}}, 1),
    ],
)

"""Wrong ideas that strike any measure: the cut-off, means of means, rounding, targets."""

from collections import Counter

import ratools as rt
from ratools.metrics import answers, binary, diversity, graded, overlap
from ratools.metrics.arguments import (
    as_between,
    as_cutoff,
    as_golds,
    as_grades,
    as_ranking,
    as_relevances,
    as_relevant,
    as_spans,
    as_subtopics,
    as_text,
    as_tokens,
)
from ratools_course.misconceptions.records import CHAPTER, REPORT, code, document, misconception, mutant, table


def precision_without_cutoff(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """Counts hits in the whole list, divides by k."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    cutoff = k or len(retrieved)
    return sum(doc in relevant for doc in retrieved) / cutoff if cutoff else 0.0


def recall_without_cutoff(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """Counts hits in the whole list."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return sum(doc in relevant for doc in retrieved) / len(relevant) if relevant else 0.0


def success_anywhere(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """Looks through the whole list."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return float(any(doc in relevant for doc in retrieved))


def reciprocal_rank_anywhere(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """Looks below the cut-off."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return binary.reciprocal_rank(retrieved, relevant)


def average_precision_without_cutoff(
    retrieved, relevant, k=None, *, denominator="relevant", min_grade=None, duplicates="error"
):
    """Goes on below the cut-off."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return binary.average_precision(retrieved, relevant, denominator=denominator)


def cumulative_gain_without_cutoff(relevances, k=None, *, gain="linear"):
    """Sums the whole list."""
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    return graded.cumulative_gain(relevances, gain=gain)


def dcg_without_cutoff(relevances, k=None, *, gain="linear"):
    """Sums the whole list."""
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    return graded.dcg_at_k(relevances, gain=gain)


def ndcg_without_cutoff(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """The nDCG of the whole list, whatever k is."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    return graded.ndcg_at_k(retrieved, grades, gain=gain)


def subtopic_recall_without_cutoff(retrieved, subtopics, k=None, *, duplicates="error"):
    """Looks through the whole list."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    subtopics = as_subtopics(subtopics, retrieved)
    return diversity.subtopic_recall_at_k(retrieved, subtopics)


misconception(
    "cutoff-forgotten",
    "The whole list counts, whatever k is",
    wrong="It is enough to look at the whole list; k only comes in later.",
    tempts="The list is right there, and tests with short lists do not notice.",
    right="Only the first k results exist for a measure at k. Cut the list first.",
    question="What does a user who reads k results know about result k + 1?",
    mutants=[
        mutant("precision_at_k", precision_without_cutoff, ["x", "a"], {"a"}, 1),
        mutant("recall_at_k", recall_without_cutoff, ["x", "a"], {"a"}, 1),
        mutant("success_at_k", success_anywhere, ["x", "a"], {"a"}, 1),
        mutant("reciprocal_rank", reciprocal_rank_anywhere, ["x", "a"], {"a"}, 1),
        mutant("average_precision", average_precision_without_cutoff, ["x", "a"], {"a"}, 1),
        mutant("cumulative_gain", cumulative_gain_without_cutoff, [0, 1], 1),
        mutant("dcg_at_k", dcg_without_cutoff, [0, 1], 1),
        mutant("ndcg_at_k", ndcg_without_cutoff, ["x", "a"], {"a": 1}, 1),
        mutant("subtopic_recall_at_k", subtopic_recall_without_cutoff, ["x", "a"], {"a": {1}}, 1),
    ],
)


def f_arithmetic(retrieved, relevant, k=None, *, beta=1.0, min_grade=None, duplicates="error"):
    """The arithmetic mean of precision and recall: all of one and none of the other is still one half."""
    retrieved, k, beta = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(beta, "beta")
    relevant = as_relevant(relevant, min_grade, retrieved)
    return (binary.precision_at_k(retrieved, relevant, k) + binary.recall_at_k(retrieved, relevant, k)) / 2


def token_f1_arithmetic(retrieved_tokens, expected_tokens, *, tokens="set"):
    """The arithmetic mean of precision and recall."""
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    precision = overlap.token_precision(retrieved_tokens, expected_tokens, tokens=tokens)
    return (precision + overlap.token_recall(retrieved_tokens, expected_tokens, tokens=tokens)) / 2


def span_f1_arithmetic(retrieved_spans, expected_spans):
    """The arithmetic mean of precision and recall."""
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    precision = overlap.span_precision(retrieved_spans, expected_spans)
    return (precision + overlap.span_recall(retrieved_spans, expected_spans)) / 2


def f1_arithmetic(prediction, reference, *, normalize="simple"):
    """The arithmetic mean of precision and recall."""
    prediction, golds = as_text(prediction, "prediction"), as_golds(reference)
    return max(_plain_mean(_words(prediction, normalize), _words(gold, normalize)) for gold in golds)


def _words(text, normalize):
    return answers.normalized(text, normalize).split()


def _plain_mean(said, gold):
    common = (Counter(said) & Counter(gold)).total()
    return (common / len(said) + common / len(gold)) / 2 if said and gold else float(said == gold)


misconception(
    "f-is-a-plain-mean",
    "F1 is the ordinary mean of precision and recall",
    wrong="F1 is (precision + recall) / 2.",
    tempts="A mean is a mean.",
    right="F1 is the harmonic mean, which stays near the lower of the two: all of one and none of the other is 0.",
    question="Returning everything has recall 1 and precision near 0. Is that half good?",
    mutants=[
        mutant("f_score_at_k", f_arithmetic, ["a"], {"a"}, 2, beta=1.0),
        mutant("token_f1", token_f1_arithmetic, ["cat"], ["cat", "mat"]),
        mutant("span_f1", span_f1_arithmetic, [(0, 2)], [(0, 1)]),
        mutant("f1_score", f1_arithmetic, "Paris France", "Paris"),
    ],
)


def average_precision_rounded(
    retrieved, relevant, k=None, *, denominator="relevant", min_grade=None, duplicates="error"
):
    """Rounds the precision at each hit to two digits before it is added."""
    retrieved = as_ranking(retrieved, duplicates)
    relevant = as_relevant(relevant, min_grade, retrieved)
    terms = binary.average_precision_terms(retrieved, relevant, k)
    return sum(round(term, 2) for term in terms) / len(relevant) if relevant else 0.0


def rounded_on_the_way():
    """The same two numbers, rounded at every step and rounded once at the end."""
    retrieved, relevant = ["a", "x", "b"], {"a", "b"}
    found, ideal = [2, 0, 3, 2, 1], [3, 2, 2, 1, 0]
    early = round(rt.dcg_at_k(found), 2) / round(rt.dcg_at_k(ideal), 1)  # 4.75 / 5.7
    terms = [term for term in rt.average_precision_terms(retrieved, relevant) if term]
    return table(
        [
            {
                "measure": "AP of R N R",
                "rounded on the way": sum(round(term, 2) for term in terms) / 2,
                "rounded at the end": round(rt.average_precision(retrieved, relevant), 4),
            },
            {
                "measure": "nDCG@5 of 2 0 3 2 1",
                "rounded on the way": round(early, 3),
                "rounded at the end": round(rt.dcg_at_k(found) / rt.ideal_dcg_at_k(found), 3),
            },
        ]
    )


misconception(
    "round-early",
    "Rounding on the way does not matter",
    wrong="Two digits are enough for the steps in between.",
    tempts="The result is rounded anyway.",
    right="Errors add up: 0.835 instead of 0.8333. Round once, when you show the number.",
    question="Which of your digits come from the data, and which from rounding?",
    mutants=[
        mutant("average_precision", average_precision_rounded, ["x", "y", "a"], {"a"}),
    ],
    demonstration=rounded_on_the_way,
    sources=[
        document(REPORT, "prints an average precision of 0.835 for 0.8333", "document", "unknown"),
        document(CHAPTER, "prints an nDCG@5 of 0.833 for 0.834", "document", "unknown"),
        code(
            "pinecone-io/examples",
            "offline-evaluation.ipynb",
            "September 2026",
            "“1.4/3 = 0.48”: with those digits it is 0.467, exactly 0.479",
            "document",
            "no",
        ),
    ],
)


def one_value_three_uses():
    """P@5 = 0.8, where each query has at least 5 relevant documents: plenty for a shop, far too little for a clinic."""
    targets = {"online shop": 0.70, "FAQ bot": 0.95, "medical or legal search": 0.98}
    return table(
        {"use": use, "target": t, "P@5": 0.8, "good enough": "yes" if t <= 0.8 else "no"} for use, t in targets.items()
    )


misconception(
    "higher-target-universal",
    "One good value fits all uses",
    wrong="P@5 = 0.8 is good enough.",
    tempts="Eight of ten would be a good mark at school.",
    right=(
        "The target depends on what an error costs: for instance, more than 0.95 for a FAQ bot, "
        "and more than 0.98 in medicine or law."
    ),
    question="What happens to the person who gets the wrong result?",
    demonstration=one_value_three_uses,
    sources=[
        document(
            CHAPTER,
            "prints one table of typical values for every collection and every use",
            "document",
            "unknown",
        ),
    ],
)


def one_answer_and_many():
    """Where one page is right, both say the same; where many are, RR cannot tell a rich page from a poor one."""
    one, many = {"official": 1}, {"review": 3, "comparison": 3, "forum": 2, "list": 1}
    pages = {
        ("one answer", "at rank 1"): (["official", "x", "y", "z"], one),
        ("one answer", "at rank 2"): (["x", "official", "y", "z"], one),
        ("many answers", "one thin hit on top"): (["list", "x", "y", "z"], many),
        ("many answers", "the best on top"): (["review", "comparison", "forum", "list"], many),
    }
    return table(
        {"query": query, "page": page, "RR": rt.reciprocal_rank(*found), "nDCG@4": rt.ndcg_at_k(*found, 4)}
        for (query, page), found in pages.items()
    )


misconception(
    "rr-beats-ndcg",
    "MRR is a better measure than nDCG",
    wrong="The simpler measure is the better one: MRR says how far users must read.",
    tempts="Everybody understands a rank, and nobody a logarithm.",
    right="Ask what the user needs: RR fits one right answer, nDCG many of different worth. Often one reports both.",
    question="How many good answers does this user want?",
    demonstration=one_answer_and_many,
    sources=[document(CHAPTER, "names “MRR is better than nDCG” as a misconception", "warns")],
)


def the_best_there_is():
    """Three queries with 1, 2 and 9 relevant documents, answered without a mistake; the target was P@5 > 0.7."""
    counts = (1, 2, 9)
    best = [rt.precision_at_k(list(range(9)), set(range(count)), 5) for count in counts]
    rows = [
        {"relevant documents": count, "best possible P@5": value} for count, value in zip(counts, best, strict=True)
    ]
    return table([*rows, {"relevant documents": "mean", "best possible P@5": sum(best) / len(best)}])


misconception(
    "target-without-ceiling",
    "A target can be set without looking at the judgements",
    wrong="We ask for P@5 above 0.7; the systems will show who gets there.",
    tempts="A percentage looks as if 100 were always possible.",
    right="First measure a perfect system on the same judgements. Above that ceiling a target asks for the impossible.",
    question="What would a system that makes no mistake score on your queries?",
    demonstration=the_best_there_is,
    sources=[
        document(
            CHAPTER,
            "calls P@5 of 65 to 75 % on BEIR typical, where a perfect system reaches at most 66.3 %",
            "document",
            "unknown",
        ),
    ],
)


def shares_and_per_cent():
    """Precision 0.6, recall 0.4. With 60 and 40 the sums still look right; products and complements do not."""
    rows = {"as shares": (0.6, 0.4), "in per cent": (60, 40)}
    return table({"written": how, "mean": (p + r) / 2, "P · R": p * r, "1 − R": 1 - r} for how, (p, r) in rows.items())


misconception(
    "per-cent-is-a-share",
    "A share may as well be 60 as 0.6",
    wrong="Whether a measure gives 0.6 or 60 is a matter of taste.",
    tempts="Reports print per cent.",
    right="Compute with shares between 0 and 1; write per cent, with its sign, when you show a number.",
    question="What is 1 − recall if recall is 40?",
    demonstration=shares_and_per_cent,
)

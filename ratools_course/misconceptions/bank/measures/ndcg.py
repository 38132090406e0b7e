"""Wrong ideas about gain, discount and the ideal."""

from math import fsum, log, log2

import ratools as rt
from ratools.metrics import diversity, graded
from ratools.metrics.arguments import (
    as_all_grades,
    as_between,
    as_cutoff,
    as_grades,
    as_ranking,
    as_relevances,
    as_subtopics,
)
from ratools_course.misconceptions.records import CHAPTER, code, document, misconception, mutant, paper, table, thread


def cumulative_gain_with_order(relevances, k=None, *, gain="linear"):
    """Discounts, and so it is DCG already."""
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    return graded.dcg_at_k(relevances, k, gain=gain)


def dcg_without_discount(relevances, k=None, *, gain="linear"):
    """No discount: that is CG, which does not see order."""
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    return graded.cumulative_gain(relevances, k, gain=gain)


def ideal_without_discount(grades, k=None, *, gain="linear"):
    """No discount: that is the CG of the ideal list."""
    grades, k = as_all_grades(grades), as_cutoff(k)
    return graded.cumulative_gain(sorted(grades, reverse=True), k, gain=gain)


def ndcg_without_discount(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """The share of the gain that was found, in any order."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    ideal = sum(sorted((graded.gain_of(g, gain) for g in grades.values()), reverse=True)[:k])
    return sum(graded.gain_of(grades.get(doc, 0), gain) for doc in retrieved[:k]) / ideal if ideal else 0.0


def same_gain_both_ways():
    """The best order and the worst: cumulative gain cannot tell them apart, DCG can."""
    return table({"grades": str(g), "CG": rt.cumulative_gain(g), "DCG": rt.dcg_at_k(g)} for g in ([3, 2, 1], [1, 2, 3]))


misconception(
    "cg-sees-order",
    "Adding up the gains rewards the right order",
    wrong="Cumulative gain rewards having the best results on top.",
    tempts="It is the first letters of DCG, and the numbers are added from the top.",
    right="A sum does not care about order. The discount is what makes DCG see it.",
    question="What is the sum of 3, 2, 1, and what is it read backwards?",
    mutants=[
        mutant("cumulative_gain", cumulative_gain_with_order, [0, 1], 2),
        mutant("dcg_at_k", dcg_without_discount, [0, 1], 2),
        mutant("ideal_dcg_at_k", ideal_without_discount, {"a": 1, "b": 1}, 2),
        mutant("ndcg_at_k", ndcg_without_discount, ["x", "a"], {"a": 1}, 2),
    ],
    demonstration=same_gain_both_ways,
    sources=[
        document(CHAPTER, "cumulative gain ignores the order", "warns"),
    ],
)


def dcg_log_i(relevances, k=None, *, gain="linear"):
    """Discount max(1, log2 i): the first two ranks are worth the same."""
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    return fsum(graded.gain_of(g, gain) / max(1, log2(i)) for i, g in enumerate(relevances[:k], start=1))


def ideal_log_i(grades, k=None, *, gain="linear"):
    """Discount max(1, log2 i): the first two ranks are worth the same."""
    grades, k = as_all_grades(grades), as_cutoff(k)
    return dcg_log_i(sorted(grades, reverse=True), k, gain=gain)


def ndcg_log_i(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """Discount max(1, log2 i): ranks 1 and 2 are worth the same."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    retrieved_grades = [grades.get(doc, 0) for doc in retrieved]
    ideal = dcg_log_i(sorted(grades.values(), reverse=True), k, gain=gain)
    return dcg_log_i(retrieved_grades, k, gain=gain) / ideal if ideal else 0.0


misconception(
    "discount-log-i",
    "The discount at rank i is log2(i)",
    wrong="The discount at rank i is log2(i), with the first rank left alone.",
    tempts="It is the original formula of Järvelin & Kekäläinen 2002 with b = 2: a variant, not a crime.",
    right="Here the discount is log2(i + 1), as in most tools of today: the second rank already counts less.",
    question="Should it make no difference at all whether the best result is first or second?",
    mutants=[
        mutant("dcg_at_k", dcg_log_i, [0, 1], 2),
        mutant("ideal_dcg_at_k", ideal_log_i, {"a": 1, "b": 1}, 2),
        mutant("ndcg_at_k", ndcg_log_i, ["x", "a"], {"a": 1}, 2),
    ],
    sources=[
        paper("Järvelin & Kekäläinen 2002", "the original discount, here with base 2", "variant"),
        code(
            "cvangysel/pytrec_eval",
            "benchmarks/native_python_vs_pytrec_eval.py",
            "September 2026",
            "a yardstick for speed in plain Python discounts by log2(i) from rank 2 on; the library itself does not",
            "library",
            "no",
        ),
        thread("lenskit/lkpy#417", "log2(max(i, 2)) on purpose; log2(i + 1) came later as an option", "variant"),
        thread(
            "OpenAgentHQ/openagent-eval#223",
            "a hit at rank 2 scored 1.0 instead of 0.631",
            "library",
            "in #229",
            path="openagent_eval/metrics/retrieval/ndcg.py",
        ),
    ],
)


def dcg_shifted(relevances, k=None, *, gain="linear"):
    """Discount log2(i + 2) with ranks from 1: even the first place is discounted."""
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    return fsum(graded.gain_of(g, gain) / log2(i + 2) for i, g in enumerate(relevances[:k], start=1))


def ideal_shifted(grades, k=None, *, gain="linear"):
    """Discount log2(i + 2) with ranks from 1."""
    grades, k = as_all_grades(grades), as_cutoff(k)
    return dcg_shifted(sorted(grades, reverse=True), k, gain=gain)


def ndcg_shifted(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """Discount log2(i + 2) with ranks from 1, above and below the line."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    ideal = dcg_shifted(sorted(grades.values(), reverse=True), k, gain=gain)
    return dcg_shifted([grades.get(doc, 0) for doc in retrieved], k, gain=gain) / ideal if ideal else 0.0


misconception(
    "discount-shifted",
    "The discount at rank i is log2(i + 2)",
    wrong="Two is added to the rank before the logarithm is taken.",
    tempts="With enumerate from 0 it is log2(i + 2). Then the ranks were changed to start at 1, and the 2 stayed.",
    right="With ranks from 1 it is log2(i + 1): the first place is not discounted, since log2(2) = 1.",
    question="What should the best place on the page cost?",
    mutants=[
        mutant("dcg_at_k", dcg_shifted, [1], 1),
        mutant("ideal_dcg_at_k", ideal_shifted, {"a": 1}, 1),
        mutant("ndcg_at_k", ndcg_shifted, ["x", "a"], {"a": 1}, 2),
    ],
)


def dcg_inverted(relevances, k=None, *, gain="linear"):
    """Divides by 1 / log2(i + 1), that is, multiplies by log2(i + 1): the further down, the more it counts."""
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    return fsum(graded.gain_of(g, gain) * log2(i + 1) for i, g in enumerate(relevances[:k], start=1))


misconception(
    "discount-inverted",
    "Divide by the weight 1 / log2(i + 1)",
    wrong="The gain at rank i is divided by 1 / log2(i + 1).",
    tempts="1 / log2(i + 1) is what a place is worth, and it looks like the thing to divide by.",
    right="Multiply by the weight 1 / log2(i + 1), or divide by the discount log2(i + 1): do one, not both.",
    question="Should a document count more at rank 10 than at rank 1?",
    mutants=[
        mutant("dcg_at_k", dcg_inverted, [0, 1], 2),
    ],
)


def dcg_by_rank(relevances, k=None, *, gain="linear"):
    """Discount i instead of log2(i + 1)."""
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    return fsum(graded.gain_of(g, gain) / i for i, g in enumerate(relevances[:k], start=1))


def ideal_by_rank(grades, k=None, *, gain="linear"):
    """Discount i instead of log2(i + 1)."""
    grades, k = as_all_grades(grades), as_cutoff(k)
    return dcg_by_rank(sorted(grades, reverse=True), k, gain=gain)


def ndcg_by_rank(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """Discount i instead of log2(i + 1), above and below the line."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    ideal = dcg_by_rank(sorted(grades.values(), reverse=True), k, gain=gain)
    return dcg_by_rank([grades.get(doc, 0) for doc in retrieved], k, gain=gain) / ideal if ideal else 0.0


misconception(
    "discount-is-rank",
    "The discount is the rank itself",
    wrong="The gain at rank i is divided by i.",
    tempts="The reciprocal rank does that.",
    right="DCG divides by log2(i + 1), which falls much more gently.",
    question="Is a result at rank 10 worth a tenth of the one at rank 1, or more?",
    mutants=[
        mutant("dcg_at_k", dcg_by_rank, [0, 1], 2),
        mutant("ideal_dcg_at_k", ideal_by_rank, {"a": 1, "b": 1}, 2),
        mutant("ndcg_at_k", ndcg_by_rank, ["x", "a"], {"a": 1}, 2),
    ],
)


def dcg_natural_log(relevances, k=None, *, gain="linear"):
    """The natural logarithm. nDCG would not notice; DCG does."""
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    return fsum(graded.gain_of(g, gain) / log(i + 1) for i, g in enumerate(relevances[:k], start=1))


def ideal_natural_log(grades, k=None, *, gain="linear"):
    """The natural logarithm. nDCG would not notice; IDCG does."""
    grades, k = as_all_grades(grades), as_cutoff(k)
    return dcg_natural_log(sorted(grades, reverse=True), k, gain=gain)


def ndcg_natural_log_i(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """Discount max(1, ln i): of log(i + 1) the base cancels out, of this one it does not."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")

    def dcg(grades):
        return fsum(graded.gain_of(g, gain) / max(1, log(i)) for i, g in enumerate(grades[:k], start=1))

    ideal = dcg(sorted(grades.values(), reverse=True))
    return dcg([grades.get(doc, 0) for doc in retrieved]) / ideal if ideal else 0.0


def where_the_base_cancels():
    """Grades 0, 4, 1, 3. Of log(i + 1) the base cancels; of max(1, log i), with its flat start, it does not."""
    grades = [0, 4, 1, 3]

    def ratio(discount):
        ideal = sorted(grades, reverse=True)
        dcg = [sum(g / discount(i) for i, g in enumerate(order, start=1)) for order in (grades, ideal)]
        return dcg[0] / dcg[1]

    return table(
        {
            "base": base,
            "nDCG with log(i + 1)": ratio(lambda i, base=base: log(i + 1, base)),
            "nDCG with max(1, log i)": ratio(lambda i, base=base: max(1.0, log(i, base))),
        }
        for base in (2, 10)
    )


misconception(
    "log-base-matters",
    "Any logarithm will do for the discount",
    wrong="Any logarithm will do, in DCG as in nDCG.",
    tempts="`math.log` is the first that comes to mind, and in nDCG the difference cannot be seen.",
    right=(
        "DCG takes the logarithm to base 2, `log2`. In nDCG the base of log(i + 1) cancels; "
        "that of max(1, log i), with its flat start, does not."
    ),
    question="What is the discount of rank 1, log2(2) or ln(2)?",
    mutants=[
        mutant("dcg_at_k", dcg_natural_log, [1], 1),
        mutant("ideal_dcg_at_k", ideal_natural_log, {"a": 1}, 1),
        mutant("ndcg_at_k", ndcg_natural_log_i, ["x", "a"], {"a": 1}, 2),
    ],
    demonstration=where_the_base_cancels,
    sources=[
        thread(
            "Coder-Yu/QRec#258",
            "a user fears that ln changes nDCG; the author answers that it cancels",
            "user",
            path="util/measure.py",
        ),
        thread(
            "cohere-ai/cohere-developer-experience#574",
            "log2 in the formula, ln in the numbers: DCG 2.785 for 1.931; nDCG is 0.906 either way, though the "
            "reporter doubts it",
            "document",
            "by archiving the page (9bda4c8)",
        ),
    ],
)


def ndcg_ideal_from_list(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """The ideal is the whole retrieved list, sorted: what was missed costs nothing."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    retrieved_grades = [grades.get(doc, 0) for doc in retrieved]
    ideal = graded.ideal_dcg_at_k(retrieved_grades, k, gain=gain)
    return graded.dcg_at_k(retrieved_grades, k, gain=gain) / ideal if ideal else 0.0


def ndcg_ideal_from_top_k(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """The ideal is the top k, sorted: what was missed, or stands below k, costs nothing."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    return ndcg_ideal_from_list(retrieved[:k], grades, k, gain=gain)


def alpha_ndcg_ideal_from_list(retrieved, subtopics, k=None, *, alpha=0.5, duplicates="error"):
    """The ideal is built from what was retrieved."""
    retrieved, k, alpha = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(alpha, "alpha")
    subtopics = as_subtopics(subtopics, retrieved)
    seen = {doc: subtopics[doc] for doc in retrieved if doc in subtopics}
    return diversity.alpha_ndcg_at_k(retrieved, seen, k, alpha=alpha)


misconception(
    "idcg-from-retrieved",
    "The ideal is my list, sorted",
    wrong="IDCG sorts the documents that were retrieved.",
    tempts="They are at hand, and sorting them gives the best order *of them*.",
    right="The ideal is made of *all* judged documents, retrieved or not.",
    question="A system returns one fair document and misses an excellent one. Is its page ideal?",
    mutants=[
        mutant("ndcg_at_k", ndcg_ideal_from_list, ["a"], {"a": 1, "b": 1}, 2),
        mutant("ndcg_at_k", ndcg_ideal_from_top_k, ["a"], {"a": 1, "b": 1}, 2),
        mutant("alpha_ndcg_at_k", alpha_ndcg_ideal_from_list, ["a"], {"a": {1}, "b": {1}}, 2),
    ],
    sources=[
        thread(
            "o19s/search-metrics#3",
            "the ideal was made from the results, not from the judgements",
            "library",
            "in #6, 2023",
            path="qual.py",
            version="before ef41274",
        ),
        thread(
            "OpenBMB/ToolBench#184",
            "the truth was marked for the hits of the top k only",
            "library",
            "in a77692e, October 2023",
            path="toolbench/retrieval/api_evaluator.py",
        ),
        thread(
            "xiangwang1223/knowledge_graph_attention_network#27",
            "asks about the discount, where nothing is wrong; but its ndcg_at_k sorts the retrieved list",
            "library",
            "unknown",
        ),
        code(
            "cvangysel/pytrec_eval",
            "benchmarks/native_python_vs_pytrec_eval.py",
            "September 2026",
            "a yardstick for speed in plain Python sorts the list; the library itself does not",
            "library",
            "no",
        ),
        code(
            "pinecone-io/examples",
            "offline-evaluation.ipynb",
            "September 2026",
            "sorts the list, and may: all eight images that exist were returned. Copied to a list that misses "
            "some, it is wrong",
            "nobody",
        ),
    ],
)


def ideal_not_cut(grades, k=None, *, gain="linear"):
    """An ideal longer than the list that it is compared with."""
    grades, k = as_all_grades(grades), as_cutoff(k)
    return graded.ideal_dcg_at_k(grades, gain=gain)


def ndcg_ideal_not_cut(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """DCG is cut at k, the ideal is not: a perfect page stays below 1."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    retrieved_grades = [grades.get(doc, 0) for doc in retrieved]
    ideal = graded.ideal_dcg_at_k(grades, gain=gain)
    return graded.dcg_at_k(retrieved_grades, k, gain=gain) / ideal if ideal else 0.0


def a_perfect_page_below_one():
    """Four relevant documents, three places, all three hits: perfect, and below 1 if the ideal is not cut."""
    retrieved, grades = ["a", "b", "c"], dict.fromkeys("abcd", 1)
    uncut = ndcg_ideal_not_cut(retrieved, grades, 3)
    return table(
        [{"ideal": "cut at 3", "nDCG@3": rt.ndcg_at_k(retrieved, grades, 3)}, {"ideal": "uncut", "nDCG@3": uncut}]
    )


misconception(
    "idcg-not-cut",
    "The ideal holds all relevant documents, whatever k is",
    wrong="IDCG at k sums over all relevant documents.",
    tempts="The ideal list is sorted once and then summed as it is.",
    right="The ideal page has k places too: cut both lists.",
    question="Three places, three hits, nothing better exists. Which score should that page get?",
    mutants=[
        mutant("ideal_dcg_at_k", ideal_not_cut, {"a": 1, "b": 1}, 1),
        mutant("ndcg_at_k", ndcg_ideal_not_cut, ["a"], {"a": 1, "b": 1}, 1),
    ],
    demonstration=a_perfect_page_below_one,
    sources=[
        code(
            "run-llama/llama_index",
            "llama-index-core/llama_index/core/evaluation/retrieval/metrics.py, NDCG",
            "September 2026",
            "the docstring promises position p, the ideal runs over all expected documents: a perfect top 3 of "
            "4 scores 0.832",
            "library",
            "no",
        ),
    ],
)


def ideal_in_given_order(grades, k=None, *, gain="linear"):
    """Forgets to sort."""
    grades, k = as_all_grades(grades), as_cutoff(k)
    return graded.dcg_at_k(grades, k, gain=gain)


def ideal_rising(grades, k=None, *, gain="linear"):
    """Sorts, but the worst comes first."""
    grades, k = as_all_grades(grades), as_cutoff(k)
    return graded.dcg_at_k(sorted(grades), k, gain=gain)


def ndcg_ideal_in_given_order(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """The ideal takes the judgements in the order in which they were written down."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    ideal = graded.dcg_at_k(list(grades.values()), k, gain=gain)
    return ndcg_not_normalised(retrieved, grades, k, gain=gain) / ideal if ideal else 0.0


def ndcg_ideal_rising(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """The ideal is sorted, but the worst comes first."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    ideal = graded.dcg_at_k(sorted(grades.values()), k, gain=gain)
    return ndcg_not_normalised(retrieved, grades, k, gain=gain) / ideal if ideal else 0.0


misconception(
    "idcg-unsorted",
    "The ideal takes the grades as they come",
    wrong="The ideal takes the grades as they stand, or sorted upwards.",
    tempts="sorted() sorts upwards, and a dictionary already has an order.",
    right="Best first: sorted(…, reverse=True). Anything else is not the best that could be done.",
    question="In which order would you show the documents if you knew all grades?",
    mutants=[
        mutant("ideal_dcg_at_k", ideal_in_given_order, {"a": 0, "b": 1}, 1),
        mutant("ideal_dcg_at_k", ideal_rising, {"a": 0, "b": 1}, 1),
        mutant("ndcg_at_k", ndcg_ideal_in_given_order, ["a"], {"a": 1, "b": 2}, 1),
        mutant("ndcg_at_k", ndcg_ideal_rising, ["a"], {"a": 1, "b": 0}, 1),
    ],
)


def ndcg_ideal_of_short_list(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """The ideal has no more places than the list has results: a page of one hit is perfect."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    top = retrieved[:k]
    ideal = graded.ideal_dcg_at_k(grades, len(top), gain=gain) if top else 0.0
    return graded.dcg_at_k([grades.get(doc, 0) for doc in top], gain=gain) / ideal if ideal else 0.0


def one_hit_or_all_five():
    """Five documents of grade 3, ten places: one hit and nothing else, or all five at ranks 6 to 10."""
    grades = dict.fromkeys("abcde", 3)
    pages = {"one hit": ["a"], "all five, at 6 to 10": [*"vwxyz", *"abcde"]}
    return table(
        {
            "page": name,
            "ideal as long as the page": ndcg_ideal_of_short_list(page, grades, 10),
            "nDCG@10": rt.ndcg_at_k(page, grades, 10),
        }
        for name, page in pages.items()
    )


misconception(
    "ideal-of-short-list",
    "The ideal is as long as my list",
    wrong="Where fewer than k results came back, the ideal has no more places than they have.",
    tempts="Comparing a list with a longer one looks unfair.",
    right="The ideal has k places, filled as far as there are relevant documents. Empty places of a page cost.",
    question="A page shows one of five excellent documents and stops. Is it perfect?",
    mutants=[mutant("ndcg_at_k", ndcg_ideal_of_short_list, ["a"], {"a": 1, "b": 1}, 2)],
    demonstration=one_hit_or_all_five,
    sources=[
        thread(
            "elastic/elasticsearch#154362",
            "an open pull request: five documents of grade 3, k = 10, and a page of one hit scores 1.0 (0.339)",
            "library",
            "no",
            path="DiscountedCumulativeGain.java",
        ),
        thread(
            "run-llama/llama_index#17126",
            "the ideal was cut at the length of the list",
            "library",
            "in #17236, which took it back",
            path="llama-index-core/llama_index/core/evaluation/retrieval/metrics.py",
        ),
    ],
)


def dcg_sorted(relevances, k=None, *, gain="linear"):
    """Sorts the grades before it discounts: every order scores the same."""
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    return graded.ideal_dcg_at_k(relevances, k, gain=gain)


def dcg_of_sorted_top(relevances, k=None, *, gain="linear"):
    """Cuts, then sorts the grades before it discounts."""
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    return graded.ideal_dcg_at_k(relevances[:k], gain=gain)


def ndcg_sorted(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """Sorts what was retrieved before it discounts: every order scores the same."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    ideal = graded.ideal_dcg_at_k(grades, k, gain=gain)
    return dcg_sorted([grades.get(doc, 0) for doc in retrieved], k, gain=gain) / ideal if ideal else 0.0


def ndcg_of_sorted_top(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """Cuts, then sorts what was retrieved before it discounts."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    ideal = graded.ideal_dcg_at_k(grades, k, gain=gain)
    return dcg_of_sorted_top([grades.get(doc, 0) for doc in retrieved], k, gain=gain) / ideal if ideal else 0.0


misconception(
    "dcg-sorted",
    "DCG sorts the grades first",
    wrong="The grades are sorted, best first, before they are discounted.",
    tempts="The ideal is sorted, so its twin above the line is sorted too.",
    right="Only the ideal is sorted. DCG takes the grades in the order of the page; that order is what it measures.",
    question="The best result moves from rank 1 to rank 5. Should the score stay as it is?",
    mutants=[
        mutant("dcg_at_k", dcg_sorted, [0, 1], 1),
        mutant("dcg_at_k", dcg_of_sorted_top, [0, 1], 2),
        mutant("ndcg_at_k", ndcg_sorted, ["x", "a"], {"a": 1}, 1),
        mutant("ndcg_at_k", ndcg_of_sorted_top, ["x", "a"], {"a": 1}, 2),
    ],
    example=([0, 1], 2),
)


def ndcg_over_ideal_gain(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """Divides by the ideal's gains, added up without a discount: a perfect page stays below 1."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    ideal = graded.cumulative_gain(sorted(grades.values(), reverse=True), k, gain=gain)
    return ndcg_not_normalised(retrieved, grades, k, gain=gain) / ideal if ideal else 0.0


misconception(
    "ndcg-over-ideal-gain",
    "nDCG divides by the sum of the ideal grades",
    wrong="DCG is divided by the sum of the best grades, which are not discounted.",
    tempts="The best that can be had is the sum of the best grades.",
    right="The ideal is discounted as the page is: the same rule above and below the line.",
    question="What does the perfect page score by your rule?",
    mutants=[mutant("ndcg_at_k", ndcg_over_ideal_gain, ["a"], {"a": 1, "b": 1}, 2)],
)


def ndcg_over_places(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """Divides by k, as precision does."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    cutoff = k or len(retrieved)
    return ndcg_not_normalised(retrieved, grades, k, gain=gain) / cutoff if cutoff else 0.0


misconception(
    "ndcg-over-k",
    "nDCG divides by k",
    wrong="Normalising means dividing by the number of places.",
    tempts="Precision at k divides by k.",
    right="Normalising means dividing by the best that could be had: the DCG of the ideal order at the same k.",
    question="One relevant document exists and stands first. What should that page score at k = 10?",
    mutants=[mutant("ndcg_at_k", ndcg_over_places, ["a"], {"a": 1}, 2)],
)


def ndcg_over_hits(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """Divides by the number of hits, so missing a document costs nothing."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    hits = sum(grades.get(doc, 0) > 0 for doc in retrieved[:k])
    return ndcg_not_normalised(retrieved, grades, k, gain=gain) / hits if hits else 0.0


misconception(
    "ndcg-over-found",
    "nDCG divides by the number of hits",
    wrong="DCG is divided by the number of relevant documents on the page.",
    tempts="It makes a mean of a sum.",
    right="DCG is divided by the DCG of the ideal order, which knows the grades, the places and what was missed.",
    question="Two systems find one document each: the best there is, or a fair one. What would tell them apart?",
    mutants=[mutant("ndcg_at_k", ndcg_over_hits, ["a"], {"a": 2}, 1)],
)


def ndcg_gain_mixed(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """Exponential gain above the line, linear below: nDCG exceeds 1."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    retrieved_grades = [grades.get(doc, 0) for doc in retrieved]
    ideal = graded.ideal_dcg_at_k(grades, k, gain="linear")
    return graded.dcg_at_k(retrieved_grades, k, gain="exp") / ideal if ideal else 0.0


def ndcg_hits_over_grades(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """Every hit gains 1 above the line, its grade below: a perfect page stays below 1."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    hits = [int(grades.get(doc, 0) > 0) for doc in retrieved]
    ideal = graded.ideal_dcg_at_k(grades, k, gain=gain)
    return graded.dcg_at_k(hits, k) / ideal if ideal else 0.0


misconception(
    "gain-mixed",
    "Each line of the nDCG fraction may have its own gain",
    wrong="The gain above the line may differ from the one below: exponential above and linear below, or hits "
    "above and grades below.",
    tempts="DCG was copied from one place, the ideal from another.",
    right="Both lines of the fraction use the same gain.",
    question="What does the perfect page score by your rule?",
    mutants=[
        mutant("ndcg_at_k", ndcg_gain_mixed, ["a"], {"a": 2}, 1),
        mutant("ndcg_at_k", ndcg_hits_over_grades, ["a"], {"a": 2}, 1),
    ],
    sources=[
        thread(
            "RapidFireAI/rapidfireai#261",
            "tutorial notebooks had gain 1 above the line and 3 below: a perfect page scored 0.333",
            "document",
            "in #284",
        ),
        thread(
            "dmlc/xgboost#6707", "an nDCG of 112 was printed; by the code, 1 << grade overflows", "library", "unknown"
        ),
    ],
)


S1_PAGE = ([1, 23, 45, 4, 67, 6, 89, 12], {1: 3, 4: 2, 6: 2, 12: 1, 15: 1})


def dcg_exponential(relevances, k=None, *, gain="linear"):
    """Exponential gain, whatever was asked for."""
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    return graded.dcg_at_k(relevances, k, gain="exp")


def ideal_exponential(grades, k=None, *, gain="linear"):
    """Exponential gain, whatever was asked for."""
    grades, k = as_all_grades(grades), as_cutoff(k)
    return graded.ideal_dcg_at_k(grades, k, gain="exp")


def ndcg_exponential(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """Exponential gain, whatever was asked for."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    return graded.ndcg_at_k(retrieved, grades, k, gain="exp")


def two_gains_one_name():
    """One page, one set of grades, two numbers that are both called nDCG@5."""
    retrieved, grades = S1_PAGE
    return table({"gain": gain, "nDCG@5": rt.ndcg_at_k(retrieved, grades, 5, gain=gain)} for gain in ("linear", "exp"))


misconception(
    "ndcg-is-one-formula",
    "Linear and exponential gain give the same nDCG",
    wrong="Linear and exponential gain are the same measure.",
    tempts="Both are called nDCG, and with grades 0 and 1 they are equal.",
    right="Grade, or 2^grade − 1: two measures under one name. Say which; here it is the grade itself.",
    question="Is a document of grade 2 worth two of grade 1, or three?",
    mutants=[
        mutant("dcg_at_k", dcg_exponential, [2], 1),
        mutant("ideal_dcg_at_k", ideal_exponential, {"a": 2}, 1),
        mutant("ndcg_at_k", ndcg_exponential, ["a"], {"a": 1, "b": 2}, 1),
    ],
    demonstration=two_gains_one_name,
    sources=[
        thread(
            "Georgetown-IR-Lab/OpenNIR#14",
            "one run of BM25, two numbers: gdeval 0.5371 (exponential gain), trec_eval 0.5618 (linear)",
            "variant",
            path="onir/metrics",
        ),
    ],
)


def ndcg_not_normalised(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """The sum as it is, however high the best possible sum may be."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    return graded.dcg_at_k([grades.get(doc, 0) for doc in retrieved], k, gain=gain)


misconception(
    "ndcg-is-dcg",
    "nDCG is the discounted sum",
    wrong="The discounted sum is the score; there is nothing to divide by.",
    tempts="The hard part is done, and the number looks reasonable.",
    right="The n is for normalised: divide by the DCG of the ideal order.",
    question="Can your number exceed 1? What would that say about the best possible page?",
    mutants=[
        mutant("ndcg_at_k", ndcg_not_normalised, ["a"], {"a": 2}, 1),
    ],
)


def which_page_would_you_want():
    """One page has its best results on top and then nothing; the other has something useful almost everywhere."""
    pages = {"A": [3, 3, 0, 0, 0, 0, 0, 0, 2, 2], "B": [1, 2, 1, 0, 2, 1, 0, 1, 2, 0]}
    grades = {f"{name}{rank}": grade for name, page in pages.items() for rank, grade in enumerate(page)}
    rows = []
    for name in pages:
        docs = [doc for doc in grades if doc.startswith(name)]
        row = {"page": name, "nDCG@10": rt.ndcg_at_k(docs, grades, 10), "P@10": rt.precision_at_k(docs, grades, 10)}
        rows.append({**row, "P@2": rt.precision_at_k(docs, grades, 2)})
    return table(rows)


misconception(
    "ndcg-compares-anything",
    "The higher nDCG is the better page",
    wrong="nDCG 0.85 beats 0.75, whatever users look at.",
    tempts="It is one number, and higher is better.",
    right="It depends on what people do with the page. Top-heavy gain can win nDCG and lose P@10.",
    question="Do your users stop at two results, or do they need ten?",
    demonstration=which_page_would_you_want,
    sources=[
        document(
            CHAPTER,
            "a quiz weighs nDCG 0.85 against 0.75; its lists give 0.899 and 0.834, each with an ideal of its own",
            "document",
            "unknown",
        ),
    ],
)

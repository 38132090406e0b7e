"""Precision, recall and what is made of them: wrong ideas about a page of hits and misses."""

import ratools as rt
from ratools.metrics import binary
from ratools.metrics.arguments import as_between, as_cutoff, as_ranking, as_relevant
from ratools_course.misconceptions.inputs import rankings
from ratools_course.misconceptions.records import CHAPTER, code, document, misconception, mutant, table, thread


def everything_is_returned():
    """10 000 documents, 50 of them relevant: return them all, or fifty of which forty are right."""
    relevant = set(range(50))
    systems = {"returns everything": list(range(10_000)), "returns fifty": [*range(40), *range(50, 60)]}
    return table(
        {"system": name, "recall": rt.recall_at_k(docs, relevant), "precision": rt.precision_at_k(docs, relevant)}
        for name, docs in systems.items()
    )


misconception(
    "recall-is-quality",
    "High recall means a good system",
    wrong="A system that finds everything is a good system.",
    tempts="Finding is what a search is for, and 100 % sounds like success.",
    right="Recall does not see what else came back. Read it together with precision, or with a cut-off people look at.",
    question="What recall has a system that returns the whole library?",
    demonstration=everything_is_returned,
    sources=[
        document(CHAPTER, "return all 10 000 documents, 50 of them relevant: recall 100 %, precision 0.5 %", "warns"),
    ],
)


HITS_AT_1_4_6 = (["a", "u", "v", "b", "w", "c", "x", "y", "z", "t"], set("abcde"))


def precision_goes_up_and_down():
    """Hits at ranks 1, 4 and 6: precision rises at 4 and at 6; recall never falls."""
    retrieved, relevant = HITS_AT_1_4_6
    rows = (
        (k, rt.precision_at_k(retrieved, relevant, k), rt.recall_at_k(retrieved, relevant, k)) for k in range(1, 11)
    )
    return table({"k": k, "P@k": precision, "R@k": recall} for k, precision, recall in rows)


misconception(
    "precision-falls-with-k",
    "Precision falls as k grows",
    wrong="The further down you look, the lower the precision.",
    tempts="On average over many queries it often does, and most tables show that.",
    right=(
        "A hit never lowers precision, and lifts it unless it is 1 already. "
        "For one query, precision may rise or fall with k; only recall never falls."
    ),
    question="What happens to precision when rank 4 is a hit and ranks 2 and 3 are not?",
    demonstration=precision_goes_up_and_down,
    sources=[
        document(
            CHAPTER,
            "concludes that precision falls as k grows; its own table rises at ranks 4 and 6",
            "document",
            "unknown",
        ),
    ],
)


def precision_over_returned(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """Divides by what came back, so returning less helps."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    top = retrieved[:k]
    return sum(doc in relevant for doc in top) / len(top) if top else 0.0


misconception(
    "precision-over-returned",
    "P@k divides by what came back",
    wrong="Precision at k divides by the number of documents returned.",
    tempts="Dividing by ten when only four came back looks unfair.",
    right="P@k divides by k. Empty places are places that did not help.",
    question="Should a system gain by returning less?",
    mutants=[
        mutant("precision_at_k", precision_over_returned, ["a"], {"a"}, 2),
    ],
    sources=[
        code(
            "truera/trulens",
            "feedback/groundtruth.py, precision_at_k",
            "97f531a",
            "P@k divides by the number returned",
            "library",
            "no",
        ),
        document(CHAPTER, "calls k “all returned”, though fewer than k may come back", "document", "unknown"),
    ],
)


def precision_capped(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """Divides by min(k, R), so that 1 can always be reached."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    reachable = min(len(relevant), k or len(retrieved))
    return sum(doc in relevant for doc in retrieved[:k]) / reachable if reachable else 0.0


misconception(
    "capped-precision",
    "Precision at k must be able to reach 1",
    wrong="Precision at k divides by min(k, R), so that finding all there is scores 1.",
    tempts="With one relevant document, P@10 stays at 0.1 however good the system is.",
    right="P@k divides by k. That it cannot reach 1 with R < k is a fact about the query; recall tells the rest.",
    question="Ten results, one of them useful. How much of the page was worth reading?",
    mutants=[mutant("precision_at_k", precision_capped, ["a"], {"a"}, 2)],
    sources=[
        thread(
            "benfred/implicit#412",
            "one liked item, found, k = 10: “precision” 1.0 where P@10 is 0.1",
            "library",
            "no",
            path="evaluation.pyx",
        ),
    ],
    example=(["a", *"uvwxyzrst"], {"a"}, 10),
)


def precision_over_relevant(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """Divides by the relevant documents: that is recall."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return sum(doc in relevant for doc in retrieved[:k]) / len(relevant) if relevant else 0.0


misconception(
    "precision-is-recall",
    "Precision divides by the number of relevant documents",
    wrong="The hits are divided by the number of relevant documents.",
    tempts="Precision and recall share their numerator, and the denominators are easily swapped.",
    right="That is recall. Precision asks how much of what was *shown* is relevant, so it divides by the places.",
    question="How many places did the user look at, and how many of them were worth it?",
    mutants=[
        mutant("precision_at_k", precision_over_relevant, ["a"], {"a"}, 2),
    ],
)


def recall_over_k(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """Divides by k: that is precision."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    cutoff = k or len(retrieved)
    return sum(doc in relevant for doc in retrieved[:k]) / cutoff if cutoff else 0.0


misconception(
    "recall-over-k",
    "Recall at k divides by k",
    wrong="The hits are divided by k, the number of places.",
    tempts="The k in its name asks to be used.",
    right="That is precision. Recall divides by all relevant documents, found or not; k only cuts the list.",
    question="If you doubled k and found nothing new, should recall halve?",
    mutants=[
        mutant("recall_at_k", recall_over_k, ["a"], {"a"}, 2),
    ],
    sources=[
        thread(
            "jina-ai/serve#1123",
            "five relevant, two found: R@1 to R@3 were 1, 1 and 0.667, since the truth was cut at k and the "
            "hits were divided by min(k, returned)",
            "library",
            "the same day, in #1134",
            path="jina/executors/evaluators/rank/recall.py",
            version="before 10fcd1f",
        ),
    ],
)


def recall_is_hit_rate(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """One hit is enough."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return float(any(doc in relevant for doc in retrieved[:k]))


misconception(
    "recall-is-hit-rate",
    "One hit is full recall",
    wrong="Recall at k is 1 as soon as anything relevant is found.",
    tempts="With a single relevant document it is true, and many data sets have just one.",
    right="That is success at k, or hit rate. Recall asks how many of *all* relevant documents were found.",
    question="One of two relevant documents is found. Is there nothing left to find?",
    mutants=[
        mutant("recall_at_k", recall_is_hit_rate, ["a"], {"a", "b"}, 1),
    ],
    sources=[
        thread(
            "TIGER-AI-Lab/UniIR#29", "any hit counts as recall 1", "library", "no", path="src/common/mbeir_retriever.py"
        ),
        thread(
            "deepset-ai/haystack#7867",
            "one of two found scores 1.0: the default mode `single_hit` is a hit rate, `multi_hit` is recall",
            "variant",
            path="haystack/components/evaluators/document_recall.py",
        ),
    ],
)


def recall_capped(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """Divides by min(R, k), so that 1 can always be reached."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    reachable = min(len(relevant), k or len(relevant))
    return sum(doc in relevant for doc in retrieved[:k]) / reachable if reachable else 0.0


misconception(
    "recall-capped",
    "Recall at k must be able to reach 1",
    wrong="Recall at k divides by min(R, k), so that a full page of hits scores 1.",
    tempts="It feels unjust that a perfect top 5 has a recall of one half.",
    right="R@k divides by R. That it cannot reach 1 with k < R is a fact about k, not an injustice.",
    question="Two documents are relevant and one place is shown. How much of what is relevant is seen?",
    mutants=[
        mutant("recall_at_k", recall_capped, ["a"], {"a", "b"}, 1),
    ],
    sources=[
        thread(
            "huggingface/sentence-transformers#964",
            "a user wants min(R, k) below the line; the maintainer finds that sensible and keeps R",
            "user",
            path="InformationRetrievalEvaluator.py",
        ),
        thread(
            "AmenRa/ranx#19", "the same wish; recall there follows trec_eval", "user", path="ranx/metrics/recall.py"
        ),
    ],
)


def what_goes_with_three_hits():
    """P@10 = 0.3 means three hits. Which R@10 can go with it? 3/R; 0.9 comes out only as a mean of two queries."""
    rows = [{"relevant": str(count), **_ten_places(3, count)} for count in range(3, 8)]
    return table([*rows, {"relevant": "mean of 2 and 5", **_mean_of(_ten_places(2, 2), _ten_places(4, 5))}])


def _ten_places(hits, count):
    """P@10 and R@10 of a page with so many hits, where so many documents are relevant."""
    retrieved, relevant = [*range(hits), *range(100, 110 - hits)], set(range(count))
    return {"P@10": rt.precision_at_k(retrieved, relevant, 10), "R@10": rt.recall_at_k(retrieved, relevant, 10)}


def _mean_of(first, second):
    return {name: (first[name] + second[name]) / 2 for name in first}


misconception(
    "impossible-pair",
    "Any P@k goes with any R@k",
    wrong="Precision 0.3 and recall 0.9 at 10, for one query: a generous system.",
    tempts="Both are shares between 0 and 1 and seem to be free of each other.",
    right=(
        "P@k and R@k share their numerator: 3 hits of 10 and R@10 = 0.9 would need 3⅓ relevant documents. "
        "As a mean over queries the pair is possible."
    ),
    question="How many hits are behind P@10 = 0.3, and how many relevant documents would make them 90 %?",
    demonstration=what_goes_with_three_hits,
    sources=[
        document(
            CHAPTER,
            "a quiz asks what P@10 = 30 % with R@10 = 90 % means; for one query there is no such pair",
            "document",
            "unknown",
        ),
    ],
)


def recall_with_duplicates(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """A document that was returned twice is two hits, and recall can exceed 1."""
    different, k = as_ranking(retrieved, "first"), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, different)
    return sum(doc in relevant for doc in list(retrieved)[:k]) / len(relevant) if relevant else 0.0


def average_precision_with_duplicates(
    retrieved, relevant, k=None, *, denominator="relevant", min_grade=None, duplicates="error"
):
    """A document that was returned twice adds its precision twice, and average precision can exceed 1."""
    different, k = as_ranking(retrieved, "first"), as_cutoff(k)
    relevant, hits, total = as_relevant(relevant, min_grade, different), 0, 0.0
    for rank, doc in enumerate(list(retrieved)[:k], start=1):
        hits += doc in relevant
        total += hits / rank if doc in relevant else 0.0
    return total / len(relevant) if relevant else 0.0


def ten_hits_on_seven_documents():
    """Seven relevant documents, three of them returned twice: counted twice, recall is 10/7, and so is AP."""
    retrieved, relevant = [*"abcdefg", *"abc"], set("abcdefg")
    counted = [recall_with_duplicates(retrieved, relevant), average_precision_with_duplicates(retrieved, relevant)]
    once = [measure(retrieved, relevant, duplicates="first") for measure in (rt.recall_at_k, rt.average_precision)]
    return table(
        {"each counts": how, "recall": recall, "average precision": precision}
        for how, (recall, precision) in (("every time", counted), ("once", once))
    )


def first_one_twice(measure):
    """Rankings in which a document comes back twice. Demonstrated, never probed."""
    doubled = [([retrieved[0], *retrieved], relevant) for retrieved, relevant in rankings(2, 1)]
    return [((*both, k), {"duplicates": "first"}) for both in doubled for k in (1, 2, 3)]


misconception(
    "duplicates-count",
    "A document found twice is two hits",
    wrong="A document that comes back twice is two hits.",
    tempts="A loop over the results counts it without asking.",
    right="A document can be found only once. Counted twice, recall and average precision can exceed 1.",
    question="What would a recall of 1.43 mean?",
    mutants=[
        mutant("recall_at_k", recall_with_duplicates, ["a", "a"], {"a"}, 2, duplicates="first"),
        mutant("average_precision", average_precision_with_duplicates, ["a", "a"], {"a"}, 2, duplicates="first"),
    ],
    demonstration=ten_hits_on_seven_documents,
    sources=[
        thread(
            "garrytan/gbrain#4176",
            "a mean R@10 of 1.43 over seven queries; [a, a] scores 2",
            "library",
            "no",
            path="src/core/search/eval.ts, recallAtK",
            version="01aab11",
        ),
        thread(
            "run-llama/llama_index#22683",
            "[id1, id1] has an average precision of 2.0 and an nDCG of 1.63",
            "library",
            "no",
            path="llama-index-core/llama_index/core/evaluation/retrieval/metrics.py",
        ),
        thread("truera/trulens#2746", "[A, A, X] had a recall of 2.0", "library", "in #2747"),
    ],
    beyond=first_one_twice,
)


def f_beta_squared(retrieved, relevant, k=None, *, beta=1.0, min_grade=None, duplicates="error"):
    """Takes the parameter for β², as trec_eval's set_F does."""
    retrieved, k, beta = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(beta, "beta")
    relevant = as_relevant(relevant, min_grade, retrieved)
    precision, recall = binary.precision_at_k(retrieved, relevant, k), binary.recall_at_k(retrieved, relevant, k)
    return (1 + beta) * precision * recall / (beta * precision + recall) if precision + recall else 0.0


misconception(
    "beta-squared",
    "F takes β as it is, not squared",
    wrong="The parameter of F is the weight itself, put into the formula where β² stands.",
    tempts="The formula shows β², so it is easily taken for the parameter.",
    right="F_β weighs recall β times as much, and β enters squared. trec_eval's set_F takes β² instead.",
    question="With β = 2, which number stands in front of precision in the denominator?",
    mutants=[
        mutant("f_score_at_k", f_beta_squared, ["a"], {"a"}, 2, beta=2),
    ],
    sources=[
        code(
            "usnistgov/trec_eval",
            "m_set_F.c",
            "9 and 10",
            "the parameter of set_F stands where β² does; so it does in SetF of ir_measures",
            "variant",
        ),
    ],
)


def f_beta_backwards(retrieved, relevant, k=None, *, beta=1.0, min_grade=None, duplicates="error"):
    """Puts β² on the wrong side, so that it weighs precision."""
    retrieved, k, beta = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(beta, "beta")
    relevant = as_relevant(relevant, min_grade, retrieved)
    precision, recall = binary.precision_at_k(retrieved, relevant, k), binary.recall_at_k(retrieved, relevant, k)
    return (1 + beta**2) * precision * recall / (precision + beta**2 * recall) if precision + recall else 0.0


misconception(
    "beta-backwards",
    "A larger β counts precision more",
    wrong="With β = 2, precision counts twice as much as recall.",
    tempts="β² stands beside precision in the denominator.",
    right="In the denominator the *other* one wins: β² · P + R makes F follow recall.",
    question="Let β grow without end. Which of the two does F become?",
    mutants=[
        mutant("f_score_at_k", f_beta_backwards, ["a"], {"a"}, 2, beta=2),
    ],
)


def success_if_all(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """Only a page of nothing but hits is a success."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    top = retrieved[:k]
    return float(bool(top) and all(doc in relevant for doc in top))


misconception(
    "success-is-all",
    "Success means that every result is relevant",
    wrong="Success at k means that all of the first k are relevant.",
    tempts="“Success” sounds like everything went well.",
    right="One relevant document among the first k is enough.",
    question="You looked for one answer and found it second. Was the search a failure?",
    mutants=[
        mutant("success_at_k", success_if_all, ["a", "x"], {"a"}, 2),
    ],
)


def success_share(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """The share of hits."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return binary.precision_at_k(retrieved, relevant, k)


misconception(
    "success-is-precision",
    "Success at k is a share",
    wrong="For one query, success at k is the share of hits among the first k.",
    tempts="Precision and recall are shares, and “success rate” sounds like one.",
    right="For one query it is 1 or 0: something was found, or nothing was. The mean over queries is a share.",
    question="Can a single search be 40 % successful in finding anything at all?",
    mutants=[
        mutant("success_at_k", success_share, ["a"], {"a"}, 2),
    ],
)


def r_precision_of_whole_list(retrieved, relevant, *, min_grade=None, duplicates="error"):
    """The precision of the whole list, whatever R is."""
    retrieved = as_ranking(retrieved, duplicates)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return binary.precision_at_k(retrieved, relevant)


misconception(
    "r-precision-of-all",
    "R-precision is the precision of the whole list",
    wrong="R-precision is the precision of the list that came back.",
    tempts="The R is read as “retrieved”.",
    right="R is the number of relevant documents: precision is taken at rank R.",
    question="Three documents are relevant. At which rank does R-precision look?",
    mutants=[
        mutant("r_precision", r_precision_of_whole_list, ["a"], {"a", "b"}),
    ],
)


def r_precision_over_returned(retrieved, relevant, *, min_grade=None, duplicates="error"):
    """Divides by what came back where fewer than R did."""
    retrieved = as_ranking(retrieved, duplicates)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return precision_over_returned(retrieved, relevant, len(relevant)) if relevant else 0.0


misconception(
    "r-precision-over-returned",
    "R-precision divides by what came back",
    wrong="Where fewer than R documents came back, R-precision divides by those.",
    tempts="Dividing by places that are empty looks unfair.",
    right="R-precision divides by R, the number of relevant documents, however few came back.",
    question="Four documents are relevant and one came back, a hit. Is there nothing left to find?",
    mutants=[
        mutant("r_precision", r_precision_over_returned, ["a"], {"a", "b"}),
    ],
)


def the_best_that_can_be_had():
    """The highest P@10 and R@10 that any system can reach, by the number of relevant documents."""
    best = ((count, _ten_places(min(count, 10), count)) for count in (1, 2, 5, 10, 20))
    return table(
        {"relevant": count, "best possible P@10": page["P@10"], "best possible R@10": page["R@10"]}
        for count, page in best
    )


misconception(
    "p10-low-is-bad",
    "P@10 = 0.1 is a bad system",
    wrong="Nine of ten results are wrong, so the system is.",
    tempts="Read alone, 10 % is a bad number.",
    right="With one relevant document 0.1 is the highest P@10 there is. Ask for the maximum first.",
    question="How many relevant documents are there to be found?",
    demonstration=the_best_that_can_be_had,
    sources=[
        document(
            "a Portuguese guide to an evaluation module",
            "P@10 = 0.1 with one relevant document is to be expected",
            "warns",
        ),
    ],
)

"""Wrong ideas that are no formula, shown in numbers: each function returns a small table, computed when it is called.

`misconceptions.show(id)` puts the table on the idea's card; a notebook may call the function itself.
"""

import random
from itertools import permutations
from math import log

import ratools as rt
from ratools.metrics.answers import ABSTENTION
from ratools.teaching.misconceptions import mutants

DEMONSTRATIONS = {}
HITS_AT_1_4_6 = (["a", "u", "v", "b", "w", "c", "x", "y", "z", "t"], set("abcde"))
S1_PAGE = ([1, 23, 45, 4, 67, 6, 89, 12], {1: 3, 4: 2, 6: 2, 12: 1, 15: 1})


def demonstrates(id):
    """Register a function as the demonstration of a misconception."""

    def register(function):
        DEMONSTRATIONS[id] = function
        return function

    return register


def table(rows):
    """A list of dicts as a DataFrame."""
    import pandas as pd

    return pd.DataFrame(rows)


@demonstrates("recall-is-quality")
def everything_is_returned():
    """10 000 documents, 50 of them relevant: return them all, or fifty of which forty are right."""
    relevant = set(range(50))
    systems = {"returns everything": list(range(10_000)), "returns fifty": [*range(40), *range(50, 60)]}
    return table(
        {"system": name, "recall": rt.recall_at_k(docs, relevant), "precision": rt.precision_at_k(docs, relevant)}
        for name, docs in systems.items()
    )


@demonstrates("precision-falls-with-k")
def precision_goes_up_and_down():
    """Hits at ranks 1, 4 and 6: precision rises at 4 and at 6; recall never falls."""
    retrieved, relevant = HITS_AT_1_4_6
    rows = (
        (k, rt.precision_at_k(retrieved, relevant, k), rt.recall_at_k(retrieved, relevant, k)) for k in range(1, 11)
    )
    return table({"k": k, "P@k": precision, "R@k": recall} for k, precision, recall in rows)


@demonstrates("impossible-pair")
def what_goes_with_three_hits():
    """P@10 = 0.3 means three hits. Which R@10 can go with it? Only 3/R, and 0.9 is not among them."""
    retrieved = [*"abc", *range(7)]
    rows = []
    for count in range(3, 8):
        relevant = set("abcdefg"[:count])
        recall = rt.recall_at_k(retrieved, relevant, 10)
        rows.append({"relevant": count, "P@10": rt.precision_at_k(retrieved, relevant, 10), "R@10": recall})
    return table(rows)


def the_pair_as_a_mean():
    """The same pair as a mean over two queries, where it is possible: 2 of 2 found, and 4 of 5."""
    queries = [([*"ab", *range(8)], set("ab")), ([*"abcd", *range(6)], set("abcde"))]
    precision = sum(rt.precision_at_k(docs, relevant, 10) for docs, relevant in queries) / 2
    recall = sum(rt.recall_at_k(docs, relevant, 10) for docs, relevant in queries) / 2
    return table([{"queries": 2, "mean P@10": precision, "mean R@10": recall}])


@demonstrates("duplicates-count")
def ten_hits_on_seven_documents():
    """Seven relevant documents, three of them returned twice: counted twice, recall is 10/7."""
    retrieved, relevant = [*"abcdefg", *"abc"], set("abcdefg")
    counted = mutants.recall_with_duplicates(retrieved, relevant)
    once = rt.recall_at_k(retrieved, relevant, duplicates="first")
    return table([{"each counts": "every time", "recall": counted}, {"each counts": "once", "recall": once}])


@demonstrates("mrr-is-mean-rank")
def half_found_at_once_half_never():
    """Two systems with the same MRR: always at rank 2, or at rank 1 and then never."""
    truth = {"q1": {"a"}, "q2": {"b"}}
    systems = {"always second": ({"q1": ["x", "a"], "q2": ["x", "b"]}, "2, 2")}
    systems["first or never"] = ({"q1": ["a", "x"], "q2": ["x", "y"]}, "1, never")
    return table(
        {"system": name, "ranks": ranks, "MRR": rt.mean_reciprocal_rank(results, truth)}
        for name, (results, ranks) in systems.items()
    )


@demonstrates("context-precision-is-precision")
def three_numbers_for_one_page():
    """Relevant a, b, c, d; retrieved a, x, b. "Context precision" is neither precision nor average precision."""
    retrieved, relevant = ["a", "x", "b"], set("abcd")
    found = rt.average_precision(retrieved, relevant, denominator="found")
    return table(
        [
            {"name": "precision@3", "value": rt.precision_at_k(retrieved, relevant, 3)},
            {"name": "“context precision” = AP ÷ found", "value": found},
            {"name": "average precision", "value": rt.average_precision(retrieved, relevant)},
        ]
    )


@demonstrates("cg-sees-order")
def same_gain_both_ways():
    """The best order and the worst: cumulative gain cannot tell them apart, DCG can."""
    return table({"grades": str(g), "CG": rt.cumulative_gain(g), "DCG": rt.dcg_at_k(g)} for g in ([3, 2, 1], [1, 2, 3]))


@demonstrates("log-base-matters")
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


@demonstrates("idcg-not-cut")
def a_perfect_page_below_one():
    """Four relevant documents, three places, all three hits: perfect, and below 1 if the ideal is not cut."""
    retrieved, grades = ["a", "b", "c"], dict.fromkeys("abcd", 1)
    uncut = mutants.ndcg_ideal_not_cut(retrieved, grades, 3)
    return table(
        [{"ideal": "cut at 3", "nDCG@3": rt.ndcg_at_k(retrieved, grades, 3)}, {"ideal": "uncut", "nDCG@3": uncut}]
    )


@demonstrates("ndcg-is-one-formula")
def two_gains_one_name():
    """One page, one set of grades, two numbers that are both called nDCG@5."""
    retrieved, grades = S1_PAGE
    return table({"gain": gain, "nDCG@5": rt.ndcg_at_k(retrieved, grades, 5, gain=gain)} for gain in ("linear", "exp"))


@demonstrates("ndcg-compares-anything")
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


@demonstrates("higher-target-universal")
def one_value_three_uses():
    """P@5 = 0.8 against three targets, for instance: what is plenty for a shop is far too little for a clinic."""
    targets = {"online shop": 0.70, "FAQ bot": 0.95, "medical or legal search": 0.98}
    return table(
        {"use": use, "target": t, "P@5": 0.8, "good enough": "yes" if t <= 0.8 else "no"} for use, t in targets.items()
    )


@demonstrates("p10-low-is-bad")
def the_best_that_can_be_had():
    """The highest P@10 that any system can reach, by the number of relevant documents."""
    rows = []
    for count in (1, 2, 5, 10, 20):
        relevant = set(range(count))
        rows.append({"relevant": count, "best possible P@10": rt.precision_at_k(list(range(100)), relevant, 10)})
    return table(rows)


@demonstrates("ties-by-truth")
def a_scorer_that_knows_nothing():
    """Every document gets the same score. Break the ties by the truth, and knowing nothing is perfect."""
    grades = dict(zip("abcde", (3, 2, 1, 0, 0), strict=True))
    values = [rt.ndcg_at_k(list(order), grades, gain="exp") for order in permutations(grades)]
    return table(
        [
            {"ties broken": "by the true grades", "nDCG": rt.ndcg_at_k(list("abcde"), grades, gain="exp")},
            {"ties broken": "every way, averaged", "nDCG": sum(values) / len(values)},
            {"ties broken": "by document id, falling", "nDCG": rt.ndcg_at_k(list("edcba"), grades, gain="exp")},
        ]
    )


@demonstrates("unjudged-is-wrong")
def what_a_new_system_is_charged_for():
    """A new system shows two documents that nobody ever judged. What is known about its precision?"""
    retrieved, judgements = ["a", "x", "y", "b"], {"a": 1, "b": 1, "c": 0}
    shown = rt.precision_at_k(retrieved, judgements, 4)
    relevant_too = rt.precision_at_k(retrieved, {**judgements, "x": 1, "y": 1}, 4)
    return table(
        [
            {"x and y are": "not relevant", "P@4": shown, "judged@4": rt.judged_at_k(retrieved, judgements, 4)},
            {"x and y are": "relevant", "P@4": relevant_too, "judged@4": rt.judged_at_k(retrieved, judgements, 4)},
        ]
    )


@demonstrates("threshold-truth")
def a_random_scorer_is_perfect():
    """Random scores; relevant is what scores at least 0.15. The yardstick was cut from the cloth it measures."""
    rng = random.Random(0)
    scores = {f"d{n}": rng.random() for n in range(10)}
    retrieved = sorted(scores, key=scores.get, reverse=True)
    relevant = {doc for doc, score in scores.items() if score >= 0.15}
    values = {
        "AP": rt.average_precision(retrieved, relevant),
        "nDCG": rt.ndcg_at_k(retrieved, relevant),
        "RR": rt.reciprocal_rank(retrieved, relevant),
    }
    return table([{"scorer": "random numbers", **values}])


@demonstrates("mean-hides")
def equal_means():
    """Two systems with the same mean: one is even, the other brilliant or useless."""
    first, second = [0.5, 0.5, 0.5, 0.5], [1.0, 0.0, 1.0, 0.0]
    wins = sum(b > a for a, b in zip(first, second, strict=True))
    losses = sum(b < a for a, b in zip(first, second, strict=True))
    means = {"mean of A": sum(first) / 4, "mean of B": sum(second) / 4}
    return table([{**means, "B wins": wins, "B loses": losses, "worst of A": min(first), "worst of B": min(second)}])


@demonstrates("difference-is-real")
def two_hundredths_better():
    """Eight queries, 0.02 better on average. How often would chance alone give that much?"""
    from ratools.evaluation.comparison import randomisation_test

    differences = [0.10, -0.08, 0.12, -0.06, 0.09, -0.07, 0.11, -0.05]
    mean, chance = sum(differences) / len(differences), randomisation_test(differences)
    return table([{"queries": 8, "mean difference": mean, "B better on": 4, "p (randomisation)": chance}])


@demonstrates("round-early")
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


@demonstrates("f1-on-sets")
def paris_five_times():
    """Saying "Paris" five times: on sets of words it is perfect."""
    said = " ".join(["Paris"] * 5)
    sets, counts = mutants.f1_on_sets(said, "Paris"), rt.f1_score(said, "Paris")
    return table([{"words counted": "once each", "F1": sets}, {"words counted": "every time", "F1": counts}])


@demonstrates("em-normalises-meaning")
def what_normalising_forgives():
    """Different answers that SQuAD's normalisation takes for the same."""
    pairs = [("3.5", "35"), ("-5", "5"), ("the", "A"), ("1000.0", "1000")]
    return table(
        {
            "answer": said,
            "reference": gold,
            "EM, simple": rt.exact_match(said, gold),
            "EM, squad": rt.exact_match(said, gold, normalize="squad"),
        }
        for said, gold in pairs
    )


@demonstrates("abstain-always-wins")
def never_says_a_thing():
    """Ten questions, four of them impossible, and a system that abstains on every one."""
    references = ["blue"] * 6 + [ABSTENTION] * 4
    report = rt.abstention_report([ABSTENTION] * 10, references)
    names = ["abstention_accuracy", "accuracy", "over_abstention", "coverage"]
    return table([{"system": "always abstains", **{name: report[name] for name in names}}])


@demonstrates("overlap-bag-of-words")
def words_are_not_the_passage():
    """Retrieved and expected passage share two positions, but three of four words."""
    text = "the cat sat on the mat the dog sat on the log".split()
    got, want = (6, 12), (3, 8)
    words = text[slice(*got)], text[slice(*want)]
    return table(
        [
            {"counted": "words", "recall": rt.token_recall(*words), "precision": rt.token_precision(*words)},
            {
                "counted": "positions",
                "recall": rt.span_recall([got], [want]),
                "precision": rt.span_precision([got], [want]),
            },
        ]
    )


@demonstrates("omega-is-omega")
def one_name_two_measures():
    """Chunks [0,6), [3,9), [6,12); the answer is [3,8); the first two came back."""
    chunks, answer = [(0, 6), (3, 9), (6, 12)], [(3, 8)]
    return table(
        [
            {"precision omega": "precision · (IoU + recall) / 2", "value": rt.span_precision_omega(chunks[:2], answer)},
            {"precision omega": "Chroma's, of the chunking", "value": rt.precision_omega_chroma(chunks, answer)},
        ]
    )


@demonstrates("big-chunks-win")
def recall_cannot_tell():
    """A document of 120 positions, an answer of 10: cut it ever finer, and take the chunks that overlap the answer."""
    answer, rows = [(42, 52)], []
    for size in (120, 60, 30, 10):
        chunks = [(start, start + size) for start in range(0, 120, size)]
        chunks = [chunk for chunk in chunks if rt.span_recall([chunk], answer)]
        recall, precision = rt.span_recall(chunks, answer), rt.span_precision(chunks, answer)
        rows.append({"chunk size": size, "recall": recall, "precision": precision, "IoU": rt.span_iou(chunks, answer)})
    return table(rows)


@demonstrates("overlap-is-free")
def the_same_stretch_twice():
    """Two chunks that overlap by half, and the answer lies in the overlap."""
    chunks, answer = [(0, 6), (3, 9)], [(3, 6)]
    twice, once = rt.span_precision(chunks, answer), mutants.span_precision_over_union(chunks, answer)
    return table([{"overlap": "costs twice", "precision": twice}, {"overlap": "counted once", "precision": once}])


@demonstrates("labels-follow-chunks")
def labels_after_cutting_again():
    """The answer is [3,8). Chunks 0 and 1 of size 6 were labelled relevant; then the size changes, the labels stay."""
    answer, rows = [(3, 8)], []
    for size in (6, 4, 8, 3):
        chunks = [(start, start + size) for start in range(0, 24, size)]
        labelled = chunks[:2]
        holds = [number for number, chunk in enumerate(chunks) if rt.span_recall([chunk], answer)]
        kept = rt.span_recall(labelled, answer)
        rows.append({"chunk size": size, "labelled": "0, 1", "hold the answer": str(holds)[1:-1], "answer kept": kept})
    return table(rows)

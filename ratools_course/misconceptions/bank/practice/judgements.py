"""Wrong ideas about judgements: what is not judged, and what a grade says."""

from itertools import chain
from math import fsum

import ratools as rt
from ratools.metrics import binary, graded, incomplete
from ratools.metrics.arguments import as_between, as_cutoff, as_grades, as_judgements, as_ranking
from ratools_course.misconceptions.inputs import graded_rankings
from ratools_course.misconceptions.records import code, document, misconception, mutant, paper, table, thread


def residual_of_tail_only(retrieved, judgements, k=None, *, p=0.8, min_grade=None, duplicates="error"):
    """Takes the unjudged documents of the list for known to be non-relevant."""
    retrieved, k, p = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(p, "p")
    judgements = as_judgements(judgements, min_grade, retrieved)
    return p ** len(retrieved[:k])


def bpref_unjudged_is_wrong(retrieved, judgements, *, min_grade=None, duplicates="error"):
    """Counts every unjudged document above as non-relevant."""
    retrieved = as_ranking(retrieved, duplicates)
    judgements = as_judgements(judgements, min_grade, retrieved)
    return incomplete.bpref(retrieved, {**dict.fromkeys(retrieved, 0), **judgements})


def inf_ap_is_ap(retrieved, judgements, *, min_grade=None, duplicates="error"):
    """Average precision: what was pooled and not judged is taken for non-relevant."""
    retrieved = as_ranking(retrieved, duplicates)
    judgements = as_judgements(judgements, min_grade, retrieved)
    return binary.average_precision(retrieved, judgements)


def condensed_keeps_all(retrieved, judgements, *, min_grade=None, duplicates="error"):
    """Leaves the unjudged documents where they are."""
    retrieved = as_ranking(retrieved, duplicates)
    judgements = as_judgements(judgements, min_grade, retrieved)
    return list(retrieved)


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


def pooled_and_never_judged(measure):
    """For infAP, rankings with grades below zero."""
    pooled = (graded_rankings(grades=(0, 1, -1)), graded_rankings(3, 0, (0, 1, -1)))
    return [(arguments, {}) for arguments in chain(*pooled)] if measure == "inf_ap" else []


misconception(
    "unjudged-is-wrong",
    "Unjudged means not relevant",
    wrong="A document without a judgement is known to be non-relevant.",
    tempts="In most measures it counts as 0, and 0 is also the grade of a bad document.",
    right="What was not judged is unknown. judged@k tells how much; bpref and condensed lists pass over it.",
    question="Who looked at that document?",
    mutants=[
        mutant("rbp_residual", residual_of_tail_only, ["x"], {"a": 1}, p=0.8),
        mutant("bpref", bpref_unjudged_is_wrong, ["x", "a"], {"a": 1}),
        mutant("inf_ap", inf_ap_is_ap, ["a", "b"], {"a": -1, "b": 1}),
        mutant("condensed", condensed_keeps_all, ["x"], {"a": 1}),
    ],
    demonstration=what_a_new_system_is_charged_for,
    sources=[
        paper(
            "Thakur et al. 2021",
            "BEIR's judgements have holes: what new systems return was often never judged",
            "warns",
        ),
    ],
    beyond=pooled_and_never_judged,
)


def judged_over_k(retrieved, judgements, k=None, *, min_grade=None, duplicates="error"):
    """Divides by k even where fewer came back."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    judgements = as_judgements(judgements, min_grade, retrieved)
    places = k or len(retrieved)
    return sum(judgements.get(doc, -1) >= 0 for doc in retrieved[:k]) / places if places else 0.0


misconception(
    "judged-over-k",
    "Judged@k divides by k",
    wrong="Judged@k divides by k, however few results there are.",
    tempts="Precision at k does so.",
    right="Judged@k divides by the results that are there: an empty place is not an unjudged document.",
    question="One result came back, and it was judged. Is anything on the page left to judge?",
    mutants=[
        mutant("judged_at_k", judged_over_k, ["a"], {"a": 1}, 2),
    ],
)


def judged_counts_negative(retrieved, judgements, k=None, *, min_grade=None, duplicates="error"):
    """Anything in the file counts as judged, as in ir_measures."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    judgements = as_judgements(judgements, min_grade, retrieved)
    top = retrieved[:k]
    return sum(doc in judgements for doc in top) / len(top) if top else 0.0


def grades_below_zero(measure):
    """Grades that say: pooled, never judged."""
    return [((["a"], {"a": grade}, 1), {}) for grade in (0, 1, -1)]


misconception(
    "negative-is-judged",
    "Whatever is in the file was judged",
    wrong="Every document in the judgement file has been judged.",
    tempts="It is in the file.",
    right="A negative grade marks a document that was pooled and never judged.",
    question="What did the judge say about a document of grade −1?",
    mutants=[
        mutant("judged_at_k", judged_counts_negative, ["a"], {"a": -1}, 1),
    ],
    sources=[
        code(
            "terrierteam/ir_measures",
            "providers/judged_provider.py",
            "September 2026",
            "any entry of the file counts as judged, grade −1 too",
            "variant",
        ),
    ],
    beyond=grades_below_zero,
)


def condensed_keeps_relevant(retrieved, judgements, *, min_grade=None, duplicates="error"):
    """Throws out what was judged non-relevant, too."""
    retrieved = as_ranking(retrieved, duplicates)
    judgements = as_judgements(judgements, min_grade, retrieved)
    return [doc for doc in retrieved if judgements.get(doc, -1) > 0]


misconception(
    "condensed-drops-judged",
    "A condensed list keeps only the relevant documents",
    wrong="A condensed list keeps the relevant documents.",
    tempts="The others look like ballast.",
    right="A condensed list drops the *unjudged* documents. What was judged non-relevant stays: it is knowledge.",
    question="How good does every system look once its known mistakes are removed?",
    mutants=[
        mutant("condensed", condensed_keeps_relevant, ["a"], {"a": 0, "b": 1}),
    ],
)


def bpref_over_found(retrieved, judgements, *, min_grade=None, duplicates="error"):
    """Divides by the relevant documents found."""
    retrieved = as_ranking(retrieved, duplicates)
    judgements = as_judgements(judgements, min_grade, retrieved)
    terms = incomplete.bpref_terms(retrieved, judgements)
    found = sum(judgements.get(doc, -1) > 0 for doc in retrieved)
    return fsum(terms) / found if found else 0.0


misconception(
    "bpref-over-found",
    "bpref divides by what was found",
    wrong="bpref divides by the relevant documents retrieved.",
    tempts="It looks like a mean over the terms.",
    right="bpref divides by all judged relevant documents: a miss is a zero.",
    question="Should finding fewer relevant documents ever help?",
    mutants=[
        mutant("bpref", bpref_over_found, ["a"], {"a": 1, "b": 1}),
    ],
)


def ndcg_of_judged_only(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """Passes over unjudged documents, so that those below move up."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    return graded.ndcg_at_k([doc for doc in retrieved if doc in grades], grades, k, gain=gain)


def ndcg_of_judged_in_top_k(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """Cuts, then passes over unjudged documents, so that those below move up."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    return graded.ndcg_at_k([doc for doc in retrieved[:k] if doc in grades], grades, k, gain=gain)


def err_of_judged_only(retrieved, grades, k=None, *, g_max=4, duplicates="error"):
    """Passes over unjudged documents, so that those below move up."""
    retrieved, k, g_max = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(g_max, "g_max")
    grades = as_grades(grades, retrieved, highest=g_max)
    return graded.err_at_k([doc for doc in retrieved if doc in grades], grades, k, g_max=g_max)


misconception(
    "unjudged-moves-up",
    "Unjudged documents are skipped, and those below move up",
    wrong="A document without a judgement does not take a place.",
    tempts="There is no grade to look up, so the loop goes on to the next.",
    right=(
        "An unjudged document stood on the page and cost the reader a place: it counts with gain 0. "
        "Passing over it makes a condensed list, which is another measure and needs another name."
    ),
    question="The reader scrolled past an unjudged result. Was the next one really at rank 1?",
    mutants=[
        mutant("ndcg_at_k", ndcg_of_judged_only, ["x", "a"], {"a": 1}, 1),
        mutant("ndcg_at_k", ndcg_of_judged_in_top_k, ["x", "a"], {"a": 1}, 2),
        mutant("err_at_k", err_of_judged_only, ["x", "a"], {"a": 1}, 1, g_max=2),
    ],
    sources=[paper("Sakai 2007", "AP, Q-measure and nDCG on condensed lists, instead of bpref", "variant")],
    example=(["x", "a"], {"a": 1}, 2),
)


def the_winner_depends_on_the_grade():
    """A shows a fair document first and the best one third; B shows the best one second. Who is better by RR?"""
    grades = {"fair": 1, "best": 3}
    pages = {"A": ["fair", "x", "best"], "B": ["x", "best", "fair"]}
    return table(
        {
            "relevant from grade": grade,
            **{f"RR of {name}": rt.reciprocal_rank(page, grades, min_grade=grade) for name, page in pages.items()},
        }
        for grade in (1, 2)
    )


misconception(
    "grade-flips-winner",
    "It does not matter from which grade on a document counts as relevant",
    wrong="Whether grade 1 counts as relevant changes the numbers, not who wins.",
    tempts="The same rule holds for both systems, so it looks fair.",
    right="That grade can turn the order of two systems round. Say which it is (`min_grade`).",
    question="Which of your documents are “relevant”: those that answer, or also those that touch the subject?",
    demonstration=the_winner_depends_on_the_grade,
    sources=[
        document(
            "the results of the TREC 2019 Deep Learning track",
            "RR from grade 1 on: bm25tuned_p 0.8457, bm25base_p 0.8245; from grade 2 on: 0.6850 and 0.7036",
            "nobody",
        ),
        thread(
            "castorini/anserini#1525",
            "the pages for 2019 counted grade 1 as relevant, those for 2020 did not",
            "document",
            "unknown",
        ),
    ],
)


def judged_for_another_query():
    """Document a was judged for q1 only. Query q2 returns a: was its page judged?"""
    judgements, page = {"q1": {"a": 1}, "q2": {"b": 1}}, ["a"]
    pooled = {doc: grade for grades in judgements.values() for doc, grade in grades.items()}
    asked = {"for any query": pooled, "for this query": judgements["q2"]}
    return table(
        {"judged": how, "judged@1": (share := rt.judged_at_k(page, known, 1)), "hole@1": 1 - share}
        for how, known in asked.items()
    )


misconception(
    "hole-of-any-query",
    "A document that was judged once is judged for every query",
    wrong="A document counts as judged when it has a judgement for any query.",
    tempts="One set of all judged ids is quick to make.",
    right="A judgement belongs to a query *and* a document. What is relevant to one question is not to another.",
    question="The judge read this document for another question. What did they say about yours?",
    demonstration=judged_for_another_query,
    sources=[
        code(
            "beir-cellar/beir",
            "beir/retrieval/custom_metrics.py, hole",
            "September 2026",
            "Hole@k asks whether any query judged the document",
            "variant",
        ),
    ],
)


def what_the_pool_left_unread():
    """Three results of each of two keyword searches are judged at first, the rest of minilm's pages later: the hits."""
    from ratools_course.systems.datasets import helpdesk
    from ratools_course.systems.other_judgements import judged_only, runs

    known, small = helpdesk().judgements, judged_only(["bm25", "tfidf"], depth=3)
    page = [(query, doc) for query, docs in runs(["minilm"])["minilm"].items() for doc in docs[:10]]
    page = [(query, doc) for query, doc in page if doc in known[query]]
    parts = {"judged in the small pool": [one for one in page if one[1] in small[one[0]]],
             "left unread": [one for one in page if one[1] not in small[one[0]]]}  # fmt: skip
    return table(
        {"results of minilm": name, "how many": len(part),
         "share relevant": sum(known[query][doc] > 0 for query, doc in part) / len(part)}
        for name, part in parts.items()
    )  # fmt: skip


misconception(
    "judged-are-a-sample",
    "The judged results stand for the whole page",
    wrong="What was judged on a system's page is a sample of it, so its share of hits holds for the rest.",
    tempts="In a survey, too, some are asked and speak for all.",
    right="A sample is drawn by chance. What was judged is what *other* systems placed high, and that is no chance.",
    question="Who chose which results of this page were read?",
    demonstration=what_the_pool_left_unread,
)


def three_systems_two_judges():
    """Mean nDCG@10 of three searches, by readers and by a program that counts the words a document shares."""
    from ratools_course.systems.datasets import helpdesk
    from ratools_course.systems.other_judgements import judged_by_rule, means_by

    chosen = ("minilm", "bm25", "reranked")
    means = means_by({"readers": helpdesk().judgements, "program": judged_by_rule()}, systems=chosen)
    works = {"minilm": "by meaning", "bm25": "by words", "reranked": "by words, twice"}
    return table(
        {
            "system": name,
            "works": works[name],
            "by readers": float(row["readers"]),
            "by the program": float(row["program"]),
        }
        for name, row in means.iterrows()
    )


misconception(
    "program-is-neutral",
    "A program judges without opinions",
    wrong="A program treats all systems by one rule, so its judgement is neutral.",
    tempts="It has no favourites, does not tire, and gives the same grade tomorrow.",
    right="The rule is its opinion, and it favours systems that follow the same rule. Measure the judge first.",
    question="Which system does what this judge does?",
    demonstration=three_systems_two_judges,
)


def one_run_three_rulers():
    """One run, not a byte changed: the mean nDCG@10 of minilm by three sets of judgements."""
    from ratools_course.systems.datasets import helpdesk
    from ratools_course.systems.other_judgements import judged_by_rule, judged_only, means_by

    rulers = {"all judgements": helpdesk().judgements, "a small pool": judged_only(["bm25", "tfidf"], depth=3),
              "a program's grades": judged_by_rule()}  # fmt: skip
    means = means_by(rulers, systems=("minilm", "bm25"))
    return table(
        {"judged by": name, "minilm": float(means.loc["minilm", name]), "bm25": float(means.loc["bm25", name])}
        for name in rulers
    )


misconception(
    "score-is-the-system",
    "A lower score shows a weakness of the system",
    wrong="If a system's score is lower than before, something in the system is worse.",
    tempts="The score carries the system's name, not the judge's.",
    right="A score comes from system, queries and judgements together. Ask which of the three has changed.",
    question="Did a single result of the system change?",
    demonstration=one_run_three_rulers,
)


def who_wins_when_shown_first():
    """One program says which of two first results is better. The results are the same, only their places change."""
    from ratools_course.systems.other_judgements import first_results, overlap_prefers

    pairs = first_results("bm25", "minilm")
    shown = sum(overlap_prefers(query, one, other) == "first" for query, one, other in pairs)
    swapped = sum(overlap_prefers(query, other, one) == "second" for query, one, other in pairs)
    return table(
        {"shown first": first, "bm25 wins": wins, "minilm wins": len(pairs) - wins}
        for first, wins in (("bm25", shown), ("minilm", swapped))
    )


misconception(
    "one-order-is-enough",
    "Asking in one order is enough, if there are enough pairs",
    wrong="The judge reads both texts, so their places do not matter; more pairs make up for the rest.",
    tempts="Chance does get smaller with more pairs, and the texts are the same in any order.",
    right="A liking for one place is not chance: it helps the same side each time. Ask both ways; count what stays.",
    question="What does this judge say of the same two texts when they change places?",
    demonstration=who_wins_when_shown_first,
    sources=[
        code(
            "lm-sys/FastChat",
            "fastchat/llm_judge/common.py, play_a_match_pair",
            "0e6d3e4",
            "the judge of Zheng et al. 2023 is asked in both orders, and a verdict that turns counts as a tie",
            "warns",
        ),
    ],
)

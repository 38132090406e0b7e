"""Wrong ideas about judgements: what is not judged, and what a grade says."""

from math import fsum

import ratools as rt
from ratools.metrics import binary, incomplete
from ratools.metrics.arguments import as_between, as_cutoff, as_judgements, as_ranking
from ratools.teaching.misconceptions.records import code, misconception, mutant, paper, table


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


misconception(
    "unjudged-is-wrong",
    "Unjudged means not relevant",
    wrong="A document without a judgement is known to be non-relevant.",
    tempts="In most measures it counts as 0, and 0 is also the grade of a bad document.",
    right="It is unknown. judged@k tells how much; bpref and condensed lists pass over it.",
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
    right="It drops the *unjudged* ones. What was judged non-relevant stays: it is knowledge.",
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
    right="It divides by all judged relevant documents: a miss is a zero.",
    question="Should finding fewer relevant documents ever help?",
    mutants=[
        mutant("bpref", bpref_over_found, ["a"], {"a": 1, "b": 1}),
    ],
)

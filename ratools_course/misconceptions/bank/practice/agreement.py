"""Wrong ideas about agreement, of judges and of rankings."""

import csv
from math import fsum

import ratools as rt
from ratools.metrics import agreement
from ratools.metrics.arguments import (
    as_between,
    as_choice,
    as_cutoff,
    as_judges,
    as_ranking,
    as_same_things,
)
from ratools.paths import data_dir
from ratools_course.misconceptions.inputs import small_calls
from ratools_course.misconceptions.records import misconception, mutant, table, thread


def kappa_is_percent(first_labels, second_labels, *, weights=None):
    """The share of equal labels: chance is not taken out."""
    weighted = as_choice(weights, "weights") is not None
    first_labels, second_labels = as_judges([first_labels, second_labels], numbers=weighted)
    return sum(a == b for a, b in zip(first_labels, second_labels, strict=True)) / len(first_labels)


def fleiss_is_percent(judges):
    """The share of pairs that agree: chance is not taken out."""
    judges = as_judges(judges)
    pairs = [(a, b) for i, a in enumerate(judges) for b in judges[i + 1 :]]
    return sum(kappa_is_percent(a, b) for a, b in pairs) / len(pairs)


misconception(
    "agreement-is-percent",
    "Agreement is the share of equal labels",
    wrong="Half of the labels are equal, so the agreement is 0.5.",
    tempts="It is the plainest reading of the word.",
    right="Part of it is chance. Kappa takes out what two judges would share by luck alone.",
    question="If both judges say “relevant” to nearly everything, how often do they agree by accident?",
    mutants=[
        mutant("cohen_kappa", kappa_is_percent, [0, 0], [0, 1]),
        mutant("fleiss_kappa", fleiss_is_percent, [[0, 0], [0, 1]]),
    ],
)


def kappa_with_pooled_chance(first_labels, second_labels, *, weights=None):
    """Chance from both judges' labels thrown together: that is Scott's π."""
    weighted = as_choice(weights, "weights") is not None
    first_labels, second_labels = as_judges([first_labels, second_labels], numbers=weighted)
    observed = 1 - agreement.cohen_kappa(first_labels, second_labels, weights=weights)
    both = [*first_labels, *second_labels]
    own = _chance(first_labels, second_labels, weights)
    return 1 - observed * own / _chance(both, both, weights)


def _chance(first, second, weights):
    """The mean distance of a label of the first and a label of the second."""
    power = {"linear": 1, "quadratic": 2}.get(weights)
    distances = [abs(a - b) ** power if power else float(a != b) for a in first for b in second]
    return fsum(distances) / len(distances)


misconception(
    "kappa-pools-chance",
    "Chance is the same for both judges",
    wrong="Chance agreement comes from the labels of both judges thrown together.",
    tempts="Each label has one share, so it is squared.",
    right="Cohen's kappa multiplies the two judges' *own* shares. With pooled shares it is Scott's π.",
    question="One judge says “relevant” always, the other half the time. How often do they agree by chance?",
    mutants=[mutant("cohen_kappa", kappa_with_pooled_chance, [0, 0], [0, 1])],
)


def what_kappa_says_of_one_label():
    """Three items. When every label is the same, chance alone explains all of it, and kappa has no value."""
    rows = []
    for second in ([1, 1, 1], [1, 1, 0]):
        try:
            said = rt.cohen_kappa([1, 1, 1], second)
        except ValueError:
            said = "no value"
        rows.append({"judge 1": "1 1 1", "judge 2": " ".join(map(str, second)), "kappa": said})
    return table(rows)


misconception(
    "kappa-one-label",
    "Judges who always agree have kappa 1",
    wrong="If two judges give the same labels to everything, kappa is 1.",
    tempts="More agreement than all of it there cannot be.",
    right="If only one label was used, chance would agree as often: 0 / 0. It is undefined, and the data say nothing.",
    question="Both judges press the same button without reading. How well do they agree on what is relevant?",
    demonstration=what_kappa_says_of_one_label,
    sources=[
        thread("scikit-learn/scikit-learn#14256", "wants 1 for equal lists of one label; it was nan", "user"),
        thread("scikit-learn/scikit-learn#9624", "1, 0 or nan? An open question since 2017", "nobody"),
        thread("scikit-learn/scikit-learn#31172", "made it a parameter", "variant"),
    ],
)


def kappa_unweighted(first_labels, second_labels, *, weights=None):
    """A near miss on a grade costs as much as a far one."""
    weighted = as_choice(weights, "weights") is not None
    first_labels, second_labels = as_judges([first_labels, second_labels], numbers=weighted)
    return agreement.cohen_kappa(first_labels, second_labels)


def alpha_nominal(judges, *, level="nominal"):
    """Treats grades as names."""
    judges = as_judges(judges, numbers=as_choice(level, "level") == "ordinal", gaps=True)
    return agreement.krippendorff_alpha(judges)


def with_weights(measure):
    """The usual calls, with grades that have an order."""
    option = {"level": "ordinal"} if measure == "krippendorff_alpha" else {"weights": "linear"}
    return [(arguments, option) for arguments, _ in small_calls(measure)]


misconception(
    "weights-ignored",
    "A near miss is a miss",
    wrong="Calling a 3 a 2 is as wrong as calling it a 0.",
    tempts="Not equal is not equal.",
    right="On grades use weights, and for Krippendorff's alpha the ordinal form: near misses cost less.",
    question="Which judge do you trust more, the one off by one or the one off by three?",
    mutants=[
        mutant("cohen_kappa", kappa_unweighted, [0, 1], [0, 2], weights="linear"),
        mutant("krippendorff_alpha", alpha_nominal, [[0, 0], [1, 2]], level="ordinal"),
    ],
    beyond=with_weights,
)


def fleiss_is_mean_cohen(judges):
    """The mean of Cohen's kappa over pairs of judges."""
    judges = as_judges(judges)
    pairs = [(a, b) for i, a in enumerate(judges) for b in judges[i + 1 :]]
    kappas = [agreement.cohen_kappa(a, b) if len({*a, *b}) > 1 else 1.0 for a, b in pairs]
    return sum(kappas) / len(pairs)


misconception(
    "kappas-averaged",
    "Fleiss' kappa is the mean of Cohen's kappas",
    wrong="For three judges, average the three pairwise kappas.",
    tempts="Every pair has a kappa, and a mean is at hand.",
    right="Fleiss pools the label frequencies of all judges; with two it is Scott's π.",
    question="Whose habits define chance: each judge's own, or everyone's together?",
    mutants=[
        mutant("fleiss_kappa", fleiss_is_mean_cohen, [[0, 0], [0, 1]]),
    ],
)


def alpha_like_fleiss(judges, *, level="nominal"):
    """Expected disagreement with n² instead of n(n − 1)."""
    judges = as_judges(judges, numbers=as_choice(level, "level") == "ordinal", gaps=True)
    items = [[label for label in item if label is not None] for item in zip(*judges, strict=True)]
    n = sum(len(item) for item in items if len(item) > 1)
    return 1 - (1 - agreement.krippendorff_alpha(judges, level=level)) * n / (n - 1)


misconception(
    "small-sample-forgotten",
    "Chance draws two labels with replacement",
    wrong="Expected disagreement draws two labels with replacement.",
    tempts="It is the usual formula for chance.",
    right="Krippendorff draws without replacement, which matters in small samples.",
    question="Can one label be paired with itself?",
    mutants=[
        mutant("krippendorff_alpha", alpha_like_fleiss, [[0, 0], [0, 1]]),
    ],
)


def tau_share(first_ranking, second_ranking):
    """The share of pairs in the same order, from 0 to 1."""
    first_ranking, second_ranking = as_same_things(first_ranking, second_ranking)
    return (agreement.kendall_tau(first_ranking, second_ranking) + 1) / 2


misconception(
    "tau-is-share",
    "Tau is the share of pairs in order",
    wrong="Kendall's τ runs from 0 to 1.",
    tempts="A share of pairs is easy to think of.",
    right="Pairs in the wrong order are subtracted: the reverse order is −1.",
    question="What should the exact reverse score: 0, or −1?",
    mutants=[
        mutant("kendall_tau", tau_share, ["a", "b"], ["b", "a"]),
    ],
)


def tau_ap_swapped(first_ranking, second_ranking):
    """Takes the estimate for the reference."""
    first_ranking, second_ranking = as_same_things(first_ranking, second_ranking)
    return agreement.tau_ap(second_ranking, first_ranking)


misconception(
    "tau-ap-symmetric",
    "Either ranking may be the reference",
    wrong="It does not matter which ranking is the reference.",
    tempts="Kendall's τ is symmetric.",
    right="τ_AP is not symmetric: the reference comes first, the estimate second.",
    question="At whose top does an error hurt?",
    mutants=[
        mutant("tau_ap", tau_ap_swapped, ["a", "b", "c"], ["b", "c", "a"]),
    ],
)


def tau_ap_is_tau(first_ranking, second_ranking):
    """Kendall's tau, to which the top is a place like any other."""
    first_ranking, second_ranking = as_same_things(first_ranking, second_ranking)
    return agreement.kendall_tau(first_ranking, second_ranking)


misconception(
    "tau-sees-the-top",
    "Kendall's tau weighs the top",
    wrong="Kendall's τ punishes errors at the top more.",
    tempts="For rankings one would want it to.",
    right="Every swap costs the same. τ_AP is the one that weighs the top.",
    question="Swap ranks 1 and 2, or 99 and 100: does τ notice the difference?",
    mutants=[
        mutant("tau_ap", tau_ap_is_tau, ["a", "b", "c"], ["a", "c", "b"]),
    ],
)


def rbo_truncated(first_list, second_list, k=None, *, p=0.9, form="extrapolated"):
    """What was seen, reported as the whole: equal lists do not reach 1."""
    first, second = as_ranking(first_list, name="first_list"), as_ranking(second_list, name="second_list")
    k, p, form = as_cutoff(k), as_between(p, "p"), as_choice(form, "form")
    return agreement.rbo(first, second, k, p=p, form="truncated")


misconception(
    "rbo-truncated",
    "RBO ends where the lists end",
    wrong="Two equal lists of ten have an RBO of what their ten ranks add up to.",
    tempts="The sum ends where the lists end.",
    right="Truncated, equal lists score 1 − p^n. The extrapolated form reaches 1.",
    question="Should a list be less than fully similar to itself?",
    mutants=[
        mutant("rbo", rbo_truncated, ["a", "b"], ["a", "b"]),
    ],
)


def rbo_is_overlap(first_list, second_list, k=None, *, p=0.9, form="extrapolated"):
    """The share of common things, in any order."""
    first, second = as_ranking(first_list, name="first_list"), as_ranking(second_list, name="second_list")
    k, p, form = as_cutoff(k), as_between(p, "p"), as_choice(form, "form")
    first, second = set(first[:k]), set(second[:k])
    return len(first & second) / max(len(first), len(second), 1)


misconception(
    "rbo-is-overlap",
    "Lists with the same items are the same, in any order",
    wrong="Similarity of lists is the share of common items.",
    tempts="Sets are simple.",
    right="RBO looks at every depth, the top most: the same items in another order are less alike.",
    question="Are a list and its reverse the same list?",
    mutants=[
        mutant("rbo", rbo_is_overlap, ["a", "b"], ["b", "a"]),
    ],
)


def read_a_third_time():
    """Pairs of the help centre to which both judges gave the same grade, and which a third reader graded, too."""
    with (data_dir() / "helpdesk" / "judgements.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["third"] and row["judge_a"]]
    agreed = [(row["judge_a"], row["third"]) for row in rows if row["judge_a"] == row["judge_b"]]
    parts = {"all": agreed, "above 0": [pair for pair in agreed if pair[0] != "0"]}
    return table(
        {
            "both judges said": name,
            "pairs": len(part),
            "the third reader said something else": sum(a != b for a, b in part),
        }
        for name, part in parts.items()
    )


misconception(
    "agreement-is-truth",
    "Where two judges agree, the grade is right",
    wrong="Only the pairs on which the judges differ need a second look.",
    tempts="Two independent readers rarely make the same mistake by chance.",
    right="They share instructions, habits, sometimes the model: they can be wrong together. Read a part of it again.",
    question="Would the two also agree if both had overlooked the same thing?",
    demonstration=read_a_third_time,
)

"""Which measure for whom: the decision tree, and what each measure sees and does not see.

The tree's picture and the explorer `choose_measure` are made from this.
"""

from dataclasses import dataclass

JUDGES = ("yes or no", "grades")
NEED = ("one good answer", "several")
VIEW = ("the first page", "nothing may be missed")
QUESTIONS = {
    "judges": ("Judges give", JUDGES),
    "need": ("The user needs", NEED),
    "view": ("What counts", VIEW),
}


@dataclass(frozen=True)
class Advice:
    """Where the tree ends: what to measure first and second, why, what stays unseen, a target that is often named."""

    first: str
    second: str
    why: str
    blind: str
    target: str


ADVICE = {  # the answers to QUESTIONS; for one good answer the third makes no difference
    ("yes or no", "one good answer", None): Advice(
        "RR", "Success@1",
        'Once the answer is there, nobody reads on: how far down is it? FAQ bots, "the official site of …".',
        "what comes after the first hit",
        "MRR above 0.8",
    ),
    ("yes or no", "several", "the first page"): Advice(
        "P@k", "AP",
        "The reader sees k results and wants them to be good; AP looks at their order. k is how far people look, "
        "not what the system can do.",
        "what was missed",
        "P@k above 0.7 in a shop, far more where an error costs more",
    ),
    ("yes or no", "several", "nothing may be missed"): Advice(
        "R@k with a large k", "P@10",
        "Paper search, e-discovery, patents: a miss is what hurts. Alone, recall is won by returning everything.",
        "the order, and how much rubbish stands between the hits",
        "R@50 above 0.9 with P@10 above 0.6",
    ),
    ("grades", "one good answer", None): Advice(
        "nDCG@3", "RR(rel=3)",
        "Grades tell a perfect answer from a fair one; RR with a strict grade says how soon the perfect one comes.",
        "what lies below the cut",
        "as high as your best system reaches on your own judgements",
    ),
    ("grades", "several", "the first page"): Advice(
        "nDCG@k", "R@k",
        "Better documents should stand higher, and the ones on top count most. Shops, web search, recommendations.",
        "how many good documents there are beyond k",
        "nDCG@10 above 0.7",
    ),
    ("grades", "several", "nothing may be missed"): Advice(
        "R(rel=2)@k with a large k", "nDCG@k",
        "Recall of the good grades says what was missed, nDCG whether the best of it stands on top.",
        "why a document was missed",
        "R@50 above 0.9",
    ),
}  # fmt: skip


def advise(judges, need, view):
    """Where three answers lead.

    >>> advise("grades", "several", "the first page").first
    'nDCG@k'
    """
    return ADVICE[judges, need, None if need == NEED[0] else view]

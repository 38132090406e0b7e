"""Exercises of notebook 06_choose_a_measure: readers with patience."""

from ratools.teaching.exercises.kinds import write

NOTEBOOK = "06_choose_a_measure"

write(
    "rbp", NOTEBOOK, "retrieved, relevant, p=0.8", (["a", "x", "b"], {"a", "b"}),
    """
def rbp(retrieved, relevant, p=0.8):
    total = 0.0
    for rank, doc in enumerate(retrieved, start=1):
        if doc in relevant:
            total += p ** (rank - 1)
    return (1 - p) * total
""",
    "The reader goes on with chance p after each result. With what chance is rank i read at all?",
    "Rank 1 is always read, rank 2 with chance p, rank 3 with p². Add these chances over the hits.",
    "A hit at rank i adds `p ** (i - 1)`. At the end scale the sum with `1 - p`.",
    options={"p": 0.5}, optional_k=True,
)  # fmt: skip

write(
    "err_at_k", NOTEBOOK, "retrieved, grades, k, g_max=4", (["a", "b"], {"a": 1, "b": 2}, 2),
    """
def err_at_k(retrieved, grades, k, g_max=4):
    total, still_reading = 0.0, 1.0
    for rank, doc in enumerate(retrieved[:k], start=1):
        satisfied = (2 ** grades.get(doc, 0) - 1) / 2**g_max
        total += still_reading * satisfied / rank
        still_reading *= 1 - satisfied
    return total
""",
    "Who reads rank 2? Only those whom rank 1 did not satisfy.",
    "Keep the chance that the reader is still there. At each rank a share of them is satisfied and stops.",
    "Satisfied are (2^grade − 1) / 2^g_max of those who still read. First add their share, divided by the rank; "
    "only then make `still_reading` smaller.",
    options={"g_max": 2},
    notes={"KeyError": "That document has no grade. `grades.get(doc, 0)` gives 0 for it."},
)  # fmt: skip

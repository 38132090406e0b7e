"""Exercises: ceilings, and readers with patience."""

from ratools_course.checker.kinds import arrange, fill, write

arrange(
    id="ceiling-parsons",
    name="order",
    lines=[
        "        ceilings.append(min(k, relevant) / k)",
        "def precision_ceiling(judgements, k):",
        "    return sum(ceilings) / len(ceilings)",
        "        relevant = sum(grade > 0 for grade in grades.values())",
        "        ceilings.append(relevant / k)",
        "    for grades in judgements.values():",
        "    ceilings = []",
    ],
    order=[2, 7, 6, 4, 1, 3],
    hints=(
        "What does a perfect system put on a page of k places, if only one document is relevant? And if there are 20?",
        "For each query: count the relevant documents, then work out the share of the k places that they can fill.",
        "Head, empty list, loop; in the loop first the count, then the append with `min`; at the end the mean.",
    ),
    distractors={5: ("target-without-ceiling", "There 20 relevant documents give a P@5 of 4: a page holds at most k.")},
)

fill(
    id="capped-bug",
    measure="precision_at_k",
    name="precision_too_kind",
    signature="retrieved, relevant, k",
    example=(["a", "x", "y"], {"a"}, 3),
    stub="""
def precision_too_kind(retrieved, relevant, k):
    hits = sum(doc in relevant for doc in retrieved[:k])
    places = min(k, len(relevant))
    return hits / places if places else 0.0
""",
    solution="""
def precision_too_kind(retrieved, relevant, k):
    hits = sum(doc in relevant for doc in retrieved[:k])
    return hits / k
""",
    hints=(
        "One document is liked, and it stands on top of ten. What does the function say, and what is P@10?",
        "Which line lowers the bar where little can be found?",
        "P@k divides by the places on the page, not by what could be reached. Report the ceiling beside it instead.",
    ),
    kind="bug",
)

write(
    id="rbp",
    signature="retrieved, relevant, p=0.8",
    example=(["a", "x", "b"], {"a", "b"}),
    solution="""
def rbp(retrieved, relevant, p=0.8):
    total = 0.0
    for rank, doc in enumerate(retrieved, start=1):
        if doc in relevant:
            total += p ** (rank - 1)
    return (1 - p) * total
""",
    hints=(
        "The reader goes on with chance p after each result. With what chance is rank i read at all?",
        "Rank 1 is always read, rank 2 with chance p, rank 3 with p². Add these chances over the hits.",
        "A hit at rank i adds `p ** (i - 1)`. At the end scale the sum with `1 - p`.",
    ),
    options={"p": 0.5},
    optional_k=True,
)

write(
    id="err_at_k",
    signature="retrieved, grades, k, g_max=4",
    example=(["a", "b"], {"a": 1, "b": 2}, 2),
    solution="""
def err_at_k(retrieved, grades, k, g_max=4):
    total, still_reading = 0.0, 1.0
    for rank, doc in enumerate(retrieved[:k], start=1):
        satisfied = (2 ** grades.get(doc, 0) - 1) / 2**g_max
        total += still_reading * satisfied / rank
        still_reading *= 1 - satisfied
    return total
""",
    hints=(
        "Who reads rank 2? Only those whom rank 1 did not satisfy.",
        "Keep the chance that the reader is still there. At each rank a share of them is satisfied and stops.",
        "Satisfied are (2^grade − 1) / 2^g_max of those who still read. First add their share, divided by the rank; "
        "only then make `still_reading` smaller.",
    ),
    options={"g_max": 2},
    notes={"KeyError": "That document has no grade. `grades.get(doc, 0)` gives 0 for it."},
)

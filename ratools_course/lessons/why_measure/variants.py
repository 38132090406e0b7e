"""Number exercises of this lesson with other numbers: the pile of books."""

from ratools_course.classroom.assignments.variants import measured, variant

ORDINALS = dict(enumerate("first second third fourth fifth sixth seventh eighth ninth".split(), start=1))


@variant("library-recall")
def library_recall(rng):
    books, owned, _, useful = _pile(rng)
    question = (
        f"She brought {len(books)} books, {useful} of them on the subject. The library owns {len(owned)} on the "
        "subject. Which share of those did she bring?"
    )
    return measured(question, "recall_at_k", books, owned, len(books))


@variant("library-first")
def library_first(rng):
    books, owned, first, _ = _pile(rng)
    question = (
        f"The first useful book is the {ORDINALS[first]} of the pile. First place is worth 1, second place 1/2. What "
        "is this pile worth?"
    )
    return measured(question, "reciprocal_rank", books, owned)


def _pile(rng):
    """A pile of books as a ranking: what was brought, what the library owns on the subject, first rank and hits."""
    brought, first = rng.randint(10, 20), rng.randint(2, 8)
    useful = rng.randint(2, brought - first)
    ranks = [first, *rng.sample(range(first + 1, brought + 1), useful - 1)]
    books = [f"book {rank}" for rank in range(1, brought + 1)]
    owned = {books[rank - 1] for rank in ranks} | {f"other {n}" for n in range(rng.randint(5, 60))}
    return books, owned, first, useful

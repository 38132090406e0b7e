"""What is special about an input: the cases that a convention decides, in the words of a verdict.

`touched(exercise)` lists the conventions that concern an exercise. Each is tried by some probe, unless the exercise
leaves it out (`without`), and then its stub says so.
"""

from ratools_course.misconceptions import inputs

CONVENTIONS = {  # the most telling first
    "nothing judged": "Nothing was judged there.",
    "nothing relevant": "Nothing is relevant there.",
    "an empty list": "Nothing was retrieved there: the list is empty.",
    "an empty text": "A text is empty there.",
    "one label": "Only one label is used there.",
    "fewer than two": "There are fewer than two things there.",
    "k beyond the list": "The list is shorter than k there.",
    "a short list": "The list is shorter there than the number of relevant documents.",
    "unjudged documents": "A document of the list has no judgement there.",
    "ids of any kind": "The ids are no plain texts there; compare ids as they are, whatever they are.",
}
ALSO = {  # not a convention, but a word that helps
    "none judged": "None of the results shown was judged there.",
    "no hit": "There is no hit there: nothing relevant was retrieved.",
}
ERRORS = {"IndexError": "A slice such as `[:k]` takes what there is."}
DECIDED = {"nothing judged", "nothing relevant", "an empty list", "an empty text"}
RANKED = ("nothing relevant", "an empty list", "a short list", "ids of any kind")
GRADED = (*RANKED, "nothing judged", "unjudged documents")
CHUNKS = ("nothing relevant", "an empty list")
FAMILIES = {
    inputs.rankings: RANKED,
    inputs.query_pairs: RANKED,
    inputs.query_pairs_with_gaps: RANKED,
    inputs.graded_rankings: GRADED,
    inputs.pooled_rankings: GRADED,
    inputs.graded_lists: ("nothing relevant", "an empty list"),
    inputs.grade_dicts: ("nothing relevant", "nothing judged", "ids of any kind"),
    inputs.topic_rankings: ("nothing relevant", "an empty list", "nothing judged", "unjudged documents")
    + ("ids of any kind",),
    inputs.token_pairs: CHUNKS,
    inputs.span_pairs: CHUNKS,
    inputs.text_pairs: ("an empty text",),
    inputs.answer_lists: CHUNKS,
    inputs.judge_pairs: ("an empty list", "one label"),
    inputs.orders: ("fewer than two", "ids of any kind"),
    inputs.score_lists: ("an empty list",),
    inputs.score_dicts: ("nothing relevant",),
    inputs.labelled_scores: ("nothing relevant",),
    inputs.result_lists: ("an empty list",),
    inputs.label_lists: ("an empty list",),
    inputs.reciprocal_rank_lists: ("an empty list",),
    inputs.difference_lists: ("an empty list",),
    inputs.paired_differences: (),
    inputs.intervals_and_margins: (),
    inputs.chunks_and_places: ("an empty list",),
    inputs.p_value_lists: ("an empty list",),
    inputs.score_pairs: ("an empty list",),
    inputs.judgement_rows: ("an empty list",),
    inputs.scores_of_asked: ("an empty list",),
}


def shape(exercise):
    """The shape of an exercise's inputs."""
    return inputs.shape_of(exercise.domain or exercise.measure)[0]


def touched(exercise):
    """The conventions that concern an exercise."""
    cut = ("k beyond the list",) if exercise.optional_k or "k" in exercise.parameters else ()
    return (*FAMILIES[shape(exercise)], *cut)


def situations(exercise, call):
    """What is special about one call, the most telling first."""
    arguments, options = call
    first, second = arguments[0], arguments[1] if len(arguments) > 1 else None
    k = dict(zip(exercise.parameters, arguments, strict=False), **options).get("k")
    names = set(_of_kind(shape(exercise), first, second, k))
    if k is not None and k > max(map(len, _lists(first)), default=0):
        names.add("k beyond the list")
    return [name for name in (*CONVENTIONS, *ALSO) if name in names]


def _lists(first):
    """The lists of a call: one, or one per query."""
    return first.values() if inputs.are_lists_by_query(first) else [first]


def _of_kind(kind, first, second, k):
    if kind in (inputs.query_pairs, inputs.query_pairs_with_gaps):
        for query, retrieved in first.items():
            yield from _of_ranking(retrieved, second[query], k)
    elif kind in (inputs.rankings, inputs.graded_rankings, inputs.topic_rankings):
        yield from _of_ranking(first, second, k)
    elif kind is inputs.pooled_rankings:  # a grade of −1 means: not judged
        yield from _of_ranking(first, {doc: grade for doc, grade in second.items() if grade >= 0}, k)
    elif kind is inputs.grade_dicts:
        yield from _of_ranking(list(first), first, None)
    elif kind is inputs.graded_lists:
        yield from ([] if any(first) else ["nothing relevant"]) + ([] if first else ["an empty list"])
    elif kind is inputs.score_dicts:  # relevant is what reaches 0.15
        yield from [] if any(score >= 0.15 for score in first.values()) else ["nothing relevant"]
    elif kind is inputs.labelled_scores:
        yield from [] if any(second) else ["nothing relevant"]
    elif kind is inputs.text_pairs:
        yield from [] if first.strip() and second.strip() else ["an empty text"]
    elif kind is inputs.judge_pairs:
        yield from [] if len({*first, *second}) > 1 else ["one label"]
    elif kind is inputs.orders:
        yield from [] if len(first) > 1 else ["fewer than two"]
        yield from _kind_of_ids(first)
    elif kind is not inputs.intervals_and_margins:  # nothing is special about two numbers and a margin
        yield from [] if first else ["an empty list"]
        yield from ["nothing relevant"] if second is not None and not len(second) else []


def _of_ranking(retrieved, judged, k):
    """Of one list, with a set of relevant documents or a dict of grades or subtopics."""
    graded = isinstance(judged, dict)
    relevant = {doc for doc in judged if not graded or judged[doc]}
    if not relevant:
        yield "nothing relevant"
    if not relevant & set(retrieved[:k]):
        yield "no hit"
    if graded and not set(judged) & set(retrieved[:k]):
        yield "none judged"
    if graded and not judged:
        yield "nothing judged"
    if graded and set(retrieved) - set(judged):
        yield "unjudged documents"
    if not retrieved:
        yield "an empty list"
    if len(retrieved) < len(relevant):
        yield "a short list"
    yield from _kind_of_ids([*retrieved, *judged])


def _kind_of_ids(ids):
    return ["ids of any kind"] if any(not isinstance(doc, str) for doc in ids) else []

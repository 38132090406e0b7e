"""What may be passed to a measure, and the sentence for what may not.

A measure's first lines hand its arguments to the converters below, so that the formula starts from clean values:
`as_ranking` gives a list without duplicates, `as_relevant` a set, `as_grades` a dict of numbers. What is clean already
is looked through once and handed back as it is, so that measures may call each other. Every refusal is a ValueError (a
UsageError) that names the value, its location and the remedy. Nothing the caller owns is changed.
"""

import math
import operator
from collections import Counter
from collections.abc import Iterable, Mapping, Set
from numbers import Integral, Real

from ratools.errors import UsageError
from ratools.words import short

LARGEST = 1e100  # sums of a million such numbers still are floats
PLAIN_IDS = frozenset({str, int})  # hashable, and equal to themselves
PLAIN_NUMBERS = frozenset({int, float, bool})
CHOICES = {
    "gain": ("linear", "exp"),
    "denominator": ("relevant", "found", "capped"),
    "normalize": ("simple", "squad"),
    "tokens": ("set", "multiset", "mixed"),
    "missing": ("skip", "zero"),
    "weights": (None, "linear", "quadratic"),
    "level": ("nominal", "ordinal"),
    "form": ("extrapolated", "truncated"),
    "duplicates": ("error", "first"),
    "normalised": (False, True),
}
BETWEEN = {  # name: (low, high, whether the ends are allowed, what it is)
    "p": (0, 1, False, "the chance that a reader goes on to the next result"),
    "alpha": (0, 1, True, "how much a repeated subtopic loses"),
    "recall": (0, 1, True, "a recall level"),
    "beta": (0, 1000, False, "how many times more recall matters than precision"),
    "floor": (0, 1, False, "what a score of zero counts as"),
    "g_max": (0, 1000, False, "the highest grade of the scale"),
    "relevant_at": (-math.inf, math.inf, False, "a score threshold"),
    "nonrelevant_below": (-math.inf, math.inf, False, "a score threshold"),
}


# Options -----------------------------------------------------------------------------------------------------------


def as_cutoff(k):
    """`k`: None for the whole list, or a whole number of at least 1."""
    if k is None or (type(k) is int and k >= 1):
        return k
    try:
        return as_whole_number(k, "k", least=1)
    except ValueError as error:
        raise UsageError(f"{error} (use k=None for the whole list)") from None


def as_choice(value, name):
    """The option of that name, one of the values in CHOICES."""
    allowed = CHOICES[name]
    if not any(value is choice or (isinstance(value, str) and value == choice) for choice in allowed):
        raise UsageError(f"{name} must be {' or '.join(map(repr, allowed))}, got {short(value)}")
    return value


def as_between(value, name):
    """The option of that name, a number within the limits in BETWEEN."""
    low, high, closed, meaning = BETWEEN[name]
    value = as_number(value, name)
    if (low <= value <= high) if closed else (low < value < high):
        return value
    limits = f"from {low} to {high}" if closed else f"between {low} and {high}, both excluded"
    raise UsageError(f"{name}, {meaning}, must be {limits}; got {short(value)}")


def as_thresholds(nonrelevant_below, relevant_at):
    """Two scores, the lower one first, with a grey zone between them."""
    low, high = as_between(nonrelevant_below, "nonrelevant_below"), as_between(relevant_at, "relevant_at")
    if low > high:
        raise UsageError(f"nonrelevant_below={low!r} lies above relevant_at={high!r}: the grey zone would be negative")
    return low, high


def as_min_grade(min_grade):
    """`min_grade`: None, or a number above 0."""
    if min_grade is not None and as_number(min_grade, "min_grade") <= 0:
        raise UsageError(f"min_grade must be above 0, got {short(min_grade)} (relevant already means grade > 0)")
    return min_grade


# Single values -----------------------------------------------------------------------------------------------------


def as_whole_number(value, name, least=None, most=None):
    """An int from `least` to `most`; numpy's integers become Python's, a bool is refused.

    >>> as_whole_number(3, "depth", least=1)
    3
    """
    if isinstance(value, Integral) and not isinstance(value, bool):
        number = operator.index(value)
        if (least is None or least <= number) and (most is None or number <= most):
            return number
    limits = [f"at least {least}"] * (least is not None) + [f"at most {most}"] * (most is not None)
    of_limits = f" of {' and '.join(limits)}" if limits else ""
    raise UsageError(f"{name} must be a whole number{of_limits}, got {short(value)}")


def as_number(value, location):
    """A finite real number; numpy's scalars become Python's."""
    given = value
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0 and not hasattr(value, "mask"):
        value = value.item()
    if not isinstance(value, Real):
        raise UsageError(f"{location} must be a number, got {short(given)}")
    if not -LARGEST <= value <= LARGEST:  # a NaN fails this too; isfinite() would raise on a huge int
        raise UsageError(f"{location} must be a finite number of reasonable size, got {short(given)}")
    return value if isinstance(value, (int, float)) else float(value)


def as_hashable(value, location):
    """An id, a label or a token: usable in a set, and equal to itself (NaN and NA are not)."""
    try:
        hash(value)
        fit = bool(value == value)
    except (TypeError, ValueError):
        fit = False
    if not fit:
        raise UsageError(f"{location} is {short(value)}: it must be a hashable value such as a str or an int")
    return value


def as_text(value, name):
    """One text."""
    if not isinstance(value, str):
        raise UsageError(f"{name} must be a text, got {short(value)} (an empty answer is '')")
    return value


def as_list(value, name, remedy, *, sets=False, tables=False):
    """A list of what was given in order; text and None are not lists, sets and 2-D arrays only where that is said."""
    if type(value) is list:
        return value
    if isinstance(value, Set) and not sets:
        raise UsageError(f"{name} is a {type(value).__name__}, which has no order: {remedy}")
    dimensions = getattr(value, "ndim", 1)
    listlike = isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping))
    if not listlike or dimensions != 1 and not (tables and dimensions == 2 and not hasattr(value, "columns")):
        raise UsageError(f"{name} must be a list, got {short(value)}: {remedy}")
    return value.tolist() if hasattr(value, "tolist") else list(value)


def plain_ids(values):
    """Whether all are Python's own str or int, so that nothing has to be checked one by one."""
    return PLAIN_IDS.issuperset(map(type, values))


def plain_numbers(values, low):
    """Whether all are Python's own numbers, none below `low`, none too large, none NaN (which makes their sum NaN)."""
    if not PLAIN_NUMBERS.issuperset(map(type, values)):
        return False
    different = set(values)  # few, where grades are meant
    return not different or (low <= min(different) and max(different) <= LARGEST and not math.isnan(sum(different)))


def plain_grades(grades, low):
    """Whether a dict of grades can be taken as it is."""
    return type(grades) is dict and plain_ids(grades) and plain_numbers(grades.values(), low)


# Rankings and judgements -------------------------------------------------------------------------------------------


def as_ranking(retrieved, duplicates="error", name="retrieved"):
    """Document ids, best first, each once; duplicates="first" keeps the best-ranked copy."""
    as_choice(duplicates, "duplicates")
    documents = as_list(retrieved, name, "pass the document ids as a list, best first")
    if plain_ids(documents) and len(set(documents)) == len(documents):
        return documents
    first_rank = {}
    for rank, doc in enumerate(documents, start=1):
        as_hashable(doc, f"the document at rank {rank} of {name}")
        if doc in first_rank and duplicates == "error":
            remedy = "duplicates='first' keeps the best-ranked" if name == "retrieved" else "keep the best-ranked"
            raise UsageError(
                f"document {short(doc)} is in {name} twice, at ranks {first_rank[doc]} and {rank}: a document can be "
                f"found only once ({remedy})"
            )
        first_rank.setdefault(doc, rank)
    return list(first_rank)


class _Converted(frozenset):
    """A set that `as_relevant` made: a mark that its ids were compared with the ranking's, and nothing more."""


def as_relevant(relevant, min_grade=None, retrieved=()):
    """The relevant documents as a set: from a set, a list, or a dict of grades (relevant means grade > 0)."""
    if isinstance(relevant, _Converted) and min_grade is None:
        return relevant
    if isinstance(relevant, Mapping):
        grades = as_judgements(relevant, min_grade, retrieved, "relevant")
        return _Converted(doc for doc, grade in grades.items() if grade > 0)
    if min_grade is not None:
        raise UsageError(f"min_grade={short(min_grade)} needs grades: pass relevant as a dict {{document: grade}}")
    remedy = "pass a set of document ids, or a dict {document: grade}"
    if hasattr(relevant, "to_dict"):
        raise UsageError(f"relevant is a {type(relevant).__name__}, ids or grades? {remedy} (its .to_dict(), say)")
    documents = as_list(relevant, "relevant", remedy, sets=True)
    if not plain_ids(documents):
        documents = [as_hashable(doc, "a document in relevant") for doc in documents]
    return _Converted(same_kind_of_ids(retrieved, documents))


def as_judgements(judgements, min_grade=None, retrieved=(), name="judgements"):
    """Every judged document with its grade, signs kept; grades below min_grade become 0: judged, not relevant."""
    if not isinstance(judgements, Mapping):
        raise UsageError(
            f"{name} must be a dict {{document: grade}}, got {short(judgements)}: give a document that was judged not "
            "relevant the grade 0"
        )
    grades, min_grade = judgements, as_min_grade(min_grade)
    if not plain_grades(grades, -LARGEST):
        grades = {
            as_hashable(doc, f"a document in {name}"): as_number(grade, f"the grade of document {short(doc)}")
            for doc, grade in judgements.items()
        }
    if min_grade is not None:
        grades = {doc: 0 if 0 <= grade < min_grade else grade for doc, grade in grades.items()}
    return same_kind_of_ids(retrieved, grades)


def as_grades(grades, retrieved=(), name="grades", *, highest=math.inf):
    """Grades to gain from: a dict, or a set of documents that all count 1; a negative grade (unjudged) becomes 0."""
    if isinstance(grades, Set):
        grades = dict.fromkeys((as_hashable(doc, f"a document in {name}") for doc in grades), 1)
    if not isinstance(grades, Mapping):
        raise UsageError(f"{name} must be a dict {{document: grade}}, or a set of documents, got {short(grades)}")
    if not plain_grades(grades, 0):
        grades = {doc: max(grade, 0) for doc, grade in as_judgements(grades, name=name).items()}
    for doc, grade in grades.items() if highest < math.inf else ():
        if grade > highest:
            raise UsageError(
                f"document {short(doc)} has grade {grade!r}, above g_max={highest!r}: pass the scale's top as g_max"
            )
    return same_kind_of_ids(retrieved, grades)


def as_relevances(relevances, gain="linear"):
    """Grades in rank order, a negative one (unjudged) as 0; with gain="exp" none so large that 2^grade overflows."""
    grades = as_list(relevances, "relevances", "pass the grades as a list, in rank order")
    if not plain_numbers(grades, 0):
        grades = [max(as_number(grade, f"the grade at rank {rank}"), 0) for rank, grade in enumerate(grades, start=1)]
    if as_choice(gain, "gain") == "exp" and max(grades, default=0) > 1000:
        raise UsageError(f"grade {max(grades)!r} is too large for gain='exp' (2^grade overflows); use gain='linear'")
    return grades


def as_all_grades(grades):
    """The grades of all judged documents as a list: from a dict {document: grade}, or a list of grades."""
    if isinstance(grades, Mapping):
        return list(as_grades(grades).values())
    return as_relevances(as_list(grades, "grades", "pass a dict {document: grade}, or a list of grades"))


def as_subtopics(subtopics, retrieved=()):
    """A dict {document: set of subtopics}."""
    if not isinstance(subtopics, Mapping):
        raise UsageError(f"subtopics must be a dict {{document: set of subtopics}}, got {short(subtopics)}")
    same_kind_of_ids(retrieved, subtopics)
    if type(subtopics) is dict and all(type(topics) is set and plain_ids(topics) for topics in subtopics.values()):
        return subtopics
    for doc, topics in subtopics.items():
        if isinstance(topics, (str, bytes, Mapping)) or not isinstance(topics, Iterable):
            raise UsageError(f"the subtopics of document {short(doc)} must be a set, got {short(topics)}")
    return {
        doc: {as_hashable(topic, f"a subtopic of document {short(doc)}") for topic in topics}
        for doc, topics in subtopics.items()
    }


def same_kind_of_ids(retrieved, judged):
    """Hand back what was judged, unless its ids can never match the ranking's: everything would silently score 0."""
    if not retrieved or not judged or not set(map(type, retrieved)).isdisjoint(map(type, judged)):
        return judged
    if {id_kind(doc) for doc in retrieved} & {id_kind(doc) for doc in judged}:
        return judged
    ranked_id, judged_id = next(iter(retrieved)), next(iter(judged))
    raise UsageError(
        f"no retrieved document is judged: the ranking's ids are {type(ranked_id).__name__} (e.g. {short(ranked_id)}), "
        f"the judgements' are {type(judged_id).__name__} (e.g. {short(judged_id)}); convert one of them"
    )


def id_kind(doc):
    """Values of two kinds are never equal; numbers of all types are one kind."""
    return next((kind for kind in (Real, str, bytes, tuple) if isinstance(doc, kind)), type(doc))


def as_queries(results, ground_truth):
    """The queries that two dicts share, in the order of the first; at least one."""
    for name, value in (("results", results), ("ground_truth", ground_truth)):
        if not isinstance(value, Mapping) or not value:
            raise UsageError(f"{name} must be a dict by query with at least one query, got {short(value)}")
    shared = [query for query in results if query in ground_truth]
    if not shared:
        answered, judged = next(iter(results)), next(iter(ground_truth))
        raise UsageError(
            f"results and ground_truth have no query in common (e.g. {short(answered)} and {short(judged)})"
        )
    return shared


def as_same_things(first_ranking, second_ranking):
    """Two orders of the same things, at least two."""
    first = as_ranking(first_ranking, name="the first ranking")
    second = as_ranking(second_ranking, name="the second ranking")
    for ranking, other, name in ((first, set(second), "second"), (second, set(first), "first")):
        missing = [item for item in ranking if item not in other]
        if missing:
            raise UsageError(
                f"{short(missing[0])} is not in the {name} ranking: order the same things in both, or use rbo"
            )
    if len(first) < 2:
        raise UsageError(f"two rankings of {len(first)} things have no pair to compare: at least 2 are needed")
    return first, second


# Texts, tokens and spans -------------------------------------------------------------------------------------------


def as_tokens(value, name):
    """Tokens: a list of them, or a text that is split at white space."""
    if isinstance(value, str):
        return value.split()
    tokens = as_list(value, name, "pass a text or a list of tokens", sets=True)
    return tokens if plain_ids(tokens) else [as_hashable(token, f"a token of {name}") for token in tokens]


def as_spans(value, name):
    """Half-open [start, end) pairs of whole numbers; one pair may stand alone."""
    if type(value) is list and all(map(plain_span, value)):
        return value
    spans = as_list(value, name, "pass a list of (start, end) pairs", sets=True, tables=True)
    if len(spans) == 2 and all(isinstance(end, Integral) for end in spans):
        spans = [spans]
    return [as_span(pair, f"span {n} of {name}") for n, pair in enumerate(spans, start=1)]


def plain_span(pair):
    """Whether a span is a tuple of Python's own ints, in order."""
    return type(pair) is tuple and len(pair) == 2 and type(pair[0]) is type(pair[1]) is int and 0 <= pair[0] <= pair[1]


def as_span(pair, location):
    """One [start, end) pair."""
    ends = as_list(pair, location, "a span is a pair (start, end)")
    try:
        start, end = (as_whole_number(end, location) for end in ends)  # as Python's: a numpy uint8 would wrap
    except ValueError:
        raise UsageError(f"{location} is {short(pair)}: a span is a pair (start, end) of whole numbers") from None
    if start < 0:
        raise UsageError(f"{location} starts at {short(start)}, before the text: positions count from 0")
    if end < start:
        raise UsageError(
            f"{location} ends at {short(end)}, before its start {short(start)}: a span is (start, end), end excluded"
        )
    return start, end


def as_golds(reference, name="reference"):
    """The accepted answers as a list: from one text or a list of texts."""
    if isinstance(reference, str):
        return [reference]
    accepted = as_list(reference, name, "pass a text or a list of texts", sets=True)
    if not accepted:
        raise UsageError(f"{name} is an empty list: at least one accepted answer is needed")
    return [as_text(gold, f"an answer in {name}") for gold in accepted]


def as_answer_pairs(predictions, references):
    """Predictions, and for each of them the list of its accepted answers."""
    predictions = as_list(predictions, "predictions", "pass a list of texts, one per question")
    references = as_list(references, "references", "pass a list of texts, one per question")
    same_length(predictions, references, ("predictions", "references"))
    if not predictions:
        raise UsageError("predictions and references are empty: at least one question is needed")
    predictions = [as_text(answer, f"prediction {n}") for n, answer in enumerate(predictions, start=1)]
    return predictions, [as_golds(answer, f"reference {n}") for n, answer in enumerate(references, start=1)]


def same_length(first, second, names):
    """Refuse two lists that should belong together item by item and cannot."""
    if len(first) != len(second):
        raise UsageError(f"{names[0]} has {len(first)} items, {names[1]} has {len(second)}: they must match one to one")


# Results with scores and categories --------------------------------------------------------------------------------


def as_results(results):
    """The results as a list, best first."""
    return as_list(results, "results", "pass a list of dicts, best first")


def as_scores(results):
    """The results' scores, none below 0; results may be plain scores."""
    results = as_results(results)
    values = results_field(results, "score") if any(isinstance(result, Mapping) for result in results) else results
    scores = [as_number(score, f"the score at rank {rank}") for rank, score in enumerate(values, start=1)]
    for rank, score in enumerate(scores, start=1):
        if score < 0:
            raise UsageError(f"the score at rank {rank} is {score!r}: scores start at 0 (shift or rescale them first)")
    return scores


def as_result_ids(results):
    """The results' document ids, each once."""
    return as_ranking(results_field(as_results(results), "doc_id"), name="results")


def as_result_categories(results):
    """The results' categories."""
    return [as_hashable(label, "a category") for label in results_field(as_results(results), "category")]


def results_field(results, field):
    """One field of every result, or a word about the result that lacks it."""
    for rank, result in enumerate(results, start=1):
        if not isinstance(result, Mapping) or field not in result:
            raise UsageError(f"the result at rank {rank} has no {field!r}: {short(result)}")
    return [result[field] for result in results]


def as_category_counts(categories):
    """How often each category occurs: from a list of labels, or a dict {category: how many}."""
    if not isinstance(categories, Mapping):
        labels = as_list(categories, "categories", "pass a list of labels")
        return Counter(as_hashable(label, "a category") for label in labels)
    counts = {label: as_number(n, f"the count of category {short(label)}") for label, n in categories.items()}
    for label, count in counts.items():
        if count < 0:
            raise UsageError(f"the count of category {short(label)} must not be negative, got {count!r}")
    return Counter(counts)


# Judges ------------------------------------------------------------------------------------------------------------


def as_judges(judges, *, numbers=False, gaps=False):
    """One list of labels per judge, of one length; `numbers`: labels are grades, `gaps`: None is allowed."""
    judges = as_list(judges, "judges", "pass a list of judges, each a list of labels", tables=True)
    if len(judges) < 2:
        raise UsageError(f"agreement needs at least two judges, got {len(judges)}")
    judges = [as_list(labels, f"judge {n}", "pass a list of labels") for n, labels in enumerate(judges, start=1)]
    for n, labels in enumerate(judges, start=1):
        same_length(judges[0], labels, ("judge 1", f"judge {n}"))
    judges = [
        [as_label(label, f"label {item} of judge {n}", numbers, gaps) for item, label in enumerate(labels, start=1)]
        for n, labels in enumerate(judges, start=1)
    ]
    if not any(sum(label is not None for label in item) > 1 for item in zip(*judges, strict=True)):
        raise UsageError("no item has labels from two judges: there is nothing to compare")
    return judges


def as_label(label, location, numbers, gaps):
    """A label of the right kind; numpy's scalars become Python's, so that differences do not wrap."""
    if label is None:
        if not gaps:
            raise UsageError(f"{location} is None: every judge must judge everything (krippendorff_alpha allows gaps)")
        return None
    if gaps and isinstance(label, float) and math.isnan(label):
        raise UsageError(f"{location} is nan: write None for an item that a judge left out")
    return as_number(label, location) if numbers else as_hashable(label, location)


def as_divisor(expected, name):
    """The disagreement that chance would give, unless there is none to divide by."""
    if not expected:
        raise UsageError(f"{name} is undefined: one single label was used throughout, as chance alone would do")
    return expected

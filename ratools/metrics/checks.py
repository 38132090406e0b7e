"""What may be passed to a measure, and the sentence for what may not.

`@checked` reads a function's parameter names and hands each argument to the rule of that name below. The formula
then starts from clean values: `retrieved` is a list without duplicates, `relevant` a set, grades are numbers.
Every refusal is a ValueError that names the value, the place and the remedy. Nothing the caller owns is changed.
"""

import functools
import inspect
import math
import operator
from collections import Counter
from collections.abc import Iterable, Mapping, Set
from numbers import Integral, Real

LARGEST = 1e100  # sums of a million such numbers still are floats
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


def checked(measure):
    """Check the arguments by parameter name, then call the formula (which `measure??` shows)."""
    signature = inspect.signature(measure)
    extra = _shared_options(signature.parameters)

    @functools.wraps(measure)
    def wrapper(*args, **kwargs):
        options = {name: kwargs.pop(name, default) for name, default in extra.items()}
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{measure.__name__}{wrapper.__signature__}: {error}") from None
        bound.apply_defaults()
        _check_all(bound.arguments, options)
        if "shared" in bound.arguments:  # a mean over queries hands the shared options on
            bound.arguments["shared"] = options
        return measure(*bound.args, **bound.kwargs)

    keywords = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=value) for name, value in extra.items()]
    own = [parameter for parameter in signature.parameters.values() if parameter.kind is not parameter.VAR_KEYWORD]
    wrapper.__signature__ = signature.replace(parameters=[*own, *keywords])
    return wrapper


def _shared_options(parameters):
    """The keywords that every measure of a ranking understands, beside its own."""
    options = {}
    if {"relevant", "judgements", "ground_truth"} & set(parameters):
        options["min_grade"] = None
    if {"retrieved", "ground_truth"} & set(parameters):
        options["duplicates"] = "error"
    return options


def _check_all(arguments, options):
    for name, value in [*options.items(), *arguments.items()]:
        if name in CHOICES:
            choice(name, value)
        elif name in BETWEEN:
            arguments[name] = number_between(name, value)
        elif name in RULES:
            arguments[name] = RULES[name](value)
    _check_pairs(arguments)
    if "retrieved" in arguments:
        _check_ranking_and_judgements(arguments, options)
    elif "grades" in arguments:
        arguments["grades"] = all_grades(arguments["grades"])
    if "g_max" in arguments:
        not_above(arguments["grades"], arguments["g_max"])
    if arguments.get("gain") == "exp":
        grades = next(arguments[name] for name in ("relevances", "grades", "relevance_scores") if name in arguments)
        not_too_large(grades)


def _check_pairs(arguments):
    """Arguments that must fit each other."""
    if "results" in arguments and "ground_truth" not in arguments:
        arguments["results"] = sequence(arguments["results"], "results", "pass a list of dicts, best first")
    if "predictions" in arguments:
        pair = answer_pairs(arguments["predictions"], arguments["references"])
        arguments["predictions"], arguments["references"] = pair
    if "first_ranking" in arguments:
        pair = same_things(arguments["first_ranking"], arguments["second_ranking"])
        arguments["first_ranking"], arguments["second_ranking"] = pair
    if "first_labels" in arguments:
        pair = [arguments["first_labels"], arguments["second_labels"]]
        pair = label_lists(pair, numbers=arguments["weights"] is not None, gaps=False)
        arguments["first_labels"], arguments["second_labels"] = pair
    if "judges" in arguments:
        level = arguments.get("level")
        arguments["judges"] = label_lists(arguments["judges"], numbers=level == "ordinal", gaps=level is not None)
    if "relevant_at" in arguments and arguments["nonrelevant_below"] > arguments["relevant_at"]:
        low, high = arguments["nonrelevant_below"], arguments["relevant_at"]
        raise ValueError(f"nonrelevant_below={low!r} lies above relevant_at={high!r}: the grey zone would be negative")


def _check_ranking_and_judgements(arguments, options):
    arguments["retrieved"] = ranking(arguments["retrieved"], options["duplicates"])
    for name in arguments.keys() & {"relevant", "judgements", "relevance_scores", "grades", "subtopics"}:
        if name == "relevant":
            arguments[name] = relevant_set(arguments[name], options["min_grade"])
        elif name == "judgements":
            arguments[name] = judgement_dict(arguments[name], options["min_grade"])
        elif name != "subtopics":
            arguments[name] = gains(arguments[name], name)
        same_id_type(arguments["retrieved"], getattr(arguments[name], "judged", arguments[name]))


# One rule per kind of argument -------------------------------------------------------------------------------------


def cutoff(k):
    """`k`: None, or a whole number of at least 1."""
    if k is None:
        return None
    if isinstance(k, Integral) and not isinstance(k, bool) and k >= 1:
        return operator.index(k)
    raise ValueError(f"k must be a whole number of at least 1, got {_short(k)} (use k=None for the whole list)")


def choice(name, value):
    """An option with named values."""
    allowed = CHOICES[name]
    if not any(value is one or (isinstance(value, str) and value == one) for one in allowed):
        raise ValueError(f"{name} must be {' or '.join(map(repr, allowed))}, got {_short(value)}")
    return value


def number_between(name, value):
    """An option that is a number in a range."""
    low, high, closed, meaning = BETWEEN[name]
    value = number(value, name)
    if (low <= value <= high) if closed else (low < value < high):
        return value
    limits = f"from {low} to {high}" if closed else f"between {low} and {high}, both excluded"
    raise ValueError(f"{name}, {meaning}, must be {limits}; got {_short(value)}")


def number(value, place):
    """A finite real number; numpy's scalars become Python's."""
    given = value
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0 and not hasattr(value, "mask"):
        value = value.item()
    if not isinstance(value, Real):
        raise ValueError(f"{place} must be a number, got {_short(given)}")
    if not -LARGEST <= value <= LARGEST:  # a NaN fails this too; isfinite() would raise on a huge int
        raise ValueError(f"{place} must be a finite number of reasonable size, got {_short(given)}")
    return value if isinstance(value, (int, float)) else float(value)


def sequence(value, name, remedy, *, sets=False, tables=False):
    """A list of what was given in order; text and None are not lists, sets and 2-D arrays only where that is said."""
    if isinstance(value, Set) and not sets:
        raise ValueError(f"{name} is a {type(value).__name__}, which has no order: {remedy}")
    dimensions = getattr(value, "ndim", 1)
    listlike = isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping))
    if not listlike or dimensions != 1 and not (tables and dimensions == 2 and not hasattr(value, "columns")):
        raise ValueError(f"{name} must be a list, got {_short(value)}: {remedy}")
    return value.tolist() if hasattr(value, "tolist") else list(value)


def ranking(retrieved, duplicates="error", name="retrieved"):
    """Document ids, best first, each once."""
    documents = sequence(retrieved, name, "pass the document ids as a list, best first")
    first_rank = {}
    for rank, doc in enumerate(documents, start=1):
        hashable(doc, f"the document at rank {rank} of {name}")
        if doc in first_rank and duplicates == "error":
            remedy = "duplicates='first' keeps the best-ranked" if name == "retrieved" else "keep the best-ranked"
            raise ValueError(
                f"document {_short(doc)} is in {name} twice, at ranks {first_rank[doc]} and {rank}: a document can be "
                f"found only once ({remedy})"
            )
        first_rank.setdefault(doc, rank)
    return list(first_rank)


def relevant_set(relevant, min_grade=None):
    """The relevant documents as a set: from a set, a list, or a dict of grades (relevant means grade > 0)."""
    if isinstance(relevant, Relevant) and min_grade is None:
        return relevant
    if isinstance(relevant, Mapping):
        grades = judgement_dict(relevant, min_grade, "relevant")
        return Relevant((doc for doc, grade in grades.items() if grade > 0), judged=grades)
    if min_grade is not None:
        raise ValueError(f"min_grade={_short(min_grade)} needs grades: pass relevant as a dict {{document: grade}}")
    remedy = "pass a set of document ids, or a dict {document: grade}"
    if hasattr(relevant, "to_dict"):
        raise ValueError(f"relevant is a {type(relevant).__name__}, ids or grades? {remedy} (its .to_dict(), say)")
    documents = sequence(relevant, "relevant", remedy, sets=True)
    return Relevant(hashable(doc, "a document in relevant") for doc in documents)


class Relevant(set):
    """The relevant documents, which also remembers all that were judged when one measure hands it to another."""

    def __init__(self, documents, judged=None):
        super().__init__(documents)
        self.judged = self if judged is None else judged


def judgement_dict(judgements, min_grade=None, name="judgements"):
    """Every judged document with its grade, signs kept. Grades below min_grade become 0: judged, not relevant."""
    if not isinstance(judgements, Mapping):
        raise ValueError(
            f"{name} must be a dict {{document: grade}}, got {_short(judgements)}: give a document that was judged not "
            "relevant the grade 0"
        )
    if min_grade is not None and number(min_grade, "min_grade") <= 0:
        raise ValueError(f"min_grade must be above 0, got {_short(min_grade)} (relevant already means grade > 0)")
    grades = {
        hashable(doc, f"a document in {name}"): number(grade, f"the grade of document {_short(doc)}")
        for doc, grade in judgements.items()
    }
    if min_grade is None:
        return grades
    return {doc: 0 if 0 <= grade < min_grade else grade for doc, grade in grades.items()}


def gains(grades, name):
    """Grades to add up: a dict, or a set of documents that all count 1. A negative grade (unjudged) gains 0."""
    if isinstance(grades, Set):
        return dict.fromkeys((hashable(doc, f"a document in {name}") for doc in grades), 1)
    if not isinstance(grades, Mapping):
        raise ValueError(f"{name} must be a dict {{document: grade}}, or a set of documents, got {_short(grades)}")
    return {doc: max(grade, 0) for doc, grade in judgement_dict(grades, name=name).items()}


def grade_list(relevances):
    """Grades in rank order. A negative grade (unjudged) gains 0."""
    values = sequence(relevances, "relevances", "pass the grades as a list, in rank order")
    return [max(number(grade, f"the grade at rank {rank}"), 0) for rank, grade in enumerate(values, start=1)]


def all_grades(grades):
    """The grades of all judged documents, as a list: from a dict {document: grade} or a list of grades."""
    return grade_list(list(grades.values()) if isinstance(grades, Mapping) else grades)


def not_above(grades, g_max):
    """Refuse a grade above the top of the scale."""
    for doc, grade in grades.items():
        if grade > g_max:
            raise ValueError(
                f"document {doc!r} has grade {grade!r}, above g_max={g_max!r}: pass the scale's top as g_max"
            )


def not_too_large(grades):
    """Refuse a grade whose 2^grade has no float."""
    highest = max(grades.values() if isinstance(grades, Mapping) else grades, default=0)
    if highest > 1000:
        raise ValueError(f"grade {highest!r} is too large for gain='exp' (2^grade overflows); use gain='linear'")


def hashable(value, place):
    """An id, a label or a token must be usable in a set, and be equal to itself (NaN and NA are not)."""
    try:
        hash(value)
        fit = bool(value == value)
    except (TypeError, ValueError):
        fit = False
    if not fit:
        raise ValueError(f"{place} is {_short(value)}: it must be a hashable value such as a str or an int")
    return value


def word_list(value, name):
    """Tokens: a list of them, or a text that is split at white space."""
    if isinstance(value, str):
        return value.split()
    tokens = sequence(value, name, "pass a text or a list of tokens", sets=True)
    return [hashable(token, f"a token of {name}") for token in tokens]


def span_list(value, name):
    """Half-open [start, end) pairs of whole numbers; one pair may stand alone."""
    spans = sequence(value, name, "pass a list of (start, end) pairs", sets=True, tables=True)
    if len(spans) == 2 and all(isinstance(end, Integral) for end in spans):
        spans = [spans]
    return [span(pair, f"span {place} of {name}") for place, pair in enumerate(spans, start=1)]


def span(pair, place):
    """One [start, end) pair."""
    ends = sequence(pair, place, "a span is a pair (start, end)")
    if len(ends) != 2 or not all(isinstance(end, Integral) and not isinstance(end, bool) for end in ends):
        raise ValueError(f"{place} is {_short(pair)}: a span is a pair (start, end) of whole numbers")
    start, end = map(operator.index, ends)  # a numpy uint8 would wrap
    if start < 0:
        raise ValueError(f"{place} starts at {start}, before the text: positions count from 0")
    if end < start:
        raise ValueError(f"{place} ends at {end}, before its start {start}: a span is (start, end), end excluded")
    return start, end


def subtopic_sets(subtopics):
    """A dict {document: set of subtopics}."""
    if not isinstance(subtopics, Mapping):
        raise ValueError(f"subtopics must be a dict {{document: set of subtopics}}, got {_short(subtopics)}")
    for doc, topics in subtopics.items():
        if isinstance(topics, (str, bytes, Mapping)) or not isinstance(topics, Iterable):
            raise ValueError(f"the subtopics of document {doc!r} must be a set, got {_short(topics)}")
    place = "a subtopic of document {!r}"
    return {doc: {hashable(topic, place.format(doc)) for topic in topics} for doc, topics in subtopics.items()}


def category_counts(categories):
    """Category labels in a list, or a dict {category: how many}."""
    if not isinstance(categories, Mapping):
        labels = sequence(categories, "categories", "pass a list of labels")
        return Counter(hashable(label, "a category") for label in labels)
    for label, count in categories.items():
        if number(count, f"the count of category {label!r}") < 0:
            raise ValueError(f"the count of category {label!r} must not be negative, got {count!r}")
    return Counter(categories)


def text(value, name):
    """One text."""
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a text, got {_short(value)} (an empty answer is '')")
    return value


def golds(reference, name="reference"):
    """The accepted answers as a list: from one text or a list of texts."""
    if isinstance(reference, str):
        return [reference]
    accepted = sequence(reference, name, "pass a text or a list of texts", sets=True)
    if not accepted:
        raise ValueError(f"{name} is an empty list: at least one accepted answer is needed")
    return [text(gold, f"an answer in {name}") for gold in accepted]


def answer_pairs(predictions, references):
    """Predictions and references that belong together by position."""
    predictions = sequence(predictions, "predictions", "pass a list of texts, one a question")
    references = sequence(references, "references", "pass a list of texts, one a question")
    same_length(predictions, references, ("predictions", "references"))
    if not predictions:
        raise ValueError("predictions and references are empty: at least one question is needed")
    predictions = [text(answer, f"prediction {place}") for place, answer in enumerate(predictions, start=1)]
    return predictions, [golds(answer, f"reference {place}") for place, answer in enumerate(references, start=1)]


def result_field(results, field):
    """One field of every result, or a word about the result that lacks it."""
    for rank, result in enumerate(results, start=1):
        if not isinstance(result, Mapping) or field not in result:
            raise ValueError(f"the result at rank {rank} has no {field!r}: {_short(result)}")
    return [result[field] for result in results]


def result_scores(results):
    """The scores, none below 0; results may be plain scores."""
    plain = all(not isinstance(result, Mapping) for result in results)
    values = results if plain else result_field(results, "score")
    scores = [number(score, f"the score at rank {rank}") for rank, score in enumerate(values, start=1)]
    for rank, score in enumerate(scores, start=1):
        if score < 0:
            raise ValueError(f"the score at rank {rank} is {score!r}: scores start at 0 (shift or rescale them first)")
    return scores


def result_ids(results):
    """The document ids, each once."""
    return ranking(result_field(results, "doc_id"), name="results")


def result_categories(results):
    """The categories."""
    return [hashable(label, "a category") for label in result_field(results, "category")]


def label_lists(judges, *, numbers, gaps):
    """One list of labels a judge, of one length; `numbers`: labels are grades, `gaps`: None is allowed."""
    judges = sequence(judges, "judges", "pass a list of judges, each a list of labels", tables=True)
    if len(judges) < 2:
        raise ValueError(f"agreement needs at least two judges, got {len(judges)}")
    judges = [sequence(labels, f"judge {n}", "pass a list of labels") for n, labels in enumerate(judges, start=1)]
    for n, labels in enumerate(judges, start=1):
        same_length(judges[0], labels, ("judge 1", f"judge {n}"))
        for place, label in enumerate(labels):
            labels[place] = checked_label(label, f"label {place + 1} of judge {n}", numbers, gaps)
    if not any(sum(label is not None for label in item) > 1 for item in zip(*judges, strict=True)):
        raise ValueError("no item has labels from two judges: there is nothing to compare")
    return judges


def checked_label(label, place, numbers, gaps):
    """A label of the right kind; numpy's scalars become Python's, so that differences do not wrap."""
    if label is None:
        if not gaps:
            raise ValueError(f"{place} is None: every judge must judge everything (krippendorff_alpha allows gaps)")
        return None
    if gaps and isinstance(label, float) and math.isnan(label):
        raise ValueError(f"{place} is nan: write None for an item that a judge left out")
    return number(label, place) if numbers else hashable(label, place)


def constant_labels(expected, name):
    """Refuse the division when chance agreement is perfect."""
    if not expected:
        raise ValueError(f"{name} is undefined: one single label was used throughout, as chance alone would do")
    return expected


def same_things(first, second):
    """Two orders of the same things, at least two."""
    first, second = ranking(first, name="the first ranking"), ranking(second, name="the second ranking")
    for here, there, place in ((first, second, "second"), (second, first, "first")):
        missing = [item for item in here if item not in set(there)]
        if missing:
            raise ValueError(f"{missing[0]!r} is not in the {place} ranking: order the same things in both, or use rbo")
    if len(first) < 2:
        raise ValueError(f"two rankings of {len(first)} things have no pair to compare: at least 2 are needed")
    return first, second


def same_id_type(retrieved, judged):
    """Refuse ids of two kinds that can never match (int and str, say): everything would silently score 0."""
    kinds, others = {id_kind(doc) for doc in retrieved}, {id_kind(doc) for doc in judged}
    if not kinds or not others or kinds & others:
        return
    one, other = next(iter(retrieved)), next(iter(judged))
    raise ValueError(
        f"no retrieved document is judged: the ranking's ids are {type(one).__name__} (e.g. {_short(one)}), the "
        f"judgements' are {type(other).__name__} (e.g. {_short(other)}); convert one of them"
    )


def id_kind(doc):
    """Values of two kinds are never equal; numbers of all types are one kind."""
    return next((kind for kind in (Real, str, bytes, tuple) if isinstance(doc, kind)), type(doc))


def same_length(first, second, names):
    """Two lists that belong together item by item."""
    if len(first) != len(second):
        raise ValueError(f"{names[0]} has {len(first)} items, {names[1]} has {len(second)}: they must match one to one")


def query_dicts(results, ground_truth):
    """The queries that two dicts share, in the order of the first; at least one."""
    for name, value in (("results", results), ("ground_truth", ground_truth)):
        if not isinstance(value, Mapping) or not value:
            raise ValueError(f"{name} must be a dict by query with at least one query, got {_short(value)}")
    shared = [query for query in results if query in ground_truth]
    if not shared:
        one, other = next(iter(results)), next(iter(ground_truth))
        raise ValueError(f"results and ground_truth have no query in common (e.g. {one!r} and {other!r})")
    return shared


def _short(value):
    """What the value looks like, on one line of a message."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a huge int, or an object whose repr fails
        text = "something"
    return text if len(text) <= 60 else f"{text[:57]}... (a {type(value).__name__})"


RULES = {
    "k": cutoff,
    "relevances": grade_list,
    "subtopics": subtopic_sets,
    "categories": category_counts,
    "retrieved_tokens": lambda value: word_list(value, "retrieved_tokens"),
    "expected_tokens": lambda value: word_list(value, "expected_tokens"),
    "retrieved_spans": lambda value: span_list(value, "retrieved_spans"),
    "expected_spans": lambda value: span_list(value, "expected_spans"),
    "chunk_spans": lambda value: span_list(value, "chunk_spans"),
    "prediction": lambda value: text(value, "prediction"),
    "reference": golds,
    "abstention_token": lambda value: text(value, "abstention_token"),
    "first_list": lambda value: ranking(value, name="first_list"),
    "second_list": lambda value: ranking(value, name="second_list"),
}

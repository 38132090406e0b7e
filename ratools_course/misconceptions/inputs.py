"""Valid inputs for every measure, the smallest first: where counterexamples are searched and exercises are probed.

A call is (arguments, options). `small_calls(measure)` enumerates the little ones: no document twice, no negative
grade, k a whole number of at least 1, something relevant, nothing empty. `probes(measure)` adds the cases that a
convention decides, and larger calls, drawn with a fixed seed, whose ids, grades, labels and texts are of
many kinds: no name tells a hit from a miss.
"""

import inspect
import random
from functools import cache
from itertools import chain, combinations_with_replacement, permutations, product

import ratools
from ratools.metrics.answers import ABSTENTION

HITS, MISSES = "abcdefghijkl", "xyzwvutsrqpo"  # names of relevant and of other documents
MANY_HITS, MANY_MISSES = ([*short, *(f"{short[0]}{n}" for n in range(1, 30))] for short in (HITS, MISSES))
LARGER = 30  # probes drawn beyond the small ones
SMALL = 130  # small ones tried at most
KINDS = {  # of ids, by which hits and misses cannot be told apart
    "letters": [*"abcdefghijklmnopqrstuvwxyz", *(f"{letter}{n}" for n in range(1, 4) for letter in "abcxyz")],
    "words": [f"doc{n}" for n in range(1, 45)],
    "numbers": list(range(44)),
    "addresses": [f"https://example.org/pages/{n}.html" for n in range(44)],
    "pairs": [(site, n) for n in range(22) for site in ("en", "de")],
    "alike": [f"{blank}{word} {n}" for n in range(8) for blank in ("", " ") for word in ("note", "Note", "nöte")],
}
GRADES = (0, 0, 1, 1, 2, 3, 4, 0.5, 2.5, 7, 10)


def size(call):
    """How much there is to look at in a call; what is smaller is easier to think about."""
    arguments, options = call
    return _size(arguments) + sum(1 + (value not in (1.0, "skip")) for value in options.values())


def _size(value):
    if isinstance(value, dict):
        return sum(1 + _size(key) / 100 + _size(item) for key, item in value.items())
    if isinstance(value, (list, tuple, set)):
        return sum(1 + _size(item) for item in value)
    if isinstance(value, bool) or value is None:
        return 0
    if isinstance(value, str):
        return 1 if value == ABSTENTION else len(value.split())
    return value if isinstance(value, int) else 0.5


# Shapes: each yields small arguments; `draw` makes one larger. -------------------------------------------------------


def rankings(longest=3, missed=2):
    """Rankings as patterns of hits: (retrieved, relevant), with relevant documents that were never found."""
    for pattern in chain.from_iterable(product((1, 0), repeat=n) for n in range(1, longest + 1)):
        for lost in range(missed + 1):
            if sum(pattern) + lost:
                yield _ranking(pattern, lost)


def _ranking(pattern, lost):
    hits, misses = iter(MANY_HITS), iter(MANY_MISSES)
    retrieved = [next(hits) if hit else next(misses) for hit in pattern]
    return retrieved, {doc for doc in retrieved if doc in MANY_HITS} | {next(hits) for _ in range(lost)}


def draw_names(rng, kind=None):
    """Ids of one kind, in no order; whether an id belongs to a hit is chance."""
    names = KINDS[kind or rng.choice(list(KINDS))]
    return iter(rng.sample(names, len(names)))


def draw_ranking(rng, kind=None):
    """A ranking of two to nine documents; now and then a long one, or a function that stops at 10 would pass."""
    pattern = [rng.random() < 0.4 for _ in range(rng.choice([2, 3, 4, 5, 6, 7, 8, 9, 14, 23]))]
    if rng.random() < 0.15:
        pattern = [False] * rng.choice([11, 12, 24]) + [True, False, True]  # nothing before rank 12, 13 or 25
    return _named_ranking(rng, pattern, rng.choice([0, 1, 1, 2, 3, 12]) or not any(pattern), kind)


def _named_ranking(rng, pattern, lost, kind=None):
    names = draw_names(rng, kind)
    retrieved = [next(names) for _ in pattern]
    relevant = {doc for doc, hit in zip(retrieved, pattern, strict=True) if hit}
    return retrieved, relevant | {next(names) for _ in range(lost)}


def graded_lists(longest=3, grades=(0, 1, 2)):
    """Grades in rank order."""
    for values in chain.from_iterable(product(grades, repeat=n) for n in range(1, longest + 1)):
        if any(values):
            yield (list(values),)


def draw_graded_list(rng):
    """Two to eight grades, something relevant among them; now and then fourteen or more, a 4, a 7, a half."""
    values = [rng.choice(GRADES) for _ in range(rng.choice([1, 3, 4, 5, 6, 7, 13, 26]))] + [rng.randint(1, 3)]
    if rng.random() < 0.2:
        values = [0] * rng.choice([12, 24]) + values[-2:]
    return (values,)


def grade_dicts(longest=3):
    """Grades of documents, in no particular order."""
    for (values,) in graded_lists(longest):
        yield (dict(zip(HITS, values, strict=False)),)


def draw_grade_dict(rng):
    """Grades of documents, in no particular order."""
    (values,) = draw_graded_list(rng)
    rng.shuffle(values)
    return (dict(zip(draw_names(rng), values, strict=False)),)


def graded_rankings(longest=2, missed=2, grades=(0, 1, 2)):
    """Rankings with grades: a judged document keeps its letter; None is unjudged."""
    for n in range(1, longest + 1):
        for pattern in product((None, *grades), repeat=n):
            for lost in chain.from_iterable(combinations_with_replacement(grades, m) for m in range(missed + 1)):
                if any(grade for grade in (*pattern, *lost) if grade):
                    yield _graded_ranking(pattern, lost)


def _graded_ranking(pattern, lost):
    judged, unjudged = iter(MANY_HITS), iter(MANY_MISSES)
    retrieved = [next(unjudged) if grade is None else next(judged) for grade in pattern]
    grades = {doc: grade for doc, grade in zip(retrieved, pattern, strict=True) if grade is not None}
    return retrieved, grades | {next(judged): grade for grade in lost}


def draw_graded_ranking(rng, kind=None, grades=GRADES):
    """A ranking of two to nine documents, now and then more, with grades, judged in no particular order."""
    pattern = [rng.choice((None, *grades)) for _ in range(rng.choice([2, 3, 4, 5, 6, 7, 8, 9, 14, 23]))]
    if rng.random() < 0.15:
        pattern = [rng.choice((None, 0)) for _ in range(rng.choice([12, 24]))] + [2, None, 1]
    return _named_grades(rng, pattern, [rng.choice(grades) for _ in range(rng.choice([0, 1, 2, 3, 14]))] + [1], kind)


def _named_grades(rng, pattern, lost, kind=None):
    names = draw_names(rng, kind)
    retrieved = [next(names) for _ in pattern]
    judged = [(doc, grade) for doc, grade in zip(retrieved, pattern, strict=True) if grade is not None]
    judged += [(next(names), grade) for grade in lost]
    return retrieved, dict(rng.sample(judged, len(judged)))


def draw_plain_ids(rng):
    """As `draw_graded_ranking`, without ids that are pairs: an array of them would be a table."""
    return draw_graded_ranking(rng, rng.choice([kind for kind in KINDS if kind != "pairs"]))


def draw_grades_to_four(rng):
    """As `draw_graded_ranking`, for a scale that ends at 4."""
    return draw_graded_ranking(rng, None, (0, 0, 1, 2, 3, 4, 0.5))


def query_pairs():
    """Results and truth of one or two queries."""
    pairs = list(rankings(3, 1))  # (retrieved, relevant)
    for retrieved, relevant in pairs:
        yield {"q1": retrieved}, {"q1": relevant}
    for first, second in product(pairs, repeat=2):
        if len(first[0]) + len(second[0]) < 5:
            yield {"q1": first[0], "q2": second[0]}, {"q1": first[1], "q2": second[1]}


def draw_queries(rng):
    """Two to five queries, named by texts or by numbers."""
    names = rng.choice([["q1", "q2", "q3", "q4", "q5"], [3, 1, 2, 10, 0], ["red hat", "Red hat", "hat", "", "é"]])
    pairs = {name: draw_ranking(rng) for name in names[: rng.randint(2, 5)]}
    shuffled = rng.sample(list(pairs), len(pairs))
    return {q: pair[0] for q, pair in pairs.items()}, {q: pairs[q][1] for q in shuffled}


def pooled_rankings():
    """As `graded_rankings`, and some documents were pooled and never judged: grade −1."""
    return graded_rankings(missed=1, grades=(-1, 0, 1))


def draw_pooled_ranking(rng):
    """A longer one of these."""
    return draw_graded_ranking(rng, grades=(-1, 0, 1, 2))


def query_pairs_with_gaps():
    """As `query_pairs`, and sometimes the second query was not answered."""
    for results, truth in query_pairs():
        yield results, truth
        if len(results) == 2:
            yield {"q1": results["q1"]}, truth


def draw_queries_with_gaps(rng):
    """Several queries of which one was not answered."""
    results, truth = draw_queries(rng)
    del results[rng.choice(list(results))]
    return results, truth


def topic_rankings():
    """Rankings of documents that cover subtopics."""
    topics = ({1}, {2}, {1, 2})
    for covered in chain.from_iterable(product(topics, repeat=n) for n in (1, 2, 3)):
        docs = dict(zip(HITS, covered, strict=False))
        for length in range(1, len(docs) + 1):
            for order in permutations(docs, length):
                yield list(order), docs
        yield ["x", *docs], docs


def draw_topics(rng):
    """Up to nine documents on up to four subtopics, some on none."""
    names, topics = draw_names(rng), rng.choice([[1, 2, 3, 4], ["price", "size", "Size", "colour"]])
    docs = {next(names): set(rng.sample(topics, rng.randint(0, 3))) for _ in range(rng.randint(4, 6))}
    docs[next(names)] = {rng.choice(topics)}
    pool = [*docs, next(names), next(names), next(names)]
    return rng.sample(pool, rng.randint(3, len(pool))), docs


def label_lists():
    """Category labels, one a result."""
    for labels in chain.from_iterable(product("abc", repeat=n) for n in range(1, 5)):
        yield (list(labels),)


def draw_labels(rng):
    """Six to twenty labels: letters, words that differ in case, numbers."""
    labels = rng.choice([list("aaabbcd"), ["hats", "Hats", "hats ", "bags"], [0, 1, 1, 2, 12], ["größe", "", "große"]])
    return ([rng.choice(labels) for _ in range(rng.choice([6, 7, 8, 9, 12, 20]))],)


ODD_WORDS = "The the THE cat cat. cats (cat) well-known well known café cafe naïve 3.5 35 it's its 北京 -"


def token_pairs():
    """Two short lists of words, with repeats."""
    lists = [list(words) for n in (1, 2, 3) for words in product(["cat", "mat", "the"], repeat=n)]
    for got, want in product(lists, repeat=2):
        if len(got) + len(want) < 5:
            yield got, want


def draw_tokens(rng):
    """Two lists of four to nine words, now and then of many, with marks, hyphens, capitals and accents."""
    words = rng.choice(["the cat sat on a mat the dog", ODD_WORDS, f"{ODD_WORDS} the cat sat on a mat"]).split()
    return tuple([rng.choice(words) for _ in range(rng.choice([4, 5, 6, 9, 25]))] for _ in range(2))


def span_pairs():
    """One or two chunks, and one stretch that was expected."""
    spans = [(a, b) for b in range(1, 5) for a in range(b)]
    for want in spans:
        for got in chain(([span] for span in spans), map(list, product(spans, repeat=2))):
            yield got, [want]


def draw_spans(rng):
    """One to six chunks, one to three stretches, near the beginning or far from it."""
    first, width = rng.choice([(0, 20), (0, 60), (1000, 30)])
    starts = [[first + rng.randint(0, width) for _ in range(n)] for n in (rng.randint(1, 6), rng.randint(1, 3))]
    return tuple([(start, start + rng.randint(1, 15)) for start in some] for some in starts)


WORDS = ("Paris France", "Paris Paris", "3.5", "35", "Paris", "paris", " Paris", "Paris  France", "the Paris", "Rome")


def text_pairs():
    """An answer and a reference."""
    return product(WORDS, repeat=2)


def draw_texts(rng):
    """Two texts of two to six words, now and then long, in mixed case, with marks and stray spaces."""
    words = rng.choice(["the capital of France is Paris PARIS paris is 3.5", ODD_WORDS, f"{ODD_WORDS} Paris, Paris."])
    said, gold = ([rng.choice(words.split()) for _ in range(rng.choice([2, 3, 4, 6, 20]))] for _ in range(2))
    gold = rng.choice([gold, said, said[::-1], [word.swapcase() for word in said], [*said, "Paris"], said[1:] or gold])
    blank, edge = rng.choice([" ", "  ", "\t", "\n"]), rng.choice(["", " "])
    return edge + blank.join(said), " ".join(gold) + edge


def answer_lists():
    """Answers and references of up to three questions, at least one of them impossible."""
    pairs = [("blue", ABSTENTION), (ABSTENTION, "blue"), (ABSTENTION, ABSTENTION), ("blue", "blue"), ("red", "blue")]
    for some in chain.from_iterable(product(pairs, repeat=n) for n in (1, 2, 3)):
        if any(gold == ABSTENTION for _, gold in some):
            yield [said for said, _ in some], [gold for _, gold in some]


def draw_answers(rng):
    """Five to ten questions, the first of them impossible; some answers are near the token, and it may be another."""
    n, token = rng.randint(5, 10), rng.choice([ABSTENTION, "unknown", ""])
    near = [token.upper(), f"{token}!", f"I think: {token}", "not", "blue", "red"] if token else ["blue", "red", "none"]
    said = [rng.choice([token, token, *near]) for _ in range(n)]
    gold = [token] + [rng.choice([token, "blue", "red", *near[:2]]) for _ in range(n - 1)]
    return (said, gold) if token == ABSTENTION else (said, gold, token)


def score_lists():
    """Scores on, above and below the thresholds and the edges of the bins."""
    values = (0.1, 0.15, 0.05, 0.2, 0.5, 0.01, 0.3, 0.9)
    for some in chain.from_iterable(combinations_with_replacement(values, n) for n in (1, 2)):
        yield (sorted(some, reverse=True),)


def draw_scores(rng):
    """Three to twenty scores, most often falling, on edges, next to edges, at 0, at 1 and above."""
    edges = [edge + by for edge in (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5) for by in (0, 0, 1e-6, -1e-6)]
    scores = [rng.choice([0.0, 0, 1, 1.7, round(rng.random(), 3), *edges]) for _ in range(rng.choice([3, 8, 20]))]
    return (sorted(scores, reverse=True) if rng.random() < 0.6 else scores,)


def score_dicts():
    """Scores by document: some reach 0.15, some only nearly, some not at all."""
    values = (0.3, 0.15, 0.1, 0.02)
    for some in chain.from_iterable(product(values, repeat=n) for n in (1, 2, 3)):
        yield (dict(zip(HITS, some, strict=False)),)


def draw_score_dict(rng):
    """Four to nine documents; now and then none of them reaches 0.15."""
    names, top = draw_names(rng), rng.choice([1, 1, 1, 0.149])
    return ({next(names): round(top * rng.random(), 3) for _ in range(rng.randint(4, 9))},)


def labelled_scores():
    """Scores with labels, 1 or 0: falling, with ties."""
    for n in (1, 2, 3):
        for some in combinations_with_replacement((0.9, 0.5, 0.1), n):
            for labels in product((1, 0), repeat=n):
                yield sorted(some, reverse=True), list(labels)


def draw_labelled_scores(rng):
    """Four to twelve scores in any order, often equal, with labels."""
    n = rng.randint(4, 12)
    return [rng.choice([0.2, 0.4, 0.6, round(rng.random(), 2)]) for _ in range(n)], [
        rng.randint(0, 1) for _ in range(n)
    ]


def result_lists():
    """Results with a score and a category."""
    for n in (1, 2, 3):
        for scores in combinations_with_replacement((0.3, 0.1, 0.01), n):
            for names in product(("hats", "bags"), repeat=n):
                rows = enumerate(zip(scores, names, strict=True), start=1)
                yield ([{"doc_id": doc, "score": score, "category": name} for doc, (score, name) in rows],)


def draw_results(rng):
    """Three to twenty results."""
    (scores,) = draw_scores(rng)
    scores, names = (
        sorted(scores, reverse=True),
        rng.choice([["hats", "hats", "bags", "shoes"], ["Hats", "hats", "é", ""]]),
    )
    return ([{"doc_id": n, "score": s, "category": rng.choice(names)} for n, s in enumerate(scores, start=1)],)


def judge_pairs(grades=(0, 1, 2), longest=3):
    """Two judges who use more than one label between them."""
    for n in range(2, longest + 1):
        for first, second in product(product(grades, repeat=n), repeat=2):
            if len({*first, *second}) > 1:
                yield list(first), list(second)


def draw_judges(rng):
    """Two judges of six to thirty items, who agree more often than not."""
    return _judges(rng, [0, 1, 2, 3])


def draw_labelled_judges(rng):
    """As `draw_judges`; the labels may be words, and one judge may use labels that the other does not."""
    first, second = _judges(
        rng, rng.choice([[0, 1, 2, 3], ["yes", "no", "Yes"], ["no", "yes", "maybe", ""], [5, 10, -1]])
    )
    return (first, second) if rng.random() < 0.7 else (first, [label if label != first[0] else "?" for label in second])


def _judges(rng, labels):
    first = labels[:2] + [rng.choice(labels) for _ in range(rng.choice([4, 5, 6, 8, 12, 28]))]
    return first, [label if rng.random() < 0.6 else rng.choice(labels) for label in first]


def judge_lists():
    """Two judges as one list; three where two are not enough to tell."""
    for first, second in judge_pairs(longest=4, grades=(0, 1)):
        yield ([first, second],)
    for first, second in judge_pairs():
        yield ([first, second],)


def draw_judge_list(rng):
    """Three judges."""
    first, second = draw_judges(rng)
    return ([first, second, [rng.choice(pair) for pair in zip(first, second, strict=True)]],)


def orders(longest=4):
    """A reference order and another."""
    for n in range(2, longest + 1):
        for other in permutations(HITS[:n]):
            yield list(HITS[:n]), list(other)


def draw_orders(rng):
    """Two orders of two to fifteen things."""
    names = draw_names(rng)
    things = [next(names) for _ in range(rng.choice([2, 3, 5, 6, 7, 8, 15]))]
    return rng.sample(things, len(things)), rng.sample(things, len(things))


LOST_BY_INT, LOST_BY_CEIL = (93, 99, 105, 117, 123), (49, 98, 103, 107)  # 1 / (1 / rank) lies just below, just above


def reciprocal_rank_lists():
    """Reciprocal ranks of several queries: small ranks, never, and the first that rounding to one side loses."""
    for length in (1, 2, 3):
        for ranks in product((1, 2, 3, 0), repeat=length):
            yield ([1 / rank if rank else 0.0 for rank in ranks],)
    yield from (([1 / rank],) for rank in (4, 5, 10, 92, *LOST_BY_INT, *LOST_BY_CEIL))


def draw_reciprocal_ranks(rng):
    """Reciprocal ranks of some queries, as a log would hold them."""
    ranks = [rng.choice([0, 1, 2, rng.randint(3, 1000), *LOST_BY_INT, *LOST_BY_CEIL]) for _ in range(rng.randint(2, 6))]
    return ([1 / rank if rank else 0.0 for rank in ranks],)


def difference_lists(longest=4):
    """Differences per query, in steps that floats add exactly: ties with the real sum are ties."""
    for n in range(1, longest + 1):
        for values in product((0.5, -0.25, 0.25, 0.0), repeat=n):
            yield (list(values),)


def draw_differences(rng):
    """Two to eight differences."""
    return ([rng.randint(-8, 8) / 16 for _ in range(rng.choice([2, 3, 4, 5, 6, 7, 8]))],)


def paired_differences(longest=4):
    """Two or more differences per query: what an interval needs."""
    return (arguments for arguments in difference_lists(longest) if len(arguments[0]) > 1)


def intervals_and_margins():
    """An interval's two ends and a margin, also where an end lies on 0 or on the margin."""
    ends = (-0.25, -0.1, -0.05, 0.0, 0.05, 0.1)
    for low, high in product(ends, repeat=2):
        if low < high:
            yield from (((low, high), margin) for margin in (0.05, 0.1, 0.2))


def draw_interval_and_margin(rng):
    """An interval around some difference, and a margin."""
    middle, half = rng.uniform(-0.3, 0.3), rng.uniform(0.01, 0.25)
    return (middle - half, middle + half), rng.choice([0.01, 0.02, 0.05, 0.1, 0.3])


def chunks_and_places():
    """Chunks that were read and places that hold an answer, each (document, start, end), half-open."""
    pieces = [("a", 0, 2), ("a", 1, 3), ("a", 2, 4), ("a", 0, 4), ("b", 0, 4)]
    lists = [[], *([piece] for piece in pieces), *map(list, permutations(pieces, 2))]
    yield from product(lists, [[("a", 0, 2)], [("a", 2, 4)], [("a", 1, 2)], [("b", 1, 3), ("a", 3, 4)]])


def draw_chunks_and_places(rng):
    """Up to five chunks of three documents, and one or two places."""

    def piece(longest):
        start = rng.randint(0, 12)
        return rng.choice(["k1", "k2", "k3"]), start, start + rng.randint(1, longest)

    return [piece(9) for _ in range(rng.randint(0, 5))], [piece(4) for _ in range(rng.randint(1, 2))]


def p_value_lists(longest=3):
    """The p values of several tests, in any order."""
    for n in range(1, longest + 1):
        for values in product((0.01, 0.03, 0.04, 0.5), repeat=n):
            yield (list(values),)


def draw_p_values(rng):
    """Two to fifteen p values; now and then equal ones, and a 1."""
    values = [rng.choice([0.001, 0.004, 0.02, 0.049, 0.2, 1.0, rng.random()]) for _ in range(rng.choice([2, 4, 6, 15]))]
    return (values,)


def score_pairs():
    """Two systems' scores by query, {query: score}; the second may list its queries in another order."""
    for first, second in product(product((0.5, 0.25, 1.0), repeat=2), repeat=2):
        first = dict(zip(("q1", "q2"), first, strict=True))
        second = dict(zip(("q1", "q2"), second, strict=True))
        yield first, second
        yield first, dict(reversed(second.items()))


def draw_score_pair(rng):
    """Two to nine queries, listed in two orders."""
    names = rng.choice([[f"q{n}" for n in range(1, 10)], list(range(9)), ["red hat", "Red hat", "hat", "", "é"]])
    names = names[: rng.randint(2, len(names))]
    first, second = ({name: rng.choice([0, 0.25, 0.5, 1, rng.random()]) for name in names} for _ in range(2))
    return first, {name: second[name] for name in rng.sample(names, len(names))}


def judgement_rows(longest=3):
    """Judgements as rows (query, document, grade, split), and the split that is wanted, or "all"."""
    for n in range(1, longest + 1):
        for chosen in product(product(("q1", "q2"), (0, 1, 3), ("test", "train")), repeat=n):
            rows = [(query, "abc"[index], grade, split) for index, (query, grade, split) in enumerate(chosen)]
            yield from ((rows, split) for split in ("all", "test"))


def draw_judgement_rows(rng):
    """Four to twenty rows of a few queries, mixed."""
    queries = rng.choice([["q1", "q2", "q3"], [1, 2, 10], ["red hat", "Red hat", ""]])
    docs = rng.choice([[f"d{n}" for n in range(9)], list(range(9)), list("abcdeABCD")])
    pairs = [(query, doc) for query in queries for doc in docs]
    kept = rng.sample(pairs, rng.choice([4, 7, 12, 20]))
    rows = [(query, doc, rng.choice([0, 0, 1, 2, 3]), rng.choice(["test", "train", "dev"])) for query, doc in kept]
    return rows, rng.choice(["all", "test", "dev"])


def scores_of_asked():
    """The scores of the queries that a system answered, and all queries that were asked."""
    for asked in (["q1"], ["q1", "q2"], ["q2", "q1"], ["q1", "q2", "q3"]):
        for answered in range(1, len(asked) + 1):
            for scores in product((0.5, 1.0, 0.0), repeat=answered):
                yield dict(zip(asked, scores, strict=False)), asked


def draw_scores_of_asked(rng):
    """Three to twelve queries, some of them not answered."""
    asked = rng.choice([[f"q{n}" for n in range(1, 13)], list(range(12))])
    asked = rng.sample(asked, rng.randint(3, 12))
    answered = rng.sample(asked, rng.randint(1, len(asked)))
    return {query: rng.choice([0.0, 0.25, 1.0, rng.random()]) for query in answered}, asked


# What a convention decides -------------------------------------------------------------------------------------------

EDGES = {  # the most telling first: in which one thing is special, not two
    rankings: [(["a"], set()), ([], {"a"}), ([], set()), (["a", "b"], set())],
    graded_rankings: [
        (["a"], {"a": 0}),
        (["a"], {}),
        ([], {"a": 1}),
        (["x"], {"a": 0}),
        (["a", "b"], {"a": 0, "b": 0}),
        ([], {}),
        (["a", "b"], {"b": 0, "c": 0}),
    ],
    graded_lists: [([],), ([0],), ([0, 0],)],
    grade_dicts: [({},), ({"a": 0},), ({"a": 0, "b": 0},)],
    query_pairs: [
        ({"q1": ["a"]}, {"q1": set()}),
        ({"q1": []}, {"q1": {"a"}}),
        ({"q1": []}, {"q1": set()}),
        ({"q1": ["a"], "q2": ["a"]}, {"q1": {"a"}, "q2": set()}),
        ({"q1": [], "q2": ["a"]}, {"q1": {"a"}, "q2": {"a", "b"}}),
    ],
    topic_rankings: [(["a"], {}), ([], {"a": {1}}), (["a"], {"a": set()}), ([], {})],
    token_pairs: [([], ["cat"]), ([], ["cat", "mat"]), (["cat"], []), ([], [])],
    span_pairs: [([], [(0, 1)]), ([], [(0, 2), (3, 4)]), ([(0, 1)], []), ([], [])],
    text_pairs: [("", ""), ("", "Paris"), ("Paris", ""), (" ", ""), ("", "the Paris")],
    score_lists: [([],)],
    result_lists: [([],)],
    label_lists: [([],)],
    reciprocal_rank_lists: [([],)],
    difference_lists: [([],)],
    p_value_lists: [([],)],
    score_pairs: [({}, {})],
    judgement_rows: [([], "all"), ([], "test")],
    scores_of_asked: [({}, ["q1"]), ({}, ["q1", "q2"])],
}
EDGES[query_pairs_with_gaps] = EDGES[query_pairs]
LONG_TEXT = (
    "We looked at every museum of the old town, from north to south, and in the end the capital of France is Paris"
)
ODD = {  # small, with one thing that is unusual
    rankings: [([0, 1], {0}), ([1, 0], {0, 2}), (["x", "é"], {"é"}), (["A", "a"], {"a"}), (["a ", "a"], {"a", "b"})],
    graded_rankings: [([0, 1], {0: 2, 2: 1}), (["é", "e"], {"e": 1, "é": 2}), (["A"], {"a": 2, "A": 1})],
    grade_dicts: [({0: 1, 1: 10, 2: 9},), ({"A": 1, "a": 2.5},)],
    query_pairs: [
        ({0: [0, 1], 1: [1]}, {1: {1, 2}, 0: {1}}),
        ({"Q": ["a"], "q": ["x", "a"]}, {"q": {"a"}, "Q": {"a", "b"}}),
        ({"q2": ["x", "a"], "q1": ["a"]}, {"q1": {"a", "b"}, "q2": {"a"}}),
    ],
    topic_rankings: [([0, 1], {0: {"size"}, 1: {"Size"}, 2: {"price"}}), (["é"], {"é": {0}, "e": {1}})],
    token_pairs: [
        (["café"], ["cafe"]),
        (["The", "the"], ["the"]),
        (["cat."], ["cat"]),
        (["well-known"], ["well", "known"]),
        (["北京"], ["北京", "上海"]),
        (["it's"], ["its"]),
        (["3.5"], ["35"]),
        (["cats"], ["cat"]),
        (["-"], ["-", "–"]),
    ],
    text_pairs: [
        ("café", "cafe"),
        ("Café", "café"),
        ("Paris.", "Paris"),
        ("well-known", "well known"),
        ("北京", "上海"),
        ("it's", "its"),
        ("-5", "5"),
        ("1,000", "1000"),
        ("(cat)", "cat"),
        ("the", "a"),
        ("a cat", "the cat"),
        ("red\thats", "Red hats"),
        ("red\n hats ", "red hats"),
        ("France Paris", "Paris France"),
        ("pAris", "Paris"),
        (LONG_TEXT, "the capital of France is Paris"),
        (LONG_TEXT, LONG_TEXT.upper()),
        (LONG_TEXT, LONG_TEXT + " now"),
    ],
    orders: [(["A", "a", "b"], ["A", "b", "a"]), ([0, 1, 10], [10, 0, 1]), (["a ", "a"], ["a", "a "])],
    judge_pairs: [
        ([0, "no", 0], ["no", "no", 0]),
        (["yes", "no", "no"], ["yes", "no", "yes"]),
        (["Yes", "yes"], ["yes", "yes"]),
        ([10, -1], [10, 10]),
    ],
    label_lists: [(["Hats", "hats"],), ([0, 1, 1],), (["", "a"],)],
    score_lists: [([0.149],), ([0.049],)],
}
ODD[query_pairs_with_gaps] = [*ODD[query_pairs], ({"q2": ["x", "a"]}, {"q1": {"a"}, "q2": {"a"}})]
SMALL_KINDS = [  # as small as can be, with ids that are not letters, and with letters the other way round
    ((1, 0), "letters"),
    ((0, 1), "letters"),
    ((1, 0, 1), "numbers"),
    ((0, 1), "numbers"),
    ((0, 1), "pairs"),
    ((1, 0, 1), "alike"),
    ((0, 1, 0), "words"),
    ((0,) * 12 + (1,), "words"),
    ((0,) * 24 + (1, 1), "addresses"),
]


def edge_arguments(measure):
    """The arguments of a measure that a convention decides."""
    return EDGES.get(shape_of(measure)[0], [])


def other_names(measure, rng):
    """Small arguments that are unusual, and with other kinds of ids."""
    shape = shape_of(measure)[0]
    yield from ODD.get(shape, [])
    for pattern, kind in SMALL_KINDS:
        kind = "numbers" if (measure, kind) == ("condensed", "pairs") else kind
        if shape is rankings:
            yield _named_ranking(rng, pattern, rng.randint(0, 1), kind)
        if shape is graded_rankings:
            lost = [0, 1] if len(pattern) < 10 else [1, 2, 3] * 5  # more judged than shown
            yield _named_grades(rng, [2 if hit else rng.choice((0, None)) for hit in pattern], lost, kind)
        if shape in (query_pairs, query_pairs_with_gaps):
            retrieved, relevant = _named_ranking(rng, pattern, 1, kind)
            yield {"q1": retrieved}, {"q1": relevant}
        if shape is orders:
            names = [name for name, _ in zip(draw_names(rng, kind), range(3), strict=False)]
            yield names, names[::-1]


# Which measure takes which -------------------------------------------------------------------------------------------

GRADED = (graded_rankings, draw_graded_ranking)
SPANS = (span_pairs, draw_spans)
ORDERS = (orders, draw_orders)
SHAPES = {  # by the arguments that a measure cannot do without
    "retrieved relevant": (rankings, draw_ranking),
    "retrieved relevance_scores": GRADED,
    "retrieved judgements": GRADED,
    "retrieved grades": (graded_rankings, draw_grades_to_four),
    "retrieved subtopics": (topic_rankings, draw_topics),
    "results ground_truth": (query_pairs, draw_queries),
    "relevances": (graded_lists, draw_graded_list),
    "grades": (grade_dicts, draw_grade_dict),
    "retrieved_tokens expected_tokens": (token_pairs, draw_tokens),
    "retrieved_spans expected_spans": SPANS,
    "chunk_spans expected_spans": SPANS,
    "prediction reference": (text_pairs, draw_texts),
    "predictions references": (answer_lists, draw_answers),
    "results": (score_lists, draw_scores),
    "categories": (label_lists, draw_labels),
    "first_labels second_labels": (judge_pairs, draw_labelled_judges),
    "judges": (judge_lists, draw_judge_list),
    "first_ranking second_ranking": ORDERS,
    "first_list second_list": ORDERS,
}
OF_ITS_OWN = {  # what its arguments' names do not tell
    "condensed": (graded_rankings, draw_plain_ids),
    "matches_by_category": (result_lists, draw_results),
    "retrieval_report": (result_lists, draw_results),
    "mean_reciprocal_rank-missing": (query_pairs_with_gaps, draw_queries_with_gaps),
    "pooled_judged_at_k": (pooled_rankings, draw_pooled_ranking),
    "reciprocal-ranks": (reciprocal_rank_lists, draw_reciprocal_ranks),
    "score-dicts": (score_dicts, draw_score_dict),
    "labelled-scores": (labelled_scores, draw_labelled_scores),
    "differences": (difference_lists, draw_differences),
    "paired-differences": (paired_differences, draw_differences),
    "intervals": (intervals_and_margins, draw_interval_and_margin),
    "chunks-and-places": (chunks_and_places, draw_chunks_and_places),
    "p-values": (p_value_lists, draw_p_values),
    "score-pairs": (score_pairs, draw_score_pair),
    "judgement-rows": (judgement_rows, draw_judgement_rows),
    "scores-of-asked": (scores_of_asked, draw_scores_of_asked),
}


@cache
def shape_of(measure):
    """(all small arguments, how larger ones are drawn) of a measure, by the names of its arguments."""
    if measure in OF_ITS_OWN:
        return OF_ITS_OWN[measure]
    parameters = inspect.signature(getattr(ratools, measure)).parameters.values()
    return SHAPES[" ".join(parameter.name for parameter in parameters if parameter.default is parameter.empty)]


CUT = {"cumulative_gain", "err_ia"}  # beside those whose names end in _at_k
OPTIONAL_CUT = set("reciprocal_rank average_precision rbp mean_reciprocal_rank mean_average_precision".split())
OPTIONS = {
    "f_score_at_k": [{"beta": 1.0}, {"beta": 2}, {"beta": 0.5}],
    "rbp": [{"p": 0.8}, {"p": 0.5}],
    "rbp_residual": [{"p": 0.8}, {"p": 0.5}],
    "err_at_k": [{"g_max": 2}, {"g_max": 3}],
    "interpolated_precision": [{"recall": 0.5}],
}


def longest_part(arguments):
    """How long the ranking of a call is."""
    first = arguments[0]
    return max(map(len, first.values())) if first and are_lists_by_query(first) else len(first)


def are_lists_by_query(first):
    """Whether an argument holds one list per query."""
    return isinstance(first, dict) and all(isinstance(docs, list) for docs in first.values())


def _cuts(measure, arguments, cut):
    """The cut-offs for one input: none, or every k up to one beyond its length."""
    if not cut:
        return [()]
    return [(k,) for k in range(1, longest_part(arguments) + 2)]


def with_cut(measure, cut=None):
    """Whether calls of a measure carry k: as it always or never does, or as the caller asks."""
    return measure in CUT or measure.endswith("_at_k") if cut is None else cut


@cache
def small_calls(measure, cut=None):
    """Every small call of a measure, the smallest first."""
    shape, _ = shape_of(measure)
    calls = [
        ((*arguments, *k), options)
        for arguments in shape()
        for k in _cuts(measure, arguments, with_cut(measure, cut))
        for options in _options(measure, arguments)
    ]
    return sorted(calls, key=size)


def _options(measure, arguments):
    """The options for one input; ERR's scale must reach its highest grade."""
    for options in OPTIONS.get(measure, [{}]):
        if "g_max" not in options or max(arguments[1].values()) <= options["g_max"]:
            yield options


DRAWN_OPTIONS = {
    "f_score_at_k": [{"beta": beta} for beta in (1.0, 2, 0.5, 3, 1.5)],
    "rbp": [{"p": p} for p in (0.8, 0.5, 0.95, 0.1)],
    "err_at_k": [{"g_max": g_max} for g_max in (4, 5)],
}


def draw_call(measure, rng, cut=None):
    """One larger call, drawn with the given source of chance."""
    arguments = shape_of(measure)[1](rng)
    length = longest_part(arguments)
    k = (rng.choice([rng.randint(1, length + 2), length, length + 20]) or 1,) if with_cut(measure, cut) else ()
    return (*arguments, *k), rng.choice(DRAWN_OPTIONS.get(measure) or OPTIONS.get(measure, [{}]))


def _some_k(rng, arguments):
    """A cut-off; a long list is not cut, so that its late hits are seen."""
    length = longest_part(arguments)
    return length if length > 9 else rng.randint(1, length + 1)


def larger_calls(measure, cut=None, count=LARGER):
    """Larger calls, drawn with a fixed seed."""
    rng = random.Random(measure)
    named = [
        ((*arguments, *((_some_k(rng, arguments),) if with_cut(measure, cut) else ())), options)
        for arguments in other_names(measure, rng)
        for options in list(_options(measure, arguments))[:1]
    ]
    return named + [draw_call(measure, rng, cut) for _ in range(count)]


@cache
def tiers(measure, cut=None):
    """What a function is tried on, the most readable first: small calls, what a convention decides, larger calls."""
    small = small_calls(measure, cut)
    if len(small) > SMALL:  # the smallest, and a fixed sample of the rest
        third = SMALL // 3
        small = [*small[:third], *random.Random(measure).sample(small[third:], SMALL - third)]
    edges = [
        ((*arguments, *k), options)
        for arguments in edge_arguments(measure)
        for k in ([(1,), (2,)] if with_cut(measure, cut) else [()])
        for options in OPTIONS.get(measure, [{}])[:1]
    ]
    return sorted(small, key=size), edges, sorted(larger_calls(measure, cut), key=size)


def probes(measure, cut=None):
    """All tiers in one list."""
    return list(chain(*tiers(measure, cut)))


def same(value, expected, tolerance=1e-9):
    """Whether two results are equal, numbers up to what floats lose on the way."""
    if isinstance(expected, dict):
        return (
            isinstance(value, dict)
            and value.keys() == expected.keys()
            and all(same(value[key], item, tolerance) for key, item in expected.items())
        )
    if isinstance(expected, (list, tuple)):
        alike = isinstance(value, (list, tuple)) and len(value) == len(expected)
        return alike and all(same(*pair, tolerance) for pair in zip(value, expected, strict=True))
    if isinstance(expected, (int, float)) and isinstance(value, (int, float)):
        if expected != expected:
            return value != value  # no value is no value
        return value == expected or abs(value - expected) <= tolerance * max(1.0, abs(expected))
    return value == expected

"""The help centre as other judges would have judged it: from a smaller pool, by a rule, by vectors; and the runs that
are measured by such judgements.
"""

from functools import lru_cache

from ratools.errors import UsageError
from ratools.evaluation.evaluator import evaluate
from ratools.evaluation.formats import read_run
from ratools.lazy import Later
from ratools.paths import data_dir
from ratools.words import short
from ratools_course.systems.datasets import helpdesk
from ratools_course.systems.dense import Vectors
from ratools_course.systems.words import STOP_WORDS, tokenize

pd = Later("pandas")

SYSTEMS = ("minilm", "rrf_english", "two_stages", "bm25_english", "reranked", "tfidf", "bm25", "lsa")
SHARES = (0.25, 0.5, 0.8)  # of the query's words: from here on grade 1, 2, 3
COSINES = (0.4, 0.5, 0.6)  # of query and document: from here on grade 1, 2, 3; set by us


def runs(names=SYSTEMS):
    """{system: run} of the help centre."""
    return {name: read_run(data_dir() / "runs" / f"{name}.run") for name in names}


def means_by(judgements, measure="nDCG@10", systems=SYSTEMS):
    """The mean of every system under each of several judgements, {name: qrels}, best system of the first on top."""
    measured = runs(systems)
    table = pd.DataFrame(
        {
            name: {system: evaluate(run, qrels, [measure])[measure].mean() for system, run in measured.items()}
            for name, qrels in judgements.items()
        }
    )
    return table.sort_values(table.columns[0], ascending=False)


def texts():
    """The help centre as its judges read it: {query: text}, {document: title and text}, and the readers' judgements."""
    collection = helpdesk()
    queries = {name: query.text for name, query in collection.queries.items()}
    documents = {name: f"{document.title} {document.text}" for name, document in collection.documents.items()}
    return queries, documents, collection.judgements


def judged_only(systems, depth):
    """The help centre's judgements as they were if only the first `depth` results of these systems had been judged."""
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 1:
        raise UsageError(f"depth must be a whole number of at least 1, got {short(depth)}")
    pooled_runs, judged = runs(systems), {}
    for query, grades in helpdesk().judgements.items():
        pool = {doc for run in pooled_runs.values() for doc in run.get(query, ())[:depth]}
        kept = {doc: grade for doc, grade in grades.items() if doc in pool}
        judged[query] = kept or {next(iter(grades)): 0}
    return judged


@lru_cache(maxsize=1024)  # a document is compared with many queries
def _words(text):
    """The different words of a text."""
    return frozenset(tokenize(text))


def overlap_rule(query, document):
    """A judge by rule: the share of the query's words that the document has, as a grade from 0 to 3.

    >>> overlap_rule("reset my password", "How to reset a password"), overlap_rule("cannot log in", "Reset a password")
    (3, 0)
    """
    wanted = _words(query) - STOP_WORDS
    share = len(wanted & _words(document)) / len(wanted) if wanted else 0.0
    return sum(share >= step for step in SHARES)


def judged_by_rule():
    """The help centre's pairs, graded by `overlap_rule`."""
    queries, documents, judgements = texts()
    return {
        query: {doc: overlap_rule(queries[query], documents[doc]) for doc in grades}
        for query, grades in judgements.items()
    }


def judged_by_meaning():
    """The help centre's pairs, graded by the cosine of the vectors that minilm searches with."""
    queries, _, judgements = texts()
    vectors = Vectors.load(data_dir() / "helpdesk" / "minilm.npz")
    near = {query: vectors.scored(queries[query]) for query in judgements}
    return {
        query: {doc: sum(near[query][doc] >= step for step in COSINES) for doc in grades}
        for query, grades in judgements.items()
    }


def overlap_prefers(query, first, second):
    """The rule, asked side by side: it must choose, and takes the first unless the second has a higher grade.

    >>> overlap_prefers("reset it", "our office", "to reset"), overlap_prefers("reset it", "our office", "a plan")
    ('second', 'first')
    """
    return "second" if overlap_rule(query, second) > overlap_rule(query, first) else "first"


def differing_first_results(one, other):
    """(query, first result of one system, of the other), as ids, where they differ."""
    shown = runs((one, other))
    tops = [(query, shown[one].get(query), shown[other].get(query)) for query in helpdesk().judgements]
    return [(query, a[0], b[0]) for query, a, b in tops if a and b and a[0] != b[0]]


def first_results(one, other):
    """The same as texts, to be compared side by side."""
    queries, documents, _ = texts()
    return [(queries[query], documents[a], documents[b]) for query, a, b in differing_first_results(one, other)]

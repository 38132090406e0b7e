"""Tables of notebook 10: two judges, what another judge or a smaller pool does, programs that judge, their biases."""

import csv
from functools import lru_cache

from ratools.evaluation.evaluator import evaluate
from ratools.evaluation.formats import read_run
from ratools.lazy import Later
from ratools.metrics.agreement import cohen_kappa
from ratools.paths import data_dir
from ratools.systems.datasets import helpdesk
from ratools.systems.dense import Vectors
from ratools.systems.tokeniser import STOP_WORDS, tokenize
from ratools.words import short

pd = Later("pandas")

SYSTEMS = ("minilm", "rrf_english", "two_stages", "bm25_english", "reranked", "tfidf", "bm25", "lsa")
SHARES = (0.25, 0.5, 0.8)  # of the query's words: from here on grade 1, 2, 3
COSINES = (0.4, 0.5, 0.6)  # of query and document: from here on grade 1, 2, 3; set by us


def judged_twice():
    """The pairs that both judges of the help centre graded: rows with query, document, first, second."""
    path = data_dir() / "helpdesk" / "judgements.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["judge_a"] and row["judge_b"]]
    return pd.DataFrame(
        {"query": [row["query_id"] for row in rows], "document": [row["doc_id"] for row in rows],
         "first": [int(row["judge_a"]) for row in rows], "second": [int(row["judge_b"]) for row in rows]}
    )  # fmt: skip


def kappas(first, second):
    """How far two lists of grades agree: equal grades, κ, κ that forgives near misses, κ where either is above 0.

    >>> kappas([1, 0, 0, 0], [1, 1, 0, 0])["alike"]
    0.75
    """
    pairs = list(zip(first, second, strict=True))
    if not pairs:
        raise ValueError("the two judges graded no pair in common")
    somebody = [pair for pair in pairs if any(pair)]
    found = {"pairs": len(pairs), "alike": sum(a == b for a, b in pairs) / len(pairs)}
    found |= {"κ": _kappa(pairs), "κ, near misses": _kappa(pairs, weights="linear")}
    return found | {"κ where one is above 0": _kappa(somebody)}


def _kappa(pairs, **options):
    """κ, or no value where chance explains everything: nobody judged, or one label only."""
    try:
        return cohen_kappa(*zip(*pairs, strict=True), **options) if pairs else float("nan")
    except ValueError:
        return float("nan")


def runs(names=SYSTEMS):
    """{system: run} of the help centre."""
    return {name: read_run(data_dir() / "runs" / f"{name}.run") for name in names}


def means_by(judgements, measure="nDCG@10", systems=SYSTEMS):
    """The mean of every system under each of several judgements, {name: qrels}, best system of the first on top."""
    found = runs(systems)
    table = pd.DataFrame({
        name: {system: evaluate(run, qrels, [measure])[measure].mean() for system, run in found.items()}
        for name, qrels in judgements.items()
    })  # fmt: skip
    return table.sort_values(table.columns[0], ascending=False)


def by_judge():
    """{judge: qrels} of the two judges, on the pairs that both graded."""
    table = judged_twice()
    found = {}
    for judge in ("first", "second"):
        qrels = {}
        for row in table.itertuples():
            qrels.setdefault(row.query, {})[row.document] = getattr(row, judge)
        found[f"{judge} judge"] = qrels
    return found


def judged_only(systems, depth):
    """The help centre's judgements as they were if only the first `depth` results of these systems had been judged."""
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 1:
        raise ValueError(f"depth must be a whole number of at least 1, got {short(depth)}")
    shown = runs(systems)
    found = {}
    for query, grades in helpdesk().judgements.items():
        seen = {doc for run in shown.values() for doc in run.get(query, ())[:depth]}
        kept = {doc: grade for doc, grade in grades.items() if doc in seen}
        found[query] = kept or {next(iter(grades)): 0}
    return found


@lru_cache(maxsize=1024)  # a document is compared with many queries
def words(text):
    """The different words of a text."""
    return frozenset(tokenize(text))


def overlap_rule(query, document):
    """A judge by rule: the share of the query's words that the document has, as a grade from 0 to 3.

    >>> overlap_rule("reset my password", "How to reset a password"), overlap_rule("cannot log in", "Reset a password")
    (3, 0)
    """
    wanted = words(query) - STOP_WORDS
    share = len(wanted & words(document)) / len(wanted) if wanted else 0.0
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


def texts():
    """The help centre as its judges read it: {query: text}, {document: title and text}, and the readers' judgements."""
    collection = helpdesk()
    queries = {name: query.text for name, query in collection.queries.items()}
    documents = {name: f"{document.title} {document.text}" for name, document in collection.documents.items()}
    return queries, documents, collection.judgements


def overlap_prefers(query, first, second):
    """The rule, asked side by side: it must choose, and takes the first unless the second has a higher grade.

    >>> overlap_prefers("reset it", "our office", "to reset"), overlap_prefers("reset it", "our office", "a plan")
    ('second', 'first')
    """
    return "second" if overlap_rule(query, second) > overlap_rule(query, first) else "first"


def _top_results(one, other):
    """(query, first result of one system, of the other) where they differ."""
    shown = runs((one, other))
    tops = [(query, shown[one].get(query), shown[other].get(query)) for query in helpdesk().judgements]
    return [(query, a[0], b[0]) for query, a, b in tops if a and b and a[0] != b[0]]


def first_results(one, other):
    """The texts to be compared side by side: (query, first result of one system, of the other) where they differ."""
    queries, documents, _ = texts()
    return [(queries[query], documents[a], documents[b]) for query, a, b in _top_results(one, other)]


def readers_prefer(one, other):
    """By the readers' grades of those results: wins of the one, of the other, ties, pairs."""
    judged = helpdesk().judgements
    ahead = [judged[query].get(a, 0) - judged[query].get(b, 0) for query, a, b in _top_results(one, other)]
    return [sum(n > 0 for n in ahead), sum(n < 0 for n in ahead), sum(n == 0 for n in ahead), len(ahead)]


def graded_zero():
    """(query, document) texts that readers graded 0, and {query: texts} to append: what no reader found relevant."""
    queries, documents, judgements = texts()
    pairs = [(query, doc) for query, grades in judgements.items() for doc, grade in grades.items() if grade == 0]
    fillers = {
        queries[query]: [text for doc, text in documents.items() if grades.get(doc, 0) <= 0]
        for query, grades in judgements.items()
    }
    return [(queries[query], documents[doc]) for query, doc in pairs], fillers


def praised_by_length(judge, pairs, parts=("short", "middle", "long")):
    """(query, document) pairs cut into equal parts by length: how long they are, and the share that a judge praises."""
    table = pd.DataFrame({
        "words": [len(document.split()) for _, document in pairs],
        "praised": [judge(query, document) > 0 for query, document in pairs],
    })  # fmt: skip
    part = pd.qcut(table["words"].rank(method="first"), len(parts), labels=list(parts))
    return table.groupby(part.rename(None), observed=True).mean()

"""Tables of notebook 10: two judges of the help centre, what another judge or a smaller pool does, a judge by rule."""

import csv

from ratools.evaluation.evaluator import evaluate
from ratools.evaluation.formats import read_run
from ratools.lazy import Later
from ratools.metrics.agreement import cohen_kappa
from ratools.paths import data_dir
from ratools.systems.datasets import helpdesk
from ratools.systems.tokeniser import STOP_WORDS, tokenize
from ratools.words import short

pd = Later("pandas")

SYSTEMS = ("minilm", "rrf_english", "two_stages", "bm25_english", "reranked", "tfidf", "bm25", "lsa")
SHARES = (0.25, 0.5, 0.8)  # of the query's words: from here on grade 1, 2, 3


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


def overlap_rule(query, document):
    """A judge by rule: the share of the query's words that the document has, as a grade from 0 to 3.

    >>> overlap_rule("reset my password", "How to reset a password"), overlap_rule("cannot log in", "Reset a password")
    (3, 0)
    """
    wanted = {word for word in tokenize(query) if word not in STOP_WORDS}
    share = len(wanted & set(tokenize(document))) / len(wanted) if wanted else 0.0
    return sum(share >= step for step in SHARES)


def judged_by_rule():
    """The help centre's pairs, graded by `overlap_rule`."""
    collection = helpdesk()
    texts = {name: f"{document.title} {document.text}" for name, document in collection.documents.items()}
    return {
        query: {doc: overlap_rule(collection.queries[query].text, texts[doc]) for doc in grades}
        for query, grades in collection.judgements.items()
    }

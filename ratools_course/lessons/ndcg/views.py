"""A page of results as a table: its titles by rank, and beside it the best page that the judgements allow."""

import pandas as pd

from ratools.explanations.steps.graded import ideal_page
from ratools.metrics import graded
from ratools.metrics.arguments import as_grades, as_ranking
from ratools.words import figure

NOTHING = "–"


def page_table(retrieved, titles=None):
    """The documents of a page by rank, called by their titles.

    >>> page_table(["b", "a"], {"a": "About", "b": "Begin"})
         document
    rank
    1       Begin
    2       About
    """
    ranking = as_ranking(retrieved)
    return pd.DataFrame({"document": _named(ranking, titles)}, index=_ranks(len(ranking)))


def beside_ideal(retrieved, grades, titles=None):
    """A page with its grades, beside the ideal page: every relevant document, best first.

    >>> beside_ideal(["x", "b"], {"a": 3, "b": 2})
         document  grade ideal document ideal grade
    rank
    1           x      0              a           3
    2           b      2              b           2
    """
    ranking, grades = as_ranking(retrieved), as_grades(grades)
    ideal = [doc for doc in ideal_page(ranking, grades) if grades[doc] > 0]
    rows = max(len(ranking), len(ideal))
    table = pd.DataFrame(index=_ranks(rows))
    table["document"] = _filled(_named(ranking, titles), rows)
    table["grade"] = _filled([grades.get(doc, 0) for doc in ranking], rows)
    table["ideal document"] = _filled(_named(ideal, titles), rows)
    table["ideal grade"] = _filled([grades[doc] for doc in ideal], rows)
    return table


def ratio_table(results, judgements, k):
    """The two sums behind nDCG@k and their ratio, query by query; then mean of ratios, ratio of sums.

    `results` and `judgements` are dicts by query.

    >>> ratio_table({"one": ["x", "a"], "two": ["b"]}, {"one": {"a": 1}, "two": {"b": 3}}, 2)
                         DCG@2 IDCG@2  nDCG@2
    query
    one                 0.6309      1  0.6309
    two                      3      3       1
    mean of the ratios                 0.8155
    ratio of the sums   3.6309      4  0.9077
    """
    rows = {}
    for query, ranking in results.items():
        grades = judgements[query]
        reached = graded.dcg_at_k([grades.get(doc, 0) for doc in ranking], k)
        rows[query] = (reached, graded.ideal_dcg_at_k(grades, k), graded.ndcg_at_k(ranking, grades, k))
    reached, ideal, ratios = (list(column) for column in zip(*rows.values(), strict=True))
    rows["mean of the ratios"] = ("", "", sum(ratios) / len(ratios))
    rows["ratio of the sums"] = (sum(reached), sum(ideal), sum(reached) / sum(ideal))
    names = [f"{name}@{k}" for name in ("DCG", "IDCG", "nDCG")]
    shown = {query: [value if value == "" else figure(value) for value in row] for query, row in rows.items()}
    return pd.DataFrame.from_dict(shown, orient="index", columns=names).rename_axis("query")


def relevant_ranks(retrieved, grades, titles=None):
    """Where each relevant document stands, best grade first; – if it was not retrieved.

    >>> relevant_ranks(["x", "b"], {"a": 3, "b": 2, "x": 0}, {"a": "About"})
              grade rank
    document
    About         3    –
    b             2    2
    """
    ranking, grades = as_ranking(retrieved), as_grades(grades)
    ideal = [doc for doc in ideal_page(ranking, grades) if grades[doc] > 0]
    ranks = {doc: rank for rank, doc in enumerate(ranking, start=1)}
    table = {"grade": [grades[doc] for doc in ideal], "rank": [ranks.get(doc, NOTHING) for doc in ideal]}
    return pd.DataFrame(table, index=pd.Index(_named(ideal, titles), name="document"))


def _ranks(n):
    return pd.RangeIndex(1, n + 1, name="rank")


def _named(documents, titles):
    return [(titles or {}).get(doc, doc) for doc in documents]


def _filled(values, n):
    return [*values, *[NOTHING] * (n - len(values))]

"""What all retrievers share: what they take, what they return, what they refuse; and that each stays short."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ratools
from ratools.evaluation.formats import read_run
from ratools_course.systems.combined import RankFusion, Reranker, ScoreFusion
from ratools_course.systems.datasets import Document, Query
from ratools_course.systems.dense import Lsa
from ratools_course.systems.lexical import Bm25, TfIdf
from tests.systems.test_lexical import FRUIT, random_texts

ROOT = Path(ratools.__file__).parents[1]
SYSTEMS = {
    "tfidf": TfIdf,
    "bm25": Bm25,
    "lsa": lambda documents: Lsa(documents, 5),
    "rrf": lambda documents: RankFusion([Bm25(documents), TfIdf(documents)]),
    "scores": lambda documents: ScoreFusion([Bm25(documents), TfIdf(documents)]),
    "reranked": lambda documents: Reranker(Bm25(documents), documents, n=5),
}


@pytest.fixture(params=SYSTEMS)
def make(request):
    return SYSTEMS[request.param]


@pytest.mark.filterwarnings("ignore:no document of the run is judged")
def test_results_are_what_evaluate_takes(make):
    system = make(random_texts())
    run = system.run({"q1": "w1 w2", "q2": "w58"}, k=7)
    assert len(run["q1"]) == 7 and all(isinstance(score, float) for score in run["q1"].values())
    table = ratools.evaluate(run, {"q1": {"d01": 1}, "q2": {"d02": 1}}, ["R"])
    assert table["retrieved"].max() == 7
    assert read_run(run)["q1"] == [name for name, _ in system.search("w1 w2", 7)]


def test_best_first_and_ties_by_falling_id(make):
    results = make({"a": "apple pie", "b": "apple pie", "c": "apple pie", "d": "blue sky"}).search("apple pie")
    names = [name for name, _ in results]
    scores = [score for _, score in results]
    assert scores == sorted(scores, reverse=True)
    tied = [name for name, score in results if score == scores[0]]
    assert tied == sorted(tied, reverse=True) and names[-1] != "c"


def test_documents_may_have_titles(make):
    documents = {
        "d1": Document("Apple", "a fruit"),
        "d2": Document("Sky", "is blue"),
        "d3": Document("Sea", "is green"),
    }
    assert make(documents).search("apple")[0][0] == "d1"


def test_queries_may_be_objects(make):
    assert make(FRUIT).run({"q": Query("apple", "any")}) == make(FRUIT).run({"q": "apple"})


def test_unknown_words_find_nothing(make):
    assert make(FRUIT).search("zebra") == [] and make(FRUIT).search("?!") == []


@pytest.mark.parametrize("query", ["", "  \n", None, 3, ["apple"]])
def test_bad_queries(make, query):
    with pytest.raises(ValueError, match="query"):
        make(FRUIT).search(query)


@pytest.mark.parametrize("documents", [{}, None, ["apple"], {"d1": None}, {"d1": 3}, {"d1": ["apple"]}])
def test_bad_documents(make, documents):
    with pytest.raises(ValueError, match="document|collection"):
        make(documents)


@pytest.mark.parametrize("k", [0, -1, 1.5, True])
def test_bad_cut_offs(make, k):
    with pytest.raises(ValueError, match="k must be a whole number"):
        make(FRUIT).search("apple", k)


@pytest.mark.parametrize("queries", [{}, ["apple"], None])
def test_bad_runs(make, queries):
    with pytest.raises(ValueError, match="queries must be a dict"):
        make(FRUIT).run(queries)


def test_empty_documents_do_no_harm(make):
    assert [name for name, _ in make({"d1": "", "d2": "apple", "d3": "pear"}).search("apple")][0] == "d2"
    assert make({"d1": "", "d2": "?"}).search("apple") == []


def test_nothing_that_the_caller_owns_is_changed(make):
    documents = dict(FRUIT)
    queries = {"q": "red apple"}
    make(documents).run(queries)
    assert documents == FRUIT and queries == {"q": "red apple"}


HASH_SEEDS = """
import runpy
tests = runpy.run_path({path!r})
runs = [make(tests["random_texts"]()).run({{"q": "w1 w30 w7 w59"}}) for make in tests["SYSTEMS"].values()]
print(runs)
"""


@pytest.mark.slow
def test_the_same_every_time_whatever_the_hash_seed():
    seen = set()
    for seed in ("0", "1"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", HASH_SEEDS.format(path=__file__)]
        seen.add(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
    assert len(seen) == 1


def test_every_class_and_function_stays_short():
    """Lines of a class; lines of a function without its docstring."""
    for path in sorted((ROOT / "ratools_course" / "systems").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                assert node.end_lineno - node.lineno < 50, f"{path.name}: {node.name}"
            if isinstance(node, ast.FunctionDef):
                code = node.body[1:] if ast.get_docstring(node) else node.body
                assert not code or node.end_lineno - code[0].lineno < 25, f"{path.name}: {node.name}"

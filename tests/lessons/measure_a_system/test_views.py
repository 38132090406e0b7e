"""Tables of notebook 08, and what its predictions and its prose say of the data."""

import pytest

import ratools as rt
from ratools.__main__ import main
from ratools_course.checker.bank import EXERCISES
from ratools_course.lessons.measure_a_system import views as measuring
from ratools_course.systems.datasets import helpdesk, three_queries
from ratools_course.systems.lexical import Bm25

FILES = {"BM25": "bm25", "TF-IDF": "tfidf", "LSA": "lsa", "MiniLM": "minilm", "hybrid": "rrf"}


@pytest.fixture(scope="module")
def collection():
    return helpdesk()


def run(name):
    return rt.data_dir() / "runs" / f"{FILES[name]}.run"


def scores(collection, name):
    return rt.evaluate(run(name), collection.judgements, ["nDCG@10"])["nDCG@10"]


def test_words_are_counted_as_the_systems_count_them(collection):
    counts = measuring.word_counts(collection.documents, ["docker", "networking", "network"])
    assert len(counts) == len(collection.documents) == 160
    assert (counts > 0).sum().tolist() == [9, 0, 12]
    assert counts.loc["d007"].tolist() == [7, 0, 7]
    assert "networking" not in Bm25(collection.documents).idf


def test_judgements_as_rows_give_what_evaluate_gives(collection):
    rows = measuring.judged_rows(collection)
    assert list(rows.columns) == ["query_id", "doc_id", "score", "split"]
    assert rows.groupby("split")["query_id"].nunique().to_dict() == {"develop": 48, "test": 25}
    found = {query: [(doc, -rank) for rank, doc in enumerate(page)] for query, page in three_queries()[1].items()}
    table = rt.evaluate_predictions(found, measuring.judged_rows(three_queries()[0]), ks=[10])
    assert table["MRR"][0] == pytest.approx(5 / 6)


def test_why_a_query_is_lost(collection):
    table = measuring.why_lost(collection, run("BM25"), ["q06", "q02", "q66"])
    assert table.loc["resset pasword", ["its rank", "shared words", "shown first"]].tolist() == ["–", "–", "–"]
    assert table.loc["docker networking", ["its rank", "shared words"]].tolist() == [4, "docker"]
    assert table.iloc[2, 0] == "–", "nothing is relevant there"
    twin = measuring.why_lost(collection, run("MiniLM"), ["q13"]).iloc[0]
    assert twin["best document"].endswith("(2025)") and twin["shown first"].endswith("(2022)")
    with pytest.raises(ValueError, match="there is no judged query 'q99'"):
        measuring.why_lost(collection, run("BM25"), ["q99"])


def test_my_table_is_ours_once_both_functions_are_right():
    small, results = three_queries()
    preds = {query: [(doc, 1 / rank) for rank, doc in enumerate(page, 1)] for query, page in results.items()}
    preds["kubernetes"] = [(23, 0.9)]
    qrels = measuring.judged_rows(small)
    rows = list(qrels.itertuples(index=False, name=None))
    grades, row = (EXERCISES[id].reference for id in ("grades_by_query", "row-gap"))
    mine = measuring.my_table(preds, rows, [1, 3, 5, 10], grades, row)
    ours = rt.evaluate_predictions(preds, qrels, ks=(1, 3, 5, 10))
    assert list(mine.columns) == list(ours.columns) and (mine - ours).abs().max().max() < 1e-12
    assert mine["MRR"].iloc[-1] == pytest.approx(0.625), "what the prediction 08-no-judgements says"
    for unfinished in (lambda *two: ..., lambda *two: None, with_a_gap, raises(NotImplementedError)):
        assert measuring.my_table(preds, rows, [1], unfinished, row).status == "not attempted"
        assert measuring.my_table(preds, rows, [1], grades, unfinished).status == "not attempted"


def with_a_gap(*_):
    return ____  # noqa: F821


def raises(error):
    def function(*_):
        raise error

    return function


@pytest.mark.parametrize(
    ("grades", "row", "sentence"),
    [
        (raises(KeyError("q1")), None, "KeyError: 'q1'"),
        (raises(RecursionError), None, "RecursionError"),
        (lambda *_: [], None, "AttributeError: 'list' object has no attribute 'get'"),
        (None, raises(ZeroDivisionError("division by zero")), "ZeroDivisionError: division by zero"),
        (None, lambda *_: log2(2), "NameError: name 'log2' is not defined"),  # noqa: F821
        (None, lambda *_: 0.5, "TypeError: 'float' object is not iterable"),
        (None, lambda *_: [1, 1], "ValueError: 6 columns passed, passed data had 3 columns"),
    ],
)
def test_my_table_shows_the_error_of_a_function_that_was_written(grades, row, sentence):
    references = (EXERCISES[id].reference for id in ("grades_by_query", "row-gap"))
    functions = [given or reference for given, reference in zip((grades, row), references, strict=True)]
    result = measuring.my_table({"q1": [("a", 0.9)]}, [("q1", "a", 1, "test")], [1], *functions)
    assert repr(result) == f"✗ evaluator: Not yet. Your two functions stop with {sentence}."


def test_the_best_of_three_is_minilm_and_strangers_leave_its_lead(collection):
    minilm, bm25, hybrid = (scores(collection, name) for name in ("MiniLM", "BM25", "hybrid"))
    assert bm25.mean() < hybrid.mean() < minilm.mean()
    lead = (minilm - bm25).groupby({name: query.written for name, query in collection.queries.items()}).mean()
    assert lead.round(2).to_dict() == {"with the documents": 0.19, "blind": 0.19}


def test_elsewhere_lsa_is_last(collection):
    both = measuring.on_two_collections(FILES, "nDCG@10")
    here, there = both["help centre"], both["standard library"]
    assert here[["LSA", "BM25", "TF-IDF"]].round(3).tolist() == [0.545, 0.533, 0.535]
    assert there[["TF-IDF", "BM25", "MiniLM"]].round(3).tolist() == [0.307, 0.368, 0.552], "as data/stdlib tells"
    assert there.idxmin() == "LSA" and there.nlargest(2).index.tolist() == ["MiniLM", "hybrid"]
    assert here.nlargest(2).index.tolist() == ["MiniLM", "hybrid"]


@pytest.mark.parametrize(("options", "value"), [(["-c"], "0.5325"), ([], "0.5475"), (["-q", "-m", "AP"], "0.5475")])
def test_the_command_line_with_and_without_the_unanswered(collection, capsys, tmp_path, options, value):
    options = ["-m", "nDCG@10", "--format", "trec", *options]
    measuring.from_a_shell(run("BM25"), collection.judgements, *options)
    said = capsys.readouterr()
    assert said.out.startswith("$ ratools trec judgements.qrels bm25.run -m nDCG@10") and value in said.out
    assert not said.err
    file = tmp_path / "judgements.qrels"
    pairs = ((query, doc, grade) for query, judged in collection.judgements.items() for doc, grade in judged.items())
    file.write_text("".join(f"{query} 0 {doc} {grade}\n" for query, doc, grade in pairs), encoding="utf-8")
    main(["trec", str(file), str(run("BM25")), *options])
    assert said.out.partition("\n")[2] == capsys.readouterr().out, "what the command itself prints"


@pytest.mark.parametrize("options", [["-m", "AP"], ["--format", "trec", "--compare"], ["--format", "json"]])
def test_other_options_of_the_command_are_refused(collection, options):
    with pytest.raises(ValueError, match="options must be --format trec"):
        measuring.from_a_shell(run("BM25"), collection.judgements, *options)

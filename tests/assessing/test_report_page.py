"""The report page: every number is evaluate's, nothing is loaded from elsewhere, and doubts are said."""

import html
import re
import time
from html.parser import HTMLParser

import numpy as np
import pytest

import ratools as rt
from ratools.__main__ import main
from ratools.assessing import collect, report
from ratools.explanations import explain, plain_formula
from ratools_course.systems import datasets

MEASURES = ["nDCG@10", "RR", "P@5"]


class Cells(HTMLParser):
    """The tables of a page, as lists of rows of texts."""

    def __init__(self, page):
        super().__init__()
        self.tables, self.inside = [], False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self.inside = True

    def handle_endtag(self, tag):
        self.inside = self.inside and tag not in ("td", "th")

    def handle_data(self, data):
        if self.inside:
            self.tables[-1][-1][-1] += f"{data} "


@pytest.fixture(scope="module")
def collection():
    return datasets.helpdesk()


@pytest.fixture(scope="module")
def page(collection, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "report.html"
    runs = {name: rt.data_dir() / "runs" / f"{name}.run" for name in ("bm25", "minilm", "rrf_english")}
    titles = {name: document.title for name, document in collection.documents.items()}
    assert report(runs, collection.judgements, MEASURES, path, titles=titles, queries=collection.queries) == path
    return path.read_text(encoding="utf-8")


def test_every_cell_is_what_evaluate_gives(page, collection):
    head, *rows = Cells(page).tables[0]
    assert [cell.strip() for cell in head] == ["system", *MEASURES]
    for row in rows:
        summary = rt.summarise(
            rt.evaluate(rt.data_dir() / "runs" / f"{row[0].strip()}.run", collection.judgements, MEASURES)
        )
        for cell, name in zip(row[1:], MEASURES, strict=True):
            found = [float(number) for number in re.findall(r"-?\d\.\d+", cell)]
            assert found == pytest.approx(summary.loc[name, ["mean", "ci_low", "ci_high"]].tolist(), abs=5.1e-4)
            assert found[0] == pytest.approx(summary.loc[name, "mean"], abs=5.1e-5)


@pytest.mark.slow
def test_differences_are_said_as_compare_finds_them(page, collection):
    tables = {
        name: rt.evaluate(rt.data_dir() / "runs" / f"{name}.run", collection.judgements, MEASURES)
        for name in ("bm25", "minilm", "rrf_english")
    }
    for name in MEASURES:
        for row in rt.compare(tables, name).table.to_dict("records"):
            ends = (row["ci_low"], row["ci_high"]) if row["difference"] >= 0 else (-row["ci_high"], -row["ci_low"])
            size = f"{abs(row['difference']):.4f} [{ends[0]:.4f}, {ends[1]:.4f}]"
            assert size in page, (name, row["first"], row["second"])
            if row["holm"] > 0.05:
                assert f"no difference shown ({size}" in page


def test_it_is_one_file_that_asks_for_nothing(page):
    assert not re.search(r"<script|<link|src=|url\(|https?:", page)
    assert page.startswith("<!doctype html>") and 'lang="en"' in page and page.count("<h1") == 1


def test_queries_are_opened_with_titles_and_reasons(page, collection):
    assert page.count("comes about</summary>") >= 5
    assert "q18: my website was hacked" in page
    assert any(document.title in page for document in collection.documents.values())


def test_an_opened_query_shows_every_step_of_its_number(page, collection):
    opened = re.search(r"<h3>(q\d+): .*?<details class=steps><summary>(\w+): how.*?</details>", page, re.S)
    query, system = opened.groups()
    titles = {name: document.title for name, document in collection.documents.items()}
    shown = explain("nDCG@10", rt.data_dir() / "runs" / f"{system}.run", collection.judgements, query=query,
                    titles=titles)  # fmt: skip
    columns, rows, _ = shown.cells()
    heads = re.findall(r"<th scope=\"col\"[^>]*>([^<]*)</th>", opened[0])
    cells = [html.unescape(cell) for cell in re.findall(r"<td[^>]*>([^<]*)</td>", opened[0])]
    assert heads == columns and cells == [cell for row in rows for cell in row]
    assert columns[-2:] == ["term", "sum"] and plain_formula(shown.formula) in html.unescape(opened[0])


def test_meanings_conventions_and_origins_are_there(page):
    for words in ("1 / rank of the first relevant document", "Relevant means a grade above 0", "minilm.run", "SHA-256",
                  f"ratools {rt.__version__}"):  # fmt: skip
        assert words in page, words


def test_doubts(tmp_path):
    qrels = {f"q{n}": {"a": 1, "b": 0} for n in range(8)} | {"none": {"a": 0}}
    one = {f"q{n}": {"x": 1.0, "a": 1.0} for n in range(7)} | {"stray": {"a": 1.0}}
    two = collect(lambda query: ["b", "a"] if query != "q3" else 1 / 0, {query: query for query in qrels})
    page = report({"one": one, "two": two}, qrels, "RR", tmp_path / "r.html").read_text(encoding="utf-8")
    for words in ("one: 50% of its first 10 results were never judged", "Its numbers are a lower bound",
                  "one returned nothing for 2 queries", "two failed on 1 query (q3)", "without judgements (stray)",
                  "one gives equal scores on 7 queries", "1 query without a relevant document (none)",
                  "a difference is seen four times in five only from", "95 % within"):  # fmt: skip
        assert words in page, words


def test_markup_in_names_and_titles_is_text(tmp_path):
    evil = "<script>alert(1)</script>"
    runs = {evil: {evil: [evil, "b"]}, "other": {evil: ["b", evil]}}
    page = report(runs, {evil: {evil: 1}, "q": {"b": 1}}, "RR", tmp_path / "r.html", titles={evil: evil},
                  queries={evil: evil}, heading=evil).read_text(encoding="utf-8")  # fmt: skip
    assert "<script" not in page and "&lt;script&gt;" in page


def test_one_system_and_one_query(tmp_path):
    page = report({"mine": {"q": ["a"]}}, {"q": {"a": 1}}, ["AP"], tmp_path / "r.html").read_text(encoding="utf-8")
    assert "mine scores 1.0000 in AP over 1 query" in page and "One query says nothing about others" in page
    assert "nan" not in page


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(({}, {"q": {"a": 1}}), "at least one system"), ((["run"], {"q": {"a": 1}}), "dict"),
     (({"a": {"q": ["a"]}}, {"q": {"a": 1}}, []), "measures is empty"),
     (({"a": {"q": ["a"]}}, {"q": {"a": 1}}, ["nDGC"]), "did you mean nDCG")],
)  # fmt: skip
def test_refusals(arguments, words, tmp_path):
    with pytest.raises(ValueError, match=words):
        report(*arguments, path=tmp_path / "r.html")
    with pytest.raises(ValueError, match="cannot be written"):
        report({"a": {"q": ["a"]}}, {"q": {"a": 1}}, ["AP"], tmp_path / "no" / "r.html")


def test_from_a_shell(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\nq2 0 b 1\n")
    (tmp_path / "one.run").write_text("q1 Q0 a 1 2 t\nq2 Q0 a 1 2 t\n")
    (tmp_path / "two.run").write_text("q1 Q0 b 1 2 t\nq2 Q0 b 1 2 t\n")
    assert main(["trec", "qrels.txt", "one.run", "two.run", "-m", "RR", "--html", "page.html"]) == 0
    assert "page.html" in capsys.readouterr().err
    assert "How good is the search?" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_ten_systems_on_250_queries_in_time(tmp_path):
    rng = np.random.default_rng(2)
    docs = [f"d{n}" for n in range(60)]
    qrels = {
        f"q{n}": {doc: int(grade) for doc, grade in zip(docs, rng.integers(0, 4, 60), strict=True)} for n in range(250)
    }
    runs = {f"s{m}": {query: list(rng.permutation(docs)) for query in qrels} for m in range(10)}
    started = time.process_time()
    report(runs, qrels, ["nDCG@10", "AP", "RR", "P@5", "R@10"], tmp_path / "r.html")
    assert time.process_time() - started < 20

"""The shipped data: complete, consistent, and equal to what the systems make of it."""

import csv
import json
import math
import random
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

import ratools as rt
from data.make import runs
from ratools.metrics.answers import ABSTENTION
from ratools_course.systems import datasets
from ratools_course.systems.words import STOP_WORDS, tokenize

DATA = rt.data_dir()


@pytest.fixture(scope="module")
def helpdesk():
    return datasets.helpdesk()


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_documents(helpdesk):
    documents = helpdesk.documents
    assert len(documents) >= 150 and list(documents) == sorted(documents)
    lengths = {name: len(document.text.split()) for name, document in documents.items()}
    long = [name for name, words in lengths.items() if words > 200]
    assert long == ["d060"] and lengths["d060"] > 500
    assert all(60 <= words <= 200 for name, words in lengths.items() if name != "d060")
    assert len({document.text for document in documents.values()}) == len(documents)
    for kind in ("outdated", "near-duplicate", "misleading title", "synonyms"):
        assert sum(kind in document.note for document in documents.values()) >= 4, kind


def test_notes_name_documents_that_exist(helpdesk):
    for document in helpdesk.documents.values():
        assert set(re.findall(r"\bd\d{3}\b", document.note)) <= set(helpdesk.documents)


def test_queries(helpdesk):
    assert len(helpdesk.queries) >= 30
    needs = Counter(query.need for query in helpdesk.queries.values())
    assert {"navigational", "informational", "everything"} <= set(needs)
    words = {
        word
        for document in helpdesk.documents.values()
        for word in re.findall(r"\w+", f"{document.title} {document.text}".lower())
    }
    assert not set(helpdesk.queries["q07"].text.lower().split()) & words  # everyday words that no document uses


def test_judgements_name_what_is_there(helpdesk):
    table = rows(DATA / "helpdesk" / "judgements.csv")
    assert len({(row["query_id"], row["doc_id"]) for row in table}) == len(table)
    for row in table:
        assert row["query_id"] in helpdesk.queries and row["doc_id"] in helpdesk.documents
        assert row["grade"] in set("0123") and {row["judge_a"], row["judge_b"], row["third"]} <= {*"0123", ""}
        assert row["grade"] == (row["third"] or row["judge_a"]) and row["pooled"] in ("before", "after", "reader")
        assert row["third"] or row["judge_a"] == row["judge_b"], "where the judges differ, the third reader decides"
        assert (row["judge_a"] == "") == (row["judge_b"] == "") and row["human"] in {*"0123", ""}
    assert set(helpdesk.queries) == {row["query_id"] for row in table}
    nothing = [query for query, judged in helpdesk.judgements.items() if not any(judged.values())]
    assert nothing == ["q66", "q70", "q73"]


def test_the_pools_hold_the_first_ten_of_every_run_but_the_latecomers(helpdesk):
    left_out = {(query, doc) for query, doc, _ in helpdesk.unjudged}
    unjudged = {}
    for path in sorted((DATA / "runs").glob("*.run")):
        for line in path.read_text(encoding="utf-8").splitlines():
            query, _, doc, rank, *_ = line.split()
            if int(rank) <= 10 and doc not in helpdesk.judgements[query] and (query, doc) not in left_out:
                unjudged.setdefault(path.stem, []).append((query, doc))
    assert list(unjudged) == ["lsa"] and len(unjudged["lsa"]) > 100


def test_mismatch_is_computed(helpdesk):
    for name, query in helpdesk.queries.items():
        judged = helpdesk.judgements[name]
        best = [doc for doc, grade in judged.items() if grade == max(judged.values()) > 0]
        words = set(tokenize(query.text, STOP_WORDS))
        texts = (f"{helpdesk.documents[doc].title}\n{helpdesk.documents[doc].text}" for doc in best)
        shared = any(words & set(tokenize(text)) for text in texts)
        assert query.mismatch == ("" if not best else "no" if shared else "yes"), name
    blind = [name for name, query in helpdesk.queries.items() if query.written == "blind"]
    assert blind == [f"q{n}" for n in range(49, 74)] and all(helpdesk.queries[name].situation for name in blind)


def test_readings_and_subtopics(helpdesk):
    assert len(helpdesk.subtopics) == 6
    for query, documents in helpdesk.subtopics.items():
        assert len(set().union(*documents.values())) >= 2
        assert all(helpdesk.judgements[query][doc] > 0 for doc in documents), query


def test_facts_quote_the_documents(helpdesk):
    table = rows(DATA / "helpdesk" / "facts.csv")
    assert list(table[0]) == ["doc_id", "claim", "verdict", "before", "how", "version"]
    assert len({(row["doc_id"], row["claim"]) for row in table}) == len(table)
    for row in table:
        text = helpdesk.documents[row["doc_id"]].text
        assert row["claim"] in text, row["claim"]
        assert not row["before"] or row["before"] not in text, row["before"]
        assert row["verdict"] in ("right", "imprecise", "wrong") and row["how"], row["claim"]
        assert row["before"] or row["verdict"] == "right", "what is wrong or imprecise is corrected"
    readme = (DATA / "helpdesk" / "README.md").read_text(encoding="utf-8")
    assert f"{len({row['doc_id'] for row in table})} documents have such claims" in readme


def figures(text):
    """The numbers with three decimals that a README prints."""
    return {float(one) for one in re.findall(r"(?<![\w.])0\.\d{3}\b", text)}


def test_every_figure_of_the_runs_readme_is_computed(helpdesk):
    known = set()
    blind = {name for name, query in helpdesk.queries.items() if query.written == "blind"}
    readme = (DATA / "runs" / "README.md").read_text(encoding="utf-8")
    for path in sorted((DATA / "runs").glob("*.run")):
        values = rt.evaluate(path, helpdesk.judgements, ["nDCG@10"])["nDCG@10"]
        parts = values, values[~values.index.isin(blind)], values[values.index.isin(blind)]
        shown = [f"{part.mean():.3f}" for part in parts]
        assert f"| {path.stem} | {' | '.join(shown)} |" in readme
        known |= set(map(float, shown))
    assert figures(readme) <= known


def test_every_figure_of_the_helpdesk_readme_is_computed(helpdesk):
    readme = (DATA / "helpdesk" / "README.md").read_text(encoding="utf-8")
    known = {*agreement_figures(), *rereading_figures(readme)}
    for wanted in ("yes", "no"):
        queries = [name for name, query in helpdesk.queries.items() if query.mismatch == wanted]
        for system in ("bm25", "minilm"):
            values = rt.evaluate(DATA / "runs" / f"{system}.run", helpdesk.judgements, ["nDCG@10"])["nDCG@10"]
            known.add(round(float(values[queries].mean()), 3))
        assert f"{len(queries)} {'queries marked' if wanted == 'yes' else 'others'}" in readme
    assert figures(readme) == known
    table = rows(DATA / "helpdesk" / "judgements.csv")
    assert f"{len(table)} judged pairs" in readme
    agreed = [row for row in table if row["third"] and row["judge_a"] and row["judge_a"] == row["judge_b"]]
    changed = [row for row in agreed if row["third"] != row["judge_a"]]
    assert f"Of {len(agreed)} pairs on which the two had agreed, the third reader changed {len(changed)}" in readme
    near = sum({row["third"], row["judge_a"]} == {"0", "1"} for row in changed)
    assert f"{near} of them between 0 and 1" in readme
    assert all(row["third"] for row in table if row["pooled"] == "before" or row["query_id"] in ("q54", "q73"))


def rereading_figures(readme):
    """Kappa of the third reader's two grades, in four ways; the second one is the grade that counts."""
    table = rows(DATA / "helpdesk" / "rereading.csv")
    judged = {(row["query_id"], row["doc_id"]): row for row in rows(DATA / "helpdesk" / "judgements.csv")}
    for row in table:
        grades = judged[row["query_id"], row["doc_id"]]
        assert row["second"] == grades["third"] and grades["judge_a"] == grades["judge_b"] and row["reason"]
    first, second = ([int(row[name]) for row in table] for name in ("first", "second"))
    changed = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
    near, down = (sum(set(pair) == {0, 1} for pair in changed), sum(x > y for x, y in changed))
    assert f"the {len(table)} pairs" in readme and f"gave the same to {len(table) - len(changed)}." in readme
    assert f"Of the {len(changed)} that changed, {near} are a step between 0 and 1, and {down} went down" in readme
    found, either = kappas(first, second)
    shown = [f"{value:.3f}" for value in found]
    assert "{} on the four grades, {} with linear weights, {} for relevant or not, and {} over".format(*shown) in readme
    assert f"the {len(either)} pairs to which either gives more than 0" in readme
    return map(float, shown)


def test_every_figure_of_the_stdlib_readme_is_computed():
    """The runs are frozen and judged by name, so this holds on every Python."""
    readme = (DATA / "stdlib" / "README.md").read_text(encoding="utf-8")
    judgements = {}
    for row in rows(DATA / "stdlib" / "judgements.csv"):
        if row["doc_id"] != "asyncio.TaskGroup":  # which has no docstring on Python 3.11, where the runs were made
            judgements.setdefault(row["query_id"], {})[row["doc_id"]] = int(row["grade"])
    known = set()
    for path in sorted((DATA / "stdlib" / "runs").glob("*.run")):
        value = rt.evaluate(path, judgements, ["nDCG@10"])["nDCG@10"].mean()
        assert f"| {path.stem} | {value:.3f} |" in readme, path.stem
        known.add(round(float(value), 3))
    assert figures(readme) == known | set(stdlib_agreement(readme))


def stdlib_agreement(readme):
    """Kappa of the third reader, on a random tenth, with the grades that count, in four ways."""
    table = {(row["query_id"], row["doc_id"]): row for row in rows(DATA / "stdlib" / "judgements.csv")}
    drawn = random.Random(11).sample(sorted(table), round(len(table) / 10))
    named = {pair for pair, row in table.items() if row["pooled"] == "reader"}
    assert {pair for pair, row in table.items() if row["third"]} == {*drawn, *named}
    assert all(table[pair]["third"] == table[pair]["grade"] for pair in named)
    third, grade = ([int(table[pair][name]) for pair in drawn] for name in ("third", "grade"))
    same = sum(x == y for x, y in zip(third, grade, strict=True))
    assert f"{len(drawn)} of {len(table)}" in readme and f"{same} got the grade they have" in readme
    found, either = kappas(third, grade)
    assert f"the {len(either)} pairs to which either gives more than 0" in readme
    shown = [f"{value:.3f}" for value in found]
    assert "{} on the four grades, {} with linear weights, {} for relevant or not, and {} over".format(*shown) in readme
    return map(float, shown)


def kappas(a, b):
    """Cohen's kappa plain, with linear weights, for relevant or not, and where either grade is above 0; those pairs."""
    either = [(x, y) for x, y in zip(a, b, strict=True) if x or y]
    found = [rt.cohen_kappa(a, b), rt.cohen_kappa(a, b, weights="linear")]
    found += [rt.cohen_kappa([min(x, 1) for x in a], [min(x, 1) for x in b])]
    return [*found, rt.cohen_kappa([x for x, _ in either], [y for _, y in either])], either


def test_unjudged_documents_are_listed_and_unjudged(helpdesk):
    table = rows(DATA / "helpdesk" / "unjudged.csv")
    assert len(table) >= 5
    for row in table:
        assert row["doc_id"] in helpdesk.documents and row["why"]
        assert row["doc_id"] not in helpdesk.judgements[row["query_id"]]


def agreement_figures():
    """Kappa of the two judges in four ways, and how far their relevant sets overlap."""
    table = [row for row in rows(DATA / "helpdesk" / "judgements.csv") if row["judge_a"]]
    a, b = ([int(row[name]) for row in table] for name in ("judge_a", "judge_b"))
    found, either = kappas(a, b)
    found.append(sum(x > 0 and y > 0 for x, y in either) / len(either))
    return [round(value, 3) for value in found]


def test_the_judges_agreement_is_the_one_reported():
    readme = (DATA / "helpdesk" / "README.md").read_text(encoding="utf-8")
    assert all(f"{value:.3f}" in readme for value in agreement_figures())
    table = [row for row in rows(DATA / "helpdesk" / "judgements.csv") if row["judge_a"]]
    same = sum(row["judge_a"] == row["judge_b"] for row in table)
    assert f"On {len(table)} pairs with two grades they gave the same to {same}" in readme
    assert len(table) - same >= 20


def test_the_story_of_the_ranking_chapter_has_a_set_of_its_own():
    found, results = datasets.three_queries()
    grades, page = found.judgements["python async"], results["python async"]
    assert grades == {1: 3, 4: 2, 6: 2, 12: 1, 15: 1} and page == [1, 23, 45, 4, 67, 6, 89, 12]
    relevant = {query: set(judged) for query, judged in found.judgements.items()}
    assert relevant["docker networking"] == {2, 7, 8} and relevant["redis caching"] == {3, 9, 11, 14}
    assert all(set(ranking) <= set(found.documents) for ranking in results.values())
    shown = [rt.precision_at_k(page, grades, 5), rt.recall_at_k(page, grades, 5), rt.recall_at_k(page, grades, 10)]
    assert shown == [0.4, 0.4, 0.8]
    shown = [rt.ndcg_at_k(page, grades, 5), rt.ndcg_at_k(page, grades, 10), rt.mean_reciprocal_rank(results, relevant)]
    readme = (DATA / "three_queries" / "README.md").read_text(encoding="utf-8")
    assert [round(value, 3) for value in shown] == [0.635, 0.804, 0.833] and figures(readme) == {0.635, 0.804, 0.833}


def test_the_best_document_for_cancelling_never_says_so(helpdesk):
    form = helpdesk.documents["d047"]
    assert helpdesk.judgements["q04"]["d047"] == 3 and "cancel" not in f"{form.title} {form.text}".lower()


@pytest.mark.filterwarnings("ignore:no document of the run is judged")
def test_the_form_is_out_of_sight_for_word_matching(helpdesk):
    """S1.2: the cancellation form, which word matching does not bring to where users look."""
    for system in ("bm25", "tfidf"):
        assert (
            rt.evaluate(DATA / "runs" / f"{system}.run", {"q04": {"d047": 1}}, ["Success@5"]).loc["q04", "Success@5"]
            == 0
        )


def test_answers(helpdesk):
    references, systems = datasets.answers()
    assert len(references) >= 40
    impossible = [item for item in references if item["type"] == "impossible"]
    assert len(impossible) >= len(references) / 4
    for item in references:
        if item["type"] == "impossible":
            assert item["answer"] == ABSTENTION
        else:
            first = item["answer"] if isinstance(item["answer"], str) else item["answer"][0]
            assert first in helpdesk.documents[item["doc_id"]].text
    assert [name[:2] for name in systems] == ["al", "v1", "v2", "v3", "v4"]
    for predictions in systems.values():
        assert [item["question_id"] for item in predictions] == [item["question_id"] for item in references]


SHOP = {"results": "earphones", "five": "phone", "band": "band"}


@pytest.fixture(scope="module")
def shop():
    return datasets.shop()


def test_products(shop):
    for name, classes in (("five", (2, 1, 2)), ("results", (7, 4, 2)), ("band", (4, 3, 1))):
        results = datasets.products(name)
        found = rt.score_classes(results)
        assert tuple(found.count(label) for label in ("relevant", "grey", "nonrelevant")) == classes, name
        assert [item["score"] for item in results] == sorted((item["score"] for item in results), reverse=True), name
        for item in results:
            product = shop.documents[item["doc_id"]]
            assert (item["title"], item["category"]) == (product.title, product.topic), "one name, one category"
    five = datasets.products("five")
    assert list(rt.retrieval_report(five).values()) == [1.0, 0.4, 1.0, 5, 2, 2, 2]
    assert list(rt.score_distribution(five).values()) == [2, 1, 1, 1, 0, 0]
    assert rt.matches_by_category(five) == {"Tecnología": 3, "Ropa": 1, "Cosméticos": 1}
    borders = {item["score"] for item in datasets.products()}
    assert {0.05, 0.1, 0.15, 0.3} <= borders
    assert datasets.products("band")[4]["score"] == 0.35 - 0.2 < 0.15
    with pytest.raises(ValueError, match="'band', 'five' and 'results'"):
        datasets.products("bands")


def test_every_product_is_judged_for_every_query(shop):
    assert len(shop.documents) == 60 and set(shop.judgements) == set(shop.queries) == set(SHOP.values())
    assert all(set(judged) == set(shop.documents) for judged in shop.judgements.values())
    served = {doc for doc, grade in shop.judgements["band"].items() if grade}
    assert served == set(shop.subtopics["band"]), "what fits serves a reading, and nothing else does"


def test_every_figure_of_the_products_readme_is_computed(shop):
    readme = (DATA / "products" / "README.md").read_text(encoding="utf-8")
    for name, query in SHOP.items():
        results, judged = datasets.products(name), shop.judgements[query]
        ids, report = [item["doc_id"] for item in results], rt.retrieval_report(results)
        figures = [report["average_precision"], rt.average_precision(ids, judged)]
        figures += [report["recall"], rt.recall_at_k(ids, judged, len(ids))]
        assert f"| {name} | " + " | ".join(f"{value:.3f}" for value in figures) + " |" in readme, figures
    counts = Counter(product.topic for product in shop.documents.values())
    assert all(f"{category} {number}" in readme.replace(" has ", " ") for category, number in counts.items())
    band = [item["doc_id"] for item in datasets.products("band")]
    assert all(shop.judgements["band"][doc] for doc in band)
    assert rt.subtopic_recall_at_k(band, shop.subtopics["band"], 3) == 2 / 5


def test_glossary():
    table = rows(DATA / "glossary.csv")
    assert list(table[0]) == ["term_en", "term_de", "term_es", "term_pt", "meaning"]
    assert len(table) >= 60 and all(all(cell.strip() for cell in row.values()) for row in table)
    assert len({row["term_en"].lower() for row in table}) == len(table)


def test_every_folder_says_where_its_data_come_from():
    for folder in (path for path in DATA.iterdir() if path.is_dir() and path.name != "make"):
        text = (folder / "README.md").read_text(encoding="utf-8")
        assert "CC" in text, folder.name
    for name in ("helpdesk", "answers", "chunks", "products", "runs", "stdlib", "three_queries", "peers"):
        assert "Origin" in (DATA / name / "README.md").read_text(encoding="utf-8"), name


@pytest.mark.slow
def test_runs_and_predictions_are_remade(tmp_path, monkeypatch, assert_same_run):
    for name in ("helpdesk", "answers"):
        shutil.copytree(DATA / name, tmp_path / name)
    monkeypatch.setenv("RATOOLS_DATA", str(tmp_path))
    runs.main()
    for folder in ("runs", "answers/predictions"):
        shipped = sorted(path for path in (DATA / folder).iterdir() if path.suffix in (".run", ".json"))
        assert len(shipped) >= 3
        for path in shipped:
            made = tmp_path / folder / path.name
            if path.suffix == ".run":
                assert_same_run(made, path)
            else:
                assert json.loads(made.read_text(encoding="utf-8")) == json.loads(path.read_text(encoding="utf-8"))


def test_the_systems_differ_in_instructive_ways(helpdesk):
    tables = {
        name: rt.evaluate(DATA / "runs" / f"{name}.run", helpdesk.judgements, ["nDCG@10"])
        for name in ("bm25", "minilm", "rrf")
    }
    result = rt.compare(tables, "nDCG@10").table.set_index(["first", "second"]).loc[("bm25", "minilm")]
    assert result["wins"] >= 5 and result["losses"] >= 5  # each wins on some queries
    means = {name: table["nDCG@10"].mean() for name, table in tables.items()}
    assert means["bm25"] < means["rrf"] < means["minilm"]  # the hybrid does not win here


def test_nothing_names_a_machine():
    for path in Path(DATA).rglob("*"):
        if path.suffix in (".md", ".csv", ".json", ".jsonl", ".toml", ".run"):
            text = path.read_text(encoding="utf-8")
            assert "/work/" not in text and "/root/" not in text and "/tmp/" not in text or "jsonl" in path.name, path


def test_vectors_are_small_and_unit_length():
    import numpy as np

    path = DATA / "helpdesk" / "minilm.npz"
    assert path.stat().st_size < 500_000
    with np.load(path) as file:
        vectors = [file[name] for name in file.files if file[name].ndim == 2]
    assert {array.dtype for array in vectors} == {np.dtype("float16")}
    for array in vectors:
        assert all(math.isclose(length, 1, abs_tol=0.01) for length in np.linalg.norm(array.astype(float), axis=1))

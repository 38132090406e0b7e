"""data/capstone: consistent, remade by its script; every figure of its README is computed."""

import re
import shutil
from collections import Counter
from functools import partial

import numpy as np
import pytest

import ratools as rt
from data.make import capstone as make_capstone
from data.make import capstone_vectors
from data.make.vectors import texts_digest
from ratools.assessing import pool as pool_of
from ratools.evaluation.comparison import randomisation_test, sign_test
from ratools.metrics.answers import ABSTENTION
from ratools_course.systems import datasets
from ratools_course.systems.answer_scoring import STAGES, answer_scores, holds, mean_interval, stage_failures
from ratools_course.systems.answering import (
    CHUNKER,
    CHUNKS,
    THRESHOLD,
    TOP,
    Pipeline,
    answered,
    both_versions,
    cut,
    version_with,
)
from ratools_course.systems.chunking import fixed_chunks

FOLDER = rt.data_dir() / "capstone"
README = (FOLDER / "README.md").read_text(encoding="utf-8")
MADE = [file for name in "AB" for file in (f"runs/{name}.run", f"chunks/{name}.csv", f"answers/{name}.json")]
MADE += ["stages.csv"]


@pytest.fixture(scope="module")
def stone():
    return datasets.capstone()


@pytest.fixture(scope="module")
def judged(stone):
    """The judgements, with the reader's grades for the pool."""
    known = stone.collection.judgements
    return {query: known.get(query) or stone.pool_grades[query] for query in stone.collection.queries}


@pytest.fixture(scope="module")
def versions(stone):
    return both_versions(stone.collection.documents, datasets.capstone_minilm())


def accepted(item):
    return [item["answer"]] if isinstance(item["answer"], str) else item["answer"]


def interval(scores, lowest=0.0):
    return "{:.3f} [{:.3f}, {:.3f}]".format(*mean_interval(list(scores), lowest))


def differences(one, other):
    return [b - a for a, b in zip(one, other, strict=True)]


def test_references(stone):
    documents, queries = stone.collection.documents, stone.collection.queries
    assert [item["question_id"] for item in stone.references] == list(queries)
    for item in stone.references:
        assert item["question"] == queries[item["question_id"]].text and item["doc_id"] in documents
        if item["type"] == "impossible":
            assert item["answer"] == ABSTENTION and item["spans"] == []
        else:
            doc, start, end = item["spans"][0]
            assert doc == item["doc_id"] and documents[doc].text[start:end] == accepted(item)[0]
            assert not [span for span in item["spans"] if documents[span[0]].note.startswith("outdated")]
            assert len(set(accepted(item))) == len(accepted(item)) and ABSTENTION not in accepted(item)


def test_the_first_ten_are_judged_but_for_the_pool(stone, judged):
    known = stone.collection.judgements
    for query in stone.collection.queries:
        pool = {doc for run in stone.runs.values() for doc in run[query][:10]}
        assert pool <= set(judged[query])
        if query in stone.pool_grades:
            assert pool == set(stone.pool_grades[query]) and query not in known
    assert {(query, doc) for query, doc, _ in stone.collection.unjudged} == {
        (query, doc) for query, grades in stone.pool_grades.items() for doc in grades
    }
    assert set(pool_of(stone.runs).of(["q10", "q19", "q37"]).pairs) == {pair[:2] for pair in stone.collection.unjudged}
    assert {0, 1, 2, 3} == {grade for grades in stone.pool_grades.values() for grade in grades.values()}


def test_an_outdated_page_has_no_grade_above_1(stone, judged):
    old = {name for name, document in stone.collection.documents.items() if document.note.startswith("outdated")}
    assert max(grades.get(name, 0) for grades in judged.values() for name in old) <= 1


def test_a_pair_of_the_pool_that_has_a_grade_is_refused(tmp_path, monkeypatch):
    shutil.copytree(FOLDER, tmp_path / "capstone")
    monkeypatch.setenv("RATOOLS_DATA", str(tmp_path))
    with (tmp_path / "capstone" / "judgements.csv").open("a", encoding="utf-8") as file:
        file.write("q10,k14,3,after\n")
    with pytest.raises(ValueError, match="document 'k14' of query 'q10' is in the pool, but has a grade already"):
        datasets.capstone()


def test_everything_is_remade(tmp_path, monkeypatch, assert_same_run):
    shutil.copytree(FOLDER, tmp_path / "capstone")
    for name in MADE:
        (tmp_path / "capstone" / name).unlink()
    monkeypatch.setenv("RATOOLS_DATA", str(tmp_path))
    make_capstone.main()
    for name in MADE:
        made = tmp_path / "capstone" / name
        if name.endswith(".run"):
            assert_same_run(made, FOLDER / name)
        else:
            assert made.read_text(encoding="utf-8") == (FOLDER / name).read_text(encoding="utf-8"), name


def test_vectors(stone, tmp_path, monkeypatch):
    with np.load(FOLDER / "minilm.npz", allow_pickle=False) as file:
        assert file["doc_vectors"].dtype == file["query_vectors"].dtype == np.float16
        assert file["doc_vectors"].shape == (55, 384) and file["query_vectors"].shape == (48, 384)
        assert str(file["digest"]) == texts_digest(stone.collection.documents, stone.collection.queries)
    shutil.copytree(FOLDER, tmp_path / "capstone")
    monkeypatch.setenv("RATOOLS_DATA", str(tmp_path))
    capstone_vectors.main(lambda texts: np.ones((len(texts), 2), dtype=np.float32))
    assert datasets.capstone_minilm().vectors.shape == (55, 2)
    (tmp_path / "capstone" / "minilm.npz").unlink()
    with pytest.raises(ValueError, match="make it with python -m data.make.capstone_vectors"):
        datasets.capstone_minilm()


def test_chunks_are_what_the_answers_read(stone):
    documents = stone.collection.documents
    for name, said in stone.answers.items():
        for item in said:
            chunks = stone.chunks[name][item["question_id"]]
            assert [tuple(chunk) for chunk in item["retrieved"]] == chunks
            assert {doc for doc, _, _ in chunks} <= set(stone.runs[name][item["question_id"]][:TOP])
            assert all(
                span in CHUNKER(documents[doc].text) for doc, *span in map(list, chunks) for span in [tuple(span)]
            )
            if item["sentence"]:
                location = [item["found_in"], *item["sentence"]]
                assert any(holds(chunk, location) for chunk in chunks)
                assert item["answer"] in documents[location[0]].text[location[1] : location[2]]


def test_the_folder_stays_small():
    assert sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) < 300_000


def test_the_counts_of_the_readme(stone):
    collection, kinds = stone.collection, Counter(item["type"] for item in stone.references)
    pairs = sum(map(len, collection.judgements.values()))
    assert (
        f"{len(collection.documents)} documents, {len(collection.queries)} queries that are also questions "
        f"({kinds['fact']} with an answer and {kinds['impossible']} without one)".replace(" and ", ", ")
        in README
    )
    assert f"{pairs} judged pairs, and {len(collection.unjudged)} pairs that wait for you" in README
    assert f"for {' and '.join(', '.join(stone.pool_grades).rsplit(', ', 1))}, 40 pairs" in README
    notes = Counter(
        document.note.split(":")[0].split()[0] for document in collection.documents.values() if document.note
    )
    assert notes["outdated"] == 6 and "Six are outdated" in README
    late = [line for line in collection.table.read_text().splitlines() if line.endswith(",after") and ",0," not in line]
    assert late == ["q46,k37,1,after"]
    empty = [query for query, grades in collection.judgements.items() if not any(grades.values())]
    assert "{}, {} and {} have no relevant page".format(*empty) in README
    assert f"the first {TOP} documents in pieces of at most 400 characters; the {CHUNKS} best pieces" in README
    assert CHUNKER.keywords == {"size": 400} and f"below a confidence of {THRESHOLD}," in README


def search_scores(stone, judgements):
    tables = {name: rt.evaluate(run, judgements, ["nDCG@10", "R@10"]) for name, run in stone.runs.items()}
    return {name: table.loc[list(judgements)] for name, table in tables.items()}


def test_every_figure_of_search(stone, judged):
    tables = search_scores(stone, judged)
    for name, table in (*tables.items(), *search_scores(stone, stone.collection.judgements).items()):
        assert f"| {name} | {interval(table['nDCG@10'])} | {interval(table['R@10'])} |" in README
    assert "Without the pool, over 45 queries" in README and len(stone.collection.judgements) == 45
    for measure in ("nDCG@10", "R@10"):
        gains = differences(tables["A"][measure], tables["B"][measure])
        assert randomisation_test(gains) < 0.001 and f"| {measure} | {interval(gains, -1.0)} | < 0.001 |" in README


def test_every_figure_of_the_answers(stone):
    scores = {name: answer_scores(said, stone.references) for name, said in stone.answers.items()}
    for name, measures in scores.items():
        assert f"| {name} | {' | '.join(map(interval, measures.values()))} |" in README
    for measure, shown in (
        ("exact_match", "exact match"),
        ("f1", "F1"),
        ("abstention_accuracy", "abstention accuracy"),
    ):
        gains = differences(scores["A"][measure], scores["B"][measure])
        assert f"| {shown} | {interval(gains, -1.0)} | {randomisation_test(gains):.3f} |" in README
    silent = sum(item["type"] == "impossible" for item in stone.references)
    assert f"an exact match of {silent / 48:.3f}: A is ahead of it by 6 questions, B is behind" in README
    assert sum(scores["A"]["exact_match"]) == silent + 6 and sum(scores["B"]["exact_match"]) < silent


def test_every_stage_of_the_readme(stone):
    stages = {name: stage_failures(said, stone.references) for name, said in stone.answers.items()}
    shown = [stage for stage in STAGES if stage not in ("right elsewhere", "not in a chunk", "wrong answer")]
    assert f"| version | {' | '.join(shown)} |" in README
    counts = {name: Counter(found) for name, found in stages.items()}
    for name, count in counts.items():
        assert sum(count[stage] for stage in shown) == 48
        assert f"| {name} | {' | '.join(str(count[stage]) for stage in shown)} |" in README
    lost = "B loses {} questions at retrieval instead of {}.".format(*(counts[name]["not retrieved"] for name in "BA"))
    became = Counter(b for a, b in zip(stages["A"], stages["B"], strict=True) if a == "right")
    assert became == {"wrong cut": 5, "wrong sentence": 1}
    assert f"{lost} Of A's 6 right answers, 5 are a wrong cut in B, and 1 is a wrong sentence." in README


def test_one_stage_at_a_time(stone, versions):
    for found_by in "AB":
        for cut_by, cutter in (("A", cut), ("B", None)):
            version = version_with(stone.collection.documents, versions[found_by].retriever, cutter)
            scores = answer_scores(answered(version.answer, stone.references), stone.references)
            assert f"| {found_by}'s | {cut_by}'s | {' | '.join(map(interval, scores.values()))} |" in README


def test_what_to_doubt(stone, versions):
    counts = []
    for said in stone.answers.values():
        pairs = [(item["answer"].lower(), gold) for item, gold in zip(said, stone.references, strict=True)]
        counts.append(
            sum(gold["type"] == "fact" and any(one.lower() in text for one in accepted(gold)) for text, gold in pairs)
        )
    assert "{} answers of A and {} of B contain an accepted answer".format(*counts) in README
    small, documents, exact = partial(fixed_chunks, size=100), stone.collection.documents, []
    for name, chunker in (("A", CHUNKER), ("B", small)):
        tried = Pipeline(versions[name].retriever, documents, chunker, TOP, CHUNKS, threshold=0.3)
        exact.append(answer_scores(answered(tried.answer, stone.references), stone.references)["exact_match"])
    p = sign_test(differences(*exact))
    assert f"fell from {np.mean(exact[0]):.3f} to {np.mean(exact[1]):.3f} (p = {p:.3f})" in README
    for threshold in (0.3, 0.5):
        whole = Pipeline(versions["B"].retriever, documents, CHUNKER, TOP, CHUNKS, threshold=threshold, cutter=None)
        parts = Pipeline(versions["A"].retriever, documents, CHUNKER, TOP, CHUNKS, threshold=threshold)
        said = [answered(version.answer, stone.references) for version in (parts, whole)]
        exact = [answer_scores(answers, stone.references)["exact_match"] for answers in said]
        assert sign_test(differences(*exact)) < 0.05 and np.mean(exact[1]) < np.mean(exact[0])


def test_every_number_with_an_interval_is_checked_above():
    assert len(re.findall(r"\[-?\d\.\d{3}, ", README)) == 8 + 6 + 5 + 12

"""Every row of the catalogue: its fast twin equals its reference function, on random and on nasty data."""

import inspect
import random
import subprocess
import sys

import numpy as np
import pytest
from pandas.testing import assert_frame_equal

import ratools
from ratools.evaluation import batch
from ratools.evaluation.catalogue import BY_NAME, CATALOGUE, FAMILIES, MEASURES, parse
from ratools.evaluation.evaluator import evaluate
from ratools.evaluation.formats import read_run

ALL_NAMES = [name for row in CATALOGUE for name in row.tries]


def test_every_row_is_tried_with_every_option():
    for row in CATALOGUE:
        tried = [parse(name) for name in row.tries]
        assert {one.row for one in tried} == {row}
        allowed = {*row.options, *(["min_grade"] if row.binary else []), *(["recall"] if row.at == "recall" else [])}
        assert allowed == {option for one in tried for option in one.options}, row.name
        whole_list = {True, False} if row.name != "P" else {False}  # of which the name is SetP
        assert row.at != "k" or {one.k is None for one in tried} == whole_list, row.name


def test_every_function_of_the_package_has_its_row_in_its_family():
    assert {row.reference.__name__ for row in MEASURES} == set(ratools.__all__)
    for family in FAMILIES:
        for row in family.ROWS:
            assert row.reference.__module__.split(".")[-1] == family.__name__.split(".")[-1]
            assert row.reference is getattr(ratools, row.reference.__name__)
            assert not row.part_of or hasattr(ratools, row.part_of)


def test_the_catalogue_needs_neither_numpy_nor_pandas():
    code = "import sys, ratools.evaluation.catalogue; print({'numpy', 'pandas'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"


def random_data(seed, queries=150):
    """Ties, unjudged documents, negative and fractional grades, short lists, unanswered queries, odd ids."""
    rng = random.Random(seed)
    run, qrels = {}, {}
    for n in range(queries):
        documents = [f"d{i}" if i % 3 else f"dö{i}µ" for i in range(rng.choice([2, 8, 40]))]
        scores = rng.choice([lambda: rng.random(), lambda: float(rng.randint(0, 3))])
        if rng.random() < 0.9:
            run[f"q{n}"] = {doc: scores() for doc in rng.sample(documents, rng.randint(1, len(documents)))}
        grades = rng.choice([[0, 1], [0, 1, 2, 3, 4], [-1, 0, 0, 1, 2], [0, 0.5, 1.5, 2], [0]])
        qrels[f"q{n}"] = {doc: rng.choice(grades) for doc in rng.sample(documents, rng.randint(1, len(documents)))}
    run["never judged"] = {"d1": 1.0}
    return run, qrels


NASTY = {
    "one query, one document": ({"q": ["a"]}, {"q": {"a": 1}}),
    "nothing judged was found": ({"q": ["x", "y"]}, {"q": {"a": 1, "b": 0}}),
    "nothing was returned for one": ({"q": ["a"], "r": []}, {"q": {"a": 1}, "r": {"a": 1}}),
    "nothing is relevant": ({"q": ["a", "b"]}, {"q": {"a": 0, "b": -1}}),
    "all scores are equal": ({"q": dict.fromkeys("abcdefgh", 0.5)}, {"q": {"a": 3, "c": 1, "e": 0, "z": 2}}),
    "ids in many scripts": ({"q": ["中文", "ñ", "𝔘", "é", "e\u0301"]}, {"q": {"𝔘": 2, "é": 1, "中文": 0, "x": 1}}),
    "ids are numbers": ({1: {10: 0.1, 9: 0.1, 2: 0.1}}, {1: {9: 1, 2: 2}}),
    "scores are extreme": ({"q": {"a": 1e300, "b": -1e300, "c": 5e-324, "d": 0.0}}, {"q": {"b": 1, "c": 2}}),
}


def assert_twins_agree(run, qrels, names=ALL_NAMES, tolerance=1e-12):
    rankings = read_run(run)
    table = evaluate(run, qrels, names)
    assert list(table.index) == list(qrels)
    for name in names:
        for query, grades in qrels.items():
            expected = parse(name).of_query(rankings.get(query, []), grades)
            assert table.loc[query, parse(name).name] == pytest.approx(expected, abs=tolerance, rel=0, nan_ok=True), (
                name,
                query,
            )


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_twins_on_random_data(seed):
    assert_twins_agree(*random_data(seed))


@pytest.mark.filterwarnings("ignore:no document of the run is judged")
@pytest.mark.parametrize("case", NASTY)
def test_twins_on_nasty_data(case):
    assert_twins_agree(*NASTY[case])


def test_twins_with_min_grade():
    run, qrels = random_data(4)
    rankings = read_run(run)
    table = evaluate(run, qrels, ["AP", "P@5", "nDCG@10", "Bpref", "Judged@5"], min_grade=2)
    for query, grades in qrels.items():
        ranking = rankings.get(query, [])
        assert table.loc[query, "AP"] == pytest.approx(
            ratools.average_precision(ranking, grades, min_grade=2), abs=1e-12
        )
        assert table.loc[query, "Bpref"] == pytest.approx(ratools.bpref(ranking, grades, min_grade=2), abs=1e-12)
        assert table.loc[query, "nDCG@10"] == pytest.approx(ratools.ndcg_at_k(ranking, grades, 10), abs=1e-12)
        assert table.loc[query, "relevant"] == sum(grade >= 2 for grade in grades.values())


@pytest.mark.slow
def test_twins_on_100_000_documents_in_one_query():
    rng = np.random.default_rng(5)
    documents = [f"d{n}" for n in range(100_000)]
    grades = dict(zip(documents[::3], rng.integers(0, 5, size=33_334).tolist(), strict=True))
    ranking = [documents[n] for n in rng.permutation(100_000)]
    assert_twins_agree({"q": ranking}, {"q": grades}, ["AP", "nDCG"])


def test_a_twin_takes_what_its_reference_takes():
    for row in CATALOGUE:
        taken = set(inspect.signature(row.reference).parameters)
        accepted = set(inspect.signature(row.twin).parameters) if row.twin else {*row.options}
        assert set(row.options) <= accepted <= {*taken, "joined"}
        assert not row.binary or "min_grade" in taken


@pytest.mark.filterwarnings("ignore:no document of the run is judged")
@pytest.mark.parametrize("case", NASTY)
def test_without_a_twin_the_reference_is_asked_query_by_query(case, monkeypatch):
    run, qrels = NASTY[case]
    names = ["Bpref", "nDCG(gain='exp')@3", "AP(rel=2)", "Judged@2", "IPrec@0.5"]
    expected = evaluate(run, qrels, names, min_grade=1)
    for name in ("bpref", "ndcg_at_k", "average_precision", "judged_at_k", "interpolated_precision"):
        monkeypatch.delattr(batch, name)
    assert_frame_equal(evaluate(run, qrels, names, min_grade=1), expected)


def test_every_row_tells_its_meaning_and_source():
    for row in MEASURES:
        assert row.meaning and row.citation and row.golden
        assert not row.meaning.endswith(".") and len(row.meaning) < 100


# Names


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("nDCG@10", "nDCG@10"),
        ("ndcg@10", "nDCG@10"),
        ("NDCG @10", "nDCG@10"),
        ("ndcg_cut_10", "nDCG@10"),
        ("map", "AP"),
        ("MAP@100", "AP@100"),
        ("map_cut_100", "AP@100"),
        ("mrr", "RR"),
        ("MRR@10", "RR@10"),
        ("recip_rank", "RR"),
        ("recall_10", "R@10"),
        ("Recall@10", "R@10"),
        ("P_5", "P@5"),
        ("precision@5", "P@5"),
        ("success_1", "Success@1"),
        ("HitRate@3", "Success@3"),
        ("rprec", "Rprec"),
        ("BPREF", "Bpref"),
        ("RBP(p=0.8)", "RBP(p=0.8)"),
        ("f1@5", "F@5"),
        ("nDCG(gain='exp')@10", "nDCG(gain='exp')@10"),
        ('ndcg(gain="exp") @ 10', None),
        ("iprec@0.10", "IPrec@0.1"),
        ("nDCG(dcg='exp-log2')@10", "nDCG(gain='exp')@10"),
        ("P(rel=2)@5", "P(rel=2)@5"),
        ("11pt_avg", "IPrec11pt"),
        ("RBP(rel=2, p=.5)", "RBP(p=0.5, rel=2)"),
        ("setf(beta=2)", "SetF(beta=2)"),
        ("inFap", "infAP"),
        ("err@20", "ERR@20"),
        ("nDCG(dcg='log2')@5", "nDCG@5"),
    ],
)
def test_names_as_people_type_them(typed, name):
    assert parse(typed).name == (name or "nDCG(gain='exp')@10")


def test_a_name_reads_itself_back():
    for name in ALL_NAMES:
        assert parse(parse(name).name) == parse(name)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("nDGC@10", ["'nDGC'", "nDCG?"]),
        ("recal@10", ["did you mean R?"]),
        ("nDCG10", ["did you mean nDCG@10?"]),
        ("", ["not a valid measure", "nDCG@10"]),
        (None, ["None"]),
        ("P@0", ["at least 1", "got 0"]),
        ("P@2.5", ["whole number", "2.5"]),
        ("Rprec@5", ["without @5"]),
        ("IPrec", ["recall level", "IPrec@0.1"]),
        ("IPrec@1.5", ["from 0 to 1"]),
        ("RBP(p=1)", ["between 0 and 1"]),
        ("RBP(q=1)", ["no option 'q'", "p, rel"]),
        ("nDCG(rel=2)@5", ["no option 'rel'"]),
        ("nDCG(gain='log')@5", ["'linear' or 'exp'"]),
        ("RBP(0.8)", ["name=value"]),
        ("RBP(p=__import__('os'))", ["name=value"]),
        ("RBP(p=0.8,p=0.9)", ["each once"]),
        ("P(rel=2,min_grade=3)@5", ["each once"]),
        ("nDCG(5, gain='exp')", ["each once"]),
        ("IPrec@1..0", ["recall level"]),
        ("P@" + "9" * 5000, ["whole number"]),
        ("F2@10", ["F(beta=2)"]),
        ("P(rel=0)@5", ["above 0"]),
        ("xyzzy", ["there are P, R,"]),
        ("AP(denominator='k')", ["'relevant' or 'found'"]),
    ],
)
def test_wrong_names_are_told(typed, words):
    with pytest.raises(ValueError) as refusal:
        parse(typed)
    assert all(word in str(refusal.value) for word in words), refusal.value


def test_no_two_rows_share_a_name():
    assert len(BY_NAME) == sum(1 + len(row.also) for row in CATALOGUE)

"""Every row of the catalogue: its fast twin equals its reference function, on random and on nasty data."""

import inspect
import random

import numpy as np
import pytest

import ratools
from ratools.evaluation import batch
from ratools.evaluation.catalogue import BY_NAME, CATALOGUE, parse
from ratools.evaluation.evaluator import evaluate
from ratools.evaluation.formats import read_run

NAMES = {
    "P": ["P", "P@1", "P@5", "P@1000", "P(rel=2)@5"],
    "R": ["R", "R@1", "R@10", "R(rel=3)@10"],
    "F": ["F@5", "F(beta=2.0)@10", "F(beta=0.5)"],
    "Success": ["Success@1", "Success@5", "Success(rel=2)@5"],
    "RR": ["RR", "RR@3", "RR(rel=2)"],
    "AP": ["AP", "AP@5", "AP(denominator='found')@5", "AP(denominator='capped')@3", "AP(rel=2)"],
    "Rprec": ["Rprec", "Rprec(rel=2)"],
    "IPrec": ["IPrec@0", "IPrec@0.1", "IPrec@0.7", "IPrec@1", "IPrec(rel=2)@0.5"],
    "IPrec11pt": ["IPrec11pt"],
    "nDCG": ["nDCG", "nDCG@1", "nDCG@10", "nDCG(gain='exp')@10", "nDCG(gain='exp')"],
    "ERR": ["ERR", "ERR@20", "ERR(g_max=6)@5"],
    "RBP": ["RBP", "RBP(p=0.5)", "RBP(p=0.95)@10", "RBP(p=0.8, rel=2)"],
    "Bpref": ["Bpref", "Bpref(rel=2)"],
    "infAP": ["infAP", "infAP(rel=2)"],
    "Judged": ["Judged", "Judged@5", "Judged@1000"],
    "SetP": ["SetP", "SetP(rel=2)"],
    "SetR": ["SetR"],
    "SetF": ["SetF", "SetF(beta=2.0)"],
}
ALL_NAMES = [name for names in NAMES.values() for name in names]


def test_every_row_is_tried():
    assert set(NAMES) == {row.name for row in CATALOGUE}


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
    rankings = read_run(run).rankings()
    table = evaluate(run, qrels, names)
    assert list(table.index) == list(qrels)
    for name in names:
        for query, grades in qrels.items():
            expected = parse(name).of_query(rankings.get(query, []), grades)
            assert table.loc[query, parse(name).name] == pytest.approx(expected, abs=tolerance, rel=0), (name, query)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_twins_on_random_data(seed):
    assert_twins_agree(*random_data(seed))


@pytest.mark.parametrize("case", NASTY)
def test_twins_on_nasty_data(case):
    assert_twins_agree(*NASTY[case])


def test_twins_with_min_grade():
    run, qrels = random_data(4)
    rankings = read_run(run).rankings()
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


def test_a_twin_bears_the_name_of_its_reference():
    for row in CATALOGUE:
        assert row.twin.__name__ == row.reference.__name__
        assert row.twin is getattr(batch, row.reference.__name__)
        accepted = set(inspect.signature(row.twin).parameters)
        assert set(row.options) <= accepted <= {*inspect.signature(row.reference).parameters, "joined"}


def test_every_row_tells_its_meaning_range_and_source():
    for row in CATALOGUE:
        assert row.meaning and row.range and row.citation


# Names


@pytest.mark.parametrize(
    ("typed", "name"),
    [("nDCG@10", "nDCG@10"), ("ndcg@10", "nDCG@10"), ("NDCG @10", "nDCG@10"), ("ndcg_cut_10", "nDCG@10"), ("map", "AP"),
     ("MAP@100", "AP@100"), ("map_cut_100", "AP@100"), ("mrr", "RR"), ("MRR@10", "RR@10"), ("recip_rank", "RR"),
     ("recall_10", "R@10"), ("Recall@10", "R@10"), ("P_5", "P@5"), ("precision@5", "P@5"), ("success_1", "Success@1"),
     ("HitRate@3", "Success@3"), ("rprec", "Rprec"), ("BPREF", "Bpref"), ("RBP(p=0.8)", "RBP(p=0.8)"), ("f1@5", "F@5"),
     ("nDCG(gain='exp')@10", "nDCG(gain='exp')@10"), ('ndcg(gain="exp") @ 10', None), ("iprec@0.10", "IPrec@0.1"),
     ("nDCG(dcg='exp-log2')@10", "nDCG(gain='exp')@10"), ("P(rel=2)@5", "P(rel=2)@5"), ("11pt_avg", "IPrec11pt"),
     ("RBP(rel=2, p=.5)", "RBP(p=0.5, rel=2)"), ("setf(beta=2)", "SetF(beta=2)"),
     ("inFap", "infAP"), ("err@20", "ERR@20"),
     ("nDCG(dcg='log2')@5", "nDCG@5")],
)  # fmt: skip
def test_names_as_people_type_them(typed, name):
    assert parse(typed).name == (name or "nDCG(gain='exp')@10")


def test_a_name_reads_itself_back():
    for name in ALL_NAMES:
        assert parse(parse(name).name) == parse(name)


@pytest.mark.parametrize(
    ("typed", "words"),
    [("nDGC@10", ["'nDGC'", "nDCG?"]), ("recal@10", ["did you mean R?"]), ("nDCG10", ["did you mean nDCG@10?"]),
     ("", ["no measure", "nDCG@10"]), (None, ["None"]),
     ("P@0", ["at least 1", "got 0"]), ("P@2.5", ["whole number", "2.5"]),
     ("Rprec@5", ["without @5"]), ("IPrec", ["recall level", "IPrec@0.1"]), ("IPrec@1.5", ["from 0 to 1"]),
     ("RBP(p=1)", ["between 0 and 1"]), ("RBP(q=1)", ["no option 'q'", "p, rel"]),
     ("nDCG(rel=2)@5", ["no option 'rel'"]),
     ("nDCG(gain='log')@5", ["'linear' or 'exp'"]), ("RBP(0.8)", ["name=value"]),
     ("RBP(p=__import__('os'))", ["name=value"]),
     ("RBP(p=0.8,p=0.9)", ["each once"]), ("P(rel=2,min_grade=3)@5", ["each once"]),
     ("nDCG(5, gain='exp')", ["each once"]),
     ("IPrec@1..0", ["recall level"]), ("P@" + "9" * 5000, ["whole number"]), ("F2@10", ["F(beta=2)"]),
     ("P(rel=0)@5", ["above 0"]), ("xyzzy", ["there are P, R,"]), ("AP(denominator='k')", ["'relevant' or 'found'"])],
)  # fmt: skip
def test_wrong_names_are_told(typed, words):
    with pytest.raises(ValueError) as refusal:
        parse(typed)
    assert all(word in str(refusal.value) for word in words), refusal.value


def test_no_two_rows_share_a_name():
    assert len(BY_NAME) == sum(1 + len(row.also) for row in CATALOGUE)

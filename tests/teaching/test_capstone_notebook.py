"""Notebook 14: what its predictions, samples and model answer say of the data."""

import numpy as np
import pytest

import ratools as rt
from ratools.evaluation.student import moments
from ratools.metrics.answers import ABSTENTION
from ratools.systems.answer_stages import stage_failures
from ratools.systems.datasets import capstone as read
from ratools.teaching import capstone


@pytest.fixture(scope="module")
def data():
    return read()


def exact(data, name):
    pairs = zip(data.answers[name], data.references, strict=True)
    return [rt.exact_match(said["answer"], gold["answer"]) for said, gold in pairs]


def test_the_answers_that_the_texts_tell_of(data):
    a, b = exact(data, "A"), exact(data, "B")
    assert round(sum(a) / 48, 2) == 0.33 and round(sum(b) / 48, 2) == 0.17 and len(a) == 48
    assert sum(gold["answer"] == ABSTENTION for gold in data.references) == 10
    assert round(capstone.mixed_exact_match(data), 2) == 0.33, "B's search, A's cutter"
    _, _, deviation = moments((np.array(b, dtype=float) - np.array(a, dtype=float))[:, None])
    assert round(float(deviation[0]), 3) == 0.377
    before, after = (stage_failures(data.answers[name], data.references) for name in "AB")
    pairs = list(zip(before, after, strict=True))
    assert before.count("right") == 6 and pairs.count(("right", "wrong cut")) == 5


def test_the_difference_in_search(data):
    judged = {query: dict(grades) for query, grades in data.collection.judgements.items()}
    for query, grades in data.pool_grades.items():
        judged[query] = judged.get(query, {}) | grades
    tables = {name: rt.evaluate(data.runs[name], judged, ["nDCG@10"]) for name in "BA"}
    row = rt.compare(tables, "nDCG@10").table.iloc[0]
    assert [round(row[name], 2) for name in ("difference", "ci_low", "ci_high")] == [0.22, 0.14, 0.31]


def test_the_rubric_and_its_samples():
    assert "20 points" in repr(capstone.rubric())
    for _, marks, _ in capstone.SAMPLES.values():
        assert marks.keys() == capstone.RUBRIC.keys()
        assert all(0 <= marks[name] <= points for name, (points, _) in capstone.RUBRIC.items())
    assert "2 points" in repr(capstone.samples()) and "15 points" in repr(capstone.samples())
    assert "<strong>Decision.</strong>" in capstone.model_answer()._repr_html_()

"""Known values of every measure, and proof that these cases catch each wrong version of it.

The cases stand in the catalogue's rows. Their values come from trec_eval, ir_measures, gdeval, cwl_eval, the official
SQuAD script or a textbook, and were recomputed by hand; each says which.
"""

import inspect

import pytest

import ratools
from ratools.evaluation.catalogue import CATALOGUE, MEASURES, parse
from ratools.evaluation.catalogue.examples import GRADES, NO, POOL, REFERENCES, RUN
from ratools.metrics.binary import RECALL_LEVELS
from ratools_course.misconceptions import MUTANTS

GOLDEN = [(row, case) for row in MEASURES for case in row.golden]


def call(function, arguments, options):
    return getattr(ratools, function)(*arguments, **options)


def equal(value, expected):
    if isinstance(expected, list) and all(isinstance(one, str) for one in expected):
        return value == expected
    return value == pytest.approx(expected, abs=1e-6)


def name(pair):
    row, case = pair
    return f"{row.reference.__name__}-{case.source}".replace(" ", "_")


@pytest.mark.parametrize("pair", GOLDEN, ids=name)
def test_golden_value(pair):
    row, case = pair
    value = row.reference(*case.arguments, **case.options)
    assert equal(value, case.value)
    assert type(value) is type(case.value)


@pytest.mark.parametrize("row", [row for row in MEASURES if row.range], ids=lambda row: row.name)
def test_golden_values_lie_in_the_range(row):
    low, high = row.range
    assert all(low <= case.value <= high for case in row.golden)
    assert any(case.value not in (low, high) for case in row.golden) or row.name in ("EM", "Success"), (
        "an extreme value shows little"
    )


def test_the_names_of_the_set_measures_give_their_golden_values():
    for row in CATALOGUE:
        if row.at is None:
            for case in row.golden:
                inside = ", ".join(f"{option}={value!r}" for option, value in case.options.items())
                asked = parse(f"{row.name}({inside})" if inside else row.name)
                assert asked.of_query(*case.arguments) == pytest.approx(case.value, abs=1e-6)


@pytest.mark.parametrize("mutant", MUTANTS, ids=repr)
def test_the_golden_values_catch(mutant):
    """Every wrong version fails at least one golden case of its measure, as its own tests would demand."""
    caught = False
    for row, case in GOLDEN:
        if row.reference.__name__ == mutant.measure and case.options.keys() <= known_options(mutant.function):
            caught |= not equal(mutant.function(*case.arguments, **case.options), case.value)
    assert caught


def known_options(function):
    return set(inspect.signature(function).parameters)


@pytest.mark.parametrize("mutant", MUTANTS, ids=repr)
def test_a_mutant_differs_on_its_own_counterexample(mutant):
    right = call(mutant.measure, mutant.counterexample, mutant.options)
    assert mutant.function(*mutant.counterexample, **mutant.options) != right


def test_every_measure_has_a_mutant():
    measures = {row.reference.__name__ for row in MEASURES if not row.part_of}
    assert measures == {mutant.measure for mutant in MUTANTS}


def test_eleven_levels():
    assert RECALL_LEVELS == (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)


def test_abstention_extremes():
    never, always = ["yes"] * 10, [NO] * 10
    assert ratools.abstention_report(never, REFERENCES)["accuracy"] == 0.6
    assert ratools.abstention_report(never, REFERENCES)["precision"] is None
    assert ratools.abstention_report(always, REFERENCES)["f1"] == pytest.approx(4 / 7)
    assert ratools.abstention_report(always, REFERENCES)["over_abstention"] == 1.0
    assert ratools.abstention_report(always, REFERENCES)["coverage"] == 0.0


RANKING_MEASURES = {row.reference.__name__ for row, case in GOLDEN if case.arguments[0] == RUN}
TERMS = [row for row in MEASURES if row.part_of and row.name.startswith("terms")]
SUMMED = [row for row in TERMS if row.reference.__name__ != "alpha_dcg_terms"]  # α-nDCG divides by an ideal


@pytest.mark.parametrize("row", [row for row in TERMS if row.golden[0].arguments[0] == RUN], ids=lambda row: row.name)
def test_terms_without_a_relevant_document_are_zero(row):
    assert row.reference(["n", "x"], {"n": 0}) == [0.0, 0.0]


@pytest.mark.parametrize("mutant", [one for one in MUTANTS if one.measure in RANKING_MEASURES], ids=repr)
def test_a_mutant_survives_what_its_measure_survives(mutant):
    for ranking in ([], ["n", "x"], RUN):
        for grades in ({}, {"n": 0}, GRADES, POOL):
            for k in (None, 1, 20):
                cut = (k,) if "k" in inspect.signature(mutant.function).parameters else ()
                assert mutant.function(ranking, grades, *cut) is not None


@pytest.mark.parametrize("row", SUMMED, ids=lambda row: row.name)
def test_a_metric_is_the_sum_of_its_terms(row):
    for case in row.golden:
        summands = row.reference(*case.arguments)
        relevant = sum(grade > 0 for grade in case.arguments[1].values()) if row.meaning.endswith("times R") else 1
        assert len(summands) == len(case.arguments[0])
        assert sum(summands) / relevant == pytest.approx(call(row.part_of, case.arguments, {}), abs=1e-15)

"""Expressions in data files: what they may say, and that they may say nothing else."""

import time

import pytest

import ratools
from ratools_course.misconceptions import MUTANTS
from ratools_course.quizzes.expressions import MEASURES, MOST_DOCUMENTS, misconception_of, value_of, wrong_values


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2 + 3 * 4", 14),
        ("-(7 // 2) + 7 % 4", 0),
        ("2 ** 3 - 1", 7),
        ("1 / log2(3)", 0.6309297535714575),
        ("ndcg_at_k(['b', 'a'], {'a': 3, 'b': 2}, 2)", 0.9134015924715543),
        ("dcg_at_k([3, 0, 2], 3, gain='exp')", 8.5),
        ("dcg_terms([3, 0, 2])[2]", 1.0),
        ("{'a': (1, 2)}['a'][1]", 2),
        ("precision_at_k(range(1, 11), range(4, 54), 10)", 0.7),
        ("max(1, 2) + min([3, 4]) + len('abc') + sum([1, 2])", 11),
        ("dcg_log_i([0, 1])", 1.0),  # a mutant by its function's name
        (" average_precision(['a'], {'a', 'b'}) ", 0.5),
    ],
)
def test_what_may_be_said(expression, value):
    assert value_of(expression) == pytest.approx(value)


def test_given_names():
    assert value_of("precision_at_k(page, relevant, 2)", {"page": ["a", "x"], "relevant": ["a"]}) == 0.5


FORBIDDEN = [
    "__import__('os')",
    "open('/etc/passwd')",
    "eval('1')",
    "().__class__",
    "ratools.data_dir()",
    "'abc'.upper()",
    "[x for x in range(3)]",
    "lambda: 1",
    "f'{1}'",
    "1 if True else 2",
    "1 < 2",
    "(a := 1)",
    "[1, 2, 3][0:2]",
    "precision_at_k(*[['a'], ['a'], 1])",
    "precision_at_k(**{'retrieved': ['a']})",
    "{**{}}",
    "[0] * 1000000",
    "'a' * 3",
    "~1",
    "1 << 3",
    "not 1",
    "b'x'",
    "1j",
    "...",
    "10 ** 33",
    "1001 ** 2",
    "9 ** 9 ** 9",
    "1e200",
    "(-8) ** 0.5",
    "range(10 ** 6)",
    "kendall_tau(range(10000), range(10000))",
    "average_precision(range(10000), range(10000))",
    "tau_ap(page, page)",
    "alpha_ndcg_at_k(range(600), [range(600)], 5)",
    "average_precision_of_every_rank(range(501), [1])",
    "1 / 0",
    "{[1]}",
    "{[1]: 2}",
    "precision_at_k",
    "precision_at_k(['a'], ['a'], 0)",
    "precision_at_k(['a'])",
    "[1][5]",
    "import os",
    "1; 2",
    "",
    "   ",
    "-" * 250 + "1",
    "(" * 300 + "1" + ")" * 300,
    "[" * 190 + "]" * 190,
    "1 + " * 700 + "1",
    "'" + "a" * 3000 + "'",
    "a\0b",
    3,
    None,
]


@pytest.mark.parametrize("expression", FORBIDDEN, ids=lambda text: str(text)[:30])
def test_what_may_not(expression):
    with pytest.raises(ValueError, match=r"\w+ .*\w"):
        value_of(expression, {"page": list(range(501))})


PAIRS = [
    name for name in MEASURES if name in "kendall_tau tau_ap rbo rank_biased_overlap average_precision bpref".split()
]


@pytest.mark.parametrize("name", PAIRS)
def test_the_longest_lists_that_are_allowed_take_a_moment_only(name):
    start, half = time.process_time(), MOST_DOCUMENTS // 2
    value_of(
        f"{name}(range({half}), {'page' if name != 'bpref' else 'grades'})",
        {
            "page": list(range(half))[::-1],
            "grades": {n: n % 2 for n in range(half // 2)},
        },
    )
    wrong_values(f"average_precision(range({half}), range({half}))")
    assert time.process_time() - start < 1


def test_whole_collections_for_what_looks_at_each_document_once():
    assert value_of("precision_at_k(range(10000), range(50))") == 0.005


def test_every_wrong_version_is_tried_and_one_that_fails_is_left_out():
    call = "mean_reciprocal_rank({'q1': ['a'], 'q2': ['x', 'a']}, {'q1': ['a'], 'q2': ['a']})"
    assert dict(wrong_values(call))["rank-from-zero"] == 1.0
    assert wrong_values("1 + 1") == []


def test_a_name_that_is_nearly_right_gets_a_suggestion():
    with pytest.raises(ValueError, match="did you mean 'ndcg_at_k'"):
        value_of("ndgc_at_k(['a'], {'a': 1}, 1)")
    with pytest.raises(ValueError, match="did you mean 'page'"):
        value_of("len(pag)", {"page": [1]})


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda one: one.function.__name__)
def test_every_mutant_takes_the_place_of_its_measure(mutant):
    """Both by function name, on the mutant's own counterexample, handed in as given values."""
    names = [f"argument{place}" for place in range(len(mutant.counterexample))]
    given = dict(zip(names, mutant.counterexample, strict=True)) | {f"o_{key}": v for key, v in mutant.options.items()}
    call = f"{mutant.measure}({', '.join([*names, *(f'{key}=o_{key}' for key in mutant.options)])})"
    assert value_of(call, given) == getattr(ratools, mutant.measure)(*mutant.counterexample, **mutant.options)
    wrong = value_of(call, given, mutant.function.__name__)
    assert wrong == mutant.function(*mutant.counterexample, **mutant.options)
    assert misconception_of(mutant.function.__name__) == mutant.id


def test_a_mutant_goes_into_every_call_of_its_measure():
    both = "average_precision(['a'], ['a', 'b']) - average_precision(['x'], ['a'])"
    assert value_of(both) == 0.5
    assert value_of(both, mutant="ap-over-found") == 1.0


def test_mutants_that_do_not_fit():
    with pytest.raises(ValueError, match="no mutant 'ap-over-fund'; did you mean 'ap-over-found'"):
        value_of("average_precision(['a'], ['a'])", mutant="ap-over-fund")
    with pytest.raises(ValueError, match="is a wrong .*average_precision.*does not call"):
        value_of("recall_at_k(['a'], ['a'])", mutant="ap-over-found")


def test_versions_of_one_id_that_disagree_must_be_named():
    call = "ndcg_at_k(['b', 'a'], {'a': 2, 'b': 1}, 1)"  # sorted whole list, or sorted top 1
    with pytest.raises(ValueError, match="name one, ndcg_ideal_from_list or ndcg_ideal_from_top_k"):
        value_of(call, mutant="idcg-from-retrieved")
    assert value_of(call, mutant="ndcg_ideal_from_top_k") == 1.0

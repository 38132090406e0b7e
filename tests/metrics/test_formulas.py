"""A formula stands on its own: pasted into another file with that file's imports, it gives the same numbers."""

import ast
import doctest
import inspect
import random
import sys
import textwrap
from math import fsum, log2
from timeit import repeat

import pytest

import ratools
from ratools import metrics
from ratools.metrics import arguments

PUBLIC = {name: getattr(ratools, name) for name in ratools.__all__}


def definition(function):
    return ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]


def global_names(function):
    """The names of its module that a function uses, those inside its comprehensions and lambdas too."""
    codes, names = [function.__code__], set()
    for code in codes:
        names |= set(code.co_names)
        codes += [inside for inside in code.co_consts if inspect.iscode(inside)]
    return sorted(names & set(function.__globals__))


def pasted(function):
    """The function's own text, run where there are only its file's imports and what stands beside it."""
    module = sys.modules[function.__module__]
    imports = [
        one for one in ast.parse(inspect.getsource(module)).body if isinstance(one, (ast.Import, ast.ImportFrom))
    ]
    space = {}
    exec(compile(ast.Module(imports, []), "imports", "exec"), space)
    node = definition(function)
    node.decorator_list = []
    beside = names_in(node) & set(vars(module)) - {*space, function.__name__}
    space |= {name: getattr(module, name) for name in beside}
    exec(compile(ast.Module([node], []), "pasted", "exec"), space)
    return space


@pytest.mark.parametrize("name", PUBLIC)
def test_nothing_stands_between_a_name_and_its_formula(name):
    function = PUBLIC[name]
    assert inspect.isfunction(function) and not hasattr(function, "__wrapped__")
    assert definition(function).decorator_list == []
    kinds = {parameter.kind for parameter in inspect.signature(function).parameters.values()}
    assert kinds <= {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}, "every option is named"


@pytest.mark.parametrize("name", PUBLIC)
def test_a_formula_uses_the_standard_library_converters_and_the_package(name):
    function = PUBLIC[name]
    for used in global_names(function):
        value = function.__globals__[used]
        home = getattr(value, "__module__", None) or function.__module__
        if home == arguments.__name__:
            assert used.startswith("as_"), f"{name} uses {used}, which is no converter"
        elif not home.startswith(("ratools.metrics.", "ratools.errors")):
            assert home.partition(".")[0].lstrip("_") in sys.stdlib_module_names | {"operator"}, f"{name} uses {used}"


@pytest.mark.parametrize("name", PUBLIC)
def test_a_converter_comes_before_the_formula(name):
    """What is converted is converted first; a function without a converter hands its arguments on as they are."""
    function = PUBLIC[name]
    lines = definition(function).body[1:]
    converts = [any(used.startswith("as_") for used in names_in(line)) for line in lines]
    parameters = set(inspect.signature(function).parameters)
    if not converts[0]:
        handed_on = [call for line in lines for call in calls_in(line) if parameters <= names_in(call)]
        assert handed_on, f"{name} neither converts its arguments nor hands all of them on"


def names_in(node):
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def calls_in(node):
    return [one for one in ast.walk(node) if isinstance(one, ast.Call)]


@pytest.mark.parametrize("name", PUBLIC)
def test_pasted_it_passes_its_doctest(name):
    space = pasted(PUBLIC[name])
    example = doctest.DocTestParser().get_doctest(PUBLIC[name].__doc__, space, name, None, None)
    result = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE).run(example)
    assert result.attempted and not result.failed


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("recall_at_k", (["a"], {"a": 1, "b": 0, "c": 0}, 1), 1.0),
        ("exact_match", ("abc", "abc"), 1),
        ("f1_score", ("red car", "red car"), 1.0),
        ("token_iou", ("the cat sat", "the cat ran away"), 0.4),
        ("ideal_dcg_at_k", ({"a": 2, "b": 0, "c": 3}, 1), 3.0),
        ("ndcg_at_k", (["a", "x"], {"a": 3, "x": -1}), 1.0),
    ],
)
def test_pasted_and_imported_give_the_same(name, given, value):
    assert PUBLIC[name](*given) == pasted(PUBLIC[name])[name](*given) == value


def test_every_parameter_is_in_the_vocabulary():
    """The words at the top of metrics/__init__.py are those of the signatures; other words belong to one family."""
    declared = metrics.__doc__
    for word in "retrieved relevant grades judgements gain discount k relevances relevance_scores results".split():
        assert f"\n    {word}" in declared or f", {word}" in declared
    synonyms = {
        "ranking",
        "run",
        "qrels",
        "docs",
        "documents",
        "relevant_docs",
        "scores",
        "n",
        "top_k",
        "truth",
        "labels",
    }
    for name, function in PUBLIC.items():
        assert not synonyms & set(inspect.signature(function).parameters), name
    fixed = {"relevances": {"cumulative_gain", "dcg_terms", "dcg_at_k"}, "relevance_scores": {"ndcg_at_k"}}
    for word, names in fixed.items():
        assert {name for name, function in PUBLIC.items() if word in inspect.signature(function).parameters} == names
        assert all(f"`{word}`" in PUBLIC[name].__doc__ for name in names), "explained where it is used"


# Converters


def test_what_is_converted_is_handed_back_as_it_is():
    ranking, grades, spans = ["a", "b"], {"a": 3, "b": 0.5}, [(0, 3), (5, 5)]
    assert arguments.as_ranking(ranking) is ranking
    assert arguments.as_judgements(grades) is arguments.as_grades(grades, ranking) is grades
    assert arguments.as_spans(spans, "spans") is spans
    assert arguments.as_tokens(ranking, "tokens") is ranking
    assert arguments.as_relevances([1, 0.5, True]) == [1, 0.5, True]
    relevant = arguments.as_relevant({"a": 1, "b": 0}, None, ranking)
    assert relevant == {"a"}
    assert arguments.as_relevant(relevant) is relevant


def test_the_short_way_through_refuses_what_the_long_way_refuses():
    nan = float("nan")
    for wrong in ([1, nan], [nan, 1], [1e101], [True, 10**101]):
        with pytest.raises(ValueError, match="finite"):
            arguments.as_relevances(wrong)
        with pytest.raises(ValueError, match="finite"):
            arguments.as_grades(dict(enumerate(wrong)))
    assert arguments.as_relevances([2, -1]) == [2, 0]
    assert arguments.as_grades({"a": 2, "b": -1}) == {"a": 2, "b": 0}
    with pytest.raises(ValueError, match="ranks 1 and 2"):
        arguments.as_ranking([1, True])


def test_each_refusal_stands_once():
    """No two converters word the same refusal."""
    tree = ast.parse(inspect.getsource(arguments))
    said = [ast.unparse(node.exc) for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    assert len(said) == len(set(said)) >= 35


def bare_ndcg(retrieved, grades):
    dcg = fsum(grades.get(doc, 0) / log2(rank + 1) for rank, doc in enumerate(retrieved, start=1))
    ideal = sorted(grades.values(), reverse=True)
    return dcg / fsum(grade / log2(rank + 1) for rank, grade in enumerate(ideal, start=1))


def test_checking_costs_little_beside_the_formula():
    rng = random.Random(0)
    retrieved = [f"d{n}" for n in rng.sample(range(200), 100)]
    grades = {f"d{n}": rng.randint(0, 3) for n in range(100)}
    assert ratools.ndcg_at_k(retrieved, grades) == pytest.approx(bare_ndcg(retrieved, grades), abs=1e-12)
    bare, ours = [], []
    for _ in range(40):  # in turns, so that a busy machine slows both
        bare += repeat(lambda: bare_ndcg(retrieved, grades), number=10, repeat=2)
        ours += repeat(lambda: ratools.ndcg_at_k(retrieved, grades), number=10, repeat=2)
    assert min(ours) <= 5 * min(bare)

"""The house rules that a machine can check: imports point one way, formulas stay short, importing stays cheap."""

import ast
import inspect
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import ratools

PACKAGE = Path(ratools.__file__).parent
FLOORS = ["metrics", "evaluation", "systems", "teaching", "assessing", "classroom"]  # each may use those before it
ROOMS = {  # of teaching, likewise: a room may use those with a lower number, and itself
    "cards": -1,
    **dict.fromkeys(["lessons", "forms", "hit_ranks", "advice", "targets", "thresholds", "judging_views"], 0),
    **dict.fromkeys(["prompt_channels"], 0),
    **dict.fromkeys(["misconceptions", "map_view", "environment", "glossary_view"], 1),
    **dict.fromkeys(["posed", "progress_log"], 2),
    **dict.fromkeys(["seeds"], 3),
    **dict.fromkeys(["exercises", "quizzes", "explanations", "progress_view"], 3),
    **dict.fromkeys(["widgets", "plots", "tables", "looking", "inventions", "sheet", "pages"], 4),
    **dict.fromkeys(["museum", "luck", "answer_views", "chunk_views"], 4),
    **dict.fromkeys(["capstone", "capstone_steps"], 4),
    **dict.fromkeys(["measuring", "score_views"], 5),
}
MODULES = sorted(PACKAGE.rglob("*.py"))


def floor(module_name):
    parts = module_name.split(".")
    return FLOORS.index(parts[1]) if len(parts) > 1 and parts[1] in FLOORS else None


@cache
def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported_names(path):
    return tuple(imports_of(path))


def imports_of(path):
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}:{node.lineno}: write the import in full"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def module_name(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_imports_point_one_way():
    for path in MODULES:
        here = floor(module_name(path))
        for name in imported_names(path):
            there = floor(name) if name.startswith("ratools") else None
            assert here is None or there is None or there <= here, f"{module_name(path)} imports {name} from above"


def room(name):
    parts = name.split(".")
    return parts[2] if parts[1:2] == ["teaching"] and len(parts) > 2 and parts[2] in ROOMS else None


def test_the_rooms_of_teaching_are_in_order():
    for path in sorted((PACKAGE / "teaching").rglob("*.py")):
        here = room(module_name(path))
        if here is None:
            assert path.name == "__init__.py", f"{path.name} is in no room: name it in ROOMS and in the map of __init__"
            continue
        for name in imported_names(path):
            there = room(name)
            if there and there != here:
                assert ROOMS[there] < ROOMS[here], f"{module_name(path)} imports {name} from above or beside"


@pytest.mark.parametrize("package", ["teaching", "systems", "classroom", *(f"teaching/{room}" for room in ROOMS)])
def test_the_map_names_every_module(package):
    """Who opens a folder finds each of its modules in its first lines."""
    folder = PACKAGE / package
    if not folder.is_dir():
        return
    told = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    for path in folder.iterdir():
        if path.suffix == ".py" and path.name != "__init__.py" or (path / "__init__.py").exists():
            assert path.stem in told, f"{package}/__init__.py does not say what {path.name} is"


@pytest.mark.parametrize("path", sorted((PACKAGE / "metrics").glob("*.py")), ids=lambda path: path.stem)
def test_metrics_need_the_standard_library_only(path):
    for name in imported_names(path):
        assert name.split(".")[0] in {*sys.stdlib_module_names, "ratools"}, f"{path.name} imports {name}"


def test_no_module_bears_the_name_of_a_function_it_exports():
    for path in MODULES:
        functions = {node.name for node in tree(path).body if hasattr(node, "name")}
        assert path.stem not in functions | set(ratools.__all__), path


def body_lines(function):
    """Lines of code below the docstring, blank lines and comments not counted."""
    source = inspect.getsource(inspect.unwrap(function))
    node = ast.parse(source).body[0]
    first = node.body[1] if ast.get_docstring(node) else node.body[0]
    lines = source.splitlines()[first.lineno - 1 :]
    return [line for line in lines if line.strip() and not line.strip().startswith("#")]


@pytest.mark.parametrize("name", ratools.__all__)
def test_a_formula_has_at_most_15_lines(name):
    assert len(body_lines(getattr(ratools, name))) <= 15


@pytest.mark.parametrize("name", ratools.__all__)
def test_the_public_name_is_the_formula(name):
    """`ratools.NAME??` shows the file's own function, with its docstring, in one hop."""
    function = getattr(ratools, name)
    source = inspect.getsource(function)
    assert f"def {name}(" in source
    assert Path(inspect.getsourcefile(function)).parent.name == "metrics"
    assert ">>> " in function.__doc__, "a doctest that can be checked by hand"
    assert function.__doc__.splitlines()[0].endswith((".", ":")), "the textbook sentence"


def test_importing_ratools_loads_no_third_party_package():
    code = (
        "import sys; before = set(sys.modules); import ratools; "
        "new = {name.split('.')[0] for name in set(sys.modules) - before}; "
        "print(sorted(new - set(sys.stdlib_module_names) - {'ratools'}))"
    )
    run = subprocess.run([sys.executable, "-I", "-c", path_first(code)], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_importing_ratools_takes_under_100_ms():
    code = "import time; start = time.process_time(); import ratools; print(time.process_time() - start)"
    command = [sys.executable, "-I", "-c", path_first(code)]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(5)]
    assert min(float(run.stdout) for run in runs) < 0.1


def path_first(code):
    return f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); {code}"


def test_the_promised_names_are_there():
    promised = """precision_at_k recall_at_k f_score_at_k success_at_k r_precision reciprocal_rank mean_reciprocal_rank
    average_precision mean_average_precision geometric_map interpolated_precision cumulative_gain dcg_at_k
    ideal_dcg_at_k ndcg_at_k rbp rbp_residual err_at_k bpref inf_ap judged_at_k condensed category_entropy
    alpha_ndcg_at_k err_ia subtopic_recall_at_k token_iou token_precision token_recall token_f1 precision_omega
    span_iou span_precision span_recall span_f1 precision_omega_chroma exact_match f1_score abstention_accuracy
    abstention_report score_classes score_distribution matches_by_category retrieval_report cohen_kappa fleiss_kappa
    krippendorff_alpha kendall_tau tau_ap rbo"""
    assert set(promised.split()) <= set(ratools.__all__)


SIGNATURES = {  # as the source documents write them; what is ours comes after, by keyword
    "precision_at_k": ["retrieved", "relevant", "k"],
    "recall_at_k": ["retrieved", "relevant", "k"],
    "reciprocal_rank": ["retrieved", "relevant"],
    "mean_reciprocal_rank": ["results", "ground_truth"],
    "dcg_at_k": ["relevances", "k"],
    "ndcg_at_k": ["retrieved", "relevance_scores", "k"],
    "exact_match": ["prediction", "reference"],
    "f1_score": ["prediction", "reference"],
    "abstention_accuracy": ["predictions", "references", "abstention_token"],
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signatures_of_the_sources(name):
    parameters = inspect.signature(getattr(ratools, name)).parameters
    assert list(parameters)[: len(SIGNATURES[name])] == SIGNATURES[name]
    beyond = list(parameters.values())[len(SIGNATURES[name]) :]
    assert all(p.kind is p.KEYWORD_ONLY or p.name == "k" for p in beyond)


def test_versions_agree():
    text = (PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{ratools.__version__}"' in text
    assert f"version: {ratools.__version__}\n" in (PACKAGE.parent / "CITATION.cff").read_text(encoding="utf-8")

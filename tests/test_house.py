"""The house rules that a machine can check: imports point one way, formulas stay short, importing stays cheap."""

import ast
import inspect
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from itertools import combinations
from pathlib import Path

import pytest

import ratools

PACKAGE = Path(ratools.__file__).parent
ROOT = PACKAGE.parent
COURSE = ROOT / "ratools_course"
MODULES = sorted(PACKAGE.rglob("*.py"))
COURSE_MODULES = sorted(COURSE.rglob("*.py"))
FOR_TEACHERS = ("classroom", "derived")  # above the lessons


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
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


# Who may import whom, by folder --------------------------------------------------------------------------------------


def room(name):
    """The folder of a module, or the module itself where it stands at the top of its package.

    The index of the lessons is a room of its own: engines find lessons through it, lessons stand above engines.
    """
    parts = name.split(".")
    if parts[:2] == ["ratools_course", "lessons"]:
        is_lesson = len(parts) > 2 and (COURSE / "lessons" / parts[2]).is_dir()
        return "ratools_course.lessons.*" if is_lesson else "ratools_course.lessons"
    return ".".join(parts[:2])


def test_folders_import_one_another_in_one_direction():
    graph = {}
    for path in [*MODULES, *COURSE_MODULES]:
        here = room(module_name(path))
        if len(path.relative_to(ROOT).parts) == 2 and path.name == "__init__.py":
            continue  # the packages themselves: they gather names
        ours = {room(name) for name in imported_names(path) if name.split(".")[0] in ("ratools", "ratools_course")}
        packages = {"ratools", "ratools_course"}
        graph.setdefault(here, set()).update(ours - {here} - packages)
    TopologicalSorter(graph).prepare()  # a CycleError names the folders that import each other
    for lower, higher in combinations(["metrics", "evaluation", "explanations", "assessing", "cli"], 2):
        assert f"ratools.{higher}" not in graph.get(f"ratools.{lower}", ()), f"{lower} imports {higher}"


def test_ratools_never_imports_the_course():
    for path in MODULES:
        for name in imported_names(path):
            assert not name.startswith("ratools_course"), f"{module_name(path)} imports {name}"


def test_every_module_of_ratools_loads_where_there_is_no_course():
    names = [module_name(path) for path in MODULES if path.stem not in ("__main__", "_moved")]
    code = (
        "import sys; sys.modules['ratools_course'] = None; "
        f"import importlib; [importlib.import_module(name) for name in {names!r}]"
    )
    done = subprocess.run([sys.executable, "-c", path_first(code)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


def test_an_engine_knows_no_lesson_and_a_lesson_no_other():
    for path in COURSE_MODULES:
        folders = path.relative_to(COURSE).parts[:-1]
        own = folders[1] if folders[:1] == ("lessons",) and len(folders) > 1 else None
        for name in imported_names(path):
            parts = name.split(".")
            if parts[:2] == ["ratools_course", "lessons"] and room(name) == "ratools_course.lessons.*":
                assert own and parts[2] in (own, "shared"), f"{module_name(path)} imports {name}"
            if parts[0] == "ratools_course" and len(parts) > 1 and parts[1] in FOR_TEACHERS and own:
                assert path.stem in ("exam", "variants", "guide"), (
                    f"{module_name(path)} imports {name}, which is for teachers"
                )


def test_a_folder_holds_at_most_a_dozen_modules():
    for package in (PACKAGE, COURSE):
        for folder in {path.parent for path in package.rglob("*.py")}:
            modules = sorted(path.name for path in folder.glob("*.py"))
            assert len(modules) <= 12, f"{folder.relative_to(ROOT)}: {len(modules)} modules"


def test_the_package_stays_small():
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES)
    assert lines <= 12_500, f"ratools has {lines} lines: what belongs in the course, what can go?"


FOLDERS = sorted({path.parent for path in COURSE_MODULES if not (path.parent / "lesson.toml").is_file()})


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.relative_to(ROOT).as_posix())
def test_the_first_lines_of_a_folder_name_every_module(folder):
    """Who opens a folder finds each of its modules in its first lines. (The index explains a lesson's folder.)"""
    text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    for path in folder.iterdir():
        is_module = path.suffix == ".py" and path.name not in ("__init__.py", "__main__.py")
        is_lesson = (path / "lesson.toml").exists()
        if is_module or (path / "__init__.py").exists() and not is_lesson:
            assert path.stem in text, f"{folder.name}/__init__.py does not say what {path.name} is"


@pytest.mark.parametrize("path", sorted((PACKAGE / "metrics").glob("*.py")), ids=lambda path: path.stem)
def test_metrics_need_the_standard_library_only(path):
    for name in imported_names(path):
        assert name.split(".")[0] in {*sys.stdlib_module_names, "ratools"}, f"{path.name} imports {name}"


def test_no_module_bears_the_name_of_a_function_it_exports():
    for path in [*MODULES, *COURSE_MODULES]:
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
    return f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"


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
    for file in ("pyproject.toml", "course/pyproject.toml"):
        assert f'version = "{ratools.__version__}"' in (ROOT / file).read_text(encoding="utf-8")
    assert f'"ratools=={ratools.__version__}"' in (ROOT / "course" / "pyproject.toml").read_text(encoding="utf-8")
    assert f"version: {ratools.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")

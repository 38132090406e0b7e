"""Settings of the whole suite."""

import re

import pytest
from hypothesis import settings

# They set up, start and wait.
REAL = ("tests/test_course_for_real.py", "tests/instructor/test_class_for_real.py")
REAL += ("tests/classroom/assignments/test_nbgrader_for_real.py",)

# What takes longest starts first, so that no worker ends long after the other.
FIRST = ("tests/browser/test_notebooks.py", "tests/browser/", *REAL, "tests/systems/datasets/test_chunks_data.py")
FIRST += ("tests/test_contributing.py", "tests/test_wheel.py", "notebooks/", "tests/checker/")

# Each file of these is one piece of work for one worker; of the rest, each function is.
WHOLE = (*REAL, "tests/browser/", "tests/test_wheel.py", "tests/test_house.py", "notebooks/", "examples/")

# What `course.py test --quick` leaves out, by where it stands; single tests say so by `@pytest.mark.slow`. These files
# are not even read then: processes, pictures, large data, a checker that is tried on hundreds of wrong functions.
SLOW = ("tests/browser/", "tests/classroom/", "tests/metrics/test_peers.py", "tests/evaluation/test_fast_lines.py")
SLOW += ("tests/assessing/test_desk_page.py", "tests/cli/test_judge.py")
SLOW += ("tests/derived/test_guide.py", "tests/instructor/test_guide.py")
SLOW += tuple(f"tests/systems/datasets/test_{name}.py" for name in ("answers_data", "capstone", "chunks_data"))
SLOW += tuple(
    f"tests/lessons/{name}.py"
    for name in ("why_measure/test_inventions", "judgements/test_views", "is_it_better/test_views", "shared/test_frame")
)
SLOW += tuple(
    f"tests/checker/test_{name}.py"
    for name in ("cell_history", "conventions", "diagnoses", "edits", "subtly_wrong", "under_attack")
)

SLOW_NAMES = ("test_plots.py",)  # of any folder

# The same examples in every run; `--hypothesis-profile=thorough` looks for new ones.
settings.register_profile("course", max_examples=50, deadline=None, derandomize=True)
settings.register_profile("quick", settings.get_profile("course"), max_examples=10)
settings.register_profile("thorough", max_examples=1000, deadline=None)


def is_quick(config):
    return "not slow" in config.option.markexpr


def pytest_configure(config):
    profile = "quick" if is_quick(config) else "course"
    settings.load_profile(config.getoption("--hypothesis-profile") or profile)


def pytest_ignore_collect(collection_path, config):
    """What is slow is not even imported; None leaves the decision to others."""
    place = collection_path.relative_to(config.rootpath).as_posix() if is_quick(config) else ""
    slow = (place + "/" * collection_path.is_dir()).startswith(SLOW) or place.endswith(SLOW_NAMES)
    return slow or None


def pytest_collection_modifyitems(items):
    items.sort(key=place)


def place(item):
    """Where an item stands in the queue: the earlier its folder is in FIRST, the earlier."""
    return next((n for n, start in enumerate(FIRST) if item.nodeid.startswith(start)), len(FIRST))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """As `--dist loadfile`, but a file of unit tests may be divided, by functions or by notebooks."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Pieces(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return piece(nodeid)

    config.option.loadscopereorder = False  # keep the order of pytest_collection_modifyitems
    return Pieces(config, log)


def piece(nodeid):
    """The piece of work that a test belongs to; a worker does it from beginning to end."""
    name, _, parameters = nodeid.partition("[")
    notebook = re.match(r"\d\d_\w+", parameters)
    if notebook and name.startswith("tests/notebooks/"):
        return f"{name.partition('::')[0]}[{notebook[0]}]"
    if name.startswith("tests/browser/") and not name.startswith(FIRST[0]):  # one JupyterLab, one browser
        return "tests/browser/ but the path"
    return name.partition("::")[0] if name.startswith(WHOLE) else name


@pytest.fixture(scope="session")
def assert_same_run():
    """Compare two TREC run files: the same documents per query, scores equal but for the last printed digit.

    Scores that rest on matrix products are never compared as bytes: the processor decides their last bits.
    """

    def by_query(path):
        found = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            query, _, document, rank, score, tag = line.split()
            found.setdefault((query, tag), {})[document] = (int(rank), float(score))
        return found

    def compare(made, shipped):
        made, shipped = by_query(made), by_query(shipped)
        assert made.keys() == shipped.keys()
        for key, documents in shipped.items():
            assert made[key].keys() == documents.keys(), key
            scores = {document: score for document, (_, score) in made[key].items()}
            assert scores == pytest.approx({document: score for document, (_, score) in documents.items()}, abs=2e-6)
            order = sorted(made[key], key=lambda document: made[key][document][0])
            drops = [documents[one][1] - documents[next][1] for one, next in zip(order, order[1:], strict=False)]
            assert min(drops, default=0) > -4e-6, f"{key}: the order differs by more than ties"

    return compare

"""The lessons of the course, found by their folders: a folder with a lesson.toml is a lesson.

    is_it_better/
        lesson.toml     number, title, question, minutes, goals; routes, timetable, names that it bore
        exercises.py    its exercises (ratools_course.checker)
        quiz.toml       quiz, warm-up, predictions, test items (README.md here says how they are written)
        views.py        tables that only its notebook shows; plots.py, its figures; explorers.py, what can be turned
        texts.toml      the prose that these show; tables.toml, tables to complete
        exam.py         exam questions with other numbers for every variant
        variants.py     its number exercises with other numbers for every student
        plan.md         the lesson plan
    shared/             what several lessons show
    course.toml         titles of routes, timetables and test forms

The notebook is `notebooks/NN_FOLDER.ipynb`. Its number stands in lesson.toml and nowhere in an import, so that a lesson
can be renumbered without touching code. Nothing but this module imports a lesson; a lesson imports `shared` at most.
"""

import functools
import tomllib
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from ratools.errors import UsageError
from ratools.words import did_you_mean, listed

FOLDER = Path(__file__).resolve().parent
KEYS = {"number", "title", "question", "minutes", "goals"}
NOT_FOR_NOTEBOOKS = {"__init__", "exercises", "exam", "variants", "guide"}
OPTIONAL = {"routes", "talk", "formerly", "timetable"}


@dataclass(frozen=True)
class Lesson:
    """One notebook of the course and the folder that holds the rest of it."""

    slug: str  # of the folder: "ndcg"
    number: str  # "05"
    title: str
    question: str
    minutes: int
    goals: tuple[str, ...]
    routes: tuple[str, ...] = ()
    talk: bool = False  # slides are made from its notebook
    formerly: tuple[str, ...] = ()  # names that old progress files and copies may hold
    timetable: dict = field(default_factory=dict, compare=False)

    @property
    def name(self):
        """`"05_ndcg"`: of the notebook, and of its exercises and quiz."""
        return f"{self.number}_{self.slug}"

    @property
    def file(self):
        """`"05_ndcg.ipynb"`."""
        return f"{self.name}.ipynb"

    @property
    def folder(self):
        """Where everything but the notebook is."""
        return FOLDER / self.slug


def read_lesson(path):
    """The lesson that a lesson.toml describes; a ValueError says what is wrong with the file."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: this is not TOML: {error}") from None
    missing, unknown = KEYS - table.keys(), table.keys() - KEYS - OPTIONAL
    if missing or unknown:
        wrong = [*(f"{key} is missing" for key in sorted(missing)), *(f"there is no key {key!r}" for key in unknown)]
        raise ValueError(f"{path}: {'; '.join(wrong)}")
    number = table.pop("number")
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= 99:
        raise ValueError(f"{path}: number must be a whole number from 0 to 99, got {number!r}")
    lists = {key: tuple(table.pop(key, ())) for key in ("goals", "routes", "formerly")}
    return Lesson(slug=path.parent.name, number=f"{number:02d}", **table, **lists)


def read_lessons(folder=FOLDER):
    """Every lesson below a folder, by number."""
    lessons = sorted(map(read_lesson, folder.glob("*/lesson.toml")), key=lambda lesson: lesson.number)
    for earlier, later in zip(lessons, lessons[1:], strict=False):
        if earlier.number == later.number:
            raise ValueError(f"{earlier.slug} and {later.slug} both have number {int(later.number)}: change one")
    return tuple(lessons)


LESSONS = read_lessons()


def lesson(name):
    """A lesson by its name, number, file or folder, or by a name that it bore.

    >>> lesson("05").name, lesson("05_ndcg.ipynb").title, lesson("ndcg").number
    ('05_ndcg', 'nDCG', '05')
    """
    wanted = str(name).removesuffix(".ipynb")
    for match in (_is_called, _was_called):
        for candidate in LESSONS:
            if match(candidate, wanted):
                return candidate
    suggestion = did_you_mean(wanted, [candidate.name for candidate in LESSONS], cutoff=0.4)
    raise UsageError(
        f"there is no notebook {name!r}: the names run from {LESSONS[0].name} to {LESSONS[-1].name}{suggestion}"
    )


def _is_called(candidate, wanted):
    return wanted in (candidate.name, candidate.number, candidate.slug)


def _was_called(candidate, wanted):
    """Also a name with the number that the lesson had before."""
    return wanted in candidate.formerly or wanted[:2].isdigit() and wanted[2:] == f"_{candidate.slug}"


def part(owner, module):
    """A module of a lesson's folder (`part(lesson("05"), "exercises")`), or None where it has none."""
    if not (owner.folder / f"{module}.py").is_file():
        return None
    return import_module(f"{__name__}.{owner.slug}.{module}")


def names_of(package):
    """`__getattr__` of a lesson: its notebook imports names of its modules, and of shared/, from the lesson itself."""

    def __getattr__(name):
        if not name.startswith("__") and name not in _modules(package):
            for folder in (package, f"{__name__}.shared"):
                for module in _modules(folder):
                    found = import_module(f"{folder}.{module}")
                    if hasattr(found, name):
                        return getattr(found, name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return __getattr__


def _modules(package):
    """The modules of a lesson that a notebook may import from; plots last, since they load matplotlib."""
    files = FOLDER.joinpath(package.rpartition(".")[2]).glob("*.py")
    return sorted({file.stem for file in files} - NOT_FOR_NOTEBOOKS, key=lambda stem: (stem == "plots", stem))


def defined(kind, module):
    """(lesson, object) for every object of a class that the lessons' modules of one name define, in their order."""
    for found in LESSONS:
        namespace = vars(part(found, module)) if (found.folder / f"{module}.py").is_file() else {}
        yield from ((found, value) for value in namespace.values() if isinstance(value, kind))


# What the lessons share --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Route:
    """A way through the course for one kind of reader."""

    title: str
    numbers: tuple[str, ...]
    reason: str


@functools.cache
def course():
    """course.toml: the titles of routes, timetables and test forms."""
    return tomllib.loads((FOLDER / "course.toml").read_text(encoding="utf-8"))


def routes():
    """{name: Route}. Every lesson is on "everything", and on those that its lesson.toml names."""
    known = course()["route"]
    for item in LESSONS:
        for name in item.routes:
            if name not in known:
                raise ValueError(f"{item.slug}/lesson.toml: there is no route {name!r}; known are {listed(known)}")
    return {
        name: Route(
            route["title"],
            tuple(item.number for item in LESSONS if name == "everything" or name in item.routes),
            route["reason"],
        )
        for name, route in known.items()
    }

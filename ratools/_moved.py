"""Old import paths of the course, which was part of ratools: a copy of a notebook made then still runs.

`ratools.teaching…`, `ratools.systems…` and `ratools.classroom…` are looked up in the package ratools_course, which is
imported when such a path is first used, with a DeprecationWarning. Nothing else in ratools knows that package.
"""

import sys
import warnings
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

COURSE = "ratools_course"
ROOTS = ("ratools.teaching", "ratools.systems", "ratools.classroom")
# An old module, and the modules that hold its names now; @ is the course, * stands for every lesson. What was below an
# old module is below one of the new ones, unless it has a line of its own.
MOVED = {
    "teaching.widgets.explorers": "@.widgets.explorers @.lessons.*.explorers",
    "classroom": "@.classroom @.classroom.report @.classroom.exams @.classroom.questions @.classroom.assignments",
    "classroom.assignments": "@.classroom.assignments.making",
    "classroom.exams": "@.classroom.exams.papers",
    "classroom.questions": "@.classroom.questions.exporting",
    "systems": "@.systems",
    "systems.answer_cutter": "@.systems.answering",
    "systems.answer_forms": "@.systems.answering",
    "systems.answer_stages": "@.systems.answer_scoring",
    "systems.answer_tables": "@.systems.answer_scoring",
    "systems.answer_versions": "@.systems.answering",
    "systems.answerer": "@.systems.answering",
    "systems.bm25": "@.systems.lexical",
    "systems.breaks": "@.systems.chunking",
    "systems.capstone_versions": "@.systems.answering",
    "systems.chunk_measures": "@.systems.chunking",
    "systems.chunk_tables": "@.systems.chunking",
    "systems.chunkers": "@.systems.chunking",
    "systems.chunkings": "@.systems.chunking",
    "systems.hybrid": "@.systems.combined",
    "systems.lsa": "@.systems.dense",
    "systems.pipeline": "@.systems.answering",
    "systems.reranker": "@.systems.combined @.systems.words",
    "systems.retriever": "@.systems.lexical",
    "systems.stemmer": "@.systems.words",
    "systems.svd": "@.systems.dense",
    "systems.tfidf": "@.systems.lexical",
    "systems.tokeniser": "@.systems.words",
    "systems.two_stages": "@.systems.combined",
    "systems.datasets.stdlib_harvest": "@.systems.datasets.stdlib",
    "systems.datasets.stdlib_modules": "@.systems.datasets.stdlib",
    "systems.datasets.readers": "@.systems.datasets.readers @.systems.datasets.stdlib",
    "teaching": "@",
    "teaching.advice": "@.lessons.choose_a_measure.advice @.widgets.blanks",
    "teaching.answer_views": "@.lessons.answers.views @.lessons.shared.answers",
    "teaching.capstone": "@.lessons.capstone.assessment",
    "teaching.capstone_steps": "@.lessons.capstone.views",
    "teaching.chunk_views": "@.lessons.chunks.views",
    "teaching.environment": "@.learner.environment",
    "teaching.exercises": "@.checker",
    "teaching.exercises.edit_kinds": "@.checker.edits.kinds",
    "teaching.exercises.edit_trial": "@.checker.edits.trial",
    "teaching.exercises.missing_names": "@.checker.sources",
    "teaching.exercises.ours": "@.checker.package_use",
    "teaching.exercises.edits": "@.checker.edits.search",
    "teaching.explanations": "ratools.explanations",
    "teaching.forms": "ratools.forms",
    "teaching.glossary_view": "@.learner.glossary_view",
    "teaching.hit_ranks": "@.lessons.reciprocal_rank.views",
    "teaching.inventions": "@.lessons.why_measure.inventions",
    "teaching.judging_views": "@.lessons.judgements.views @.systems.other_judgements ratools.evaluation.agreement",
    "teaching.looking": "@.lessons.shared.result_pages @.lessons.why_measure.views",
    "teaching.luck": "@.lessons.is_it_better.views",
    "teaching.map_view": "@.learner.map_view",
    "teaching.measuring": "@.lessons.measure_a_system.views",
    "teaching.misconceptions.families": "@.misconceptions.bank "
    "@.misconceptions.bank.measures @.misconceptions.bank.practice @.misconceptions.bank.text",
    "teaching.museum": "@.lessons.spot_the_error.views @.lessons.shared.libraries",
    "teaching.pages": "@.lessons.ndcg.views",
    "teaching.plots": "@.lessons.shared.plots @.lessons.shared.frame @.lessons.*.plots",
    "teaching.posed": "@.learner.task_list",
    "teaching.progress_log": "@.learner.progress_log",
    "teaching.progress_view": "@.learner.progress_view",
    "teaching.prompt_channels": "@.learner.prompt_channels",
    "teaching.score_views": "@.lessons.scores_and_thresholds.views",
    "teaching.seeds": "@.derived.seeds",
    "teaching.sheet": "@.lessons.choose_a_measure.sheet",
    "teaching.tables": "@.lessons.precision_recall.views @.lessons.choose_a_measure.views",
    "teaching.targets": "@.lessons.shared.targets @.lessons.shared.ceilings",
    "teaching.thresholds": "@.lessons.scores_and_thresholds.thresholds",
}


def new_homes(name):
    """The modules that may hold the names of an old one.

    >>> new_homes("ratools.teaching.quizzes.bank"), new_homes("ratools.evaluation")
    (['ratools_course.quizzes.bank'], [])
    """
    parts = name.removeprefix("ratools.").split(".")
    for length in range(len(parts), 0, -1):
        homes = MOVED.get(".".join(parts[:length]))
        if homes:
            return [".".join([home, *parts[length:]]) for home in _written_out(homes)]
    return []


def _written_out(homes):
    """The modules that a line of the table stands for."""
    for home in homes.replace("@", COURSE).split():
        lessons = import_module(f"{COURSE}.lessons").LESSONS if "*" in home else ()
        yield from (home.replace("*", lesson.slug) for lesson in lessons) if lessons else (home,)


def load(name):
    """Those of the new modules that are there; without the course, the sentence that says what to install."""
    try:
        import_module(COURSE)
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            f"{name} is part of the course now, which is not installed here: run `pip install . ./course` in a "
            "checkout of the ratools repository",
            name=name,
        ) from None
    return [module for module in map(_module, new_homes(name)) if module]


def _module(name):
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name and f"{name}.".startswith(f"{error.name}."):  # it, or a folder above it, is not there
            return None
        raise


class OldPaths:
    """Finds modules under their old names.

    It is asked first: an updated checkout may keep empty folders of these names, which Python takes for packages.
    """

    warned = False

    @staticmethod
    def find_spec(name, path=None, target=None):
        """A spec for what has moved, None for everything else."""
        if f"{name}.".startswith(tuple(f"{root}." for root in ROOTS)) and load(name):
            return ModuleSpec(name, OldPaths, is_package=True)
        return None

    @staticmethod
    def create_module(spec):
        """A module that hands on the names of the new ones."""
        return MovedModule(spec.name)

    @staticmethod
    def exec_module(module):
        """Warn, once in a process: a notebook imports many of them."""
        if not OldPaths.warned:
            OldPaths.warned = True
            where = load(module.__name__)[0].__name__
            message = f"{module.__name__} is now {where}; `course.py reset NN` gives a fresh copy of notebook NN"
            warnings.warn(message, DeprecationWarning, stacklevel=2)


class MovedModule(ModuleType):
    """Looks every name up in the new modules."""

    def __getattr__(self, name):
        if not name.startswith("__"):
            for home in load(self.__name__):
                if hasattr(home, name):
                    return getattr(home, name)
            if OldPaths.find_spec(f"{self.__name__}.{name}"):
                return import_module(f"{self.__name__}.{name}")
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")


def install():
    """Serve the old paths."""
    if OldPaths not in sys.meta_path:
        sys.meta_path.insert(0, OldPaths)

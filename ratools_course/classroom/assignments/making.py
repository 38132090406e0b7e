"""An nbgrader course from a notebook's exercises: `python3 course.py assignment 05 --out FOLDER --seed PRIVATE`.

Each exercise becomes four cells: what to do; the answer (its solution is removed from what students get); the course's
own `check`, which they may run as often as they like; and a cell that hands the answer in. Autograding marks it in a
process of its own, with inputs drawn from the private seed. `instructor/ASSIGNMENTS.md` says what it cannot do.
"""

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from ratools.words import count, decimal, did_you_mean
from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.checking import check_cell
from ratools_course.checker.conventions import DECIDED, situations
from ratools_course.checker.functions import base_calls
from ratools_course.checker.kinds import FunctionExercise
from ratools_course.classroom.assignments.marking import SHARES, numbers_salt
from ratools_course.classroom.assignments.private import bank_folder, load_exercises, load_probes, outside, read_seed
from ratools_course.classroom.assignments.variants import can_vary
from ratools_course.classroom.command_line import Arguments, sentence
from ratools_course.learner.task_list import tasks
from ratools_course.lessons import LESSONS, lesson

POINTS = {"write": 4, "gap": 2, "bug": 2, "parsons": 2, "number": 2}  # a prediction has no marks
TASKS = {
    "write": "Write the function. Its docstring says what it should do.",
    "gap": "Replace each `____`.",
    "bug": "This function has one bug. Fix it.",
    "parsons": "Put the lines in order; one may not belong.",
    "number": "Work out the number.",
}
SPECIAL = {
    "nothing judged": "nothing was judged",
    "nothing relevant": "nothing is relevant",
    "an empty list": "the list is empty",
    "an empty text": "a text is empty",
}
CONFIG = '''"""Settings of this nbgrader course; `nbgrader` finds them when it is started in this folder."""

import os
from pathlib import Path

from nbgrader.converters.autograde import Autograde
from nbgrader.preprocessors import Execute

from ratools_course.classroom.assignments.nbgrader_step import MarkAnswers

here = Path(__file__).resolve().parent
c = get_config()  # noqa: F821
c.CourseDirectory.root = str(here)
c.CourseDirectory.course_id = "ratools"
c.ClearSolutions.code_stub = {"python": ""}
c.Execute.timeout = SECONDS  # for one cell
c.Execute.startup_timeout = c.Execute.iopub_timeout = 120  # a crowded machine is not the student's fault
c.MarkAnswers.private_file = str(here / "private.json")
steps = list(Autograde.class_traits()["autograde_preprocessors"].default())
steps.insert(steps.index(Execute) + 1, MarkAnswers)
c.Autograde.autograde_preprocessors = steps
os.environ["RATOOLS_PROGRESS"] = os.devnull  # marking is nobody's progress
'''


def chosen(notebook, only=()):
    """The exercises of a notebook that can be marked, in its order; or some of them."""
    names = [lesson.name for lesson in LESSONS if notebook.zfill(2) in (lesson.name, lesson.file, lesson.number)]
    if not names:
        numbers = ", ".join(lesson.number for lesson in LESSONS)
        raise ValueError(f"there is no notebook {notebook!r}; there are {numbers}")
    [name] = names
    asked = [id for (kind, id), where in tasks().items() if kind == "exercise" and where == name]
    own = [id for id, exercise in EXERCISES.items() if exercise.notebook == name and exercise.kind != "predict"]
    ids = [id for id in asked if EXERCISES[id].kind in POINTS]
    ids += [id for id in own if id not in asked and (id in only or _is_private(id))]
    for id in only:
        if id not in ids:
            raise ValueError(f"notebook {name} has no exercise {id!r}{did_you_mean(id, own)}; it has {', '.join(own)}")
    return name, [EXERCISES[id] for id in ids if not only or id in only]


PRIVATE = set()  # ids that a private bank brought


def _is_private(id):
    return id in PRIVATE


# Cells ---------------------------------------------------------------------------------------------------------------


def _marked(cell, id, skipped=False, **role):
    """A cell with its role; one that only helps the student is not executed while marking, which saves time."""
    facts = {"schema_version": 3, "grade_id": id, "grade": False, "solution": False, "locked": True, "task": False}
    cell.metadata["nbgrader"] = facts | role
    if skipped:
        cell.metadata["tags"] = ["skip-execution"]
    return cell


def notebook_of(name, exercises, salt=None):
    """The source notebook, solutions and hand-in cells included, and {cell that marks: task}."""
    varied = [exercise.id for exercise in exercises if salt and can_vary(exercise)]
    points = sum(POINTS[exercise.kind] for exercise in exercises)
    intro = (
        f"# Assignment: {lesson(name).title}\n\n{len(exercises)} exercises, {points} points. Write into the cells that "
        "ask for it, and run the check below each as often as you like: it tells what is wrong. What counts is marked "
        "after you hand in, with other inputs.\n\nPoints: all for a right answer; "
        f"{SHARES['right but for special cases']:.0%} if only special cases such as an empty list are wrong; "
        f"{SHARES['one wrong idea, which has a name']:.0%} for one wrong idea that the course has a name for."
    )
    cells = [
        _marked(new_markdown_cell(intro), "introduction"),
        _marked(new_code_cell("from ratools_course import check, hint"), "imports"),
    ]
    if varied:
        source = 'student = ""  # your id between the quotation marks, as your submissions are called\n' + _solved("")
        cells.append(_marked(new_code_cell(source), "student", solution=True, locked=False))
    plan = {}
    for number, exercise in enumerate(exercises, start=1):
        new, task = _exercise_cells(number, exercise, salt if exercise.id in varied else None)
        cells += new
        plan |= task
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    book = new_notebook(cells=cells, metadata={"kernelspec": kernel, "language_info": {"name": "python"}})
    for index, cell in enumerate(book.cells):
        cell["id"] = f"cell-{index}"  # steady, so that the same seed makes the same file
    return book, plan


def _exercise_cells(number, exercise, salt):
    id, name, points = f"e{number}", exercise.name, POINTS[exercise.kind]
    text = f"## {number}. `{name}` ({points} points)\n\n{TASKS[exercise.kind]}{_conventions(exercise)}"
    cells = [_marked(new_markdown_cell(text), f"{id}-task")]
    stub, student = exercise.stub.rstrip("\n"), ""
    if salt:
        draw = "from ratools_course.classroom.assignments.variants import numbers\n\n"
        draw += f'mine = numbers("{exercise.id}", student, "{salt}")'
        cells.append(_marked(new_code_cell(f"{draw}\nmine"), f"{id}-numbers", skipped=True))
        stub, student = f"{name} = ...", ", student"
        visible, solved = f"mine.check({name})", f"{draw}\n{name} = mine.truth()"
    else:
        visible, solved = check_cell(exercise.id), exercise.solution
    cells.append(_marked(new_code_cell(f"{stub}\n{_solved(solved)}"), f"{id}-answer", solution=True, locked=False))
    if not _is_private(exercise.id):
        cells.append(_marked(new_code_cell(visible), f"{id}-check", skipped=True))
    hand_in = (
        "# What you wrote is handed in here, and marked with other inputs. Nothing to do.\n"
        "### BEGIN HIDDEN TESTS\n"
        "from ratools_course.classroom.assignments.handing_in import hand_in\n"
        f'hand_in("{exercise.id}", globals().get("{name}"){student})\n'
        "### END HIDDEN TESTS"
    )
    cells.append(_marked(new_code_cell(hand_in), f"{id}-mark", grade=True, points=points))
    return cells, {f"{id}-mark": {"exercise": exercise.id, "points": points}}


def _solved(solution):
    return f"### BEGIN SOLUTION\n{solution.rstrip()}\n### END SOLUTION"


def _conventions(exercise):
    """What a convention decides, with its value, computed: hidden tests ask for it."""
    if not isinstance(exercise, FunctionExercise):
        return ""
    special = []
    for name in SPECIAL:
        if name in DECIDED and name not in exercise.without:
            calls = [call for call in base_calls(exercise)[1] if name in situations(exercise, call)]
            values = {decimal(exercise.truth(*call)) for call in calls}
            special += [f"{SPECIAL[name]}: {values.pop()}"] if len(values) == 1 else []
    return f" Special cases: where {'; where '.join(special)}." if special else ""


# The course ----------------------------------------------------------------------------------------------------------


def write_course(out, notebook, seed=None, bank=None, only=(), seconds=60):
    """Write an nbgrader course, or another assignment into one; what was made, a line each."""
    out = outside(out, "the folder")
    bank = bank_folder(bank)
    if bank:
        PRIVATE.update(load_exercises(bank))
        load_probes(bank)
    private = _private(out, seed, bank)
    name, exercises = chosen(notebook, only)
    if not exercises:
        raise ValueError(f"notebook {name} has no exercise that can be marked")
    salt = numbers_salt(private["seed"]) if private["varied"] else None
    book, plan = notebook_of(name, exercises, salt)
    private["assignments"][name] = plan
    source = out / "source" / name / f"{name}.ipynb"
    out.mkdir(mode=0o700, parents=True, exist_ok=True)  # other users of this machine may be students
    source.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(nbformat.from_dict(book), source)
    (out / "nbgrader_config.py").write_text(CONFIG.replace("SECONDS", str(seconds)), encoding="utf-8")
    path = out / "private.json"
    path.touch(mode=0o600)
    path.write_text(json.dumps(private, indent=1) + "\n", encoding="utf-8")
    return name, exercises


def _private(out, seed, bank):
    """What the course keeps: an earlier seed stays unless another is given."""
    path = out / "private.json"
    kept = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"assignments": {}, "varied": False}
    if seed and kept.get("seed") not in (None, seed) and kept["assignments"]:
        raise ValueError(
            f"{out} has assignments of another seed, which could not be marked any more: take a new folder"
        )
    if seed:
        kept |= {"seed": seed, "varied": True}
    kept.setdefault("seed", secrets.token_hex(16))
    kept["bank"] = str(bank) if bank else kept.get("bank")
    return kept


RUN = """
import json, sys, time
from nbgrader import apps
for name, *arguments in json.loads(sys.argv[1]):
    app, started = getattr(apps, name), time.perf_counter()
    try:
        app.launch_instance(argv=arguments)
    except SystemExit as error:
        print(f"{name} ended with {error.code}", file=sys.stderr)
    print(name, time.perf_counter() - started)
    app.clear_instance()
"""


def nbgrader(folder, *commands):
    """Run some of nbgrader's own commands in a course, in one process: starting it takes seconds.

    A command is the name of its application and its arguments: ("AutogradeApp", "05_ndcg").
    """
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"  # it calls alembic
    command = [sys.executable, "-c", RUN, json.dumps(commands)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, "PATH": programs})


def mark_all(out, name):
    """Autograde, write feedback, export grades.csv; what happened, a line each."""
    folder = Path(out)
    people = sorted(path.parent.name for path in folder.glob(f"submitted/*/{name}"))
    for old in (folder / "autograded").glob(f"*/{name}"):
        shutil.rmtree(old)
    commands = [("AutogradeApp", name, "--create", "--force"), ("GenerateFeedbackApp", name, "--force"), ("ExportApp",)]
    done = nbgrader(folder, *commands)
    with open(folder / "nbgrader.log", "a", encoding="utf-8") as log:
        log.write(done.stdout + done.stderr)
    seconds = re.search(r"^AutogradeApp ([\d.]+)$", done.stdout, re.M)
    each = f", {float(seconds[1]) / len(people):.1f} s each" if seconds and people else ""
    marked = [person for person in people if (folder / "feedback" / person / name).is_dir()]
    yield f"{len(marked)} of {len(people)} submissions were marked{each}."
    for person in people:
        if person not in marked:
            yield f"{person} could not be marked: {folder / 'nbgrader.log'} tells why."
    yield f"Grades: {folder / 'grades.csv'}   Feedback: {folder / 'feedback'}"


def main(arguments=None):
    """The command; exit code 2 for what cannot be done."""
    parser = Arguments(prog="python3 course.py assignment", description=__doc__.splitlines()[0])
    parser.add_argument("notebook", help="its number, such as 05")
    parser.add_argument("--out", required=True, help="the nbgrader course's folder, outside the repository")
    parser.add_argument(
        "--seed", help="private: draws the hidden inputs, and other numbers for everybody; @FILE reads it"
    )
    parser.add_argument("--bank", help="a folder of your own probes and exercises, outside the repository")
    parser.add_argument("--exercise", action="append", default=[], metavar="ID", help="only this one")
    parser.add_argument("--seconds", type=int, default=60, help="for one cell while marking (60)")
    parser.add_argument(
        "--mark", action="store_true", help="mark what is in submitted/: autograde, feedback, grades.csv"
    )
    options = parser.parse_args(arguments)
    try:
        return _mark(options) if options.mark else _make(options)
    except (ValueError, OSError) as error:
        print(sentence(error), file=sys.stderr)
        return 2


def _make(options):
    seed = read_seed(options.seed) if options.seed else None
    name, exercises = write_course(options.out, options.notebook, seed, options.bank, options.exercise, options.seconds)
    done = nbgrader(options.out, ("GenerateAssignmentApp", name, "--force", "--create"))
    if done.returncode or " ended with " in done.stderr:
        print(done.stdout + done.stderr, file=sys.stderr)
        return 1
    out, points = Path(options.out), sum(POINTS[exercise.kind] for exercise in exercises)
    print(f"{count(len(exercises), 'exercise')}, {points} points.")
    print(f"For students: {out / 'release' / name}")
    print(f"Keep private: {out / 'source'} (solutions) and {out / 'private.json'} (the seed)")
    print(
        f"To mark: put submissions into {out / 'submitted'}/STUDENT/{name}/{name}.ipynb, then the same command "
        f"with --mark"
    )
    return 0


def _mark(options):
    name, _ = chosen(options.notebook)
    if not (Path(options.out) / "private.json").is_file():
        raise ValueError(f"{options.out} is not a course that can be marked: make it first, without --mark")
    submitted = Path(options.out) / "submitted"
    if not any(submitted.glob(f"*/{name}")):
        raise ValueError(f"there are no submissions of {name}: put them into {submitted}/STUDENT/{name}/{name}.ipynb")
    for line in mark_all(options.out, name):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())

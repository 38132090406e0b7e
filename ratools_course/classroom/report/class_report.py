"""What does my class get wrong? `python3 course.py class report FOLDER`, from the students' progress files.

Per exercise, table and question: how many people tried it, were right at the first try, are right by now, and the three
wrong ideas that most of them showed. Per prediction: what the class guessed, with a question to discuss. No names,
unless `--names` asks for them; then in the terminal only. Fewer than five people are never broken down.

A progress file is its owner's and can be edited with any editor: choose by it what to talk about, never a grade.
"""

import math
import sys
import textwrap
import time
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ratools.words import count
from ratools_course import lessons, misconceptions
from ratools_course.cards import plain
from ratools_course.checker import checking
from ratools_course.classroom.command_line import Arguments, sentence
from ratools_course.classroom.report import class_files
from ratools_course.classroom.report.guesses import Bar, histogram, right_answer
from ratools_course.learner import progress_log
from ratools_course.learner.task_list import tasks
from ratools_course.quizzes.bank import banks

SMALLEST = 5  # people; a smaller group is not broken down
IDEAS = 3
HOMES = Path(__file__).resolve().parents[3] / "my_class" / "students"  # of `course.py class`
WARNING = (
    "Never grade from this. A progress file belongs to the student and can be edited with any editor; it is there to "
    "choose what to talk about."
)


@dataclass(frozen=True)
class Task:
    """What a class made of one exercise, table or question: numbers of people."""

    notebook: str
    kind: str
    id: str
    asked: str
    tried: int
    first: int = 0  # right at the first try
    end: int = 0  # right by now
    looked: int = 0  # asked to be shown the answer
    ideas: tuple[tuple[str, int], ...] = ()  # (misconception, people), the commonest first

    @property
    def small(self):
        """Whether too few people tried it to be broken down."""
        return self.tried < SMALLEST


@dataclass(frozen=True)
class Guessed:
    """What a class guessed at one prediction, before it was told."""

    notebook: str
    id: str
    asked: str
    people: int
    bars: tuple[Bar, ...] = ()
    answer: str = ""
    explanation: str = ""
    discuss: str = ""
    unfit: int = 0  # guesses at an earlier wording of the question

    @property
    def small(self):
        """Whether too few people guessed to be broken down."""
        return self.people < SMALLEST


class ClassReport:
    """A class's progress files, counted; `notebooks` keeps it to some of them."""

    def __init__(self, files, notebooks=None):
        self.files = files
        self.chosen = [lessons.lesson(name).name for name in notebooks] if notebooks else None
        self.lines = {}  # {(kind, id): {person: lines}}
        for person, lines in files.people.items():
            for line in lines:
                kind = next(kind for kind in progress_log.KINDS if kind in line)
                self.lines.setdefault((kind, line[kind]), {}).setdefault(person, []).append(line)

    @cached_property
    def tasks(self):
        """Every exercise, table and question that anybody tried, in the course's order."""
        rows = [_task(key, notebook, asked, self.lines.get(key, {})) for key, (notebook, asked) in _catalogue().items()]
        return [row for row in rows if row.tried and self._wanted(row)]

    @cached_property
    def guesses(self):
        """Every prediction that anybody made, in the course's order."""
        asked = [question for bank in banks().values() for question in bank.predictions]
        rows = [_guessed(question, self.lines.get(("prediction", question.id), {})) for question in asked]
        return [row for row in rows if row.people and self._wanted(row)]

    @property
    def notebooks(self):
        """The notebooks that something is known of, in order."""
        seen = {row.notebook for row in [*self.tasks, *self.guesses]}
        return [lesson for lesson in lessons.LESSONS if lesson.name in seen]

    @property
    def hardest(self):
        """The three tasks that fewest were right about at the first try."""
        known = [row for row in self.tasks if not row.small and row.first < row.tried]
        return sorted(known, key=lambda row: row.first / row.tried)[:3]

    @property
    def small(self):
        """Whether the class itself is too small to be broken down."""
        return len(self.files.people) < SMALLEST

    def people(self):
        """Per person (tried, right at the first try, right by now, last seen): for `--names` alone."""
        rows = {}
        for person, lines in self.files.people.items():
            outcomes = [_outcome(own[person]) for key, own in self.lines.items() if person in own and key[0] != KEPT]
            tried = [outcome for outcome in outcomes if outcome["tried"]]
            last = max((str(line.get("time", "")) for line in lines), default="")
            first, end = (sum(outcome[key] for outcome in tried) for key in ("first", "end"))
            rows[person] = (len(tried), first, end, last[:16])
        return rows

    def summary(self):
        """One sentence about what was read."""
        said = f"{count(len(self.files.people), 'person').replace('persons', 'people')}, {self.files.answers} lines"
        if self.files.broken:
            said += f"; {self.files.broken} more could not be read"
        return said + (f"; {count(self.files.unread, 'file')} could not be opened." if self.files.unread else ".")

    def _wanted(self, row):
        return self.chosen is None or row.notebook in self.chosen


KEPT = "prediction"  # which is neither right nor wrong


def _catalogue():
    """{(kind, id): (notebook, what is asked)}: as the notebooks pose them, then the rest of the banks."""
    asked = {("exercise", id): (checking.get(id).notebook, "") for id in checking.ids()}
    asked |= {key: (notebook, "") for key, notebook in tasks().items() if key[0] == "table"}
    for bank in banks().values():
        asked |= {("question", question.id): (question.notebook, question.text) for question in bank.questions}
    order = [*(key for key in tasks() if key in asked), *asked]
    return dict(sorted(((key, asked[key]) for key in dict.fromkeys(order)), key=lambda item: item[1][0]))


def _task(key, notebook, asked, by_person):
    outcomes = [outcome for outcome in map(_outcome, by_person.values()) if outcome["tried"]]
    ideas = Counter(idea for outcome in outcomes for idea in outcome["ideas"])
    common = sorted(ideas.items(), key=lambda item: (-item[1], item[0]))[:IDEAS]
    people = {name: sum(outcome[name] for outcome in outcomes) for name in ("first", "end", "looked")}
    return Task(notebook, *key, asked, len(outcomes), **people, ideas=tuple(common))


def _outcome(lines):
    """What one person made of one task; trying it again later takes nothing back."""
    statuses = [line["status"] for line in lines if line["status"] != "not attempted"]
    return {
        "tried": bool(statuses),
        "first": statuses[:1] == ["right"],
        "end": "right" in statuses,
        "looked": "shown" in statuses,
        "ideas": {line.get("misconception") for line in lines} & set(misconceptions.ids()),
    }


def _guessed(question, by_person):
    """Each person's first guess, at the wording that is asked today."""
    fits, unfit = [], 0
    for lines in by_person.values():
        kept = [line for line in lines if line["status"] == "kept"]
        today = [line for line in kept if line.get("version") == question.version]
        fits += today[:1]
        unfit += bool(kept and not today)
    bars, people = histogram(question, [line.get("guess") for line in fits])
    facts = {"answer": right_answer(question), "explanation": question.explanation, "discuss": question.discuss}
    return Guessed(question.notebook, question.id, question.text, people, bars, **facts, unfit=unfit)


# In the terminal ---------------------------------------------------------------------------------------------------


def as_text(report, names=False):
    """The whole report for a terminal."""
    parts = [report.summary()]
    if not report.files.people:
        parts.append(
            "No progress file was found: they are called progress.jsonl, in a folder per student, or maria.jsonl."
        )
    elif report.small:
        parts.append(f"Fewer than {SMALLEST} people: nothing is broken down.")
    else:
        parts += [_notebook_text(report, lesson) for lesson in report.notebooks]
    if names:
        parts.append(_names_text(report))
    return "\n\n".join([*parts, textwrap.fill(WARNING, 100)])


def _notebook_text(report, lesson):
    head = f"{lesson.number} {lesson.title}"
    lines = [f"{head:<46}{'tried':>6}{'first try':>11}{'by now':>8}{'looked':>8}"]
    for row in report.tasks:
        if row.notebook == lesson.name:
            lines += _task_text(row)
    for row in report.guesses:
        if row.notebook == lesson.name:
            lines += _guess_text(row)
    return "\n".join(lines)


def _task_text(row):
    if row.small:
        return [f"  {row.kind:<9} {row.id:<34}{'fewer than ' + str(SMALLEST):>17}"]
    shares = f"{_percent(row.first, row.tried):>11}{_percent(row.end, row.tried):>8}{row.looked or '':>8}"
    ideas = [f"{'':12}{people:>3} × “{misconceptions.get(idea).title}”" for idea, people in row.ideas]
    return [f"  {row.kind:<9} {row.id:<34}{row.tried:>6}{shares}", *ideas]


def _guess_text(row):
    if row.small:
        return [f"  guesses   {row.id:<34}{'fewer than ' + str(SMALLEST):>17}"]
    indent = " " * 12
    asked = textwrap.wrap(plain(row.asked), 88)
    most = max(bar.people for bar in row.bars) or 1
    bars = [
        f"{indent}{bar.label[:34]:>34} {'█' * math.ceil(20 * bar.people / most):<20} {bar.shown:>3}"
        f"{'  ← the answer' if bar.right else ''}"
        for bar in row.bars
    ]
    answer = [f"answer: {row.answer}"] if row.answer else []
    discuss = textwrap.wrap(f"Discuss: {row.discuss}", 88) if row.discuss else []
    old = [f"{row.unfit} more guessed at an earlier wording"] if row.unfit else []
    return [
        f"  guesses   {row.id} ({row.people})",
        *(indent + line for line in asked),
        *bars,
        *(indent + line for line in [*answer, *discuss, *old]),
    ]


def _names_text(report):
    rows = [f"{'who':<30}{'tried':>6}{'first try':>11}{'by now':>8}  last seen (UTC)"]
    for person, (tried, first, end, last) in report.people().items():
        rows.append(f"{person[:29]:<30}{tried:>6}{first:>11}{end:>8}  {last}")
    return "\n".join([*rows, "Names are for your own screen: they never stand on the page."])


def _percent(part, whole):
    return f"{100 * part / whole:.0f} %"


# The command -------------------------------------------------------------------------------------------------------


def argument_parser():
    """What the command takes."""
    parser = Arguments(prog="python3 course.py class report", description=__doc__.splitlines()[0])
    parser.add_argument(
        "folder",
        nargs="?",
        default=HOMES,
        help="the students' homes, or a folder of collected files (my_class/students)",
    )
    parser.add_argument("--notebook", action="append", metavar="05", help="only this one (may be repeated)")
    parser.add_argument("--names", action="store_true", help="also who did how much, in the terminal only")
    parser.add_argument("--html", metavar="PAGE", help="also write a page to project")
    parser.add_argument("--watch", action="store_true", help="write the page again whenever a file has changed")
    parser.add_argument("--every", type=float, default=5, metavar="SECONDS", help="how often to look (5)")
    return parser


def main(arguments=None):
    """Print the report, or keep its page up to date."""
    from ratools_course.classroom.report.class_page import write_page

    parser = argument_parser()
    options = parser.parse_args(arguments)
    if options.watch and not options.html:
        parser.error("--watch keeps a page up to date: name it, as in --html class.html")
    try:
        report = ClassReport(class_files.gather(options.folder), options.notebook)
        if not options.watch:
            page = options.html and f"\n{write_page(report, options.html)} is the page to project."
            print(*filter(None, [as_text(report, options.names), page]), sep="\n")
            return 0
        return watch(options, write_page)
    except (ValueError, OSError) as error:
        print(sentence(error), file=sys.stderr)
        return 1


def watch(options, write_page, rounds=None, sleep=time.sleep):
    """Write the page whenever a progress file has changed, until Ctrl-C."""
    before, every = None, max(options.every, 1)
    print(f"Open {Path(options.html).absolute()} in a browser; it reloads itself. Ctrl-C ends this.", flush=True)
    try:
        while rounds is None or rounds > 0:
            now = _state(options.folder)
            if now != before:
                report = ClassReport(class_files.gather(options.folder), options.notebook)
                write_page(report, options.html, reload=every)
                print(f"{time.strftime('%H:%M:%S')}  {report.summary()}", flush=True)
            before, rounds = now, None if rounds is None else rounds - 1
            sleep(every)
    except KeyboardInterrupt:
        print()
    return 0


def _state(folder):
    """What tells whether a file has changed."""
    facts = {}
    for _, file in class_files.find(folder):
        try:
            status = Path(file).lstat()
            facts[file] = (status.st_mtime_ns, status.st_size)
        except OSError:
            facts[file] = None
    return facts


if __name__ == "__main__":
    sys.exit(main())

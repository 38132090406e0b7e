"""An exam with its key: `python3 course.py exam --seed PRIVATE --variants 4 --out FOLDER`.

Every question is a template of a lesson: its numbers are drawn from the private seed, another set for each variant, and
the package computes the answer and what each wrong idea of the bank would make of it. Per variant there is a sheet for
students and a key, as Markdown and as a page to print. Questions of a private bank are added as they are.
"""

import csv
import io
import random
import sys
from dataclasses import dataclass
from html import escape
from pathlib import Path

from ratools.html_shell import html_page
from ratools.words import count
from ratools_course import misconceptions
from ratools_course.classroom.assignments.private import bank_folder, key, load_questions, outside, read_seed
from ratools_course.classroom.command_line import Arguments, sentence
from ratools_course.classroom.exams.pre_post import FORMS, form, form_title
from ratools_course.classroom.exams.templates import all_templates
from ratools_course.classroom.questions import exporting as export
from ratools_course.classroom.questions.question_texts import html
from ratools_course.misconceptions import MUTANTS
from ratools_course.quizzes.expressions import value_of
from ratools_course.quizzes.reading import read_question
from ratools_course.quizzes.texts import lettered
from ratools_course.quizzes.typed_numbers import around, exactly, is_around, rounded_up

TRIES = 200  # draws until the numbers tell the wrong ideas apart
MINUTES = 4  # for two points


@dataclass(frozen=True)
class Task:
    """One question of an exam, with its points."""

    question: object
    points: int


# One exam ------------------------------------------------------------------------------------------------------------


def variant(seed, name, extra=()):
    """The tasks of one variant, in the order of the notebooks; the questions of a private bank come last.

    >>> [task.question.value for task in variant("private seed", "1")] == [
    ...     task.question.value for task in variant("private seed", "2")]
    False
    """
    tasks = [
        Task(made(id, key(seed, "exam", name, id), f"exam-{name}-{id}"), template.points)
        for id, (_, template) in all_templates().items()
    ]
    return tasks + [Task(question, 2) for question in extra]


def made(id, seed, name):
    """A template with drawn numbers: the answer is neither 0 nor 1, and differs from what the wrong ideas give."""
    lesson, template = all_templates()[id]
    rng = random.Random(seed)
    for _ in range(TRIES):
        facts = template.draw(rng)
        value, digits = value_of(facts["value"], facts.get("given")), facts.get("digits", 3)
        known = list(_distractors(facts, value, digits))
        if value > 0 and value != 1 and (known or not _has_mutants(facts["value"])):
            break
    else:
        raise ValueError(f"no numbers were found for {id!r}: change its template")
    entry = {key: facts[key] for key in ("text", "given", "value", "digits", "count") if key in facts}
    entry |= {
        "id": name,
        "kind": "numeric",
        "otherwise": facts["way"],
        "explanation": facts["way"],
        "distractor": known,
    }
    question, mistakes = read_question(entry, "question", lesson.name, 1)
    if mistakes:
        raise ValueError("\n".join(mistakes))
    return question


def _called(expression):
    return [mutant for mutant in MUTANTS if f"{mutant.measure}(" in expression]


def _has_mutants(expression):
    return bool(_called(expression))


def _distractors(facts, value, digits):
    """What each wrong idea gives, where that is a number of its own."""
    taken = [value]
    wrong = [
        ({"value": text, "misconception": id}, value_of(text, facts.get("given")))
        for text, id in facts.get("wrong", [])
    ]
    for mutant in _called(facts["value"]):
        try:
            number = value_of(facts["value"], facts.get("given"), mutant.function.__name__)
        except ValueError:  # a wrong version may fail where the measure does not
            continue
        wrong.append(({"mutant": mutant.function.__name__}, number))
    for entry, number in wrong:
        near = any(
            is_around(number, around(other, digits)) or is_around(other, around(number, digits)) for other in taken
        )
        if isinstance(number, (int, float)) and not near:
            taken.append(number)
            id = entry.get("misconception") or _idea(entry["mutant"])
            yield entry | {"feedback": misconceptions.get(id).right}


def _idea(function):
    return next(mutant.id for mutant in MUTANTS if mutant.function.__name__ == function)


# Paper ---------------------------------------------------------------------------------------------------------------


def sheet(title, tasks, with_key=False):
    """A sheet or a key as Markdown."""
    lines = [f"# {title}{': key' if with_key else ''}", ""]
    lines += [] if with_key else [NAME, ""]
    lines += [_rules(tasks)]
    for number, task in enumerate(tasks, start=1):
        lines += ["", f"**{number}.** {task.question.text} ({count(task.points, 'point')})"]
        lines += [f"   {letter}  {option.label}" for letter, option in lettered(task.question)]
        lines += ["", *(_key_lines(task.question) if with_key else [ANSWER])]
    return "\n".join(lines) + "\n"


NAME = "Name: ________________________________    Number: ________________"
ANSWER = "Answer: ________________"


def _rules(tasks):
    points = sum(task.points for task in tasks)
    return (
        f"{len(tasks)} questions, {points} points, {points * MINUTES // 2} minutes. Give three digits after the point."
    )


def _key_lines(question):
    yield f"Answer: **{answer_of(question)}** ({question.explanation.rstrip('.')})"
    yield from (f"- {line}" for line in _wrong_answers(question))


def _wrong_answers(question):
    """What each wrong idea would have answered."""
    for option in question.options:
        if option.misconception and not option.right:
            names = ", ".join(f"“{misconceptions.get(id).title}”" for id in (option.misconception, *option.others))
            yield f"{option.label}: {names}"


def answer_of(question):
    """The right answer as a key shows it: letters, or the number and what it goes on with."""
    if question.kind == "numeric" and question.count:
        exact, whole = exactly(question.value, 1), str(rounded_up(question.value))
        return whole if exact == whole else f"{whole} ({exact})"
    if question.kind == "numeric":
        return exactly(question.value, question.digits)
    letters = {option.key: letter for letter, option in lettered(question)}
    if question.kind == "ordering":
        return ", ".join(letters[key] for key in question.solution())
    return ", ".join(letters[option.key] for option in question.options if option.right)


STYLE = """body { font: 12pt/1.45 serif; max-width: 44em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 16pt; } ol.tasks > li { break-inside: avoid; margin: 1.6em 0; padding-left: 0.4em; }
.answer { margin-top: 0.6em; } .room { height: 5em; } ul { margin: 0.3em 0; } @page { margin: 2cm; }
code { font-family: monospace; white-space: pre-wrap; }"""


def page(title, tasks, with_key=False):
    """The same as a page to print, with room to work; it needs no other file."""
    name = f"{title}{': key' if with_key else ''}"
    top = "" if with_key else f"<p>{NAME}</p>"
    shown = "".join(f"<li>{_task(task, with_key)}</li>" for task in tasks)
    body = f'<h1>{escape(name)}</h1>{top}<p>{_rules(tasks)}</p><ol class="tasks">{shown}</ol>'
    return html_page(name, body, style=STYLE)


def _task(task, with_key):
    question = task.question
    options = "".join(f"<li>{html(option.label)}</li>" for _, option in lettered(question))
    text = f"{html(question.text)} ({count(task.points, 'point')})" + (
        f'<ol type="A">{options}</ol>' if options else ""
    )
    if not with_key:
        return f'{text}<div class="room"></div><div class="answer">{ANSWER}</div>'
    wrong = "".join(f"<li>{html(line)}</li>" for line in _wrong_answers(question))
    answer = f"Answer: <b>{escape(answer_of(question))}</b> ({html(question.explanation.rstrip('.'))})"
    return f'{text}<div class="answer">{answer}</div>' + (f"<ul>{wrong}</ul>" if wrong else "")


def key_table(exams):
    """All keys as CSV: variant, item, answer, points."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["variant", "number", "item", "answer", "points"])
    for name, tasks in exams.items():
        for number, task in enumerate(tasks, start=1):
            question = task.question
            answer = repr(question.value) if question.kind == "numeric" else answer_of(question)
            writer.writerow([name, number, question.id, answer, task.points])
    return buffer.getvalue()


def write_exams(out, seed, variants, bank=None, formats=()):
    """Write sheets and keys of all variants; the exams, by name."""
    out = outside(out, "the folder")
    extra = load_questions(bank_folder(bank)) if bank else []
    if bank and not extra:
        raise ValueError(f"{bank} has no questions: they stand in files such as 05_ndcg.toml")
    exams = {str(n): variant(seed, str(n), extra) for n in range(1, variants + 1)}
    out.mkdir(mode=0o700, parents=True, exist_ok=True)  # other users of this machine may be students
    for name, tasks in exams.items():
        title = f"Exam: measuring retrieval, variant {name}"
        for word, with_key in (("exam", False), ("key", True)):
            (out / f"{word}_{name}.md").write_text(sheet(title, tasks, with_key), encoding="utf-8")
            (out / f"{word}_{name}.html").write_text(page(title, tasks, with_key), encoding="utf-8")
        for format in formats:
            export.export([task.question for task in tasks], format, out / f"exam_{name}.{ENDINGS[format]}")
    (out / "keys.csv").write_text(key_table(exams), encoding="utf-8")
    return exams


ENDINGS = {"moodle": "xml", "gift": "gift", "csv": "csv", "qti": "zip"}


def write_form(out, name, formats=()):
    """Write a form of the pre- and post-test: sheet, key, and files for a learning platform. It is public anyway."""
    out, items = Path(out), [Task(item, 1) for item in form(name)]
    out.mkdir(parents=True, exist_ok=True)
    title = form_title(name)
    for word, with_key in (("test", False), ("test_key", True)):
        (out / f"{word}_{name.lower()}.md").write_text(sheet(title, items, with_key), encoding="utf-8")
        (out / f"{word}_{name.lower()}.html").write_text(page(title, items, with_key), encoding="utf-8")
    for format in formats:
        export.export([task.question for task in items], format, out / f"test_{name.lower()}.{ENDINGS[format]}")


def main(arguments=None):
    """The command; exit code 2 for what cannot be done."""
    parser = Arguments(prog="python3 course.py exam", description=__doc__.splitlines()[0])
    parser.add_argument("--out", required=True, help="the folder to write to; for an exam, outside the repository")
    parser.add_argument("--seed", help="private: draws the numbers; @FILE reads it from a file")
    parser.add_argument("--variants", type=int, default=2, help="how many (2)")
    parser.add_argument("--bank", help="a folder with questions of your own, outside the repository")
    parser.add_argument("--format", action="append", default=[], choices=export.FORMATS, help="for a platform, too")
    parser.add_argument("--pre-post", action="store_true", help="the pre- and post-test, forms A and B, instead")
    options = parser.parse_args(arguments)
    try:
        if options.pre_post:
            for name in FORMS:
                write_form(options.out, name, options.format)
            print(
                f"Forms A and B with their keys are in {options.out}. Collect answers as CSV: student,item,answer,right"
            )
            return 0
        if not options.seed:
            raise ValueError("an exam needs a private seed: --seed TEXT, or --seed @FILE")
        if not 1 <= options.variants <= 1000:
            raise ValueError(f"--variants must be from 1 to 1000, got {options.variants}")
        exams = write_exams(options.out, read_seed(options.seed), options.variants, options.bank, options.format)
    except (ValueError, OSError) as error:
        print(sentence(error), file=sys.stderr)
        return 2
    tasks = next(iter(exams.values()))
    print(
        f"{len(exams)} variants of {len(tasks)} questions, {sum(task.points for task in tasks)} points: {options.out}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The quiz bank for a learning platform: `python3 course.py questions --format moodle --out questions.xml`.

Every number is computed by the package when it is exported. What a format cannot hold is told on stderr, never dropped
silently. Predictions are guesses without marks: they stay in the notebooks.
"""

import sys
from pathlib import Path

from ratools.words import did_you_mean
from ratools_course.classroom.command_line import Arguments, sentence
from ratools_course.classroom.questions import qti
from ratools_course.classroom.questions.gift import as_gift
from ratools_course.classroom.questions.moodle_xml import as_moodle
from ratools_course.classroom.questions.question_table import as_csv
from ratools_course.quizzes.bank import banks

WRITERS = {"moodle": as_moodle, "gift": as_gift, "csv": as_csv}
FORMATS = (*WRITERS, "qti")


def bank_questions(notebooks=()):
    """The questions of some notebooks, or of all, in their order.

    >>> len({question.notebook for question in bank_questions(["05", "6"])})
    2
    """
    known = banks()
    names = {name[:2]: name for name in known}
    for word in notebooks:
        if word not in known and word.zfill(2) not in names:
            raise ValueError(f"there is no quiz {word!r}{did_you_mean(word, known)}; there are {', '.join(names)}")
    wanted = {names.get(word.zfill(2), word) for word in notebooks} or set(known)
    return [question for name, bank in known.items() if name in wanted for question in bank.questions]


def losses(questions, format):
    """What a format cannot hold, a sentence each."""
    sentences = []
    for question in questions:
        if format == "qti" and qti.left_out(question):
            sentences.append(f"left out: {question.id} ({question.kind}): {qti.left_out(question)}")
    held = [question for question in questions if format != "qti" or not qti.left_out(question)]
    for kind, formats, is_concerned, what in LOST:
        ids = [question.id for question in held if question.kind == kind and is_concerned(question)]
        if ids and format in formats.split():
            every = len(ids) == sum(question.kind == kind for question in questions)
            sentences.append(f"{kind} ({f'all {len(ids)}' if every else ', '.join(ids)}): {what}")
    return sentences


def _any(question):
    return True


def _cut_off(question):
    span = question.target()
    return not question.count and not span["low"] <= span["cut"] <= span["high"]


LOST = (  # kind, formats, which questions, what becomes of them
    ("multiple", "moodle gift", _any, "part marks, and wrong ticks take them away; the course counts all or nothing"),
    ("numeric", "moodle gift qti", _any, "2/3, ½ and 63.5 % are not read, and too few decimals count as wrong"),
    ("numeric", "qti", lambda question: question.options, "one sentence for all wrong numbers, recognised or not"),
    ("numeric", "qti", _cut_off, "the number cut off instead of rounded counts as wrong"),
    ("ordering", "moodle", _any, "needs Moodle 4.4 or newer, or its plugin `ordering`"),
    ("ordering", "gift", _any, "each item is matched with its place: part marks, no feedback per item"),
    ("ordering", "moodle gift", lambda question: question.orders, "the wrong idea behind a wrong order is not named"),
)


def export(questions, format, out=None):
    """Write the questions to a file, or return them as text; a ValueError for what cannot be."""
    if format == "qti":
        if out is None:
            raise ValueError("QTI is a zip file: say where it goes, with --out questions.zip")
        qti.write_qti(questions, out)
        return None
    text = WRITERS[format](questions)
    if out is None:
        return text
    Path(out).write_text(text, encoding="utf-8", newline="")
    return None


def main(arguments=None):
    """The command; exit code 2 for what cannot be done."""
    parser = Arguments(prog="python3 course.py questions", description=__doc__.splitlines()[0])
    parser.add_argument("--format", choices=FORMATS, required=True)
    parser.add_argument("--out", help="the file to write; without it, the questions are printed")
    parser.add_argument("--notebook", action="append", default=[], metavar="NN", help="only this notebook's")
    options = parser.parse_args(arguments)
    try:
        questions = bank_questions(options.notebook)
        text = export(questions, options.format, options.out)
    except (ValueError, OSError) as error:
        print(sentence(error), file=sys.stderr)
        return 2
    if text is not None:
        sys.stdout.reconfigure(encoding="utf-8", newline="")
        sys.stdout.write(text)
    kept = [question for question in questions if options.format != "qti" or not qti.left_out(question)]
    print(f"{len(kept)} of {len(questions)} questions are in it.", file=sys.stderr)
    for line in losses(questions, options.format):
        print(line, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How good was the test? `python3 course.py class items TEST.csv`, or `class items PRE.csv POST.csv`.

A file has a line per answer, with the columns student, item, answer, right (1 or 0). Per item: difficulty (the share
that was right), discrimination (does who is right here do well on the rest?), the commonest wrong answer. For the test:
Cronbach's alpha, which is KR-20 where answers are right or wrong. For two tests: the gain of those who took both. An
item of the quiz bank, or of the pre- and post-test, is known by its id: it is graded here where `right` is empty, and
its commonest wrong answer gets the name of its misconception.
"""

import csv
import sys
from collections import Counter
from dataclasses import dataclass

import numpy as np

from ratools.evaluation.student import t_interval
from ratools.words import count, did_you_mean, figure, short
from ratools_course import misconceptions
from ratools_course.classroom.command_line import Arguments, sentence
from ratools_course.classroom.exams.pre_post import all_items
from ratools_course.quizzes.bank import banks
from ratools_course.quizzes.texts import keys_of_letters

COLUMNS = ("student", "item", "answer", "right")
RIGHT = {"1": 1, "true": 1, "yes": 1, "right": 1, "0": 0, "false": 0, "no": 0, "wrong": 0}
FEW = 20  # people, below which alpha and discrimination say little


@dataclass(frozen=True)
class Answer:
    """One line of a file."""

    student: str
    item: str
    answer: str
    right: int


@dataclass(frozen=True)
class Item:
    """What a class made of one item."""

    id: str
    difficulty: float  # the share that was right
    discrimination: float  # its correlation with the rest of the test; NaN where one of them does not vary
    skipped: int
    wrong: str = ""  # the commonest wrong answer …
    people: int = 0  # … of how many
    misconception: str | None = None


def read(path):
    """The answers of one file; a line that makes no sense is a ValueError with its line."""
    with open(path, newline="", encoding="utf-8-sig") as file:
        text = file.read()
    head = text.partition("\n")[0]
    rows = csv.DictReader(text.splitlines(), delimiter=";" if head.count(";") > head.count(",") else ",")
    names = {str(name).strip().lower(): name for name in rows.fieldnames or ()}
    missing = [name for name in COLUMNS if name not in names]
    if missing:
        near = did_you_mean(missing[0], names)
        raise ValueError(f"{path}: a column {missing[0]!r} is missing{near}; it needs {', '.join(COLUMNS)}")
    answers = {}
    for row in rows:
        location = f"{path}:{rows.line_num}"
        answer = _answer({name: str(row[names[name]] or "").strip() for name in COLUMNS}, location)
        if (answer.student, answer.item) in answers:
            raise ValueError(f"{location}: {answer.student} answered {answer.item} twice; keep one line")
        answers[answer.student, answer.item] = answer
    if not answers:
        raise ValueError(f"{path} has no answers: it needs a line per student and item")
    return list(answers.values())


def _answer(row, location):
    if not row["student"] or not row["item"]:
        raise ValueError(f"{location}: student and item must not be empty")
    right = row["right"].lower()
    if right in RIGHT:
        return Answer(row["student"], row["item"], row["answer"], RIGHT[right])
    question = _questions().get(row["item"])
    if right or question is None:
        remedy = "write 1 or 0"
        if not right:
            remedy += " (only items of the quiz bank or of the pre- and post-test may leave it empty)"
        raise ValueError(f"{location}: right is {short(row['right'])}; {remedy}")
    graded = _grade(question, row["answer"], location)
    return Answer(row["student"], row["item"], row["answer"], int(graded == "right"))


def _questions():
    return {question.id: question for bank in banks().values() for question in bank.questions} | all_items()


def _grade(question, answer, location):
    if not answer:
        return "skipped"
    try:
        return question.grade(_given(question, answer)).status
    except ValueError:
        raise ValueError(
            f"{location}: {short(answer)} is not a valid answer to {question.id}: write its letters, or the number"
        ) from None


def _given(question, answer):
    """An answer as the bank takes it: letters, the text of an option, or a number."""
    labels = {option.label: option.key for option in question.options}
    if question.kind == "single" and answer in labels:
        return labels[answer]
    keys = keys_of_letters(question, answer)
    return [keys] if question.kind == "multiple" and isinstance(keys, int) else keys


# Statistics ----------------------------------------------------------------------------------------------------------


def table(answers):
    """(students, items, right): a row per student, a column per item; no answer is not right."""
    students, items = (list(dict.fromkeys(getattr(answer, name) for answer in answers)) for name in ("student", "item"))
    right = np.zeros((len(students), len(items)))
    for answer in answers:
        right[students.index(answer.student), items.index(answer.item)] = answer.right
    return students, items, right


def discrimination(right, column):
    """The correlation of an item with the sum of all others, the item itself left out.

    >>> discrimination(np.array([[1, 1, 1], [1, 1, 0], [1, 0, 0], [0, 0, 0]]), 1)      # 0.25 / √(0.25 · 0.5)
    0.7071067811865475
    """
    item, rest = right[:, column], right.sum(axis=1) - right[:, column]
    spread = item.std() * rest.std()
    return float(((item - item.mean()) * (rest - rest.mean())).mean() / spread) if spread else float("nan")


def alpha(right):
    """Cronbach's alpha; for answers that are right or wrong it is KR-20.

    k/(k − 1) · (1 − Σ variance of an item / variance of the sums)

    >>> alpha(np.array([[1, 1, 1], [1, 1, 0], [1, 0, 0], [0, 0, 0]]))                  # 3/2 · (1 − 0.625 / 1.25)
    0.75

    Cronbach 1951; Kuder & Richardson 1937.
    """
    items, total = right.shape[1], right.sum(axis=1).var()
    return float(items / (items - 1) * (1 - right.var(axis=0).sum() / total)) if items > 1 and total else float("nan")


def statistics(answers):
    """An Item per item, in the file's order."""
    students, items, right = table(answers)
    given = {(answer.student, answer.item): answer.answer for answer in answers}
    rows = []
    for column, item in enumerate(items):
        texts = [given.get((student, item), "") for student in students]
        wrong = Counter(text for text, score in zip(texts, right[:, column], strict=True) if text and not score)
        commonest, people = min(wrong.items(), key=lambda pair: (-pair[1], pair[0]), default=("", 0))
        share, skipped = float(right[:, column].mean()), texts.count("")
        idea = _idea(item, commonest)
        rows.append(Item(item, share, discrimination(right, column), skipped, commonest, people, idea))
    return rows


def _idea(item, wrong):
    """The misconception behind a wrong answer, where the bank knows it."""
    question = _questions().get(item)
    if question is None or not wrong:
        return None
    try:
        return question.grade(_given(question, wrong)).misconception
    except ValueError:
        return None


def gain(before, after):
    """What those who took both tests gained: people, both means, the mean difference and its 95 % interval.

    >>> before = [Answer(name, "q", "", right) for name, right in (("a", 0), ("b", 0), ("c", 1))]
    >>> after = [Answer(name, "q", "", 1) for name in "abc"]
    >>> gain(before, after)["people"], round(gain(before, after)["gain"], 4)
    (3, 0.6667)
    """
    shares = []
    for answers in (before, after):
        students, _, right = table(answers)
        shares.append(dict(zip(students, right.mean(axis=1), strict=True)))
    both = [student for student in shares[0] if student in shares[1]]
    if not both:
        raise ValueError("no student of the first file is in the second: are the names spelled alike?")
    first, second = (np.array([share[student] for student in both]) for share in shares)
    low, high = t_interval((second - first)[:, None], -1, 1)
    left = 1 - first.mean()
    return {
        "people": len(both),
        "before": float(first.mean()),
        "after": float(second.mean()),
        "gain": float((second - first).mean()),
        "low": float(low[0]),
        "high": float(high[0]),
        "of what was left": float((second - first).mean() / left) if left else float("nan"),
    }


# In the terminal -----------------------------------------------------------------------------------------------------


def as_text(name, answers):
    """One test in words."""
    students, items, right = table(answers)
    head = f"{name}: {count(len(students), 'person').replace('persons', 'people')}, {count(len(items), 'item')}, "
    lines = [f"{head}mean {right.mean():.2f}, Cronbach's alpha (KR-20) {figure(alpha(right))}", ""]
    lines.append(f"{'item':<28}{'difficulty':>11}{'discrimination':>16}{'skipped':>9}  commonest wrong answer")
    for row in statistics(answers):
        power = "no value" if row.discrimination != row.discrimination else f"{row.discrimination:.2f}"
        wrong = f"{row.people} × {short(row.wrong, 34)}" if row.people else ""
        lines.append(f"{row.id[:27]:<28}{row.difficulty:>11.2f}{power:>16}{row.skipped or '':>9}  {wrong}".rstrip())
        if row.misconception:
            lines.append(f"{'':66}“{misconceptions.get(row.misconception).title}”")
    return "\n".join([*lines, *_warnings(len(students), statistics(answers))])


def _warnings(people, rows):
    """What to look at before the numbers are believed."""
    warnings = []
    if people < FEW:
        warnings.append(f"With {people} people, discrimination and alpha are rough: they move much with every person.")
    against = [row.id for row in rows if row.discrimination < 0]
    if against:
        warnings.append(
            f"Who is right here does worse on the rest: {', '.join(against)}. Look for a wrong key or an unclear text."
        )
    same = [row.id for row in rows if row.difficulty in (0, 1)]
    if same:
        warnings.append(f"All right or all wrong, so nothing to tell people apart by: {', '.join(same)}.")
    return ["", *warnings] if warnings else []


def gain_text(facts):
    """The gain in words."""
    people = f"The {facts['people']} who took both tests"
    if facts["people"] < 2:
        return f"{people}: one person has no interval."
    return (
        f"{people}: {facts['before']:.2f} → {facts['after']:.2f}, a gain of {facts['gain']:+.2f} "
        f"[{facts['low']:+.2f}, {facts['high']:+.2f}] (95 %, paired), "
        f"{figure(round(facts['of what was left'], 2))} of what was left to gain."
    )


def main(arguments=None):
    """Print the statistics of one test, or of two and the gain."""
    parser = Arguments(prog="python3 course.py class items", description=__doc__.splitlines()[0])
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="student,item,answer,right; of two, the first came before"
    )
    options = parser.parse_args(arguments)
    if len(options.files) > 2:
        parser.error("one test, or the one before and the one after")
    try:
        tests = [(path, read(path)) for path in options.files]
        parts = [as_text(path, answers) for path, answers in tests]
        parts += [gain_text(gain(tests[0][1], tests[1][1]))] if len(tests) == 2 else []
    except UnicodeDecodeError:
        print(f"{', '.join(options.files)}: not UTF-8; save the table as CSV in UTF-8", file=sys.stderr)
        return 1
    except (ValueError, OSError, csv.Error) as error:
        print(sentence(error), file=sys.stderr)
        return 1
    print("\n\n".join(parts))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Write the computed parts of the guide: `python instructor/make_guide.py` (a test tells when they are out of date).

In the lesson plans: facts, votes, predictions, between their marks. The syllabi in GUIDE.md. The answer key, and the
capstone's rubric with its marked samples. Everything comes from the lists, banks and notebooks of the course.
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from ratools.classroom.discussions import discussion, votes  # noqa: E402
from ratools.classroom.guesses import right_answer  # noqa: E402
from ratools.teaching import misconceptions  # noqa: E402
from ratools.teaching.capstone import RUBRIC, SAMPLES  # noqa: E402
from ratools.teaching.exercises import checking  # noqa: E402
from ratools.teaching.lessons import LESSONS, lesson  # noqa: E402
from ratools.teaching.posed import tasks  # noqa: E402
from ratools.teaching.quizzes.bank import banks  # noqa: E402
from ratools.teaching.quizzes.texts import lettered  # noqa: E402
from ratools.teaching.quizzes.typed_numbers import show_number  # noqa: E402

TALKS = ("01", "02", "05", "08", "09", "10")
KINDS = {
    "write": "write a function", "gap": "fill a gap", "bug": "fix a bug", "number": "compute a number",
    "parsons": "put lines in order", "predict": "say what comes out",
}  # fmt: skip
# (minutes, what); a number alone is a notebook with its own minutes.
SYLLABI = {
    "90 minutes": [
        (10, "00: the two pages, gut grades, the board"),
        (15, "01: choose by eye, then count; one query is not enough"),
        (20, "02: the square, the table, a ceiling (talk 02)"),
        (25, "05: one table that grows; the board (talk 05)"),
        (15, "09: would you ship it; the eight worlds"),
        (5, "post-test question by show of hands; what to read next"),
    ],
    "one day": [
        (15, "pre-test, form A"), (15, "00"), (40, "01, with talk 01"), (15, "break"), (55, "02"), (60, "lunch"),
        (45, "05, first sitting, with talk 05"), (30, "06: the four teams, the ceiling"), (15, "break"),
        (40, "08: the bet, the table, where does it lose"), (45, "09, without tuning"), (15, "break"),
        (30, "10: grade, compare, kappa"), (15, "post-test, form B; what does the class get wrong"),
    ],
    "eight weeks": [
        ["00", "01"], ["02", "03"], ["04", "05"], ["06", "07"], ["08"], ["09", "10"], ["11", "12"], ["13", "14"],
    ],
}  # fmt: skip


def between(text, name, made):
    """The text with what stands between two marks replaced."""
    pattern = rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)"
    if not re.search(pattern, text, flags=re.S):
        raise ValueError(f"the marks <!-- {name} --> … <!-- /{name} --> are missing")
    return re.sub(pattern, lambda match: match[1] + made + match[2], text, flags=re.S)


# Lesson plans --------------------------------------------------------------------------------------------------------


def facts(one):
    """What the course's list says of a notebook, and what it poses."""
    posed = [id for (kind, id), name in tasks().items() if kind == "exercise" and name == one.name]
    questions = [id for (kind, id), name in tasks().items() if kind == "question" and name == one.name]
    talk = f"\n- Slides: `python3 course.py slides {one.number}`" if one.number in TALKS else ""
    listed = "; ".join(f"`{id}` ({KINDS[checking.get(id).kind]})" for id in posed)
    return (
        f"*{one.question}* About {one.minutes} minutes alone, {_in_a_room(one.minutes)} in a room.\n\n"
        f"- Afterwards they can: {'; '.join(one.goals)}.\n"
        f"- Exercises: {listed}.\n- Quiz: {len(questions)} {'question' if len(questions) == 1 else 'questions'}."
        f" Predictions: {len(banks()[one.name].predictions)}.{talk}\n- Notebook: "
        f"[notebooks/{one.file}](../../notebooks/{one.file}). Key: [answer_key.md](../answer_key.md#{one.number})\n"
    )


def _in_a_room(minutes):
    """A third more, for talk; to five minutes."""
    return 5 * round(minutes * 4 / 3 / 5)


def vote_block(one):
    """The questions worth two votes, with what each wrong answer thinks."""
    parts = []
    for question in (item for item in banks()[one.name].quiz if item.id in votes(one.name)):
        options = "\n".join(f"- **{letter}** {_line(option.label)}" for letter, option in lettered(question))
        right = ", ".join(letter for letter, option in lettered(question) if option.right)
        tempted = "".join(
            f"\n- {letter}: “{misconceptions.get(option.misconception).title}”. {_line(option.feedback)}"
            for letter, option in lettered(question)
            if not option.right and option.misconception
        )
        parts.append(
            f"**`{question.id}`** {_line(question.text)}\n\n{options}\n\n<details><summary>Answer: {right}"
            f"</summary>\n\n{_line(question.explanation)}\n{tempted}\n\n</details>\n"
        )
    return "\n".join(parts)


def prediction_block(one):
    """Every prediction: what is asked, what comes out, what to discuss."""
    rows = [
        f"- **`{item.id}`** {_line(item.text)} *Answer: {_answer(item)}.* **Discuss:** {discussion(item.id)}\n"
        for item in banks()[one.name].predictions
    ]
    return "".join(rows)


def _answer(item):
    return _line(right_answer(item)).rstrip(".") or "none is wrong"


def _line(text):
    return " ".join(text.split())


# The answer key ------------------------------------------------------------------------------------------------------


def answer_key():
    """Every exercise with a solution, every question with its answer: computed, not typed."""
    parts = [
        "# Answer key\n\nMade by `python instructor/make_guide.py` from the banks; do not edit it. All of it is "
        "public, as the whole repository is: for what must stay secret, see ASSIGNMENTS.md.\n"
    ]
    for one in LESSONS:
        if one.exists:
            parts.append(f'\n<a id="{one.number}"></a>\n\n## {one.number} {one.title}\n\n' + _key_of(one))
    return "".join(parts)


def _key_of(one):
    exercises = [
        f"**{id}**\n\n```python\n{checking.get(id).solution.strip()}\n```\n\n"
        for (kind, id), name in tasks().items()
        if kind == "exercise" and name == one.name
    ]
    questions = [f"- `{item.id}`: {key(item)}\n" for item in banks()[one.name].questions]
    return "".join(exercises) + "".join(questions)


def key(item):
    """The answer of one question, as it is shown to a learner."""
    if item.kind == "numeric":
        return show_number(item.value, item.digits)
    letters = {option.key: letter for letter, option in lettered(item)}
    if item.kind == "ordering":
        return " ".join(letters[option.key] for option in item.options)
    return "; ".join(f"{letters[one.key]}: {_line(one.label)}" for one in item.options if one.right)


# Syllabi, rubric -----------------------------------------------------------------------------------------------------


def syllabi():
    """Three courses as tables, with their sums."""
    parts = []
    for name, rows in SYLLABI.items():
        if name == "eight weeks":
            parts.append(_weeks(rows))
            continue
        lines = "".join(f"| {minutes} | {what} |\n" for minutes, what in rows)
        total = sum(minutes for minutes, _ in rows)
        hours = f"{total} minutes" if total <= 90 else f"{total // 60} h {total % 60:02} min with breaks"
        parts.append(f"### {name.capitalize()}\n\n| minutes | what |\n|---|---|\n{lines}\nTogether {hours}.\n")
    return "\n".join(parts)


def _weeks(weeks):
    lines = []
    for number, names in enumerate(weeks, start=1):
        found = [lesson(name) for name in names]
        what = ", ".join(f"{one.number} {one.title}" for one in found)
        lines.append(f"| {number} | {what} | {sum(one.minutes for one in found)} |\n")
    total = sum(lesson(name).minutes for names in weeks for name in names)
    return (
        "### Eight weeks\n\nOne meeting of 90 minutes a week: 30 on last week's report and votes, 60 of work; the rest "
        "of the minutes is homework.\n\n| week | notebooks | minutes alone |\n|---|---|---|\n"
        f"{''.join(lines)}\nTogether {total // 60} h {total % 60:02} min.\n"
    )


def rubric():
    """The capstone's rubric and the two marked samples."""
    lines = "".join(f"| {name} | {points} | {words} |\n" for name, (points, words) in RUBRIC.items())
    total = sum(points for points, _ in RUBRIC.values())
    parts = [f"| criterion | points | what earns them |\n|---|---|---|\n{lines}| together | {total} | |\n"]
    for name, (words, marks, why) in SAMPLES.items():
        told = ", ".join(f"{criterion} {marks[criterion]} of {RUBRIC[criterion][0]}" for criterion in RUBRIC)
        parts.append(f"\n### {name.capitalize()}: {sum(marks.values())} points\n\n> {words}\n\n{told}. {why}\n")
    return "".join(parts)


def reference_marks():
    """The samples' marks as a file of `course.py class marks`."""
    rows = [
        f"reference,{name},{criterion},{marks[criterion]}\n"
        for name, (_, marks, _) in SAMPLES.items()
        for criterion in RUBRIC
    ]
    return "assistant,text,criterion,points\n" + "".join(rows)


# -------------------------------------------------------------------------------------------------------------------


def pages():
    """{path: text} of everything that is computed, or has computed parts."""
    made = {HERE / "answer_key.md": answer_key(), HERE / "capstone" / "reference_marks.csv": reference_marks()}
    for one in LESSONS:
        path = HERE / "plans" / f"{one.name}.md"
        text = between(path.read_text(encoding="utf-8"), "facts", facts(one))
        text = between(text, "votes", vote_block(one))
        made[path] = between(text, "predictions", prediction_block(one))
    for path, name, block in [
        (HERE / "GUIDE.md", "syllabi", syllabi()),
        (HERE / "capstone" / "README.md", "rubric", rubric()),
    ]:
        made[path] = between(path.read_text(encoding="utf-8"), name, block)
    return made


def main():
    """Write what has changed, and say so."""
    for path, text in pages().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(HERE.parent))
    return 0


if __name__ == "__main__":
    sys.exit(main())

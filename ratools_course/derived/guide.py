"""The computed parts of the guide for teachers.

In the lesson plans: facts, votes, predictions, between their marks. The timetables in GUIDE.md. The answer key, and the
capstone's rubric with its marked samples. Everything comes from the lessons and their notebooks.
"""

import re

from ratools_course import misconceptions
from ratools_course.checker import checking
from ratools_course.classroom.report.guesses import right_answer
from ratools_course.learner.task_list import tasks
from ratools_course.lessons import LESSONS, course, part
from ratools_course.quizzes.bank import banks
from ratools_course.quizzes.texts import lettered
from ratools_course.quizzes.typed_numbers import show_number

KINDS = {
    "write": "write a function", "gap": "fill a gap", "bug": "fix a bug", "number": "compute a number",
    "parsons": "put lines in order", "predict": "say what comes out",
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
    talk = f"\n- Slides: `python3 course.py slides {one.number}`" if one.talk else ""
    listed = "; ".join(f"`{id}` ({KINDS[checking.get(id).kind]})" for id in posed)
    return (
        f"*{one.question}* About {one.minutes} minutes alone, {_in_a_room(one.minutes)} in a room.\n\n"
        f"- Afterwards they can: {'; '.join(one.goals)}.\n"
        f"- Exercises: {listed}.\n- Quiz: {len(questions)} {'question' if len(questions) == 1 else 'questions'}."
        f" Predictions: {len(banks()[one.name].predictions)}.{talk}\n- Notebook: "
        f"[notebooks/{one.file}](../../../notebooks/{one.file}). Key: "
        f"[answer_key.md](../../../instructor/answer_key.md#{one.number})\n"
    )


def _in_a_room(minutes):
    """A third more, for talk; to five minutes."""
    return 5 * round(minutes * 4 / 3 / 5)


def vote_block(one):
    """The questions worth two votes, with what each wrong answer thinks."""
    parts = []
    for question in (item for item in banks()[one.name].quiz if item.id in banks()[one.name].votes):
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
        f"- **`{item.id}`** {_line(item.text)} *Answer: {_answer(item)}.* **Discuss:** {item.discuss}\n"
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
        "# Answer key\n\nMade by `python3 course.py build` from the lessons; do not edit it. All of it is "
        "public, as the whole repository is: for what must stay secret, see ASSIGNMENTS.md.\n"
    ]
    for one in LESSONS:
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


# Timetables, rubric --------------------------------------------------------------------------------------------------


def timetable_rows(name):
    """[(minutes, what)] of a course in one sitting: what lesson.toml says of it, and what comes before and after."""
    table = course()["timetable"][name]
    rows = [_entry(entry) for entry in table.get("before", ())]
    for one in LESSONS:
        entry = one.timetable.get(name)
        if entry:
            what = f"{one.number}: {entry['what']}" if entry.get("what") else f"{one.number} {one.title}"
            rows.append((entry["minutes"], what))
            rows += [_entry(entry["then"])] if "then" in entry else []
    return rows + [_entry(entry) for entry in table.get("after", ())]


def _entry(entry):
    return entry["minutes"], entry["what"]


def weeks(name):
    """[[lesson, …], …] of a course over several weeks."""
    planned = {one: one.timetable[name]["week"] for one in LESSONS if name in one.timetable}
    return [[one for one, week in planned.items() if week == number] for number in sorted(set(planned.values()))]


def timetables():
    """The courses as tables, with their sums."""
    parts = []
    for name in course()["timetable"]:
        if any("week" in one.timetable.get(name, ()) for one in LESSONS):
            parts.append(_weeks(name))
            continue
        rows = timetable_rows(name)
        lines = "".join(f"| {minutes} | {what} |\n" for minutes, what in rows)
        total = sum(minutes for minutes, _ in rows)
        hours = f"{total} minutes" if total <= 90 else f"{total // 60} h {total % 60:02} min with breaks"
        parts.append(f"### {name.capitalize()}\n\n| minutes | what |\n|---|---|\n{lines}\nTogether {hours}.\n")
    return "\n".join(parts)


def _weeks(name):
    lines, total = [], 0
    for number, lessons in enumerate(weeks(name), start=1):
        what = ", ".join(f"{one.number} {one.title}" for one in lessons)
        minutes = sum(one.minutes for one in lessons)
        lines.append(f"| {number} | {what} | {minutes} |\n")
        total += minutes
    return (
        f"### {name.capitalize()}\n\nOne meeting of 90 minutes a week: 30 on last week's report and votes, 60 of work; "
        "the rest of the minutes is homework.\n\n| week | notebooks | minutes alone |\n|---|---|---|\n"
        f"{''.join(lines)}\nTogether {total // 60} h {total % 60:02} min.\n"
    )


def pages(root):
    """{path: text} of everything of the guide that is computed, or has computed parts."""
    guide = root / "instructor"
    made = {guide / "answer_key.md": answer_key()}
    for one in LESSONS:
        path = one.folder / "plan.md"
        if path.is_file():
            text = between(path.read_text(encoding="utf-8"), "facts", facts(one))
            text = between(text, "votes", vote_block(one))
            made[path] = between(text, "predictions", prediction_block(one))
    path = guide / "GUIDE.md"
    made[path] = between(path.read_text(encoding="utf-8"), "timetables", timetables())
    for one in LESSONS:  # what a lesson itself computes for the guide
        own = part(one, "guide")
        made |= own.pages(root, between) if own else {}
    return made

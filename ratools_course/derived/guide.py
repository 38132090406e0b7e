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
    "write": "write a function",
    "gap": "fill a gap",
    "bug": "fix a bug",
    "number": "compute a number",
    "parsons": "put lines in order",
    "predict": "say what comes out",
}


def between(text, name, made):
    """The text with what stands between two marks replaced."""
    pattern = rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)"
    if not re.search(pattern, text, flags=re.S):
        raise ValueError(f"the marks <!-- {name} --> … <!-- /{name} --> are missing")
    return re.sub(pattern, lambda match: match[1] + made + match[2], text, flags=re.S)


# Lesson plans --------------------------------------------------------------------------------------------------------


def facts(lesson):
    """What lesson.toml says of a lesson, and what its notebook asks."""
    exercises = [id for (kind, id), name in tasks().items() if kind == "exercise" and name == lesson.name]
    questions = [id for (kind, id), name in tasks().items() if kind == "question" and name == lesson.name]
    talk = f"\n- Slides: `python3 course.py slides {lesson.number}`" if lesson.talk else ""
    listed = "; ".join(f"`{id}` ({KINDS[checking.get(id).kind]})" for id in exercises)
    return (
        f"*{lesson.question}* About {lesson.minutes} minutes alone, {_in_a_room(lesson.minutes)} in a room.\n\n"
        f"- Afterwards they can: {'; '.join(lesson.goals)}.\n"
        f"- Exercises: {listed}.\n- Quiz: {len(questions)} {'question' if len(questions) == 1 else 'questions'}."
        f" Predictions: {len(banks()[lesson.name].predictions)}.{talk}\n- Notebook: "
        f"[notebooks/{lesson.file}](../../../notebooks/{lesson.file}). Key: "
        f"[answer_key.md](../../../instructor/answer_key.md#{lesson.number})\n"
    )


def _in_a_room(minutes):
    """A third more, for talk; to five minutes."""
    return 5 * round(minutes * 4 / 3 / 5)


def vote_block(lesson):
    """The questions worth two votes, with what each wrong answer thinks."""
    parts = []
    for question in (item for item in banks()[lesson.name].quiz if item.id in banks()[lesson.name].votes):
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


def prediction_block(lesson):
    """Every prediction: what is asked, what comes out, what to discuss."""
    rows = [
        f"- **`{item.id}`** {_line(item.text)} *Answer: {_answer(item)}.* **Discuss:** {item.discuss}\n"
        for item in banks()[lesson.name].predictions
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
    for lesson in LESSONS:
        parts.append(f'\n<a id="{lesson.number}"></a>\n\n## {lesson.number} {lesson.title}\n\n' + _key_of(lesson))
    return "".join(parts)


def _key_of(lesson):
    exercises = [
        f"**{id}**\n\n```python\n{checking.get(id).solution.strip()}\n```\n\n"
        for (kind, id), name in tasks().items()
        if kind == "exercise" and name == lesson.name
    ]
    questions = [f"- `{item.id}`: {key(item)}\n" for item in banks()[lesson.name].questions]
    return "".join(exercises) + "".join(questions)


def key(item):
    """The answer of one question, as it is shown to a learner."""
    if item.kind == "numeric":
        return show_number(item.value, item.digits)
    letters = {option.key: letter for letter, option in lettered(item)}
    if item.kind == "ordering":
        return " ".join(letters[option.key] for option in item.options)
    return "; ".join(f"{letters[option.key]}: {_line(option.label)}" for option in item.options if option.right)


# Timetables, rubric --------------------------------------------------------------------------------------------------


def timetable_rows(name):
    """[(minutes, what)] of a course in one sitting: what lesson.toml says of it, and what comes before and after."""
    table = course()["timetable"][name]
    rows = [_entry(entry) for entry in table.get("before", ())]
    for lesson in LESSONS:
        entry = lesson.timetable.get(name)
        if entry:
            what = f"{lesson.number}: {entry['what']}" if entry.get("what") else f"{lesson.number} {lesson.title}"
            rows.append((entry["minutes"], what))
            rows += [_entry(entry["then"])] if "then" in entry else []
    return rows + [_entry(entry) for entry in table.get("after", ())]


def _entry(entry):
    return entry["minutes"], entry["what"]


def weeks(name):
    """[[lesson, …], …] of a course over several weeks."""
    planned = {lesson: lesson.timetable[name]["week"] for lesson in LESSONS if name in lesson.timetable}
    return [[lesson for lesson, week in planned.items() if week == number] for number in sorted(set(planned.values()))]


def timetables():
    """The courses as tables, with their sums."""
    parts = []
    for name in course()["timetable"]:
        if any("week" in lesson.timetable.get(name, ()) for lesson in LESSONS):
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
    for number, chosen in enumerate(weeks(name), start=1):
        what = ", ".join(f"{lesson.number} {lesson.title}" for lesson in chosen)
        minutes = sum(lesson.minutes for lesson in chosen)
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
    for lesson in LESSONS:
        path = lesson.folder / "plan.md"
        if path.is_file():
            text = between(path.read_text(encoding="utf-8"), "facts", facts(lesson))
            text = between(text, "votes", vote_block(lesson))
            made[path] = between(text, "predictions", prediction_block(lesson))
    path = guide / "GUIDE.md"
    made[path] = between(path.read_text(encoding="utf-8"), "timetables", timetables())
    for lesson in LESSONS:  # what a lesson itself computes for the guide
        own = part(lesson, "guide")
        made |= own.pages(root, between) if own else {}
    return made

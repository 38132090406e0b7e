"""What the guide for teachers says of the capstone: its rubric, and the marks of the samples."""

from ratools_course.lessons.capstone.rubric import RUBRIC, SAMPLES


def pages(root, between):
    """{path: text} of the capstone's pages in instructor/."""
    folder = root / "instructor" / "capstone"
    readme = (folder / "README.md").read_text(encoding="utf-8")
    return {
        folder / "README.md": between(readme, "rubric", rubric()),
        folder / "reference_marks.csv": reference_marks(),
    }


def rubric():
    """The capstone's rubric and the two marked samples."""
    lines = "".join(f"| {name} | {points} | {words} |\n" for name, (points, words) in RUBRIC.items())
    total = sum(points for points, _ in RUBRIC.values())
    parts = [f"| criterion | points | what earns them |\n|---|---|---|\n{lines}| together | {total} | |\n"]
    for name, (words, marks, why) in SAMPLES.items():
        each = ", ".join(f"{criterion} {marks[criterion]} of {RUBRIC[criterion][0]}" for criterion in RUBRIC)
        parts.append(f"\n### {name.capitalize()}: {sum(marks.values())} points\n\n> {words}\n\n{each}. {why}\n")
    return "".join(parts)


def reference_marks():
    """The samples' marks as a file of `course.py class marks`."""
    rows = [
        f"reference,{name},{criterion},{marks[criterion]}\n"
        for name, (_, marks, _) in SAMPLES.items()
        for criterion in RUBRIC
    ]
    return "assistant,text,criterion,points\n" + "".join(rows)

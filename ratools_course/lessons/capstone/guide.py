"""What the guide for teachers says of the capstone: its rubric, and the marks of the samples."""

from ratools_course.lessons.capstone.assessment import RUBRIC, SAMPLES, marks_in_words, total_points


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
    lines = "".join(f"| {name} | {row['points']} | {row['earned']} |\n" for name, row in RUBRIC.items())
    parts = [f"| criterion | points | what earns them |\n|---|---|---|\n{lines}| together | {total_points()} | |\n"]
    for name, sample in SAMPLES.items():
        heading = f"### {name.capitalize()}: {sum(sample['marks'].values())} points"
        parts.append(f"\n{heading}\n\n> {sample['text']}\n\n{marks_in_words(sample)}. {sample['why']}\n")
    return "".join(parts)


def reference_marks():
    """The samples' marks as a file of `course.py class marks`."""
    rows = [
        f"reference,{name},{criterion},{sample['marks'][criterion]}\n"
        for name, sample in SAMPLES.items()
        for criterion in RUBRIC
    ]
    return "assistant,text,criterion,points\n" + "".join(rows)

"""Do the assistants mark alike? `python3 course.py class marks FILE.csv …`, for the capstone's rubric or any other.

A file has a line per mark, with the columns assistant, text, criterion, points. Per pair of assistants: how many marks
they share, how many are equal, kappa with quadratic weights (a near miss costs less), and who is stricter by how much;
per criterion, how far they are apart. `instructor/capstone/reference_marks.csv` holds the marks of the two samples.
"""

import csv
import sys
from itertools import combinations
from statistics import mean

from ratools.metrics.agreement import cohen_kappa
from ratools.words import did_you_mean, short
from ratools_course.classroom.command_line import Arguments, sentence

COLUMNS = ("assistant", "text", "criterion", "points")
FEW = 30  # marks, below which kappa is rough
ENOUGH = 0.6  # the kappa from which on most textbooks call agreement good


def read(paths):
    """{assistant: {(text, criterion): points}} of the files together."""
    marks = {}
    for path in paths:
        with open(path, newline="", encoding="utf-8-sig") as file:
            rows = csv.DictReader(file)
            missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
            if missing:
                near = did_you_mean(missing[0], rows.fieldnames or ())
                raise ValueError(f"{path}: a column {missing[0]!r} is missing{near}; it needs {', '.join(COLUMNS)}")
            for row in rows:
                _take(marks, {name: (row[name] or "").strip() for name in COLUMNS}, f"{path}:{rows.line_num}")
    if len(marks) < 2:
        raise ValueError("marks of two assistants are needed, got those of " + (", ".join(marks) or "none"))
    return marks


def _take(marks, row, location):
    try:
        points = float(row["points"].replace(",", "."))
    except ValueError:
        raise ValueError(f"{location}: points must be a number, got {short(row['points'])}") from None
    own, key = marks.setdefault(row["assistant"], {}), (row["text"], row["criterion"])
    if own.setdefault(key, points) != points:
        raise ValueError(f"{location}: {row['assistant']} marked {', '.join(key)} before, with {own[key]:g}; keep one")


def compare_two(first, second):
    """How alike two assistants mark what both have marked.

    >>> marks = [dict(zip("abcd", points)) for points in ([0, 1, 2, 3], [0, 1, 2, 2])]
    >>> compare_two(*marks)                                  # κ = 1 − 0.25 / 2; the second gives 0.25 less
    {'marks': 4, 'alike': 0.75, 'kappa': 0.875, 'stricter': -0.25}
    """
    shared = [key for key in first if key in second]
    if not shared:
        return {"marks": 0, "alike": float("nan"), "kappa": float("nan"), "stricter": float("nan")}
    one, two = ([marks[key] for key in shared] for marks in (first, second))
    try:
        kappa = cohen_kappa(one, two, weights="quadratic")
    except ValueError:  # everything got the same points: there is nothing to agree on
        kappa = float("nan")
    alike = mean(a == b for a, b in zip(one, two, strict=True))
    return {"marks": len(shared), "alike": alike, "kappa": kappa, "stricter": mean(two) - mean(one)}


def apart(marks):
    """{criterion: mean distance of two assistants' points on the same text}, the largest first."""
    distances = {}
    for first, second in combinations(marks.values(), 2):
        for key in first.keys() & second.keys():
            distances.setdefault(key[1], []).append(abs(first[key] - second[key]))
    return dict(sorted(((name, mean(all_)) for name, all_ in distances.items()), key=lambda item: (-item[1], item[0])))


def as_text(marks):
    """The comparison in words."""
    lines = [f"{'first':<18}{'second':<18}{'marks':>6}{'alike':>8}{'kappa':>8}  the second gives"]
    rough = False
    for (one, first), (two, second) in combinations(marks.items(), 2):
        facts = compare_two(first, second)
        rough |= facts["marks"] < FEW
        if not facts["marks"]:
            lines.append(f"{one[:17]:<18}{two[:17]:<18}{0:>6}  nothing in common")
            continue
        kappa = "–" if facts["kappa"] != facts["kappa"] else f"{facts['kappa']:.2f}"
        bias = f"{facts['stricter']:+.2f} points per mark"
        lines.append(f"{one[:17]:<18}{two[:17]:<18}{facts['marks']:>6}{facts['alike']:>8.0%}{kappa:>8}  {bias}")
    lines += ["", "Mean distance by criterion, the widest first:"]
    lines += [f"  {name:<28}{distance:>5.2f}" for name, distance in apart(marks).items()]
    lines += ["", f"Talk about the widest criteria, mark again, and go on when kappa is above {ENOUGH:g}."]
    return "\n".join([*lines, *([f"Fewer than {FEW} marks in common: kappa is rough."] if rough else [])])


def main(arguments=None):
    """Print how alike the assistants mark."""
    parser = Arguments(prog="python3 course.py class marks", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE", help="assistant,text,criterion,points; several are joined")
    try:
        print(as_text(read(parser.parse_args(arguments).files)))
    except (ValueError, OSError, csv.Error) as error:
        print(sentence(error), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

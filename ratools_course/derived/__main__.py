"""`python3 course.py build`: write every file of the repository that is computed from others.

A second run changes nothing. `--check` writes nothing and says which files are out of date (exit code 1).
"""

import sys
from pathlib import Path

from ratools_course.derived import guide, outputs, readme, seeds
from ratools_course.learner import task_list

ROOT = Path(__file__).resolve().parents[2]


def outdated(root=ROOT):
    """{path: text} of the derived files whose text is not what it should be."""
    made = {task_list.RECORD: task_list.record()}
    for module in (readme, seeds, outputs, guide):
        made |= module.pages(root)
    return {path: text for path, text in made.items() if not path.is_file() or read(path) != text}


def read(path):
    return path.read_text(encoding="utf-8")


def main(arguments=None):
    """Write what has changed, and say so."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if set(arguments) - {"--check"}:
        print(f"build takes no words but --check, got {' '.join(arguments)}", file=sys.stderr)
        return 2
    changed = outdated()
    for path, text in changed.items():
        print(path.relative_to(ROOT).as_posix())
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8", newline="\n")
    if "--check" in arguments and changed:
        print("These are out of date: run python3 course.py build.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What must not be public, and so lies outside the repository: a seed for hidden inputs and exams, a bank of one's own.

A private bank is a folder with any of
- `probes.toml`: further inputs for hidden tests, `[[probe]]` with `exercise = "ndcg_at_k"` and
  `arguments = '(["b", "a"], {"a": 3}, 2)'` (and perhaps `options = '{"k": 2}'`), written as in Python;
- `*.py`: exercises written like the lessons' exercises.py (ratools_course/lessons);
- `NN_name.toml`: questions written like the lessons' quiz.toml.
"""

import ast
import hashlib
import importlib.util
import tomllib
from pathlib import Path

import ratools
from ratools.words import did_you_mean
from ratools_course.checker.bank import EXERCISES
from ratools_course.quizzes.bank import read_bank

LEAST = 8  # characters of a seed that cannot be guessed by trying


def repository():
    """The folder of the checkout, or None where the package was installed."""
    root = Path(ratools.__file__).resolve().parents[1]
    return root if (root / "course.py").is_file() else None


def outside(path, what):
    """A path outside the repository; a ValueError for one inside, which would become public."""
    path, root = Path(path).expanduser().resolve(), repository()
    if root and (path == root or root in path.parents):
        raise ValueError(f"{what} {path} lies in the repository, which is public: take a folder outside of {root}")
    return path


def bank_folder(path):
    """The folder of a private bank, which must be there; None for none."""
    folder = outside(path, "the bank") if path else None
    if folder and not folder.is_dir():
        raise ValueError(f"there is no folder {folder}: --bank names the folder of your private bank")
    return folder


def read_seed(text):
    """The seed itself, or with @FILE the first line of a file outside the repository."""
    if text.startswith("@"):
        path = outside(text[1:], "the seed's file")
        if not path.is_file():
            raise ValueError(
                f"there is no file {path}: write a private seed into it, a line of {LEAST} characters or more"
            )
        text = path.read_text(encoding="utf-8").strip().partition("\n")[0]
    if len(text) < LEAST:
        raise ValueError(f"a private seed needs at least {LEAST} characters, or it can be guessed; got {len(text)}")
    return text


def key(seed, *names):
    """What is drawn from: it tells nothing about the seed.

    >>> key("a private seed", "05_ndcg") == key("a private seed", "05_ndcg") != key("a private seed", "06")
    True
    """
    return hashlib.sha256("\x1f".join(("ratools", seed, *names)).encode()).hexdigest()


# The bank ------------------------------------------------------------------------------------------------------------


def load_exercises(folder):
    """Read the exercises of a private bank, once; their ids."""
    before = set(EXERCISES)
    for path in sorted(Path(folder).glob("*.py")):
        name = f"ratools_private_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
        spec = importlib.util.spec_from_file_location(name, path)
        try:
            spec.loader.exec_module(importlib.util.module_from_spec(spec))
        except ValueError as error:
            if "there are two exercises" not in str(error):
                raise
            raise ValueError(f"{path}: {error}; an exercise of a private bank needs an id of its own") from None
    return [id for id in EXERCISES if id not in before]


def load_probes(folder):
    """{exercise: [call]} of a private bank's probes.toml."""
    path, probes = Path(folder) / "probes.toml", {}
    if not path.is_file():
        return probes
    for number, entry in enumerate(tomllib.loads(path.read_text(encoding="utf-8")).get("probe", []), start=1):
        id = entry.get("exercise")
        if id not in EXERCISES:
            raise ValueError(f"{path}, probe {number}: there is no exercise {id!r}{did_you_mean(id, EXERCISES)}")
        try:
            arguments, options = (ast.literal_eval(entry.get(name, "{}")) for name in ("arguments", "options"))
            EXERCISES[id].truth(arguments, options)
        except (TypeError, ValueError, SyntaxError) as error:
            raise ValueError(f"{path}, probe {number}: {EXERCISES[id].name} cannot take that: {error}") from None
        probes.setdefault(id, []).append((tuple(arguments), options))
    return probes


def load_questions(folder):
    """The questions of a private bank, in the order of its files; a ValueError lists every mistake."""
    read = [read_bank(path, path.stem) for path in sorted(Path(folder).glob("[0-9][0-9]_*.toml"))]
    mistakes = [line for _, lines in read for line in lines]
    if mistakes:
        raise ValueError("the private bank has mistakes:\n" + "\n".join(mistakes))
    return [question for bank, _ in read for question in bank.questions]

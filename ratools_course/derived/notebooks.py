"""`python3 course.py notebooks`: run notebooks again, in place, so that running twice changes nothing."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

NBCONVERT = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--log-level=ERROR"]
NBCONVERT += ["--ExecutePreprocessor.record_timing=False", "--ExecutePreprocessor.coalesce_streams=True"]
STATE = "application/vnd.jupyter.widget-state+json"
RANDOM_ID = re.compile(r"\b[0-9a-f]{32}\b|(?<=IPY_MODEL_)[0-9a-f]{32}")


def main(paths):
    """Run each notebook; one that fails stays as it was, and makes the exit code 1."""
    return max([run(Path(path)) for path in paths], default=0)


def run(path):
    """Run a notebook and say whether that changed it; the exit code."""
    target = path.with_name(".running-" + path.name)
    env = os.environ | {"RATOOLS_PROGRESS": os.devnull}  # an author's run is not a learner's progress
    command = [*NBCONVERT, path.name, "--output", target.name]  # nbconvert reads a `[` further up as a pattern
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "encoding": "utf-8", "errors": "replace"}
    done = subprocess.run(command, cwd=path.parent, env=env, **streams)
    try:
        if done.returncode:
            print(f"{path.name} failed and stays as it was:\n{done.stdout}", flush=True)
            return 1
        data = to_bytes(tidy(json.loads(target.read_text(encoding="utf-8"))))
        print(f"{path.name}: {'unchanged' if data == path.read_bytes() else 'written'}", flush=True)
        target.write_bytes(data)
        target.replace(path)
    finally:
        target.unlink(missing_ok=True)
    return 0


def to_bytes(book):
    """A notebook as Jupyter itself would write it."""
    return (json.dumps(book, indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode("utf-8")


def tidy(book):
    """An executed notebook without what differs from run to run: times, Python's version, the random ids of widgets."""
    for cell in book["cells"]:
        cell["metadata"].pop("execution", None)
    book["metadata"].get("language_info", {}).pop("version", None)
    ids = steady_ids(book)
    return json.loads(RANDOM_ID.sub(lambda match: ids.get(match.group(), match.group()), json.dumps(book)))


def steady_ids(book):
    """{random id of a widget: its number in the notebook}, breadth first from what is shown."""
    states = book["metadata"].get("widgets", {}).get(STATE, {}).get("state", {})
    texts = {name: json.dumps(state, sort_keys=True) for name, state in states.items()}
    order, queue = {}, RANDOM_ID.findall(json.dumps(book["cells"], sort_keys=True))
    while len(order) < len(states):
        for name in queue:  # it grows while we walk
            if name in states and name not in order:
                order[name] = f"{len(order) + 1:032x}"
                queue += RANDOM_ID.findall(texts[name])
        rest = [name for name in states if name not in order]  # never shown: parents first, by what they hold
        inner = {name for parent in rest for name in RANDOM_ID.findall(texts[parent])}
        queue = sorted(set(rest) - inner or rest, key=lambda name: RANDOM_ID.sub("", texts[name]))[:1]
    return order


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A step in nbgrader's autograding: what was handed in is marked in another process; points and feedback are written.

It runs in nbgrader's own process, after the notebook was executed, and loads nothing that a student wrote. A cell whose
answer is missing gets 0: nbgrader alone would give full points to a cell without output.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from nbconvert.preprocessors import Preprocessor
from nbformat.v4 import new_output
from traitlets import Bool, Integer, Unicode

from ratools_course.classroom.assignments.handing_in import MIME

NOTHING = "0 points: nothing was handed in."


class MarkAnswers(Preprocessor):
    """Comes right after `Execute`; nbgrader_config.py of an assignment puts it there."""

    enabled = Bool(True).tag(config=True)
    private_file = Unicode(help="the course's private.json: seed, bank, and which cell marks what").tag(config=True)
    seconds = Integer(300, help="for all answers of one notebook").tag(config=True)

    def preprocess(self, nb, resources):
        """Replace the outputs of every cell that marks."""
        names = resources["nbgrader"]
        private = json.loads(Path(self.private_file).read_text(encoding="utf-8"))
        plan = private["assignments"][names["assignment"]]
        cells = [(cell, plan[_grade_id(cell)]) for cell in nb.cells if _grade_id(cell) in plan]
        answers = [{**task, "answer": _answer(cell)} for cell, task in cells]
        request = {"seed": private["seed"], "bank": private["bank"], "varied": private["varied"]}
        request |= {"assignment": names["assignment"], "student": names["student"]}
        request["answers"] = [entry for entry in answers if entry["answer"] is not None]
        marks = iter(self.ask(request))
        for (cell, _), entry in zip(cells, answers, strict=True):
            cell.outputs = _outputs(next(marks) if entry["answer"] is not None else _missing(cell))
        return nb, resources

    def ask(self, request):
        """The marks, from a fresh process; one that dies or hangs is 0 for all of its answers."""
        if not request["answers"]:
            return []
        command = [sys.executable, "-P", "-m", "ratools_course.classroom.assignments.marking"]
        with tempfile.TemporaryDirectory() as folder:
            try:
                data = json.dumps(request).encode()
                done = subprocess.run(command, input=data, capture_output=True, timeout=self.seconds, cwd=folder)
                marks = json.loads(done.stdout)
            except (subprocess.TimeoutExpired, ValueError) as error:
                self.log.error("marking failed for %s: %s", request["student"], error)
                text = "0 points: the process that marks ended with this submission. Please look at it yourself."
                marks = [{"points": 0.0, "text": text, "html": None}] * len(request["answers"])
        limits = [task["points"] for task in request["answers"]]
        pairs = zip(marks, limits, strict=True)
        return [mark | {"points": min(max(0.0, mark["points"]), limit)} for mark, limit in pairs]


def _grade_id(cell):
    return cell.metadata.get("nbgrader", {}).get("grade_id")


def _answer(cell):
    """What a cell handed in, or None."""
    for output in cell.get("outputs", []):
        data = output.get("data", {}).get(MIME)
        if isinstance(data, dict):
            return data
    return None


def _missing(cell):
    """Why nothing was handed in, as far as the cell tells."""
    error = next((output for output in cell.get("outputs", []) if output["output_type"] == "error"), None)
    text = f"{NOTHING} The cell ended with {error['ename']}: {error['evalue']}" if error else NOTHING
    return {"points": 0.0, "text": text, "html": None}


def _outputs(mark):
    data = {"text/plain": mark["text"]} | ({"text/html": mark["html"]} if mark["html"] else {})
    points = new_output("execute_result", {"text/plain": repr(mark["points"])}, execution_count=None)
    return [new_output("display_data", data), points]

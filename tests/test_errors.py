"""A wrong call in a notebook shows the caller's line and a sentence; `%tb`, plain Python and pytest show everything."""

import ast
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ratools
from ratools.errors import UsageError, own_frame

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def run():
    """A function that runs a cell in a kernel of its own and gives (name, message, traceback) of its error."""
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(env=_environment())

    def cell(code):
        errors = []
        client.execute_interactive(
            code, timeout=60, output_hook=lambda message: errors.append(message) if "ename" in message["content"] else 0
        )
        content = errors[0]["content"]
        trace = re.sub(r"\x1b\[[\d;]*m", "", "\n".join(content["traceback"]))
        return content["ename"], content["evalue"], trace

    yield cell
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def _environment():
    return {**os.environ, "PYTHONPATH": str(ROOT)}


WRONG_CALLS = {
    "a measure": ('import ratools\nratools.recall_at_k(["a"], {"a"}, 0)', "k must be a whole number"),
    "an evaluation": ("from ratools.evaluation.evaluator import evaluate\nevaluate({}, {'q': {'a': 1}})", "run"),
    "a reader": ("from ratools.evaluation.formats import read_run\nread_run('no-such.run')", "no-such.run"),
    "an assessment": ("from ratools.assessing.pools import pool\npool([])", "a pool needs at least one run"),
    "an explanation": ("from ratools.explanations import explain\nexplain('ndgc', ['a'], {'a': 1})", "ndgc"),
    "a quiz": ('from ratools_course import quiz\nquiz("05_ndgc")', "did you mean '05_ndcg'"),
    "a prediction": ('from ratools_course import predict\npredict("nope")', "there is no prediction 'nope'"),
    "a check": ('from ratools_course import check\ncheck("ndcg-bag", 3)', "did you mean 'ndcg-bug'"),
    "a board": ("from ratools_course.widgets.board import RankingBoard\nRankingBoard([], {})", "docs is empty"),
    "the progress": ('from ratools_course import progress\nprogress("99")', "there is no notebook '99'"),
    "a table": ("from ratools_course.widgets.blanks import complete_table\ncomplete_table('x')", "no table 'x'"),
}


@pytest.mark.parametrize("name", WRONG_CALLS)
def test_a_wrong_call_shows_the_callers_line_and_the_sentence(run, name):
    code, sentence = WRONG_CALLS[name]
    kind, message, shown = run(code)
    assert kind == "UsageError" and sentence in message
    assert re.match(rf"Cell In\[\d+\], line 2\n----> 2 {re.escape(code.splitlines()[1])}\n\nUsageError: ", shown)
    assert message in shown and "%tb" in shown
    assert str(ROOT / "ratools") not in shown and len(shown.splitlines()) <= 8


def test_tb_shows_all_of_it_as_often_as_it_is_asked(run):
    run(WRONG_CALLS["a measure"][0])
    for _ in range(2):
        kind, _, shown = run("%tb")
        assert kind == "UsageError" and "binary.py:" in shown and "arguments.py:" in shown
        assert "Cell In[" in shown and shown.endswith("(use k=None for the whole list)")


def test_the_innermost_line_of_the_callers_own_is_shown_whole(run):
    code = 'import ratools\ndef mine(k):\n    return ratools.recall_at_k(\n        ["a"],\n        {"a"}, k=k)\nmine(0)'
    shown = run(code)[2]
    assert '----> 3     return ratools.recall_at_k(\n      4         ["a"],\n      5         {"a"}, k=k)\n\n' in shown


def test_where_a_function_that_was_handed_in_fails_everything_is_shown(run):
    code = (
        "from ratools.assessing.biases import position_bias\n"
        "def judge(*texts):\n    return 1 / 0\n"
        "position_bias(judge, [('q', 'one', 'two')])"
    )
    kind, _, shown = run(code)
    assert kind == "UsageError" and "return 1 / 0" in shown and "ZeroDivisionError" in shown


def test_plain_python_shows_every_line():
    code = "import ratools\nratools.recall_at_k(['a'], {'a'}, 0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=_environment())
    assert "as_cutoff" in done.stderr and "ratools.errors.UsageError: k must be" in done.stderr


def test_it_is_a_value_error_that_can_be_sent_to_another_process():
    with pytest.raises(ValueError, match="k must be") as caught:
        ratools.recall_at_k(["a"], {"a"}, 0)
    assert type(caught.value) is UsageError
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), str(copy)) == (UsageError, str(caught.value))
    assert own_frame(caught.value.__traceback__).filename == __file__
    assert own_frame(copy.__traceback__) is None and "UsageError: k must" in "".join(copy._render_traceback_())


NOTED = "is not on the scale"  # a judge's answer: written into the file of judgements, shown to nobody


@pytest.mark.parametrize("folder", ["metrics", "evaluation", "assessing", "explanations"])
def test_every_refusal_with_a_sentence_is_one(folder):
    for path in (ROOT / "ratools" / folder).rglob("*.py"):
        raised = [node.exc for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Raise)]
        calls = [ast.unparse(node) for node in raised if isinstance(node, ast.Call)]
        plain = [call for call in calls if call.startswith("ValueError(") and NOTED not in call]
        assert not plain, f"{path.relative_to(ROOT)}: raise a UsageError, which shows as one sentence: {plain[0]}"

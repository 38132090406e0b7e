"""`rt.ndcg_at_k??` in a notebook shows the formula, its file and the whole signature."""

import re

import pytest
from IPython.core.interactiveshell import InteractiveShell

import ratools

EXAMPLES = {"ndcg_at_k": "graded.py", "precision_at_k": "binary.py", "bpref": "incomplete.py", "rbo": "agreement.py"}


@pytest.mark.parametrize(("name", "file"), EXAMPLES.items())
def test_two_question_marks_show_the_formula(name, file):
    shell = InteractiveShell.instance()
    shell.user_ns["rt"] = ratools
    shown = shell.object_inspect_mime(f"rt.{name}", detail_level=1)["text/plain"]
    shown = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    assert f"def {name}(" in shown
    assert "return" in shown
    assert re.search(rf"File:\s.*{file}", shown)
    assert "duplicates='error'" in shown or name == "rbo"

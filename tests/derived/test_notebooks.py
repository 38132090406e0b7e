"""`python3 course.py notebooks` leaves no trace of when and where a notebook was run."""

import json
import random
from pathlib import Path

import pytest

from ratools_course.derived.notebooks import STATE, tidy, to_bytes

ROOT = Path(__file__).parents[2]
VIEW = "application/vnd.jupyter.widget-view+json"


def with_widgets(shown, hidden):
    """A notebook with sliders, given as pairs of ids: the slider's own and its layout's. Layouts are all alike."""
    state = {}
    for value, (slider, layout) in enumerate(shown + hidden):
        state[slider] = {"state": {"value": value, "layout": f"IPY_MODEL_{layout}"}}
        state[layout] = {"state": {"kind": "layout"}}
    views = [{VIEW: {"model_id": slider}, "text/html": f"<p id='{slider}'>{'f' * 32}</p>"} for slider, _ in shown]
    cell = {"cell_type": "code", "id": "c1", "source": ["sliders"], "execution_count": 1}
    cell["outputs"] = [{"output_type": "display_data", "data": view} for view in views]
    cell["metadata"] = {"execution": {"iopub.status.busy": shown[0][0]}}
    metadata = {"widgets": {STATE: {"state": dict(sorted(state.items()))}}, "language_info": {"version": "3"}}
    return {"cells": [cell], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def test_widget_ids_are_steady_whatever_they_were():
    results = set()
    for seed in range(30):
        made = random.Random(seed)
        pairs = [[f"{made.getrandbits(128):032x}" for _ in range(2)] for _ in range(6)]
        results.add(to_bytes(tidy(with_widgets(pairs[:3], pairs[3:]))))
    (steady,) = results
    assert b"f" * 32 in steady, "what is no widget's id stays"
    book = json.loads(steady)
    assert to_bytes(tidy(json.loads(steady))) == steady
    state = book["metadata"]["widgets"][STATE]["state"]
    shown = book["cells"][0]["outputs"][0]["data"][VIEW]["model_id"]
    layout = state[shown]["state"]["layout"].removeprefix("IPY_MODEL_")
    assert len(state) == 12 and state[layout]["state"] == {"kind": "layout"}
    assert book["cells"][0]["metadata"] == {} and book["metadata"]["language_info"] == {}


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_committed_notebooks_are_tidy(path):
    """`python3 course.py notebooks` was the last to write them."""
    book = json.loads(path.read_text(encoding="utf-8"))
    assert to_bytes(tidy(book)) == path.read_bytes().replace(b"\r\n", b"\n")

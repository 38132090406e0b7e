"""A notebook that is opened again: its widgets as they were saved, until a kernel stands behind them."""

import asyncio
import json
import os
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from nbformat.sign import MemorySignatureStore, NotebookNotary
from traitlets.config import Configurable

from ratools_course.learner.saved_widgets import FORM, NOTE, VIEW, SavedWidgets, show_forms


def output(**data):
    return {"output_type": "display_data", "metadata": {}, "data": data}


def notebook(*outputs):
    cell = {"cell_type": "code", "id": "a", "source": "x", "metadata": {}, "execution_count": 1}
    text = {"cell_type": "markdown", "id": "b", "source": "text", "metadata": {}}
    return {"cells": [text, cell | {"outputs": list(outputs)}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


WIDGET = {VIEW: {"model_id": "1"}, FORM: "<ol>\n<li>a question</li></ol>", "text/plain": "a question"}


@pytest.fixture
def server(tmp_path):
    """A file in a folder, what reads it, and the notebooks that a kernel runs for."""
    path = tmp_path / "my 05.ipynb"
    path.write_text(json.dumps(notebook(output(**WIDGET))))
    (tmp_path / "notary").mkdir()
    sessions = []

    async def list_sessions():
        return [{"path": name} for name in sessions]

    parent = Configurable()
    parent.session_manager = SimpleNamespace(list_sessions=list_sessions)
    reader = SavedWidgets(parent=parent, root_dir=str(tmp_path))
    # not the user's list of trusted notebooks, which every Jupyter on this machine locks
    reader.notary = NotebookNotary(store_factory=MemorySignatureStore, data_dir=str(tmp_path / "notary"))
    return SimpleNamespace(path=path, sessions=sessions, reader=reader)


def read(server, name="my 05.ipynb", **options):
    """What the server answers; in a thread of its own, since browser tests leave a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(server.reader.get(name, **options))).result()


def data_of(model):
    return model["content"]["cells"][1]["outputs"][0]["data"]


def save_again(server, seconds):
    now = server.path.stat().st_mtime
    os.utime(server.path, (now + seconds, now + seconds))


def test_without_a_kernel_the_saved_form_is_shown_and_the_file_stays(server):
    before = server.path.read_bytes()
    assert data_of(read(server)) == {FORM: NOTE + WIDGET[FORM], "text/plain": "a question"}
    assert server.path.read_bytes() == before


def test_with_its_kernel_a_widget_stays_live(server):
    server.sessions.append("/my 05.ipynb")
    assert data_of(read(server)) == WIDGET


def test_the_kernel_that_was_started_for_it_knows_no_widget_until_it_is_saved(server):
    read(server)
    server.sessions.append("my 05.ipynb")
    assert VIEW not in data_of(read(server)), "the page was loaded again"
    save_again(server, 5)
    assert data_of(read(server)) == WIDGET


def test_a_kernel_of_another_notebook_does_not_count(server):
    server.sessions.append("06.ipynb")
    assert VIEW not in data_of(read(server))


def test_all_else_is_read_as_usual(server, tmp_path):
    assert read(server, content=False)["content"] is None
    (tmp_path / "notes.txt").write_text("text")
    assert read(server, "notes.txt")["content"] == "text"
    names = {one["name"] for one in read(server, "")["content"]}
    assert {"my 05.ipynb", "notes.txt"} <= names


def test_only_what_has_another_form_loses_its_view_and_the_note_comes_once():
    book = notebook(output(**{VIEW: {}, "text/plain": "VBox()"}), output(**{FORM: "<p>"}), output(**WIDGET))
    book["cells"][1]["outputs"].append({"output_type": "stream", "name": "stdout", "text": "x"})
    book["cells"][1]["outputs"].append(output(**{VIEW: {}, FORM: [NOTE, "<ol>"]}))
    show_forms(book)
    datas = [one.get("data") for one in book["cells"][1]["outputs"]]
    assert datas == [
        {VIEW: {}, "text/plain": "VBox()"},
        {FORM: "<p>"},
        {FORM: NOTE + WIDGET[FORM], "text/plain": "a question"},
        None,
        {FORM: NOTE + "<ol>"},
    ]

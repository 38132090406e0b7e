"""The texts that lessons' views show: every file can be read, and every table in it is used."""

import pytest

from ratools_course.lessons import FOLDER, LESSONS
from ratools_course.lessons.shared.texts import read_texts

FOLDERS = [lesson.folder for lesson in LESSONS if (lesson.folder / "texts.toml").is_file()]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_table_of_texts_is_read_by_a_view(folder):
    code = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    assert not [name for name in read_texts(folder) if f'["{name}"]' not in code]


def test_texts_are_read_once():
    assert read_texts(FOLDER / "shared", "targets.toml") is read_texts(FOLDER / "shared", "targets.toml")

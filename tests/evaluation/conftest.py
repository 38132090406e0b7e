"""What several tests of the evaluator need."""

import pytest


@pytest.fixture
def write(tmp_path):
    """Write a file of some content; its path."""

    def make(content, name="some.run"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return make

"""What the tests of plots and explorers read off them."""

import re
import sys

import pytest


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.fixture(scope="session")
def claim():
    """The title of a plot, on one line."""
    return lambda ax: " ".join(ax.get_title(loc="left").split())


@pytest.fixture(scope="session")
def heights():
    """The bars of one name, from left to right."""

    def heights(ax, label):
        container = next(container for container in ax.containers if container.get_label() == label)
        return [bar.get_height() for bar in container]

    return heights


@pytest.fixture(scope="session")
def words():
    """What an explorer shows, without its tags."""
    return lambda explorer: re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", explorer.html))


@pytest.fixture(scope="session")
def turn():
    """Set the controls of an explorer."""

    def turn(explorer, **values):
        for name, value in values.items():
            explorer._controls[name].value = value

    return turn

"""What all plots have in common: a claim for a title, the text below, a white card, words for those who do not see it.

The plots are those of every `test_plots.py` of a lesson: its DRAWN, and the claims that their titles make, its CLAIMS.
"""

import importlib.util
import io
import pickle
import re
import subprocess
import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest

from ratools_course.lessons.shared import frame

mpl.use("agg")
import matplotlib.pyplot as plt

LESSONS = Path(frame.__file__).parents[1]
DRAWN, CLAIMS = {}, {}
for path in sorted(Path(__file__).parents[1].glob("*/test_plots.py")):
    spec = importlib.util.spec_from_file_location(f"drawn_{path.parent.name}", path)
    lesson = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(lesson)
    DRAWN |= {f"{path.parent.name}: {name}": draw for name, draw in lesson.DRAWN.items()}
    CLAIMS |= {f"{path.parent.name}: {name}": claim for name, claim in lesson.CLAIMS.items()}
every = pytest.mark.parametrize("name", DRAWN)


@pytest.mark.parametrize("name", CLAIMS)
def test_titles_state_what_the_data_show(name, claim):
    assert claim(DRAWN[name]()) == CLAIMS[name]


@every
def test_the_title_can_be_ones_own(name, claim):
    assert claim(DRAWN[name](title="As I see it")) == "As I see it"


@every
def test_it_draws_where_it_is_told_and_changes_no_setting(name):
    before = dict(mpl.rcParams)
    figure, (left, right) = plt.subplots(1, 2)
    assert DRAWN[name](ax=right) is right
    assert not left.has_data() and right.has_data()
    assert plt.get_fignums() == [figure.number]
    assert dict(mpl.rcParams) == before
    assert DRAWN[name]().figure is not figure


@every
def test_text_below_says_it_in_words(name, claim):
    ax = DRAWN[name]()
    text = frame.describe(ax)
    assert text.endswith(".") and len(text) > 30 and "nan" not in text and ".." not in text
    [drawn] = [artist for artist in ax.texts if artist.get_gid() == frame.TEXT]
    assert text.startswith(f"{claim(ax)}. {' '.join(drawn.get_text().split())} ")  # claim, line, then the numbers
    marked = [artist.get_text() for artist in ax.texts if re.fullmatch(r"[-+−]?\d+\.\d+", artist.get_text())]
    assert not any(number in drawn.get_text() for number in marked)  # the line repeats no number that stands at a bar


@every
def test_a_notebook_keeps_the_words_with_the_picture(name):
    """As plain text, and as the alt text that nbconvert and the static book give to the picture."""
    figure = DRAWN[name]().figure
    data, metadata = figure._repr_mimebundle_(include=None, exclude=None)
    assert data["text/plain"] == metadata["image/png"]["alt"] == frame.describe(figure.axes[0])
    assert pickle.loads(pickle.dumps(figure)).axes[0].get_title(loc="left") == figure.axes[0].get_title(loc="left")


@pytest.mark.slow
@every
def test_a_plot_is_a_white_card_with_a_margin(name):
    """Also where the picture is cropped to what is drawn, as notebooks do: no ink within 10 pixels of the edge."""
    file = io.BytesIO()
    DRAWN[name]().figure.savefig(file, format="png", bbox_inches="tight", dpi=72)
    pixels = plt.imread(io.BytesIO(file.getvalue()))
    edge = np.ones(pixels.shape[:2], dtype=bool)
    edge[10:-10, 10:-10] = False
    assert (pixels[edge] == 1).all()


@pytest.mark.slow
@every
def test_all_of_it_is_on_the_page(name):
    """Nothing is clipped at the figure's edge, and the text below does not run into the axis."""
    ax = DRAWN[name]()
    ax.figure.canvas.draw()
    page = ax.figure.bbox
    boxes = [artist.get_window_extent() for artist in (ax.title, ax._left_title, ax.xaxis.label, *ax.texts)]
    for box in boxes:
        assert box.x0 >= page.x0 - 1 and box.x1 <= page.x1 + 1 and box.y0 >= page.y0 - 1 and box.y1 <= page.y1 + 1
    below = next(artist for artist in ax.texts if artist.get_gid() == frame.TEXT)
    assert below.get_window_extent().y1 <= ax.xaxis.label.get_window_extent().y0


@every
def test_white_ground_and_dark_ink_in_a_dark_style(name):
    with plt.style.context("dark_background"):
        ax = DRAWN[name]()
    white = (1.0, 1.0, 1.0, 1.0)
    assert ax.get_facecolor() == white and ax.figure.get_facecolor() == white
    texts = [ax._left_title, ax.xaxis.label, *ax.texts, *ax.get_xticklabels()]
    legend = ax.get_legend()
    texts += legend.get_texts() if legend else []
    for text in texts:
        assert contrast(text.get_color()) >= 3.5, text
    if legend:
        assert mpl.colors.to_rgb(legend.get_frame().get_facecolor()) == (1, 1, 1)


def contrast(colour):
    """WCAG's contrast with white."""
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in mpl.colors.to_rgb(colour)]
    return 1.05 / (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)


def test_somebody_elses_axes_are_not_described():
    with pytest.raises(ValueError, match="nothing to describe"):
        frame.describe(plt.subplots()[1])


def test_matplotlib_is_loaded_only_when_something_is_drawn():
    names = sorted(f"ratools_course.lessons.{path.parent.name}.plots" for path in LESSONS.glob("*/plots.py"))
    code = f"import sys, {', '.join(names)}, ratools.explanations; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert len(names) > 5 and done.stdout.strip() == "False"


def test_every_lesson_with_plots_has_its_drawn_here():
    drawn = {name.partition(":")[0] for name in DRAWN}
    assert drawn == {path.parent.name for path in LESSONS.glob("*/plots.py")}

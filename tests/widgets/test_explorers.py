"""The engine of the explorers: the picture follows the controls, in three forms; what is drawn escapes its words."""

import ipywidgets as widgets

from ratools_course.widgets import explorers


def made(task="<u>task</u>"):
    slider = widgets.IntSlider(2, min=0, max=10, description="k")
    return explorers.Explorer(task, {"k": slider}, lambda k: f"<p>k is {k}</p>"), slider


def test_the_picture_follows_the_controls():
    explorer, slider = made()
    assert explorer.values == {"k": 2} and explorer.html == "<p>k is 2</p>"
    slider.value = 7
    assert explorer.values == {"k": 7} and explorer.html == "<p>k is 7</p>" and repr(explorer) == "Explorer(k=7)"


def test_three_forms_and_a_task_that_is_text():
    explorer, _ = made()
    bundle, _ = explorer._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle and bundle["text/plain"] == "Explorer(k=2)"
    assert bundle["text/html"] == "<p><b>Task.</b> &lt;u&gt;task&lt;/u&gt;</p><p>k is 2</p>"
    assert "Task" not in made(task="")[0]._repr_mimebundle_()[0]["text/html"]


def test_words_in_a_picture_are_escaped():
    picture = explorers.svg(10, 20, '"<i>"', [explorers.svg_label(1, 2, "<b>")])
    assert 'aria-label="&quot;&lt;i&gt;&quot;"' in picture and "&lt;b&gt;</text>" in picture and "<b>" not in picture


def test_a_bar_stays_in_its_frame():
    assert all(
        f'width="{length}"' in explorers.share_bar(value) for value, length in ((-1, "0.0"), (0.5, "45.0"), (2, "90.0"))
    )

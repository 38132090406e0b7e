"""A talk from a notebook: `python3 course.py slides 05 --out FOLDER` writes 05_ndcg.slides.html, one file, no network.

What is on a slide stands in the cells' metadata, under `slideshow`, as nbconvert and RISE read it: `slide_type` is
"slide" for a new slide and "-" for more on the same one; a cell without it is not shown. Three keys are added:
`text` (what the slide says in place of, or above, the cell), `outputs` (which of them, from 0) and `code` (true: show
the code, too). Pictures, tables and the course's widgets come from the notebook's outputs; the ranking board and the
predictions are alive, without a kernel.
"""

import base64
import io
import re
import sys
from html import escape, unescape
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import nbformat
from nbconvert.exporters import SlidesExporter

from ratools import forms
from ratools_course.classroom.command_line import Arguments, sentence
from ratools_course.learner.task_list import notebooks_dir
from ratools_course.lessons import LESSONS, lesson

FOLDER = Path(__file__).resolve().parent
VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
LONGEST = 38  # characters of a cell, before it is broken into lines
NOT_STATE = {"layout", "tabbable", "tooltip"}  # of every widget, and nothing to the page


def all_talks():
    """The lessons that have a talk (`talk = true` in lesson.toml), in order."""
    return [lesson for lesson in LESSONS if lesson.talk]


def slides(name):
    """The cells of one notebook's talk, and the names of the widgets in it."""
    folder = notebooks_dir()
    if folder is None:
        raise ValueError("slides are made from the notebooks, which are not installed: run this in the repository")
    book = nbformat.read(folder / lesson(name).file, as_version=4)
    widgets, cells = set(), [_title(lesson(name))]
    for cell in book.cells:
        if cell.metadata.get("slideshow", {}).get("slide_type") in ("slide", "-"):
            cells += _slide(cell, book.metadata, widgets)
    return cells, widgets


def talk(name):
    """The whole talk of one notebook, as HTML."""
    cells, widgets = slides(name)
    made = nbformat.v4.new_notebook(cells=cells, metadata={"language_info": {"name": "python"}})
    exporter = SlidesExporter(extra_template_basedirs=[str(FOLDER)], template_name="template")
    exporter.exclude_input_prompt = exporter.exclude_output_prompt = True
    return exporter.from_notebook_node(made, {"talk": _assets(lesson(name), widgets)})[0]


def _assets(lesson, widgets):
    """All that the page needs, in the page itself."""
    parts = [forms._code(name.rsplit(".", 1)[1], _for_slides(_class(name))) for name in sorted(widgets)]
    loader = f"<script>{forms.script('loader.js')}</script>" if widgets else ""
    styles = [(FOLDER / name).read_text(encoding="utf-8") for name in ("reveal/reveal.css", "slides.css")]
    scripts = [(FOLDER / "reveal" / name).read_text(encoding="utf-8") for name in ("reveal.js", "notes.js")]
    return {
        "title": escape(f"{lesson.number} {lesson.title}"),
        "style": "\n".join(styles),
        "script": "\n".join(scripts).replace("</script", "<\\/script"),
        "widgets": "".join(parts) + loader,
    }


def _for_slides(widget):
    """A widget's code, in which nothing is a <section>: reveal.js would take it for a slide."""
    return SimpleNamespace(_css=widget._css, _esm=re.sub(r'"section"', '"div"', widget._esm))


def _class(name):
    module, _, kind = name.rpartition(".")
    return getattr(import_module(module), kind)


# One slide -----------------------------------------------------------------------------------------------------------


def _title(lesson):
    text = f"# {lesson.title}\n\n<p class='asked'>{escape(lesson.question)}</p>"
    return _cell("markdown", text, "slide")


def _cell(kind, text, slide_type, **more):
    made = {"markdown": nbformat.v4.new_markdown_cell, "code": nbformat.v4.new_code_cell}[kind](text, **more)
    made.metadata["slideshow"] = {"slide_type": slide_type}
    return made


def _slide(cell, metadata, widgets):
    """The cells of a talk that one cell of the notebook becomes."""
    chosen = cell.metadata["slideshow"]
    kind, text = chosen["slide_type"], chosen.get("text", cell.source if cell.cell_type == "markdown" else "")
    made = [_cell("markdown", _with_formulas(text), kind)] if text else []
    if cell.cell_type == "code":
        shown = [_output(output, metadata, widgets) for output in _chosen(cell)]
        source = cell.source if chosen.get("code") else ""
        made.append(_cell("code", source, "-" if made else kind, outputs=shown))
        made[-1].metadata["transient"] = {"remove_source": not source}
    return made


def _chosen(cell):
    """The outputs to show: those that are named; or the picture alone, where there is one; or all."""
    named = cell.metadata["slideshow"].get("outputs")
    if named is not None:
        return [cell.outputs[index] for index in named]
    pictures = [output for output in cell.outputs if "image/png" in output.get("data", {})]
    return pictures or cell.outputs


def _output(output, metadata, widgets):
    """An output that needs no kernel: a widget of the course in its static form, a picture with its words."""
    output, data = output.copy(), output.get("data", {})
    if VIEW in data:
        output["data"] = {"text/html": _static(metadata["widgets"][STATE]["state"], data, widgets)}
    elif "image/png" in data:
        text = escape(" ".join("".join(data.get("text/plain", "")).split()), True)
        source = "".join(data["image/png"]).strip()
        output["data"] = {"text/html": f'<img src="data:image/png;base64,{source}" alt="{text}">'}
        output["metadata"] = {}
    elif "text/html" in data:
        output["data"] = {"text/html": _legible("".join(data["text/html"]))}
    elif "text/plain" in data:
        output["data"] = {"text/plain": re.sub(r"\ndtype: \w+$", "", "".join(data["text/plain"]))}
    return output


def _legible(html):
    """A card without its sources, a table with three decimals and as large as fits."""
    html = re.sub(r"(?<=>)\s*(-?\d+\.\d{4,})\s*(?=<)", lambda match: f"{float(match[1]):.3f}", html)
    if "ratools-card" in html:
        return re.sub(r"<p><em>Where it was met:</em></p>.*(?=</div>)", "", html, flags=re.S)
    return re.sub(r"<table[^>]*class=\"dataframe\".*?</table>", _sized, html, flags=re.S)


def _sized(match):
    """A table whose letters are as large as its rows and columns allow."""
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, flags=re.S) for row in match[0].split("</tr>")[:-1]]
    texts = [[unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in row] for row in rows]
    columns = range(max(map(len, texts)))
    widths = [min(max(len(row[column]) for row in texts if column < len(row)), LONGEST) + 2 for column in columns]
    lines = sum(max(-(-len(text) // LONGEST) or 1 for text in row) for row in texts if row)
    size = max(min(36, 500 / (1.62 * lines), 1190 / (0.58 * sum(widths))), 15)
    table = re.sub(r"<td>(?=[^<]*[^\W\d_]{2})", '<td class="words">', match[0])
    return f'<div style="font-size:{size:.0f}px">{table}</div>'


def _static(states, data, widgets):
    """The static form of a widget, from the state that the notebook keeps."""
    state = states[data[VIEW]["model_id"]]["state"]
    name = state.get("_anywidget_id", "")
    if not name.startswith(("ratools.", "ratools_course.")):
        raise ValueError("a slide shows an explorer, which needs a kernel: choose another cell, or other outputs")
    widgets.add(name)
    own = {key: value for key, value in state.items() if not key.startswith("_") and key not in NOT_STATE}
    if "taken" in own:
        own["note"] = "Reload the page to guess again."
    kind, text = escape(name.rsplit(".", 1)[1]), "".join(data["text/html"])
    kept = f'<script type="application/json" class="ratools-state">{forms._json(own)}</script>'
    return f'<div class="ratools-static" data-ratools="{kind}">{text}{kept}</div>'


# Formulas ------------------------------------------------------------------------------------------------------------


def _with_formulas(text):
    """`$$…$$` becomes a picture: no script has to be loaded for it."""
    return re.sub(r"\$\$(.+?)\$\$", lambda match: formula(match[1].strip()), text, flags=re.S)


def formula(tex):
    """A formula as an image, drawn by matplotlib."""
    from matplotlib import rc_context
    from matplotlib.mathtext import math_to_image

    drawn = io.BytesIO()
    plain = tex.replace(r"\ge ", r"\geq ").replace(r"\le ", r"\leq ").replace(r"\frac", r"\dfrac")
    with rc_context({"svg.hashsalt": "ratools", "svg.fonttype": "path", "mathtext.fontset": "dejavusans"}):
        math_to_image(f"${plain}$", drawn, format="svg", dpi=72)
    svg = re.sub(r"<metadata>.*?</metadata>", "", drawn.getvalue().decode(), flags=re.S)
    width = 3.6 * float(re.search(r'width="([\d.]+)pt"', svg)[1])
    data = base64.b64encode(svg.encode()).decode()
    look = f'class="formula" style="width:{min(width, 1150):.0f}px" alt="{escape(tex, True)}"'
    return f'<img {look} src="data:image/svg+xml;base64,{data}">'


# The command ---------------------------------------------------------------------------------------------------------


def main(arguments=None):
    """Write the talks that are asked for."""
    known = ", ".join(lesson.number for lesson in all_talks())
    parser = Arguments(prog="python3 course.py slides", description=__doc__.splitlines()[0])
    parser.add_argument("notebooks", nargs="+", metavar="NOTEBOOK", help=f"{known}, or all")
    parser.add_argument("--out", default="slides", metavar="FOLDER", help="where to (slides/)")
    options = parser.parse_args(arguments)
    folder = Path(options.out)
    try:
        chosen = all_talks() if "all" in options.notebooks else [lesson(name) for name in options.notebooks]
        without = ", ".join(lesson.number for lesson in chosen if not lesson.talk)
        if without:
            raise ValueError(f"there is no talk of {without}; there are {known}")
        folder.mkdir(parents=True, exist_ok=True)
        for found in chosen:
            path = folder / f"{found.name}.slides.html"
            path.write_text(talk(found.name), encoding="utf-8")
            print(f"{path}: open it in a browser; arrow keys turn the page, S opens the speaker's view.")
    except (ValueError, OSError) as error:
        print(sentence(error), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

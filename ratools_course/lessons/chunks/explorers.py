"""What can be turned in this lesson: the size and the overlap of chunks."""

from html import escape

import ipywidgets as widgets

from ratools.errors import UsageError
from ratools.metrics import overlap as spans
from ratools.metrics.arguments import as_spans
from ratools_course.systems.chunking import fixed_chunks
from ratools_course.widgets.explorers import BLUE, INK, TABLE, VERMILLION, Explorer, beside, svg, svg_label


def explore_chunks(text, answer, size=200, overlap=0, task="Find a size at which one chunk holds the whole answer."):
    """Slide the size and the overlap of fixed chunks, and watch what each does to the answer's place in the text."""
    [answer] = as_spans(answer, "answer")
    if not answer[1] <= len(text) or answer[0] == answer[1]:
        raise UsageError(f"answer must be one span inside the text of {len(text)} characters, got {answer!r}")
    sizes = widgets.IntSlider(size, min=50, max=1000, step=50, description="size", continuous_update=True)
    share = widgets.IntSlider(overlap, min=0, max=75, step=25, description="overlap %", continuous_update=True)
    return Explorer(
        task, {"size": sizes, "overlap": share}, lambda size, overlap: _chunks_picture(text, answer, size, overlap)
    )


def _chunks_picture(text, answer, size, overlap):
    chunks = fixed_chunks(text, size, overlap=size * overlap // 100)
    held = [chunk for chunk in chunks if spans.span_recall([chunk], answer)]
    best = max(spans.span_recall([chunk], answer) for chunk in held)
    rows = {
        "recall of the best single chunk": best,
        "precision of all that hold a part": spans.span_precision(held, answer),
        "precision · (IoU + recall) / 2": spans.span_precision_omega(held, answer),
        "Chroma's omega": spans.precision_omega_chroma(chunks, answer),
    }
    values = "".join(f"<tr><td>{escape(name)}</td><td><b>{value:.3f}</b></td></tr>" for name, value in rows.items())
    parts = "1 chunk holds" if len(held) == 1 else f"{len(held)} chunks hold"
    words = f"<p>{len(chunks)} chunks; {parts} a part of the answer.</p>{TABLE}{values}</table>"
    return beside(words, _chunks_line(text, answer, held))


def _chunks_line(text, answer, held):
    """The neighbourhood of the answer: the answer as a bar, below it the chunks that hold a part of it."""
    width, row, edge = 380, 13, 4
    heading = "the answer, and the chunks that hold a part of it"
    low, high = min(answer[0], *(start for start, _ in held)), max(answer[1], *(end for _, end in held))

    def bar(span, y, look):
        left, right = (edge + (width - 2 * edge) * (end - low) / (high - low) for end in span)
        return f'<rect x="{left:.1f}" y="{y}" width="{right - left:.1f}" height="{row - 4}" {look}/>'

    drawn = [
        bar(answer, 18, f'fill="{BLUE}"'),
        svg_label(edge, 12, heading),
    ]
    for index, chunk in enumerate(held):
        drawn.append(bar(chunk, 36 + row * index, f'fill="{VERMILLION}" fill-opacity="0.45" stroke="{INK}"'))
    height = 60 + row * len(held)
    drawn.append(svg_label(edge, height - 4, f"character {low:,}", size=11))
    drawn.append(svg_label(width - edge, height - 4, f"{high:,}", anchor="end", size=11))
    title = f"answer from {answer[0]} to {answer[1]}; chunks " + ", ".join(f"{start} to {end}" for start, end in held)
    return svg(width, height, title, drawn)

"""The report page in a browser: from the disk, without a request, light, dark, narrow and on paper."""

import re

import pytest

import ratools as rt
from ratools.assessing import report
from ratools_course.systems.datasets import helpdesk


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    collection = helpdesk()
    runs = {name: rt.data_dir() / "runs" / f"{name}.run" for name in ("bm25", "minilm", "rrf_english")}
    titles = {name: document.title for name, document in collection.documents.items()}
    return report(runs, collection.judgements, path=tmp_path_factory.mktemp("report") / "report.html", titles=titles,
                  queries=collection.queries)  # fmt: skip


@pytest.mark.parametrize(("scheme", "width"), [("light", 1000), ("dark", 1000), ("dark", 400)])
def test_it_opens_from_the_disk_and_can_be_read_by_everyone(pages, path, axe, scheme, width):
    page = pages(path.as_uri(), width, color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert page.asked == [path.as_uri()] and page.said == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert axe(page, "body", colours=scheme == "dark" and width == 1000) == []


def test_it_prints_on_a4(pages, path):
    page = pages(path.as_uri(), color_scheme="light")
    printed = page.pdf(prefer_css_page_size=True)
    box = [float(n) for n in re.search(rb"/MediaBox\s*\[([^\]]+)\]", printed)[1].split()]
    assert box[2:] == pytest.approx([595, 842], abs=2)
    assert 8 <= len(re.findall(rb"/Type\s*/Page[^s]", printed)) <= 12, "steps are printed open, the rest folded"

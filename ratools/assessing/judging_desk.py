"""The judging desk in a notebook: one pair of query and document at a time, without system, rank or score."""

from html import escape
from pathlib import Path

from ratools.assessing.desk_work import DeskWork, checked_request
from ratools.forms import NotebookWidget, script, style, traitlets  # with one sentence where anywidget is not installed

STATIC = Path(__file__).parent / "static"


class JudgingDesk(NotebookWidget):
    """Judge the first results of runs: `JudgingDesk(queries, documents, runs, depth=10, judge="Ada", path="j.csv")`.

    `queries` is {id: text} or a DataFrame; `documents` {id: text}, {id: object with title and text} or a DataFrame;
    `runs` {system: run}, a list of runs, or a pool (of `pool` or `assign`). Every grade is one line in the file at
    `path`, written at once; the next start goes on where the last one stopped. `scale` {grade: words} changes the
    scale; `repeats` is the share of pairs that come twice, blind; `highlight=True` marks the query's words, which
    biases. `adjudicate=True` shows the pairs on which judges differ, with their grades, and takes the deciding one.
    """

    _esm = script("desk.js", STATIC)
    _css = style("desk.css", STATIC)
    from_page = frozenset({"request"})

    settings = traitlets.Dict().tag(sync=True)  # the judge, the scale, what is asked for
    view = traitlets.Dict().tag(sync=True)  # what is shown
    request = traitlets.Dict().tag(sync=True)  # what the page asks for: {"id", "action", "turn", "grade", "note"}

    def __init__(
        self,
        queries,
        documents,
        runs=None,
        depth=10,
        judge="judge-1",
        path="judgements.csv",
        *,
        scale=None,
        repeats=0.05,
        seed=0,
        highlight=False,
        adjudicate=False,
    ):
        self.work = DeskWork(
            queries, documents, runs, depth, judge, path, scale=scale, repeats=repeats, seed=seed, adjudicate=adjudicate
        )
        super().__init__(settings=self.work.settings(highlight), view=self.work.view())

    @traitlets.validate("request")
    def _check_request(self, proposal):
        try:
            return checked_request(proposal["value"])
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from None

    @traitlets.observe("request")
    def _answer(self, change):
        if change["new"]:
            self.view = self.work.act(change["new"])

    def grade(self, grade, note=""):
        """Grade the pair that is shown, as a key does."""
        self.work.grade(grade, note)
        self.view = self.work.view()

    def skip(self, note=""):
        """Leave the pair that is shown unjudged."""
        self.work.skip(note)
        self.view = self.work.view()

    def undo(self):
        """Take the last act back."""
        self.work.undo()
        self.view = self.work.view()

    def plan(self):
        """How long the rest will take at the pace so far."""
        return self.work.plan()

    def text(self):
        """Who judges what, and how much is left."""
        return "Judging desk\n" + "\n".join(f"{what}: {value}" for what, value in self.work.summary())

    def text_html(self):
        """The same as a table, for a notebook without a kernel."""
        rows = "".join(
            f"<tr><th scope='row'>{escape(what)}</th><td style='text-align: left'>{escape(value)}</td></tr>"
            for what, value in self.work.summary()
        )
        return f"<p>Judging desk</p><table>{rows}</table><p>In a running notebook the pairs can be judged.</p>"

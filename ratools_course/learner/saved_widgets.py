"""JupyterLab's reader of notebooks: where no kernel stands behind a widget, it shows the form that was saved beside it.

`python3 course.py lab` asks JupyterLab for this class. A saved notebook keeps, for each widget, the number of a model
in a kernel and the form for pages without one. JupyterLab takes the first; in a notebook that is opened again the
kernel is gone, and it would say "Error displaying widget: model not found". Reading does not change the file itself.
"""

from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager

VIEW, FORM = "application/vnd.jupyter.widget-view+json", "text/html"
NOTE = "<p>Run this cell again, and it is live; your answers are kept.</p>"


class SavedWidgets(AsyncLargeFileManager):
    """Files as usual, but a notebook without a kernel comes with its widgets' forms for pages without one."""

    async def get(self, path, content=True, *more, **options):
        """Read a file or a folder."""
        model = await super().get(path, content, *more, **options)
        if content and model["type"] == "notebook" and await self._is_at_rest(path.strip("/"), model):
            show_forms(model["content"])
        return model

    async def _is_at_rest(self, path, model):
        """Whether no kernel runs for it, or none did when it was read and it was not saved since.

        JupyterLab starts a kernel for what it has read, and that one knows none of the models that the file names.
        """
        self._at_rest = getattr(self, "_at_rest", {})  # {path: when it had last been saved}
        sessions = await self.parent.session_manager.list_sessions()
        if all(session["path"].strip("/") != path for session in sessions):
            self._at_rest[path] = model["last_modified"]
        return self._at_rest.get(path) == model["last_modified"]


def show_forms(notebook):
    """Leave each widget of a notebook only its form for pages without a kernel, and say how it comes back."""
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if VIEW in data and FORM in data:
                del data[VIEW]
                form = "".join(data[FORM])
                data[FORM] = form if NOTE in form else NOTE + form

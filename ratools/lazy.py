"""Names of a package that are loaded when they are first asked for, so that importing one does not wait for all."""

import sys
from importlib import import_module


def on_demand(package, homes, elsewhere=None):
    """`__getattr__` and `__dir__` of a package whose public names live in its modules: {module: "name name"}.

    `elsewhere` adds names of other packages: {name: module in full}.
    """
    home = {name: f"{package}.{module}" for module, names in homes.items() for name in names.split()}
    home |= elsewhere or {}

    def __getattr__(name):
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(home[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def __dir__():
        return sorted({*vars(sys.modules[package]), *home})

    return __getattr__, __dir__, list(home)


class Later:
    """A module that is loaded when something of it is first asked for: `pd = Later("pandas")`."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, attribute):
        return getattr(import_module(self._name), attribute)

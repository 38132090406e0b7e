"""Names and modules that are imported when they are first used, so that importing a package stays fast."""

import sys
from importlib import import_module


def on_demand(package, modules, elsewhere=None):
    """`__getattr__`, `__dir__` and `__all__` of a package whose public names are in its modules: {module: "name name"}.

    `elsewhere` adds names of other packages: {name: module in full}.
    """
    module_of = {name: f"{package}.{module}" for module, names in modules.items() for name in names.split()}
    module_of |= elsewhere or {}

    def __getattr__(name):
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(module_of[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def __dir__():
        return sorted({*vars(sys.modules[package]), *module_of})

    return __getattr__, __dir__, list(module_of)


class Later:
    """A module that is imported when an attribute of it is first used: `pd = Later("pandas")`."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, attribute):
        return getattr(import_module(self._name), attribute)

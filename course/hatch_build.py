"""What the wheel of ratools-course holds."""

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CourseFiles(BuildHookInterface):
    """Puts the folders beside this one into the wheel, but not into an editable installation, which is the checkout.

    `force-include` in pyproject.toml would copy them in both cases, and Python would import the copy.
    """

    def initialize(self, version, build_data):
        if version == "standard":
            build_data["force_include"].update(
                {"../ratools_course": "ratools_course", "../data": "ratools_course/data"}
            )

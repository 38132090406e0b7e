"""Lesson: Choose a measure. These are the names that its notebook imports."""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(
    __name__,
    {
        "explorers": "choose_measure explore_patience",
        "plots": "plot_decision_tree",
        "sheet": "formula_sheet write_formula_sheet",
        "views": "who_is_ahead",
    },
    elsewhere={
        "against_ceiling": "ratools_course.lessons.shared.targets",
        "published_figures": "ratools_course.lessons.shared.targets",
        "typical_values": "ratools_course.lessons.shared.targets",
    },
)

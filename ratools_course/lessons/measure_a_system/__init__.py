"""Lesson: Measure a system. These are the names that its notebook imports."""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(
    __name__,
    {
        "plots": "plot_orders",
    },
    elsewhere={
        "plot_differences": "ratools_course.lessons.shared.plots",
        "means": "ratools_course.lessons.shared.side_by_side",
        "side_by_side": "ratools_course.lessons.shared.side_by_side",
    },
)

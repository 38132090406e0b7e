"""Lesson: Answers. These are the names that its notebook imports."""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(
    __name__,
    {
        "plots": "plot_coverage",
        "views": "at_most at_threshold guessing_scores systems_table",
    },
    elsewhere={
        "one_question": "ratools_course.lessons.shared.answers",
        "stage_table": "ratools_course.lessons.shared.answers",
    },
)

"""Lesson: Judgements. These are the names that its notebook imports."""

from ratools.lazy import on_demand

OTHER = "first_results judged_by_meaning judged_by_rule judged_only means_by overlap_prefers overlap_rule runs"

__getattr__, __dir__, __all__ = on_demand(
    __name__,
    {
        "plots": "plot_places",
        "views": "by_judge graded_zero judged_twice more_on_judging praised_by_length readers_prefer several_answers",
    },
    elsewhere={
        "who_does_what": "ratools_course.lessons.shared.libraries",
        **dict.fromkeys(OTHER.split(), "ratools_course.systems.other_judgements"),
    },
)

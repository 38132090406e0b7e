"""Lesson: Scores and thresholds. These are the names that its notebook imports."""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(
    __name__,
    {
        "explorers": "explore_thresholds",
        "plots": "plot_f1_by_threshold plot_scores",
        "thresholds": (
            "category_shares chosen_and_tested circle_table classed_page cut_table first_pages halves many_halves "
            "meanings_served"
        ),
        "views": "dice_report more_on_scores",
    },
)

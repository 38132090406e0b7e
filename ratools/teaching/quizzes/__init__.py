"""Quizzes: `quiz("05_ndcg")`, `warm_up("05_ndcg")`.

    quiz_widget   the widget in its three forms
    bank          data/quizzes, read, computed and checked
    grading       what a question is, and what becomes of an answer
    expressions   the arithmetic that may stand in a question
"""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(__name__, {"quiz_widget": "Quiz quiz warm_up"})

"""Questions: `predict("05-third-stall")`, `quiz("05_ndcg")`, `warm_up("05_ndcg")`.

quiz_widget         questions that are answered until they are right, in three forms
prediction_widget   a question that is guessed once, before it is computed
texts               a question as text
bank, reading       the lessons' quiz.toml; one question of it, computed and checked
ideas               which wrong ideas lead to a wrong answer
grading             what a question is, and what becomes of an answer or a guess
typed_numbers       numbers as people type them
expressions         the arithmetic that may stand in a question
"""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(
    __name__, {"quiz_widget": "Quiz quiz warm_up", "prediction_widget": "Prediction predict"}
)

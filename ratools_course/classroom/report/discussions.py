"""What to ask a class: a question to discuss per prediction, and the quiz questions that are worth a vote.

Both stand in the lessons' quiz.toml, so that the guide, the lesson plans and the class's page say the same.
"""

from ratools_course.lessons import lesson
from ratools_course.quizzes.bank import banks


def discussion(prediction):
    """The question to discuss once everybody has guessed; empty where there is none."""
    asked = {question.id: question.discuss for bank in banks().values() for question in bank.predictions}
    return asked.get(prediction, "")


def votes(notebook):
    """The quiz questions of a notebook that are worth two votes, with a talk between them."""
    return banks()[lesson(notebook).name].votes

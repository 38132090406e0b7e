"""A pre- and post-test: two parallel forms, A and B, over the goals of all lessons (quiz.toml).

Give form A before and form B after, or half of the class each the other way round. The items' ids are stable. Collect
the answers as CSV in UTF-8 with the header `student,item,answer,right`: a line per answer, `answer` as it was given (a
letter, or the number that was typed), `right` 1 or 0 (empty: graded by the form). `course.py class items` analyses it.
"""

from ratools_course.lessons import course
from ratools_course.quizzes.bank import banks

FORMS = ("A", "B")


def form(name):
    """The items of one form, everything in them computed, in the order of the lessons.

    >>> len(form("A")) == len(form("B"))
    True
    """
    if str(name).upper() not in FORMS:
        raise ValueError(f"there is no form {name!r}: there are {' and '.join(FORMS)}")
    return tuple(item for bank in banks().values() for item in bank.forms.get(str(name).lower(), ()))


def form_title(name):
    """The title of one form (course.toml).

    >>> form_title("A")
    'Test on measuring retrieval, form A'
    """
    return course()["form"][str(name).lower()]["title"]


def all_items():
    """{id: item} of both forms."""
    return {item.id: item for name in FORMS for item in form(name)}

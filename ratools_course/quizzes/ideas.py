"""Which wrong ideas lead to a wrong answer: computed with the wrong versions of the misconception bank.

An idea is named to a learner only if it produces that very answer, and the right measure does not. Where several
produce a number, all of them are named; where several produce an order, none is: two neighbours are soon exchanged.
"""

from itertools import combinations, permutations

from ratools_course import misconceptions
from ratools_course.cards import plain
from ratools_course.quizzes.expressions import wrong_values
from ratools_course.quizzes.grading import Order
from ratools_course.quizzes.typed_numbers import around, is_around


def ideas_behind(number, made, digits):
    """The ids of all wrong ideas that make this number, as far as it is displayed; `made` comes from `wrong_values`.

    >>> ideas_behind(1.0, wrong_values("recall_at_k(['a'], ['a', 'b'], 1)"), 3)
    ['recall-over-k', 'recall-is-hit-rate', 'recall-capped']
    """
    return list(dict.fromkeys(id for id, value in made if is_around(value, around(number, digits))))


def orders_behind(expressions, given, falling):
    """Every wrong order of some items that exactly one wrong idea produces; the items come in the right order."""
    scores = _scores(expressions, given, falling)
    orders = []
    for keys in permutations(range(len(expressions))):
        ideas = tuple(dict.fromkeys(id for id, values in scores if _produces(values, keys)))
        if len(ideas) == 1:
            orders.append(Order(keys, ideas[0], f"{misconceptions.looks_like(ideas[0])} {_right(ideas[0])}"))
    return tuple(orders)


def _scores(expressions, given, falling):
    """(id, values of all items) of each wrong version that has a value for every item."""
    columns = [wrong_values(expression, given) for expression in expressions]
    rows = zip(*columns, strict=True) if len({tuple(id for id, _ in column) for column in columns}) == 1 else []
    return [(row[0][0], [value if falling else -value for _, value in row]) for row in rows]


def _produces(values, keys):
    """Whether an idea makes every exchange of this order by itself, and nothing in the order speaks against it.

    >>> _produces([5, 4, 5, 4], (0, 2, 1, 3)), _produces([5, 5, 5, 5], (0, 2, 1, 3))
    (True, False)
    """
    pairs = list(combinations(keys, 2))
    exchanged = [(above, below) for above, below in pairs if above > below]
    agrees = all(values[above] >= values[below] for above, below in pairs)
    return bool(exchanged) and agrees and all(values[above] > values[below] for above, below in exchanged)


def other_idea(id):
    """The sentence for an idea that leads to the same answer as one named before it."""
    return f"It may also be this mistake: “{misconceptions.get(id).title}”. {_right(id)}"


def _right(id):
    return plain(misconceptions.get(id).right)

"""The whole bank: all families together, and the ways to ask for one idea or for the wrong versions of one measure."""

from importlib import import_module

from ratools.errors import UsageError
from ratools.words import nearest
from ratools_course.misconceptions.bank import FAMILIES
from ratools_course.misconceptions.records import RECORDS as BANK

for _family in FAMILIES:
    import_module(f"ratools_course.misconceptions.bank.{_family}")

MUTANTS = [mutant for misconception in BANK.values() for mutant in misconception.mutants]


def ids():
    """Every id of the bank.

    >>> "ap-over-found" in ids()
    True
    """
    return list(BANK)


def get(id):
    """One misconception by its id.

    >>> get("idcg-from-retrieved").title
    'The ideal is my list, sorted'
    """
    if id in BANK:
        return BANK[id]
    near = nearest(id, BANK, cutoff=0.4)
    hint = f"did you mean {near!r}?" if near else "misconceptions.ids() lists them"
    raise UsageError(f"there is no misconception {id!r}: {hint}")


def looks_like(id):
    """The sentence by which a checker names a mistake: quoted, so that the wrong idea is never stated as a fact.

    >>> looks_like("idcg-from-retrieved")
    'It looks like this mistake: “The ideal is my list, sorted”.'
    """
    return f"It looks like this mistake: “{get(id).title}”."


def mutants_of(measure):
    """Every wrong version of one measure.

    >>> mutants_of("recall_at_k")[0]
    Mutant('recall-over-k', recall_over_k)
    """
    return [mutant for mutant in MUTANTS if mutant.measure == measure]


def mutant_of(id, measure):
    """The mutant of one misconception for one measure, or the first one it has."""
    mutants = get(id).mutants
    return next((mutant for mutant in mutants if mutant.measure == measure), mutants[0] if mutants else None)

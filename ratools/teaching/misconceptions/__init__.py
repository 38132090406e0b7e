"""The bank of wrong ideas: what each one says, why it tempts, where it fails, and the smallest input that shows it.

    misconceptions.show("ap-over-found")     a card: the wrong and the right number side by side
    misconceptions.get("ap-over-found")      the record itself
    misconceptions.ids()                     all of them
    misconceptions.looks_like(id)            the sentence by which a checker names it

    bank             the records and their cards
    mutants          the wrong versions of measures
    demonstrations   wrong ideas that are no formula, shown in numbers
    inputs           valid inputs for every measure, the smallest first: where counterexamples are searched

Checkers, quizzes, notebooks and tests stand on this one bank.
"""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(
    __name__,
    {
        "bank": "BANK Card Misconception call_text get ids looks_like mutant_of search show",
        "mutants": "MUTANTS Mutant mutants_of",
    },
)

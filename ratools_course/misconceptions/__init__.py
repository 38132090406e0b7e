"""The bank of wrong ideas: what each one says, why it tempts, where it fails, and the smallest input that shows it.

    misconceptions.show("ap-over-found")     a card: the wrong and the right number side by side
    misconceptions.get("ap-over-found")      the record itself
    misconceptions.ids()                     all of them
    misconceptions.looks_like(id)            the sentence by which a checker names it

    bank/             the wrong ideas, one file per family; each is one block: wrong versions, demonstration,
                      texts, sources. To add one, write its block in the file where it belongs
    records           what a block is made of
    lookup            the whole bank, and the ways to ask it
    display           the cards
    counterexamples   the search for the smallest input on which a wrong version shows
    inputs            valid inputs for every measure, the smallest first: where that search looks

Checkers, quizzes, notebooks and tests stand on this one bank.
"""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(
    __name__,
    {
        "lookup": "BANK MUTANTS get ids looks_like mutant_of mutants_of",
        "display": "Card call_text show",
        "records": "Misconception Mutant Source",
        "counterexamples": "search",
    },
)

"""Which measure for whom: the decision tree, four teams, and what each measure sees and does not see.

The tree's picture (plots), the explorer `choose_measure` and the tables to complete (widgets) are made from this.
"""

from dataclasses import dataclass
from pathlib import Path

from ratools_course.lessons.shared.texts import read_texts

JUDGES = ("yes or no", "grades")
NEED = ("one good answer", "several")
VIEW = ("the first page", "nothing may be missed")
QUESTIONS = {
    "judges": ("Judges give", JUDGES),
    "need": ("The user needs", NEED),
    "view": ("What counts", VIEW),
}


@dataclass(frozen=True)
class Advice:
    """Where the tree ends: what to measure first and second, why, what stays unseen, a target that is often named."""

    first: str
    second: str
    why: str
    blind: str
    target: str


def _read_advice():
    for row in read_texts(Path(__file__).parent)["advice"]:
        answers = row["answers"]
        texts = {name: text for name, text in row.items() if name != "answers"}
        yield tuple(answers.get(question) for question in QUESTIONS), Advice(**texts)


ADVICE = dict(_read_advice())  # {the answers to QUESTIONS: Advice}; for one good answer the third is None


def advise(judges, need, view):
    """Where three answers lead.

    >>> advise("grades", "several", "the first page").first
    'nDCG@k'
    """
    return ADVICE[judges, need, None if need == NEED[0] else view]


@dataclass(frozen=True)
class Blanks:
    """A table to complete: the rows' names, the right entry of each cell, and a sentence per row for who is stuck."""

    of: str  # what a row is
    rows: dict[str, dict[str, str]]
    hints: dict[str, str]

    @property
    def columns(self):
        return list(next(iter(self.rows.values())))

    def entries(self, column):
        """What can be chosen in a column, in the order of the alphabet, so that the order tells nothing."""
        return sorted({row[column] for row in self.rows.values()}, key=str.lower)


TEAMS = ("FAQ bot", "shop", "paper search", "patent lawyer")
TABLES = {
    "costs": Blanks(
        "team",
        {
            team: {"the error that costs most": error}
            for team, error in zip(
                TEAMS,
                (
                    "The first answer is wrong, and few ask again",
                    "The best match stands low on the page",
                    "Good items missing from the first 50",
                    "A single document is missed, at any depth",
                ),
                strict=True,
            )
        },
        {
            "FAQ bot": "How many callers wait for a second answer?",
            "shop": "All the products on the page may fit. Which one does the customer see first?",
            "paper search": "What does the student never see, however carefully she reads her fifty titles?",
            "patent lawyer": "What happens when one patent turns up later, in court?",
        },
    ),
    "teams": Blanks(
        "team",
        {
            "FAQ bot": {"measured first": "RR", "measured second": "Success@1"},
            "shop": {"measured first": "nDCG@10", "measured second": "R@10"},
            "paper search": {"measured first": "R@50", "measured second": "P@10"},
            "patent lawyer": {"measured first": "R@1000", "measured second": "AP"},
        },
        {
            "FAQ bot": "One answer, and it is right or wrong. How soon does it come; and does it come first?",
            "shop": "Grades, and several products on one page. What sees grades and order? And what was left out?",
            "paper search": "k is how far this team reads. Beside it: how many of the first ten are on the topic?",
            "patent lawyer": "k is how far this team reads. Beside it: do the hits come early in the list?",
        },
    ),
    "measures": Blanks(
        "measure",
        {
            "P@k": {
                "its question": "How much of the page is good?",
                "its strength": "Every reader understands it",
                "its blind spot": "What was missed, and the order within k",
                "a target often named": "above 0.7, if the ceiling allows it",
            },
            "R@k": {
                "its question": "How much of the good is there?",
                "its strength": "A miss shows at once",
                "its blind spot": "The rubbish in between",
                "a target often named": "above 0.9 at the depth people read",
            },
            "RR": {
                "its question": "How soon comes the first hit?",
                "its strength": "Fits users who stop at one answer",
                "its blind spot": "Everything after the first hit",
                "a target often named": "above 0.8 as a mean",
            },
            "nDCG@k": {
                "its question": "Do the best stand on top?",
                "its strength": "Sees grades and order together",
                "its blind spot": "Whether readers read as its discount says",
                "a target often named": "above 0.7; say which gain",
            },
        },
        {
            "P@k": "Its numerator counts hits, its denominator is the length of the page.",
            "R@k": "Same numerator as P@k; the denominator is what there was to find.",
            "RR": "It stops where its user stops.",
            "nDCG@k": "It needs grades, and it discounts by rank.",
        },
    ),
    "museum": Blanks(
        "claim",
        {
            "“Precision falls as k grows.”": {"the slip behind it": "a law read off the first ranks of one page"},
            "“AP = (1 + 0.67) / 2 = 0.835”": {"the slip behind it": "rounding on the way"},
            "“MRR 0.5: rank 2 on average”": {"the slip behind it": "a mean of reciprocals, read as a mean of ranks"},
            "“P@k: hits divided by k, by all returned”": {"the slip behind it": "k taken for the number of results"},
            "“P@10 30 % and R@10 90 %: too generous”": {
                "the slip behind it": "two numbers that no single query can have"
            },
            "“So BM25 is better than dense search.”": {"the slip behind it": "one query taken for all"},
            "“State of the art: nDCG@10 0.52 to 0.62”": {
                "the slip behind it": "classes of values that no data supports"
            },
            "“EM and F1 measure retrieval, grounding, generation.”": {
                "the slip behind it": "one number for three stages"
            },
        },
        {
            "“Precision falls as k grows.”": "Look at ranks 4 and 6 of the table that it was read from.",
            "“AP = (1 + 0.67) / 2 = 0.835”": "Is 0.67 what two of three are?",
            "“MRR 0.5: rank 2 on average”": "Which other ranks have the same MRR? One query at rank 1, one never.",
            "“P@k: hits divided by k, by all returned”": "What is k if only four results came back?",
            "“P@10 30 % and R@10 90 %: too generous”": "Three hits are 90 % of how many documents?",
            "“So BM25 is better than dense search.”": "How many queries were compared?",
            "“State of the art: nDCG@10 0.52 to 0.62”": "Where does 0.52 stand in the other rows of the same table?",
            "“EM and F1 measure retrieval, grounding, generation.”": "If an answer is wrong, which of them failed?",
        },
    ),
}

"""The exercise: two lines, on which the tools are tried."""

from ratools_course.checker.kinds import fill

fill(
    id="worth-reading",
    measure="precision_at_k",
    name="worth_reading",
    signature="page, helpful, k",
    example=(["pricing", "contract-terms", "invoices"], {"contract-terms", "notice-periods"}, 3),
    stub="""
def worth_reading(page, helpful, k):
    hits = sum(document in helpful for document in page[:k])
    return hits / ____  # divided by what?
""",
    solution="""
def worth_reading(page, helpful, k):
    hits = sum(document in helpful for document in page[:k])
    return hits / k
""",
    hints=(
        "The question is how much of what she looked at was worth reading. How many documents did she look at?",
        "She looks at the first k places of the page. `hits` counts the helpful documents in them. A share of places "
        "is hits divided by places.",
        "`hits / …`: behind the `/` stands the number of places that she looks at. It is one of the three names in the "
        "brackets of the first line.",
    ),
    outside=frozenset({"precision-over-returned"}),
    without=dict.fromkeys(("k beyond the list", "an empty list"), "The page has at least k documents."),
    notes={"nothing relevant": "Nothing is helpful there, so no place holds a hit, and the share is 0."},
)

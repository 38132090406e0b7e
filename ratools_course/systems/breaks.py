"""Where a text may be cut: at paragraphs, lines, sentences and words."""

import re

PARAGRAPH_END = re.compile(r"\n[^\S\n]*\n\s*")
LINE_END = re.compile(r"\n\s*")
# After . ! ? or …, perhaps a closing quote or bracket, before a capital or a digit; or at a blank line.
SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+(?=[\"'“‘(\[]?[^\W_a-z])|" + PARAGRAPH_END.pattern)
WORD_END = re.compile(r"\s+")
# A dot that ends no sentence: of "e.g.", of "Dr.", of the number of a step ("1. Open the panel.").
NO_END = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|approx|incl|dr|mr|mrs)|(?:^\s*|[.:;!?]\s+|\n\s*)\d{1,2})\.\s+$", re.IGNORECASE
)


def pieces(text, span, pattern):
    """The stretches of a span between the breaks, without white space at their ends; empty ones are left out.

    >>> pieces("1. Call Dr. Who. 2. Wait.", (0, 25), SENTENCE_END)
    [(0, 16), (17, 25)]
    """
    start, end = span
    cuts = [start]
    for match in pattern.finditer(text, start, end):
        inside = pattern is SENTENCE_END and NO_END.search(text[cuts[-1] : match.end()])
        if not inside or PARAGRAPH_END.search(match.group()):
            cuts.append(match.end())
    parts = ((a, text[a:b]) for a, b in zip(cuts, [*cuts[1:], end], strict=True))
    spans = ((a + len(part) - len(part.lstrip()), a + len(part.rstrip())) for a, part in parts)
    return [(a, b) for a, b in spans if a < b]

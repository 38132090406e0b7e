"""How each measure comes about, step by step: the rows, the formula with the numbers in it, and one sentence.

common       the case, its steps, the arguments, sums
binary, graded, incomplete, diversity, overlap, answers, agreement   a file per family, as in ratools/metrics
"""

from ratools.explanations.steps import agreement, answers, binary, diversity, graded, incomplete, overlap
from ratools.explanations.steps.common import WORKED, Case

__all__ = ["WORKED", "Case", "agreement", "answers", "binary", "diversity", "graded", "incomplete", "overlap"]

"""`explain`: any measure, step by step, with your own numbers.

explanation   explain, and what it hands back
steps/        the steps of each measure, a file per family
tex           numbers, fractions and sums in a formula
"""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(__name__, {"explanation": "Difference Explanation explain plain_formula"})

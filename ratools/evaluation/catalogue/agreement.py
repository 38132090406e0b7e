"""Agreement: the rows of `ratools/metrics/agreement.py`."""

from ratools.evaluation.catalogue.examples import JUDGE_A, JUDGE_B, JUDGE_C, binarised
from ratools.evaluation.catalogue.row import Measure, case
from ratools.metrics import agreement

TITLE = "Agreement"

ROWS = (
    Measure(
        "Cohen's κ",
        agreement.cohen_kappa,
        "agreement of two judges beyond chance; weighted for ordered grades",
        "Cohen 1960, 1968",
        range=(-1, 1),
        golden=[
            case(0.577465, "scikit-learn", JUDGE_A, JUDGE_B),
            case(0.716981, "scikit-learn", JUDGE_A, JUDGE_B, weights="linear"),
            case(0.842105, "scikit-learn", JUDGE_A, JUDGE_B, weights="quadratic"),
            case(0.782609, "scikit-learn", binarised(JUDGE_A), binarised(JUDGE_B)),
            case(0.0, "one constant judge", [1, 1, 1], [0, 1, 0]),
        ],
    ),
    Measure(
        "Fleiss' κ",
        agreement.fleiss_kappa,
        "agreement of any number of judges beyond chance",
        "Fleiss 1971",
        range=(-1, 1),
        golden=[
            case(0.619048, "by hand", [JUDGE_A, JUDGE_B, JUDGE_C]),
        ],
    ),
    Measure(
        "Krippendorff's α",
        agreement.krippendorff_alpha,
        "agreement of any number of judges, who may have left gaps",
        "Krippendorff 2004",
        range=(-1, 1),
        golden=[
            case(0.631746, "krippendorff", [JUDGE_A, JUDGE_B, JUDGE_C]),
            case(0.817407, "krippendorff", [JUDGE_A, JUDGE_B, JUDGE_C], level="ordinal"),
        ],
    ),
    Measure(
        "Kendall's τ",
        agreement.kendall_tau,
        "agreement of two orders of the same things",
        "Kendall 1938",
        range=(-1, 1),
        golden=[
            case(0.8, "scipy", list("abcde"), list("bacde")),
        ],
    ),
    Measure(
        "τ_AP",
        agreement.tau_ap,
        "Kendall's τ for rankings of which the top matters",
        "Yilmaz, Aslam & Robertson 2008",
        range=(-1, 1),
        golden=[
            case(0.5, "by hand", list("abcde"), list("bacde")),
            case(0.875, "by hand", list("abcde"), list("abced")),
            case(0.25, "by hand", list("abcde"), list("cabde")),
            case(0.5, "by hand: not symmetric", list("cabde"), list("abcde")),
        ],
    ),
    Measure(
        "RBO",
        agreement.rbo,
        "how alike two lists are, from the top down",
        "Webber, Moffat & Zobel 2010",
        golden=[
            case(0.873, "by hand", list("abcde"), list("badce")),
            case(0.282510, "by hand", list("abcde"), list("badce"), form="truncated"),
            case(0.322917, "by hand, by equation 32: the longer list first", list("abcd"), list("ca"), p=0.5),
            case(0.239583, "by hand: no extrapolation", list("abcd"), list("ca"), p=0.5, form="truncated"),
        ],
    ),
)

"""Graded, and by rank: the rows of `ratools/metrics/graded.py`."""

from math import inf

from ratools.evaluation.catalogue.examples import GRADES, RUN
from ratools.evaluation.catalogue.row import Measure, case
from ratools.metrics import graded

TITLE = "Graded, and by rank"

ROWS = (
    Measure(
        "CG",
        graded.cumulative_gain,
        "sum of the gains of the first k; order does not count",
        "Järvelin & Kekäläinen 2002",
        range=(0, inf),
        golden=[
            case(6.0, "order does not matter", [3, 2, 1]),
            case(6.0, "order does not matter", [1, 2, 3]),
            case(4.0, "by hand: 1 + 3", [1, 2, 3], 2, gain="exp"),
        ],
    ),
    Measure(
        "DCG",
        graded.dcg_at_k,
        "sum of the gains of the first k, discounted by rank",
        "Järvelin & Kekäläinen 2002",
        range=(0, inf),
        golden=[
            case(4.748206, "by hand", [2, 0, 3, 2, 1], 5),
            case(2.0, "by hand", [2, 0, 3, 2, 1], 1),
            case(0.630930, "by hand: 1 / log2 3", [0, 1, 0]),
            case(8.5, "by hand: 7 + 3/2", [3, 0, 2], gain="exp"),
        ],
    ),
    Measure(
        "terms of DCG",
        graded.dcg_terms,
        "what each rank adds to DCG",
        "Järvelin & Kekäläinen 2002",
        range=None,
        part_of="dcg_at_k",
        golden=[
            case([2, 0, 1.5, 0.861353, 0.386853], "by hand", [2, 0, 3, 2, 1]),
        ],
    ),
    Measure(
        "IDCG",
        graded.ideal_dcg_at_k,
        "DCG of all judged documents in the best order",
        "Järvelin & Kekäläinen 2002",
        range=(0, inf),
        golden=[
            case(5.692536, "by hand", [2, 0, 3, 2, 1], 5),
            case(4.261860, "by hand: 3 + 2 / log2 3", {"a": 2, "b": 0, "c": 3, "d": 2, "e": 1}, 2),
        ],
    ),
    Measure(
        "nDCG",
        graded.ndcg_at_k,
        "discounted gain as a share of the best possible",
        "Järvelin & Kekäläinen 2002",
        binary=False,
        also=("ndcg_cut",),
        tries="nDCG nDCG@1 nDCG@10 nDCG(gain='exp')@10 nDCG(gain='exp')".split(),
        golden=[
            case(0.701930, "trec_eval", RUN, GRADES, 5),
            case(0.767274, "ir_measures", RUN, GRADES, 5, gain="exp"),
            case(0.703918, "textbook", ["a", "x", "b"], set("abcd"), 3),
            case(0.585570, "trec_eval ndcg; LlamaIndex at any k", ["a", "x", "b"], set("abcd")),
            case(0.831872, "uncut: a perfect top 3 of 4", ["a", "b", "c"], set("abcd")),
            case(1.0, "cut: a perfect top 3 of 4", ["a", "b", "c"], set("abcd"), 3),
            case(0.630930, "by hand", ["x", "a"], {"a": 1}, 2),
            case(0.0, "convention: nothing is relevant", ["a"], {"a": 0}, 1),
        ],
    ),
    Measure(
        "ERR",
        graded.err_at_k,
        "expected 1/rank at which a reader is satisfied",
        "Chapelle et al. 2009",
        binary=False,
        tries="ERR ERR@20 ERR(g_max=6)@5 ERR(g_max=5)".split(),
        golden=[
            case(0.212362, "gdeval", RUN, GRADES, 20),
            case(0.778646, "by hand", RUN, GRADES, 20, g_max=2),
        ],
    ),
    Measure(
        "terms of ERR",
        graded.err_terms,
        "what each rank adds to ERR",
        "Chapelle et al. 2009",
        range=None,
        part_of="err_at_k",
        golden=[
            case([3 / 16, 0, 13 / 16 / 16 / 3, 0, 0, 13 / 16 * 15 / 16 / 16 / 6], "by hand", RUN, GRADES),
        ],
    ),
    Measure(
        "RBP",
        graded.rbp,
        "hits per result read, if the reader goes on with chance p; binary, as ir_measures' RBP(rel=1)",
        "Moffat & Zobel 2008",
        tries="RBP RBP@4 RBP(p=0.5) RBP(p=0.95)@10 RBP(p=0.99,rel=2)@7 RBP(p=0.001)".split(),
        golden=[
            case(0.393536, "cwl_eval, trec_eval 10", RUN, GRADES, p=0.8),
            case(0.640625, "cwl_eval, trec_eval 10", RUN, GRADES, p=0.5),
        ],
    ),
    Measure(
        "terms of RBP",
        graded.rbp_terms,
        "what each rank adds to RBP",
        "Moffat & Zobel 2008",
        range=None,
        part_of="rbp",
        golden=[
            case([0.2, 0, 0.128, 0, 0, 0.065536], "by hand: 0.2 · 0.8^(rank − 1)", RUN, GRADES),
        ],
    ),
    Measure(
        "residual of RBP",
        graded.rbp_residual,
        "how much RBP could still rise if every unjudged document were relevant",
        "Moffat & Zobel 2008",
        golden=[
            case(0.364544, "cwl_eval", RUN, GRADES, p=0.8),
            case(0.078125, "cwl_eval", RUN, GRADES, p=0.5),
            case(0.125, "by hand: 1/2³, as rank 4 is not seen", RUN, GRADES, 3, p=0.5),
            case(0.125, "by hand: 1/2⁴ + 1/2⁴, d6 at rank 4", RUN, GRADES, 4, p=0.5),
        ],
    ),
)

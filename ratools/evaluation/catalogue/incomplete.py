"""Incomplete judgements: the rows of `ratools/metrics/incomplete.py`."""

from ratools.evaluation.catalogue.examples import GRADES, POOL, POOL_RUN, RUN
from ratools.evaluation.catalogue.row import Measure, case
from ratools.metrics import incomplete

TITLE = "Incomplete judgements"

ROWS = (
    Measure(
        "Judged",
        incomplete.judged_at_k,
        "share of the first k that was judged; a negative grade is unjudged",
        "Thakur et al. 2021",
        binary=False,
        tries="Judged Judged@5 Judged@1000".split(),
        golden=[
            case(0.8, "ir_measures", RUN, GRADES, 5),
            case(5 / 6, "ir_measures", RUN, GRADES, 10),
            case(2 / 3, "by hand: a negative grade is unjudged", POOL_RUN, POOL, 3),
        ],
    ),
    Measure(
        "Bpref",
        incomplete.bpref,
        "judged relevant above judged non-relevant, unjudged passed over",
        "Buckley & Voorhees 2004",
        at=None,
        tries="Bpref Bpref(rel=2)".split(),
        golden=[
            case(0.375, "trec_eval", RUN, GRADES),
            case(0.25, "trec_eval", ["x", "n", "a"], {"a": 1, "b": 1, "n": 0, "m": 0}),
            case(0.5, "trec_eval: no judged non-relevant document", ["a"], {"a": 1, "b": 1}),
        ],
    ),
    Measure(
        "terms of bpref",
        incomplete.bpref_terms,
        "what each rank adds to bpref, times R",
        "Buckley & Voorhees 2004",
        range=None,
        part_of="bpref",
        golden=[
            case([1, 0, 0.5, 0, 0, 0], "by hand", RUN, GRADES),
        ],
    ),
    Measure(
        "infAP",
        incomplete.inf_ap,
        "AP, estimated from a judged sample of the pool",
        "Yilmaz & Aslam 2006",
        at=None,
        tries="infAP infAP(rel=2)".split(),
        golden=[
            case(0.745370, "trec_eval", POOL_RUN, POOL),
        ],
    ),
    Measure(
        "terms of infAP",
        incomplete.inf_ap_terms,
        "what each rank adds to infAP, times R",
        "Yilmaz & Aslam 2006",
        range=None,
        part_of="inf_ap",
        golden=[
            case([1, 0, 0, 0.625, 0, 0.611110], "by hand: 1/4 + 3/4 · 1/2, 1/6 + 4/6 · 2/3", POOL_RUN, POOL),
        ],
    ),
    Measure(
        "condensed list",
        incomplete.condensed,
        "the ranking without its unjudged documents",
        "Sakai 2007",
        range=None,
        golden=[
            case(["d1", "d2", "d3", "d4", "d5"], "by hand", RUN, GRADES),
            case(["d1", "d2", "d4", "d6"], "by hand", POOL_RUN, POOL),
        ],
    ),
)

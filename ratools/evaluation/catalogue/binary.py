"""Relevant or not: the rows of `ratools/metrics/binary.py`."""

from ratools.evaluation.catalogue.examples import FIRST_HITS_3_1_2, GRADES, POOL, POOL_RUN, RUN
from ratools.evaluation.catalogue.row import Measure, case
from ratools.metrics import binary

TITLE = "Relevant or not"

ROWS = (
    Measure(
        "P", binary.precision_at_k, "share of the first k that is relevant", "Cleverdon & Keen 1966",
        also=("precision",), tries="P@1 P@5 P@1000 P(rel=2)@5".split(),
        golden=[
            case(0.4, "trec_eval", RUN, GRADES, 5),
            case(0.3, "by hand: 3 of 10 places", ["a", "x", "b", "c"], {"a", "b", "c", "d", "e"}, 10),
            case(0.0, "nothing returned", list("xxxxx"[:0]), {"a"}, 5),
            case(0.5, "trec_eval set_P", RUN, GRADES),
            case(0.2, "trec_eval -l 2", RUN, GRADES, 5, min_grade=2),
        ],
    ),
    Measure(
        "R", binary.recall_at_k, "share of the relevant documents among the first k", "Cleverdon & Keen 1966",
        also=("recall",), tries="R R@1 R@10 R(rel=3)@10 R(rel=5)@3".split(),
        golden=[
            case(0.5, "trec_eval", RUN, GRADES, 5),
            case(0.25, "trec_eval", RUN, GRADES, 1),
            case(0.75, "trec_eval set_recall", RUN, GRADES),
            case(1.0, "trec_eval -l 2", RUN, GRADES, 5, min_grade=2),
            case(0.0, "convention: nothing is relevant", ["a"], set(), 1),
            case(0.5, "a, b of four", ["a", "a", "b"], {"a", "b", "c", "d"}, 3, duplicates="first"),
        ],
    ),
    Measure(
        "F", binary.f_score_at_k, "harmonic mean of P@k and R@k; beta weighs recall", "van Rijsbergen 1979",
        also=("f1",), tries="F F@5 F(beta=2.0)@10 F(beta=0.5) F(beta=3.0,rel=2)@3".split(),
        golden=[
            case(0.6, "by hand", RUN, GRADES),
            case(0.681818181818, "by hand; trec_eval's parameter is β²", RUN, GRADES, beta=2),
            case(0.535714285714, "by hand", RUN, GRADES, beta=0.5),
        ],
    ),
    Measure(
        "Success", binary.success_at_k, "whether any of the first k is relevant", "used by Craswell & Hawking 2004",
        also=("hit", "hits", "hitrate", "hit_rate"), tries="Success Success@1 Success@5 Success(rel=2)@5".split(),
        golden=[
            case(1.0, "trec_eval", RUN, GRADES, 1),
            case(0.0, "by hand", ["x", "a", "y"], {"a"}, 1),
            case(1.0, "by hand", ["x", "a", "y"], {"a"}, 3),
        ],
    ),
    Measure(
        "Rprec", binary.r_precision, "precision at R, the number of relevant documents",
        "studied by Buckley & Voorhees 2000",
        at=None, also=("r_precision",), tries="Rprec Rprec(rel=2)".split(),
        golden=[
            case(0.5, "trec_eval", RUN, GRADES),
            case(0.5, "trec_eval", ["a"], {"a", "b"}),
            case(1.0, "trec_eval", ["a", "x", "b"], {"a"}),
        ],
    ),
    Measure(
        "RR", binary.reciprocal_rank, "1 / rank of the first relevant document", "Kantor & Voorhees 2000",
        also=("mrr", "recip_rank", "reciprocal_rank"), tries="RR RR@3 RR(rel=2)".split(),
        golden=[
            case(1 / 3, "the first useful book is the third", ["x", "y", "a", "b"], {"a", "b"}),
            case(0.0, "by hand", ["x", "y", "a", "b"], {"a", "b"}, 2),
            case(0.5, "trec_eval", ["x", "a"], {"a"}),
        ],
    ),
    Measure(
        "MRR", binary.mean_reciprocal_rank, "mean of RR over queries", "Kantor & Voorhees 2000",
        golden=[
            case(11 / 18, "by hand: (1/3 + 1 + 1/2) / 3", *FIRST_HITS_3_1_2),
            case(1.0, "only the first hit counts", {"q": ["a", "b"]}, {"q": {"a", "b"}}),
            case(0.5, "half never found", {"q": ["a"], "r": ["x"]}, {"q": {"a"}, "r": {"b"}}),
            case(1.0, "the queries of the results", {"q": ["a"]}, {"q": {"a"}, "r": {"b"}}),
            case(0.5, "trec_eval -c", {"q": ["a"]}, {"q": {"a"}, "r": {"b"}}, missing="zero"),
        ],
    ),
    Measure(
        "AP", binary.average_precision,
        "mean precision at the ranks of the relevant documents; one that was missed counts 0",
        "studied by Buckley & Voorhees 2000", also=("map", "map_cut", "average_precision"),
        tries="AP AP@5 AP(denominator='found')@5 AP(denominator='found') AP(denominator='capped')@3 "
        "AP(denominator='capped') AP(rel=2)@5".split(),
        golden=[
            case(13 / 24, "trec_eval", RUN, GRADES),
            case(5 / 12, "trec_eval map_cut", RUN, GRADES, 3),
            case(5 / 12, "textbook", ["a", "x", "b"], set("abcd")),
            case(5 / 6, "Ragas, DeepEval", ["a", "x", "b"], set("abcd"), denominator="found"),
            case(5 / 9, "by hand: min(4, 3)", ["a", "x", "b"], set("abcd"), 3, denominator="capped"),
            case(5 / 6, "by hand: (1 + 2/3) / 2", list("RNrnm"), {"R", "r"}),
            case(2 / 3, "trec_eval", POOL_RUN, POOL),
            case(0.0, "convention: nothing is relevant", ["a"], set()),
        ],
    ),
    Measure(
        "terms of AP", binary.average_precision_terms, "what each rank adds to AP, times R",
        "studied by Buckley & Voorhees 2000",
        range=None, part_of="average_precision",
        golden=[
            case([1, 0, 2 / 3, 0, 0, 1 / 2], "by hand", RUN, GRADES),
        ],
    ),
    Measure(
        "MAP", binary.mean_average_precision, "mean of AP over queries", "studied by Buckley & Voorhees 2000",
        golden=[
            case(13 / 48, "by hand", {"q": RUN, "r": ["x"]}, {"q": GRADES, "r": {"a"}}),
            case(13 / 48, "by hand", {"q": RUN}, {"q": GRADES, "r": {"a"}}, missing="zero"),
        ],
    ),
    Measure(
        "GMAP", binary.geometric_map, "geometric mean of AP over queries: the hard ones weigh more", "Robertson 2006",
        golden=[
            case(0.5, "by hand: √(1 · 1/4)", {"q": ["a"], "r": list("xyzb")}, {"q": {"a"}, "r": {"b"}}),
            case(1e-5**0.5, "by hand: √(1 · 10⁻⁵)", {"q": ["a"], "r": ["x"]}, {"q": {"a"}, "r": {"b"}}),
        ],
    ),
    Measure(
        "IPrec", binary.interpolated_precision, "best precision at a recall level or beyond it",
        "Manning, Raghavan & Schütze 2008", at="recall", also=("iprec_at_recall",),
        tries="IPrec@0 IPrec@0.1 IPrec@0.7 IPrec@1 IPrec(rel=2)@0.5".split(),
        golden=[
            case(1.0, "trec_eval", RUN, GRADES, recall=0),
            case(2 / 3, "trec_eval", RUN, GRADES, recall=0.5),
            case(0.5, "trec_eval", RUN, GRADES, recall=0.75),
            case(0.0, "trec_eval", RUN, GRADES, recall=1),
            case(0.75, "by hand: it rises after rank 2", list("xabc"), set("abc"), recall=0.2),
            case(1.0, "0.7 · 10 is 7, not more", list("abcdefg"), set("abcdefghij"), recall=0.7),
        ],
    ),
    Measure(
        "IPrec11pt", binary.eleven_point_average, "mean interpolated precision at recall 0, 0.1, … 1",
        "Manning, Raghavan & Schütze 2008", at=None, also=("11pt", "11pt_avg"),
        tries="IPrec11pt IPrec11pt(rel=2)".split(),
        golden=[
            case(6 / 11, "textbook, trec_eval 9", RUN, GRADES),
            case(2 / 3, "by hand", list("xab"), {"a", "b"}),
        ],
    ),
    Measure(
        "SetP", binary.precision_at_k, "precision of the whole list", "Cleverdon & Keen 1966", at=None, also=("set_P",),
        tries="SetP SetP(rel=2)".split(),
        golden=[
            case(0.5, "trec_eval set_P", RUN, GRADES),
        ],
    ),
    Measure(
        "SetR", binary.recall_at_k, "recall of the whole list", "Cleverdon & Keen 1966", at=None, also=("set_recall",),
        tries="SetR SetR(rel=2)".split(),
        golden=[
            case(0.75, "trec_eval set_recall", RUN, GRADES),
        ],
    ),
    Measure(
        "SetF", binary.f_score_at_k, "harmonic mean of SetP and SetR; beta is the textbook's, not trec_eval's β²",
        "van Rijsbergen 1979", at=None, also=("set_F",), tries="SetF SetF(beta=2.0) SetF(rel=2)".split(),
        golden=[
            case(0.6, "by hand", RUN, GRADES),
            case(0.681818181818, "by hand; trec_eval's parameter is β²", RUN, GRADES, beta=2),
        ],
    ),
)  # fmt: skip

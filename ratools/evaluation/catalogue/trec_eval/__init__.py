"""trec_eval's names: what each means there, the cut-offs it prints when none is given, and how a run's total is made.

A name means here what it means there (trec_eval 10), or it is refused with the name that is meant. Two differ on
purpose, and say so: `iprec_at_recall` and `11pt_avg` (see `DIFFERS`).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import exp, log

from ratools.errors import UsageError
from ratools.evaluation.catalogue.trec_eval import by_query
from ratools.words import short

NINE = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
ELEVEN = tuple(tenths / 10 for tenths in range(11))
TEN = tuple(fifths / 5 for fifths in range(1, 11))
FLOOR = 1e-5  # what an average precision of 0 counts in a geometric mean
DIFFERS = (
    "iprec_at_recall and 11pt_avg (IPrec, IPrec11pt) differ from trec_eval on purpose. A recall of 0.3 needs 2 hits of "
    "4 and 24 of 77; trec_eval 10 rounds 0.3 · R to 1 and 23, trec_eval 9 has a rounding error at 77."
)
RBP = (
    "rbp: trec_eval 10 means to divide all gains by the query's highest, but starts from numbers that were never set: "
    "what it prints may differ from one build or call to the next. Here it is what it means to print."
)
OURS_INSTEAD = {  # names that ours would match but for the case
    "rbp": "graded, with p = 0.9; the textbook's, binary, is RBP(p=0.9)",
    "rbp_resid": "with p = 0.9; rbp_residual(ranking, grades, p=0.9) is the textbook's",
}


def _minimum(first, second):
    """The smaller of two numbers, at least 1."""
    import numpy as np  # here, because the catalogue does without it

    return np.maximum(np.minimum(first, second), 1)


def num_ret(joined, cut):
    return joined.retrieved


def num_rel(joined, cut):
    return joined.relevant


def num_rel_ret(joined, cut):
    return joined.hits_within(None)


def num_nonrel_judged_ret(joined, cut):
    return joined.count(joined.query[joined.grade == 0])


def utility(joined, cut):
    return 2.0 * joined.hits_within(None) - joined.retrieved


def relative_p(joined, cut):
    return joined.hits_within(cut) / _minimum(joined.relevant, joined.retrieved if cut is None else cut)


def r_precision_at(joined, multiple):
    """Precision at a multiple of R, rounded up from a tenth on."""
    import numpy as np

    cut = np.floor(multiple * joined.relevant + 0.9)
    query, rank, _ = joined.hits
    return joined.count(query[rank <= cut[query]]) / np.maximum(cut, 1)


def bin_g(joined, cut):
    """1 / log2(2 + documents above that are not relevant) of each relevant document, on average."""
    import numpy as np

    query, rank, hit_index = joined.hits
    return joined.total(query, 1 / np.log2(2.0 + rank - hit_index)) / np.maximum(joined.relevant, 1)


def set_map(joined, cut):
    return joined.hits_within(None) ** 2 / (_minimum(joined.retrieved, 10**9) * _minimum(joined.relevant, 10**9))


def unj(joined, cut):
    judged = joined.count(joined.query[(joined.grade >= 0) & (joined.rank <= cut)])
    return (_minimum(joined.retrieved, cut) * (joined.retrieved > 0) - judged) / cut


@dataclass(frozen=True)
class Trec:
    """One name of trec_eval's."""

    name: str
    meaning: str
    ours: str | None = None  # how we call it; {} is the cut-off
    count: Callable | None = None  # where we have no name: the values of all queries
    by_query: Callable | None = None  # or the value of one, which -l hardly changes: see `by_query.py`
    cuts: tuple = ()
    total: str = "mean"  # or "sum", "geometric", "queries", "tag", "text" (none, but a text per query)

    @property
    def per_query(self):
        """Whether it has a number per query."""
        return self.total in ("mean", "sum")


TREC = (
    Trec("runid", "the tag of the run's last line", total="tag"),
    Trec("num_q", "how many queries the totals are over", total="queries"),
    Trec("num_ret", "documents returned; the total is a sum", count=num_ret, total="sum"),
    Trec("num_rel", "relevant documents; the total is a sum", count=num_rel, total="sum"),
    Trec("num_rel_ret", "relevant documents returned; the total is a sum", count=num_rel_ret, total="sum"),
    Trec("map", "AP", "AP"),
    Trec("gm_map", "geometric mean of AP over queries (GMAP)", "AP", total="geometric"),
    Trec("Rprec", "Rprec", "Rprec"),
    Trec("bpref", "Bpref", "Bpref"),
    Trec("recip_rank", "RR", "RR"),
    Trec("iprec_at_recall", "IPrec@r at 0, 0.1, … 1; differs from trec_eval", "IPrec@{}", cuts=ELEVEN),
    Trec("P", "P@k at nine cut-offs from 5 to 1000", "P@{}", cuts=NINE),
    Trec(
        "relstring",
        "the grades of the first 10 results as a text, printed by --format trec -q",
        by_query=by_query.relstring,
        total="text",
    ),
    Trec("recall", "R@k at nine cut-offs from 5 to 1000", "R@{}", cuts=NINE),
    Trec("infAP", "infAP", "infAP"),
    Trec("gm_bpref", "geometric mean of Bpref over queries", "Bpref", total="geometric"),
    Trec("Rprec_mult", "precision at ten multiples of R from 0.2 to 2", count=r_precision_at, cuts=TEN),
    Trec("utility", "relevant minus other documents returned", count=utility),
    Trec("11pt_avg", "IPrec11pt; differs from trec_eval", "IPrec11pt"),
    Trec("binG", "1 / log2(2 + non-relevant documents above), a mean over relevant ones", count=bin_g),
    Trec("G", "gain / log2(2 + what the ideal order had gained more), a sum over the ideal gain", by_query=by_query.g),
    Trec("ndcg", "nDCG; ndcg.1=4,2=8 sets gains", "nDCG"),
    Trec("ndcg_rel", "nDCG at the rank of each relevant document, a mean", by_query=by_query.ndcg_rel),
    Trec("Rndcg", "nDCG where the ideal order comes to another gain, a mean", by_query=by_query.r_ndcg),
    Trec("ndcg_cut", "nDCG@k at nine cut-offs from 5 to 1000", "nDCG@{}", cuts=NINE),
    Trec("map_cut", "AP@k at nine cut-offs from 5 to 1000", "AP@{}", cuts=NINE),
    Trec("relative_P", "relevant among the first k / min(R, k)", count=relative_p, cuts=NINE),
    Trec("success", "Success@k at 1, 5, 10", "Success@{}", cuts=(1, 5, 10)),
    Trec("set_P", "SetP", "SetP"),
    Trec("set_relative_P", "relevant documents returned / min(R, returned)", count=relative_p),
    Trec("set_recall", "SetR", "SetR"),
    Trec("set_map", "SetP · SetR", count=set_map),
    Trec("set_F", "SetF; in set_F.4 the 4 is β²", "SetF"),
    Trec(
        "num_nonrel_judged_ret",
        "judged, non-relevant documents returned; the total is a sum",
        count=num_nonrel_judged_ret,
        total="sum",
    ),
    Trec("rbp", "RBP of gains up to 1, p = 0.9; rbp.p=0.8 sets p", by_query=by_query.rbp),
    Trec("rbp_resid", "what rbp could still win by unjudged documents", by_query=by_query.rbp_resid),
    Trec("unj", "unjudged among the first k / k, at 5, 10, 20", count=unj, cuts=(5, 10, 20)),
)
BY_TREC_NAME = {row.name: row for row in TREC}
COUNTS = ("runid", "num_q", "num_ret", "num_rel", "num_rel_ret")
OFFICIAL = (*COUNTS, "map", "gm_map", "Rprec", "bpref", "recip_rank", "iprec_at_recall", "P")
NICKNAMES = {
    "official": OFFICIAL,
    "set": (*COUNTS, "utility", "set_P", "set_recall", "set_relative_P", "set_map", "set_F"),
    "all_trec": tuple(BY_TREC_NAME),
}
SEVERAL = {row.name for row in TREC if row.cuts}  # without a cut-off, these are several measures


@dataclass(frozen=True)
class Line:
    """One line of trec_eval's output: a name, and how its values and its total are made."""

    row: Trec
    name: str
    cut: float | None = None
    ours: object = None  # a Named of the catalogue
    gains: dict = field(default_factory=dict)
    options: dict = field(default_factory=dict)

    def of_all(self, joined, min_grade=None):
        """The values of all queries."""
        if self.row.by_query:
            import numpy as np

            of_query, queries = self.row.by_query, joined.one_by_one()
            arguments = self.gains, min_grade or 1
            return np.array([of_query(len(results), grades, *arguments, **self.options) for results, grades in queries])
        if self.gains:
            joined = joined.with_gains(self.gains)
        if self.ours is not None:
            return self.ours.of_all(joined, min_grade)
        return self.row.count(joined if min_grade is None else joined.with_min_grade(min_grade), self.cut)

    def total(self, values):
        """The value for all queries, added up in their order, as trec_eval does."""
        if self.row.total == "geometric":
            return exp(sum(log(max(value, FLOOR)) for value in values) / len(values))
        return sum(values) if self.row.total == "sum" else sum(values) / len(values)


def lines(text, parse):
    """The lines that a name stands for: `P.5,10` → P_5, P_10. None for a name that trec_eval does not know.

    `parse` reads a name of ours.
    """
    name, dot, given = text.strip().partition(".") if isinstance(text, str) else ("", "", "")
    if name in NICKNAMES and not dot:
        return [line for nicknamed in NICKNAMES[name] for line in lines(nicknamed, parse)]
    row = BY_TREC_NAME.get(name)
    if row is None:
        numbered = re.fullmatch(r"(\w+)_([\d.]+)", name + dot + given)
        several = numbered and numbered[1] in SEVERAL
        return lines(f"{numbered[1]}.{numbered[2]}", parse) if several else None
    if dot and not row.cuts:
        return [_with_parameter(row, given, text, parse)]
    return [_cut(row, cut, parse) for cut in (_cuts(given, text) if dot else row.cuts or (None,))]


def _cut(row, cut, parse):
    name = row.name if cut is None else f"{row.name}_{cut:.2f}" if row.cuts in (ELEVEN, TEN) else f"{row.name}_{cut}"
    return Line(row, name, cut, None if row.ours is None else parse(row.ours.format(cut)))


def _cuts(given, text):
    try:
        cuts = [float(cut) if "." in cut else int(cut) for cut in given.split(",")]
    except ValueError:
        raise UsageError(f"{text!r}: cut-offs are numbers with commas between them, as in P.5,10") from None
    if min(cuts) < 0 or len(set(cuts)) < len(cuts):
        raise UsageError(f"{text!r}: each cut-off is a number of at least 0, and there once")
    return sorted(cuts)


GAINED = ("ndcg", "ndcg_rel", "Rndcg", "G", "rbp", "rbp_resid")  # whose parameters are grades and gains


def _with_parameter(row, given, text, parse):
    """`set_F.4` (β² = 4), `relstring.5`, `ndcg.1=4,2=8` (gains of grades), `rbp.p=0.8`; no other name has one here."""
    name, ours = f"{row.name}_{given}", row.ours and parse(row.ours)
    try:
        if row.name == "set_F":
            return Line(row, name, ours=parse(f"SetF(beta={float(given) ** 0.5!r})"))
        if row.name == "relstring":
            return Line(row, name, options={"length": max(0, int(given))})
        if row.name in GAINED:
            pairs = dict(pair.split("=") for pair in given.split(","))
            persistence = {"p": float(pairs.pop("p"))} if "rbp" in row.name and "p" in pairs else {}
            gains = {int(grade): float(gain) for grade, gain in pairs.items()}
            if min(gains.values(), default=0) < 0 or not 0 <= persistence.get("p", 0) <= 1:
                raise ValueError
            return Line(row, name, ours=ours, gains=gains, options=persistence)
    except (ValueError, TypeError):
        raise UsageError(
            f"{text!r}: a parameter is written like set_F.4 (β² = 4), relstring.5, ndcg.1=4,2=8 (gains, none below 0) "
            "or rbp.p=0.8"
        ) from None
    raise UsageError(f"{text!r}: {row.name} has no parameter here; write {row.name}")


def named_by_trec_eval(named):
    """The line for a measure of ours, where trec_eval has the same one."""
    for row in TREC:
        if row.ours and row.total == "mean" and row.ours.split("@")[0] == named.row.name:
            level = named.options.get("recall", named.k)
            others = {key: value for key, value in named.options.items() if key != "recall"}
            if not others and bool(row.cuts) == (level is not None):
                return replace(_cut(row, level, lambda name: named), ours=named)
    raise UsageError(f"{short(named.name)} has no name in trec_eval: leave out --format trec")

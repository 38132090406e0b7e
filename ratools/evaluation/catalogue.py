"""The catalogue of measures: a name such as "nDCG@10" → reference function, fast twin, meaning, range, citation.

Names follow the field's grammar (that of ir_measures): `P@5`, `AP`, `nDCG(gain='exp')@10`, `RBP(p=0.8)`, `P(rel=2)@5`,
`IPrec@0.1`. Case does not matter, and what people call them elsewhere (MRR, MAP, recall_10, ndcg_cut_10) is understood.
"""

import ast
import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from ratools.evaluation import batch
from ratools.metrics import binary, graded, incomplete
from ratools.metrics.arguments import BETWEEN, CHOICES, as_between, as_choice, as_number


@dataclass(frozen=True)
class Measure:
    """One row of the catalogue."""

    name: str
    reference: Callable  # (retrieved, grades, [k], **options), one query
    twin: Callable  # (joined, [k], **options), all queries
    meaning: str
    citation: str
    at: str | None = "k"  # what stands behind the @: a cut-off k, a recall level, or nothing
    options: tuple = ()
    binary: bool = True  # relevant or not, so that rel= (min_grade) applies
    range: str = "0 to 1"
    also: tuple = ()  # other names


CATALOGUE = (
    Measure("P", binary.precision_at_k, batch.precision_at_k, "share of the first k that is relevant",
            "Cleverdon & Keen 1966", also=("precision",)),
    Measure("R", binary.recall_at_k, batch.recall_at_k, "share of the relevant documents among the first k",
            "Cleverdon & Keen 1966", also=("recall",)),
    Measure("F", binary.f_score_at_k, batch.f_score_at_k, "harmonic mean of P@k and R@k; beta weighs recall",
            "van Rijsbergen 1979", options=("beta",), also=("f1",)),
    Measure("Success", binary.success_at_k, batch.success_at_k, "whether any of the first k is relevant",
            "Craswell & Hawking 2004", also=("hit", "hits", "hitrate", "hit_rate")),
    Measure("RR", binary.reciprocal_rank, batch.reciprocal_rank, "1 / rank of the first relevant document",
            "Kantor & Voorhees 2000", also=("mrr", "recip_rank", "reciprocal_rank")),
    Measure("AP", binary.average_precision, batch.average_precision,
            "mean precision at the ranks of the relevant documents; one that was missed counts 0",
            "Buckley & Voorhees 2000", options=("denominator",), also=("map", "map_cut", "average_precision")),
    Measure("Rprec", binary.r_precision, batch.r_precision, "precision at R, the number of relevant documents",
            "Buckley & Voorhees 2000", at=None, also=("r_precision",)),
    Measure("IPrec", binary.interpolated_precision, batch.interpolated_precision,
            "best precision at a recall level or beyond it", "Manning, Raghavan & Schütze 2008", at="recall",
            also=("iprec_at_recall",)),
    Measure("IPrec11pt", binary.eleven_point_average, batch.eleven_point_average,
            "mean interpolated precision at recall 0, 0.1, … 1", "Manning, Raghavan & Schütze 2008", at=None,
            also=("11pt", "11pt_avg")),
    Measure("nDCG", graded.ndcg_at_k, batch.ndcg_at_k, "discounted gain as a share of the best possible",
            "Järvelin & Kekäläinen 2002", options=("gain",), binary=False, also=("ndcg_cut",)),
    Measure("ERR", graded.err_at_k, batch.err_at_k, "expected 1/rank at which a reader is satisfied",
            "Chapelle et al. 2009", options=("g_max",), binary=False),
    Measure("RBP", graded.rbp, batch.rbp,
            "hits per result read, if the reader goes on with chance p; binary, as ir_measures' RBP(rel=1)",
            "Moffat & Zobel 2008", options=("p",)),
    Measure("Bpref", incomplete.bpref, batch.bpref, "judged relevant above judged non-relevant, unjudged passed over",
            "Buckley & Voorhees 2004", at=None),
    Measure("infAP", incomplete.inf_ap, batch.inf_ap, "AP, estimated from a judged sample of the pool",
            "Yilmaz & Aslam 2006", at=None),
    Measure("Judged", incomplete.judged_at_k, batch.judged_at_k,
            "share of the first k that was judged; a negative grade is unjudged",
            "Thakur et al. 2021", binary=False),
    Measure("SetP", binary.precision_at_k, batch.precision_at_k, "precision of the whole list",
            "Cleverdon & Keen 1966", at=None, also=("set_P",)),
    Measure("SetR", binary.recall_at_k, batch.recall_at_k, "recall of the whole list",
            "Cleverdon & Keen 1966", at=None, also=("set_recall",)),
    Measure("SetF", binary.f_score_at_k, batch.f_score_at_k,
            "harmonic mean of SetP and SetR; beta is the textbook's, not trec_eval's β²",
            "van Rijsbergen 1979", at=None, options=("beta",), also=("set_F",)),
)  # fmt: skip
BY_NAME = {name.lower(): row for row in CATALOGUE for name in (row.name, *row.also)}
ALIASES = {"rel": "min_grade", "dcg": "gain"}
DEFAULTS = {"gain": "linear", "denominator": "relevant"}  # which need not be said
DCG_NAMES = {"log2": "linear", "exp-log2": "exp"}  # as ir_measures writes them
GRAMMAR = re.compile(r"\s*(?P<name>[A-Za-z0-9_]+?)\s*(\((?P<options>.*)\))?\s*([@_]\s*(?P<at>[0-9.]+))?\s*")


@dataclass(frozen=True)
class Named:
    """A measure with its cut-off and options, as somebody asked for it."""

    row: Measure
    k: int | None = None
    options: dict = field(default_factory=dict)

    @property
    def name(self):
        """The name in the grammar: what the column is called."""
        options = {"rel" if key == "min_grade" else key: value for key, value in self.options.items()}
        level = options.pop("recall", self.k)
        inside = ", ".join(f"{key}={value!r}" for key, value in options.items())
        return f"{self.row.name}{f'({inside})' if inside else ''}{'' if level is None else f'@{level}'}"

    def of_query(self, retrieved, grades, min_grade=None):
        """The value for one query, by the reference function."""
        cut = () if self.row.at != "k" else (self.k,)
        return self.row.reference(retrieved, grades, *cut, **self._with(min_grade))

    def of_all(self, joined, min_grade=None):
        """The values for all queries, by the fast twin."""
        options = self._with(min_grade)
        level = options.pop("min_grade", None)
        joined = joined if level is None else joined.with_min_grade(level)
        return self.row.twin(joined, *(() if self.row.at != "k" else (self.k,)), **options)

    def _with(self, min_grade):
        binary_default = {"min_grade": min_grade} if self.row.binary and min_grade is not None else {}
        return binary_default | self.options


def parse(text):
    """A measure by its name.

    >>> parse("ndcg_cut_10").name, parse("MRR").name, parse("P(rel=2)@5").name
    ('nDCG@10', 'RR', 'P(rel=2)@5')
    """
    if isinstance(text, Named):
        return text
    match = GRAMMAR.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise ValueError(f"{text!r} is no measure: write it like 'nDCG@10', 'AP' or 'RBP(p=0.8)'")
    row = BY_NAME.get(match["name"].lower())
    if row is None:
        raise ValueError(f"there is no measure {match['name']!r}{_nearest(match['name'])}")
    options = _options(row, match["options"], text)
    return _at(row, match["at"], options, text)


def _nearest(name):
    bare = name.rstrip("0123456789")
    if bare.lower() == "f":
        return f": did you mean F(beta={name[1:]})?"
    if bare.lower() in BY_NAME and bare != name:
        return f": did you mean {BY_NAME[bare.lower()].name}@{name[len(bare) :]}?"
    near = difflib.get_close_matches(name.lower(), BY_NAME, n=1, cutoff=0.4)
    known = ", ".join(row.name for row in CATALOGUE)
    return f": did you mean {BY_NAME[near[0]].name}?" if near else f"; there are {known}"


def _options(row, text, whole):
    """The keywords in brackets, as a dict; every one is checked."""
    options = {}
    try:
        call = ast.parse(f"f({text})", mode="eval").body if text else None
        keywords = call.keywords if call else []
        given = {keyword.arg: ast.literal_eval(keyword.value) for keyword in keywords}
        if call and (call.args or len({ALIASES.get(key, key) for key in given}) < max(1, len(keywords))):
            raise ValueError
    except (SyntaxError, ValueError, AttributeError):
        raise ValueError(f"{whole!r}: options are written name=value, each once, as in RBP(p=0.8)") from None
    allowed = (*row.options, *(("min_grade",) if row.binary else ()))
    for given_key, value in given.items():
        key = ALIASES.get(given_key, given_key)
        value = DCG_NAMES.get(value, value) if key == "gain" and isinstance(value, str) else value
        if key not in allowed:
            known = ", ".join("rel" if name == "min_grade" else name for name in allowed) or "none"
            raise ValueError(f"{whole!r}: {row.name} has no option {given_key!r} (its options: {known})")
        options[key] = _checked_option(key, value, whole)
    return {key: options[key] for key in allowed if key in options and options[key] != DEFAULTS.get(key)}


def _checked_option(key, value, whole):
    try:
        if key in CHOICES:
            return as_choice(value, key)
        if key in BETWEEN:
            return as_between(value, key)
        if as_number(value, "rel") <= 0:
            raise ValueError(f"rel must be above 0, got {value!r}")
        return value
    except ValueError as error:
        raise ValueError(f"{whole!r}: {error}") from None


def _at(row, at, options, whole):
    if row.at == "recall":
        if at is None:
            raise ValueError(f"{whole!r} needs a recall level, as in {row.name}@0.1")
        if not re.fullmatch(r"\d*\.?\d+|\d+\.", at):
            raise ValueError(f"{whole!r}: {at!r} is no recall level; write one from 0 to 1, as in {row.name}@0.1")
        level = _checked_option("recall", float(at), whole)
        return Named(row, None, options | {"recall": int(level) if level == int(level) else level})
    if at is None:
        return Named(row, None, options)
    if row.at is None:
        raise ValueError(f"{whole!r}: {row.name} looks at the whole list; write it without @{at}")
    if not at.isdigit() or len(at) > 9 or int(at) < 1:
        raise ValueError(f"{whole!r}: the cut-off must be a whole number of at least 1, got {at}")
    return Named(row, int(at), options)

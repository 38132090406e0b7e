"""The catalogue of measures: one row for each, from which evaluator, command line, README and tests are made.

A row has a name, the reference function, its fast twin, meaning, range, citation, options, golden cases and names to
try; there is one file of rows per file of `ratools.metrics`, and `row.py` says what a row holds. To add a measure,
write its function and its row.

Names follow the field's grammar (that of ir_measures): `P@5`, `AP`, `nDCG(gain='exp')@10`, `RBP(p=0.8)`, `P(rel=2)@5`,
`IPrec@0.1`; with judgements by subtopic, `alpha_nDCG(alpha=0.9)@20`, `ERR_IA@20`, `StRecall@20`. Case does not matter,
and what people call them elsewhere (MRR, MAP, recall_10, ndcg_cut_10) is understood.
"""

import ast
import re
from dataclasses import dataclass, field

from ratools.errors import UsageError
from ratools.evaluation.catalogue import (
    agreement,
    answers,
    binary,
    diversity,
    graded,
    incomplete,
    overlap,
    scores,
)
from ratools.evaluation.catalogue.row import Measure
from ratools.evaluation.catalogue.trec_eval import OURS_INSTEAD, SEVERAL, lines
from ratools.words import nearest, short

FAMILIES = (binary, graded, incomplete, diversity, overlap, answers, scores, agreement)
MEASURES = tuple(row for family in FAMILIES for row in family.ROWS)
CATALOGUE = tuple(row for row in MEASURES if row.tries)  # of a run and judgements: what `evaluate` knows by name
BY_NAME = {name.lower(): row for row in CATALOGUE for name in (row.name, *row.also)}
BY_SUBTOPIC = {name.lower(): row for row in MEASURES if row.by_subtopic for name in (row.name, *row.also)}
ALIASES = {"rel": "min_grade", "dcg": "gain"}
DEFAULTS = {"gain": "linear", "denominator": "relevant"}  # which need not be said
DCG_NAMES = {"log2": "linear", "exp-log2": "exp"}  # as ir_measures writes them
GRAMMAR = re.compile(r"\s*(?P<name>[\w-]+?(?: recall)?)\s*(\((?P<options>.*)\))?\s*([@_]\s*(?P<at>[0-9.]+))?\s*")


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
        """The values for all queries, by the fast twin; where there is none, query by query."""
        if self.row.twin is None:
            return [self.of_query(*ranking_and_grades, min_grade) for ranking_and_grades in joined.one_by_one()]
        options = self._with(min_grade)
        level = options.pop("min_grade", None)
        joined = joined if level is None else joined.with_min_grade(level)
        cut = () if self.row.at != "k" else (self.k,)
        return self.row.twin(joined, *cut, **options)

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
    _not_trec_evals(text)
    match = GRAMMAR.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise UsageError(f"{short(text)} is not a valid measure: write it like 'nDCG@10', 'AP' or 'RBP(p=0.8)'")
    row = BY_NAME.get(match["name"].lower()) or BY_SUBTOPIC.get(match["name"].lower())
    if row is None:
        raise UsageError(f"there is no measure {match['name']!r}{_nearest(match['name'])}")
    options = _options(row, match["options"], text)
    return _at(row, match["at"], options, text)


def _not_trec_evals(text):
    """Refuse what is one measure to us and another, or several, to trec_eval."""
    name = text.strip() if isinstance(text, str) else ""
    if name in OURS_INSTEAD:
        raise UsageError(f"{text!r} is trec_eval's: {OURS_INSTEAD[name]}")
    if name in SEVERAL or name.lower() in ("ndcg_cut", "map_cut"):
        whole = {"P": "SetP", "recall": "SetR or R", "ndcg_cut": "nDCG", "map_cut": "AP", "success": "Success"}.get(
            name
        )
        remedy = f", or {whole} for the whole list" if whole else ""
        raise UsageError(f"{text!r} is several measures, one per cut-off: write one, such as {name}_10{remedy}")
    if name.startswith("set_F("):
        raise UsageError(f"{text!r}: trec_eval's parameter is β²; write set_F.4, or SetF(beta=2) with the textbook's β")


def parse_all(text):
    """The measures that a name stands for: one of ours, or the lines that trec_eval prints for one of its names.

    >>> [named.name for named in parse_all("P.5,10") + parse_all("nDCG@10") + parse_all("num_rel_ret")]
    ['P@5', 'P@10', 'nDCG@10', 'num_rel_ret']
    """
    named_lines = None if isinstance(text, Named) else lines(text, parse)
    if named_lines is None:
        return [parse(text)]
    first = named_lines[0]
    if len(named_lines) == 1 and first.row.total == "text":
        raise UsageError(f"{text!r} is a text per query, not a number: --format trec -q prints it")
    if len(named_lines) == 1 and not first.row.per_query:
        remedy = {"num_q": "the column 'queries' has it", "gm_map": "ratools.geometric_map gives it"}.get(first.name)
        others = f"{remedy}, and " if remedy else ""
        raise UsageError(f"{text!r} is one value for the whole run, none per query: {others}--format trec prints it")
    return [line if line.ours is None or line.gains else line.ours for line in named_lines if line.row.per_query]


def _nearest(name):
    bare = name.rstrip("0123456789")
    if bare.lower() == "f":
        return f": did you mean F(beta={name[1:]})?"
    if bare.lower() in BY_NAME and bare != name:
        return f": did you mean {BY_NAME[bare.lower()].name}@{name[len(bare) :]}?"
    near = nearest(name.lower(), BY_NAME, cutoff=0.4)
    known = ", ".join(row.name for row in CATALOGUE)
    return f": did you mean {BY_NAME[near].name}?" if near else f"; there are {known}"


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
        raise UsageError(f"{whole!r}: options are written name=value, each once, as in RBP(p=0.8)") from None
    allowed = (*row.options, *(("min_grade",) if row.binary else ()))
    for given_key, value in given.items():
        key = ALIASES.get(given_key, given_key)
        value = DCG_NAMES.get(value, value) if key == "gain" and isinstance(value, str) else value
        if key not in allowed:
            known = ", ".join("rel" if name == "min_grade" else name for name in allowed) or "none"
            raise UsageError(f"{whole!r}: {row.name} has no option {given_key!r} (its options: {known})")
        options[key] = _checked_option(row, key, value, whole)
    return {key: options[key] for key in allowed if key in options and options[key] != DEFAULTS.get(key)}


def _checked_option(row, key, value, whole):
    """The value, if the function itself takes it."""
    try:
        row.reference([], {}, **{key: value})
    except ValueError as error:
        raise UsageError(f"{whole!r}: {error}".replace("min_grade", "rel")) from None
    return value


def _at(row, at, options, whole):
    if row.at == "recall":
        if at is None:
            raise UsageError(f"{whole!r} needs a recall level, as in {row.name}@0.1")
        if not re.fullmatch(r"\d*\.?\d+|\d+\.", at):
            raise UsageError(
                f"{whole!r}: {at!r} is not a valid recall level; write one from 0 to 1, as in {row.name}@0.1"
            )
        level = _checked_option(row, "recall", float(at), whole)
        return Named(row, None, options | {"recall": int(level) if level == int(level) else level})
    if at is None:
        return Named(row, None, options)
    if row.at is None:
        raise UsageError(f"{whole!r}: {row.name} looks at the whole list; write it without @{at}")
    if not at.isdigit() or len(at) > 9 or int(at) < 1:
        raise UsageError(f"{whole!r}: the cut-off must be a whole number of at least 1, got {at}")
    return Named(row, int(at), options)

"""`explain`: any measure, step by step, with your own numbers.

    explain("nDCG@5", retrieved, grades)            a measure by its name, options and all: "P(rel=2)@5", "RBP(p=0.8)"
    explain("f1_score", prediction, reference)      a function by its name, with its own arguments
    explain(rt.ndcg_at_k, retrieved, grades, 5)     the function itself
    explain("nDCG@10", run, qrels, query="q7")      one query of what `evaluate` takes: files, dicts, DataFrames
    explain("AP", retrieved, grades, titles=titles) with titles, {document: title}, beside the ids and in the sentence

What comes back has a `value`, the `steps` behind it (their `term` column sums to the value), the `formula` with the
numbers filled in, and a `sentence`. `.compare(other_ranking)` shows where a difference comes from.
"""

import html
import inspect
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import fsum, isclose

import pandas as pd

import ratools
from ratools.errors import UsageError
from ratools.evaluation.catalogue import ALIASES, BY_NAME, CATALOGUE, GRAMMAR, Named, parse
from ratools.evaluation.evaluator import one_query
from ratools.explanations.steps import WORKED, Case
from ratools.metrics.arguments import as_number
from ratools.words import capital, figure, named, nearest, short, signed

HEAD, TAIL = 15, 3  # what is shown of a long table
BOLD = ("term", "difference")
SUMS = {"cumulative_gain": "CG", "dcg_at_k": "DCG", "ideal_dcg_at_k": "IDCG"}  # what nDCG is made of


@dataclass(frozen=True, eq=False)
class Explanation:
    """How a value came about. `sum(steps["term"])` is the value."""

    measure: str
    value: float
    steps: pd.DataFrame
    formula: str
    sentence: str
    key: str = field(repr=False)  # the column of `steps` that identifies rows
    question: tuple = field(repr=False)  # (measure's function, its arguments, its options)
    titles: Mapping = field(default_factory=dict, repr=False)  # {document: title}, where they are known

    def compare(self, other):
        """Where the difference to another ranking (or answer) comes from, judged by the same judgements."""
        function, arguments, options = self.question
        given = other.question[1][0] if isinstance(other, Explanation) else _kept(other)
        there = _explanation(self.measure, function, (given, *arguments[1:]), options)
        return Difference(self, _titled(there, self.titles))

    def cells(self):
        """The steps as text, for a table of one's own: columns, rows, and which columns hold numbers."""
        return _cells(self.steps)

    def __repr__(self):
        heading = f"{self.measure} = {figure(self.value)}"
        return "\n\n".join([heading, _text_table(self.steps), plain_formula(self.formula), self.sentence])

    def _repr_html_(self):
        heading = f"{_escaped(self.measure)} = {figure(self.value)}"
        formula = f'<div style="overflow-x: auto">$${html.escape(self.formula)}$$</div>'
        return _html(heading, self.steps, formula + f"<p>{_escaped(self.sentence)}</p>")


@dataclass(frozen=True, eq=False)
class Difference:
    """Two explanations side by side. `table["difference"]` sums to `difference`, there minus here."""

    here: Explanation
    there: Explanation

    @property
    def difference(self):
        return self.there.value - self.here.value

    @cached_property
    def table(self):
        """A row per item of either explanation, the largest difference first."""
        key = self.here.key
        here, there = (_by_key(explanation.steps, key) for explanation in (self.here, self.there))
        rows = []
        for item in dict.fromkeys([*here, *there]):
            (rank, term), (new_rank, new_term) = here.get(item, (None, 0.0)), there.get(item, (None, 0.0))
            rows.append([item, rank, new_rank, term, new_term, new_term - term])
        names = [key, "rank here", "rank there", "term here", "term there", "difference"]
        columns = {name: [row[n] for row in rows] for n, name in enumerate(names)}
        table = pd.DataFrame(
            {name: pd.Series(values, dtype=object if name in names[:3] else float) for name, values in columns.items()}
        )
        if key == "rank" or "rank" not in self.here.steps:
            table = table.drop(columns=names[1:3])
        if self.here.titles:
            table.insert(1, "title", _titles_of(table[key], self.here.titles))
        return table.sort_values("difference", key=abs, ascending=False, kind="stable", ignore_index=True)

    @cached_property
    def sentence(self):
        """Where most of the difference comes from."""
        table, change, name = self.table, self.difference, self.here.measure
        values = f"{figure(self.here.value)} here, {figure(self.there.value)} there"
        if change != change:
            return f"{name} has no value for an empty list, so there is no difference to explain ({values})."
        if table.empty or not table["difference"].any():
            return f"Nothing that {name} can see is different: {values}."
        toward = table[table["difference"] * (change or 1) > 0]
        row = table.iloc[0] if toward.empty or not change else toward.iloc[0]
        most = f"{self._moved(row)}, {signed(row['difference'])}"
        if isclose(change, 0, abs_tol=1e-12):
            sentence = f"{name} is {figure(self.here.value)} in both, by other steps: {most}, is made up for by others."
        else:
            other = "higher" if change > 0 else "lower"
            sentence = f"{name} is {figure(abs(change))} {other} there ({values}). The largest part of it: {most}"
            sentence += f"{self._made_up_for(row['difference'])}."
        if self.here.question[0].__name__ in ("average_precision", "inf_ap", "bpref", "err_at_k"):
            sentence += " (What a document counts depends on those above it, so one that has not moved can change too.)"
        return sentence

    def _made_up_for(self, part):
        """What works against a part that is larger than the whole difference."""
        against = self.table[self.table["difference"] * part < 0]
        if against.empty or abs(part) <= abs(self.difference) or isclose(part, self.difference):
            return ""
        row = against.iloc[0]
        how = "undone" if part > 0 else "made up for"
        return f", partly {how} by {self._moved(row)}, {signed(row['difference'])}"

    def _moved(self, row):
        key, titles = self.here.key, self.here.titles
        return _moved(row, titles.get(row[key], row[key]) if titles else row[key], key)

    def __repr__(self):
        return "\n\n".join([_change_heading(self), _text_table(self.table), self.sentence])

    def _repr_html_(self):
        return _html(_escaped(_change_heading(self)), self.table, f"<p>{_escaped(self.sentence)}</p>")


def explain(measure, *arguments, query=None, titles=None, **options):
    """How a measure comes to its value on your input, step by step; `query="q7"` opens one query of a run.

    `titles={document: title}` shows titles beside the ids, and names documents by them in the sentence.

    >>> explain("nDCG@3", ["b", "x", "a"], {"a": 3, "b": 2})
    nDCG@3 = 0.8212
    <BLANKLINE>
    rank  document  grade  gain  discount  gain/discount    term     sum  note
       1  b             2     2    1.0000         2.0000  0.4693  0.4693
       2  x             –     0    1.5850         0.0000  0.0000  0.4693  not judged, so it gains 0
       3  a             3     3    2.0000         1.5000  0.3520  0.8212
    <BLANKLINE>
    nDCG@3 = DCG / IDCG = (2/1 + 0/1.585 + 3/2) / 4.2619 = 3.5/4.2619 ≈ 0.8212
    <BLANKLINE>
    Most is lost by a: it stands at rank 3, where its 3 counts 1.5; at rank 1 it would count 3, 1.5 more.
    """
    if titles:
        return _titled(explain(measure, *arguments, query=query, **options), titles)
    if query is not None:
        return _of_query(measure, arguments, query, options)
    function = _function(measure)
    arguments = tuple(map(_kept, arguments))
    if function is not None:
        options = {name: _kept(value) for name, value in options.items()}
        arguments, options = _bound(function, arguments, options)
        return _explanation(_name(function, arguments, options), function, arguments, options)
    asked = _with_options(parse(measure), dict(options))
    if len(arguments) != 2:
        raise UsageError(_two_wanted(asked, arguments))
    if asked.row.reference.__name__ not in WORKED:
        raise UsageError(_not_yet(asked.row.name))
    cut = () if asked.row.at != "k" else (asked.k,)
    extra = {"duplicates": options["duplicates"]} if "duplicates" in options else {}
    return _explanation(asked.name, asked.row.reference, (*arguments, *cut), asked.options | extra)


def _of_query(measure, arguments, query, options):
    if len(arguments) < 2:
        raise UsageError(f"query={query!r} needs a run and its judgements, as in explain('AP', run, qrels, query='q7')")
    run, qrels, *others = arguments
    ranking, grades = one_query(run, qrels, query, options.get("duplicates", "error"))
    try:
        return explain(measure, ranking, grades, *others, **options)
    except ValueError as error:
        raise UsageError(f"query {query!r}: {error}") from None


# What was asked for --------------------------------------------------------------------------------------------------


def _function(measure):
    """The function of the package that `measure` is or names; None for a name of the catalogue."""
    if callable(measure):
        name = getattr(measure, "__name__", "that")
        if getattr(ratools, name, None) is not measure:
            raise UsageError(f"explain knows the measures of ratools; {name} is not one of them")
        if name not in WORKED:
            raise UsageError(_not_yet(name))
        return measure
    if not isinstance(measure, str):
        return None
    if measure in WORKED:
        return getattr(ratools, measure)
    if measure in ratools.__all__ and measure.lower() not in BY_NAME:
        raise UsageError(_not_yet(measure))
    match = GRAMMAR.fullmatch(measure)
    near = nearest(measure, WORKED, cutoff=0.75)
    if near and (match is None or match["name"].lower() not in BY_NAME):
        raise UsageError(f"there is no measure {measure!r}: did you mean {near}?")
    return None


def _not_yet(name):
    return f"there is no explanation of {name} yet; there are those of {', '.join(sorted(WORKED))}"


def _kept(value):
    """An iterator as a list, since it is read twice: for the value and for the steps."""
    return list(value) if isinstance(value, Iterator) else value


def _bound(function, arguments, options):
    """The arguments by position and the options by keyword, wherever they were given."""
    signature = inspect.signature(function)
    try:
        bound = signature.bind(*arguments, **options)
    except TypeError as error:
        raise UsageError(
            f"explain({function.__name__!r}, …) takes the arguments of {function.__name__}{signature}: {error}"
        ) from None
    return bound.args, bound.kwargs


def _name(function, arguments, options):
    """What the catalogue calls it, where it can; else the function's own name."""
    row = next((row for row in CATALOGUE if row.reference is function), None)
    if function.__name__ in SUMS:
        return f"{SUMS[function.__name__]}{'' if len(arguments) < 2 or arguments[1] is None else f'@{arguments[1]}'}"
    k = arguments[2] if len(arguments) > 2 else None
    options = {name: value for name, value in options.items() if name != "duplicates"}
    if row is None or (row.at != "k" and k is not None):
        return function.__name__
    return Named(row, k, ({"recall": 0} if row.at == "recall" else {}) | options).name


def _with_options(asked, options):
    """A measure of the catalogue with options that came as keywords."""
    options.pop("duplicates", None)
    allowed = (*asked.row.options, *(("min_grade",) if asked.row.binary else ()))
    k, extra = asked.k, {}
    for name, value in options.items():
        name = ALIASES.get(name, name)
        if name == "k" and asked.row.at == "k" and asked.k in (None, value):
            k = value
        elif name in allowed:
            extra[name] = value
        else:
            known = ", ".join(allowed) or "none"
            raise UsageError(f"{asked.name} has no option {name!r} (its options: {known})")
    return Named(asked.row, k, asked.options | {name: value for name, value in extra.items() if value is not None})


def _two_wanted(asked, arguments):
    call = f"explain({asked.name!r}, retrieved, grades)"
    if len(arguments) == 3 and asked.row.at == "k" and asked.k is None and isinstance(arguments[2], int):
        return f"write the cut-off into the name: explain('{asked.row.name}@{arguments[2]}', retrieved, grades)"
    got = len(arguments)
    return f"{asked.name} needs two things, a ranking and its judgements, as in {call}; got {got}"


def _explanation(name, function, arguments, options):
    value = function(*arguments, **options)
    judged = arguments[1] if len(arguments) > 1 else None
    retrieved, judgements, *_ = [*inspect.signature(function).parameters, "", ""]
    grades = None
    if retrieved == "retrieved" and judgements != "subtopics" and isinstance(judged, Mapping):
        grades = {doc: as_number(grade, f"the grade of document {doc!r}") for doc, grade in judged.items()}
    case = Case(name, value, grades, options.get("min_grade"))
    worked = WORKED[function.__name__](*arguments, **options, case=case)
    columns = list(worked.rows[0]) if worked.rows else [worked.key, "term", "sum"]
    exact = {name: object for name in columns if name in ("rank", "document", "grade", "token", "first", "second")}
    steps = pd.DataFrame(worked.rows, columns=columns)
    for column in exact:  # ids and grades as they were given: pandas would turn 3 into 3.0 beside a None
        values = [row[column] for row in worked.rows]
        if None in values or column != "rank":
            steps[column] = pd.Series(values, dtype=object)
    return Explanation(name, value, steps, worked.formula, worked.sentence, worked.key, (function, arguments, options))


# Titles --------------------------------------------------------------------------------------------------------------


def _titled(explanation, titles):
    """The same explanation with titles: a column beside the ids, and documents by their titles in the sentence."""
    if not titles:
        return explanation
    if explanation.key != "document" or not isinstance(titles, Mapping):
        wanted = f"{explanation.measure} is not about documents" if isinstance(titles, Mapping) else "it is not a dict"
        raise UsageError(f"titles must be {{document: title}}, got {short(titles)}: {wanted}")
    function, (ranking, judged, *others), options = explanation.question
    known = _distinct({doc: " ".join(str(title).split()) for doc, title in titles.items() if str(title).strip()})
    renamed = [known.get(doc, doc) for doc in ranking]
    if isinstance(judged, Mapping):
        judged = {known.get(doc, doc): grade for doc, grade in judged.items()}
    else:
        judged = type(judged)(known.get(doc, doc) for doc in judged)
    sentence = _explanation(explanation.measure, function, (renamed, judged, *others), options).sentence
    steps = explanation.steps.copy()
    steps.insert(steps.columns.get_loc("document") + 1, "title", _titles_of(steps["document"], known))
    return replace(explanation, steps=steps, sentence=sentence, titles=known)


def _titles_of(documents, titles):
    return pd.Series([titles.get(doc, "") for doc in documents], dtype=object)


def _distinct(titles):
    """Titles made unique: one that several documents share gets the document's id."""
    often = Counter(titles.values())
    return {doc: title if often[title] == 1 else f"{title} ({doc})" for doc, title in titles.items()}


# Differences ---------------------------------------------------------------------------------------------------------


def _by_key(steps, key):
    """{item: (its first rank, the sum of its terms)} of the rows' items."""
    by_item = {}
    ranks = steps["rank"] if "rank" in steps else [None] * len(steps)
    for item, rank, term in zip(steps[key], ranks, steps["term"], strict=True):
        _, terms = by_item.setdefault(item, (rank, []))
        terms.append(term)
    return {item: (rank, fsum(terms)) for item, (rank, terms) in by_item.items()}


def _moved(row, item, key):
    """An item and how its rank changed."""
    item = capital(named(item)) if key in ("document", "token", "word") else f"{key} {named(item, 40)}"
    if "rank here" not in row:
        return item
    here, there = row["rank here"], row["rank there"]
    if here is None or there is None:
        return f"{item}, {'only there' if here is None else 'only here'} (rank {there if here is None else here})"
    return f"{item}, still at rank {here}" if here == there else f"{item}, from rank {here} to rank {there}"


def _change_heading(change):
    before, after = figure(change.here.value), figure(change.there.value)
    step = "no difference" if not change.difference else signed(change.difference)
    step = "unknown" if change.difference != change.difference else step
    return f"{change.here.measure}: {before} → {after} ({step})"


# Shown ---------------------------------------------------------------------------------------------------------------


def plain_formula(formula):
    r"""A formula for the terminal.

    >>> plain_formula(r"\text{AP} = \frac{1}{2} \left(\frac{1}{1} + \frac{2}{3}\right) \approx 0.8333")
    'AP = 1/2 · (1/1 + 2/3) ≈ 0.8333'
    """
    text = re.sub(r"\\text\{([^{}]*)\}", r"\1", formula).replace(r"} \left(", r"} · (").replace(r") \left(", ") · (")
    for command, sign in SIGNS.items():
        text = text.replace(command, sign)
    text = re.sub(r"\^\{([^{}]*)\}", r"^\1", text)
    while (simpler := re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", _divided, text)) != text:
        text = simpler
    return text


SIGNS = {
    r"\dfrac": r"\frac",
    r"\left(": "(",
    r"\right)": ")",
    r"\max": "max",
    r"\cdots": "…",
    r"\cdot": "·",
    r"\_": "_",
    r"\approx": "≈",
    r"\quad": " ",
    r"\kappa": "κ",
}


def _divided(match):
    parts = match.groups()
    if all(re.fullmatch(r"[\d.]+", part) for part in parts):
        return "/".join(parts)
    return " / ".join(f"({part})" if re.search(r"[ /]", part) else part for part in parts)


def _cell(value, column=None):
    """One cell of a table, to be read."""
    if value is None:
        return "–"
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        return "yes" if value else "no"
    if isinstance(value, float) and column not in ("grade", "document", "title", "recall", "first", "second"):
        sign = "+" if column == "difference" and value > 0 else ""
        return f"{sign}{value:.4f}".replace("-", "−")
    if isinstance(value, float):
        return figure(value)
    text = " ".join(str(value).split())
    return text if len(text) <= 60 else f"{text[:59]}…"


def _cells(table):
    """The table as text, its middle left out when it is long; and which columns hold numbers."""
    columns = list(table.columns)
    rows = [
        [_cell(value, name) for name, value in zip(columns, row, strict=True)]
        for row in table.astype(object).to_numpy().tolist()
    ]
    numeric = [
        all(re.fullmatch(r"[-−+]?[\d.]+(e[-+]?\d+)?|–", row[n]) for row in rows) and name != "document"
        for n, name in enumerate(columns)
    ]
    left_out = len(rows) - HEAD - TAIL
    if left_out > 1:
        gap = [f"… {left_out} more" if n == 1 or len(columns) == 1 else "…" for n in range(len(columns))]
        rows = [*rows[:HEAD], gap, *rows[-TAIL:]]
    return columns, rows, numeric


def _text_table(table):
    columns, rows, numeric = _cells(table)
    if not rows:
        return "(no step: there is nothing to look at)"
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    lines = [
        [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ]
        for row in (columns, *rows)
    ]
    return "\n".join("  ".join(line).rstrip() for line in lines)


def _html(heading, table, below):
    """Heading, table and what stands below it."""
    columns, rows, numeric = _cells(table)
    styles = [_style(name, right) for name, right in zip(columns, numeric, strict=True)]
    head = "".join(
        f'<th scope="col" style="{style}">{_escaped(name)}</th>' for name, style in zip(columns, styles, strict=True)
    )
    lines = (
        "".join(f'<td style="{style}">{_escaped(cell)}</td>' for cell, style in zip(row, styles, strict=True))
        for row in rows
    )
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    shown = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if rows else "<p>(no step)</p>"
    return (
        f'<div class="ratools-explanation"><p><strong>{heading}</strong></p>'
        f'<div style="overflow-x: auto" tabindex="0" role="region" aria-label="Steps">{shown}</div>{below}</div>'
    )


def _style(name, right):
    """How a column's cells look; notes and titles keep a width, or a narrow window would break them at every letter."""
    style = f"text-align: {'right' if right else 'left'}; font-variant-numeric: tabular-nums"
    return style + ("; font-weight: 600" if name in BOLD else "; min-width: 9em" if name in ("note", "title") else "")


def _escaped(text):
    """Text for HTML; $ and \\ stand alone in an element, so that MathJax takes no document's name for a formula."""
    return re.sub(r"([$\\])", r"<span>\1</span>", html.escape(str(text)))

"""One page to show your team: systems × measures, which differences are real, where they come from, what to doubt.

The page is a single file: no script, nothing from elsewhere; it opens from disk, prints on A4, and follows the reader's
light or dark setting. Everything that comes from data is escaped.
"""

import hashlib
import os
import platform
from collections.abc import Mapping
from datetime import datetime
from html import escape
from importlib.metadata import PackageNotFoundError, version
from itertools import combinations
from math import sqrt
from pathlib import Path

import numpy as np

import ratools
from ratools.errors import UsageError
from ratools.evaluation.catalogue import parse
from ratools.evaluation.comparison import compare
from ratools.evaluation.evaluator import DEFAULT_MEASURES, evaluate, summarise
from ratools.evaluation.formats import read_qrels, read_run
from ratools.evaluation.student import t_quantile
from ratools.explanations import explain, plain_formula
from ratools.html_shell import NARROW, html_page
from ratools.words import count, listed, short

LEVEL, POWER = 0.05, 0.8416  # what counts as real; four times in five
TOP = 10  # how far down unjudged documents matter most
OPENED = 5  # queries that are shown with their rankings
SHOWN = 12  # differences that are said before the rest is folded away
TEXT = ("system", "document", "title", "what", "from", "SHA-256")  # columns that are read, not compared
STATIC = Path(__file__).parent / "static"


def report(runs, qrels, measures=DEFAULT_MEASURES, path="report.html", *, titles=None, queries=None, heading=None):
    """Write the page and return its path. `runs` is {system: run}, each in any form that `evaluate` takes.

    `titles` {document: title} and `queries` {query: text} are shown if they are given; the first measure decides which
    system counts as best and which queries are opened.
    """
    if not isinstance(runs, Mapping) or not runs:
        raise UsageError(f"runs must be a dict {{system: run}} with at least one system, got {short(runs)}")
    names = [parse(name).name for name in ([measures] if isinstance(measures, str) else measures)]
    if not names:
        raise UsageError("measures is empty: name at least one, such as 'nDCG@10'")
    data = _Data(runs, qrels, list(dict.fromkeys(names)), titles or {}, queries or {})
    parts = [_summary(data), *_differences(data), _picture(data), _opened(data), _warnings(data), _origin(data)]
    page = _page(heading or "How good is the search?", data, [part for part in parts if part])
    path = Path(path)
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from None
    return path


class _Data:
    """Everything that the parts of the page need, computed once."""

    def __init__(self, runs, qrels, measures, titles, queries):
        self.sources, self.measures = {"judgements": qrels, **runs}, measures
        self.qrels = read_qrels(qrels)
        self.runs = {str(name): read_run(run) for name, run in runs.items()}
        self.given = {str(name): run for name, run in runs.items()}
        if len(self.runs) < len(runs):
            raise UsageError("two systems have the same name; give each its own")
        self.titles, self.texts = {str(k): str(v) for k, v in titles.items()}, _texts(queries)
        self.tables = {name: evaluate(run, self.qrels, measures) for name, run in self.runs.items()}
        self.means = {name: summarise(table) for name, table in self.tables.items()}
        first = self.measures[0]
        self.order = sorted(self.runs, key=lambda name: -self.means[name].loc[first, "mean"])
        several = len(self.runs) > 1 and len(self.qrels) > 1
        self.compared = {name: compare(self.tables, name) for name in self.measures} if several else {}
        self.index = next(iter(self.tables.values())).index


def _texts(queries):
    return {str(query): str(getattr(text, "text", text)) for query, text in queries.items()}


# The parts -----------------------------------------------------------------------------------------------------------


def _summary(data):
    """Systems × measures, the best of each column marked, and what each measure means."""
    best = {name: max(table.loc[name, "mean"] for table in data.means.values()) for name in data.measures}
    rows = []
    for system in data.order:
        cells = [_head(system)]
        for name in data.measures:
            row = data.means[system].loc[name]
            mean = "no value" if row["n"] == 0 else f"{row['mean']:.4f}"
            mean = f"<strong>{mean}</strong>" if row["mean"] == best[name] and len(data.runs) > 1 else mean
            ends = f"[{row['ci_low']:.3f}, {row['ci_high']:.3f}]" if row["n"] > 1 else ""
            cells.append(f"<td>{mean}<br><small>{ends}</small></td>")
        cells += _latency(data, system)
        rows.append("".join(cells))
    heads = ["system", *data.measures] + (["seconds per query"] if any(map(_timed, data.given.values())) else [])
    meanings = "".join(f"<dt>{escape(name)}</dt><dd>{escape(parse(name).row.meaning)}</dd>" for name in data.measures)
    note = (
        f"<p>Means over {count(len(data.index), 'query')}; below each, the 95 % interval of the mean (Student's t)."
        + (
            " The highest mean of a column is bold: whether it is <em>really</em> higher is the next question."
            if len(data.runs) > 1
            else ""
        )
        + "</p>"
    )
    return _section("Systems and measures", note + _table(heads, rows) + f"<dl>{meanings}</dl>")


def _timed(run):
    return bool(getattr(run, "latency", lambda: None)())


def _latency(data, system):
    if not any(map(_timed, data.given.values())):
        return []
    if not _timed(data.given[system]):
        return ["<td></td>"]
    median, high = data.given[system].latency()
    return [f"<td>{median:.3f}<br><small>95 % within {high:.3f}</small></td>"]


def _differences(data):
    """A sentence for every pair of systems, real or not, corrected for the number of pairs."""
    if not data.compared:
        return []
    parts = []
    for index, name in enumerate(data.measures):
        comparison = data.compared[name]
        rows = sorted(
            comparison.table.to_dict("records"), key=lambda row: (row["holm"] > LEVEL, -abs(row["difference"]))
        )
        sentences = [f"<li>{_sentence(row)}</li>" for row in rows]
        body = f"<ul>{''.join(sentences[:SHOWN])}</ul>"
        if len(sentences) > SHOWN:
            rest = f"<summary>{len(sentences) - SHOWN} more</summary><ul>{''.join(sentences[SHOWN:])}</ul>"
            body += f"<details>{rest}</details>"
        body += "".join(f"<p class=doubt>{escape(note)}</p>" for note in comparison.notes)
        parts.append(
            f"<h3>{escape(name)}</h3>{body}"
            if index == 0
            else f"<details><summary>By {escape(name)}</summary>{body}</details>"
        )
    pairs = len(next(iter(data.compared.values())).table)
    note = (
        f"<p>Each pair was tested query by query (randomisation test), corrected for {count(pairs, 'pair')} (Holm). "
        "<em>Not shown</em> does not mean <em>equal</em>: look at the interval.</p>"
    )
    return [_section("Which differences are real?", note + "".join(parts))]


def _sentence(row):
    """One pair in words, said from the side of the system with the higher mean."""
    turned = row["difference"] < 0
    ahead, behind = (row["second"], row["first"]) if turned else (row["first"], row["second"])
    low, high = (-row["ci_high"], -row["ci_low"]) if turned else (row["ci_low"], row["ci_high"])
    wins, losses = (row["losses"], row["wins"]) if turned else (row["wins"], row["losses"])
    size = f"{abs(row['difference']):.4f} [{low:.4f}, {high:.4f}]"
    counts = f"better on {wins}, worse on {losses}, equal on {row['ties']} queries; p = {_p(row['holm'])} corrected"
    if row["holm"] <= LEVEL:
        return f"<strong>{escape(ahead)}</strong> is better than {escape(behind)} by {size}: {counts}."
    return f"{escape(ahead)} and {escape(behind)}: no difference shown ({size}; {counts})."


def _p(value):
    return "below 0.001" if value < 0.001 else f"{value:.3f}"


def _picture(data):
    """Per query, the best system minus the next: bars in order of size."""
    if not data.compared:
        return ""
    name, (best, other) = data.measures[0], data.order[:2]
    differences = (data.tables[best][name] - data.tables[other][name]).dropna().sort_values(ascending=False)
    claim = (
        f"{best} is ahead on {int((differences > 0).sum())} queries, {other} on {int((differences < 0).sum())}, "
        f"{int((differences == 0).sum())} are equal."
    )
    note = f"<p>{escape(name)} of {escape(best)} minus {escape(other)}, one bar per query. {escape(claim)}</p>"
    return _section("Query by query", note + _bars(differences, claim))


def _bars(differences, claim):
    """The picture as SVG; bars up in blue, down in orange, names below where there is room."""
    n, height, width = len(differences), 240, 760
    step = width / max(n, 1)
    largest = max(float(differences.abs().max()), 1e-9)
    parts = []
    for index, (query, value) in enumerate(differences.items()):
        size = abs(value) / largest * (height / 2 - 8)
        top = height / 2 - size if value > 0 else height / 2
        kind = "up" if value > 0 else "down"
        parts.append(
            f'<rect class="{kind}" x="{index * step:.2f}" y="{top:.2f}" width="{max(step - 1, 0.6):.2f}" '
            f'height="{size:.2f}"><title>{escape(str(query))}: {value:+.4f}</title></rect>'
        )
    axis = f'<line x1="0" x2="{width}" y1="{height / 2}" y2="{height / 2}"/>'
    ends = (
        f'<text x="{width - 4}" y="14" text-anchor="end">up to +{largest:.2f}</text>'
        f'<text x="4" y="{height - 6}">down to −{largest:.2f}</text>'
    )
    drawn = "".join([*parts, axis, ends])
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(claim)}">{drawn}</svg>'


def _opened(data):
    """The queries on which the systems differ most, each with its rankings and how the numbers came about."""
    name = data.measures[0]
    if len(data.runs) < 2:
        spread = data.tables[data.order[0]][name].sort_values(kind="stable")
        title, chosen = "The worst queries, opened", list(spread.index[:OPENED])
    else:
        values = np.stack([data.tables[system][name].to_numpy(dtype=float) for system in data.runs])
        spread = np.nan_to_num(np.nanmax(values, axis=0) - np.nanmin(values, axis=0))
        order = np.argsort(-spread, kind="stable")
        title, chosen = "Where they differ most", [data.index[n] for n in order[:OPENED] if spread[n] > 0]
    if not chosen:
        return ""
    return _section(title, "".join(_one_query(data, query, name) for query in chosen))


def _one_query(data, query, name):
    text = data.texts.get(str(query))
    values = {system: data.tables[system].loc[query, name] for system in data.order}
    head = f"{escape(str(query))}" + (f": {escape(text)}" if text else "")
    line = ", ".join(f"{escape(system)} {value:.4f}" for system, value in values.items())
    parts = [f"<h3>{head}</h3><p>{escape(name)}: {line}</p>"]
    for system in dict.fromkeys([max(values, key=values.get), min(values, key=values.get)]):
        parts.append(
            f"<details class=steps><summary>{escape(system)}: how {values[system]:.4f} comes about</summary>"
            f"{_steps(data, system, query, name)}</details>"
        )
    return "".join(parts)


def _steps(data, system, query, name):
    """The ranking with its grades and the steps of the measure, or why there are none."""
    ranking, grades = data.runs[system].get(query), data.qrels[query]
    if not ranking:
        return "<p>The system returned nothing for this query.</p>"
    try:
        shown = explain(name, data.runs[system], data.qrels, query=query, titles=data.titles or None)
    except (ValueError, TypeError, KeyError):  # a measure without steps, such as one over subtopics
        return _ranking(data, ranking, grades) + _missed(data, ranking, grades)
    columns, rows, numeric = shown.cells()
    kinds = [
        "" if right else ' class="text title"' if column == "title" else " class=text"
        for column, right in zip(columns, numeric, strict=True)
    ]
    cells = ["".join(f"<td{kind}>{escape(cell)}</td>" for cell, kind in zip(row, kinds, strict=True)) for row in rows]
    text = {column for column, right in zip(columns, numeric, strict=True) if not right}
    formula = f"<p>{escape(plain_formula(shown.formula))}</p>"
    return f"<p>{escape(shown.sentence)}</p>" + _table(columns, cells, text) + formula + _missed(data, ranking, grades)


def _ranking(data, ranking, grades):
    rows = []
    for rank, doc in enumerate(ranking[:TOP], start=1):
        grade = grades.get(doc)
        seen = "not judged" if grade is None or grade < 0 else f"{grade:g}"
        title = data.titles.get(str(doc), "")
        rows.append(
            f"<td>{rank}</td><td class=text>{escape(str(doc))}</td><td class=text>{escape(title)}</td><td>{seen}</td>"
        )
    return _table(["rank", "document", "title", "grade"], rows)


def _missed(data, ranking, grades):
    missed = [doc for doc, grade in grades.items() if grade > 0 and doc not in set(ranking[:TOP])]
    if not missed:
        return f"<p>Every relevant document is among the first {TOP}.</p>"
    named = [data.titles.get(str(doc), str(doc)) for doc in missed]
    return f"<p>Relevant and not among the first {TOP}: {escape(listed(named))}</p>"


def _warnings(data):
    """What could change conclusions."""
    body = (
        "".join(f"<li>{escape(sentence)}</li>" for sentence in _warning_sentences(data))
        or "<li>Nothing that would change a conclusion.</li>"
    )
    return _section("What to doubt", f"<ul>{body}</ul>")


def _warning_sentences(data):
    for system, run in data.runs.items():
        shown, unjudged = 0, 0
        for query, grades in data.qrels.items():
            top = run.get(query, [])[:TOP]
            shown, unjudged = shown + len(top), unjudged + sum(grades.get(doc, -1) < 0 for doc in top)
        if shown and unjudged:
            yield (
                f"{system}: {unjudged / shown:.0%} of its first {TOP} results were never judged and count as useless. "
                + ("Its numbers are a lower bound." if unjudged / shown >= 0.1 else "")
            ).strip()
        silent = [query for query in data.qrels if not run.get(query)]
        if silent:
            yield f"{system} returned nothing for {count(len(silent), 'query')} ({listed(silent)}); they count as 0."
        failed = getattr(data.given[system], "failed", {})
        if failed:
            yield f"{system} failed on {count(len(failed), 'query')} ({listed(failed)}); they count as 0."
        without_judgements = [query for query in run if query not in data.qrels]
        if without_judgements:
            queries = count(len(without_judgements), "query")
            yield f"{system} answers {queries} without judgements ({listed(without_judgements)}); left out."
        tied = _tied(data.given[system])
        if tied:
            yield f"{system} gives equal scores on {count(tied, 'query')}; ties are broken by falling document id."
    empty = [query for query, grades in data.qrels.items() if not any(grade > 0 for grade in grades.values())]
    if empty:
        queries = count(len(empty), "query")
        yield f"{queries} without a relevant document ({listed(empty)}): every system scores 0 there."
    yield from _too_few(data)


def _tied(run):
    """On how many queries a run of scores by document has equal scores; other forms do not tell."""
    if not isinstance(run, Mapping) or not all(isinstance(results, Mapping) for results in run.values()):
        return 0
    return sum(len(set(results.values())) < len(results) for results in run.values())


def _too_few(data):
    """The difference that these queries could show, where the observed one is smaller."""
    if not data.compared:
        if len(data.qrels) < 2:
            yield "One query says nothing about others."
        return
    name, best = data.measures[0], data.order[0]
    for first, second in combinations(data.order, 2):
        if first != best:
            continue
        differences = (data.tables[first][name] - data.tables[second][name]).dropna()
        n, deviation = len(differences), float(differences.std())
        visible = (t_quantile(n - 1) + POWER) * deviation / sqrt(n)
        seen = abs(float(differences.mean()))
        if seen < visible:
            needed = int(np.ceil(((1.96 + POWER) * deviation / seen) ** 2)) if seen > 1e-9 else None
            more = f" To see one of {seen:.4f} would take some {needed} queries." if needed else ""
            yield (
                f"{first} and {second} differ by {seen:.4f} in {name}; with {n} queries a difference is seen four "
                f"times in five only from {visible:.4f} up.{more}"
            )


def _origin(data):
    """Conventions, files, versions: so that somebody else can repeat it."""
    conventions = [
        "Relevant means a grade above 0; an unjudged document counts as not relevant.",
        "Means are over all judged queries; one that a system does not answer counts as 0.",
        "Ties in score are broken by falling document id, as trec_eval does.",
        "Definitions are those of trec_eval where it has the measure.",
    ]
    rows = [f"<td class=text>{escape(str(name))}</td>{_source(source)}" for name, source in data.sources.items()]
    used = ", ".join(f"{package} {_version(package)}" for package in ("numpy", "pandas"))
    made = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %Z")
    made_with = f"<p>Made {made} with ratools {ratools.__version__}, Python {platform.python_version()}, {used}.</p>"
    body = f"<ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in conventions)}</ul>"
    return _section("How it was computed", body + _table(["what", "from", "size", "SHA-256"], rows) + made_with)


def _source(source):
    if isinstance(source, (str, os.PathLike)):
        data = Path(source).read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        name = escape(Path(source).name)
        return f"<td class=text>{name}</td><td>{len(data):,} bytes</td><td class=text><code>{digest}</code></td>"
    size = count(len(source), "query") if hasattr(source, "__len__") else ""
    return f"<td class=text>memory ({type(source).__name__})</td><td>{size}</td><td></td>"


def _version(package):
    try:
        return version(package)
    except PackageNotFoundError:
        return "of unknown version"


# HTML ----------------------------------------------------------------------------------------------------------------


def _head(text):
    return f'<th scope="row">{escape(text)}</th>'


def _table(heads, rows, text=TEXT):
    kind = {column: ' class="text"' if column in text else "" for column in heads}
    head = "".join(f'<th scope="col"{kind[column]}>{escape(column)}</th>' for column in heads)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class=wide tabindex=0 role=region aria-label="{escape(heads[0])} table">{table}</div>'


def _section(title, body):
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def _page(heading, data, parts):
    style = (STATIC / "report.css").read_text(encoding="utf-8")
    lead = _lead(data)
    body = f"<main><h1>{escape(heading)}</h1><p class=lead>{lead}</p>{''.join(parts)}</main>"
    return html_page(heading, body, style=style, head=NARROW)


def _lead(data):
    """The page in one or two sentences."""
    name, best = data.measures[0], data.order[0]
    mean = data.means[best].loc[name, "mean"]
    queries = count(len(data.index), "query")
    if not data.compared:
        return f"{escape(best)} scores {mean:.4f} in {escape(name)} over {queries}."
    rows = data.compared[name].table
    behind = [
        row["second"] if row["first"] == best else row["first"]
        for row in rows.to_dict("records")
        if best in (row["first"], row["second"]) and row["holm"] <= LEVEL
    ]
    others = len(data.runs) - 1
    if len(behind) == others:
        whom = "the other system" if others == 1 else f"each of the {others} others"
        rest = f"and is better than {whom}, by more than chance would give."
    elif behind:
        rest = f"and is better than {escape(listed(behind))}; from the others these queries cannot tell it."
    else:
        rest = f"but these queries cannot tell it from the other system{'s' if others > 1 else ''}."
    return f"{escape(best)} has the highest mean {escape(name)}, {mean:.4f} over {queries}, {rest}"

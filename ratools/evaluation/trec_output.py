"""What trec_eval prints, line by line: measure, query, value, with trec_eval's names, order and digits."""

import gzip
from pathlib import Path

from ratools.evaluation.catalogue import parse
from ratools.evaluation.catalogue.trec_eval import OFFICIAL, TREC, lines, named_by_trec_eval
from ratools.evaluation.evaluator import joined_with
from ratools.evaluation.input_warnings import warn_unmatched_ids


def asked_lines(names):
    """The lines for some names, in the order in which trec_eval prints them, each once.

    As there, cut-offs replace those of the bare name: `official` and `P.5,10` together print P_5 and P_10 only.
    """
    asked = [(name, lines(name, parse) or [named_by_trec_eval(parse(name))]) for name in names or OFFICIAL]
    given = {line.row.name for name, some in asked for line in some if "." in str(name)}
    kept = [line for name, some in asked for line in some if "." in str(name) or line.row.name not in given]
    order = {row.name: index for index, row in enumerate(TREC)}
    return sorted({line.name: line for line in kept}.values(), key=lambda line: (order[line.row.name], line.cut or 0))


def as_trec_eval(
    run,
    qrels,
    asked,
    *,
    complete=False,
    per_query=False,
    summary=True,
    tag=None,
    min_grade=None,
    duplicates="error",
    judged_only=False,
    depth=None,
):
    """The lines of trec_eval's output for a run, and how many judged queries it does not answer.

    Those are left out of the totals, unless `complete` (trec_eval's -c) counts them as 0. `min_grade`, `judged_only`
    and `depth` are trec_eval's -l, -J and -M; `per_query` is -q; without `summary` (-n) there are no totals.

    >>> run, qrels = {"q1": {"a": 1.5, "x": 0.5}}, {"q1": {"a": 1, "b": 2}, "q2": {"c": 1}}
    >>> print(*as_trec_eval(run, qrels, asked_lines(["map", "num_rel"]))[0], sep="\\n")
    num_rel               	all	2
    map                   	all	0.5000
    """
    joined, _ = joined_with(run, qrels, "qrels", duplicates)
    warn_unmatched_ids(joined, stacklevel=3)
    answered = joined.retrieved > 0
    joined = joined if depth is None else joined.cut(depth)
    joined = joined.condensed() if judged_only else joined
    chosen = [query for query in range(joined.n) if complete or answered[query]]  # indices into joined.queries
    chosen.sort(key=lambda query: str(joined.queries[query]).encode("utf-8", "surrogatepass"))
    values = {line.name: _values(line, joined, min_grade, chosen) for line in asked}
    printed = []
    for row, query in enumerate(chosen if per_query else []):
        shown = (line for line in asked if line.row.per_query or line.row.total == "text")
        printed += [_line(line, joined.queries[query], values[line.name][row]) for line in shown]
    for line in (line for line in asked if summary and line.row.total != "text"):
        whole = {"tag": tag or "ratools", "queries": len(chosen)}.get(line.row.total)
        printed.append(_line(line, "all", line.total(values[line.name]) if whole is None else whole))
    return printed, int((~answered).sum())


def _values(line, joined, min_grade, chosen):
    if line.row.total in ("tag", "queries"):
        return None
    values = line.of_all(joined, min_grade)
    return [values[query].item() for query in chosen]


def _line(line, query, value):
    shown = f"{value:.4f}" if line.row.total in ("mean", "geometric") else str(value)
    shown = f"'{value}'" if line.row.total == "text" else shown
    return f"{line.name:<22}\t{query}\t{shown}"


def tag_of(path):
    """The tag of a run's last line; the file's name where a line has none."""
    path = Path(path)
    if not path.is_file():  # a pipe can be read only once
        return path.name
    try:
        with open(path, "rb") as file:
            zipped = file.read(2) == b"\x1f\x8b"
            file.seek(0 if zipped else max(0, path.stat().st_size - 100_000))
            data = gzip.decompress(file.read()) if zipped else file.read()
    except OSError:
        return path.name
    rows = [line.split() for line in data.splitlines()[-1000:] if line.strip() and not line.startswith(b"#")]
    return rows[-1][5].decode("utf-8", "replace") if rows and len(rows[-1]) > 5 else path.name.split(".")[0]

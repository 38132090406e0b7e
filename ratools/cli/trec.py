"""`ratools trec`: runs against judgements."""

import gc
import os
import signal
import sys
import warnings
from contextlib import contextmanager
from functools import partial

from ratools.cli.arguments import FOR_ANSWERS, add_duplicates_option, add_format_option, as_grade, suggest_command
from ratools.cli.output import FOR_READERS, print_note, show

LOW, HIGH = "_ci_low", "_ci_high"  # behind a measure's name
INTERVAL = "[low, high]: the 95 % interval of the mean, by Student's t over the queries."


def add_options(parser):
    """The files, the measures, the conventions, the output; the short options are trec_eval's."""
    parser.add_argument("qrels", metavar="QRELS", help="judgements: TREC or JSON, .gz too")
    parser.add_argument("runs", nargs="+", metavar="RUN", help="runs: TREC or JSON, .gz too; - is standard input")
    parser.add_argument(
        "-m",
        "--measure",
        action="append",
        metavar="NAME",
        help="such as nDCG@10, or a name of trec_eval's: P.5,10, official, all_trec; for more, repeat -m",
    )
    parser.add_argument("-q", "--per-query", action="store_true", help="a row per query instead of the means")
    parser.add_argument("--compare", action="store_true", help="test every pair of runs on the first measure")
    parser.add_argument(
        "--queries",
        choices=["qrels", "run"],
        help="average over all judged queries (as given), or only those that the run answered",
    )
    parser.add_argument(
        "-l", "--min-grade", type=float, metavar="G", help="the grade from which a document counts as relevant"
    )
    parser.add_argument("-J", "--judged-only", action="store_true", help="drop unjudged documents; the others move up")
    parser.add_argument("-M", "--depth", type=int, metavar="N", help="read the first N results of each query")
    parser.add_argument(
        "-c",
        "--complete",
        action="store_true",
        help="count unanswered queries as 0: with --format trec they are left out without it, in all other formats "
        "they always count",
    )
    parser.add_argument("-n", "--no-summary", action="store_true", help="with -q and --format trec: no totals")
    add_duplicates_option(parser)
    parser.add_argument(
        "--html", metavar="FILE", help="also write a page to show: intervals, differences, what to doubt"
    )
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="read N runs at a time, each in its own process"
    )
    add_format_option(parser, "trec")


def run(arguments):
    """Print the means of each run, or a row per query, or what trec_eval prints."""
    _load_numpy()
    from ratools.evaluation.answer_files import system_names
    from ratools.evaluation.catalogue import parse_all
    from ratools.evaluation.evaluator import DEFAULT_MEASURES
    from ratools.evaluation.formats import as_judged, read_qrels, read_subtopics

    _check_flags(arguments)
    names = system_names(arguments.runs)
    with _standard_input(arguments), suggest_command([arguments.qrels], ("answers",), FOR_ANSWERS):
        if arguments.format == "trec":
            return _show_as_trec_eval(arguments)
        measures = [measure for name in arguments.measure or DEFAULT_MEASURES for measure in parse_all(name)]
        if any(getattr(measure.row, "by_subtopic", False) for measure in measures):
            qrels = read_subtopics(arguments.qrels)
        else:
            qrels = as_judged(arguments.qrels) or read_qrels(arguments.qrels)
        queries = arguments.queries or "qrels"
        work = partial(_measured, qrels=qrels, measures=measures, queries=queries, **_settings(arguments))
        results = dict(zip(names, _for_each(work, arguments.runs, arguments.jobs), strict=True))
    tables = {name: table for name, (table, _) in results.items()}
    score_warnings = [f"{name}: {warning}." for name, (_, some) in results.items() for warning in some]
    if arguments.per_query:
        rows = [{"run": name, **row} for name, table in tables.items() for row in _per_query(*table)]
    else:
        rows = [{"run": name, **_means(*table)} for name, table in tables.items()]
    means = arguments.format in FOR_READERS and not arguments.per_query
    shown, notes = {"runs": _bracketed(rows) if means else rows}, [INTERVAL] if means else []
    if arguments.format in FOR_READERS:
        notes += _conventions(arguments, measures, tables) + score_warnings
    else:
        _print_notes(score_warnings)
    if arguments.compare:
        shown |= _compared(tables, measures[0].name)
    show(shown, arguments.format, ["\n".join(notes)] if notes else [])
    if arguments.html:
        _write_page(arguments, names, [measure.name for measure in measures])


def _write_page(arguments, names, measures):
    """The page of `ratools.assessing.report`, which knows the usual conventions only."""
    from ratools.assessing import report

    path = report(dict(zip(names, arguments.runs, strict=True)), arguments.qrels, measures, arguments.html)
    print(f"The page is in {path}; open it in a browser.", file=sys.stderr)


# Options -------------------------------------------------------------------------------------------------------------


def _check_flags(arguments):
    if arguments.compare and len(arguments.runs) < 2:
        raise ValueError("--compare needs at least two runs")
    if arguments.compare and arguments.format == "trec":
        raise ValueError("--compare prints tables: leave out --format trec")
    if arguments.compare and arguments.queries == "run":
        raise ValueError("--compare needs every run over the same queries: leave out --queries run")
    if arguments.complete and arguments.queries == "run":
        raise ValueError("-c counts all judged queries, --queries run only those in both: leave one of them out")
    if arguments.no_summary and arguments.format != "trec":
        raise ValueError("-n leaves out trec_eval's totals: it needs --format trec (-q alone prints a row per query)")
    unusual = arguments.min_grade is not None or arguments.queries == "run" or arguments.duplicates != "error"
    if arguments.html and (unusual or arguments.judged_only or arguments.depth is not None):
        raise ValueError(
            "--html shows the usual conventions: leave out --min-grade, --queries, --duplicates, -J and -M"
        )
    if arguments.html and (arguments.format == "trec" or "-" in (arguments.qrels, *arguments.runs)):
        raise ValueError("--html needs files, and another format than trec")
    if arguments.jobs < 1:
        raise ValueError(f"--jobs: at least one run is read at a time, got {arguments.jobs}")
    if arguments.depth is not None and arguments.depth < 1:
        raise ValueError(f"-M: at least one result per query is read, got {arguments.depth}")
    if [arguments.qrels, *arguments.runs].count("-") > 1:
        raise ValueError("- is standard input, which can be read only once")


def _settings(arguments):
    """The keywords of `columns_of` and `as_trec_eval`."""
    settings = {"min_grade": _min_grade(arguments.min_grade), "duplicates": arguments.duplicates}
    return settings | {"judged_only": arguments.judged_only, "depth": arguments.depth}


def _min_grade(level):
    """`--min-grade`, checked."""
    from ratools.metrics.arguments import as_min_grade

    try:
        return as_min_grade(as_grade(level))
    except ValueError as error:
        raise ValueError(f"--min-grade: {error}") from None


@contextmanager
def _standard_input(arguments):
    """`-` becomes the path of a file that holds standard input; errors call it standard input."""
    if "-" not in (arguments.qrels, *arguments.runs):
        yield
        return
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "-")
        with open(path, "wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        arguments.qrels = path if arguments.qrels == "-" else arguments.qrels
        arguments.runs = [path if run == "-" else run for run in arguments.runs]
        try:
            yield
        except ValueError as error:
            raise ValueError(str(error).replace(path, "standard input")) from None


# Run by run ----------------------------------------------------------------------------------------------------------


def _load_numpy():
    """numpy and what builds on it, some 30 ms faster: without threads, which nothing here uses, and without a search
    for garbage among what stays until the end anyway."""
    if "numpy" in sys.modules:
        return
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.disable()
    import ratools.evaluation.evaluator  # noqa: F401

    gc.freeze()
    gc.enable()


def _measured(run, qrels, measures, queries, **settings):
    """Queries, columns and the number of unjudged queries of one run."""
    from ratools.evaluation.evaluator import columns_of

    with _named_in_errors(run):
        return columns_of(run, qrels, measures, queries, **settings)


def _lines_of_trec_eval(run, qrels, **settings):
    """What trec_eval prints for one run, and the number of judged queries that it does not answer."""
    from ratools.evaluation.trec_output import as_trec_eval, tag_of

    with _named_in_errors(run):
        return as_trec_eval(run, qrels, tag=tag_of(run), **settings)


@contextmanager
def _named_in_errors(run):
    """Errors and warnings name the run's file."""
    try:
        with warnings.catch_warnings(record=True) as caught, suggest_command([run], ("answers",), FOR_ANSWERS):
            warnings.simplefilter("always", UserWarning)
            yield
        for warning in caught:
            print_note(f"{run}: {warning.message}")
    except ValueError as error:
        raise ValueError(error if str(run) in str(error) else f"{run}: {error}") from None


def _for_each(work, runs, jobs):
    """What `work` returns for each run, in their order, with the warnings about its scores; several jobs share the runs
    among as many processes."""
    work = partial(_with_score_warnings, work)
    if len(runs) == 1:
        return [work(runs[0])]
    from tqdm import tqdm

    bar = partial(tqdm, total=len(runs), delay=2, leave=False, unit="run")
    if jobs == 1:
        return list(bar(map(work, runs)))
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(min(jobs, len(runs)), initializer=_start_process, initargs=[work])
    try:
        results = pool.map(_work_in_process, runs)
        return [next(results), *bar(results, initial=1)]  # Ctrl-C while a bar is being made would print a complaint
    except BaseException:  # Ctrl-C, or a run that cannot be read: what the other processes do is not needed any more
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown()


def _with_score_warnings(work, run):
    from ratools.evaluation.input_warnings import score_warnings

    return work(run), score_warnings(run)


def _start_process(work):
    """Keep what a process of its own has to do for each run; the judgements are sent with it, once."""
    global _process_work
    _process_work = work
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a word
    os.environ["TQDM_DISABLE"] = "1"


def _work_in_process(run):
    return _process_work(run)


# Tables --------------------------------------------------------------------------------------------------------------


def _per_query(queries, columns, _):
    names, values = ["query", *columns], [column.tolist() for column in columns.values()]
    return [dict(zip(names, row, strict=True)) for row in zip(queries, *values, strict=True)]


def _means(queries, columns, unjudged):
    """One row: the means, each with its interval, and what they are over."""
    import numpy as np

    from ratools.evaluation.evaluator import COUNTS, t_intervals
    from ratools.evaluation.student import moments

    names = [name for name in columns if name not in COUNTS]
    values = np.stack([columns[name] for name in names], axis=1)
    row, (low, high), (sizes, mean, _) = {}, t_intervals(names, values), moments(values)
    for name, size, *numbers in zip(names, sizes, mean.tolist(), low.tolist(), high.tolist(), strict=True):
        numbers = numbers if size > 1 else (numbers[0] if size else None, None, None)  # one query: no interval
        row |= dict(zip((name, f"{name}{LOW}", f"{name}{HIGH}"), numbers, strict=True))
    missing, no_relevant = (int((columns[name] == 0).sum()) for name in ("retrieved", "relevant"))
    return row | {"queries": len(queries), "missing": missing, "no_relevant": no_relevant, "unjudged": unjudged}


def _bracketed(rows):
    """The same rows, with each interval behind its mean."""
    return [{name: _with_interval(row, name) for name in row if not name.endswith((LOW, HIGH))} for row in rows]


def _with_interval(row, name):
    if f"{name}{LOW}" not in row:
        return row[name]
    low, high = row[f"{name}{LOW}"], row[f"{name}{HIGH}"]
    if row[name] is None:
        return "no value"
    return f"{row[name]:.4f}" + ("" if low is None else f" [{low:.2f}, {high:.2f}]")


def _compared(tables, measure):
    """The tables of `compare`, by title."""
    import pandas as pd

    from ratools.evaluation.comparison import compare

    frames = {name: pd.DataFrame(columns, index=queries) for name, (queries, columns, _) in tables.items()}
    result = compare(frames, measure)
    return {"pairs": result.table, "swings": result.swings}


def _conventions(arguments, measures, tables):
    """What a user of trec_eval might expect otherwise, where it matters for these numbers."""
    notes = []
    unanswered = arguments.queries != "run" and not arguments.per_query
    if unanswered and any((columns["retrieved"] == 0).any() for _, columns, _ in tables.values()):
        notes.append("A query without results counts 0, as with trec_eval's -c; --queries run leaves it out.")
    if arguments.depth is not None:
        notes.append(f"Only the first {arguments.depth} results of each query were read.")
    if arguments.judged_only:
        notes.append("Unjudged documents were dropped: these numbers are not those of the run as it is.")
    if any(measure.row.name in ("IPrec", "IPrec11pt") for measure in measures):
        from ratools.evaluation.catalogue.trec_eval import DIFFERS

        notes.append(DIFFERS)
    return notes


# trec_eval's format --------------------------------------------------------------------------------------------------


def _show_as_trec_eval(arguments):
    """`--format trec`: what trec_eval prints; notes go to standard error."""
    from ratools.evaluation.catalogue.trec_eval import DIFFERS, RBP
    from ratools.evaluation.formats import as_judged, read_qrels
    from ratools.evaluation.trec_output import asked_lines

    asked = asked_lines(arguments.measure)
    qrels = as_judged(arguments.qrels) or read_qrels(arguments.qrels)
    complete = arguments.complete or arguments.queries == "qrels"
    settings = _settings(arguments) | {"per_query": arguments.per_query, "summary": not arguments.no_summary}
    work = partial(_lines_of_trec_eval, qrels=qrels, asked=asked, complete=complete, **settings)
    results = list(zip(arguments.runs, _for_each(work, arguments.runs, arguments.jobs), strict=True))
    for run, ((lines, missing), _) in results:
        print("".join(f"{line}\n" for line in lines), end="")
        if missing and not complete:
            print_note(
                f"{run} does not answer {missing} of the judged queries: they are left out of the totals, as in "
                "trec_eval 9 (10 stops there); -c counts them as 0"
            )
    _print_notes(f"{run}: {warning}." for run, (_, some) in results for warning in some)
    names = {line.row.name for line in asked}
    if names & {"iprec_at_recall", "11pt_avg"}:
        print_note(DIFFERS)
    if "rbp" in names:
        print_note(RBP)


def _print_notes(notes):
    for note in notes:
        print_note(note)

"""The command line: `python -m ratools …`, or `ratools …` once installed."""

import signal

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C during the imports below ends without a traceback

import argparse
import csv
import errno
import gc
import io
import json
import os
import sys
import warnings
from contextlib import contextmanager, suppress
from functools import partial
from math import isfinite
from pathlib import Path

EVALUATE = "evaluate --pred_file predictions.json --reference_file references.json"
EVALUATE_ALL = "evaluate-all --refs references.json --preds v1.json v2.json v3.json"
TREC = "trec qrels.txt bm25.run dense.run -m nDCG@10 -m AP --compare"
EXPLAIN = "explain qrels.txt bm25.run --query q17 --measure nDCG@5"
REPORT = "report results.json"
JUDGE = "judge bm25.run dense.run --queries queries.csv --documents documents.jsonl --judge Ada --out judgements.csv"
GATE = "gate qrels.txt old.run new.run -m nDCG@10 --margin 0.03"
MEASURES = "measures"
TO_READ = ("table", "markdown")  # not for a program
LOW, HIGH = "_ci_low", "_ci_high"  # behind a measure's name
FOR_RANKINGS = "for rankings it is: ratools trec QRELS RUN"
FOR_ANSWERS = "for answers it is: ratools evaluate --pred_file PREDICTIONS --reference_file REFERENCES"


def main(argv=None):
    """Run a command. Exit code 0, or 2 and one sentence for bad input."""
    try:
        if sys.stdout is None:
            raise ValueError("the output is closed, so there is nowhere to write to")
        arguments, unknown = _parser().parse_known_args(argv)
        if unknown:
            arguments.command.error(f"unrecognized arguments: {' '.join(unknown)}")
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")  # a Windows console may not have every letter
        code = arguments.run(arguments)
        sys.stdout.flush()
    except ValueError as error:
        print(f"ratools: {error}", file=sys.stderr)
        return 2
    except OSError as error:  # while printing: files that are read raise ValueError
        return _cannot_print(error)
    except KeyboardInterrupt:
        return 130
    return code or 0


def _cannot_print(error):
    """Quiet when the reader (`| head`) has seen enough; a sentence when the disk is full."""
    enough = error.errno in (errno.EPIPE, errno.EINVAL)
    if not enough:
        print(f"ratools: the output could not be written: {error.strerror or error}", file=sys.stderr)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains once more when it ends
    return 0 if enough else 2


class Parser(argparse.ArgumentParser):
    """A parser whose help starts with what the command is for, and whose errors name the command for the other kind.

    The options of a command are added when it is the one that was asked for: together they take some milliseconds.
    """

    other, options = "", None

    def parse_known_args(self, *arguments, **settings):
        options, self.options = self.options, None
        if options:
            options(self)
        return super().parse_known_args(*arguments, **settings)

    def error(self, message):
        super().error(f"{message}; {self.other}" if self.other else message)

    def format_help(self):
        purpose, self.description = self.description, None
        try:
            return f"{purpose}\n\n{super().format_help()}"
        finally:
            self.description = purpose


def _parser():
    parser = Parser(prog="ratools", description="Retrieval assessment tools: measure runs and answers.")
    commands = parser.add_subparsers(metavar="command", required=True, parser_class=Parser, prog="ratools")

    def command(name, run, options, summary, example, aliases=(), other=""):
        one = commands.add_parser(
            name, aliases=aliases, help=summary, description=summary, epilog=f"example: ratools {example}"
        )
        one.set_defaults(run=run, command=one)
        one.options, one.other = options, other

    command("evaluate", evaluate_answers, _evaluate_options, "For answers: mean exact match, F1, abstention accuracy "
            "of one system.", EVALUATE, other=FOR_RANKINGS)  # fmt: skip
    command("evaluate-all", evaluate_all_answers, _evaluate_all_options, "For answers: the same for several systems, "
            "one row each.", EVALUATE_ALL, aliases=["evaluate_all"], other=FOR_RANKINGS)  # fmt: skip
    command("trec", evaluate_runs, _trec_options, "For rankings: measure runs against judgements, and compare them.",
            TREC, other=FOR_ANSWERS)  # fmt: skip
    command("explain", explain_query, _explain_options, "For rankings: how one number came about, step by step.",
            EXPLAIN)  # fmt: skip
    command("report", report_scores, _report_options, "For scored results: counts, precision, recall by score "
            "thresholds.", REPORT)  # fmt: skip
    command("gate", gate_runs, _gate_options, "For rankings: is the new run worse than the old one by more than a "
            "margin? Exit code 0: no; 1: worse; 3: these queries cannot tell.", GATE)  # fmt: skip
    command("judge", open_desk, _judge_options, "For rankings: judge what the runs found, on a page in your browser.",
            JUDGE)  # fmt: skip
    command("measures", list_measures, _format_option, "The catalogue of measures for rankings.", MEASURES)
    return parser


def _evaluate_options(one):
    one.add_argument("--pred_file", "--pred-file", required=True, metavar="FILE", help="the system's answers (JSON)")
    one.add_argument(
        "--reference_file", "--reference-file", required=True, metavar="FILE", help="the right ones (JSON)"
    )
    _answer_options(one)


def _evaluate_all_options(one):
    one.add_argument("--refs", required=True, metavar="FILE", help="the right answers (JSON)")
    one.add_argument("--preds", required=True, nargs="+", metavar="FILE", help="one file per system, named after it")
    _answer_options(one)


def _trec_options(one):
    one.add_argument("qrels", metavar="QRELS", help="judgements: TREC or JSON, .gz too")
    one.add_argument("runs", nargs="+", metavar="RUN", help="runs: TREC or JSON, .gz too; - is standard input")
    one.add_argument("-m", "--measure", action="append", metavar="NAME", help="such as nDCG@10, or a name of "
                     "trec_eval's: P.5,10, official, all_trec; for more, repeat -m")  # fmt: skip
    one.add_argument("-q", "--per-query", action="store_true", help="a row per query instead of the means")
    one.add_argument("--compare", action="store_true", help="test every pair of runs on the first measure")
    one.add_argument("--queries", choices=["qrels", "run"], help="average over all judged queries (as given), or only "
                     "those that the run answered")  # fmt: skip
    one.add_argument("-l", "--min-grade", type=float, metavar="G", help="the grade from which a document counts as "
                     "relevant")  # fmt: skip
    one.add_argument("-J", "--judged-only", action="store_true", help="drop unjudged documents; the others move up")
    one.add_argument("-M", "--depth", type=int, metavar="N", help="read the first N results of each query")
    one.add_argument("-c", "--complete", action="store_true", help="count unanswered queries as 0: with --format trec "
                     "they are left out without it, in all other formats they always count")  # fmt: skip
    one.add_argument("-n", "--no-summary", action="store_true", help="with -q and --format trec: no totals")
    one.add_argument("--duplicates", choices=["error", "first"], default="error", help="what a repeated document is")
    one.add_argument("--html", metavar="FILE", help="also write a page to show: intervals, differences, what to doubt")
    one.add_argument("--jobs", type=int, default=1, metavar="N", help="read N runs at a time, each in its own process")
    _format_option(one, "trec")


def _explain_options(one):
    one.add_argument("qrels", metavar="QRELS", help="judgements: TREC or JSON, .gz too")
    one.add_argument("run_file", metavar="RUN", help="a run: TREC or JSON, .gz too")
    one.add_argument("--query", required=True, metavar="Q", help="the query's id")
    one.add_argument("-m", "--measure", required=True, metavar="M", help="such as nDCG@5 (see: ratools measures)")
    one.add_argument("--with", dest="other", metavar="RUN2", help="another run: where does the difference come from?")
    one.add_argument("--min-grade", type=float, metavar="G", help="the grade from which a document counts as relevant")
    one.add_argument("--duplicates", choices=["error", "first"], default="error", help="what a repeated document is")
    _format_option(one)


def _report_options(one):
    one.add_argument("results", metavar="RESULTS.json", help='a list of {"doc_id", "score", "category"}, best first')
    one.add_argument("--relevant-at", type=float, default=0.15, metavar="S", help="relevant from this score on (0.15)")
    one.add_argument("--nonrelevant-below", type=float, default=0.05, metavar="S", help="non-relevant below it (0.05)")
    one.add_argument("--json", action="store_true", help="only the JSON, for a program to read")


def _gate_options(one):
    one.add_argument("qrels", metavar="QRELS", help="judgements: TREC or JSON, .gz too")
    one.add_argument("old", metavar="OLD", help="the run that is in use")
    one.add_argument("new", metavar="NEW", help="the run that would replace it")
    one.add_argument("-m", "--measure", action="append", metavar="NAME", help="such as nDCG@10; for more, repeat -m")
    one.add_argument("--margin", type=float, metavar="M", help="the loss that is overlooked; without it: what margins "
                     "these queries could prove")  # fmt: skip
    one.add_argument("--margins", metavar="FILE", help='margins per measure (TOML: lines such as "nDCG@10" = 0.03)')
    one.add_argument("--pinned", metavar="RUN", help="the run of the last release: held against it as well")
    one.add_argument("--undecided", choices=["stop", "pass"], default="stop", help="what to do if it cannot tell")
    one.add_argument("--summary", metavar="FILE", help="append the result as Markdown (for a pull request)")
    one.add_argument("--to-judge", metavar="FILE", help="write the unjudged pairs that would change the verdict (CSV)")


def _judge_options(one):
    one.add_argument("runs", nargs="*", metavar="RUN", help="runs: TREC or JSON, .gz too")
    one.add_argument("--queries", metavar="FILE", help="their texts: CSV with query_id and query, or JSON")
    one.add_argument("--documents", metavar="FILE", help="JSON Lines or CSV with doc_id, text, title")
    one.add_argument("--pairs", metavar="FILE", help="judge these pairs (CSV: query, document) instead of runs")
    one.add_argument("--depth", type=int, default=10, metavar="N", help="the first N results of each run (10)")
    one.add_argument("--judge", default="judge-1", metavar="NAME", help="who judges")
    one.add_argument("--out", default="judgements.csv", metavar="FILE", help="where each grade goes at once")
    one.add_argument("--scale", metavar="WORDS", help='such as "0=no, 1=yes"; as given: 0 to 3')
    one.add_argument(
        "--repeats", type=float, default=0.05, metavar="S", help="the share of pairs that come twice (0.05)"
    )
    one.add_argument("--highlight", action="store_true", help="mark the query's words (it biases)")
    one.add_argument("--adjudicate", action="store_true", help="decide the pairs on which judges differ")
    one.add_argument("--qrels", metavar="FILE", help="write what was judged as TREC qrels, and open no page")
    one.add_argument("--port", type=int, default=0, metavar="N", help="on this machine only (any free one)")
    one.add_argument("--no-browser", action="store_true", help="only print the address")


def _answer_options(parser):
    parser.add_argument("--split", metavar="NAME", help="only the questions whose reference has this split")
    parser.add_argument("--normalize", choices=["simple", "squad"], default="simple", help="how answers are compared")
    parser.add_argument(
        "--abstention_token", "--abstention-token", metavar="TEXT", help="what a system says to abstain"
    )
    _format_option(parser)


def _format_option(parser, *also):
    parser.add_argument(
        "--format", choices=["table", "csv", "json", "markdown", *also], default="table", help="how to print it"
    )


# Commands ------------------------------------------------------------------------------------------------------------


def evaluate_answers(arguments):
    _show_answers([arguments.pred_file], arguments.reference_file, arguments)


def evaluate_all_answers(arguments):
    _show_answers(arguments.preds, arguments.refs, arguments)


def _show_answers(predictions, references, arguments):
    from tqdm import tqdm

    from ratools.evaluation.answer_files import score_answers, system_names

    names, rows = system_names(predictions), []
    for name, file in zip(names, tqdm(predictions, delay=2, leave=False, unit="file"), strict=True):
        with _meant([file, references], ("a run", "judgements"), FOR_RANKINGS):
            rows.append({"system": name, **score_answers(file, references, **_answer_settings(arguments))})
    show({"answers": rows}, arguments.format)


@contextmanager
def _meant(files, kinds, remedy):
    """When files of another kind were passed, say which command is meant."""
    try:
        yield
    except ValueError as error:
        from ratools.evaluation.formats import kind_of_file

        wrong = [(file, kind) for file in files if (kind := kind_of_file(file)) in kinds]
        raise ValueError(f"{error}; {wrong[0][0]} looks like {wrong[0][1]}: {remedy}" if wrong else error) from None


def _answer_settings(arguments):
    settings = {"normalize": arguments.normalize, "split": arguments.split}
    return (
        settings if arguments.abstention_token is None else settings | {"abstention_token": arguments.abstention_token}
    )


def evaluate_runs(arguments):
    _load_numpy()
    from ratools.evaluation.answer_files import system_names
    from ratools.evaluation.catalogue import parse_all
    from ratools.evaluation.evaluator import DEFAULT_MEASURES
    from ratools.evaluation.formats import as_judged, read_qrels, read_subtopics

    _check_flags(arguments)
    names = system_names(arguments.runs)
    with _standard_input(arguments), _meant([arguments.qrels], ("answers",), FOR_ANSWERS):
        if arguments.format == "trec":
            return _show_as_trec_eval(arguments)
        measures = [one for name in arguments.measure or DEFAULT_MEASURES for one in parse_all(name)]
        diverse = any(getattr(one.row, "by_subtopic", False) for one in measures)
        qrels = (
            read_subtopics(arguments.qrels) if diverse else as_judged(arguments.qrels) or read_qrels(arguments.qrels)
        )
        queries = arguments.queries or "qrels"
        work = partial(_measured, qrels=qrels, measures=measures, queries=queries, **_settings(arguments))
        found = dict(zip(names, _each(work, arguments.runs, arguments.jobs), strict=True))
        tables = {name: table for name, (table, _) in found.items()}
        doubts = [f"{name}: {doubt}." for name, (_, some) in found.items() for doubt in some]
    if arguments.per_query:
        rows = [{"run": name, **row} for name, table in tables.items() for row in _per_query(*table)]
    else:
        rows = [{"run": name, **_means(*table)} for name, table in tables.items()]
    means = arguments.format in TO_READ and not arguments.per_query
    shown, notes = {"runs": _bracketed(rows) if means else rows}, [INTERVAL] if means else []
    if arguments.format in TO_READ:
        notes += _conventions(arguments, measures, tables) + doubts
    else:
        _say_all(doubts)
    if arguments.compare:
        shown |= _compared(tables, measures[0].name)
    show(shown, arguments.format, ["\n".join(notes)] if notes else [])
    if arguments.html:
        _write_page(arguments, dict(zip(names, arguments.runs, strict=True)), [one.name for one in measures])


def _write_page(arguments, runs, measures):
    """The page of `ratools.assessing.report`, which knows the usual conventions only."""
    from ratools.assessing import report

    path = report(runs, arguments.qrels, measures, arguments.html)
    print(f"The page is in {path}; open it in a browser.", file=sys.stderr)


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
    settings = {"min_grade": _min_grade(arguments.min_grade), "duplicates": arguments.duplicates}
    return settings | {"judged_only": arguments.judged_only, "depth": arguments.depth}


@contextmanager
def _standard_input(arguments):
    """With a file in the place of `-`, so that it is read like any other; errors call it standard input."""
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
    if any(one.row.name in ("IPrec", "IPrec11pt") for one in measures):
        from ratools.evaluation.catalogue.trec_eval import DIFFERS

        notes.append(DIFFERS)
    return notes


def _show_as_trec_eval(arguments):
    """`--format trec`: what trec_eval prints; what a reader should know goes to the other channel."""
    from ratools.evaluation.catalogue.trec_eval import DIFFERS, RBP
    from ratools.evaluation.formats import as_judged, read_qrels
    from ratools.evaluation.trec_output import asked_lines

    asked = asked_lines(arguments.measure)
    qrels = as_judged(arguments.qrels) or read_qrels(arguments.qrels)
    complete = arguments.complete or arguments.queries == "qrels"
    work = partial(_lines_of_trec_eval, qrels=qrels, asked=asked, complete=complete, per_query=arguments.per_query,
                   summary=not arguments.no_summary, **_settings(arguments))  # fmt: skip
    found = list(zip(arguments.runs, _each(work, arguments.runs, arguments.jobs), strict=True))
    for run, ((lines, missing), _) in found:
        print("".join(f"{line}\n" for line in lines), end="")
        if missing and not complete:
            _say(f"{run} does not answer {missing} of the judged queries: they are left out of the totals, as in "
                 "trec_eval 9 (10 stops there); -c counts them as 0")  # fmt: skip
    _say_all(f"{run}: {doubt}." for run, (_, doubts) in found for doubt in doubts)
    names = {line.row.name for line in asked}
    if names & {"iprec_at_recall", "11pt_avg"}:
        _say(DIFFERS)
    if "rbp" in names:
        _say(RBP)


def _say_all(notes):
    for note in notes:
        _say(note)


def _say(note):
    print(f"ratools: {note}", file=sys.stderr)


def _lines_of_trec_eval(run, qrels, **settings):
    from ratools.evaluation.trec_output import as_trec_eval, tag_of

    with _named_in_errors(run):
        return as_trec_eval(run, qrels, tag=tag_of(run), **settings)


@contextmanager
def _named_in_errors(run):
    """Errors and warnings name the run's file."""
    try:
        with warnings.catch_warnings(record=True) as caught, _meant([run], ("answers",), FOR_ANSWERS):
            warnings.simplefilter("always", UserWarning)
            yield
        for warning in caught:
            _say(f"{run}: {warning.message}")
    except ValueError as error:
        raise ValueError(error if str(run) in str(error) else f"{run}: {error}") from None


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
    """Queries, columns and the number of unjudged queries of one run; errors name its file."""
    from ratools.evaluation.evaluator import columns_of

    with _named_in_errors(run):
        return columns_of(run, qrels, measures, queries, **settings)


def _each(work, runs, jobs):
    """What `work` gives for each run, in their order, and what to doubt about its scores; with several jobs, as many
    processes share them."""
    work = partial(_with_doubts, work)
    if len(runs) == 1:
        return [work(runs[0])]
    from tqdm import tqdm

    bar = partial(tqdm, total=len(runs), delay=2, leave=False, unit="run")
    if jobs == 1:
        return list(bar(map(work, runs)))
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(min(jobs, len(runs)), initializer=_become, initargs=[work])
    try:
        results = pool.map(_do, runs)
        return [next(results), *bar(results, initial=1)]  # Ctrl-C while a bar is being made would print a complaint
    except BaseException:  # Ctrl-C, or a run that cannot be read: what the other processes do is not needed any more
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown()


def _with_doubts(work, run):
    from ratools.evaluation.input_warnings import score_warnings

    return work(run), score_warnings(run)


def _become(work):
    """In a process of its own: what it has to do for each run. The judgements come with it, once."""
    global _do_work
    _do_work = work
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a word
    os.environ["TQDM_DISABLE"] = "1"


def _do(run):
    return _do_work(run)


def _compared(tables, measure):
    """The tables of `compare`, by title."""
    import pandas as pd

    from ratools.evaluation.comparison import compare

    frames = {name: pd.DataFrame(columns, index=queries) for name, (queries, columns, _) in tables.items()}
    result = compare(frames, measure)
    return {"pairs": result.table, "swings": result.swings}


def _min_grade(level):
    """`--min-grade`, checked."""
    from ratools.metrics.arguments import as_min_grade

    try:
        return as_min_grade(_whole(level))
    except ValueError as error:
        raise ValueError(f"--min-grade: {error}") from None


def _whole(level):
    return int(level) if level is not None and level % 1 == 0 else level


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
    row, (low, high), (there, mean, _) = {}, t_intervals(names, values), moments(values)
    for name, n, *numbers in zip(names, there, mean.tolist(), low.tolist(), high.tolist(), strict=True):
        numbers = numbers if n > 1 else (numbers[0] if n else None, None, None)  # one query says nothing of others
        row |= dict(zip((name, f"{name}{LOW}", f"{name}{HIGH}"), numbers, strict=True))
    n = len(queries)
    missing, no_relevant = (int((columns[name] == 0).sum()) for name in ("retrieved", "relevant"))
    return row | {"queries": n, "missing": missing, "no_relevant": no_relevant, "unjudged": unjudged}


INTERVAL = "[low, high]: the 95 % interval of the mean, by Student's t over the queries."


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


def explain_query(arguments):
    from ratools.evaluation.catalogue import parse
    from ratools.evaluation.formats import read_qrels
    from ratools.explanations import explain

    measure, qrels = parse(arguments.measure), read_qrels(arguments.qrels)
    options = {"query": arguments.query, "duplicates": arguments.duplicates}
    if arguments.min_grade is not None and measure.row.binary:
        options["min_grade"] = _whole(arguments.min_grade)
    shown = explain(measure, arguments.run_file, qrels, **options)
    if arguments.other:
        shown = shown.compare(explain(measure, arguments.other, qrels, **options))
    if arguments.format == "table":
        print(shown)
    else:
        show({"steps": shown.table if arguments.other else shown.steps}, arguments.format)


def gate_runs(arguments):
    from ratools.assessing.gating import as_margins, gate, what_margins_need

    if arguments.margin is not None and arguments.margins:
        raise ValueError("give --margin or --margins, not both")
    names = arguments.measure or ["nDCG@10"]
    if arguments.margin is None and not arguments.margins:
        print("\n".join(what_margins_need(arguments.qrels, arguments.old, arguments.new, names)))
        raise ValueError("there is no margin, so nothing was decided")
    margins = as_margins(arguments.margins or dict.fromkeys(names, arguments.margin))
    found = gate(arguments.qrels, arguments.old, arguments.new, margins, pinned=arguments.pinned,
                 undecided=arguments.undecided)  # fmt: skip
    print(found)
    if arguments.summary:
        _write(arguments.summary, found.markdown(), "a")
    if arguments.to_judge:
        _write(
            arguments.to_judge, "".join(f"{query},{doc}\n" for query, doc in [("query", "document"), *found.to_judge])
        )
    return found.exit_code


def _write(path, text, mode="w"):
    try:
        with open(path, mode, encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise ValueError(f"{path}: cannot be written: {error.strerror or error}") from None


def open_desk(arguments):
    from ratools.assessing.desk_page import DeskServer, read_documents, read_pairs, read_queries
    from ratools.assessing.desk_work import DeskWork
    from ratools.assessing.pools import Pool

    if arguments.qrels:
        return _export_qrels(arguments.out, arguments.qrels)
    runs = Pool(read_pairs(arguments.pairs)) if arguments.pairs else arguments.runs or None
    if not arguments.queries or not arguments.documents:
        raise ValueError("a judge reads texts: name --queries FILE and --documents FILE")
    if runs is None and not arguments.adjudicate:
        raise ValueError("name at least one run, or --pairs FILE, or --adjudicate")
    work = DeskWork(
        read_queries(arguments.queries), read_documents(arguments.documents), runs, arguments.depth, arguments.judge,
        arguments.out, scale=_scale(arguments.scale), repeats=arguments.repeats, adjudicate=arguments.adjudicate,
    )  # fmt: skip
    try:
        server = DeskServer(work, arguments.port, arguments.highlight)
    except (OSError, OverflowError) as error:
        raise ValueError(f"--port {arguments.port}: cannot be used: {error}") from None
    print(f"{work.plan()}\nOpen {server.address}\nCtrl-C ends; every grade is in {arguments.out} at once.", flush=True)
    if not arguments.no_browser:
        import webbrowser

        webbrowser.open(server.address)
    try:
        server.serve_forever()
    finally:
        server.server_close()


def _export_qrels(path, qrels):
    from ratools.assessing.collecting import save_qrels
    from ratools.assessing.judgement_file import judgements
    from ratools.words import count

    found = judgements(path)
    save_qrels(found, qrels)
    print(f"{count(sum(map(len, found.values())), 'grade')} of {count(len(found), 'query')} in {qrels}")


def _scale(words):
    """`--scale`: "0=no, 1=yes" → {0: "no", 1: "yes"}."""
    if words is None:
        return None
    parts = [part.partition("=") for part in words.split(",")]
    if not all(grade.strip().isdecimal() for grade, _, _ in parts):
        raise ValueError(f'--scale: write grades with their words, such as "0=no, 1=yes", got {words!r}')
    return {int(grade): word.strip() for grade, _, word in parts}


def report_scores(arguments):
    from ratools.evaluation.formats import read_json
    from ratools.metrics.scores import matches_by_category, retrieval_report, score_classes, score_distribution

    path = Path(arguments.results)
    results = read_json(path)
    thresholds = {"relevant_at": arguments.relevant_at, "nonrelevant_below": arguments.nonrelevant_below}
    try:
        report = retrieval_report(results, **thresholds)
        report["score_distribution"] = score_distribution(results)
        report["matches_by_category"] = matches_by_category(results)
        grey = score_classes(results, **thresholds).count("grey")
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    print(json.dumps(report, indent=2, ensure_ascii=False))
    if not arguments.json:
        print(f"\n{_page(report, grey, thresholds)}")


def _page(report, grey, thresholds):
    """The report in words and bars."""
    at, below = thresholds["relevant_at"], thresholds["nonrelevant_below"]
    lines = [
        f"{report['retrieved_count']} results. {report['relevant_count']} reach {at} and count as relevant, "
        f"{report['nonrelevant_count']} lie below {below} and do not. Grey, and counted as neither: {grey}.",
        f"Precision {report['precision']:.3f}: the share of the results that counts as relevant.",
        f"Recall {report['recall']:.3f} and average precision {report['average_precision']:.3f}. Relevance is read "
        "off the score that ranks, so these two say little: only judgements can.",
    ]
    for title, counts in (("Scores", report["score_distribution"]), ("Categories", report["matches_by_category"])):
        width = max((len(str(name)) for name in counts), default=0)
        lines += [
            "",
            title,
            *(f"  {str(name):{width}}  {'#' * min(count, 60)} {count}" for name, count in counts.items()),
        ]
    return "\n".join(lines)


def list_measures(arguments):
    from ratools.evaluation.catalogue import BY_SUBTOPIC, CATALOGUE
    from ratools.evaluation.catalogue.trec_eval import DIFFERS, RBP, TREC

    shape = {"k": "@k", "recall": "@r", None: ""}
    rows = []
    for row in (*CATALOGUE, *dict.fromkeys(BY_SUBTOPIC.values())):
        options = ", ".join((*row.options, *(("rel",) if row.binary else ())))
        name = f"{row.name}{f'({options})' if options else ''}{shape[row.at]}"
        function = f"ratools.{row.reference.__name__}"
        rows.append({"measure": name, "meaning": row.meaning, "range": row.range_in_words, "function": function,
                     "citation": row.citation})  # fmt: skip
    if arguments.format not in TO_READ:
        return show({"measures": rows}, arguments.format)
    theirs = [{"name": row.name, "here": row.meaning} for row in TREC]
    return show({"measures": rows, "trec_eval's names": theirs}, arguments.format, [f"{DIFFERS}\n{RBP}"])


# Output --------------------------------------------------------------------------------------------------------------


def show(tables, form, notes=()):
    """Print {title: rows}, dicts or a DataFrame: tables that align, or something for a program to read. The first needs
    no title."""
    tables = {title: _rows(table) for title, table in tables.items()}
    if form == "json":
        records = {title: [_plain(row) for row in rows] for title, (_, rows) in tables.items()}
        print(json.dumps(records if len(records) > 1 else next(iter(records.values())), indent=2, ensure_ascii=False))
        return
    for place, (title, (names, rows)) in enumerate(tables.items()):
        if place:
            print("" if form == "csv" else f"\n{title}\n" if form == "markdown" else f"\n{title}")
        print(_csv(names, rows) if form == "csv" else _aligned(names, rows, form))
    for note in notes:
        print(f"\n{note}")


def _rows(table):
    """The names of the columns, and a dict per row."""
    if hasattr(table, "to_dict"):
        return list(table.columns), table.to_dict(orient="records")
    return list(dict.fromkeys(name for row in table for name in row)), table


def _csv(names, rows):
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(_plain, rows))
    return text.getvalue().rstrip()


def _plain(row):
    """A record with Python's own numbers, which JSON writes in full."""
    row = {name: value.item() if hasattr(value, "item") else value for name, value in row.items()}
    return {name: None if isinstance(value, float) and not isfinite(value) else value for name, value in row.items()}


def _aligned(names, rows, form):
    markdown, rows = form == "markdown", [_plain(row) for row in rows]
    numeric = [all(type(row[name]) in (int, float, type(None)) for row in rows) for name in names]
    cells = [[str(name) for name in names]]
    for row in rows:
        values = [row[name] for name in names]
        cells.append(["–" if v is None else f"{v:.4f}" if isinstance(v, float) else str(v) for v in values])
    if markdown:
        cells = [[cell.replace("|", "\\|") for cell in row] for row in cells]
    widths = [max(3 if markdown else 1, *map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ]
        for row in cells
    ]
    if not markdown:
        return "\n".join("  ".join(line).rstrip() for line in lines)
    rule = ["-" * (width - 1) + ":" if right else "-" * width for width, right in zip(widths, numeric, strict=True)]
    return "\n".join(f"| {' | '.join(line)} |" for line in [lines[0], rule, *lines[1:]])


def program():
    """`main`, and out: Python would take some milliseconds to take apart what the system drops anyway."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    code = main()
    with suppress(OSError, ValueError, AttributeError):  # a channel that is closed
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    program()

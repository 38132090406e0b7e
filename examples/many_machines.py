"""A run too large for one machine, evaluated in parts by Dask: a recipe, to be copied and changed.

Queries are independent: a query's row in the table depends on nothing but its own lines of the run and its own
judgements. So a run of billions of lines, split into files that hold *whole queries*, can be evaluated file by file,
anywhere, in any order. The rows, put together in the order of the judgements, are the very table that one machine would
have made, and its summary is the same to the last digit. Nothing is averaged before all rows are together: a mean of
means of parts would be another number.

    python examples/many_machines.py split big.run parts 64              # once: queries to files, by their checksum
    python examples/many_machines.py evaluate qrels.txt parts -m nDCG@10 -m AP
    python examples/many_machines.py evaluate qrels.txt parts --scheduler tcp://cluster:8786

Without `--scheduler` the cluster is this machine, a process per core. The judgements are read once and sent to every
worker; the parts must be on a disk that all workers see. Needs `pip install ".[distributed]"` in a checkout.
"""

import argparse
from contextlib import ExitStack
from pathlib import Path
from zlib import crc32

import pandas as pd

from ratools import evaluate, summarise
from ratools.evaluation.evaluator import DEFAULT_MEASURES, NothingShared
from ratools.evaluation.formats import as_judged, read_qrels, read_run


def split(run, folder, parts):
    """Write the lines of a run to so many files, each query's to one of them; the run may be in any order."""
    folder.mkdir(parents=True)
    with ExitStack() as stack:
        lines = stack.enter_context(open(run, "rb"))
        files = [stack.enter_context(open(folder / f"part-{n:05}.run", "wb")) for n in range(parts)]
        for line in lines:
            if fields := line.split(None, 1):
                files[crc32(fields[0]) % parts].write(line)


def rows_of_part(part, qrels, measures, settings):
    """What one worker does: the rows of the queries that its part answers, and how many of them nobody judged."""
    try:
        table = evaluate(part, qrels, measures, queries="run", **settings)
    except NothingShared:  # not one of this part's queries was judged
        return None, len(read_run(part))
    return table, table.attrs["unjudged_queries"]


def evaluate_parts(client, parts, qrels, measures=DEFAULT_MEASURES, **settings):
    """The table that `evaluate` would give for all parts in one file."""
    judgements = as_judged(qrels) or read_qrels(qrels)
    sent = client.scatter(judgements, broadcast=True)
    futures = [client.submit(rows_of_part, part, sent, measures, settings, pure=False) for part in parts]
    tables, unjudged = zip(*client.gather(futures), strict=True)
    answered = pd.concat([table for table in tables if table is not None])
    twice = answered.index[answered.index.duplicated()]
    if len(twice):
        raise ValueError(f"query {twice[0]!r} is in more than one part: split the run by query")
    table = pd.concat([answered, unanswered(answered, judgements, measures, settings)])
    table = table.loc[list(read_qrels(judgements))]  # in the order of the judgements
    table.attrs = {"queries": "qrels", "unjudged_queries": sum(unjudged)}
    return table


def unanswered(answered, judgements, measures, settings):
    """The rows of queries that are in no part: zeros, and how many documents were judged."""
    some = answered.index[0]
    table = evaluate({some: ["no such document"]}, judgements, measures, **settings)
    return table.drop(answered.index)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("split")
    one.add_argument("run", type=Path)
    one.add_argument("folder", type=Path)
    one.add_argument("parts", type=int)
    one = commands.add_parser("evaluate")
    one.add_argument("qrels", type=Path)
    one.add_argument("folder", type=Path)
    one.add_argument("-m", "--measure", action="append")
    one.add_argument("--scheduler", help="the address of a cluster; without it, this machine")
    one.add_argument("--workers", type=int, help="processes on this machine; without it, one per core")
    arguments = parser.parse_args()
    if arguments.command == "split":
        split(arguments.run, arguments.folder, arguments.parts)
        return
    from distributed import Client, LocalCluster

    parts = sorted(path for path in arguments.folder.glob("*.run") if path.stat().st_size)  # some may have no query
    with ExitStack() as stack:
        cluster = arguments.scheduler or stack.enter_context(
            LocalCluster(n_workers=arguments.workers, threads_per_worker=1, dashboard_address=None)
        )
        client = stack.enter_context(Client(cluster))
        table = evaluate_parts(client, parts, arguments.qrels, arguments.measure or DEFAULT_MEASURES)
    print(summarise(table, interval="t").to_csv().rstrip())


if __name__ == "__main__":
    main()

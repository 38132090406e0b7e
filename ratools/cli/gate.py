"""`ratools gate`: may the new run replace the old one?"""

from ratools.cli.output import write_file


def add_options(parser):
    """The two runs, the margins, and what to write."""
    parser.add_argument("qrels", metavar="QRELS", help="judgements: TREC or JSON, .gz too")
    parser.add_argument("old", metavar="OLD", help="the run that is in use")
    parser.add_argument("new", metavar="NEW", help="the run that would replace it")
    parser.add_argument("-m", "--measure", action="append", metavar="NAME", help="such as nDCG@10; for more, repeat -m")
    parser.add_argument(
        "--margin",
        type=float,
        metavar="M",
        help="the loss that is overlooked; without it: what margins these queries could prove",
    )
    parser.add_argument("--margins", metavar="FILE", help='margins per measure (TOML: lines such as "nDCG@10" = 0.03)')
    parser.add_argument("--pinned", metavar="RUN", help="the run of the last release: held against it as well")
    parser.add_argument("--undecided", choices=["stop", "pass"], default="stop", help="what to do if it cannot tell")
    parser.add_argument("--summary", metavar="FILE", help="append the result as Markdown (for a pull request)")
    parser.add_argument(
        "--to-judge", metavar="FILE", help="write the unjudged pairs that would change the verdict (CSV)"
    )


def run(arguments):
    """Print the decisions; the exit code says whether to stop."""
    from ratools.assessing.gating import as_margins, gate, what_margins_need

    if arguments.margin is not None and arguments.margins:
        raise ValueError("give --margin or --margins, not both")
    names = arguments.measure or ["nDCG@10"]
    if arguments.margin is None and not arguments.margins:
        print("\n".join(what_margins_need(arguments.qrels, arguments.old, arguments.new, names)))
        raise ValueError("there is no margin, so nothing was decided")
    margins = as_margins(arguments.margins or dict.fromkeys(names, arguments.margin))
    options = {"pinned": arguments.pinned, "undecided": arguments.undecided}
    result = gate(arguments.qrels, arguments.old, arguments.new, margins, **options)
    print(result)
    if arguments.summary:
        write_file(arguments.summary, result.markdown(), "a")
    if arguments.to_judge:
        pairs = [("query", "document"), *result.to_judge]
        write_file(arguments.to_judge, "".join(f"{query},{doc}\n" for query, doc in pairs))
    return result.exit_code

"""`ratools explain`: how one number came about."""

from ratools.cli.arguments import add_duplicates_option, add_format_option, as_grade
from ratools.cli.output import show


def add_options(parser):
    """The query and the measure; another run to compare with."""
    parser.add_argument("qrels", metavar="QRELS", help="judgements: TREC or JSON, .gz too")
    parser.add_argument("run_file", metavar="RUN", help="a run: TREC or JSON, .gz too")
    parser.add_argument("--query", required=True, metavar="Q", help="the query's id")
    parser.add_argument("-m", "--measure", required=True, metavar="M", help="such as nDCG@5 (see: ratools measures)")
    parser.add_argument(
        "--with", dest="other", metavar="RUN2", help="another run: where does the difference come from?"
    )
    parser.add_argument(
        "--min-grade", type=float, metavar="G", help="the grade from which a document counts as relevant"
    )
    add_duplicates_option(parser)
    add_format_option(parser)


def run(arguments):
    """Print the steps behind one query's value, or where a difference comes from."""
    from ratools.evaluation.catalogue import parse
    from ratools.evaluation.formats import read_qrels
    from ratools.explanations import explain

    measure, qrels = parse(arguments.measure), read_qrels(arguments.qrels)
    options = {"query": arguments.query, "duplicates": arguments.duplicates}
    if arguments.min_grade is not None and measure.row.binary:
        options["min_grade"] = as_grade(arguments.min_grade)
    shown = explain(measure, arguments.run_file, qrels, **options)
    if arguments.other:
        shown = shown.compare(explain(measure, arguments.other, qrels, **options))
    if arguments.format == "table":
        print(shown)
    else:
        show({"steps": shown.table if arguments.other else shown.steps}, arguments.format)

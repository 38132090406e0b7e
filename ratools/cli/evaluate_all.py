"""`ratools evaluate-all`: the answers of several systems, one row each."""

from ratools.cli.arguments import add_answer_options
from ratools.cli.evaluate import show_answers


def add_options(parser):
    """The files, and how answers are compared."""
    parser.add_argument("--refs", required=True, metavar="FILE", help="the right answers (JSON)")
    parser.add_argument("--preds", required=True, nargs="+", metavar="FILE", help="one file per system, named after it")
    add_answer_options(parser)


def run(arguments):
    """Print the means of each system."""
    show_answers(arguments.preds, arguments.refs, arguments)

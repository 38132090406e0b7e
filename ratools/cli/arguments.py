"""Options and checks that several commands share."""

from contextlib import contextmanager

FOR_RANKINGS = "for rankings it is: ratools trec QRELS RUN"
FOR_ANSWERS = "for answers it is: ratools evaluate --pred_file PREDICTIONS --reference_file REFERENCES"


def add_answer_options(parser):
    """The options of `evaluate` and `evaluate-all`."""
    parser.add_argument("--split", metavar="NAME", help="only the questions whose reference has this split")
    parser.add_argument("--normalize", choices=["simple", "squad"], default="simple", help="how answers are compared")
    parser.add_argument(
        "--abstention_token", "--abstention-token", metavar="TEXT", help="what a system says to abstain"
    )
    add_format_option(parser)


def add_format_option(parser, *more):
    """`--format`, with further formats of this command."""
    parser.add_argument(
        "--format", choices=["table", "csv", "json", "markdown", *more], default="table", help="how to print it"
    )


def add_duplicates_option(parser):
    """`--duplicates`."""
    parser.add_argument("--duplicates", choices=["error", "first"], default="error", help="what a repeated document is")


@contextmanager
def suggest_command(files, kinds, suggestion):
    """Errors of the block end with the command that is meant, where one of the files is of these kinds."""
    try:
        yield
    except ValueError as error:
        from ratools.evaluation.formats import kind_of_file

        wrong = [(file, kind) for file in files if (kind := kind_of_file(file)) in kinds]
        raise ValueError(f"{error}; {wrong[0][0]} looks like {wrong[0][1]}: {suggestion}" if wrong else error) from None


def as_grade(level):
    """A grade from the command line: an int where it is whole, as grades in files are."""
    return int(level) if level is not None and level % 1 == 0 else level

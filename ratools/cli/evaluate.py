"""`ratools evaluate`: the answers of one system."""

from ratools.cli.arguments import FOR_RANKINGS, add_answer_options, suggest_command
from ratools.cli.output import show


def add_options(parser):
    """The files, and how answers are compared."""
    parser.add_argument("--pred_file", "--pred-file", required=True, metavar="FILE", help="the system's answers (JSON)")
    parser.add_argument(
        "--reference_file", "--reference-file", required=True, metavar="FILE", help="the right ones (JSON)"
    )
    add_answer_options(parser)


def run(arguments):
    """Print the means of one system."""
    show_answers([arguments.pred_file], arguments.reference_file, arguments)


def show_answers(predictions, references, arguments):
    """Print one row per file of predictions."""
    from tqdm import tqdm

    from ratools.evaluation.answer_files import score_answers, system_names

    settings = {"normalize": arguments.normalize, "split": arguments.split}
    if arguments.abstention_token is not None:
        settings["abstention_token"] = arguments.abstention_token
    names, rows = system_names(predictions), []
    for name, file in zip(names, tqdm(predictions, delay=2, leave=False, unit="file"), strict=True):
        with suggest_command([file, references], ("a run", "judgements"), FOR_RANKINGS):
            rows.append({"system": name, **score_answers(file, references, **settings)})
    show({"answers": rows}, arguments.format)

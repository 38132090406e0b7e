"""All commands in a few words, and the parser that imports a command's module when it is called."""

import argparse
from importlib import import_module

from ratools.cli.arguments import FOR_ANSWERS, FOR_RANKINGS


class Parser(argparse.ArgumentParser):
    """A parser whose help starts with what the command is for, and whose errors name the command for the other kind.

    A command's module is imported, and its options are added, when it is the one that was called: all of them together
    would take some milliseconds.
    """

    alternative, module = "", None  # what an error ends with; the module of the command

    def parse_known_args(self, *arguments, **settings):
        name, self.module = self.module, None
        if name:
            module = import_module(name)
            module.add_options(self)
            self.set_defaults(run=module.run, command=self)
        return super().parse_known_args(*arguments, **settings)

    def error(self, message):
        super().error(f"{message}; {self.alternative}" if self.alternative else message)

    def format_help(self):
        purpose, self.description = self.description, None
        try:
            return f"{purpose}\n\n{super().format_help()}"
        finally:
            self.description = purpose


def command_parser():
    """The parser of all commands."""
    parser = Parser(prog="ratools", description="Retrieval assessment tools: measure runs and answers.")
    subparsers = parser.add_subparsers(metavar="command", required=True, parser_class=Parser, prog="ratools")

    def add(name, summary, example="", alternative="", aliases=()):
        epilog = f"example: ratools {name} {example}".rstrip()
        subparser = subparsers.add_parser(name, aliases=aliases, help=summary, description=summary, epilog=epilog)
        subparser.module, subparser.alternative = f"ratools.cli.{name.replace('-', '_')}", alternative

    add(
        "evaluate",
        "For answers: mean exact match, F1, abstention accuracy of one system.",
        "--pred_file predictions.json --reference_file references.json",
        FOR_RANKINGS,
    )
    add(
        "evaluate-all",
        "For answers: the same for several systems, one row each.",
        "--refs references.json --preds v1.json v2.json v3.json",
        FOR_RANKINGS,
        aliases=["evaluate_all"],
    )
    add(
        "trec",
        "For rankings: measure runs against judgements, and compare them.",
        "qrels.txt bm25.run dense.run -m nDCG@10 -m AP --compare",
        FOR_ANSWERS,
    )
    add(
        "explain",
        "For rankings: how one number came about, step by step.",
        "qrels.txt bm25.run --query q17 --measure nDCG@5",
    )
    add("report", "For scored results: counts, precision, recall by score thresholds.", "results.json")
    add(
        "gate",
        "For rankings: is the new run worse than the old one by more than a margin? Exit code 0: no; 1: worse; 3: "
        "these queries cannot tell.",
        "qrels.txt old.run new.run -m nDCG@10 --margin 0.03",
    )
    add(
        "judge",
        "For rankings: judge what the runs found, on a page in your browser.",
        "bm25.run dense.run --queries queries.csv --documents documents.jsonl --judge Ada --out judgements.csv",
    )
    add("measures", "The catalogue of measures for rankings.")
    return parser

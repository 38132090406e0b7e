"""`ratools measures`: the catalogue."""

from ratools.cli.arguments import add_format_option
from ratools.cli.output import FOR_READERS, show


def add_options(parser):
    """The format."""
    add_format_option(parser)


def run(arguments):
    """Print every measure; for readers, trec_eval's names as well."""
    from ratools.evaluation.catalogue import BY_SUBTOPIC, CATALOGUE
    from ratools.evaluation.catalogue.trec_eval import DIFFERS, RBP, TREC

    cutoff = {"k": "@k", "recall": "@r", None: ""}
    rows = []
    for row in (*CATALOGUE, *dict.fromkeys(BY_SUBTOPIC.values())):
        options = ", ".join((*row.options, *(("rel",) if row.binary else ())))
        rows.append(
            {
                "measure": f"{row.name}{f'({options})' if options else ''}{cutoff[row.at]}",
                "meaning": row.meaning,
                "range": row.range_in_words,
                "function": f"ratools.{row.reference.__name__}",
                "citation": row.citation,
            }
        )
    if arguments.format not in FOR_READERS:
        return show({"measures": rows}, arguments.format)
    trec_names = [{"name": row.name, "here": row.meaning} for row in TREC]
    return show({"measures": rows, "trec_eval's names": trec_names}, arguments.format, [f"{DIFFERS}\n{RBP}"])

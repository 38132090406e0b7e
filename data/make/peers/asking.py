"""What the five programs share: read the question, keep a refusal as its sentence, write the answer."""

import json
import sys
import warnings

warnings.simplefilter("ignore")
given = json.load(sys.stdin)


def nested(rows):
    """{query: {document: number}}; of a document that comes twice the later number stays."""
    table = {}
    for query, doc, number in rows:
        table.setdefault(query, {})[doc] = number
    return table


def attempt(measure, *arguments, **options):
    """The number, or what the peer said instead."""
    try:
        return float(measure(*arguments, **options))
    except Exception as error:
        return f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else ''}"


def answer(values):
    """Write {measure: {query: value}}."""
    print(json.dumps(values))

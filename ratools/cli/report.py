"""`ratools report`: results with scores, by thresholds."""

import json


def add_options(parser):
    """The file and the thresholds."""
    parser.add_argument("results", metavar="RESULTS.json", help='a list of {"doc_id", "score", "category"}, best first')
    parser.add_argument(
        "--relevant-at", type=float, default=0.15, metavar="S", help="relevant from this score on (0.15)"
    )
    parser.add_argument(
        "--nonrelevant-below", type=float, default=0.05, metavar="S", help="non-relevant below it (0.05)"
    )
    parser.add_argument("--json", action="store_true", help="only the JSON, for a program to read")


def run(arguments):
    """Print the report as JSON, then in words and bars."""
    from pathlib import Path

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
        print(f"\n{_in_words(report, grey, **thresholds)}")


def _in_words(report, grey, relevant_at, nonrelevant_below):
    """The report in words and bars."""
    lines = [
        f"{report['retrieved_count']} results. {report['relevant_count']} reach {relevant_at} and count as relevant, "
        f"{report['nonrelevant_count']} lie below {nonrelevant_below} and do not. Grey, and counted as neither: "
        f"{grey}.",
        f"Precision {report['precision']:.3f}: the share of the results that counts as relevant.",
        f"Recall {report['recall']:.3f} and average precision {report['average_precision']:.3f}. Relevance is read "
        "off the score that ranks, so these two say little: only judgements can.",
    ]
    for title, counts in (("Scores", report["score_distribution"]), ("Categories", report["matches_by_category"])):
        width = max((len(str(name)) for name in counts), default=0)
        bars = [f"  {str(name):{width}}  {'#' * min(count, 60)} {count}" for name, count in counts.items()]
        lines += ["", title, *bars]
    return "\n".join(lines)

"""What six libraries, ours among them, make of one run with ties, duplicates, gaps and unjudged queries."""

from ratools.errors import UsageError
from ratools.evaluation.evaluator import evaluate
from ratools.evaluation.formats import read_qrels, read_run
from ratools.lazy import Later
from ratools.paths import data_dir
from ratools.words import did_you_mean, figure
from ratools_course.systems.datasets import peers_answers

pd = Later("pandas")


def who_does_what(case):
    """One query of the nasty run through six libraries, ours among them: a row per library, a column per measure.

    >>> who_does_what("tie")["nDCG@5"].tolist()
    ['0.6309', '0.6309', '0.6309', '1', '0.8155', '0.8155']
    """
    said = peers_answers()
    cases = [query for query in next(iter(said.values())) if query != "mean" and "," not in query]
    if case not in cases:
        raise UsageError(f"there is no case {case!r}; there are {', '.join(cases)}{did_you_mean(case, cases)}")
    measures = list(dict.fromkeys(name for answers in said.values() for name in answers[case]))
    rows = {"ratools": _ours(case, measures)} | {library: answers[case] for library, answers in said.items()}
    return pd.DataFrame(
        {name: [_shown(row, name) for row in rows.values()] for name in measures}, index=pd.Index(rows, name="library")
    )


def _shown(row, name):
    """A number, why there is none, or that the library does not have the measure."""
    if name not in row:
        return "–"
    return "left out" if row[name] is None else "refused" if isinstance(row[name], str) else figure(row[name])


def _ours(case, measures):
    folder = data_dir() / "peers"
    try:
        run = read_run(folder / "nasty.run")
    except ValueError:  # the document that comes twice
        run = read_run(folder / "nasty.run", duplicates="first")
        if case == "twice":
            return dict.fromkeys(measures, "refused")
    table = evaluate(run, read_qrels(folder / "nasty.qrels"), measures)
    return dict.fromkeys(measures) if case not in table.index else table.loc[case, measures].to_dict()

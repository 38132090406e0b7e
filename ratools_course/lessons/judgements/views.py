"""Tables of notebook 10: two judges, what readers say where programs judge; one run that has several answers; and the
closed box at its end, computed too.
"""

import csv
import random
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import wrap

from ratools.evaluation.evaluator import evaluate
from ratools.lazy import Later
from ratools.metrics.agreement import cohen_kappa, fleiss_kappa, krippendorff_alpha, rbo
from ratools.metrics.binary import average_precision
from ratools.metrics.incomplete import inf_ap
from ratools.paths import data_dir
from ratools.words import count, figure, literal
from ratools_course.cards import More, inline, plain
from ratools_course.lessons.shared.texts import read_texts
from ratools_course.systems.datasets import helpdesk
from ratools_course.systems.other_judgements import differing_first_results, runs, texts

pd = Later("pandas")

TEXTS = read_texts(Path(__file__).parent)

COLUMNS = ("what you write", "mean AP", "why")  # of the table of several answers


def _judgement_rows():
    """The rows of the help centre's file of judgements, as texts."""
    path = data_dir() / "helpdesk" / "judgements.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def judged_twice():
    """The pairs that both judges of the help centre graded: rows with query, document, first, second."""
    rows = [row for row in _judgement_rows() if row["judge_a"] and row["judge_b"]]
    return pd.DataFrame(
        {
            "query": [row["query_id"] for row in rows],
            "document": [row["doc_id"] for row in rows],
            "first": [int(row["judge_a"]) for row in rows],
            "second": [int(row["judge_b"]) for row in rows],
        }
    )


def by_judge():
    """{judge: qrels} of the two judges, on the pairs that both graded."""
    table = judged_twice()
    found = {}
    for judge in ("first", "second"):
        qrels = {}
        for row in table.itertuples():
            qrels.setdefault(row.query, {})[row.document] = getattr(row, judge)
        found[f"{judge} judge"] = qrels
    return found


def readers_prefer(one, other):
    """By the readers' grades of the first results that differ: wins of the one, of the other, ties, pairs."""
    judged = helpdesk().judgements
    ahead = [judged[query].get(a, 0) - judged[query].get(b, 0) for query, a, b in differing_first_results(one, other)]
    return [sum(n > 0 for n in ahead), sum(n < 0 for n in ahead), sum(n == 0 for n in ahead), len(ahead)]


def graded_zero():
    """(query, document) texts that readers graded 0, and {query: texts} to append: what no reader found relevant."""
    queries, documents, judgements = texts()
    pairs = [(query, doc) for query, grades in judgements.items() for doc, grade in grades.items() if grade == 0]
    fillers = {
        queries[query]: [text for doc, text in documents.items() if grades.get(doc, 0) <= 0]
        for query, grades in judgements.items()
    }
    return [(queries[query], documents[doc]) for query, doc in pairs], fillers


def praised_by_length(judge, pairs, parts=("short", "middle", "long")):
    """(query, document) pairs cut into equal parts by length: how long they are, and the share that a judge praises."""
    table = pd.DataFrame({
        "words": [len(document.split()) for _, document in pairs],
        "praised": [judge(query, document) > 0 for query, document in pairs],
    })  # fmt: skip
    part = pd.qcut(table["words"].rank(method="first"), len(parts), labels=list(parts))
    return table.groupby(part.rename(None), observed=True).mean()


# One run, several answers --------------------------------------------------------------------------------------------


def mean_or_refusal(arguments, measure="AP"):
    """The mean of a measure as it is read, and nothing; or "refused", and the sentence that `evaluate` says.

    >>> mean_or_refusal({"run": {"q1": ["a"]}, "qrels": {"q1": {"a": 1}, "q2": {"c": 1}}})
    ('0.5', '')
    """
    try:
        return figure(evaluate(**arguments, measures=[measure])[measure].mean()), ""
    except ValueError as error:
        return "refused", str(error)


def _named(arguments):
    return ", ".join(f"{name}={literal(value)}" for name, value in arguments.items())


@dataclass(frozen=True, repr=False)
class SeveralAnswers:
    """Two lines per difficulty: what you write, the mean that it gives, and why."""

    difficulties: list  # dicts of text, given (arguments of evaluate) and ways (further arguments, and their effect)

    def rows(self):
        """(difficulty, what is given, [(what you write, mean AP or refused, why, the refusal)]) as texts."""
        for difficulty in self.difficulties:
            given, ways = difficulty["given"], []
            for way in difficulty["ways"]:
                value, sentence = mean_or_refusal(given | way["arguments"])
                ways.append((_named(way["arguments"]), value, way["effect"], f"“{sentence}”" if sentence else ""))
            yield difficulty["text"], _named(given), ways

    def __repr__(self):
        lines = ["What you write, and the mean AP"]
        for text, given, ways in self.rows():
            lines += ["", f"{plain(text)} {given}"]
            for written, value, why, refusal in ways:
                wrapped = wrap(f"{value}  {plain(why)}", 90) + wrap(refusal, 90)
                lines += [f"  {written}", *(f"      {line}" for line in wrapped)]
        return "\n".join(lines)

    def _repr_html_(self):
        left, row = "text-align:left;vertical-align:top", "<tr style='background:none'>"
        line = "border-top:1px solid var(--jp-border-color2,#bdbdbd)"
        names = "".join(f"<th style='{left};white-space:nowrap'>{name}</th>" for name in COLUMNS)
        body = [f"{row}{names}</tr>"]
        for text, given, ways in self.rows():
            head = f"{inline(text)} {_code(given, 'normal')}"
            body.append(f"{row}<td colspan='3' style='{left};{line}'>{head}</td></tr>")
            for written, value, why, refusal in ways:
                cells = (_code(written, "nowrap"), value, inline(why))
                body.append(row + "".join(f"<td style='{left}'>{cell}</td>" for cell in cells) + "</tr>")
                if refusal:
                    body.append(f"{row}<td colspan='3' style='{left};padding-left:2em'>{escape(refusal)}</td></tr>")
        return f"<table style='max-width:56em'>{''.join(body)}</table>"


def _code(text, wrapped):
    return f"<code style='white-space:{wrapped}'>{escape(text)}</code>"


def several_answers():
    """What one untidy run can score: each difficulty with the arguments of `evaluate` that decide, and the mean AP."""
    return SeveralAnswers(TEXTS["difficulty"])


# The closed box ------------------------------------------------------------------------------------------------------


def more_on_judging():
    """The closed box of notebook 10: queries with nothing to find, three readers, half a pool, no judge at all."""
    every = evaluate(runs(["minilm"])["minilm"], helpdesk().judgements, ["nDCG@10"])
    winnable = every[every["relevant"] > 0]
    box = TEXTS["more_on_judging"]
    your_turn = box["your_turn"].format(
        mean=every["nDCG@10"].mean(),
        queries=len(every),
        winnable=len(winnable),
        mean_of_winnable=winnable["nDCG@10"].mean(),
        lost=count(len(every) - len(winnable), "query"),
    )
    parts = (
        your_turn,
        box["readers"],
        three_readers(),
        box["half"],
        half_a_pool(),
        box["alike"],
        pages_alike(),
        box["different"],
        box["on_purpose"].format(share=23 / 77),
    )
    return More(box["title"], parts)


def three_readers():
    """How far the help centre's readers agree: the first two and all three on the same pairs, then with gaps."""
    names = ("judge_a", "judge_b", "third")
    rows = [[int(row[name]) if row[name] else None for name in names] for row in _judgement_rows()]
    full = [row for row in rows if None not in row]
    gaps = [row for row in rows if sum(grade is not None for grade in row) > 1]
    (first, second, third), holed = zip(*full, strict=True), list(zip(*gaps, strict=True))
    three = [first, second, third]
    agreements = [
        ("Cohen's κ, first two", len(full), cohen_kappa(first, second)),
        ("Fleiss' κ, all three", len(full), fleiss_kappa(three)),
        ("α, all three", len(full), krippendorff_alpha(three)),
        ("α, all three, ordinal", len(full), krippendorff_alpha(three, level="ordinal")),
        ("α, two or three, ordinal", len(gaps), krippendorff_alpha(holed, level="ordinal")),
    ]
    return pd.DataFrame(agreements, columns=["judges", "pairs", "agreement"])


def half_a_pool(systems=("minilm", "bm25", "lsa"), draws=20):
    """AP from all judgements, AP from a random half where the rest counts as not relevant, and infAP from that half."""
    judged, scores = helpdesk().judgements, {name: [] for name in systems}
    shown = runs(systems)
    for draw in range(draws):
        dice = random.Random(draw)
        for query, grades in judged.items():
            read = set(dice.sample(sorted(grades), len(grades) // 2))
            half = {doc: grade if doc in read else -1 for doc, grade in grades.items()}
            if max(half.values()) <= 0:
                continue
            for name, run in shown.items():
                page = run.get(query, [])
                scores[name].append(
                    (average_precision(page, grades), average_precision(page, half), inf_ap(page, half))
                )
    columns = ["AP, all read", "AP, half read", "infAP, half read"]
    means = [(name, *(sum(column) / len(rows) for column in zip(*rows, strict=True))) for name, rows in scores.items()]
    return pd.DataFrame(means, columns=["system", *columns])


def pages_alike(system="bm25", others=("reranked", "tfidf", "lsa", "minilm"), k=10):
    """RBO of two systems' first k results, as a mean over the queries that both answer, and each system's nDCG@k."""
    shown, measure, rows = runs((system, *others)), f"nDCG@{k}", []
    for name, run in shown.items():
        both = [(shown[system][query], run[query]) for query in shown[system] if query in run]
        alike = sum(rbo(*pages, k) for pages in both) / len(both)
        rows.append((name, alike, evaluate(run, helpdesk().judgements, [measure])[measure].mean()))
    return pd.DataFrame(rows, columns=["system", f"RBO with {system}", measure])

"""Tables of notebook 11: chunkings side by side, one sentence counted in several ways, labels after a new cut."""

from ratools.errors import UsageError
from ratools.evaluation.comparison import compare
from ratools.lazy import Later
from ratools.metrics import overlap
from ratools.metrics.arguments import as_tokens
from ratools.paths import data_dir
from ratools.words import did_you_mean

pd = Later("pandas")

MEASURES = {
    "span_recall": "recall",
    "span_precision": "precision",
    "span_iou": "IoU",
    "span_precision_omega": "omega",
}
INTERVAL = r"(?P<mean>-?[\d.]+) \[(?P<low>-?[\d.]+), (?P<high>-?[\d.]+)\]"


def side_by_side(scores, measures=("span_recall", "span_precision")):
    """One row per chunking: how many characters a question got back, and the means; of {name: chunk_scores(…)}."""
    rows = {
        name: {
            "characters": table["characters"].mean(),
            **{MEASURES[measure]: table[measure].mean() for measure in measures},
        }
        for name, table in scores.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index").astype({"characters": int}).rename_axis("chunking")


def defend(scores, measure="span_recall", samples=20_000):
    """Is the first of two chunkings better than the second? One row: means, difference, interval, wins : losses, p."""
    if len(scores) != 2:
        got = f"{len(scores)}: {', '.join(scores)}" if scores else "none"
        raise UsageError(f"defend compares two different chunkings, {{name: scores}}, got {got}")
    row = compare(scores, measure, samples=samples).table.iloc[0]
    column = {
        row["first"]: f"{row['mean_first']:.3f}",
        row["second"]: f"{row['mean_second']:.3f}",
        "difference": f"{row['difference']:+.3f}",
        "95 % interval": f"[{row['ci_low']:+.3f}, {row['ci_high']:+.3f}]",
        "wins : losses": f"{row['wins']} : {row['losses']}",
        "p": "< 0.0005" if row["p_randomisation"] < 0.0005 else f"{row['p_randomisation']:.3f}",
    }
    return pd.DataFrame({MEASURES.get(measure, measure): column})


def shipped_table(heading):
    """One table of data/chunks/tables.md, by its heading: numbers as numbers, an interval as …_low and …_high."""
    sections = dict(_sections((data_dir() / "chunks" / "tables.md").read_text(encoding="utf-8")))
    if heading not in sections:
        raise UsageError(f"tables.md has no table {heading!r}{did_you_mean(heading, sections)}")
    names, _, *rows = sections[heading]
    table = pd.DataFrame(rows, columns=names)
    for name in names:
        parts = table[name].str.extract(INTERVAL)
        if parts.notna().all(axis=None):
            table[name], table[f"{name}_low"], table[f"{name}_high"] = (parts[end].astype(float) for end in parts)
        elif table[name].str.fullmatch(r"-?\d+(\.\d+)?").all():
            table[name] = pd.to_numeric(table[name])
    return table.set_index(names[0])


def by_retriever(chunkings, at="1,000 characters"):
    """The recall of some chunkings with keyword search and with vectors, of the shipped tables."""
    recalls = {name: shipped_table(f"{name}, {at}")["recall"] for name in ("BM25", "MiniLM")}
    return pd.DataFrame(recalls).loc[list(chunkings)]


def paired(first, second, at="1,000 characters"):
    """Two chunkings with both retrievers, of the shipped tables: their recalls, wins : losses of the first, and p."""
    table = shipped_table("Whole documents, paragraphs, single sentences")
    rows = table[(table["at"] == at) & (table["questions"] == "all")]
    rows = rows[(rows["first"] == first) & (rows["second"] == second)].loc[["BM25", "MiniLM"]]
    names = {"recall of first": first, "of second": second}
    return rows[[*names, "wins : losses", "p"]].rename(columns=names)


def _sections(text):
    """(heading, rows of cells) of every table of a markdown page."""
    for block in text.split("\n## ")[1:]:
        heading, _, table = block.partition("\n")
        lines = [line for line in table.splitlines() if line.startswith("|")]
        yield heading, [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def published_table():
    """The table of Chroma's report on chunking (2024), per cent; `text`: the size of five chunks together."""
    table = pd.read_csv(data_dir() / "chunks" / "published.csv")
    table.insert(3, "text", 5 * table["size"])
    return table.rename(columns={"recall_sd": "sd", "iou": "IoU"})


def counted(text, retrieved, expected):
    """Recall, precision and IoU of two spans of a text's words: by position, and by three ways of counting words."""
    words = as_tokens(text, "text")
    got, want = words[slice(*retrieved)], words[slice(*expected)]
    rows = {"places": _three(overlap.span_recall, overlap.span_precision, overlap.span_iou, retrieved, expected)}
    for way in ("set", "multiset", "mixed"):
        measures = overlap.token_recall, overlap.token_precision, overlap.token_iou
        rows[f"words, {way}"] = _three(*measures, got, want, tokens=way)
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("counted")


def _three(recall, precision, iou, got, want, **more):
    return {
        "recall": recall(got, want, **more),
        "precision": precision(got, want, **more),
        "IoU": iou(got, want, **more),
    }


def holding(question, documents, chunkings):
    """Which chunks of the question's document hold its answer, under each chunking: numbers counted from 0."""
    document = documents[question["doc_id"]]
    text, rows = getattr(document, "text", document), {}
    wanted = [tuple(span) for span in question["spans"]]
    for name, chunker in chunkings.items():
        chunks = list(chunker(text))
        held = [number for number, chunk in enumerate(chunks) if overlap.span_recall([chunk], wanted)]
        rows[name] = {"chunks": len(chunks), "hold the answer": ", ".join(map(str, held))}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("chunking")

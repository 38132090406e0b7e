"""Every form people bring gives the same run and the same judgements; what is wrong is told by file and line."""

import gzip
import json

import numpy as np
import pandas as pd
import pytest

import ratools as rt
from ratools.evaluation.formats import read_qrels, read_run


def zipped(text):
    """Gzipped without a time, so that the names of the tests are the same in every process."""
    return gzip.compress(text if isinstance(text, bytes) else text.encode(), mtime=0)


TEXT = "q1 Q0 d1 1 0.9 tag\nq1 Q0 d2 2 0.5 tag\nq2 Q0 d3 1 7 tag\n"
RANKINGS = {"q1": ["d1", "d2"], "q2": ["d3"]}
GRADES = {"q1": {"d1": 2, "d9": 0}, "q2": {"d3": 1}}


RUN_FILES = {
    "plain": TEXT.encode(),
    "tabs and many spaces": TEXT.replace(" ", " \t ").encode(),
    "CRLF": TEXT.replace("\n", "\r\n").encode(),
    "blank lines, no last newline, margins": ("\n\n  " + TEXT.replace("\n", "  \n \t\n").rstrip()).encode(),
    "byte order mark": b"\xef\xbb\xbf" + TEXT.encode(),
    "gzip": zipped(TEXT),
    "queries interleaved": b"q1 Q0 d1 1 0.9 t\nq2 Q0 d3 1 7 t\nq1 Q0 d2 2 0.5 t\n",
    "worst first": b"q1 Q0 d2 2 0.5 t\nq1 Q0 d1 1 0.9 t\nq2 Q0 d3 1 7 t\n",
    "the rank column lies": b"q1 Q0 d1 9 0.9 t\nq1 Q0 d2 1 0.5 t\nq2 Q0 d3 x 7 t\n",
    "comments": f"# made today\n{TEXT}#\n# end".encode().replace(b"q2", b"#x Q0 d9 1 9 t\nq2"),
    "further columns": TEXT.replace(" t\n", " t 0.5 more\n").encode(),
    "some tags with spaces": TEXT.replace(" t\n", " my best run\n", 1).encode(),
    "MS MARCO": b"q1\td1\t1\nq1\td2\t2\nq2\td3\t1\n",
    "MS MARCO, ranks from 0, in another order": b"q1\td2\t1\nq1\td1\t0\nq2\td3\t0\n",
    "MS MARCO with scores": b"q1\td1\t1\t0.9\nq1\td2\t2\t0.5\nq2\td3\t1\t7\n",
    "form feeds between columns": TEXT.replace(" ", "\x0c").encode(),
}


@pytest.mark.parametrize("content", RUN_FILES.values(), ids=RUN_FILES)
def test_run_files(write, content):
    assert read_run(write(content)) == RANKINGS


@pytest.mark.parametrize("name", ["some.run.gz", "some.txt", "noending"])
def test_the_ending_does_not_matter(write, name):
    assert read_run(str(write(zipped(TEXT), name))) == RANKINGS


RUN_OBJECTS = {
    "scores by document": {"q1": {"d2": 0.5, "d1": 0.9}, "q2": {"d3": 7}},
    "ranked lists": RANKINGS,
    "tuples": {"q1": ("d1", "d2"), "q2": ("d3",)},
    "pairs": {"q1": [("d1", 0.9), ("d2", 0.5)], "q2": [["d3", 7]]},
    "numpy scores": {"q1": {"d1": np.float32(0.9), "d2": np.float64(0.5)}, "q2": {"d3": np.int64(7)}},
    "DataFrame": pd.DataFrame({"query_id": ["q1", "q1", "q2"], "doc_id": ["d2", "d1", "d3"], "score": [0.5, 0.9, 7]}),
    "DataFrame as in pyterrier": pd.DataFrame(
        {"qid": ["q1", "q2", "q1"], "docno": ["d1", "d3", "d2"], "score": [3, 2, 1]}
    ),
    "DataFrame without scores": pd.DataFrame({"Query": ["q1", "q1", "q2"], "DocID": ["d1", "d2", "d3"]}),
}


@pytest.mark.parametrize("run", RUN_OBJECTS.values(), ids=RUN_OBJECTS)
def test_run_objects(run):
    assert read_run(run) == RANKINGS


def test_scores_under_other_names_and_ranks_alone():
    for column, values in {"relevance": [0.1, 0.9], "rel": [1, 2], "Rank": [2, 1]}.items():
        frame = pd.DataFrame({"qid": ["q", "q"], "docno": ["a", "b"], column: values})
        assert read_run(frame) == {"q": ["b", "a"]}


def test_beir_judgements(write):
    path = write("query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td9\t0\nq2\td3\t1\n", "test.tsv")
    assert read_qrels(path) == GRADES


def test_queries_that_look_like_json(write):
    assert read_run(write("[1] Q0 a 1 1.5 t\n")) == {"[1]": ["a"]}


RUN_JSON = {
    "scores by document": {"q1": {"d2": 0.5, "d1": 0.9}, "q2": {"d3": 7}},
    "ranked lists": RANKINGS,
    "pairs": {"q1": [["d1", 0.9], ["d2", 0.5]], "q2": [["d3", 7]]},
    "records": [
        {"qid": "q1", "docno": "d2", "score": 0.5},
        {"qid": "q1", "docno": "d1", "score": 0.9},
        {"qid": "q2", "docno": "d3", "score": 7},
    ],
}


@pytest.mark.parametrize("content", RUN_JSON.values(), ids=RUN_JSON)
@pytest.mark.parametrize("name", ["run.json", "run.txt", "run.json.gz"])
def test_run_json(write, content, name):
    data = json.dumps(content).encode()
    assert read_run(write(zipped(data) if name.endswith("gz") else data, name)) == RANKINGS


def test_json_lines(write):
    records = [json.dumps(record) for record in RUN_JSON["records"]]
    assert read_run(write("\n".join(records) + "\n\n", "run.jsonl")) == RANKINGS
    assert read_run(write(zipped("\n".join(records)), "run.jsonl.gz")) == RANKINGS
    judged = '{"qid": "q1", "docno": "d1", "label": 2}\n{"qid": "q1", "docno": "d9", "label": 0}\n'
    assert read_qrels(write(judged, "qrels.jsonl")) == {"q1": {"d1": 2, "d9": 0}}
    with pytest.raises(ValueError, match=r"bad.jsonl:3: not JSON"):
        read_run(write(f"{records[0]}\n\n{records[1][:-1]}\n", "bad.jsonl"))
    with pytest.raises(ValueError, match=r"bad.jsonl: no document column among query_id, results"):
        read_run(write('{"query_id": "q1", "results": ["d1"]}', "bad.jsonl"))


class Polar:
    """A frame of another library."""

    def __init__(self, frame):
        self.frame = frame

    def to_pandas(self):
        if self.frame is None:
            raise ModuleNotFoundError("pyarrow is required")
        return self.frame


def test_frames_of_other_libraries():
    run = pd.DataFrame({"qid": ["q1", "q1", "q2"], "docno": ["d1", "d2", "d3"], "score": [0.9, 0.5, 7]})
    judged = pd.DataFrame({"qid": ["q1", "q1", "q2"], "docno": ["d1", "d9", "d3"], "label": [2, 0, 1]})
    assert read_run(Polar(run)) == RANKINGS and read_qrels(Polar(judged)) == GRADES
    assert rt.evaluate(Polar(run), Polar(judged), "P@1")["P@1"].tolist() == [1, 1]
    with pytest.raises(ValueError, match="Polar could not be made a pandas DataFrame .pyarrow is required.; install"):
        read_run(Polar(None))


class PolarWithoutArrow(Polar):
    """The same where pyarrow is missing: polars can still give its columns."""

    def to_pandas(self):
        raise ModuleNotFoundError("No module named 'pyarrow'")

    def to_dict(self):
        return {name: self.frame[name] for name in self.frame.columns}


class Lazy:
    def collect(self):
        raise AssertionError("the work is its owner's to start")


def test_frames_of_polars_without_pyarrow():
    run = pd.DataFrame({"qid": ["q1", "q1", "q2"], "docno": ["d1", "d2", "d3"], "score": [0.9, 0.5, 7]})
    assert read_run(PolarWithoutArrow(run)) == RANKINGS
    with pytest.raises(ValueError, match="row 1: score nan is not finite"):
        read_run(PolarWithoutArrow(run.assign(score=[0.9, None, 7])))
    for read in (read_run, read_qrels):
        with pytest.raises(ValueError, match=r"Lazy is a plan, not a table yet: pass what its .collect\(\) gives"):
            read(Lazy())


def test_frames_of_polars_itself():
    polars = pytest.importorskip("polars", reason="polars is not installed")
    run = polars.DataFrame({"qid": ["q1", "q1", "q2"], "docno": ["d1", "d2", "d3"], "score": [0.9, 0.5, 7]})
    judged = polars.DataFrame({"qid": ["q1", "q1", "q2"], "docno": ["d1", "d9", "d3"], "label": [2, 0, 1]})
    assert read_run(run) == RANKINGS and read_qrels(judged) == GRADES
    assert read_run(run.with_columns(polars.col("docno").cast(polars.Categorical))) == RANKINGS
    assert rt.evaluate(run, judged, "P@1")["P@1"].tolist() == [1, 1]
    assert rt.evaluate_predictions({"q1": [("d1", 0.9)]}, judged.rename({"label": "score"}), [1])["MRR"].item() == 1
    with pytest.raises(ValueError, match="polars's LazyFrame is a plan"):
        read_run(run.lazy())
    with pytest.raises(ValueError, match="row 1: score nan is not finite"):
        read_run(run.with_columns(score=polars.Series([0.9, None, 7])))
    with pytest.raises(ValueError, match="row 2: column 'docno' is empty"):
        read_run(run.with_columns(docno=polars.Series(["d1", "d2", None])))


QRELS_FORMS = {
    "dict": GRADES,
    "numpy grades": {"q1": {"d1": np.int64(2), "d9": np.int8(0)}, "q2": {"d3": True}},
    "DataFrame": pd.DataFrame({"query_id": ["q1", "q1", "q2"], "doc_id": ["d1", "d9", "d3"], "score": [2, 0, 1]}),
    "other names": pd.DataFrame({"qid": ["q1", "q1", "q2"], "docno": ["d1", "d9", "d3"], "label": [2.0, 0, 1]}),
    "a repeat that agrees": pd.DataFrame(
        {"query": ["q1", "q1", "q1", "q2"], "docid": ["d1", "d9", "d1", "d3"], "rel": [2, 0, 2, 1]}
    ),
}


@pytest.mark.parametrize("qrels", QRELS_FORMS.values(), ids=QRELS_FORMS)
def test_qrels_objects(qrels):
    assert read_qrels(qrels) == GRADES


def test_qrels_of_sets():
    assert read_qrels({"q1": {"d1"}, "q2": ["d3", "d4"]}) == {"q1": {"d1": 1}, "q2": {"d3": 1, "d4": 1}}


@pytest.mark.parametrize(
    "content",
    [
        b"q1 0 d1 2\nq1 0 d9 0\nq2 0 d3 1\n",
        b"\xef\xbb\xbfq1\t0\td1\t2\r\nq1 0 d9 0\r\n\r\nq2 0 d3 1",
        zipped(b"q1 0 d1 2\nq1 0 d9 0\nq2 0 d3 1\n"),
        b"q1 0 d1 2.0\nq1 0 d9 0\nq1 0 d9 0\nq2 0 d3 1\n",
        json.dumps(GRADES).encode(),
        b"# judged by two\nq1 0 d1 2\n#q1 0 d1 3\nq1 0 d9 0\nq2 0 d3 1\n#",
        json.dumps(
            [
                {"query_id": "q1", "doc_id": "d1", "score": 2},
                {"query_id": "q1", "doc_id": "d9", "score": 0},
                {"query_id": "q2", "doc_id": "d3", "score": 1},
            ]
        ).encode(),
    ],
)
def test_qrels_files(write, content):
    assert read_qrels(write(content, "qrels.txt")) == GRADES


def test_ids_stay_text_whatever_they_look_like(write):
    run = write("001 Q0 007 1 1.5 t\n001 Q0 7 2 1.25 t\nnan Q0 NA 1 .5 t\nnan Q0 null 2 .25 t\n")
    assert read_run(run) == {"001": ["007", "7"], "nan": ["NA", "null"]}
    assert read_qrels(write("1e3 0 1_0 1\n", "q")) == {"1e3": {"1_0": 1}}


def test_scores_are_read_to_the_last_digit(write):
    first, second = "0.1234567890123456", "0.1234567890123457"
    assert read_run(write(f"q Q0 a 1 {first} t\nq Q0 b 2 {second} t\n")) == {"q": ["b", "a"]}
    assert read_run(write("q Q0 a 1 1 t\nq Q0 b 2 0 t\nq Q0 c 3 1 t\n")) == {"q": ["c", "a", "b"]}


def test_file_dict_and_frame_give_the_same_table(write):
    run = write("".join(f"q{q} Q0 d{d} 0 {(d * 7 + q) % 5} t\n" for q in range(5) for d in range(20)))
    qrels = write("".join(f"q{q} 0 d{d} {(d + q) % 4}\n" for q in range(5) for d in range(0, 25, 2)), "qrels.txt")
    frame = pd.read_csv(run, sep=" ", names=["qid", "x", "docno", "rank", "score", "tag"])
    dicts = {q: dict(zip(part["docno"], part["score"], strict=True)) for q, part in frame.groupby("qid", sort=False)}
    tables = [rt.evaluate(form, qrels) for form in (run, str(run), frame, dicts)]
    for table in tables[1:]:
        pd.testing.assert_frame_equal(table, tables[0])


# What is wrong, and where

BAD_RUN_FILES = [
    ("q1 Q0 d1 1 0.9 t\nq1 Q0 d2 2 n/a t\n", [":2:", "'n/a'", "not a number", "query q1", "document d2"]),
    ("q1 Q0 d1 1 0.9 t\nq1 Q0 d2 2 nan t\n", [":2:", "'nan'", "not finite"]),
    ("q1 Q0 d1 1 1e999 t\n", [":1:", "'1e999'", "not finite"]),
    ("q1 Q0 d1 1 -inf t\n", [":1:", "'-inf'", "not finite"]),
    ("q1 Q0 d1 1 1_0 t\n", [":1:", "'1_0'", "not a number"]),
    ("q1 Q0 d1 1 True t\n", [":1:", "'True'", "not a number"]),
    ("q1 Q0 d1 1 1,5 t\n", [":1:", "'1,5'"]),
    ("\nq1 Q0 d1 1 0.9 t\n\nq1 Q0 d2 2 0.5\n", [":4:", "5 columns", "6", "query Q0 document rank score tag"]),
    ("q1 Q0 d1 1 0.9 t\nq1 Q0 my d2 2 0.5 t\n", [":2:", "7 columns", "rank 'd2'", "has an id a space in it?"]),
    ("q1 Q0 my d1 1 0.9 t\n", [":1:", "7 columns"]),
    ("# only\n# comments\n", ["empty", "comments only"]),
    ("q1 0 d1 1\n", [":1:", "4 columns", "6", "MS MARCO"]),
    ("q1 0 17 1\nq1 0 18 1\n", [":1:", "4 columns", "no rank 1"]),
    ("q1 d1 1\nq1 d2 2 0.5\n", [":2:", "4 columns where 3 belong"]),
    ("q1 d1 1\nq1 d1 2\n", [":2:", "'d1'", "twice"]),
    ("q1 d1 1 high\n", [":1:", "'high'", "not a number"]),
    ('{"qid": "q1", "docno": "d1", "score": 1}\n{"qid": "q1", "docno": "d2", "score": 2}\n', [":2:", ".jsonl"]),
    ("q1,Q0,d1,1,0.9,t\n", [":1:", "1 columns", "query Q0 document rank score tag"]),
    ("q1 Q0 d1 1 0.9 t\nq1 Q0 d2 2 0.8 t\nq1 Q0 d1 3 0.7 t\n", [":3:", "'d1'", "twice", "'q1'", "duplicates='first'"]),
    ("qid Q0 docno rank score tag\nq1 Q0 d1 1 0.5 t\n", [":1:", "'score'", "header line? remove it"]),
    ("q1 Q0 d1 1 ٣ t\n", [":1:", "not a number"]),
    ("q1,Q0,d1,1,0.9,t\n", ["CSV", "DataFrame"]),
    ("[]", ["no query column"]),
    ("", ["empty"]),
    (" \n\t\n", ["empty"]),
    (b"q1 Q0 d\0 1 0.9 t\n", [":1:", "binary"]),
    (b"q1 Q0 d1 1 0.9 t\nq1 Q0 d\xff 1 0.8 t\n", [":2:", "0xff", "UTF-8"]),
    ("q1 Q0 d1 1 0.9 t\n".encode("utf-16"), ["UTF-16", "UTF-8"]),
    (zipped(TEXT)[:-9], ["gzip", "damaged"]),
    ('{"q1": {"d1": 0.9}', [":1:", "not JSON"]),
    ('{"q1": {"d1": 0.9, "d1": 0.8}}', ["'d1'", "twice"]),
    ('{"q1": {"d1": NaN}}', ["NaN"]),
    ('{"q1": {"d1": "high"}}', ["'q1'", "'d1'", "'high'", "not a number"]),
    ('{"q1": 7}', ["'q1'", "7", "ranked list"]),
    ('{"q1": "d1"}', ["'q1'", "'d1'", "ranked list"]),
    ("[1, 2]", ["list of records"]),
    ('[{"qid": "q1", "docno": "d1", "score": null}]', ["row 0", "score"]),
    ('[{"docno": "d1", "score": 1}]', ["no query column", "docno, score", "query_id"]),
    ("{}", ["run is empty"]),
    ("[" * 100_000, ["deeply"]),
]


@pytest.mark.parametrize(("content", "words"), BAD_RUN_FILES, ids=[" / ".join(words) for _, words in BAD_RUN_FILES])
def test_bad_run_files(write, content, words):
    path = write(content)
    with pytest.raises(ValueError) as refusal:
        read_run(path)
    message = str(refusal.value)
    assert message.startswith(str(path))
    assert all(word in message for word in words), message


def test_a_bad_line_far_down_is_found(write):
    lines = [f"q{n // 100} Q0 d{n} 1 {1 - n / 1e6} t" for n in range(50_000)]
    lines[43_210] = "q432 Q0 d43210 1 oops t"
    with pytest.raises(ValueError, match=r":43211: score 'oops'"):
        read_run(write("\n".join(lines)))


BAD_QRELS_FILES = [
    ("q1 0 d1\n", [":1:", "3 columns", "query iteration document grade"]),
    ("q1 0 d1 2\nq1 0 d2 high\n", [":2:", "'high'", "not a number", "query q1", "document d2"]),
    ("q1 0 d1 nan\n", [":1:", "not finite"]),
    ("q1 0 d1 2\nq1 0 d1 3\n", [":2:", "'d1'", "'q1'", "grade 3", "had 2"]),
    ("", ["empty"]),
    ('{"q1": {"d1": "2"}}', ["'q1'", "'d1'", "'2'"]),
    ('{"q1": {}}', ["judgements are empty"]),
    ('{"q1": [["a", 2]]}', ["'q1'", "['a', 2]", "dict {document: grade}"]),
    ('{"q1": [{"doc_id": "a"}]}', ["'q1'", "dict {document: grade}"]),
    ('[{"qid": "q", "docno": ["a"], "rel": 1}]', ["row 0", "['a']", "not a valid id"]),
]


@pytest.mark.parametrize(("content", "words"), BAD_QRELS_FILES, ids=[" / ".join(words) for _, words in BAD_QRELS_FILES])
def test_bad_qrels_files(write, content, words):
    path = write(content, "qrels.txt")
    with pytest.raises(ValueError) as refusal:
        read_qrels(path)
    assert str(path) in str(refusal.value) or "judgements are empty" in words
    assert all(word in str(refusal.value) for word in words), refusal.value


def test_no_file_and_a_folder(tmp_path):
    with pytest.raises(ValueError, match="there is no such file"):
        read_run(tmp_path / "missing.run")
    for name in ("lsa.run", "bm25.run", "notes.txt"):
        (tmp_path / name).write_text("")
    with pytest.raises(ValueError, match="LSA2.run: there is no such file; its folder has bm25.run, lsa.run$"):
        read_run(tmp_path / "LSA2.run")
    with pytest.raises(ValueError, match="folder"):
        read_qrels(tmp_path)


BAD_OBJECTS = [
    (lambda: read_run(None), ["path", "dict", "DataFrame", "None"]),
    (lambda: read_run([["d1"]]), ["path", "dict"]),
    (lambda: read_run({}), ["run is empty"]),
    (lambda: read_run({"q": []}), ["run is empty"]),
    (lambda: read_run({"q": {"d1", "d2"}}), ["'q'", "ranked list"]),
    (lambda: read_run({"q": "d1"}), ["'q'", "'d1'"]),
    (lambda: read_run({"q": ["a"], "r": {"b": 1}}), ["mixes documents and scores by document"]),
    (lambda: read_run({"q": {"a": None}}), ["'q'", "'a'", "None", "not a number"]),
    (lambda: read_run({"q": {"a": "1.5"}}), ["'q'", "'a'", "'1.5'", "not a number"]),
    (lambda: read_run({"q": {"a": 1, "b": np.inf}}), ["'q'", "'b'", "inf", "not finite"]),
    (lambda: read_run({"q": {"a": 10**400}}), ["'q'", "'a'", "not finite"]),
    (lambda: read_run({"q": ["a", ["b"]]}), ["'q'", "rank 2", "['b']", "hashable"]),
    (lambda: read_run({"q": ["a", "b", "a"]}), ["'a'", "twice", "'q'", "duplicates='first'"]),
    (lambda: read_run(pd.DataFrame({"qid": [], "docno": []})), ["empty"]),
    (lambda: read_run(pd.DataFrame({"qid": ["q"], "text": ["x"]})), ["no document column", "qid, text"]),
    (lambda: read_run(pd.DataFrame({"qid": ["q", None], "docno": ["a", "b"]})), ["row 1", "'qid'", "empty"]),
    (
        lambda: read_run(pd.DataFrame({"qid": ["q"], "docno": ["a"], "score": [np.nan]})),
        ["row 0", "score", "not finite"],
    ),
    (lambda: read_run(pd.DataFrame({"qid": ["q"], "docno": ["a"], "score": ["x"]})), ["row 0", "'x'"]),
    (lambda: read_run(pd.DataFrame({"qid": ["q", "q"], "docno": ["a", "a"]})), ["'a'", "twice"]),
    (lambda: read_run({"q": {"a": 0.5, "b": "0.9"}}), ["'q'", "'b'", "'0.9'", "not a number"]),
    (lambda: read_run({"q": {"a": np.array([1, 2])}}), ["'q'", "'a'", "array([1, 2])", "not a number"]),
    (lambda: read_run({"q": pd.Series([0.5], index=["a"])}), ["'q'", "Series", ".to_dict()"]),
    (lambda: read_run({"q": pd.DataFrame({"doc_id": ["a"]})}), ["'q'", "DataFrame"]),
    (lambda: read_run({"q": [("a", 0.5, 1)]}), ["'q'", "rank 1", "('a', 0.5, 1)", "pair"]),
    (lambda: read_run({"q": ["a", None]}), ["'q'", "rank 2", "None"]),
    (lambda: read_run({"q": ["a", float("nan")]}), ["'q'", "rank 2", "nan"]),
    (
        lambda: read_run(pd.DataFrame({"qid": ["q"], "docno": ["a"], "bm25": [1.0]})),
        ["'bm25'", "call it score", "drop it"],
    ),
    (lambda: read_run(pd.DataFrame([["q", "a", 1, 2]], columns=["qid", "docno", "score", "score"])), ["two columns"]),
    (lambda: read_run(pd.DataFrame([["q", "r", "a"]], columns=["qid", "qid", "docno"])), ["two columns", "'qid'"]),
    (lambda: read_run(pd.DataFrame({"score": [1.0]}, index=["q"])), ["no query column", "reset_index()"]),
    (lambda: read_qrels({"q": [("a", 2)]}), ["'q'", "('a', 2)", "dict {document: grade}"]),
    (lambda: read_qrels({"q": pd.Series([1], index=["a"])}), ["'q'", "dict {document: grade}"]),
    (lambda: read_qrels({"q": {"a": 1e308}}), ["'q'", "'a'", "too large"]),
    (
        lambda: read_qrels(pd.DataFrame({"qid": ["q"], "docno": ["a"], "score": [0.1], "label": [1]})),
        ["'score'", "'label'"],
    ),
    (lambda: read_run("a\0b"), ["null"]),
    (lambda: read_qrels(None), ["path", "dict"]),
    (lambda: read_qrels({}), ["judgements are empty"]),
    (lambda: read_qrels({"q": 3}), ["'q'", "3"]),
    (lambda: read_qrels({"q": {"a": np.nan}}), ["'q'", "'a'", "nan", "not finite"]),
    (
        lambda: read_qrels(pd.DataFrame({"qid": ["q", "q"], "docno": ["a", "a"], "rel": [1, 2]})),
        ["row 1", "grade 2", "had 1"],
    ),
]


@pytest.mark.parametrize(("wrong", "words"), BAD_OBJECTS, ids=[" / ".join(words) for _, words in BAD_OBJECTS])
def test_bad_objects(wrong, words):
    with pytest.raises(ValueError) as refusal:
        wrong()
    assert all(word in str(refusal.value) for word in words), refusal.value


def test_nothing_that_is_read_is_executed():
    import ast
    from pathlib import Path

    import ratools.evaluation as package

    for path in Path(package.__file__).parent.rglob("*.py"):
        names = {
            node.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)
        }
        assert not names & {"eval", "exec", "pickle", "compile", "__import__", "read_pickle"}, path.name


@pytest.mark.slow
def test_a_long_read_shows_a_bar_on_stderr_and_a_short_one_does_not(write, monkeypatch, capsys):
    from ratools.evaluation import formats

    path = write("".join(f"q{n // 1000} Q0 d{n} 1 {1 - n / 1e7} t\n" for n in range(200_000)))
    read_run(path)
    assert capsys.readouterr() == ("", "")
    real = formats.tqdm
    monkeypatch.setattr(formats, "tqdm", lambda **options: real(**{**options, "delay": 0, "mininterval": 0}))
    read_run(path)
    out, err = capsys.readouterr()
    assert out == "" and "some.run" in err and "100%" in err


@pytest.mark.slow
def test_true_far_down_is_no_score(write):
    lines = [f"q{n // 1000} Q0 d{n} 1 {2 - n / 1e6} t" for n in range(140_000)]
    lines[-1] = "q139 Q0 x 1 True t"
    with pytest.raises(ValueError, match=":140000: score 'True' is not a number"):
        read_run(write("\n".join(lines)))


def test_a_number_too_long_to_print_is_told_with_its_place():
    with pytest.raises(ValueError, match="'q', document 'd': score an int of more than 4300 digits is not finite"):
        read_run({"q": {"d": 10**5000}})
    with pytest.raises(ValueError, match="'q', document 'd': grade an int of more than 4300 digits is not finite"):
        read_qrels({"q": {"d": 10**5000}})

"""Collections: what is read, and what is refused by file and line."""

import dataclasses
import json

import pytest

import ratools
from ratools_course.systems import datasets
from ratools_course.systems.lexical import Bm25


def test_helpdesk(data):
    found = datasets.helpdesk()
    assert list(found.documents) == ["d1", "d2", "d3"] and found.documents["d2"].title == "Cables"
    assert found.queries["q2"] == datasets.Query("cables, black", "navigational")
    assert found.judgements == {"q1": {"d1": 3, "d3": 1}, "q2": {"d2": 3, "d1": 0}}
    assert found.unjudged[0][:2] == ("q2", "d3") and found.missing == ()
    assert found.table == data / "helpdesk" / "judgements.csv"
    assert repr(found) == "Collection(3 documents, 2 queries, 4 judgements)"
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.queries = {}


def test_it_goes_straight_into_evaluate(data):
    found = datasets.helpdesk()
    table = ratools.evaluate(Bm25(found.documents).run(found.queries), found.judgements, ["RR"])
    assert table["RR"].tolist() == [1.0, 1.0]


LINE = '{"doc_id": "d9", "title": "t", "text": "x", "topic": "", "updated": "", "note": ""}\n'


@pytest.mark.parametrize(
    ("file", "added", "words"),
    [
        ("documents.jsonl", "{nonsense\n", r"documents.jsonl:4: not JSON"),
        ("documents.jsonl", '{"doc_id": "d4"}\n', r"documents.jsonl:4: no 'title'; every record has doc_id, title"),
        ("documents.jsonl", "[1]\n", r"documents.jsonl:4: no 'doc_id'"),
        ("documents.jsonl", LINE + LINE, r"documents.jsonl:5: doc_id 'd9' was there before, at .*jsonl:4"),
        ("documents.jsonl", LINE.replace('"d9"', '""'), r"documents.jsonl:4: doc_id is ''"),
        ("documents.jsonl", LINE.replace('"d9"', "9"), r"documents.jsonl:4: doc_id is 9"),
        ("queries.csv", "q1,again,x\n", r"queries.csv:4: query_id 'q1' was there before, at .*csv:2"),
        ("queries.csv", "q3, ,x\n", r"queries.csv:4: the query is empty"),
        ("queries.csv", "q3,too,many,columns\n", r"queries.csv:4: expected 3 columns"),
        ("queries.csv", "q3,few\n", r"queries.csv:4: expected 3 columns"),
        ("judgements.csv", "q9,d1,1,1,1\n", r"judgements.csv:6: query_id 'q9' is not in the collection"),
        ("judgements.csv", "q1,d9,1,1,1\n", r"judgements.csv:6: doc_id 'd9' is not in the collection"),
        ("judgements.csv", "q1,d2,1,1,4\n", r"judgements.csv:6: grade is '4'; grades are 0, 1, 2 or 3"),
        ("judgements.csv", "q1,d2,,1,1\n", r"judgements.csv:6: judge_a is ''"),
        ("judgements.csv", "q1,d1,1,1,1\n", r"judgements.csv:6: document 'd1' of query 'q1' was judged before"),
        ("unjudged.csv", "q1,d1,why\n", r"unjudged.csv:3: document 'd1' of query 'q1' .* has a grade"),
        ("unjudged.csv", "q1,d9,why\n", r"unjudged.csv:3: doc_id 'd9'"),
    ],
)
def test_what_does_not_fit_is_named_by_its_line(data, file, added, words):
    path = data / "helpdesk" / file
    path.write_text(path.read_text(encoding="utf-8") + added, encoding="utf-8")
    with pytest.raises(ValueError, match=words):
        datasets.helpdesk()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"query_id,query\nq1,x\n", r"queries.csv:1: columns are query_id, query; expected query_id, query, need"),
        (b"query_id,query,need\nq1,caf\xe9,x\n", r"queries.csv:2: byte 0xe9 is not UTF-8"),
        (b'query_id,query,need\nq1,"open,x\n', r"queries.csv:2: not CSV"),
        (b"", r"queries.csv: the file is empty"),
        (None, r"queries.csv: there is no such file"),
    ],
)
def test_bad_files(data, content, words):
    path = data / "helpdesk" / "queries.csv"
    path.unlink() if content is None else path.write_bytes(content)
    with pytest.raises(ValueError, match=words):
        datasets.helpdesk()


def test_a_byte_order_mark_is_no_part_of_a_column(data):
    path = data / "helpdesk" / "queries.csv"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert "q1" in datasets.helpdesk().queries


def test_products_and_answers(data):
    assert ratools.retrieval_report(datasets.products())["retrieved_count"] == 1
    references, predictions = datasets.answers()
    assert [item["type"] for item in references] == ["fact", "impossible"] and predictions == {}
    (data / "answers" / "predictions").mkdir()
    (data / "answers" / "predictions" / "v1.json").write_text(json.dumps(references))
    assert list(datasets.answers()[1]) == ["v1"]
    references[1].pop("type")
    (data / "answers" / "references.json").write_text(json.dumps(references))
    with pytest.raises(ValueError, match=r"references.json: item 2: no 'type'"):
        datasets.answers()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"spans": [[10, 16]]}, r"item 1: the spans select \[' black'\], the quotes are \['black'\]"),
        ({"spans": [], "quotes": []}, "item 1: the spans select"),
        ({"spans": [[-30, 5]]}, "item 1: spans starts at -30, before the text"),
        ({"spans": [[11, 999]]}, r"item 1: the spans select \[\]"),
        ({"spans": "no"}, "item 1: spans"),
        ({"doc_id": "d9"}, "item 1: doc_id 'd9' is not in the collection"),
        ({"elsewhere": [["d9", 0, 3]]}, "item 1: doc_id 'd9' is not in the collection"),
        ({"elsewhere": [["m1", 3, 9]]}, "item 1: elsewhere has 3 to 9, which is not a valid span of m1"),
    ],
)
def test_chunk_questions(data, change, words):
    path = data / "chunks" / "questions.json"
    assert datasets.chunk_questions()[0]["quotes"] == ["black"]
    path.write_text(json.dumps([json.loads(path.read_text())[0] | change]))
    with pytest.raises(ValueError, match=words):
        datasets.chunk_questions()


def test_questions_of_answers_are_asked_of_the_chunks_too(data):
    path = data / "answers" / "references.json"
    references = json.loads(path.read_text(encoding="utf-8"))
    references[0] |= {"answer": ["€ 4.50", "goods"], "spans": [["d1", 46, 52], ["d1", 5, 10]]}
    path.write_text(json.dumps(references), encoding="utf-8")
    first, second = datasets.chunk_questions("short")
    assert first["question_id"] == "c1" and datasets.chunk_questions("long") == []
    assert second == {
        "question_id": "a1",
        "doc_id": "d1",
        "question": "What does a label cost?",
        "spans": [[46, 52]],
        "quotes": ["€ 4.50"],
        "elsewhere": [["d1", 5, 10]],
    }


def test_a_judged_name_that_this_python_lacks_is_reported(data):
    found = datasets.stdlib_judgements()
    assert found.judgements == {"s1": {"os.path.split": 3}}
    assert found.missing == (("s1", "os.path.no_such_thing"),)

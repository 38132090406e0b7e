"""A tiny collection in a folder of its own, as `data/` would hold it."""

import json

import pytest

DOCUMENTS = [
    ("d1", "Returns", "Send goods back within 14 days. A label costs € 4.50."),
    ("d2", "Cables", "Cables are black. They come in 3 lengths."),
    ("d3", "Refunds", "Money comes back after goods arrive."),
]
FILES = {
    "helpdesk/documents.jsonl": "".join(
        json.dumps({"doc_id": d, "title": t, "text": x, "topic": "shop", "updated": "2025-01-01", "note": ""}) + "\n"
        for d, t, x in DOCUMENTS
    ),
    "helpdesk/queries.csv": 'query_id,query,need\nq1,goods back,informational\nq2,"cables, black",navigational\n',
    "helpdesk/judgements.csv": "query_id,doc_id,judge_a,judge_b,grade\n"
    "q1,d1,3,2,3\nq1,d3,1,1,1\nq2,d2,3,3,3\nq2,d1,0,0,0\n",
    "helpdesk/unjudged.csv": "query_id,doc_id,why\nq2,d3,left out to show what an unjudged document does\n",
    "stdlib/queries.csv": "query_id,query,need\ns1,split a path,informational\n",
    "stdlib/judgements.csv": "query_id,doc_id,grade\ns1,os.path.split,3\ns1,os.path.no_such_thing,2\n",
    "products/results.json": '[{"doc_id": "p1", "score": 0.4, "category": "Cables"}]',
    "answers/references.json": json.dumps(
        [
            {
                "question_id": "a1",
                "doc_id": "d1",
                "question": "What does a label cost?",
                "type": "fact",
                "answer": "€ 4.50",
            },
            {"question_id": "a2", "doc_id": "d2", "question": "Who founded it?", "type": "impossible", "answer": "No."},
        ]
    ),
    "chunks/documents.jsonl": json.dumps(
        {"doc_id": "m1", "title": "Long", "text": "Long.", "topic": "shop", "updated": "2025-01-01", "note": ""}
    ),
    "chunks/questions.json": json.dumps(
        [{"question_id": "c1", "doc_id": "d2", "question": "What colour?", "spans": [[11, 16]], "quotes": ["black"]}]
    ),
}


@pytest.fixture
def data(tmp_path, monkeypatch):
    """The folder; `RATOOLS_DATA` names it."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("RATOOLS_DATA", str(tmp_path))
    return tmp_path

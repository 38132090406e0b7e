"""data/answers: consistent, split by its rule, remade by its script; every figure of its README is computed."""

import hashlib
import re
from collections import Counter

import numpy as np
import pytest

import ratools as rt
from data.make import answers as make_answers
from ratools.evaluation.answer_files import score_answers
from ratools.evaluation.comparison import sign_test
from ratools.metrics.answers import ABSTENTION, abstention_report
from ratools_course.systems import datasets
from ratools_course.systems.answer_scoring import STAGES, answer_scores, mean_interval, stage_failures
from ratools_course.systems.answering import THRESHOLD, Answerer, answered
from ratools_course.systems.lexical import Bm25
from ratools_course.systems.words import english_words

FOLDER = rt.data_dir() / "answers"
SYSTEMS = ["always_abstain", "v1_guess", "v2_sentence", "v3_cut", "v4_abstention"]
KEYS = ["question_id", "doc_id", "question", "type", "answer", "spans", "written", "split"]
README = (FOLDER / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def references():
    return datasets.answers()[0]


def accepted(item):
    return [item["answer"]] if isinstance(item["answer"], str) else item["answer"]


def test_references(references):
    documents = datasets.helpdesk_documents()
    assert [list(item) for item in references] == [KEYS] * 100
    assert [item["question_id"] for item in references] == [f"a{number:02}" for number in range(1, 101)]
    groups = Counter((item["type"], item["written"]) for item in references)
    assert groups == {
        ("fact", "with the documents"): 58,
        ("impossible", "with the documents"): 22,
        ("fact", "blind"): 14,
        ("impossible", "blind"): 6,
    }
    for item in references:
        if item["type"] == "impossible":
            assert item["answer"] == ABSTENTION and item["spans"] == []
        else:
            doc, start, end = item["spans"][0]
            assert doc == item["doc_id"] and documents[doc].text[start:end] == accepted(item)[0]
            assert not [span for span in item["spans"] if documents[span[0]].note.startswith("outdated")]
            assert len(set(accepted(item))) == len(accepted(item)) and ABSTENTION not in accepted(item)


def test_a_quantity_has_its_unit_and_nothing_else(references):
    for item in references:
        first = accepted(item)[0]
        assert not re.match(r"(?:about|up to|at most|at least|within|above|until|every|after|for)\b", first), first
        assert not re.search(r" (?:an?|per|each) ", f"{first} "), first
        bare = [one for one in accepted(item) if re.fullmatch(r"[\d,]+|four|six|eight", one)]
        counts = re.search(r"how many|which (?:outbound )?port|which day", item["question"].lower())
        assert not bare or counts, (item["question_id"], bare)  # a bare number only where the question names the thing


def test_the_split_is_the_rule_of_the_readme(references):
    groups = {}
    for item in references:
        groups.setdefault((item["type"], item["written"]), []).append(item)
    for group in groups.values():
        group.sort(key=lambda item: hashlib.sha256(f"answers 13 {item['question_id']}".encode()).hexdigest())
        half = (len(group) + 1) // 2
        assert [item["split"] for item in group] == ["develop"] * half + ["report"] * (len(group) - half)
    assert Counter(item["split"] for item in references) == {"develop": 50, "report": 50}


def test_one_half(references):
    kept, systems = datasets.answers("report")
    assert {item["split"] for item in kept} == {"report"} and list(systems) == SYSTEMS
    assert all(
        [item["question_id"] for item in kept] == [one["question_id"] for one in said] for said in systems.values()
    )
    with pytest.raises(
        ValueError, match="split is 'half'; the questions have develop, report, and None gives them all"
    ):
        datasets.answers("half")
    path = FOLDER / "predictions" / "v4_abstention.json"
    scores = score_answers(path, FOLDER / "references.json", split="report")
    assert scores["questions"] == 50
    assert scores["exact_match"] == np.mean(answer_scores(systems["v4_abstention"], kept)["exact_match"])
    with pytest.raises(ValueError, match="no question has the split 'half'; there are: develop, report"):
        score_answers(path, FOLDER / "references.json", split="half")


def test_a_span_that_selects_something_else_is_refused(references):
    item = references[0] | {"spans": [["d115", 0, 6]]}
    with pytest.raises(ValueError, match="here: span d115 0 to 6 selects 'Create', not one of"):
        datasets.readers.check_spans(item, datasets.helpdesk_documents(), "here")


@pytest.mark.slow
def test_everything_is_remade_byte_for_byte(tmp_path, monkeypatch, references):
    import shutil

    for name in ("helpdesk", "answers"):
        shutil.copytree(rt.data_dir() / name, tmp_path / name)
    monkeypatch.setenv("RATOOLS_DATA", str(tmp_path))
    make_answers.main()
    for name in ("stages.csv", "scores.csv", *(f"predictions/{system}.json" for system in SYSTEMS)):
        assert (tmp_path / "answers" / name).read_bytes() == (FOLDER / name).read_bytes(), name


def test_every_question_has_a_vector(references):
    system = datasets.helpdesk_minilm()
    assert all(len(system.search(item["question"], 3)) == 3 for item in references)
    with np.load(FOLDER / "minilm.npz", allow_pickle=False) as file:
        vectors = file["query_vectors"]
    assert vectors.dtype == np.float16 and vectors.shape == (100, 384)
    assert np.allclose(np.linalg.norm(vectors.astype(float), axis=1), 1, atol=0.01)


def interval(scores, lowest=0.0):
    return "{:.3f} [{:.3f}, {:.3f}]".format(*mean_interval(scores, lowest))


def test_every_score_of_the_readme(references):
    for half in ("report", "develop"):
        kept, systems = datasets.answers(half)
        for name, said in systems.items():
            cells = [interval(scores) for scores in answer_scores(said, kept).values()]
            assert f"| {half} | {name} | {' | '.join(cells)} |" in README


def test_every_abstention_report_of_the_readme():
    names = ("accuracy", "precision", "recall", "f1", "over_abstention", "coverage", "accuracy_when_answering")
    for half in ("report", "develop"):
        kept, systems = datasets.answers(half)
        for name, said in systems.items():
            report = abstention_report([item["answer"] for item in said], [item["answer"] for item in kept])
            cells = ["–" if report[one] is None else f"{report[one]:.3f}" for one in names]
            assert f"| {half} | {name} | {' | '.join(cells)} |" in README


def test_every_stage_of_the_readme():
    shown = [stage for stage in STAGES if stage not in ("not in a chunk", "wrong answer")]  # whole documents are read
    assert f"| half | system | {' | '.join(shown)} |" in README
    for half in ("report", "develop"):
        kept, systems = datasets.answers(half)
        for name, said in systems.items():
            counts = Counter(stage_failures(said, kept))
            assert sum(counts[stage] for stage in shown) == 50
            assert f"| {half} | {name} | {' | '.join(str(counts[stage]) for stage in shown)} |" in README


def test_every_difference_of_the_readme():
    for half in ("report", "develop"):
        kept, systems = datasets.answers(half)
        exact = {name: answer_scores(said, kept)["exact_match"] for name, said in systems.items()}
        for first, second in (
            ("v4_abstention", "always_abstain"),
            ("v4_abstention", "v3_cut"),
            ("v3_cut", "always_abstain"),
        ):
            differences = [a - b for a, b in zip(exact[first], exact[second], strict=True)]
            p = sign_test(differences)
            assert f"| {half} | {first} − {second} | {interval(differences, -1.0)} | {p:.3f} |" in README


def test_retrieval_can_fail(references):
    documents = datasets.helpdesk_documents()
    systems = {"bm25": Bm25(documents), "bm25_english": Bm25(documents, tokenize=english_words)}
    for name, system in (systems | {"minilm": datasets.helpdesk_minilm()}).items():
        cells = []
        for written in ("with the documents", "blind"):
            kept = [item for item in references if item["type"] == "fact" and item["written"] == written]
            found = [{doc for doc, _ in system.search(item["question"], 3)} for item in kept]
            wanted = [{span[0] for span in item["spans"]} for item in kept]
            cells.append(sum(not docs.isdisjoint(answer) for docs, answer in zip(found, wanted, strict=True)))
        assert f"| {name} | {cells[0]} of 58 | {cells[1]} of 14 |" in README


def test_the_figures_in_the_readmes_prose(references):
    kinds = Counter(item["type"] for item in references)
    assert f"100 questions, {kinds['fact']} with an answer and {kinds['impossible']} without one" in README
    for half in ("report", "develop"):
        assert sum(item["type"] == "impossible" for item in datasets.answers(half)[0]) == 14
    assert f"its confidence is below {THRESHOLD}" in README
    documents = datasets.helpdesk_documents()
    assert Answerer(Bm25(documents), documents).top == 3 and "the first three documents that BM25 finds" in README
    systems = datasets.answers()[1]
    for name in ("v2_sentence", "v3_cut"):
        assert [item["answer"] for item in systems[name]].count(ABSTENTION) == 1, "v2 and v3 abstain once"
    blind = [item["question_id"] for item in references if item["written"] == "blind"]
    assert blind[0] == "a81" and blind[-1] == "a100" and len(blind) == 20


def test_better_retrieval_is_no_better_answer(references):
    documents = datasets.helpdesk_documents()
    dense = answered(Answerer(datasets.helpdesk_minilm(), documents).answer, references)
    systems = datasets.answers()[1]
    before, after = (Counter(stage_failures(said, references)) for said in (systems["v3_cut"], dense))
    assert f"{after['not retrieved']} answerable questions instead of {before['not retrieved']}" in README
    assert f"still gives {after['right']} right answers:" in README and after["right"] == before["right"]
    assert after["wrong sentence"] > before["wrong sentence"]
    stages = zip(stage_failures(systems["v4_abstention"], references), systems["v4_abstention"], strict=True)
    lost = [said["answer"] for stage, said in stages if stage == "not retrieved"]
    assert f"it abstained on {lost.count(ABSTENTION)} of {len(lost)}." in README

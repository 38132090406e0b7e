"""What the converters accept and give, at the borders; and their sentences, word for word."""

import math
from types import MappingProxyType

import numpy as np
import pandas as pd
import pytest

import ratools as rt
from ratools.metrics.arguments import as_list, as_number, as_relevant, as_subtopics
from ratools.metrics.binary import by_query

NAN = math.nan
HASHABLE = "it must be a hashable value such as a str or an int"
TWICE = "at ranks 1 and 2: a document can be found only once"

SENTENCES = [
    (
        lambda: rt.precision_at_k({"a"}, {"a"}),
        "retrieved is a set, which has no order: pass the document ids as a list, best first",
    ),
    (
        lambda: rt.precision_at_k(np.array([["a"]]), {"a"}),
        "retrieved must be a list, got array([['a']], dtype='<U1'): pass the document ids as a list, best first",
    ),
    (
        lambda: rt.precision_at_k(["a", "a"], {"a"}),
        f"document 'a' is in retrieved twice, {TWICE} (duplicates='first' keeps the best-ranked)",
    ),
    (
        lambda: rt.kendall_tau(["a", "a"], ["a", "b"]),
        f"document 'a' is in the first ranking twice, {TWICE} (keep the best-ranked)",
    ),
    (
        lambda: rt.kendall_tau(["a", "b"], ["b", "b"]),
        f"document 'b' is in the second ranking twice, {TWICE} (keep the best-ranked)",
    ),
    (
        lambda: rt.retrieval_report([{"doc_id": 1, "score": 1}] * 2),
        f"document 1 is in results twice, {TWICE} (keep the best-ranked)",
    ),
    (
        lambda: rt.precision_at_k(["a"], 7),
        "relevant must be a list, got 7: pass a set of document ids, or a dict {document: grade}",
    ),
    (lambda: rt.precision_at_k(["a"], [["a"]]), f"a document in relevant is ['a']: {HASHABLE}"),
    (lambda: rt.precision_at_k(["a"], {NAN: 1}), f"a document in relevant is nan: {HASHABLE}"),
    (lambda: rt.precision_at_k(["a"], {"a": 1}, min_grade="x"), "min_grade must be a number, got 'x'"),
    (
        lambda: as_relevant(as_relevant({"a"}), min_grade=2),
        "min_grade=2 needs grades: pass relevant as a dict {document: grade}",
    ),
    (lambda: rt.judged_at_k(["a"], {NAN: 1}), f"a document in judgements is nan: {HASHABLE}"),
    (lambda: rt.err_at_k(["a"], [1]), "grades must be a dict {document: grade}, or a set of documents, got [1]"),
    (lambda: rt.err_at_k(["a"], {NAN}), f"a document in grades is nan: {HASHABLE}"),
    (lambda: rt.ndcg_at_k(["a"], {NAN: 1}), f"a document in relevance_scores is nan: {HASHABLE}"),
    (lambda: rt.dcg_at_k(7), "relevances must be a list, got 7: pass the grades as a list, in rank order"),
    (
        lambda: rt.dcg_at_k([0, 1001], gain="exp"),
        "grade 1001 is too large for gain='exp' (2^grade overflows); use gain='linear'",
    ),
    (lambda: rt.ideal_dcg_at_k(7), "grades must be a list, got 7: pass a dict {document: grade}, or a list of grades"),
    (lambda: rt.alpha_ndcg_at_k(["a"], {"a": 7}), "the subtopics of document 'a' must be a set, got 7"),
    (lambda: rt.alpha_ndcg_at_k(["a"], {"a": {NAN}}), f"a subtopic of document 'a' is nan: {HASHABLE}"),
    (lambda: rt.mean_reciprocal_rank([], {}), "results must be a dict by query with at least one query, got []"),
    (
        lambda: rt.mean_reciprocal_rank({"q": ["a"]}, {}),
        "ground_truth must be a dict by query with at least one query, got {}",
    ),
    (lambda: rt.token_iou(7, "a"), "retrieved_tokens must be a list, got 7: pass a text or a list of tokens"),
    (lambda: rt.span_iou(7, (0, 5)), "retrieved_spans must be a list, got 7: pass a list of (start, end) pairs"),
    (
        lambda: rt.span_iou([3, (0, 5)], (0, 5)),
        "span 1 of retrieved_spans must be a list, got 3: a span is a pair (start, end)",
    ),
    (
        lambda: rt.span_iou([(0, 2.5)], (0, 5)),
        "span 1 of retrieved_spans is (0, 2.5): a span is a pair (start, end) of whole numbers",
    ),
    (
        lambda: rt.span_iou(np.zeros((1, 2, 2), int), (0, 5)),
        "retrieved_spans must be a list, got array([[[0, 0], [0, 0]]]): pass a list of (start, end) pairs",
    ),
    (
        lambda: rt.span_iou(pd.DataFrame([[0, 5]]), (0, 5)),
        "retrieved_spans must be a list, got 0 1 0 0 5: pass a list of (start, end) pairs",
    ),
    (lambda: rt.exact_match("a", 7), "reference must be a list, got 7: pass a text or a list of texts"),
    (
        lambda: rt.abstention_accuracy(7, ["a"]),
        "predictions must be a list, got 7: pass a list of texts, one per question",
    ),
    (
        lambda: rt.abstention_accuracy(["a"], 7),
        "references must be a list, got 7: pass a list of texts, one per question",
    ),
    (
        lambda: rt.abstention_accuracy(["a", "a"], ["b", 7]),
        "reference 2 must be a list, got 7: pass a text or a list of texts",
    ),
    (lambda: rt.abstention_accuracy(["a"], ["b"], 7), "abstention_token must be a text, got 7 (an empty answer is '')"),
    (lambda: rt.retrieval_report(7), "results must be a list, got 7: pass a list of dicts, best first"),
    (lambda: rt.score_classes([0.5, {"score": 0.5}]), "the result at rank 1 has no 'score': 0.5"),
    (lambda: rt.score_classes([{"score": 0.5}, 7]), "the result at rank 2 has no 'score': 7"),
    (lambda: rt.matches_by_category([{"category": ["hats"]}]), f"a category is ['hats']: {HASHABLE}"),
    (lambda: rt.category_entropy(7), "categories must be a list, got 7: pass a list of labels"),
    (lambda: rt.category_entropy([["hats"]]), f"a category is ['hats']: {HASHABLE}"),
    (lambda: rt.category_entropy(["hats"], normalised=1), "normalised must be False or True, got 1"),
    (lambda: rt.fleiss_kappa(7), "judges must be a list, got 7: pass a list of judges, each a list of labels"),
    (lambda: rt.fleiss_kappa([[1, 0], 7]), "judge 2 must be a list, got 7: pass a list of labels"),
    (lambda: rt.fleiss_kappa([[1, 0], [1, [0]]]), f"label 2 of judge 2 is [0]: {HASHABLE}"),
    (
        lambda: rt.fleiss_kappa([[1, None], [1, 0]]),
        "label 2 of judge 1 is None: every judge must judge everything (krippendorff_alpha allows gaps)",
    ),
    (lambda: rt.cohen_kappa([1, NAN], [1, 0]), f"label 2 of judge 1 is nan: {HASHABLE}"),
    (
        lambda: rt.krippendorff_alpha([[1, NAN], [1, 0]]),
        "label 2 of judge 1 is nan: write None for an item that a judge left out",
    ),
]


@pytest.mark.parametrize(("call", "sentence"), SENTENCES, ids=[sentence[:60] for _, sentence in SENTENCES])
def test_a_sentence_word_for_word(call, sentence):
    with pytest.raises(ValueError) as error:
        call()
    assert str(error.value) == sentence


def test_numbers_keep_their_kind_up_to_the_largest():
    for value in (3, 2**70, 1e100, -1e100, 0.5):
        number = as_number(value, "n")
        assert number == value and type(number) is type(value)


def test_what_becomes_a_list():
    for given in ((1, 2), np.array([1, 2]), pd.Series([1, 2]), iter([1, 2])):
        made = as_list(given, "n", "")
        assert made == [1, 2] and type(made) is list and {type(item) for item in made} == {int}


def test_grades_between_0_and_1():
    assert rt.precision_at_k(["a"], {"a": 0.5}) == 1.0
    assert rt.precision_at_k(["a"], {"a": 0.5}, min_grade=1) == 0.0
    assert rt.category_entropy({"hats": 0.5, "bags": 0.5, "shoes": 0}) == 1.0


def test_a_set_of_documents_has_grade_1():
    assert rt.err_at_k(["a"], {"a"}, g_max=1) == 0.5


def test_the_largest_grade_of_exponential_gain():
    assert rt.dcg_at_k([1000], gain="exp") == 2.0**1000


def test_subtopics_of_other_forms_become_sets():
    sets = {"a": {1}, "b": {1, 2}}
    for given in ({"a": {1}, "b": [1, 2, 1]}, MappingProxyType({"a": (1,), "b": frozenset({1, 2})})):
        assert as_subtopics(given) == sets and {type(topics) for topics in as_subtopics(given).values()} == {set}


def test_spans_may_be_empty():
    assert rt.span_iou((), (0, 5)) == 0.0
    assert rt.span_iou([[3, 3]], (0, 5)) == rt.span_iou([(3, 3)], (0, 5)) == 0.0


def test_thresholds_may_be_equal():
    assert rt.score_classes([0.1, 0.2], relevant_at=0.2, nonrelevant_below=0.2) == ["nonrelevant", "relevant"]


def test_labels_of_any_kind():
    for first, second in ((["yes", "no"], ["yes", "no"]), ([1.5, 1.0], [1.5, 1.0])):
        assert rt.cohen_kappa(first, second) == rt.fleiss_kappa([first, second]) == 1.0
        assert rt.krippendorff_alpha([first, second]) == 1.0


def test_unanswered_queries_are_skipped_by_default():
    assert by_query(rt.reciprocal_rank, {"q1": ["a"]}, {"q1": {"a"}, "q2": {"b"}}) == {"q1": 1.0}

"""The numbers of the course's source documents, by id. Where a source is wrong, its number must not come out."""

import pytest

import ratools as rt


def close(value, printed, digits=3):
    """Whether a value, rounded as the sources round, is what they print."""
    return round(value, digits) == printed


def hits_at(*ranks, of):
    """A ranking of `of` documents with relevant ones at these ranks, and those relevant ones."""
    documents = [f"d{rank}" for rank in range(1, of + 1)]
    return documents, {f"d{rank}" for rank in ranks}


# S0: a retrieval system's evaluation report


def shop(*scores):
    return [{"doc_id": n, "score": score, "category": "c"} for n, score in enumerate(scores)]


def test_s0_1_grey_scores_count_in_neither():
    report = rt.retrieval_report(shop(0.15, 0.149, 0.05, 0.049))
    assert (report["relevant_count"], report["nonrelevant_count"], report["retrieved_count"]) == (1, 1, 4)


def test_s0_2_precision_and_recall_of_the_counts():
    report = rt.retrieval_report(shop(0.35, 0.22, 0.12, 0.04, 0.01))
    assert report["precision"] == report["retrieved_and_relevant"] / report["retrieved_count"]
    assert report["recall"] == report["retrieved_and_relevant"] / report["relevant_count"]


def test_s0_3_average_precision_was_rounded_too_early():
    value = rt.average_precision(list("RNrnm"), {"R", "r"})
    assert value == pytest.approx(5 / 6)
    assert not close(value, 0.835)
    early = [round(rt.precision_at_k(list("RNrnm"), {"R", "r"}, k), 2) for k in (1, 3)]
    assert early == [1.0, 0.67] and close(sum(early) / 2, 0.835)  # how the source came to it
    assert rt.average_precision(list("RNrnm"), set("RrX"), denominator="found") == value
    assert rt.average_precision(list("RNrnm"), set("RrX")) < value


def test_s0_4_and_s0_5_the_report_and_its_distribution():
    results = shop(0.35, 0.22, 0.12, 0.04, 0.01)
    report = rt.retrieval_report(results)
    assert list(report) == [
        "average_precision",
        "precision",
        "recall",
        "retrieved_count",
        "relevant_count",
        "nonrelevant_count",
        "retrieved_and_relevant",
    ]
    assert list(report.values()) == [1.0, 0.4, 1.0, 5, 2, 2, 2]
    distribution = rt.score_distribution(results)
    assert list(distribution) == ["0.0-0.1", "0.1-0.2", "0.2-0.3", "0.3-0.4", "0.4-0.5", "0.5+"]
    assert list(distribution.values()) == [2, 1, 1, 1, 0, 0]
    assert rt.score_classes(results).count("grey") == 1


def test_s0_6_categories():
    names = ["Ropa", "Tecnología", "Tecnología", "Cosméticos", "Tecnología"]
    results = [{"doc_id": n, "score": 0.2, "category": name} for n, name in enumerate(names)]
    assert rt.matches_by_category(results) == {"Tecnología": 3, "Ropa": 1, "Cosméticos": 1}
    assert rt.category_entropy(rt.matches_by_category(results)) == pytest.approx(1.370951, abs=1e-6)


@pytest.mark.parametrize("scores", [(0.9, 0.5, 0.1), (0.16,), (0.2, 0.15, 0.14, 0.0), (99.0, 3.0, 0.01)])
def test_s0_7_relevance_from_the_ranking_score_is_circular(scores):
    results = shop(*sorted(scores, reverse=True))
    report = rt.retrieval_report(results)
    relevant = {one["doc_id"] for one in results if one["score"] >= 0.15}
    documents = [one["doc_id"] for one in results]
    assert report["average_precision"] == report["recall"] == 1.0
    assert rt.ndcg_at_k(documents, relevant) == rt.reciprocal_rank(documents, relevant) == 1.0


# S1: the ranking chapter


def test_s1_1_the_method_does_not_matter():
    truth = {1, 3, 8, 15, 20}
    assert rt.precision_at_k([1, 5, 8, 12, 3], truth, 5) == 0.6
    assert rt.precision_at_k([1, 3, 8, 15, 20], truth, 5) == 1.0


def test_s1_2_a_form_at_rank_15_and_a_recall_that_hides():
    ranking, form = hits_at(15, of=20)
    assert rt.success_at_k(ranking, form, 5) == 0.0
    ranking, relevant = hits_at(3, 12, 14, 16, of=20)
    relevant |= {"never found"}
    assert rt.recall_at_k(ranking, relevant) == 0.8
    assert rt.precision_at_k(ranking, relevant, 5) == 0.2
    ranking, hits = hits_at(1, 4, 6, of=10)
    twenty = hits | {f"missed {n}" for n in range(17)}
    assert (rt.precision_at_k(ranking, twenty, 10), rt.recall_at_k(ranking, twenty, 10)) == (0.3, 0.15)


def test_s1_3_the_library():
    ranking, hits = hits_at(3, 4, 5, 6, 7, 8, 9, of=10)
    owned = hits | {f"on the shelf {n}" for n in range(43)}
    assert rt.precision_at_k(ranking, owned, 10) == 0.7
    assert rt.recall_at_k(ranking, owned, 10) == 0.14
    assert rt.reciprocal_rank(ranking, owned) == 1 / 3


def test_s1_4_precision_may_rise_recall_never_falls():
    ranking, hits = hits_at(1, 4, 6, of=10)
    five = hits | {"x", "y"}
    precision = [rt.precision_at_k(ranking, five, k) for k in range(1, 11)]
    recall = [rt.recall_at_k(ranking, five, k) for k in range(1, 11)]
    assert [round(100 * value) for value in precision] == [100, 50, 33, 50, 40, 50, 43, 38, 33, 30]
    assert [round(100 * value) for value in recall] == [20, 20, 20, 40, 40, 60, 60, 60, 60, 60]
    assert precision[3] > precision[2] and precision[5] > precision[4]
    assert recall == sorted(recall)


def test_s1_5_same_numerator_other_denominator():
    ranking, relevant = [*"AXYBZC", "u", "v", "w", "t"], set("ABCDE")
    assert [rt.precision_at_k(ranking, relevant, k) for k in (5, 10)] == [0.4, 0.3]
    assert [rt.recall_at_k(ranking, relevant, k) for k in (5, 10)] == [0.4, 0.6]
    assert rt.precision_at_k(ranking[:6], relevant, 10) == 0.3  # six returned: still divided by k


def test_s1_6_mrr_is_not_a_mean_rank():
    results = {"q1": ["x", "y", "a"], "q2": ["a"], "q3": ["x", "a"]}
    truth = dict.fromkeys(results, {"a"})
    assert close(rt.mean_reciprocal_rank(results, truth), 0.611)
    half_found = {"q1": ["a"], "q2": ["x"]}
    assert rt.mean_reciprocal_rank(half_found, truth) == 0.5
    assert [round(rt.reciprocal_rank(*hits_at(rank, of=10)), 2) for rank in (1, 2, 3, 10)] == [1, 0.5, 0.33, 0.1]
    ranks = (1, 1, 2)
    mrr = sum(1 / rank for rank in ranks) / 3
    assert (round(1 / mrr, 1), round(sum(ranks) / 3, 2)) == (1.2, 1.33)
    assert int(1 / rt.reciprocal_rank(*hits_at(93, of=100))) == 92
    assert round(1 / rt.reciprocal_rank(*hits_at(93, of=100))) == 93


def test_s1_7_from_cg_to_ndcg():
    grades = {"a": 2, "b": 0, "c": 3, "d": 2, "e": 1}
    assert rt.cumulative_gain([2, 0, 3, 2, 1]) == rt.cumulative_gain([3, 2, 2, 1, 0]) == 8
    discounts = [round(term, 2) for term in rt.dcg_terms([1] * 10)]
    assert discounts == [1, 0.63, 0.5, 0.43, 0.39, 0.36, 0.33, 0.32, 0.3, 0.29]
    assert close(rt.dcg_at_k([2, 0, 3, 2, 1], 5), 4.748)
    assert close(rt.ideal_dcg_at_k(grades, 5), 5.693)
    ndcg = rt.ndcg_at_k(list("abcde"), grades, 5)
    assert close(ndcg, 0.834) and not close(ndcg, 0.833)


def test_s1_8_everything_returned():
    everything, relevant = range(10_000), set(range(0, 10_000, 200))
    assert len(relevant) == 50
    assert rt.recall_at_k(everything, relevant) == 1.0
    assert rt.precision_at_k(everything, relevant) == 0.005


TRUTH = {"python async": {1, 4, 6, 12, 15}, "docker networking": {2, 7, 8}, "redis caching": {3, 9, 11, 14}}
RESULTS = {
    "python async": [1, 23, 45, 4, 67, 6, 89, 12],
    "docker networking": [2, 7, 34, 56, 8],
    "redis caching": [78, 3, 9, 45, 11],
}
ASYNC_GRADES = {1: 3, 4: 2, 6: 2, 12: 1, 15: 1}


def test_s1_11_and_s1_12_hands_on_values():
    ranking, relevant = RESULTS["python async"], TRUTH["python async"]
    right = {
        "P@5": (rt.precision_at_k(ranking, relevant, 5), 0.40, 0.60),
        "P@10": (rt.precision_at_k(ranking, relevant, 10), 0.40, None),
        "R@5": (rt.recall_at_k(ranking, relevant, 5), 0.40, 0.60),
        "R@10": (rt.recall_at_k(ranking, relevant, 10), 0.80, None),
        "MRR": (rt.mean_reciprocal_rank(RESULTS, TRUTH), 0.833, None),
        "nDCG@5": (rt.ndcg_at_k(ranking, ASYNC_GRADES, 5), 0.635, 0.874),
        "nDCG@10": (rt.ndcg_at_k(ranking, ASYNC_GRADES, 10), 0.804, 0.812),
    }
    for name, (value, expected, printed) in right.items():
        assert close(value, expected), name
        assert printed is None or not close(value, printed), name
    assert right["nDCG@10"][0] > right["nDCG@5"][0]  # it rises with k, where the source has it fall
    assert close(rt.ndcg_at_k(ranking, ASYNC_GRADES, 5, gain="exp"), 0.740)


def test_s1_13_an_impossible_pair():
    pairs = {(hits / 10, hits / relevant) for relevant in range(1, 1001) for hits in range(min(relevant, 10) + 1)}
    assert not any(p == 0.3 and abs(r - 0.9) < 0.05 for p, r in pairs)
    three, hits = hits_at(1, 2, 3, of=10)
    assert rt.precision_at_k(three, hits, 10) == 0.3  # with three relevant documents, the most there is


def test_s1_15_the_ideal_of_each_list_is_a_misconception_of_its_own():
    first, second = [3, 3, 0, 0, 0, 0, 0, 0, 2, 2], [1, 2, 1, 0, 2, 1, 0, 1, 2, 0]
    one = {f"a{rank}": grade for rank, grade in enumerate(first)}
    two = {f"b{rank}": grade for rank, grade in enumerate(second)}
    pooled = one | two
    assert [rt.precision_at_k(list(one), one, 10), rt.precision_at_k(list(two), two, 10)] == [0.4, 0.7]
    assert close(rt.ndcg_at_k(list(one), one, 10), 0.899) and close(rt.ndcg_at_k(list(two), two, 10), 0.834)
    assert close(rt.ndcg_at_k(list(one), pooled, 10), 0.619) and close(rt.ndcg_at_k(list(two), pooled, 10), 0.490)
    assert not close(rt.ndcg_at_k(list(one), one, 10), 0.85, 2)


# S2: answers


def test_s2_1_to_s2_3():
    assert rt.exact_match("SparseSwaps", "sparseSwaps") == 1
    assert rt.f1_score("SparseSwaps algorithm", "SparseSwaps") == pytest.approx(0.6667, abs=1e-4)
    token = "It is not mentioned in the document."
    assert rt.abstention_accuracy([token] * 4, [token, "a", token, "b"]) == 1.0  # the trap: always abstaining
    assert rt.abstention_accuracy(["unknown", "a"], ["unknown", "a"], abstention_token="unknown") == 1.0


# S3: overlap; S3.3's numbers are among the golden values


def test_s3_2_one_name_two_measures():
    chunks, answer = [(0, 6), (3, 9), (6, 12)], [(3, 8)]
    assert close(rt.span_precision_omega(chunks[:2], answer), 0.295)
    assert close(rt.precision_omega_chroma(chunks, answer), 0.417)


def test_s4_4_one_relevant_document():
    ranking, only = hits_at(1, of=10)
    assert (rt.precision_at_k(ranking, only, 10), rt.recall_at_k(ranking, only, 10)) == (0.1, 1.0)


def test_how_libraries_differ():
    ranking, grades = ["d1", "d2", "d3", "d6", "d4", "d5"], {"d1": 2, "d2": 0, "d3": 1, "d4": 0, "d5": 1, "d7": 1}
    from ratools_course.misconceptions.bank.measures.ndcg import ndcg_ideal_from_list

    assert close(ndcg_ideal_from_list(ranking, grades, 5), 0.798)  # as scikit-learn, which cannot see d7
    assert close(rt.ndcg_at_k(ranking, grades, 5), 0.702)

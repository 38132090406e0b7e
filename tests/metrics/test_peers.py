"""The same numbers as trec_eval, ir_measures, scikit-learn, scipy and krippendorff, on thousands of random queries.

Scores are distinct here, so ties do not come into it. Some lists are shorter than k, some are empty of judged
documents; grades go from −1 (pooled, unjudged) to 4; many documents are unjudged and some relevant ones are missing.
"""

import random
import shutil

import ir_measures
import krippendorff
import pytest
import pytrec_eval
import scipy  # its parts are loaded when they are used

import ratools as rt

QUERIES = 3000
KS = (1, 3, 5, 10, 20)


def sklearn_metrics():
    """scikit-learn's measures; to load them takes more than a second, also where other tests run."""
    from sklearn import metrics

    return metrics


def random_query(rng):
    """A ranking and its judgements."""
    documents = [f"d{n}" for n in range(rng.choice([3, 10, 40]))]
    ranking = rng.sample(documents, rng.randint(1, len(documents)))
    judged = rng.sample(documents, rng.randint(1, len(documents)))
    highest = rng.choice([1, 2, 4])
    lowest = rng.choice([-1, 0, 0])
    return ranking, {doc: rng.randint(lowest, highest) for doc in judged}


@pytest.fixture(scope="module")
def queries():
    rng = random.Random(2026)
    return {f"q{n}": random_query(rng) for n in range(QUERIES)}


@pytest.fixture(scope="module")
def trec_eval(queries):
    cuts = ",".join(map(str, KS))
    names = {f"{name}.{cuts}" for name in ("P", "recall", "map_cut", "ndcg_cut", "success")}
    names |= {"map", "ndcg", "recip_rank", "bpref", "Rprec", "infAP", "set_P", "set_recall", "set_F", "num_rel"}
    qrels = {query: grades for query, (_, grades) in queries.items()}
    run = {query: {doc: float(-rank) for rank, doc in enumerate(ranking)} for query, (ranking, _) in queries.items()}
    return pytrec_eval.RelevanceEvaluator(qrels, names).evaluate(run)


AT_K = {
    "P": rt.precision_at_k,
    "recall": rt.recall_at_k,
    "map_cut": rt.average_precision,
    "ndcg_cut": rt.ndcg_at_k,
    "success": rt.success_at_k,
}
WHOLE = {
    "map": rt.average_precision,
    "ndcg": rt.ndcg_at_k,
    "recip_rank": rt.reciprocal_rank,
    "bpref": rt.bpref,
    "Rprec": rt.r_precision,
    "infAP": rt.inf_ap,
    "set_P": rt.precision_at_k,
    "set_recall": rt.recall_at_k,
    "set_F": rt.f_score_at_k,
}


def test_the_random_queries_are_worth_comparing(queries):
    grades = [grade for _, judged in queries.values() for grade in judged.values()]
    assert {-1, 0, 1, 2, 3, 4} == set(grades)
    assert sum(len(ranking) < 10 for ranking, _ in queries.values()) > 500
    assert sum(any(doc not in judged for doc in ranking) for ranking, judged in queries.values()) > 1000
    assert sum(not any(grade > 0 for grade in judged.values()) for _, judged in queries.values()) > 50


@pytest.mark.parametrize("k", KS)
@pytest.mark.parametrize("name", AT_K)
def test_trec_eval_at_k(queries, trec_eval, name, k):
    for query, peer in trec_eval.items():
        assert AT_K[name](*queries[query], k) == pytest.approx(peer[f"{name}_{k}"], abs=1e-9), queries[query]


@pytest.mark.parametrize("name", WHOLE)
def test_trec_eval_of_the_whole_list(queries, trec_eval, name):
    assert len(trec_eval) == QUERIES
    for query, peer in trec_eval.items():
        assert WHOLE[name](*queries[query]) == pytest.approx(peer[name], abs=1e-9), queries[query]


@pytest.mark.parametrize("level", [2, 3])
def test_trec_eval_with_a_higher_relevance_level(queries, level):
    qrels = {query: grades for query, (_, grades) in queries.items()}
    run = {q: {doc: float(-rank) for rank, doc in enumerate(ranking)} for q, (ranking, _) in queries.items()}
    names = {"map", "P.5", "recall.10", "bpref", "recip_rank", "ndcg"}
    for query, peer in pytrec_eval.RelevanceEvaluator(qrels, names, relevance_level=level).evaluate(run).items():
        ranking, grades = queries[query]
        assert rt.average_precision(ranking, grades, min_grade=level) == pytest.approx(peer["map"], abs=1e-9)
        assert rt.precision_at_k(ranking, grades, 5, min_grade=level) == pytest.approx(peer["P_5"], abs=1e-9)
        assert rt.recall_at_k(ranking, grades, 10, min_grade=level) == pytest.approx(peer["recall_10"], abs=1e-9)
        assert rt.reciprocal_rank(ranking, grades, min_grade=level) == pytest.approx(peer["recip_rank"], abs=1e-9)
        assert rt.bpref(ranking, grades, min_grade=level) == pytest.approx(peer["bpref"], abs=1e-9)
        assert rt.ndcg_at_k(ranking, grades) == pytest.approx(peer["ndcg"], abs=1e-9), "gains do not move"


def iterate(queries, measures):
    qrels = [ir_measures.Qrel(q, doc, grade) for q, (_, grades) in queries.items() for doc, grade in grades.items()]
    run = [
        ir_measures.ScoredDoc(q, doc, float(-rank))
        for q, (ranking, _) in queries.items()
        for rank, doc in enumerate(ranking)
    ]
    return ir_measures.iter_calc(measures, qrels, run)


def test_ir_measures_exponential_gain_and_judged(queries):
    without_negative = {q: (run, {d: max(g, 0) for d, g in grades.items()}) for q, (run, grades) in queries.items()}
    gains = {0: 0, 1: 1, 2: 3, 3: 7, 4: 15}
    exponential = ir_measures.nDCG(gains=gains) @ 10
    judged = ir_measures.Judged @ 5
    count = 0
    for metric in iterate(without_negative, [exponential, judged]):
        ranking, grades = without_negative[metric.query_id]
        if metric.measure == judged:
            assert rt.judged_at_k(ranking, grades, 5) == pytest.approx(metric.value, abs=1e-9)
        else:
            assert rt.ndcg_at_k(ranking, grades, 10, gain="exp") == pytest.approx(metric.value, abs=1e-9)
        count += 1
    assert count >= 2 * QUERIES - 10


@pytest.mark.skipif(not shutil.which("perl"), reason="gdeval, which ir_measures calls for ERR, needs perl")
def test_gdeval_err(queries):
    some = [(run, {doc: max(grade, 0) for doc, grade in grades.items()}) for run, grades in queries.values()]
    some = {str(n): pair for n, pair in enumerate(some[:800], start=1) if any(pair[1].values())}  # gdeval wants numbers
    peers = {metric.query_id: metric.value for metric in iterate(some, [ir_measures.ERR @ 10])}
    assert len(peers) == len(some) > 500
    for query, value in peers.items():
        assert rt.err_at_k(*some[query], 10) == pytest.approx(value, abs=6e-6)  # gdeval prints five digits


def test_scikit_learn_ndcg_when_everything_was_retrieved(queries):
    for ranking, grades in list(queries.values())[:500]:
        judged = {doc: max(grades.get(doc, 0), 0) for doc in ranking}
        if len(ranking) > 1 and any(judged.values()):
            truth, scores = [[judged[doc] for doc in ranking]], [[-rank for rank in range(len(ranking))]]
            for k in (3, 10):
                peer = sklearn_metrics().ndcg_score(truth, scores, k=k, ignore_ties=True)
                assert rt.ndcg_at_k(ranking, judged, k) == pytest.approx(peer, abs=1e-9)


def test_scikit_learn_average_precision_when_everything_was_retrieved(queries):
    for ranking, grades in list(queries.values())[:500]:
        truth = [int(grades.get(doc, 0) > 0) for doc in ranking]
        if any(truth):
            peer = sklearn_metrics().average_precision_score(truth, [-rank for rank in range(len(ranking))])
            retrieved = {doc for doc, hit in zip(ranking, truth, strict=True) if hit}
            assert rt.average_precision(ranking, retrieved) == pytest.approx(peer, abs=1e-9)


def random_labels(rng, judges):
    return [[rng.randint(0, 3) for _ in range(12)] for _ in range(judges)]


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_scikit_learn_kappa(weights):
    rng = random.Random(1)
    for _ in range(300):
        first, second = random_labels(rng, 2)
        peer = sklearn_metrics().cohen_kappa_score(first, second, weights=weights, labels=[0, 1, 2, 3])
        assert rt.cohen_kappa(first, second, weights=weights) == pytest.approx(peer, abs=1e-9)


@pytest.mark.parametrize("level", ["nominal", "ordinal"])
def test_krippendorff(level):
    rng = random.Random(2)
    for _ in range(300):
        judges = [[label if rng.random() < 0.8 else None for label in labels] for labels in random_labels(rng, 3)]
        table = [[float("nan") if label is None else label for label in labels] for labels in judges]
        peer = krippendorff.alpha(table, level_of_measurement=level)
        assert rt.krippendorff_alpha(judges, level=level) == pytest.approx(peer, abs=1e-9)


def test_scipy_kendall_tau():
    rng = random.Random(3)
    for _ in range(300):
        first, second = rng.sample("abcdefgh", 8), rng.sample("abcdefgh", 8)
        peer = scipy.stats.kendalltau(
            [first.index(one) for one in "abcdefgh"], [second.index(one) for one in "abcdefgh"]
        )
        assert rt.kendall_tau(first, second) == pytest.approx(peer.statistic, abs=1e-12)


def test_ndeval_diversity():
    """α-nDCG, subtopic recall, ERR-IA; among equal gains ndeval's ideal takes the larger document id, and so do we."""
    pyndeval = pytest.importorskip("pyndeval", reason="pyndeval, which has ndeval's measures, is not installed")
    rng = random.Random(7)
    queries = {}
    for n in range(1500):
        documents = [f"d{i:02}" for i in range(rng.choice([3, 6, 12]))]
        topics = range(1, rng.choice([1, 2, 4]) + 1)
        judged = rng.sample(documents, len(documents))
        subtopics = {doc: {topic for topic in topics if rng.random() < 0.4} for doc in judged}
        subtopics = {doc: some for doc, some in subtopics.items() if some}
        if subtopics:
            queries[str(n)] = (rng.sample([*documents, "u1", "u2"], rng.randint(1, len(documents) + 2)), subtopics)
    qrels = [(q, str(topic), doc, 1) for q, (_, sub) in queries.items() for doc, some in sub.items() for topic in some]
    run = [(q, doc, -float(rank)) for q, (ranking, _) in queries.items() for rank, doc in enumerate(ranking)]
    names = [f"{name}@{k}" for name in ("alpha-nDCG", "strec", "ERR-IA") for k in (5, 10)]
    peers = pyndeval.RelevanceEvaluator(qrels, names, alpha=0.5).evaluate(run)
    assert len(peers) == len(queries) > 1000
    for query, peer in peers.items():
        for k in (5, 10):
            ceiling = rt.err_at_k(range(k), dict.fromkeys(range(k), 1), g_max=1)  # ndeval's imaginary list
            assert rt.alpha_ndcg_at_k(*queries[query], k) == pytest.approx(peer[f"alpha-nDCG@{k}"], abs=1e-6)
            assert rt.subtopic_recall_at_k(*queries[query], k) == pytest.approx(peer[f"strec@{k}"], abs=1e-6)
            assert rt.err_ia(*queries[query], k) / ceiling == pytest.approx(peer[f"ERR-IA@{k}"], abs=1e-6)

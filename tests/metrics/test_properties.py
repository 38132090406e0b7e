"""What must hold for every input: ranges, monotonicity, and what a measure must not see."""

import functools
import inspect
from math import isclose

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import ratools as rt
from ratools.evaluation.catalogue import CATALOGUE, Named, parse

DOCS = [f"d{n}" for n in range(12)]
rankings = st.lists(st.sampled_from(DOCS), unique=True, max_size=12)
grade_dicts = st.dictionaries(st.sampled_from(DOCS), st.integers(-1, 4), max_size=12)
grade_lists = st.lists(st.integers(0, 4), max_size=12)
cutoffs = st.none() | st.integers(1, 15)
gains = st.sampled_from(["linear", "exp"])
subtopics = st.dictionaries(st.sampled_from(DOCS), st.sets(st.integers(1, 4)), max_size=8)
words = st.lists(st.sampled_from("the cat sat on a mat".split()), max_size=10)
spans = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 12)).map(lambda s: (s[0], s[0] + s[1])), max_size=5)
orders = st.permutations(list("abcdef"))


def ranking_measures():
    """Each row of the catalogue as f(run, grades, k), with its defaults and with every option that its names try."""
    found = {}
    for row in CATALOGUE:
        for options in [parse(name).options for name in row.tries]:
            cut = "k" in inspect.signature(row.reference).parameters
            found[Named(row, None, options).name] = one_measure(row.reference, cut, options)
    return found


class NoValue(Exception):
    """The measure says nothing of this input; `test_only_judged_and_only_of_nothing_has_no_value` says when it may."""


def one_measure(function, cut, options):
    def value(run, grades, k):
        found = function(run, grades, *([k] if cut else []), **options)
        if found != found:
            raise NoValue
        return found

    return value


RANKING_MEASURES = ranking_measures()


def every_measure(*but):
    """Try each input on all measures but those named, of which a test below shows that the law does not hold."""
    assert set(but) <= set(RANKING_MEASURES), but
    chosen = {name: measure for name, measure in RANKING_MEASURES.items() if name not in but}

    def of_test(test):
        @functools.wraps(test)
        def tried(*inputs, **named):
            for name, measure in chosen.items():  # drawing inputs is what takes the time
                try:
                    test(measure, *inputs, **named)
                except NoValue:
                    continue
                except Exception as error:
                    error.add_note(f"measure: {name}")
                    raise

        parameters = list(inspect.signature(test).parameters.values())
        tried.__signature__ = inspect.Signature(parameters[1:])  # what `given` has to fill
        return tried

    return of_test


@given(rankings, grade_dicts, cutoffs)
@every_measure()
def test_between_0_and_1_and_a_float(measure, run, grades, k):
    value = measure(run, grades, k)
    assert type(value) is float
    assert 0 <= value <= 1


@given(rankings, grade_dicts, cutoffs)
@every_measure()
def test_arguments_are_left_alone_and_the_answer_is_the_same_twice(measure, run, grades, k):
    before = (list(run), dict(grades))
    first = measure(run, grades, k)
    assert (run, grades) == before
    assert measure(tuple(run), dict(reversed(grades.items())), k) == first


@given(rankings, grade_dicts)
@every_measure()
def test_an_unjudged_tail_changes_nothing(measure, run, grades):
    tail = ["u1", "u2", "u3"]
    k = len(run) or 1
    assert measure(run + tail, grades, k) == measure(run, grades, k)


@given(rankings, grade_dicts, cutoffs)
@every_measure("Judged")
def test_no_relevant_document_is_zero(measure, run, grades, k):
    nothing = {doc: min(grade, 0) for doc, grade in grades.items()}
    assert measure(run, nothing, k) == 0.0


@given(rankings, grade_dicts, cutoffs)
def test_only_judged_and_only_of_nothing_has_no_value(run, grades, k):
    for name, measure in RANKING_MEASURES.items():
        try:
            measure(run, grades, k)
            silent = False
        except NoValue:
            silent = True
        assert silent == (name == "Judged" and not run), name


@given(rankings.filter(len), grade_dicts, cutoffs)
def test_judged_counts_judgements_and_not_relevance(run, grades, k):
    nothing = {doc: min(grade, 0) for doc, grade in grades.items()}
    assert rt.judged_at_k(run, nothing, k) == rt.judged_at_k(run, grades, k)
    assert rt.judged_at_k(["a"], {"a": 0}) == 1


@given(rankings, grade_dicts, cutoffs)
@every_measure()
def test_names_of_documents_do_not_matter(measure, run, grades, k):
    renamed = {doc: n for n, doc in enumerate(DOCS, start=100)}
    other = measure([renamed[doc] for doc in run], {renamed[doc]: grade for doc, grade in grades.items()}, k)
    assert other == measure(run, grades, k)


@given(st.permutations(DOCS), st.lists(st.integers(0, 4), min_size=12, max_size=12), st.integers(0, 10))
@every_measure("AP(denominator='found')")
def test_swapping_a_better_document_up_never_hurts(measure, run, grades, index):
    """With everything judged, a better document one rank higher cannot lower any of the measures."""
    grades = dict(zip(DOCS, grades, strict=True))
    worse, better = sorted(run[index : index + 2], key=grades.get)
    above, below = run[:index], run[index + 2 :]
    worse_first, better_first = [*above, worse, better, *below], [*above, better, worse, *below]
    for k in (None, index + 1):
        assert measure(better_first, grades, k) >= measure(worse_first, grades, k) - 1e-12


@given(st.permutations(DOCS), st.lists(st.integers(0, 4), min_size=12, max_size=12), st.integers(0, 10))
def test_ap_over_the_found_falls_only_where_one_more_is_found(run, grades, index):
    """Its lesson: one more hit below the others lowers it. Where the swap brings in no hit it is as lawful as AP."""
    measure = functools.partial(rt.average_precision, denominator="found")
    assert measure(list("axbz"), {"a", "b"}, 3) < measure(list("axzb"), {"a", "b"}, 3)
    grades = dict(zip(DOCS, grades, strict=True))
    worse, better = sorted(run[index : index + 2], key=grades.get)
    above, below = run[:index], run[index + 2 :]
    worse_first, better_first = [*above, worse, better, *below], [*above, better, worse, *below]
    for k in (None, index + 1, index + 2):
        if k != index + 1 or grades[worse] > 0 or grades[better] <= 0:
            assert measure(better_first, grades, k) >= measure(worse_first, grades, k) - 1e-12


@given(grade_dicts)
@every_measure()
def test_the_ideal_order_is_the_best_there_is(measure, grades):
    grades = {doc: max(grade, 0) for doc, grade in grades.items()}
    ideal = sorted(grades, key=grades.get, reverse=True)
    assert measure(ideal, grades, None) >= measure(ideal[::-1], grades, None)


@given(rankings, grade_dicts, st.integers(1, 14))
def test_recall_never_falls_and_neither_do_success_and_dcg(run, grades, k):
    positive = {doc: max(grade, 0) for doc, grade in grades.items()}
    found = [positive.get(doc, 0) for doc in run]
    assert rt.recall_at_k(run, grades, k + 1) >= rt.recall_at_k(run, grades, k)
    assert rt.success_at_k(run, grades, k + 1) >= rt.success_at_k(run, grades, k)
    assert rt.dcg_at_k(found, k + 1) >= rt.dcg_at_k(found, k)
    assert rt.ideal_dcg_at_k(grades, k + 1) >= rt.ideal_dcg_at_k(grades, k)


@given(rankings, grade_dicts, st.integers(1, 14))
def test_precision_and_recall_share_their_numerator(run, grades, k):
    relevant = [doc for doc, grade in grades.items() if grade > 0]
    hits = rt.precision_at_k(run, grades, k) * k
    assert isclose(hits, rt.recall_at_k(run, grades, k) * len(relevant), abs_tol=1e-9)
    assert isclose(hits, round(hits), abs_tol=1e-9)


@given(grade_dicts, cutoffs, gains)
def test_ndcg_is_1_on_the_ideal_order(grades, k, gain):
    assume(any(grade > 0 for grade in grades.values()))
    ideal = sorted(grades, key=grades.get, reverse=True)
    assert rt.ndcg_at_k(ideal, grades, k, gain=gain) == 1.0


@given(rankings, grade_dicts)
def test_ndcg_with_binary_grades_is_the_same_for_both_gains(run, grades):
    binary = {doc: int(grade > 0) for doc, grade in grades.items()}
    assert rt.ndcg_at_k(run, binary, gain="linear") == rt.ndcg_at_k(run, binary, gain="exp")


@given(grade_lists, st.randoms())
def test_cumulative_gain_ignores_order_and_dcg_is_best_when_sorted(grades, random):
    shuffled = random.sample(grades, len(grades))
    assert rt.cumulative_gain(shuffled) == rt.cumulative_gain(grades)
    assert rt.dcg_at_k(shuffled) <= rt.ideal_dcg_at_k(grades)


@given(rankings, grade_dicts)
def test_one_relevant_document_makes_ap_rr_and_precision_at_its_rank_equal(run, grades):
    only = dict.fromkeys(list(grades)[:1], 1)
    assume(only)
    assert rt.average_precision(run, only) == rt.reciprocal_rank(run, only)
    assert isclose(rt.recall_at_k(run, only, 5), rt.success_at_k(run, only, 5))


@given(rankings, grade_dicts, cutoffs)
def test_the_ap_variants_are_ordered(run, grades, k):
    textbook, capped, found = (
        rt.average_precision(run, grades, k, denominator=name) for name in ("relevant", "capped", "found")
    )
    assert textbook <= capped <= 1
    assert textbook <= found <= 1


@given(rankings, grade_dicts)
def test_average_precision_lies_below_its_interpolated_curve(run, grades):
    relevant = {doc for doc, grade in grades.items() if grade > 0}
    assume(relevant)
    levels = [n / len(relevant) for n in range(1, len(relevant) + 1)]
    precision = [rt.precision_at_k(run, relevant, k) for k in range(1, len(run) + 1)]
    recall = [rt.recall_at_k(run, relevant, k) for k in range(1, len(run) + 1)]
    heights = [max((p for p, r in zip(precision, recall, strict=True) if r >= level), default=0) for level in levels]
    assert rt.average_precision(run, relevant) <= sum(heights) / len(heights) + 1e-12


@given(rankings, grade_dicts, st.floats(0.05, 0.95))
def test_rbp_and_its_residual_never_exceed_1(run, grades, p):
    assert rt.rbp(run, grades, p=p) + rt.rbp_residual(run, grades, p=p) <= 1 + 1e-9


@given(rankings, grade_dicts, st.floats(0.05, 0.95))
def test_the_residual_is_what_judging_everything_could_add(run, grades, p):
    best = {doc: 1 if grades.get(doc, -1) < 0 else grades[doc] for doc in run}
    added = rt.rbp(run, best, p=p) - rt.rbp(run, grades, p=p)
    assert isclose(added + p ** len(run), rt.rbp_residual(run, grades, p=p), abs_tol=1e-9)


@given(rankings, grade_dicts)
def test_bpref_and_condensed_lists_do_not_see_unjudged_documents(run, grades):
    assert rt.bpref(rt.condensed(run, grades), grades) == rt.bpref(run, grades)
    left = rt.condensed(run, grades)
    assert not left or rt.judged_at_k(left, grades) == 1.0


@given(rankings, grade_dicts)
def test_inf_ap_is_ap_when_everything_was_judged(run, grades):
    judged = {doc: max(grades.get(doc, 0), 0) for doc in DOCS}
    assert isclose(rt.inf_ap(run, judged), rt.average_precision(run, judged), abs_tol=1e-4)


@given(rankings, grade_dicts, cutoffs, st.integers(1, 5))
def test_min_grade_is_a_stricter_judge(run, grades, k, level):
    strict = {doc for doc, grade in grades.items() if grade >= level}
    for measure in (rt.precision_at_k, rt.recall_at_k, rt.average_precision, rt.reciprocal_rank, rt.success_at_k):
        assert measure(run, grades, k, min_grade=level) == measure(run, strict, k)
    judged = {doc: (0 if 0 <= grade < level else grade) for doc, grade in grades.items()}
    assert rt.bpref(run, grades, min_grade=level) == rt.bpref(run, judged)


@given(st.lists(st.sampled_from(DOCS), max_size=15), grade_dicts, cutoffs)
def test_duplicates_first_keeps_the_best_ranked(run, grades, k):
    once = list(dict.fromkeys(run))
    for measure in (rt.precision_at_k, rt.recall_at_k, rt.average_precision, rt.ndcg_at_k):
        assert measure(run, grades, k, duplicates="first") == measure(once, grades, k)


@given(rankings, subtopics, cutoffs)
def test_diversity_ranges(run, topics, k):
    assert 0 <= rt.subtopic_recall_at_k(run, topics, k) <= 1
    assert 0 <= rt.err_ia(run, topics, k) <= 1
    assert rt.alpha_ndcg_at_k(run, topics, k) >= 0


@given(rankings, grade_dicts, cutoffs)
def test_alpha_ndcg_with_one_subtopic_and_no_penalty_is_ndcg(run, grades, k):
    relevant = {doc for doc, grade in grades.items() if grade > 0}
    value = rt.alpha_ndcg_at_k(run, {doc: {1} for doc in relevant}, k, alpha=0)
    assert isclose(value, rt.ndcg_at_k(run, relevant, k), abs_tol=1e-12)


@given(words, words, st.sampled_from(["set", "multiset", "mixed"]))
def test_token_overlap(got, want, tokens):
    values = [f(got, want, tokens=tokens) for f in (rt.token_precision, rt.token_recall, rt.token_iou, rt.token_f1)]
    assert all(0 <= value <= 1 for value in values)
    assert rt.token_precision(want, got, tokens=tokens) == rt.token_recall(got, want, tokens=tokens)
    if tokens != "mixed":
        assert rt.token_iou(got, want, tokens=tokens) <= min(values[0], values[1]) + 1e-12
        assert isclose(values[3], 2 * values[2] / (1 + values[2]), abs_tol=1e-12)


@given(spans, spans)
def test_spans_agree_with_sets_of_positions(got, want):
    chunks = [set(range(*span)) for span in got]
    answer = set().union(*(range(*span) for span in want))
    shared, total = len(set().union(*chunks) & answer), sum(map(len, chunks))
    assert rt.span_recall(got, want) == (shared / len(answer) if answer else 0)
    assert rt.span_precision(got, want) == (shared / total if total else 0)
    missed = len(answer) - shared
    assert rt.span_iou(got, want) == (shared / (total + missed) if total + missed else 0)
    touching = set().union(*(chunk for chunk in chunks if chunk & answer), answer)
    covered = len(set().union(*(chunk for chunk in chunks if chunk & answer)) & answer)
    assert rt.precision_omega_chroma(got, want) == (covered / len(touching) if touching else 0)


@given(words, words)
def test_answer_f1_is_symmetric_and_1_only_for_the_same_bag(got, want):
    prediction, reference = " ".join(got), " ".join(want)
    assert rt.f1_score(prediction, reference) == rt.f1_score(reference, prediction)
    assert (rt.f1_score(prediction, reference) == 1) == (sorted(got) == sorted(want))
    assert rt.exact_match(prediction, reference) <= rt.f1_score(prediction, reference)


@given(st.lists(st.floats(0, 2), min_size=1, max_size=20))
def test_every_score_has_one_class_and_one_bin(scores):
    classes = rt.score_classes(scores)
    assert len(classes) == sum(rt.score_distribution(scores).values()) == len(scores)
    assert classes.count("relevant") == sum(score >= 0.15 for score in scores)
    assert classes.count("nonrelevant") == sum(score < 0.05 for score in scores)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=15))
def test_agreement_of_judges(pairs):
    first, second = (list(labels) for labels in zip(*pairs, strict=True))
    assume(len(set(first + second)) > 1)
    for value in (rt.cohen_kappa(first, second), rt.fleiss_kappa([first, second])):
        assert -1 - 1e-9 <= value <= 1
        assert (value == 1) == (first == second)
    assert rt.cohen_kappa(first, second) == rt.cohen_kappa(second, first)
    assert rt.krippendorff_alpha([first, second]) == pytest.approx(rt.krippendorff_alpha([second, first]))


@given(orders, orders)
def test_agreement_of_rankings(first, second):
    assert rt.kendall_tau(first, second) == rt.kendall_tau(second, first) == -rt.kendall_tau(first, second[::-1])
    assert -1 <= rt.tau_ap(first, second) <= 1
    assert rt.tau_ap(first, first) == rt.kendall_tau(first, first) == 1
    assert rt.tau_ap(first, first[::-1]) == -1


@given(rankings, rankings, st.floats(0.1, 0.95))
def test_rbo(first, second, p):
    value = rt.rbo(first, second, p=p)
    assert -1e-12 <= rt.rbo(first, second, p=p, form="truncated") <= value + 1e-12 <= 1 + 1e-9
    assert isclose(value, rt.rbo(second, first, p=p), abs_tol=1e-12)
    assert not first or isclose(rt.rbo(first, first, p=p), 1)

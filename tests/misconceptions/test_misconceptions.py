"""The bank: complete, consistent, its counterexamples the smallest there are, its telling numbers computed."""

import contextlib
import inspect
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import ratools as rt
from ratools.words import decimal
from ratools_course import misconceptions
from ratools_course.cards import plain
from ratools_course.misconceptions import MUTANTS
from ratools_course.misconceptions import bank as families
from ratools_course.misconceptions.counterexamples import calls
from ratools_course.misconceptions.inputs import same, size
from ratools_course.misconceptions.records import ERRED, Source, misconception

# Every row of the plan's table; the entries' texts are theirs to change, the ids are not.
PROMISED = """recall-is-quality precision-falls-with-k precision-over-returned recall-over-k recall-is-hit-rate
recall-capped impossible-pair duplicates-count mrr-is-mean-rank rr-any-hit skip-failed-queries skip-missing-queries
ap-over-found ap-over-min-rk context-precision-is-precision cg-sees-order rank-from-zero discount-log-i
log-base-matters idcg-from-retrieved idcg-not-cut gain-mixed ndcg-is-one-formula ndcg-compares-anything
higher-target-universal p10-low-is-bad ties-by-truth unjudged-is-wrong threshold-truth mean-hides difference-is-real
round-early f1-on-sets em-normalises-meaning abstain-always-wins overlap-bag-of-words omega-is-omega big-chunks-win
overlap-is-free labels-follow-chunks
ties-two-ways ties-by-name threshold-in-tie empty-is-1 empty-poisons capped-precision map-is-mean-p ideal-of-short-list
pairs-misaligned grade-flips-winner kappa-one-label hole-of-any-query grader-says-correct unjudged-moves-up dcg-sorted
ndcg-over-ideal-gain ndcg-over-k ndcg-over-found ap-of-reciprocals rr-of-last-hit kappa-pools-chance
per-cent-is-a-share rr-beats-ndcg target-without-ceiling""".split()
every = pytest.mark.parametrize("id", misconceptions.ids())


def test_every_promised_id_and_every_mutant_has_an_entry():
    assert set(PROMISED) <= set(misconceptions.ids())
    assert {mutant.id for mutant in MUTANTS} <= set(misconceptions.ids())


@every
def test_an_entry_is_complete(id):
    one = misconceptions.get(id)
    assert one.mutants or one.demonstration, "neither executed nor demonstrated"
    for text in (one.title, one.wrong, one.tempts, one.right, one.question):
        assert text and text == text.strip()
    for text in (one.wrong, one.tempts, one.right):
        assert text.endswith((".", "”", "½"))
    assert one.question.endswith("?")
    assert not one.title.endswith(".")
    assert one.measure is None or one.measure in rt.__all__


def test_every_family_is_loaded_and_every_idea_stands_in_one():
    folder = Path(families.__file__).parent
    assert sorted(families.FAMILIES) == sorted(
        f"{path.parent.name}.{path.stem}" for path in folder.glob("*/*.py") if path.stem != "__init__"
    )
    for mutant in MUTANTS:
        assert mutant.function.__module__.removeprefix(f"{families.__name__}.") in families.FAMILIES


@every
def test_a_title_can_be_quoted_as_a_mistake(id):
    """It stands inside quotation marks in the middle of a sentence: It looks like this mistake: “…”."""
    title = misconceptions.get(id).title
    assert not any(mark in title for mark in "“”*`") and not title.endswith((".", "?", "!"))
    assert misconceptions.looks_like(id) == f"It looks like this mistake: “{title}”."
    one = misconceptions.get(id)
    assert title not in (one.right.rstrip("."), one.wrong.rstrip(".")), "the card says it twice"
    assert not re.match(r"(It|They) (is|are|was|divides?|counts?)\b", one.right), "after the quotation, name the thing"


@pytest.mark.parametrize("mutant", MUTANTS, ids=repr)
def test_a_wrong_version_is_called_like_its_measure_and_refuses_what_it_refuses(mutant):
    """It is wrong in one thing only, and its arguments are not that thing."""
    right, wrong = getattr(rt, mutant.measure), mutant.function
    assert inspect.signature(wrong) == inspect.signature(right)
    assert not hasattr(wrong, "__wrapped__")
    for place in range(len(mutant.counterexample)):
        for nonsense in (None, 0, object(), [["a"]]):
            arguments = [*mutant.counterexample[:place], nonsense, *mutant.counterexample[place + 1 :]]
            with contextlib.suppress(ValueError):
                right(*arguments, **mutant.options)
                continue
            with pytest.raises(ValueError):
                wrong(*arguments, **mutant.options)


def test_titles_differ():
    titles = [misconceptions.get(id).title for id in misconceptions.ids()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("mutant", MUTANTS, ids=repr)
def test_the_counterexample_is_the_smallest(mutant):
    """Searched anew over every small input, and no input of a smaller size shows the difference."""
    stored = (mutant.counterexample, mutant.options)
    assert misconceptions.search(mutant) == stored
    right = getattr(rt, mutant.measure)
    for arguments, options in calls(mutant):
        if size((arguments, options)) >= size(stored):
            break
        assert same(right(*arguments, **options), mutant.function(*arguments, **options))
    assert not same(right(*stored[0], **stored[1]), mutant.function(*stored[0], **stored[1]))


class Strict(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        if tag not in ("br", "hr", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.slow
@every
def test_a_card_says_it_all_in_text_and_in_html(id):
    one, card = misconceptions.get(id), misconceptions.show(id)
    text, html = repr(card), card._repr_html_()
    assert one.title in text and id in text and "Wrong: " in text and "Right: " in text
    assert " at 0x" not in text
    assert text == repr(misconceptions.show(id))
    parser = Strict()
    parser.feed(html)
    assert not parser.open
    if one.mutants:
        call, wrong, right = card.comparison()
        assert call in text and f"wrong {decimal(wrong, right)}, right" in text
        assert wrong != right


def test_the_card_of_the_bank():
    text = repr(misconceptions.show("ap-over-found"))
    assert 'average_precision(["a"], {"a", "b"}): wrong 1.0, right 0.5' in text
    assert "haystack#12255" in text


def test_a_long_list_of_sources_is_folded_and_loses_none():
    for id, shown in {"ap-over-found": 3, "idcg-from-retrieved": 5}.items():
        sources, html = misconceptions.get(id).sources, misconceptions.show(id)._repr_html_()
        assert html.count("<li>") == len(sources) and html.split("<details>")[0].count("<li>") == shown
        assert (f"and {len(sources) - 3} more" in html) == (len(sources) > 5)


def test_a_card_keeps_names_and_shows_the_telling_example():
    assert "Tempting, because Kendall's τ" in repr(misconceptions.show("tau-ap-symmetric"))
    card = misconceptions.show("mrr-is-mean-rank")
    call, wrong, right = card.comparison()
    assert '"q2": ["x", "a"]' in call
    assert (wrong, right) == (pytest.approx(2 / 3), 0.75)


ONE_MEASURE_EACH = [
    ("judged-over-k", "judged_at_k"),
    ("rbp-exponent-is-rank", "rbp"),
    ("entropy-in-nats", "category_entropy"),
    ("r-precision-over-returned", "r_precision"),
]


@pytest.mark.parametrize(("id", "measure"), ONE_MEASURE_EACH)
def test_a_card_speaks_of_the_measure_it_belongs_to(id, measure):
    assert [one.measure for one in misconceptions.get(id).mutants] == [measure]


@pytest.mark.parametrize("wrong, near", [("ap-over-fund", "ap-over-found"), ("idcg_from_retrieved", "idcg-from-retr")])
def test_an_unknown_id_suggests_the_nearest(wrong, near):
    with pytest.raises(ValueError, match=f"did you mean '{near}"):
        misconceptions.get(wrong)
    with pytest.raises(ValueError, match="lists them"):
        misconceptions.show("§§§")


GOOD = {"kind": "thread", "where": "owner/name#1", "shows": "it divides by k", "erred": "library", "repaired": "in #2"}
INCOMPLETE = [
    {"kind": "rumour"},
    {"where": "name#1"},
    {"where": "owner/name"},
    {"shows": " "},
    {"erred": "somebody"},
    {"erred": ""},
    {"repaired": ""},
    {"erred": "user"},
    {"kind": "code", "where": "owner/name", "path": "", "version": "1.0"},
    {"kind": "code", "where": "owner/name", "path": "metrics.py", "version": ""},
    {"kind": "paper", "where": "Cleverdon and Keen"},
    {"kind": "document", "where": "chapter"},
]


@pytest.mark.parametrize("change", INCOMPLETE, ids=str)
def test_an_incomplete_source_is_refused(change):
    Source(**GOOD)
    with pytest.raises(ValueError, match="is incomplete: |erred must be"):
        Source(**{**GOOD, **change})


@every
def test_sources_are_told_fairly(id):
    text = repr(misconceptions.show(id))
    for source in misconceptions.get(id).sources:
        assert source.erred in ERRED and source.where in text and plain(source.shows) in text
        assert ("; repaired" in source.sentence) == (source.repaired not in ("", "no", "unknown"))
        assert ("which is right" in source.sentence) == (source.erred == "user")


@pytest.mark.slow
@every
def test_a_card_writes_no_number_with_more_digits_than_elsewhere(id):
    it = misconceptions.get(id)
    if it.demonstration is None:
        return
    before = it.demonstration()
    card = misconceptions.show(id)
    for text in (repr(card), card._repr_html_()):
        table = text.split(it.demonstration.__doc__)[-1].split("Where it was met")[0]
        assert not re.search(r"\d\.\d{5,}(?!e)", re.sub(r"\d\.\d+e-\d+", "", table)), table
    assert before.equals(it.demonstration()), "the table itself keeps all digits"


def test_a_card_says_where_the_idea_was_met():
    card = misconceptions.show("unjudged-moves-up")
    assert "Where it was met:\n- Sakai 2007: AP, Q-measure and nDCG on condensed lists" in repr(card)
    assert "<p><em>Where it was met:</em></p><ul>" in card._repr_html_()
    assert all(source.checked for id in misconceptions.ids() for source in misconceptions.get(id).sources)


def test_an_id_is_given_once():
    with pytest.raises(ValueError, match="already is"):
        misconception("ap-over-found", "Again", wrong="", tempts="", right="", question="")


def test_users_who_erred_are_not_held_against_the_library():
    for id in ("recall-capped", "log-base-matters", "ap-over-min-rk"):
        assert "which is right" in misconceptions.get(id).sources[0].sentence
    assert "nobody erred" in misconceptions.get("beta-squared").sources[0].sentence
    assert "warned of in nantobv/pituitary#358" in repr(misconceptions.show("labels-follow-chunks"))


# The telling numbers -------------------------------------------------------------------------------------------------


def shown(id):
    return misconceptions.get(id).demonstration()


def test_recall_is_quality():
    everything = shown("recall-is-quality").iloc[0]
    assert (everything.recall, everything.precision) == (1.0, 0.005)


def test_precision_rises_at_4_and_6_and_recall_never_falls():
    table = shown("precision-falls-with-k").set_index("k")
    rises = [k for k in range(2, 11) if table["P@k"][k] > table["P@k"][k - 1]]
    assert rises == [4, 6]
    assert table["R@k"].is_monotonic_increasing


def test_the_impossible_pair_is_possible_as_a_mean_only():
    *single, mean = shown("impossible-pair").to_dict("records")
    assert {row["P@10"] for row in single} == {0.3} and all(abs(row["R@10"] - 0.9) > 0.05 for row in single)
    assert mean["relevant"] == "mean of 2 and 5"
    assert mean["P@10"] == pytest.approx(0.3) and mean["R@10"] == pytest.approx(0.9)


TELLING = [
    ("duplicates-count", "recall", [10 / 7, 1.0]),
    ("mrr-is-mean-rank", "MRR", [0.5, 0.5]),
    ("context-precision-is-precision", "value", [2 / 3, 5 / 6, 5 / 12]),
    ("cg-sees-order", "CG", [6.0, 6.0]),
    ("log-base-matters", "nDCG with max(1, log i)", [0.803432, 1.0]),
    ("idcg-not-cut", "nDCG@3", [1.0, 0.831872]),
    ("ndcg-is-one-formula", "nDCG@5", [0.635155, 0.739678]),
    ("ndcg-compares-anything", "nDCG@10", [0.618903, 0.490120]),
    ("ndcg-compares-anything", "P@10", [0.4, 0.7]),
    ("p10-low-is-bad", "best possible P@10", [0.1, 0.2, 0.5, 1.0, 1.0]),
    ("p10-low-is-bad", "best possible R@10", [1.0, 1.0, 1.0, 1.0, 0.5]),
    ("ties-by-truth", "nDCG", [1.0, 0.690595, 0.479091]),
    ("unjudged-is-wrong", "P@4", [0.5, 1.0]),
    ("threshold-truth", "AP", [1.0]),
    ("threshold-truth", "nDCG", [1.0]),
    ("scores-compare", "shown from 0.4 on", [1, 3]),
    ("counts-without-base-rate", "of the catalogue", [34 / 60, 11 / 60, 8 / 60, 7 / 60]),
    ("round-early", "rounded on the way", [0.835, 0.833]),
    ("round-early", "rounded at the end", [0.8333, 0.834]),
    ("f1-on-sets", "F1", [1.0, 1 / 3]),
    ("em-normalises-meaning", "EM, squad", [1, 1, 1, 0]),
    ("em-normalises-meaning", "EM, simple", [0, 0, 0, 0]),
    ("abstain-always-wins", "abstention accuracy", [1.0]),
    ("abstain-always-wins", "coverage", [0.0]),
    ("overlap-bag-of-words", "recall", [3 / 4, 2 / 5]),
    ("omega-is-omega", "value", [0.295139, 5 / 12]),
    ("big-chunks-win", "recall", [1.0, 1.0, 1.0, 1.0]),
    ("big-chunks-win", "precision", [1 / 12, 1 / 6, 1 / 3, 1 / 2]),
    ("overlap-is-free", "precision", [1 / 4, 1 / 3]),
    ("labels-follow-chunks", "answer kept", [1.0, 1.0, 1.0, 0.6]),
    ("equal-k-is-fair", "recall, 2 chunks", [1.0, 1.0, 0.6]),
    ("equal-k-is-fair", "recall, 60 positions", [0.9, 1.0, 1.0]),
    ("omega-sees-the-search", "precision", [1 / 2, 1 / 4]),
    ("omega-sees-the-search", "Chroma's omega", [1 / 2, 1 / 2]),
    ("silence-is-an-answer", "with right silences", [0.4, 1.0]),
    ("silence-is-an-answer", "coverage", [0.0, 1.0]),
    ("wrong-answer-blames-search", "questions", [7, 4, 10, 3]),
    ("wrong-answer-wrong-sentence", "exact match", [1, 0, 0]),
    ("ties-two-ways", "MRR@10", [1.0, 0.0]),
    ("ties-two-ways", "nDCG@10", [0.0, 0.0]),
    ("ties-by-name", "AP", [1.0, 1 / 3]),
    ("threshold-in-tie", "best accuracy", [1.0, 0.5]),
    ("empty-is-1", "mean nDCG", [0.25, 0.75, 0.5]),
    ("map-is-mean-p", "P@5", [0.4, 0.4]),
    ("map-is-mean-p", "AP", [1.0, 0.325]),
    ("ideal-of-short-list", "ideal as long as the page", [1.0, 0.541]),
    ("ideal-of-short-list", "nDCG@10", [0.339, 0.541]),
    ("pairs-misaligned", "first difference", [0.6, 0.0]),
    ("pairs-misaligned", "second difference", [-0.6, 0.0]),
    ("grade-flips-winner", "RR of A", [1.0, 1 / 3]),
    ("grade-flips-winner", "RR of B", [0.5, 0.5]),
    ("hole-of-any-query", "hole@1", [0.0, 1.0]),
    ("per-cent-is-a-share", "1 − R", [0.6, -39]),
]
TELLING_WORDS = [
    ("kappa-one-label", "kappa", ["no value", 0.0]),
    ("grader-says-correct", "first letter found", ["A", "B", "C", "C"]),
    ("share-of-nothing-is-zero", "right when it answers", ["none", 0.0]),
]


@pytest.mark.parametrize(("id", "column", "numbers"), TELLING)
def test_the_telling_number(id, column, numbers):
    assert list(shown(id)[column]) == pytest.approx(numbers, abs=5e-4 if id == "ideal-of-short-list" else 1e-6)


@pytest.mark.parametrize(("id", "column", "values"), TELLING_WORDS)
def test_the_telling_words(id, column, values):
    assert list(shown(id)[column]) == values


def test_one_value_that_is_not_a_number_spoils_the_mean():
    assert shown("empty-poisons")["mean"].isna().tolist() == [True, False]


def test_a_capped_precision_of_one_hit_in_ten():
    assert misconceptions.show("capped-precision").comparison()[1:] == (1.0, 0.1)


def test_the_base_cancels_for_log_i_plus_1():
    assert shown("log-base-matters")["nDCG with log(i + 1)"].nunique() == 1 or (
        shown("log-base-matters")["nDCG with log(i + 1)"].std() < 1e-12
    )


def test_labels_point_elsewhere_after_cutting_again():
    assert list(shown("labels-follow-chunks")["hold the answer"]) == ["0, 1", "0, 1", "0", "1, 2"]


def test_mean_hides_and_the_difference_may_be_chance():
    row = shown("mean-hides").iloc[0]
    assert row["mean of A"] == row["mean of B"] and row["B wins"] == row["B loses"] > 0
    row = shown("difference-is-real").iloc[0]
    assert row["mean difference"] == pytest.approx(0.02) and row["p (randomisation)"] > 0.5


def test_one_query_is_turned_round_by_two_more():
    told = shown("one-query-decides").set_index("query")
    assert list(told.loc["query 1"]) == [1.0, 0.6]
    assert told.loc["mean", "keyword"] < told.loc["mean", "meaning"] == pytest.approx(0.8)


def test_targets():
    assert list(shown("higher-target-universal")["good enough"]) == ["yes", "no", "no"]

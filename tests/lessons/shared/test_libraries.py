"""Six libraries and one nasty run: the others are quoted, and ours agrees with trec_eval."""

import pytest

from ratools_course.lessons.shared.libraries import who_does_what


def test_six_libraries_three_answers_to_a_tie():
    table = who_does_what("tie")
    assert list(table.index)[0] == "ratools" and len(table) == 6
    assert table["nDCG@5"].nunique() == 3, "what notebook 13 says of the tie"
    assert table.loc["ir_measures", "RR"] != table.loc["ir_measures", "RR@5"]


@pytest.mark.parametrize("case", ["tie", "twice", "negative", "unanswered", "not-in-the-judgements", "half-found"])
def test_ours_agree_with_trec_eval_in_every_case(case):
    table = who_does_what(case)
    for name in ("P@5", "R@5", "RR", "AP", "nDCG@5"):
        ours, theirs = table.loc["ratools", name], table.loc["trec_eval", name]
        assert ours == theirs or float(ours) == pytest.approx(float(theirs), abs=5.1e-5), (case, name)


def test_a_case_that_is_not_there():
    with pytest.raises(ValueError, match="did you mean 'tie'"):
        who_does_what("ties")

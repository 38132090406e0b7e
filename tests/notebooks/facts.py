"""Numbers in the notebooks' prose that no cell computes: {lesson: {number as printed: its source}}."""

FACTS: dict[str, dict[str, str]] = {
    "why_measure": {
        "75 %": "R@10 of the customer's page in notebook 00, printed there",
    },
    "precision_recall": {
        "0.15": "S0.1: the report's threshold from which a score counts as relevant",
        "0.05": "S0.1: the report's threshold below which a score counts as not relevant",
        "0.31": "a bound: the ceiling's mean P@10 on the helpdesk is 0.308, printed by the figure's words",
    },
    "reciprocal_rank": {
        "0.184": "MS MARCO passage, dev set: MRR@10 of BM25 (Pyserini's reproduction)",
    },
    "average_precision": {
        "0.835": "S0.3: printed in a report on a search system, where (1 + 2/3) / 2 = 0.8333 would be right",
        "0.67": "2/3, as that report rounded it",
    },
    "choose_a_measure": {
        "98 %": "0.65 / 0.663: where S1.17's row begins, as a share of a perfect system's P@5 on BEIR",
    },
    "scores_and_thresholds": {
        "0.05": "S0.1: the report's threshold below which a score counts as not relevant",
    },
    "is_it_better": {
        "1.96": "the normal quantile of a two-sided 95 % interval",
        "0.84": "the normal quantile of a power of four in five",
        "0.03": "an invented p value in a sentence that is refuted; and a margin that the reader tries",
        "97 %": "1 − 0.03, in that sentence",
        "1.2": "BM25's usual k1, the default of ratools_course.systems.lexical.Bm25",
    },
    "capstone": {
        "2.01": "Student's t for 47 degrees of freedom, 95 %: tests/lessons/capstone/test_views.py",
    },
}

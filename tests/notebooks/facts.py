"""Numbers in the notebooks' prose that no cell computes: {notebook: {number as printed: its source}}."""

FACTS: dict[str, dict[str, str]] = {
    "01_why_measure": {
        "75 %": "R@10 of the customer's page in notebook 00, printed there",
    },
    "02_precision_recall": {
        "0.15": "S0.1: the report's threshold from which a score counts as relevant",
        "0.05": "S0.1: the report's threshold below which a score counts as not relevant",
        "0.33": "a bound: the ceiling's mean P@10 on the helpdesk is 0.323, printed by the figure's words",
    },
    "03_reciprocal_rank": {
        "0.184": "MS MARCO passage, dev set: MRR@10 of BM25 (Pyserini's reproduction)",
    },
    "04_average_precision": {
        "0.835": "S0.3: printed in a report on a search system, where (1 + 2/3) / 2 = 0.8333 would be right",
        "0.67": "2/3, as that report rounded it",
    },
    "06_choose_a_measure": {
        "98 %": "0.65 / 0.663: where S1.17's row begins, as a share of a perfect system's P@5 on BEIR",
    },
}

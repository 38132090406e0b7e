"""The wrong ideas, one file per family; each idea is one block: wrong versions, demonstration, texts, sources.

measures/    ideas about a formula for one ranking
practice/    ideas about queries, judgements, comparisons and conclusions
text/        ideas about chunks and answers
"""

FAMILIES = (  # in the order in which the course meets them
    "measures.precision_recall",
    "measures.rr_and_mrr",
    "measures.ap_and_map",
    "practice.queries",
    "measures.ndcg",
    "measures.readers",
    "practice.any_measure",
    "measures.ties",
    "practice.judgements",
    "measures.scores",
    "practice.comparing",
    "measures.diversity",
    "text.chunks",
    "text.answers",
    "practice.agreement",
    "practice.recommending",
)

"""The wrong ideas, one file per family; each idea is one block: wrong versions, demonstration, texts, sources."""

FAMILIES = (  # in the order in which the course meets them
    "precision_recall",
    "rr_and_mrr",
    "ap_and_map",
    "queries",
    "ndcg",
    "readers",
    "any_measure",
    "ties",
    "judgements",
    "scores",
    "comparing",
    "diversity",
    "chunks",
    "answers",
    "agreement",
    "recommending",
)

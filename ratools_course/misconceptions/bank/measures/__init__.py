"""Ideas about a formula for one ranking.

Families: ap_and_map, diversity, ndcg, precision_recall, readers, rr_and_mrr, scores, ties.
"""

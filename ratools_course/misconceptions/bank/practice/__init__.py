"""Ideas about queries, judgements, comparisons and conclusions.

Families: agreement, any_measure, comparing, judgements, queries, recommending.
"""

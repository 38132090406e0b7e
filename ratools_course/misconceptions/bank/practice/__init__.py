"""Ideas about queries, judgements, comparisons and conclusions: agreement, any_measure, comparing, judgements, queries, recommending."""

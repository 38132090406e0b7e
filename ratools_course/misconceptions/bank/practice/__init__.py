"""Ideas about queries, judgements, comparisons and conclusions."""

"""Ideas about chunks and answers."""

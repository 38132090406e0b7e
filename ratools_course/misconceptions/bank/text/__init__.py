"""Ideas about chunks and answers: answers, chunks."""

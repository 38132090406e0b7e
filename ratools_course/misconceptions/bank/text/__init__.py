"""Ideas about chunks and answers.

Families: answers, chunks.
"""

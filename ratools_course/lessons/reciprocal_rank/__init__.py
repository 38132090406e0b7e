"""Lesson: Reciprocal rank."""

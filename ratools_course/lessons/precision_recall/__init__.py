"""Lesson: Precision and recall."""

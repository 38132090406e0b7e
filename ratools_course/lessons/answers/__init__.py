"""Lesson: Answers."""

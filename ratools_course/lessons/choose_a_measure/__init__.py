"""Lesson: Choose a measure."""

"""Lesson: Spot the error."""

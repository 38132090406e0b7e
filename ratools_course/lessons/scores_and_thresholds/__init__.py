"""Lesson: Scores and thresholds."""

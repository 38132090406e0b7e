"""Lesson: nDCG."""

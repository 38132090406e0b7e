"""Lesson: Measure a system."""

"""Lesson: Average precision."""

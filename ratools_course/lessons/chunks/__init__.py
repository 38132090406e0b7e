"""Lesson: Chunks."""

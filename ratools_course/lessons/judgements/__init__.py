"""Lesson: Judgements."""

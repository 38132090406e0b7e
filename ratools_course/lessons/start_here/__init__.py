"""Lesson: Start here."""

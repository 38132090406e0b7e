"""Lesson: Capstone."""

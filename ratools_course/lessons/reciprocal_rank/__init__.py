"""Lesson: Reciprocal rank."""

from ratools_course.lessons import names_of

__getattr__ = names_of(__name__)

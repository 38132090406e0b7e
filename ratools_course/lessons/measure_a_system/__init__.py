"""Lesson: Measure a system."""

from ratools_course.lessons import names_of

__getattr__ = names_of(__name__)

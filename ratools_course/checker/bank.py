"""All exercises of the course, {id: Exercise} in the order of the notebooks: those of the lessons' exercises.py."""

from ratools_course.checker.kinds import EXERCISES
from ratools_course.lessons import LESSONS, part

__all__ = ["EXERCISES"]

for _lesson in LESSONS:
    part(_lesson, "exercises")

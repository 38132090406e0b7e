"""Exams, tests before and after, and what their items are worth.

papers      an exam for every student, with its key
pre_post    two parallel forms over the goals of all lessons
items       item statistics of a test
"""

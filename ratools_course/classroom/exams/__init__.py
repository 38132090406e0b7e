"""Exams, tests before and after, and what their items are worth.

papers      an exam for every student, with its key
templates   what a lesson's exam.py is made of
pre_post    two parallel forms over the goals of all lessons
items       item statistics of a test
"""

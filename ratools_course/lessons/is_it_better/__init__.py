"""Lesson: Is it better?"""

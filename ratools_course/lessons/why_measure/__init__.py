"""Lesson: Why measure?"""

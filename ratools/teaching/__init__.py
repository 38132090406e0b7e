"""Explanations and interaction: what makes this a course. It uses the rest of the package; nothing there imports it."""

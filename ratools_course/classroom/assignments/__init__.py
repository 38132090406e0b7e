"""Marked homework for nbgrader.

making           an assignment from a notebook; the command line
variants         number exercises with other numbers for every student, from the lessons' variants.py
private          a seed and exercises that are not in the repository
hidden_probes    inputs that students do not see
handing_in       what runs in a student's kernel
nbgrader_step    what runs in nbgrader
marking, marks   verdicts and points; the marks of several markers
"""

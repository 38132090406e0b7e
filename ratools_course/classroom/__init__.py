"""For teachers: what an instructor needs beyond the notebooks.

report/         what does my class get wrong? progress files in, a table or a page out
questions/      the quiz bank for a learning platform
assignments/    marked homework for nbgrader; do assistants mark alike?
exams/          exams in variants, a pre- and post-test, item statistics
slides/         notebooks as talks
command_line    mistakes on a command line, in one sentence each

Exam questions, number exercises with other numbers, discussions and votes stand in the lessons' folders.
"""

"""The quiz bank for a learning platform.

exporting         which questions, in which format; the command line
question_texts    a question's words for a platform
moodle_xml, gift, qti, question_table    one format each
"""

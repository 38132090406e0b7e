"""What does my class get wrong? Progress files in, a page or a table out.

class_files     the progress files of a class
class_report    what was tried, what went wrong, and the command line
class_page      the report as a page
guesses         what a class guessed before it knew
"""

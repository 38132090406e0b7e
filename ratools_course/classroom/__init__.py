"""Teach a course: what an instructor needs beyond the notebooks. Above `teaching` and `assessing`.

command_line    mistakes on a command line, in one sentence each
class_files     the progress files of a class: whose they are, what is in them
class_report    what does my class get wrong? per task, per prediction; without names
class_page      the same as a page to project, which reloads itself while the class works
guesses         a class's guesses at a prediction, as bars
items           item statistics of a pre- and post-test, and the gain
marks           do assistants mark alike? their kappa
discussions     what to ask a class: a question per prediction, the quiz questions worth a vote

questions       the quiz bank for a learning platform; what a format cannot hold is told
question_texts  what the formats share: texts as HTML, the numbers that count as an answer
moodle_xml, gift, qti, question_table  one module per format
assignments     an nbgrader course from a notebook's exercises
variants        number exercises with other numbers for everybody
hidden_probes   inputs for hidden tests, drawn from a private key
handing_in      what runs in a student's kernel: it hands an answer over
marking         what marks it, in a process of its own
nbgrader_step   the step in nbgrader's autograding between the two
exams           an exam with its key, in variants
pre_post        a pre- and post-test in two parallel forms
private         seeds and banks that must not be public
"""

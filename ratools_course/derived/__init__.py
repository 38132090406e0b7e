"""What `python3 course.py build` writes: every file of the repository that is computed from others.

    readme        the README's map of the lessons and table of measures
    seeds         notebooks/README.md: where each point of the source documents is taught
    outputs       stored outputs that name other lessons: course_map() and progress("05_ndcg")
    notebooks     notebooks run again, in place (`python3 course.py notebooks`)
    guide         lesson plans, timetables, answer key, the capstone's rubric

lessons/tasks.json comes from ratools_course.learner.task_list.
"""

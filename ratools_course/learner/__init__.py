"""What a learner sees beside the lessons: progress, the map, the glossary, the check of the environment.

task_list          what each notebook asks: its exercises and quiz questions
progress_log       what a learner has tried, in one small local file
progress_view      progress: how far you are, what is open, what is next
map_view           course_map: the notebooks, their minutes and goals, the routes
glossary_view      glossary: the words of the course in four languages
environment        check_environment: kernel, widgets and versions, and what to do where they do not fit
prompt_channels    JupyterLab's line to the kernel, without a pause between short messages
saved_widgets      JupyterLab's reader of notebooks: widgets without a kernel as they were saved
"""

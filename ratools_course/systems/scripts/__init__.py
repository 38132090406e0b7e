"""Commands that make what `data/` ships: `python -m ratools_course.systems.scripts.make_runs` and its neighbours."""

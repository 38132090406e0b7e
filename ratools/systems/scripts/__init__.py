"""Commands that make what `data/` ships: `python -m ratools.systems.scripts.make_runs` and its neighbours."""

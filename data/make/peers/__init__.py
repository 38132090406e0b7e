"""One small program per peer, run by `data.make.peer_answers` in an environment of its own; none imports ratools.

Each reads JSON from its input, {"judgements": [[query, document, grade], …], "run": [[query, document, score], …]}
computes what the peer offers, and writes JSON: {measure: {query or "mean": value, or the sentence it refused with}}.
A peer gets the run in the form that it takes itself: a dict of dicts holds no document twice, the later score stays.
"""

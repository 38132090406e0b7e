"""What can be moved: the ranking board, the explorers and the tables to complete. JavaScript and CSS are in static/."""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(__name__, {"board": "RankingBoard"})

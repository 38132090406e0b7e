"""What can be moved: the ranking board and the explorers. Their JavaScript and CSS are in static/."""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(__name__, {"board": "RankingBoard"})

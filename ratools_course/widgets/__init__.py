"""What can be moved: the ranking board, the explorers, the tables with blanks. JavaScript and CSS are in static/."""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(__name__, {"board": "RankingBoard"})

"""What can be moved; JavaScript and CSS are in static/.

board           RankingBoard: move documents and watch every measure follow
explorers       sliders that redraw a picture
blanks          tables to complete
static_files    the texts of static/
"""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(__name__, {"board": "RankingBoard"})

"""Pictures: the pitch from above, the tracks of a game, an overview of a long match.

They need matplotlib, which is loaded when one is drawn.
"""

from robopitch.plot.overview import LONG, draw_overview
from robopitch.plot.shape import outline_points
from robopitch.plot.tracks import draw_tracks

__all__ = ["LONG", "draw_overview", "draw_tracks", "outline_points"]

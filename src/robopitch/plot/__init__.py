"""Pictures: the pitch from above, the tracks of a game. They need matplotlib, which is loaded when one is drawn."""

from robopitch.plot.shape import outline_points
from robopitch.plot.tracks import draw_tracks

__all__ = ["draw_tracks", "outline_points"]

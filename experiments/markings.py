"""The white lines of a field as they are painted: bands with the width of a line."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.patches import Circle, Polygon, Wedge

from robopitch.spec import FieldSpec
from robopitch.spec.markings import markings_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_markings"]

PAINT = "#d5dad7"  # on white paper, lighter than any point


def draw_markings(axes: Axes, field: FieldSpec) -> None:
    """Draw the paint of all markings, behind everything else; the limits of axes stay."""
    markings = markings_of(field)
    half = markings.line_width / 2
    style = {"color": PAINT, "linewidth": 0, "zorder": 0.5}
    for x0, y0, x1, y1 in markings.segments.tolist():
        along = np.array((x1 - x0, y1 - y0)) / math.hypot(x1 - x0, y1 - y0) * half
        across = np.array((-along[1], along[0]))
        start, end = np.array((x0, y0)) - along, np.array((x1, y1)) + along  # half a width beyond both ends
        axes.add_patch(Polygon([start - across, end - across, end + across, start + across], **style))
    for x, y, radius, begin, sweep in markings.arcs.tolist():
        first, last = math.degrees(begin), math.degrees(begin + sweep)
        axes.add_patch(Wedge((x, y), radius + half, first, last, width=2 * half, **style))
    for x, y, radius in markings.spots.tolist():
        axes.add_patch(Circle((x, y), radius, **style))

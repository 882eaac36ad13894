"""One signal over another: the path of a robot or of the ball on the field."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.run import Signal
from robopitch.measure.sampling import at_times
from robopitch.plot.signals import in_words
from robopitch.plot.style import WIDTH, legend, line_style, panels, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from robopitch.spec import FieldSpec

__all__ = ["draw_paths"]

Pair = tuple[Signal, Signal]
Array = NDArray[np.float64]

TELEPORT = 15.0  # m/s: nothing on a pitch moves faster, so it was put somewhere else
WHOLE = 0.4  # share of the field's length from which on a path is shown on the whole field
BESIDE = 0.01  # share of the field's length that is shown beside margins and goals


def draw_paths(
    pairs: Sequence[Pair],
    path: Path,
    labels: Sequence[str] = (),
    field: FieldSpec | None = None,
    restarts: Sequence[float] = (),
) -> None:
    """Draw y over x for each pair; a ring is where it begins, a dot where it ends. Metres are as long both ways.

    field:    whose lines are drawn below positions in metres
    restarts: times at which something was put somewhere else, s; there, and at any other teleport, a line has a gap
    """
    metres = all(signal.unit == "m" for pair in pairs for signal in pair)
    x_range, y_range = (_extent([pair[axis] for pair in pairs]) for axis in (0, 1))
    if metres and field is not None and x_range[1] - x_range[0] + y_range[1] - y_range[0] > WHOLE * field.length:
        x_range, y_range = _whole(field)
    height = WIDTH * 0.7
    if metres:
        shape = (y_range[1] - y_range[0]) / max(x_range[1] - x_range[0], 1e-6)
        height = min(max(0.82 * WIDTH * shape, 0.8), 1.3 * WIDTH)
    figure, (axes,) = panels(1, height)
    for index, (x, y) in enumerate(pairs):
        across, up = x.values, at_times(y, x.times)
        if metres:
            across, up = _with_gaps(x.times, across, up, restarts)
        style = line_style(index)
        axes.plot(across, up, label=labels[index] if labels else f"{y.name} over {x.name}", zorder=3, **style)
        _mark_ends(axes, across, up, style["color"])
    axes.set_xlabel(
        in_words([pair[0] for pair in pairs], pairs[0][0].unit) if len(pairs) == 1 else _axis("x", pairs, 0)
    )
    axes.set_ylabel(
        in_words([pair[1] for pair in pairs], pairs[0][1].unit) if len(pairs) == 1 else _axis("y", pairs, 1)
    )
    if metres:
        _frame(axes, field, x_range, y_range)
    if len(pairs) > 1:
        legend(axes, len(pairs))
    save(figure, path)


def _with_gaps(times: Array, x: Array, y: Array, restarts: Sequence[float]) -> tuple[Array, Array]:
    """The same with NaN between samples where the thing did not move but was put somewhere else.

    >>> t, x = np.array([0.0, 0.02, 0.04]), np.array([4.0, 4.1, 0.0])
    >>> _with_gaps(t, x, 0 * x, ())[0].tolist()
    [4.0, 4.1, nan, 0.0]
    """
    if len(times) < 2:
        return x, y
    far = np.hypot(np.diff(x), np.diff(y)) > TELEPORT * np.maximum(np.diff(times), 1e-3)
    moments = np.asarray(restarts, float)
    restarted = np.searchsorted(moments, times[1:], side="right") > np.searchsorted(moments, times[:-1], side="left")
    gaps = np.flatnonzero(far | restarted) + 1
    return np.insert(x, gaps, np.nan), np.insert(y, gaps, np.nan)


def _mark_ends(axes: Axes, x: Array, y: Array, colour: Any) -> None:
    there = np.flatnonzero(np.isfinite(x + y))
    for end, fill in zip(there[[0, -1]] if len(there) else (), ("white", colour), strict=False):
        axes.plot(x[end], y[end], "o", markersize=4, mfc=fill, mec=colour, mew=0.9, zorder=4)


def _frame(axes: Axes, field: FieldSpec | None, x_range: tuple[float, float], y_range: tuple[float, float]) -> None:
    """Metres as long both ways; the lines of the field, if one is known, and what part of it is seen."""
    if field is None:
        axes.set_aspect("equal", adjustable="datalim")
        return
    from robopitch.plot.pitch import draw_pitch_lines

    if (x_range, y_range) != _whole(field):  # a path on a small part of the field: that part
        x_range, y_range = axes.get_xlim(), axes.get_ylim()
    draw_pitch_lines(axes, field)
    axes.grid(False)
    axes.set_xlim(*x_range)
    axes.set_ylim(*y_range)
    axes.set_aspect("equal", adjustable="box")


def _whole(field: FieldSpec) -> tuple[tuple[float, float], tuple[float, float]]:
    beside = BESIDE * field.length
    x = field.length / 2 + max(field.goal.depth, field.margin_goal) + beside
    y = field.width / 2 + field.margin_touch + beside
    return (-x, x), (-y, y)


def _axis(name: str, pairs: Sequence[Pair], side: int) -> str:
    unit = pairs[0][side].unit
    return f"{name}, {unit}" if all(pair[side].unit == unit for pair in pairs) else name


def _extent(signals: Sequence[Signal]) -> tuple[float, float]:
    values = np.concatenate([signal.values[np.isfinite(signal.values)] for signal in signals])
    return (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)

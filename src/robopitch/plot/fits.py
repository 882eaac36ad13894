"""A picture of a fit: sightings, the simulation before and after the fit, and the residuals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.fit.ball import FittedKick
from robopitch.measure.fit.drive import FittedMove
from robopitch.measure.fit.fit import Fit
from robopitch.measure.fit.moves import asked_for
from robopitch.plot.style import GREY, INK, SMALL, WIDTH, direct, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_fit"]

Floats = NDArray[np.float64]

ROW = 1.7  # inches
MOST = 6  # curves in a panel: more hide each other
OVER = 3  # frames over which speeds are taken: fewer are noise, more blur a bounce
SEEN: dict[str, Any] = {"color": "#444444", "marker": "o", "ls": "none", "ms": 1.5, "mew": 0, "alpha": 0.6, "zorder": 1}
BEFORE: dict[str, Any] = {"color": "#D55E00", "lw": 0.9, "ls": (0, (4, 1.6)), "zorder": 2}
AFTER: dict[str, Any] = {"color": "#0072B2", "lw": 1.0, "zorder": 3}


@dataclass(frozen=True)
class _Curve:
    """Way or angle over time, as cameras report it."""

    times: Floats
    cameras: NDArray[np.int64]
    seen: Floats
    before: Floats
    after: Floats


def draw_fit(fit: Fit, path: Path) -> None:
    """Draw a fit into a file, PNG, SVG or PDF: a row each for kicks, chips, drives and turns."""
    from matplotlib.figure import Figure

    rows = _rows(fit)
    if not rows:
        raise ValueError(f"{fit.title}: delays alone make no picture; fit ball, chip or drive as well")
    figure = Figure(figsize=(1.5 * WIDTH, ROW * len(rows) + 0.5), dpi=300, facecolor="white", layout="constrained")
    grid = figure.subplots(len(rows), 2, squeeze=False, width_ratios=(1.25, 1))
    for (left, right), (title, unit, curves) in zip(grid, rows, strict=True):
        _draw_row(left, right, title, unit, curves)
    for axes in grid[-1]:
        axes.set_xlabel("time since the start, s")
    handles, labels = grid[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper left", ncols=3, frameon=False, fontsize=SMALL)
    save(figure, path)


def _rows(fit: Fit) -> list[tuple[str, str, list[_Curve]]]:
    """Title, unit and curves of each row."""
    rows: list[tuple[str, str, list[_Curve]]] = []
    for title, balls in (("straight kicks: speed", fit.kicks), ("chips: speed as it seems from above", fit.chips)):
        if balls is not None:
            rows.append((title, "m", [_way(kick) for kick in _spread(balls.kicks)]))
    if fit.drive is not None:
        drives = [move for move in fit.drive.moves if asked_for([move.move])["speed"] > 0]
        turns = [move for move in fit.drive.moves if asked_for([move.move])["speed"] == 0]
        if drives:
            rows.append(("drives: speed", "m", [_drive(move) for move in _spread(drives)]))
        if turns:
            rows.append(("turns: rate", "rad", [_turn(move) for move in _spread(turns)]))
    return rows


def _spread(things: Sequence[Any]) -> Sequence[Any]:
    """Not more than a panel can show, evenly chosen."""
    if len(things) <= MOST:
        return things
    return [things[round(at)] for at in np.linspace(0, len(things) - 1, MOST)]


def _way(fitted: FittedKick) -> _Curve:
    """How far the ball seems to be from where it lay, along the kick."""
    seen, start = fitted.kick.seen, fitted.start
    along = start[2:4] / max(float(np.hypot(*start[2:4])), 1e-9)
    return _curve(seen.times - start[5], seen.cameras, lambda places: (places - start[:2]) @ along, fitted)


def _drive(fitted: FittedMove) -> _Curve:
    move = fitted.move
    end = np.median(fitted.move.seen.places[-5:, :2], axis=0) - move.pose[:2]
    along = end / max(float(np.hypot(*end)), 1e-9)
    times = move.seen.times - move.start
    return _curve(times, move.seen.cameras, lambda places: (places[:, :2] - move.pose[:2]) @ along, fitted)


def _turn(fitted: FittedMove) -> _Curve:
    move = fitted.move
    times = move.seen.times - move.start
    return _curve(times, move.seen.cameras, lambda places: places[:, 2] - move.pose[2], fitted)


def _curve(
    times: Floats, cameras: NDArray[np.int64], measure: Callable[[Floats], Floats], fitted: FittedKick | FittedMove
) -> _Curve:
    seen = fitted.kick.seen if isinstance(fitted, FittedKick) else fitted.move.seen
    return _Curve(times, cameras, measure(seen.places), measure(fitted.before), measure(fitted.after))


def _draw_row(left: Axes, right: Axes, title: str, unit: str, curves: Sequence[_Curve]) -> None:
    """Speeds on the left, which show the deceleration; residuals of distances or angles on the right."""
    from matplotlib.ticker import NullLocator

    direct(left)
    direct(right)
    left.set_title(f"{title}, {unit}/s", fontsize=SMALL, color=INK, loc="left")
    right.axhline(0, color=GREY, lw=0.6)
    named, shown = False, []
    for curve in curves:
        for camera in np.unique(curve.cameras):
            own = curve.cameras == camera
            times, seen, before, after = (part[own] for part in (curve.times, curve.seen, curve.before, curve.after))
            labels = ("", "", "") if named else ("seen", "before the fit", "after the fit")
            named = True
            for values, label, style in zip((seen, before, after), labels, (SEEN, BEFORE, AFTER), strict=True):
                when, rates = _rates(times, values)
                left.plot(when, rates, label=label, **style)
                shown.append(rates if values is not seen else rates[:0])
            right.plot(times, 1000 * (seen - before), **{**BEFORE, "lw": 0.7, "alpha": 0.7})
            right.plot(times, 1000 * (seen - after), **{**AFTER, "lw": 0.6})
    # One false sighting shall not decide how much is shown.
    low, high = np.percentile(np.concatenate(shown), [0.5, 99.5])
    left.set_ylim(low - 0.1 * (high - low), high + 0.1 * (high - low))
    noise = 1482.6 * float(np.median(np.abs(np.concatenate([curve.seen - curve.after for curve in curves]))))
    most = 1000 * float(np.percentile(np.abs(np.concatenate([curve.seen - curve.before for curve in curves])), 99.5))
    right.set_title(f"seen less fitted, m{unit}; sd after the fit {noise:.2g}", fontsize=SMALL, color=INK, loc="left")
    straight = 10.0 ** np.ceil(np.log10(max(5 * noise, 1e-3)))
    right.set_yscale("symlog", linthresh=straight, linscale=1.5)
    decades = [straight * 10.0**n for n in range(4) if n == 0 or straight * 10.0**n < 1.5 * most]
    right.set_yticks([*(-tick for tick in reversed(decades)), 0.0, *decades])
    right.yaxis.set_major_formatter(lambda tick, _: f"{tick:g}".replace("-", "−"))
    right.yaxis.set_minor_locator(NullLocator())
    right.set_ylim(-1.5 * max(most, straight), 1.5 * max(most, straight))


def _rates(times: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Speeds over a few frames, and when."""
    apart = times[OVER:] - times[:-OVER]
    good = (apart > 1e-3) & (apart < 0.1)
    return ((times[OVER:] + times[:-OVER]) / 2)[good], ((values[OVER:] - values[:-OVER])[good] / apart[good])

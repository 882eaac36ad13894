"""A sweep: what was measured over each parameter, with the interval in which the mean lies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from robopitch.plot.style import GREY, INK, SMALL, TEXT, WIDTH, direct, line_style, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Measured", "Swept", "draw_sweep"]

PANEL = 1.5  # inches
LONE_PANEL = 1.9
MOST_CELLS = 12  # on a side of a map in which each cell shows its number
SPREAD = 0.06  # of the distance of two choices: dots at the same choice lie beside each other
DOT: dict[str, Any] = {"marker": "o", "markersize": 3.0, "markeredgewidth": 0.0}


class Swept(NamedTuple):
    """A parameter: its name, and its value in each setting."""

    label: str
    values: Sequence[float | int | str]

    @property
    def is_number(self) -> bool:
        """Whether its values can be on an axis."""
        return not any(isinstance(value, str) for value in self.values)


class Measured(NamedTuple):
    """What was measured: its name, and mean and interval in each setting; NaN where there is none."""

    label: str
    means: Sequence[float]
    lows: Sequence[float]
    highs: Sequence[float]


def draw_sweep(
    parameters: Sequence[Swept], measures: Sequence[Measured], path: Path, best: int | None = None, title: str = ""
) -> None:
    """Draw a sweep into a file, PNG, SVG or PDF.

    One parameter: a line with its interval. Two in a grid: a map. Else each measure over each parameter, as dots.

    best: the number of the setting that is marked
    """
    lone = len(parameters) == 1
    as_map = len(parameters) == 2 and _is_grid(parameters)
    columns = 1 if as_map else len(parameters)
    height = 2.6 if as_map else LONE_PANEL if len(measures) == 1 else PANEL
    figure, grid = _panels(len(measures), columns, height)
    for row, measure in zip(grid, measures, strict=True):
        if as_map:
            _map(figure, row[0], parameters, measure, best)  # which names its axes itself
            continue
        for axes, parameter in zip(row, parameters, strict=True):
            _over(axes, parameter, measure, best, joined=lone)
        row[0].set_ylabel(_words(measure.label))
    for axes, parameter in zip(grid[-1], parameters, strict=False):
        axes.set_xlabel(_words(parameter.label))
    if title:
        figure.suptitle(title, fontsize=SMALL, color=GREY, x=0.01, ha="left")
    save(figure, path)


def _panels(rows: int, columns: int, height: float) -> tuple[Figure, Any]:
    from matplotlib.figure import Figure

    size = (WIDTH * max(1.0, 0.45 * columns), height * rows + 0.5)
    figure = Figure(figsize=size, dpi=300, facecolor="white", layout="constrained")
    figure.get_layout_engine().set(w_pad=0.03, h_pad=0.03, hspace=0.04)  # type: ignore[union-attr, call-arg]
    grid = figure.subplots(rows, columns, sharex="col", sharey="row", squeeze=False)
    for axes in grid.flat:
        direct(axes)
    figure.align_ylabels(grid[:, 0].tolist())
    return figure, grid


def _is_grid(parameters: Sequence[Swept]) -> bool:
    """Whether there is a setting for every combination, and more than one of each."""
    first, second = parameters
    sizes = len(set(first.values)), len(set(second.values))
    pairs = set(zip(first.values, second.values, strict=True))
    return min(sizes) > 1 and len(pairs) == sizes[0] * sizes[1] == len(first.values)


def _over(axes: Axes, parameter: Swept, measure: Measured, best: int | None, joined: bool) -> None:
    """A measure over a parameter: joined by a line, or as dots if other parameters differ too."""
    style = line_style(0)
    known = list(dict.fromkeys(parameter.values))
    if parameter.is_number:
        x = np.array(parameter.values, float)
    else:
        places = [known.index(value) for value in parameter.values]
        beside = [list(parameter.values[:number]).count(value) for number, value in enumerate(parameter.values)]
        x = np.array(places) + SPREAD * np.array(beside) * (not joined)
        axes.set_xticks(range(len(known)), [str(value) for value in known])
        axes.set_xlim(-0.5, len(known) - 0.5)
    order = np.argsort(x, kind="stable")
    x, means, lows, highs = (np.array(one, float)[order] for one in (x, measure.means, measure.lows, measure.highs))
    there = np.isfinite(means)
    reach = np.array([means - lows, highs - means])
    reach[~np.isfinite(reach)] = 0.0
    bars = axes.errorbar(
        x[there],
        means[there],
        reach[:, there],
        linestyle="-" if joined and parameter.is_number else "",
        color=style["color"],
        linewidth=style["linewidth"],
        elinewidth=0.6,
        capsize=1.8 if joined else 0.0,
        capthick=0.6,
        **DOT,
    )
    for bar in bars[2]:
        bar.set_alpha(1.0 if joined else 0.35)
    if best is not None:
        place = int(np.flatnonzero(order == best)[0])
        axes.plot(x[place], means[place], "o", ms=7, mfc="none", mec="#D55E00", mew=1.2, zorder=5)
    if parameter.is_number:
        axes.margins(x=0.05)


def _map(figure: Figure, axes: Axes, parameters: Sequence[Swept], measure: Measured, best: int | None) -> None:
    """Means as colours over two parameters, each with the number, and the half of its interval."""
    across, up = (sorted(set(one.values), key=_rank) for one in parameters)
    means = np.full((len(up), len(across)), math.nan)
    places = []
    for number, (x, y) in enumerate(zip(parameters[0].values, parameters[1].values, strict=True)):
        places.append((across.index(x), up.index(y)))
        means[places[-1][1], places[-1][0]] = measure.means[number]
    axes.grid(False)
    picture = axes.imshow(means, origin="lower", aspect="auto", cmap="cividis")
    bar = figure.colorbar(picture, ax=axes, pad=0.02)
    bar.set_label(_words(measure.label), fontsize=TEXT)
    bar.ax.tick_params(labelsize=SMALL, length=2, width=0.6)
    bar.outline.set_visible(False)
    axes.set_xticks(range(len(across)), [_short(value) for value in across])
    axes.set_yticks(range(len(up)), [_short(value) for value in up])
    axes.set_ylabel(_words(parameters[1].label))
    if max(len(across), len(up)) <= MOST_CELLS:
        middle = (np.nanmin(means) + np.nanmax(means)) / 2 if np.isfinite(means).any() else 0.0
        for number, (column, row) in enumerate(places):
            mean, half = measure.means[number], (measure.highs[number] - measure.lows[number]) / 2
            if math.isfinite(mean):
                text = f"{mean:.3g}\n±{half:.2g}" if math.isfinite(half) else f"{mean:.3g}"
                colour = INK if mean > middle else "white"
                axes.text(column, row, text, ha="center", va="center", fontsize=6, color=colour)
    if best is not None:
        axes.plot(*places[best], "s", ms=22, mfc="none", mec="#D55E00", mew=1.4)


def _rank(value: float | int | str) -> tuple[bool, Any]:
    return isinstance(value, str), value


def _words(label: str) -> str:
    """The head of a column as the title of an axis.

    >>> _words("ball.rolling_deceleration [m/s2]"), _words("goals")
    ('ball.rolling_deceleration, m/s²', 'goals')
    """
    name, bracket, unit = label.removesuffix("]").partition(" [")
    return f"{name}, {unit.replace('2', '²')}" if bracket else label


def _short(value: float | int | str) -> str:
    return value if isinstance(value, str) else f"{value:.4g}"

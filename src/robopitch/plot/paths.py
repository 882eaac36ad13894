"""One signal over another: the way of a robot on the field."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from robopitch.measure.run import Signal
from robopitch.measure.sampling import at_times
from robopitch.plot.signals import in_words
from robopitch.plot.style import WIDTH, legend, line_style, panels, save

__all__ = ["draw_paths"]

Pair = tuple[Signal, Signal]


def draw_paths(pairs: Sequence[Pair], path: Path, labels: Sequence[str] = ()) -> None:
    """Draw y over x for each pair; a ring is where it begins, a dot where it ends. Metres are as long both ways."""
    metres = all(signal.unit == "m" for pair in pairs for signal in pair)
    height = WIDTH * 0.7
    if metres:
        (low, high), (bottom, top) = (_extent([pair[axis] for pair in pairs]) for axis in (0, 1))
        height = min(max(0.82 * WIDTH * (top - bottom) / max(high - low, 1e-6), 0.8), 1.3 * WIDTH)
    figure, (axes,) = panels(1, height)
    for index, (x, y) in enumerate(pairs):
        across, up = x.values, at_times(y, x.times)
        style = line_style(index)
        name = labels[index] if labels else f"{y.name} over {x.name}"
        axes.plot(across, up, label=name, **style)
        ends = np.flatnonzero(np.isfinite(across) & np.isfinite(up))[[0, -1]] if np.isfinite(across + up).any() else ()
        for end, fill in zip(ends, ("white", style["color"]), strict=False):
            axes.plot(across[end], up[end], "o", markersize=4, mfc=fill, mec=style["color"], mew=0.9, zorder=4)
    axes.set_xlabel(
        in_words([pair[0] for pair in pairs], pairs[0][0].unit) if len(pairs) == 1 else _axis("x", pairs, 0)
    )
    axes.set_ylabel(
        in_words([pair[1] for pair in pairs], pairs[0][1].unit) if len(pairs) == 1 else _axis("y", pairs, 1)
    )
    if metres:
        axes.set_aspect("equal", adjustable="datalim")
    if len(pairs) > 1:
        legend(axes, len(pairs))
    save(figure, path)


def _axis(name: str, pairs: Sequence[Pair], side: int) -> str:
    unit = pairs[0][side].unit
    return f"{name}, {unit}" if all(pair[side].unit == unit for pair in pairs) else name


def _extent(signals: Sequence[Signal]) -> tuple[float, float]:
    values = np.concatenate([signal.values[np.isfinite(signal.values)] for signal in signals])
    return (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)

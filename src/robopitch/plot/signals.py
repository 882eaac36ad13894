"""Signals over time: a panel for each unit, and thin lines where something happened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from robopitch.measure.names import is_held
from robopitch.measure.run import Mark, Signal
from robopitch.measure.sampling import GAP, SHORT, Array, goes_round, step_of
from robopitch.plot.style import GREY, INK, SMALL, legend, line_style, panels, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_line", "draw_marks", "draw_signals", "in_words"]

PANEL = 1.35  # inches
LONE_PANEL = 1.9
LONGEST = 24  # characters of a name that fit beside a panel
MOST_MARKS = 40
# Those that come first are shown first; touches and collisions are too many to be of use.
KINDS: dict[str, Any] = {
    "goal": "-",
    "referee": (0, (6, 2, 1, 2)),
    "out": (0, (4, 2)),
    "restart": (0, (2, 2)),
    "kick": (0, (1, 2)),
}
QUANTITIES = {
    "m": "position",
    "m/s": "speed",
    "rad": "angle",
    "deg": "angle",
    "rad/s": "turn rate",
    "m/s2": "acceleration",
    "s": "time",
    "N": "force",
    "N m": "torque",
    "1": "",
}


def draw_signals(signals: Sequence[Signal], path: Path, marks: Sequence[Mark] = (), title: str = "") -> None:
    """Draw signals into a file, PNG, SVG or PDF as its ending says."""
    groups: dict[str, list[Signal]] = {}
    for signal in signals:
        groups.setdefault(signal.unit, []).append(signal)
    figure, axes = panels(len(groups), LONE_PANEL if len(groups) == 1 else PANEL)
    for panel, (unit, members) in zip(axes, groups.items(), strict=True):
        for index, signal in enumerate(members):
            draw_line(panel, signal, index)
        panel.set_ylabel(in_words(members, unit))
        if len(members) > 1 or len(members[0].name) > LONGEST:
            legend(panel, len(members))
    axes[-1].set_xlabel("time, s")
    used = [time for signal in signals for time in signal.times[[0, -1]]] if all(len(s.times) for s in signals) else []
    if used:
        axes[-1].set_xlim(min(used), max(used) if max(used) > min(used) else min(used) + 1)
        draw_marks(axes, [mark for mark in marks if min(used) <= mark.time <= max(used)])
    if title:
        figure.suptitle(title, fontsize=SMALL, color=GREY, x=0.01, ha="left")
    save(figure, path)


def draw_line(axes: Axes, signal: Signal, index: int, label: str | None = None) -> None:
    """A signal as a line; what was seen, as dots; what was commanded, as stairs. With a label of its own, no dots."""
    style = line_style(index)
    name = signal.name if label is None else label
    if signal.name.startswith("seen.") and label is None:
        dots = {"linestyle": "", "marker": "o", "markersize": 1.4, "markeredgewidth": 0.0, "color": style["color"]}
        axes.plot(signal.times, signal.values, label=name, rasterized=len(signal.times) > 4000, **dots)
        return
    times, values = _broken(signal)
    stairs = "steps-post" if is_held(signal.name) else "default"
    axes.plot(times, values, label=name, drawstyle=stairs, **style)


def in_words(signals: Sequence[Signal], unit: str) -> str:
    """What an axis shows, and its unit."""
    name = QUANTITIES.get(unit, "")
    if len(signals) == 1 and len(signals[0].name) <= LONGEST:
        name = signals[0].name
    elif unit == "m" and not all(signal.name.endswith((".x", ".y", ".z")) for signal in signals):
        name = "length"
    shown = {"1": "", "?": ""}.get(unit, unit.replace("2", "²"))
    return ", ".join(part for part in (name, shown) if part)


def draw_marks(axes: Sequence[Axes], marks: Sequence[Mark]) -> None:
    """A thin line for each mark through all panels, and above the first panel what they are."""
    shown: list[Mark] = []
    for kind in KINDS:
        more = [mark for mark in marks if mark.kind == kind]
        if len(shown) + len(more) <= MOST_MARKS:
            shown += more
    for mark in shown:
        for panel in axes:
            panel.axvline(mark.time, color=GREY, linewidth=0.6, linestyle=KINDS[mark.kind], zorder=1)
    goals = [mark for mark in shown if mark.kind == "goal"]
    for mark in goals:
        axes[0].annotate(
            "goal",
            (mark.time, 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(-1.5, -1),
            textcoords="offset points",
            rotation=90,
            ha="right",
            va="top",
            fontsize=6,
            color=INK,
        )
    others = [kind for kind in KINDS if kind != "goal" and any(mark.kind == kind for mark in shown)]
    if others:
        from matplotlib.lines import Line2D

        keys = [Line2D([], [], color=GREY, linewidth=0.6, linestyle=KINDS[kind], label=kind) for kind in others]
        axes[-1].figure.legend(
            handles=keys,
            loc="lower right",
            bbox_to_anchor=(0.995, 0.01),  # in the line of the label of the time, which takes no more room
            ncols=len(keys),
            frameon=False,
            fontsize=6,
            handlelength=2.2,
            borderpad=0.0,
            borderaxespad=0.0,
        )


def _broken(signal: Signal) -> tuple[Array, Array]:
    """Where something was missing, or an angle went round, the line is broken."""
    times, values = signal.times, signal.values.astype(float)
    if len(times) < 2 or is_held(signal.name):
        return times, values
    breaks = np.diff(times) > max(GAP * step_of(times), SHORT)
    if goes_round(values, signal.unit):
        breaks |= np.abs(np.diff(values)) > np.pi
    places = np.flatnonzero(breaks) + 1
    return np.insert(times, places, times[places]), np.insert(values, places, np.nan)

"""Step responses: a signal after a step, with what was measured in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from robopitch.measure.response import StepResponse
from robopitch.measure.run import Signal
from robopitch.measure.sampling import between
from robopitch.plot.signals import LONE_PANEL, draw_line, in_words
from robopitch.plot.style import GREY, INK, SMALL, panels, save

__all__ = ["draw_responses", "in_a_line"]


def draw_responses(
    responses: Sequence[tuple[Signal, StepResponse]], end: float | None, path: Path, command: Signal | None = None
) -> None:
    """Draw a panel for each response: the band about its final value, the rise and when it settled.

    end:      s, of the stretch; command: what was asked for, drawn beneath where its unit is the same
    """
    figure, axes = panels(len(responses), LONE_PANEL)
    for panel, (signal, response) in zip(axes, responses, strict=True):
        seen = between(signal, response.start - 0.1, end)
        shown = Signal(signal.name, signal.unit, seen.times - response.start, seen.values)
        way = response.final - response.initial
        panel.axhspan(
            response.final - response.band * way, response.final + response.band * way, color="#e4e4e4", lw=0, zorder=0
        )
        panel.axvline(0.0, color=GREY, linewidth=0.8)
        if command is not None and command.unit == signal.unit:
            told = between(command, response.start - 0.1, end)
            last = shown.times[-1] if len(shown.times) else 0.0
            times, values = np.append(told.times - response.start, last), np.append(told.values, told.values[-1:])
            panel.step(times, values[: len(times)], where="post", color=GREY, linewidth=0.9, linestyle=(0, (4, 2)))
        draw_line(panel, shown, 0)
        for share in (0.1, 0.9):
            time = response.delay + (response.rise_time if share > 0.5 else 0.0)
            if np.isfinite(time):
                panel.plot(time, response.initial + share * way, "o", ms=3.2, mfc="white", mec=INK, mew=0.9, zorder=5)
        if np.isfinite(response.settling_time):
            panel.axvline(response.settling_time, color=INK, linewidth=0.8, linestyle=(0, (1, 1.5)))
        panel.set_title(in_a_line(response), fontsize=SMALL, color=GREY, loc="left", pad=2)
        panel.set_ylabel(in_words([signal], signal.unit))
    axes[-1].set_xlabel("time since the step, s")
    save(figure, path)


def in_a_line(response: StepResponse) -> str:
    """What was measured."""
    settled = response.settling_time
    return (
        f"10 % after {1000 * response.delay:.0f} ms, rise {1000 * response.rise_time:.0f} ms, "
        f"overshoot {100 * response.overshoot:.1f} %, "
        + (f"settled (±{100 * response.band:g} %) after {1000 * settled:.0f} ms" if settled >= 0 else "never settled")
    )

"""Spectra and histograms: which frequencies are in a signal, and which values."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from robopitch.measure.run import Signal
from robopitch.measure.sampling import goes_round, wrap
from robopitch.measure.spectrum import Spectrum
from robopitch.measure.statistics import statistics
from robopitch.plot.signals import LONE_PANEL, PANEL, in_words
from robopitch.plot.style import GREY, INK, SMALL, legend, line_style, panels, save

__all__ = ["draw_histograms", "draw_spectra"]

FLOOR = 1e-5  # of the strongest part: below that is nothing to look at


def draw_spectra(spectra: Sequence[Spectrum], path: Path) -> None:
    """Draw amplitudes over frequencies, on a logarithmic scale; a panel for each unit."""
    groups: dict[str, list[Spectrum]] = {}
    for one in spectra:
        groups.setdefault(one.unit, []).append(one)
    figure, axes = panels(len(groups), LONE_PANEL if len(groups) == 1 else PANEL)
    for panel, (unit, members) in zip(axes, groups.items(), strict=True):
        strongest = max(one.peak[1] for one in members)
        for index, one in enumerate(members):
            style = {**line_style(index), "linewidth": 0.8}
            panel.semilogy(one.frequencies[1:], one.amplitudes[1:], label=one.name, **style)
        if strongest > 0:
            low = min(float(one.amplitudes[1:].min()) for one in members)
            panel.set_ylim(max(0.7 * low, FLOOR * strongest), 2 * strongest)
        shown = {"1": "", "?": ""}.get(unit, unit)
        panel.set_ylabel("amplitude" + (f", {shown}" if shown else ""))
        legend(panel, len(members))
    axes[-1].set_xlim(0, max(one.rate / 2 for one in spectra))
    axes[-1].set_xlabel("frequency, Hz")
    save(figure, path)


def draw_histograms(signals: Sequence[Signal], path: Path) -> None:
    """Draw how often each value is there, with mean and standard deviation; a panel for each signal."""
    figure, axes = panels(len(signals), LONE_PANEL if len(signals) == 1 else PANEL, share_x=False)
    for index, (panel, signal) in enumerate(zip(axes, signals, strict=True)):
        values = signal.values[np.isfinite(signal.values)]
        found = statistics(signal)
        if goes_round(values, signal.unit):  # about their mean, as the statistics have them
            values = wrap(values - found.mean) + found.mean
        edges = np.histogram_bin_edges(values, bins="auto") if len(values) else np.array([0.0, 1.0])
        if len(edges) > 81:
            edges = np.linspace(edges[0], edges[-1], 81)
        colour = line_style(index)["color"]
        panel.hist(values, edges.tolist(), color=colour, alpha=0.55, edgecolor=colour, linewidth=0.5)
        panel.axvline(found.mean, color=INK, linewidth=1.0)
        for side in (-1, 1):
            panel.axvline(found.mean + side * found.deviation, color=INK, linewidth=0.7, linestyle=(0, (4, 2)))
        unit = {"1": "", "?": ""}.get(signal.unit, f" {signal.unit}")
        text = f"mean {found.mean:.4g}{unit}, deviation {found.deviation:.3g}{unit}, {found.count} samples"
        panel.set_title(text.replace("-", "−"), fontsize=SMALL, color=GREY, loc="left", pad=2)
        panel.set_xlabel(in_words([signal], signal.unit))
        panel.set_ylabel("samples")
    save(figure, path)

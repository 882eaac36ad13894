"""Two runs over each other: both, and the difference [grSim figures 6 to 8]."""

from __future__ import annotations

import re
from pathlib import Path

from robopitch.measure.comparing import Comparison, Difference
from robopitch.plot.paths import draw_paths
from robopitch.plot.signals import LONE_PANEL, PANEL, draw_line, in_words
from robopitch.plot.style import GREY, INK, SMALL, legend, panels, save

__all__ = ["draw_comparison"]

MOST = 40  # pictures


def draw_comparison(comparison: Comparison, folder: Path, endings: tuple[str, ...] = (".png", ".svg")) -> list[Path]:
    """Draw a picture of each signal, and of each way on the field of which x and y were compared; returns the files."""
    if len(comparison.differences) > MOST:
        raise ValueError(f"{len(comparison.differences)} signals; at most {MOST} are drawn: name those that matter")
    files: list[Path] = []
    titles = _titles(comparison)
    for difference in comparison.differences:
        for ending in endings:
            files.append(folder / f"{_file(difference.name)}{ending}")
            _draw_one(difference, titles, files[-1])
    by_name = {difference.name: difference for difference in comparison.differences}
    for name, x in by_name.items():
        y = by_name.get(_to_y(name))
        if y is not None:
            for ending in endings:
                files.append(folder / f"{_file(re.sub(r'[.]?x$', '', name.partition(':')[0]) or 'robot')}.way{ending}")
                draw_paths([(x.first, y.first), (x.second, y.second)], files[-1], titles)
    return files


def _draw_one(difference: Difference, titles: tuple[str, str], path: Path) -> None:
    figure, (over, apart) = panels(2, (LONE_PANEL + PANEL) / 2)
    draw_line(over, difference.first, 0, titles[0])
    draw_line(over, difference.second, 1, titles[1])
    over.set_ylabel(in_words([difference.first], difference.unit))
    legend(over, 2)
    thousand = 1000 if difference.unit.startswith("m") and difference.max < 0.5 else 1  # a matter of millimetres
    unit = ("m" if thousand > 1 else "") + {"1": "", "?": ""}.get(difference.unit, difference.unit)
    times, values = difference.apart.times, thousand * difference.apart.values
    apart.axhline(0, color=GREY, linewidth=0.7)
    apart.plot(times, values, color=INK, linewidth=0.9)
    worst = values[abs(times - difference.at).argmin()]
    apart.plot(difference.at, worst, "o", ms=3.2, mfc="white", mec=INK, mew=0.9, zorder=5)
    text = f"bias {thousand * difference.bias:.3g}, rms {thousand * difference.rms:.3g}, "
    text += f"at most {thousand * difference.max:.3g} {unit} at {difference.at:.2f} s"
    apart.set_title(text.replace("-", "−"), fontsize=SMALL, color=GREY, loc="left", pad=2)
    apart.set_ylabel(f"difference, {unit}" if unit else "difference")
    apart.set_xlabel("time, s")
    save(figure, path)


def _titles(comparison: Comparison) -> tuple[str, str]:
    first, second = comparison.first, comparison.second
    if first == second:
        first, second = f"{first} (first)", f"{second} (second)"
    return _short(first), _short(second)


def _short(title: str) -> str:
    return title if len(title) <= 40 else title[:39] + "…"


def _to_y(name: str) -> str:
    """The name of the y signal for the name of an x signal; a name that no signal has for all others."""
    parts = name.split(":")
    return ":".join(part[:-1] + "y" if re.fullmatch(r"(.*\.)?x", part) else "\0" for part in parts)


def _file(name: str) -> str:
    return re.sub(r"[^\w.-]+", "_", name).strip("_.")[:80] or "signal"

"""The style of plots: for a column of a report, readable in colour and in grey.

12 cm wide with text of 8 points, so that a picture goes into a page as it is. Lines differ in colour, in lightness and
in their dashes: a printer without colours and a reader without colour vision can tell them apart.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.spec.files import writing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["GREY", "INK", "WIDTH", "direct", "legend", "line_style", "panels", "save"]

WIDTH = 12 / 2.54  # inches
TEXT = 8.0  # points
SMALL = 7.0
INK = "#222222"
GREY = "#777777"
FORMATS = (".png", ".svg", ".pdf")

# Colours of Okabe and Ito's palette in an order in which neighbours differ in lightness; yellow is too light for paper.
_COLOURS = ("#0072B2", "#E69F00", "#000000", "#CC79A7", "#009E73", "#D55E00", "#56B4E9")
_DASHES: tuple[Any, ...] = ("-", (0, (5, 1.6)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5)), (0, (3, 1, 1, 1, 1, 1)))


def line_style(index: int) -> dict[str, Any]:
    """Colour, dashes and width of the n-th line of a picture; 35 of them differ."""
    return {
        "color": _COLOURS[index % len(_COLOURS)],
        "linestyle": _DASHES[index % len(_DASHES)],
        "linewidth": 1.1,
        "solid_joinstyle": "round",
    }


def panels(count: int, height: float, *, share_x: bool = True) -> tuple[Figure, list[Axes]]:
    """A figure of panels above each other, each of this height in inches."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height * count + 0.5), dpi=300, facecolor="white", layout="constrained")
    figure.get_layout_engine().set(w_pad=0.03, h_pad=0.03, hspace=0.04)  # type: ignore[union-attr, call-arg]
    grid = figure.subplots(count, 1, sharex=share_x, squeeze=False)
    axes = [row[0] for row in grid]
    for one in axes:
        direct(one)
    figure.align_ylabels(axes)
    return figure, axes


def direct(axes: Axes) -> None:
    """Small ticks, a faint grid, no frame but the two axes."""
    axes.grid(True, color="#dddddd", linewidth=0.5)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=SMALL, length=2, width=0.6, color=GREY, labelcolor=INK)
    axes.tick_params(which="minor", length=1.2, width=0.4, color=GREY)
    axes.xaxis.label.set_fontsize(TEXT)
    axes.yaxis.label.set_fontsize(TEXT)
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_linewidth(0.6)
        spine.set_color(GREY)
    axes.margins(x=0.01, y=0.08)


def legend(axes: Axes, count: int) -> None:
    """Names of the lines above a panel, where they hide nothing."""
    longest = max(len(str(text)) for text in axes.get_legend_handles_labels()[1])
    columns = max(1, min(count, 4, int(62 / (longest + 6))))  # 62 characters are about as wide as the picture
    axes.legend(
        loc="lower left",
        bbox_to_anchor=(0.0, 1.0),
        ncols=columns,
        frameon=False,
        fontsize=SMALL,
        handlelength=2.4,
        columnspacing=1.4,
        handletextpad=0.5,
        borderaxespad=0.2,
        labelspacing=0.3,
    )


def save(figure: Figure, path: Path) -> None:
    """Write a figure as PNG, SVG or PDF; the same figure gives the same bytes."""
    import matplotlib

    if path.suffix.lower() not in FORMATS:
        raise ValueError(f"{path}: pictures end in {', '.join(FORMATS)}, not in {path.suffix or 'nothing'!r}")
    dated = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower())
    settings: Any = {"svg.hashsalt": "robopitch", "svg.fonttype": "none", "axes.unicode_minus": True}
    with writing(path) as part, matplotlib.rc_context(settings):
        figure.savefig(part, metadata=dated)

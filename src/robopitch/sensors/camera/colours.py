"""Colours of everything that a camera sees, as data."""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["COLOURS", "check_colours", "rgb"]

COLOURS: Mapping[str, str] = {
    "ball": "#f07818",
    "carpet": "#2f7d3c",
    "line": "#f2f2ee",
    "wall": "#202020",
    "goal": "#f4f4f4",  # posts, bar and plates
    "net": "#d8d8d8",
    "outside": "#77716a",  # the floor around the field
    "sky": "#b9bdbb",  # everything above the floor: the walls and the ceiling of a hall
    "frame": "#0c0c0c",  # where the lens sees nothing, as around a mirror
    "body": "#2b2b2e",  # of robots
    "blue": "#2f6fe4",  # marks of the teams
    "yellow": "#f2cf1d",
    "obstacle": "#1b1b1b",
}
"""The default colours by name."""

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def check_colours(given: Mapping[str, str]) -> None:
    """Raise a ValueError unless these are colours of things that there are."""
    for name, colour in given.items():
        if name not in COLOURS:
            raise ValueError(f"nothing called {name!r} has a colour; there are {', '.join(COLOURS)}")
        if not _COLOUR.fullmatch(colour):
            raise ValueError(f"{name}: {colour!r} is not a colour; it looks like '#f07818'")


def rgb(colour: str) -> tuple[float, float, float]:
    """Red, green and blue, 0 to 255.

    >>> rgb("#ff8000")
    (255.0, 128.0, 0.0)
    """
    red, green, blue = (float(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return red, green, blue

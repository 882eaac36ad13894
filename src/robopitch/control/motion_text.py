"""Writes a keyframe motion as the text of a motion file (`control/keyframes.py` reads it)."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping

from robopitch.control.keyframes import SIDES, Motion

__all__ = ["degrees_of", "motion_text"]

DIGITS = 2  # of an angle in degrees: a tenth of the step of a fine servo
_BARE = re.compile(r"[A-Za-z0-9_-]+")  # a key that TOML takes without quotation marks
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


def motion_text(motion: Motion, source: str) -> str:
    """The table of one motion. *source*: where it comes from, a line of the table."""
    lines = [f"[{_key(motion.name)}]", f"title = {_quoted(motion.title)}", f"source = {_quoted(source)}"]
    lines.append("keyframes = [")
    for frame in motion.keyframes:
        pose = ", ".join(f"{_key(name)} = {degrees:.15g}" for name, degrees in _starred(degrees_of(frame.pose)))
        lines.append(f"  {{ seconds = {frame.seconds:.15g}, pose = {{ {pose} }} }},".replace("{  }", "{}"))
    return "\n".join([*lines, "]"]) + "\n"


def degrees_of(pose: Mapping[str, float]) -> dict[str, float]:
    """A pose in degrees, as files have it.

    >>> degrees_of({"HEAD_YAW": math.pi / 6})
    {'HEAD_YAW': 30.0}
    """
    return {name: round(math.degrees(angle), DIGITS) + 0.0 for name, angle in pose.items()}


def _starred(pose: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """Names and angles, with a star for LEFT and RIGHT if both have the same angle."""
    left, right = SIDES
    done = set()
    for name, degrees in pose.items():
        other = name.replace(left, right) if name.count(left) == 1 else name.replace(right, left)
        if name in done:
            continue
        if other != name and (name.count(left), name.count(right)) in ((1, 0), (0, 1)) and pose.get(other) == degrees:
            done.add(other)
            yield name.replace(left, "*").replace(right, "*"), degrees
        else:
            yield name, degrees


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quoted(name)


def _quoted(text: str) -> str:
    return json.dumps(_CONTROL.sub(" ", text), ensure_ascii=False)

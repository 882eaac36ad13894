"""Writes a keyframe motion as the text of a motion file (`control/keyframes.py` reads it)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from robopitch.control.keyframes import SIDES, Motion

__all__ = ["degrees_of", "motion_text"]

DIGITS = 2  # of an angle in degrees: a tenth of the step of a fine servo


def motion_text(motion: Motion, source: str) -> str:
    """The table of one motion. *source*: where it comes from, a line of the table."""
    import tomlkit  # only files that are written need it

    frames = tomlkit.array().multiline(True)
    for frame in motion.keyframes:
        line, pose = tomlkit.inline_table(), tomlkit.inline_table()
        pose.update(_starred(degrees_of(frame.pose)))
        line.update({"seconds": frame.seconds, "pose": pose})
        frames.append(line)
    table = tomlkit.table()
    table.update({"title": motion.title, "source": source, "keyframes": frames})
    return tomlkit.dumps(tomlkit.document().add(motion.name, table))


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

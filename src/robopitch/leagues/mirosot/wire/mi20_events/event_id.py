"""Identifiers of events: a hash of the name [MI20 listing 2.1].

The hash is the sum of the characters and the sum of these sums, both modulo the largest prime below 65536: Adler-32
that begins with 0 instead of 1, over the name in lower case.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

__all__ = ["EVENT_NAMES", "OWN_NAMES", "event_id", "names_by_id"]

BASE = 65521  # the largest prime below 65536

EVENT_NAMES = (
    "new_snapshot",
    "new_worlddata",
    "shutdown",
    "velocities",
    "identify",
    "identify_done",
    "set_action",
    "vision_window",
    "vision_win_closed",
    "vision_win_click",
    "color_changed",
    "color_reload",
    "calibrate",
    "calibrate_res",
    "game_state_change",
    "maybe_collision",
    "new_planlines",
    "action_finished",
    "action_change",
    "id_swap",
    "module_start",
    "robot_sleep",
    "robot_wakeup",
    "error",
    "clip_changed",
    "clip_reload",
    "set_pid",
    "pid_set",
    "score_change",
)
"""The events of MI20 in the order of [MI20 appendix A]; the names are those whose hashes it lists."""

OWN_NAMES = ("frame_done",)
"""Events that MI20 did not have."""


@lru_cache(maxsize=256)
def event_id(name: str) -> int:
    """The identifier of an event.

    >>> f"{event_id('new_snapshot'):#010x} {event_id('New_Snapshot'):#010x}"
    '0x20e20519 0x20e20519'
    """
    low = high = 0
    for character in name.lower().encode("latin-1", "replace"):
        low = (low + character) % BASE
        high = (high + low) % BASE
    return high << 16 | low


def names_by_id(names: Iterable[str]) -> dict[int, str]:
    """A table from identifier to name; raises a ValueError if two names have the same identifier."""
    found: dict[int, str] = {}
    for name in names:
        other = found.setdefault(event_id(name), name)
        if other != name:
            raise ValueError(f"events {other!r} and {name!r} have the same identifier {event_id(name):#010x}")
    return found

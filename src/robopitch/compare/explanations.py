"""Differences beyond their limits that are understood; docs/physics.md explains each at length.

A limit is not widened because an engine does not keep it. The table still says NO, and tells why.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["EXPLAINED", "explanation"]

# Kind of drive, scene and quantity → the reason, in a few words; no kind: for all
EXPLAINED: Mapping[tuple[str, str, str], str] = {}


def explanation(drive: str, scene: str, quantity: str) -> str:
    """Why mujoco-spatial differs from turf there; empty if it should not."""
    return EXPLAINED.get((drive, scene, quantity)) or EXPLAINED.get(("", scene, quantity), "")

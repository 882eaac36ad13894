"""Benchmarks of single leagues, by name."""

from __future__ import annotations

__all__ = ["OF_LEAGUES"]

OF_LEAGUES = {
    "msl": ("robopitch.bench.msl", "robots that decide by themselves, each in a process of its own"),
    "humanoid": ("robopitch.bench.humanoid", "servo buses: cycles per second, unanswered reads, wire time"),
}
"""Module and subject of each: it has `measure(seconds)`, `table(result)` and `COLUMNS`."""

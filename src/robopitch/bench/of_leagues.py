"""Benchmarks of single leagues, by name."""

from __future__ import annotations

__all__ = ["OF_LEAGUES"]

OF_LEAGUES = {
    "msl": ("robopitch.leagues.msl.bench.agents", "robots that decide by themselves, each in a process of its own"),
    "events": ("robopitch.leagues.mirosot.bench.events", "the modules of a team on the network, vision to radio"),
    "humanoid": (
        "robopitch.leagues.humanoid.bench.humanoid",
        "physics of 1 to 14 robots; servo buses: cycles per second, unanswered reads, wire time",
    ),
}
"""Module and subject of each: it has `measure(seconds)`, `table(result)` and `COLUMNS`."""

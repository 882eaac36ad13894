"""The process that plays a match for `match.py`: a program that runs with the package of any tree.

It prints the processor time of the match, and with "parts" that of its parts instead, as a line of JSON. It uses only
what e991d2ca has too.
"""

from __future__ import annotations

import functools
import json
import sys
import time
from typing import Any

PARTS = ("teams", "physics", "sensors", "referee", "recording", "rest")
WARM_UP = 2.0  # s of a match until all code is compiled, or loaded, and has run once
# Where each part begins: module, class or none, function. What a function calls belongs to it unless it is here too.
ENTRIES = {
    "teams": (("robopitch.match.thinking", "Thinking", "decide"),),
    "physics": (("robopitch.world.world", "World", "step"),),
    "sensors": (("robopitch.match.sensor_suite", "SensorSuite", "fire"),),
    "referee": (("robopitch.match.match", "Match", "_judge"),),
    "recording": (("robopitch.match.play", "Game", "sample"), ("robopitch.match.observer", "Observers", "sample")),
}


def main(league: str, teams: tuple[str, str], seconds: float, parts: bool) -> dict[str, Any]:
    """Play and measure."""
    _play(league, teams, WARM_UP)
    spent = _watch() if parts else {}
    before = time.process_time()
    fingerprint = _play(league, teams, seconds)
    whole = time.process_time() - before
    shares = {name: spent.get(name, 0.0) / whole for name in PARTS}
    shares["rest"] = 1.0 - sum(shares.values())
    return {"seconds": whole, "fingerprint": fingerprint, **({"shares": shares} if parts else {})}


def _play(league: str, teams: tuple[str, str], seconds: float) -> str:
    """A match in free play as jobs play it, with its statistics; returns the fingerprint of its end."""
    import robopitch
    from robopitch.leagues.registry import family_of
    from robopitch.match import play
    from robopitch.measure.match_stats.collector import StatsObserver

    world = robopitch.make(league, seed=1)
    seen: list[Any] = []

    def on_outputs(match: Any, outputs: Any) -> None:
        if not seen:
            seen.append(StatsObserver(match))
            match.observe(seen[0], 50.0)

    parts = family_of(world.league.family)
    play(world, None, None, seconds, names=teams, parts=parts, on_outputs=on_outputs)
    return world.fingerprint()


def _watch() -> dict[str, float]:
    """Count the processor time of each part from now on."""
    from importlib import import_module

    spent: dict[str, float] = {}
    inner = [0.0]  # of the parts within those that run now

    def counted(function: Any, part: str) -> Any:
        @functools.wraps(function)
        def call(*arguments: Any, **named: Any) -> Any:
            began = time.thread_time()
            inner.append(0.0)
            try:
                return function(*arguments, **named)
            finally:
                whole = time.thread_time() - began
                spent[part] = spent.get(part, 0.0) + whole - inner.pop()
                inner[-1] += whole

        return call

    for part, entries in ENTRIES.items():
        for module, owner, name in entries:
            thing = getattr(import_module(module), owner)
            setattr(thing, name, counted(getattr(thing, name), part))
    return spent


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], (sys.argv[2], sys.argv[3]), float(sys.argv[4]), "parts" in sys.argv[5:])))

"""Creates a match from the name of a league."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from robopitch.match.enforcement import Rule
from robopitch.match.match import EXTERNAL, Match
from robopitch.spec import load_realism
from robopitch.teams import TEAMS
from robopitch.world import make

__all__ = ["make_match"]


def make_match(
    league: str,
    *,
    realism: str | None = "friendly",
    realism_overrides: Mapping[str, object] | None = None,
    blue: str = EXTERNAL,
    yellow: str = EXTERNAL,
    kick_about: bool = True,
    watchdog: float = 1.0,
    tracker: str = "truth",
    enforce: Iterable[str] = (),
    epoch: float = 0.0,
    **options: Any,
) -> Match:
    """A match, ready for kick-off; other options as for `make`.

    realism:    a preset by name, changed by the overrides, {"ball_position": 0.002}; None: no sensors, as in a league
                without overhead cameras
    blue, yellow: "external" for a team that is commanded from outside, or a built-in one: "cambada",
        "mi20", "chase" or "still"
    kick_about: free play, until an external referee is heard: goals count, and balls that left are placed back
    watchdog:   s without a command after which a robot stops; 0: never
    tracker:    source of the tracker's frames: "truth", "filter" or "none"
    enforce:    the rules of a referee that the match enforces: "halt", "robots", "placement"
    epoch:      s, added to simulated time in sent timestamps
    """
    if tracker not in ("truth", "filter", "none"):
        raise ValueError(f"there is no tracker {tracker!r}; truth, filter or none is possible")
    if not (math.isfinite(watchdog) and 0 <= watchdog <= 3600):
        raise ValueError(f"a watchdog of {watchdog} s; from 0, which is never, to 3600 s is possible")
    known = {rule.value: rule for rule in Rule}
    for name in enforce:
        if name not in known:
            raise ValueError(f"{name!r} cannot be enforced; {', '.join(known)} can")
    world = make(league, **options)
    if world.league.sensors.vision is None:
        realism = None
    real = None if realism is None else load_realism(world.league.family, realism, realism_overrides)
    return Match(
        world,
        real,
        policies=TEAMS,
        blue=blue,
        yellow=yellow,
        kick_about=kick_about,
        watchdog=watchdog,
        tracker=tracker,
        enforce=frozenset(known[name] for name in enforce),
        epoch=epoch,
    )

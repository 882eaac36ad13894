"""Creates a match from the name of a league."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robopitch.match.match import Match
from robopitch.match.options import checked_names
from robopitch.match.players import EXTERNAL
from robopitch.referee import Rule
from robopitch.spec import RealismSpec, change_realism, load_realism
from robopitch.spec.catalogue import realism_files
from robopitch.teams.player import sights
from robopitch.teams.team_file import load_teams
from robopitch.world import make

if TYPE_CHECKING:
    from robopitch.match.options import Options
    from robopitch.sensors.sensor import Sensor
    from robopitch.world import World

__all__ = ["make_match", "overhead_sensors", "realism_of"]


def make_match(
    league: str,
    *,
    realism: str | None = "friendly",
    realism_overrides: Mapping[str, object] | None = None,
    blue: str = EXTERNAL,
    yellow: str = EXTERNAL,
    referee: str | None = None,
    half: float | None = None,
    elimination: bool = False,
    year: int | None = None,
    free_play: bool = True,
    watchdog: float = 1.0,
    tracker: str = "truth",
    enforce: Iterable[str] = (),
    sees: str | Mapping[str, str] = "truth",
    names: Mapping[str, str] | None = None,
    epoch: float = 0.0,
    **options: Any,
) -> Match:
    """A match, ready for kick-off; other options as for `make`.

    realism:   a preset by name, changed by the overrides, {"ball_position": 0.002}; None: no sensors, and a perfect
               radio
    blue, yellow: "external" for a team that is commanded from outside, or one that plays in this process: a built-in
               one, "cambada", "mi20", "chase" or "still", one that the league brings, or yours, "my_team.py:play"
    referee:   until an external referee is heard: "rules", from kick-off to the end by the rules of the league; "free":
               goals count, and balls that left are placed back; "external": robots wait for the referee; "none"
    half:      s of a half by the rules; None: as the league has it
    elimination: a draw by the rules is followed by extra time and a shoot-out
    year:      of the rule book, 2022; None: the latest that the league has here
    free_play: False is an older name for the referee "none"
    watchdog:  s without a command after which a robot stops; 0: never
    tracker:   source of the tracker's frames: "truth", "filter" or "none"
    enforce:   the rules of a referee that the match enforces: "halt", "robots", "placement"
    sees:      what built-in teams see: "truth", the name of a sensor, "tracker", or "onboard", what each robot sees
               with its own sensors, in a league that has them; {"blue": "onboard", "yellow": "truth"} for each team
    names:     what scoreboards and referee messages call external teams, {"blue": "Tigers"}; else it is their colour
    epoch:     s, added to simulated time in sent timestamps
    """
    from robopitch.leagues.registry import family_of

    if tracker not in ("truth", "filter", "none"):
        raise ValueError(f"there is no tracker {tracker!r}; truth, filter or none is possible")
    if not (math.isfinite(watchdog) and 0 <= watchdog <= 3600):
        raise ValueError(f"a watchdog of {watchdog} s; from 0, which is never, to 3600 s is possible")
    if half is not None and not (math.isfinite(half) and 0 < half <= 86400):
        raise ValueError(f"a half of {half} s; above 0 and up to 86400 s is possible")
    known = {rule.value: rule for rule in Rule}
    for name in enforce:
        if name not in known:
            raise ValueError(f"{name!r} cannot be enforced; {', '.join(known)} can")
    (blue, yellow), policies = load_teams((blue, yellow))
    world = make(league, **options)
    return Match(
        world,
        None if realism is None else realism_of(world.league.family, realism, realism_overrides),
        parts=family_of(world.league.name),
        policies=policies,
        blue=blue,
        yellow=yellow,
        free_play=free_play,
        referee=referee,
        half=half,
        elimination=elimination,
        year=year,
        watchdog=watchdog,
        tracker=tracker,
        enforce=frozenset(known[name] for name in enforce),
        sees=sights(sees),
        names=checked_names(names or {}),
        epoch=epoch,
    )


def realism_of(family: str, name: str, overrides: Mapping[str, object] | None = None) -> RealismSpec:
    """A preset of realism; in a family without presets, it is always a perfect radio, changed by the overrides."""
    if not realism_files(family):
        return change_realism(RealismSpec(name="perfect"), overrides or {})
    return load_realism(family, name, overrides)


def overhead_sensors(world: World, options: Options) -> Sequence[Sensor]:
    """The cameras over the field, and a tracker, if the league has cameras and the match has sensors."""
    from robopitch.sensors.overhead.sensor import VisionSensor
    from robopitch.sensors.tracker.sensor import TrackerSensor

    if options.realism is None or world.league.sensors.vision is None:
        return ()
    sensors: list[Sensor] = [VisionSensor(world, options.realism)]
    if options.tracker != "none":
        sensors.append(TrackerSensor(world, options.tracker))
    return sensors

"""Creates worlds from the name of a league."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from robopitch.messages import Team
from robopitch.spec import load_league
from robopitch.world.batch import Batch
from robopitch.world.roster import opening_roster
from robopitch.world.world import World

__all__ = ["make", "make_batch"]


def make(
    league: str | Path,
    *,
    seed: int = 0,
    engine: str | None = None,
    timestep: float = 0.001,
    overrides: Mapping[str, object] | None = None,
    files: Sequence[str | Path] = (),
    robots: Mapping[str, str | Path] | None = None,
    players: int | Mapping[str, int] | None = None,
    dtype: str = "float64",
) -> World:
    """A world, ready for kick-off.

    league:     a name; `robopitch leagues` lists them; or the path of a folder of leagues, of which the first is taken
    engine:     "turf", "mujoco" (robots in the plane) or "mujoco-spatial" (gravity, ground, free bodies); default: the
                one that the league names, turf for leagues on wheels
    timestep:   s
    overrides:  parameters by path, {"ball.mass": 0.046} or {"ball.mass": "46 g"}; `robopitch params` lists them
    files:      TOML files with parameters, applied before the overrides
    robots:     a team's robots by name or TOML file, {"blue": "my_robot.toml"}
    players:    number of players, for both teams or {"blue": 3, "yellow": 0}; default: the number of the league
    """
    if not (math.isfinite(timestep) and 1e-5 <= timestep <= 0.02):
        raise ValueError(f"a time step of {timestep} s; from 0.00001 to 0.02 s is possible")
    if dtype not in ("float32", "float64"):
        raise ValueError(f"dtype {dtype!r}; float32 or float64 is possible")
    spec = load_league(league, overrides, [Path(file) for file in files], robots)
    count: dict[Team, int] = {team: int(spec.team_size) for team in Team}
    if isinstance(players, Mapping):
        count.update({Team(team): number for team, number in players.items()})
    elif players is not None:
        count = {team: players for team in Team}
    return World(spec, opening_roster(spec, count), engine or spec.engine, timestep, seed, np.dtype(dtype))


def make_batch(league: str | Path, *, worlds: int, threads: int | None = None, **options: Any) -> Batch:
    """Many worlds, each ready for kick-off; options as for `make`.

    threads: number of threads; default: all cores. The results do not depend on it.
    """
    return Batch(make(league, **options), worlds, threads)

"""A recording of MI20 as what its modules saw and did, to feed it into modules again [MI20 §2.3, §4.3]."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from robopitch.leagues.file_format import RecordedTeam
from robopitch.leagues.mirosot.formats.mi20_file import read_mi20
from robopitch.leagues.mirosot.mi20_frames import camera_frame, from_corner
from robopitch.leagues.mirosot.mi20_game import game_of_change
from robopitch.messages import (
    Body,
    BodyVelocity,
    GameState,
    Orders,
    RobotOrder,
    Team,
    TrackedBall,
    TrackedRobot,
    TrackerFrame,
)
from robopitch.protocols import mi20
from robopitch.protocols.mi20_events import GameStateChange
from robopitch.spec import LeagueSpec, load_league
from robopitch.spec.rules import rules_of

__all__ = ["load_team"]


def load_team(path: Path) -> RecordedTeam:
    """Snapshots, world data, commands and states of the game in a recording; a ValueError if its field is unknown."""
    recording = read_mi20(path)
    if recording.field not in mi20.FIELDS:
        known = ", ".join(f"{code:#04x}" for code in mi20.FIELDS)
        raise ValueError(f"{path}: a field of unknown size, {recording.field:#04x}; known are {known}")
    league = load_league(mi20.FIELDS[recording.field])
    team, rules, game = mi20.TEAMS.get(recording.team, Team.BLUE), rules_of(league), GameState()
    moments: list[tuple[float, Any]] = []
    for number, chunk in enumerate(recording.chunks):
        match chunk:
            case mi20.Snapshot():
                moments.append((chunk.time, camera_frame(chunk, team, league, number)))
            case mi20.World():
                moments.append((chunk.time, _tracked(chunk, team, league, number)))
            case mi20.RobotCommand(time, id, linear, angular):
                order = RobotOrder(id, BodyVelocity(linear / 1000, 0.0, angular))
                moments.append((time, Orders(team, (order,))))
            case mi20.GameState(time, running, situation, direction, location):
                change = GameStateChange(running, situation, direction, location)
                game = game_of_change(change, team, league, rules, game)
                moments.append((time, game))
    return RecordedTeam(league.name, team, moments, recording.problems)


def _tracked(world: mi20.World, team: Team, league: LeagueSpec, number: int) -> TrackerFrame:
    balls, robots = [], []
    if world.ball.on_field:
        x, y = from_corner(league, world.ball.x / 1000, world.ball.y / 1000)
        velocity = (world.ball.vx / 1000, world.ball.vy / 1000, 0.0)
        balls.append(TrackedBall((x, y, 0.0), velocity, 1.0))
    for side, found in ((team, world.team), (team.other, world.opponents)):
        for id, one in enumerate(found):
            if one.on_field:
                place = from_corner(league, one.x / 1000, one.y / 1000)
                speed = one.vx / 1000, one.vy / 1000, one.turn
                robots.append(TrackedRobot(Body(side, id), *place, one.heading, *speed, 1.0))
    return TrackerFrame("MI20", number, world.time, tuple(balls), tuple(robots), None)

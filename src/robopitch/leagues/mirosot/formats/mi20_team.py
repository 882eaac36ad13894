"""A recording of MI20 as what its modules saw and did: to feed it into modules again, and written by modules
[MI20 §2.3, §4.3].
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from robopitch.leagues.file_format import RecordedTeam
from robopitch.leagues.mirosot.formats.mi20_file import read_mi20
from robopitch.leagues.mirosot.mi20.frames import (
    NOWHERE,
    camera_frame,
    from_corner,
    snapshot_of_frame,
    to_corner,
    world_object,
)
from robopitch.leagues.mirosot.mi20.game import change_of, game_of_change
from robopitch.leagues.mirosot.wire import mi20
from robopitch.leagues.mirosot.wire.mi20_events import GameStateChange
from robopitch.messages import (
    Body,
    BodyVelocity,
    CameraFrame,
    GameState,
    Orders,
    RobotOrder,
    Team,
    TrackedBall,
    TrackedRobot,
    TrackerFrame,
)
from robopitch.spec import LeagueSpec, load_league
from robopitch.spec.files import writing
from robopitch.spec.rules import rules_of

__all__ = ["load_team", "write_team"]


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
    return RecordedTeam(league.name, team, moments, recording.problems, recording.start)


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


def write_team(path: Path, recorded: RecordedTeam) -> int:
    """Write what modules saw and did; returns the number of chunks. A ValueError if MI20 did not play that league."""
    field = next((code for code, name in mi20.FIELDS.items() if name == recorded.league), None)
    if field is None:
        raise ValueError(f"{path}: MI20 recorded {', '.join(mi20.FIELDS.values())}; this is {recorded.league}")
    league, team = load_league(recorded.league), recorded.team
    chunks = [chunk for time, moment in recorded.moments for chunk in _chunks(time, moment, team, league)]
    times = [time for time, _ in recorded.moments] or [0.0]
    number = next(code for code, one in mi20.TEAMS.items() if one is team)
    recording = mi20.Mi20Recording(field, number, recorded.start & 0xFFFFFFFF, max(times) - min(times), tuple(chunks))
    data = mi20.encode_recording(recording)
    with writing(path) as part:
        part.write_bytes(data)
    return len(chunks)


def _chunks(time: float, moment: Any, team: Team, league: LeagueSpec) -> list[mi20.Chunk]:
    if isinstance(moment, CameraFrame):
        return [snapshot_of_frame(moment, team, league)]
    if isinstance(moment, TrackerFrame):
        return [_world(moment, team, league)]
    if isinstance(moment, GameState):
        change = change_of(moment, team)
        return [mi20.GameState(time, change.running, change.situation, change.right_to_left, change.location)]
    return [
        mi20.RobotCommand(time, order.id, 1000 * order.command.forward, order.command.turn)
        for order in moment.orders
        if isinstance(order.command, BodyVelocity)
    ]


def _world(tracked: TrackerFrame, team: Team, league: LeagueSpec) -> mi20.World:
    count = int(league.max_ids)
    sides = {one: [NOWHERE] * count for one in Team}
    for robot in tracked.robots:
        if robot.robot.team is not None and robot.robot.id < count:
            place = to_corner(league, robot.x, robot.y)
            found = world_object(*place, robot.heading, robot.vx, robot.vy, robot.turn)
            sides[robot.robot.team][robot.robot.id] = found
    ball = NOWHERE
    if tracked.balls:
        (x, y, _), (vx, vy, _), _ = tracked.balls[0]
        ball = world_object(*to_corner(league, x, y), 0.0, vx, vy, 0.0)
    return mi20.World(tracked.time, ball, tuple(sides[team]), tuple(sides[team.other]))

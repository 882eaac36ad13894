"""What a base station shows [CAMBADA-sim §3.4.9]: how the game stands, and what its robots have told of themselves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from robopitch.control.shared_record import SharedRecord
from robopitch.leagues.msl.agents.player import AgentPlayer
from robopitch.leagues.msl.rtdb.shared_state import decode_shared
from robopitch.leagues.msl.rtdb.team_rtdb import BASE_STATION, RUNNING
from robopitch.leagues.msl.wire.rtdb import ItemId
from robopitch.leagues.msl.wire.rtdb.robot_state import RobotState
from robopitch.leagues.panel_view import PanelColumn, PanelRow, PanelTable
from robopitch.measure.event_text import game_text
from robopitch.messages import Team

if TYPE_CHECKING:
    from robopitch.leagues.msl.agents.processes import Processes
    from robopitch.leagues.msl.wire.rtdb import Store
    from robopitch.match import Match

__all__ = ["COACH_COLUMNS", "coach_rows"]

COACH_COLUMNS = (
    PanelColumn("robot"),
    PanelColumn("state"),
    PanelColumn("role", about="What it is about to do, as far as the records of the team say it"),
    PanelColumn("battery", "V", 1),
    PanelColumn("x", "m", 2, "Where it believes to be, in the frame of its team: x towards the goal that it attacks"),
    PanelColumn("y", "m", 2),
    PanelColumn("heading", "°"),
    PanelColumn("ball x", "m", 2, "Where it sees the ball"),
    PanelColumn("ball y", "m", 2),
    PanelColumn("age", "ms", about="Time since the robot wrote what the base station knows of it"),
)
SILENT = "The teams see the true positions: their robots share no records. See `--agents`."


class _Told(NamedTuple):
    """What a robot has told, and when, s."""

    record: SharedRecord
    age: float
    voltage: float | None


def coach_rows(processes: Processes) -> PanelTable:
    """What the base stations of both teams know of their robots."""
    match, rows = processes.match, []
    for team in Team:
        told = _in_process(match, team)
        if team in processes.stores:
            told = _heard(processes.stores[team][BASE_STATION])
        rows += [_row(match, team, number, told) for number in sorted(told)]
    note = f"Game: {game_text(match.game)}."
    return PanelTable(rows, note if rows else f"{note} {SILENT}")


def _heard(store: Store) -> dict[int, _Told]:
    """The records that came to a base station by radio, by robot."""
    found = {}
    for agent in range(1, len(store.configuration.agents)):
        reading = store.get(agent, ItemId.ROBOT_WS)
        record = decode_shared(reading.data, reading.time / 1e6)
        state = RobotState.decode(reading.data)
        if reading.age >= 0 and isinstance(record, SharedRecord) and isinstance(state, RobotState):
            found[agent - 1] = _Told(record, reading.age / 1000, state.batteries[0] or None)
    return found


def _in_process(match: Match, team: Team) -> dict[int, _Told]:
    """The last records of robots that decide in the process of the match, by robot."""
    found = {}
    for player in match.teams.players_of(team):
        if isinstance(player, AgentPlayer) and player.agent is not None and player.agent.record is not None:
            record = player.agent.record
            found[player.number] = _Told(record, match.world.time - record.time, None)
    return found


def _row(match: Match, team: Team, number: int, told: Mapping[int, _Told]) -> PanelRow:
    record, age, voltage = told[number]
    silent = 1000 * age > RUNNING
    state = "silent" if silent else "lost" if record.lost else "stuck" if record.stuck else "plays"
    x, y, heading = record.pose
    ball = record.ball
    known = not record.lost
    cells = (
        number,
        state,
        ", ".join(_roles(match, team, number, told)) or "support",
        voltage,
        x if known else None,
        y if known else None,
        round(math.degrees(heading)) if known else None,
        None if ball is None else ball.position[0],
        None if ball is None else ball.position[1],
        round(1000 * age),
    )
    return PanelRow(f"{team} {number}", team.value, cells, "" if state == "plays" else "warn")


def _roles(match: Match, team: Team, number: int, told: Mapping[int, _Told]) -> Iterator[str]:
    """What a robot does, as the game and the records of its team tell it."""
    record = told[number].record
    if match.game.teams[team].keeper == number:
        yield "keeper"
    if record.has_ball:
        yield "has the ball"
    what = record.intention
    if what.kind == "pass" and what.receiver is not None:
        yield f"passes to {what.receiver}"
    elif what.kind == "shot":
        yield "shoots"
    elif what.kind == "ball" and not record.has_ball:
        yield "to the ball"
    if any(other.record.intention.receiver == number for mate, other in told.items() if mate != number):
        yield "receives"

"""Wakes the programs of robots as their visions do: a master of PMan for each robot [CAMBADA-sim §3.4.2, §4.3.2]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.leagues.msl.rtdb.team_rtdb import agent_of
from robopitch.leagues.msl.wire.pman import TABLE_SIZE, ProcessTable, published_processes, table_key
from robopitch.messages import Body, Team

if TYPE_CHECKING:
    from robopitch.leagues.memory_link import MakeTable, ProgramTable
    from robopitch.match import Match

__all__ = ["ProcessMasters"]


MOST_LATE = 25  # ticks that are made up for


class ProcessMasters:
    """The tables of external teams.

    make: makes the memory of a table; keys of blue are those of CAMBADA, yellow has its own
    """

    def __init__(self, match: Match, make: MakeTable) -> None:
        self._match, self._make = match, make
        self._tables: dict[Body, ProgramTable] = {}
        self._late: dict[Body, int] = {}  # ticks for which a program had the lock

    def open(self, team: Team) -> None:
        """Make the tables of a team, with the names under which CAMBADA's processes attach."""
        for id in range(int(self._match.world.league.max_ids)):
            agent = agent_of(id)
            key = table_key(agent, team is Team.YELLOW)
            held = self._make(key, TABLE_SIZE, f"processes of agent {agent}")
            table = ProcessTable(held.memory)
            for name, deadline in published_processes():
                table.add(name, deadline)
            self._tables[Body(team, id)] = held

    def table(self, robot: Body) -> ProcessTable:
        """The table of a robot."""
        return ProcessTable(self._tables[robot].memory)

    def on_frame(self, robot: Body, now: int) -> None:
        """A robot has a new frame of its vision; *now*: in µs."""
        self._late[robot] = min(self._late.get(robot, 0) + 1, MOST_LATE)
        self._tick(robot, now)

    def poll(self, now: int) -> None:
        """Count the ticks for which a program had the lock."""
        for robot in list(self._late):
            self._tick(robot, now)

    def _tick(self, robot: Body, now: int) -> None:
        held = self._tables[robot]
        if not held.acquire():
            return
        try:
            for _ in range(self._late.pop(robot)):
                ProcessTable(held.memory).tick(now, held.wake)
        finally:
            held.release()

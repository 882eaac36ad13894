"""Starts a match when all external teams are there, lets a silent one forfeit, and ends a match that is over."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from robopitch.leagues.plugin import Plugin
from robopitch.messages import Period, Team, Whistle, Whistled

if TYPE_CHECKING:
    from robopitch.server.server import Server

__all__ = ["SOURCE", "Attendance", "last_heard"]

SOURCE = "attendance"  # of its inputs
OFTEN = 0.1  # s between two looks


class Attendance(Plugin):
    """A plugin of the loop for a match by the rules with external teams.

    patience: s of wall time without a command after which a team forfeits
    leaves:   the server ends when the match is over, at the tick of the final whistle
    waits:    for as long as it takes until all teams have been heard; patience starts then
    """

    def __init__(self, server: Server, patience: float, leaves: bool, waits: bool = False) -> None:
        self._server, self._limit, self._leaves, self._waits = server, patience, leaves, waits
        self._began = math.inf  # monotonic time
        self._monotonic = server.system.clock.monotonic
        server.broadcast.on_go = self._begin
        if leaves:
            server.broadcast.on_end = server.stop

    def start(self) -> None:
        """The match begins: from now on teams are waited for."""
        self._began = self.due = self._monotonic()

    def serve(self, asked: bool) -> None:
        """See who is there."""
        now, match = self._monotonic(), self._server.match
        self.due = now + OFTEN
        if match.game.period is Period.OVER:
            if self._leaves:
                self._server.stop()
            return
        if self._is_paused:
            self._began = now  # nobody can be heard in a pause; afterwards patience starts anew
            return
        if self._waits and match.game.period is Period.BEFORE:
            self._began = now
        teams = sorted(match.teams.external)
        heard = {team: last_heard(self._server, team, now) for team in teams}
        for team in teams:
            if now - max(heard[team], self._began) > self._limit:
                self._whistle(Whistled(Whistle.FORFEIT, team))
                return
        self._begin()

    def _begin(self) -> None:
        """Kick off if all teams are there; called before time goes on: in lockstep the tick is always the same."""
        match, now = self._server.match, self._monotonic()
        teams = match.teams.external
        if (
            teams
            and match.game.period is Period.BEFORE
            and all(last_heard(self._server, team, now) > -math.inf for team in teams)
        ):
            self._whistle(Whistled(Whistle.KICK_OFF))  # of the team that the seed chose

    @property
    def _is_paused(self) -> bool:
        return not self._server.moves

    def _whistle(self, whistled: Whistled) -> None:
        match = self._server.match
        match.offer(SOURCE, whistled)
        match.advance(match.tick)

    def on_rewind(self, same: bool) -> None:
        """The match went back in time: patience starts anew."""
        self._began = self._monotonic()


def last_heard(server: Server, team: Team, now: float) -> float:
    """When a team last spoke, over any port; −∞: never."""
    ports = (port.activities[team].last for port in server.ports if team in port.activities)
    return max(*ports, server.lockstep.last_heard(team, now), -math.inf)

"""The game controller's port for test benches (CI mode, TCP 10009).

A bench sends timestamps and gets the message of the referee for each. It cannot bring its own world: what it says about
ball and robots is not read. How its timestamps move time depends on who else does:

- nobody (`--lockstep` without a lockstep client): the match goes on to each timestamp, and no further;
- the wall clock: the same, but the match also goes on by itself;
- a lockstep client: time is its own, and a timestamp moves nothing.

So a bench that takes its timestamps from the vision of this server, or from the steps that it requests, never waits for
itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.leagues.ssl.referee.game_events import game_events
from robopitch.leagues.ssl.referee.messages import SOURCE, has_clocks, message_of
from robopitch.leagues.ssl.wire.game_controller import (
    Goals,
    PlacementPosition,
    decode_ci_input,
    encode_ci_output,
)
from robopitch.leagues.ssl.wire.referee import encode_referee
from robopitch.leagues.ssl.wire.simulation import Deframer, frame
from robopitch.messages import Refusal, Whistle, Whistled

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["CiConnection", "ci_endpoint"]

LONGEST = 60.0  # s between two timestamps; more is a bench that has begun again
_PLACED = (Whistle.FREE_KICK, Whistle.PLACEMENT)


def ci_endpoint() -> Endpoint:
    """The port."""
    transport = Transport(Kind.TCP, "gc_ci", framing=Deframer)
    about = "TCP, the game controller's port for test benches (CI mode)"
    return Endpoint("gc-ci", transport, CiConnection, may_step=True, about=about)


class CiConnection(Connection):
    """One bench. Every CiInput gets one CiOutput; what could not be carried out is counted in the status."""

    def __init__(self, io: Io) -> None:
        self._io = io
        self._start: tuple[int, int] | None = None  # a timestamp in ns, and its tick
        self._place: tuple[float, float] | None = None  # of the next free kick or placement, m

    def on_data(self, data: bytes) -> None:
        """Carry out the changes, and let time go on to the timestamp."""
        io, request = self._io, decode_ci_input(data)
        refusals = list(request.refusals)
        for change in request.changes:
            refusals += self._carry_out(change)
        ticks = 0
        if request.timestamp is not None:
            ticks = self._ticks_to(request.timestamp)
            if ticks * io.match.world.timestep > LONGEST:
                self._start = request.timestamp, io.match.tick
                text = f"a timestamp that is {ticks * io.match.world.timestep:g} s ahead: time is counted from it"
                refusals.append(Refusal("TIMESTAMP", text))
                ticks = 0
        if refusals:
            io.refuse(refusals)
        io.advance(ticks)

    def _ticks_to(self, timestamp: int) -> int:
        """Ticks that are left until a timestamp; the first one is now."""
        match = self._io.match
        if self._start is None:
            self._start = timestamp, match.tick
        since, tick = self._start
        return max(0, tick + round((timestamp - since) / (match.world.timestep * 1e9)) - match.tick)

    def _carry_out(self, change: Whistled | Goals | PlacementPosition) -> tuple[Refusal, ...]:
        if isinstance(change, PlacementPosition):
            self._place = change.x, change.y
            return ()
        if isinstance(change, Goals):
            missing = change.goals - self._io.match.game.score[change.team]
            return self._io.offer(Whistled(Whistle.SCORE, change.team, count=missing)) if missing else ()
        if change.whistle in _PLACED and self._place is not None:
            change, self._place = Whistled(change.whistle, change.team, place=self._place), None
        return self._io.offer(change)

    def on_tick(self, tick: int) -> None:
        """Answer with the message of the referee."""
        self._io.send(frame(encode_ci_output(_referee_message(self._io.match))))

    def on_rewind(self) -> None:
        """The next timestamp is now."""
        self._start = None


def _referee_message(match: Match) -> bytes:
    """The message of the referee at this tick, with what led to the present stoppage."""
    game, epoch = match.game, match.epoch
    events = game_events(match.stoppage, epoch, SOURCE) if has_clocks(game) else ()
    return encode_referee(message_of(game, match.world.time, epoch, match.names, events))

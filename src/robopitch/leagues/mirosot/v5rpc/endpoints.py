"""Strategies of SimuroSot: servers that we call at each frame, in V5RPC.

Nobody has to be there: a port at which no strategy listens is asked for one four times a second. As soon as one has
told its name it is told what happens, and called with each frame.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from robopitch.leagues.connection import ClockStep, Connection, Io
from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.leagues.mirosot.v5rpc.game import news, strategy_field
from robopitch.leagues.mirosot.wire.v5rpc import (
    V5Packet,
    decode_instruction,
    decode_packet,
    decode_placement,
    decode_team_info,
    encode_event,
    encode_get_instruction,
    encode_get_placement,
    encode_get_team_info,
    encode_packet,
)
from robopitch.messages import GameState, Orders, Refusal, Team

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["RATE", "StrategyConnection", "v5rpc_endpoints"]

RATE = 66.0  # Hz [Simuro5v5]
AGAIN = 0.05  # s after which a call is repeated [V5RPC]
GIVE_UP = 10.0  # s without a reply [V5RPC]
SEARCH = 0.25  # s between two questions whether a strategy is there


class _Call(NamedTuple):
    """A call: how its payload is made when it is sent, and what takes the payload of its reply."""

    payload: Callable[[], bytes]
    on_reply: Callable[[bytes], None]


class _Group:
    """The strategies of a match. In lockstep, the next frame is simulated when all of them have replied to the last."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.members: dict[Team, StrategyConnection] = {}

    @property
    def ready(self) -> bool:
        """Whether all external teams have strategies, and no call is open."""
        return all(team in self.members and self.members[team].idle for team in self._match.teams.external)

    def report(self) -> dict[str, Any]:
        """The strategies that are there, for the status."""
        names = {str(team): one.team_name for team, one in self.members.items() if one.connected}
        text = ", ".join(f"{team} {name!r}" for team, name in names.items()) or "none is there"
        return {"strategies": names, "text": f"strategies in V5RPC: {text}"}


def v5rpc_endpoints(match: Match) -> tuple[Endpoint, ...]:
    """A caller for each external team."""
    group = _Group(match)
    teams = [team for team in (Team.BLUE, Team.YELLOW) if team in match.teams.external]
    return tuple(
        Endpoint(
            f"v5rpc-{team}",
            Transport(Kind.UDP_CLIENT, f"v5rpc_{team}", "strategy"),
            partial(StrategyConnection, team=team, group=group),
            lockstep=True,
            speakers=(team,),
            about=f"UDP, V5RPC: strategy of {team}",
            report=group.report if team is teams[0] else None,
        )
        for team in teams
    )


class StrategyConnection(Connection):
    """Calls the strategy of a team, one call at a time.

    In real time a strategy that is slower than the frames gets the newest when it has replied.
    """

    def __init__(self, io: Io, team: Team, group: _Group) -> None:
        self._io, self._team, self._group = io, team, group
        self._server = io.peer  # where the strategy listens
        group.members[team] = self
        self.team_name = ""
        self._count = 0  # of calls
        self._start_again()
        self._wake()

    def _start_again(self) -> None:
        """Search for a strategy, from the beginning."""
        self.connected = False
        self._waiting: deque[_Call] = deque()
        self._open: _Call | None = None
        self._datagram = b""  # of the open call
        self._since = self._repeat = -math.inf  # when it was made, and when it is sent again: now
        self._frame: int | None = None  # tick of the next one
        self._told: GameState | None = None

    @property
    def idle(self) -> bool:
        """Whether every call has its reply, and the next frame is still to come."""
        frame = self._frame
        return self._open is None and not self._waiting and frame is not None and frame > self._io.match.tick

    # ---- calls -------------------------------------------------------------------------------------------------

    def _wake(self) -> None:
        """Ask to be called at the next frame, or when the open call is to be repeated."""
        self._io.wake_at(self._repeat, self._frame)

    def on_time(self, now: float) -> None:
        """Make the calls of a frame, or repeat the open call."""
        tick = self._io.match.tick
        if self._frame is not None and tick >= self._frame:
            self._frame = _frame_after(tick, self._io.match.world.timestep)
            self._call_frame()
        if now >= self._repeat:
            self._repeat_call(now)
        self._wake()

    def _repeat_call(self, now: float) -> None:
        if self._open is None:
            self._repeat = math.inf
            if not self.connected:
                self._waiting.append(_Call(encode_get_team_info, self._on_team_info))
                self._next_call()
            return
        if self.connected and now - self._since > GIVE_UP:
            self._io.refuse([Refusal("TIMEOUT", f"the strategy of {self._team} did not reply for {GIVE_UP:g} s")])
            self._start_again()
            return
        self._repeat = now + (AGAIN if self.connected else SEARCH)
        self._io.send(self._datagram, self._server)

    def _call_frame(self) -> None:
        """Tell what has happened, and call for orders; a frame that waits is replaced by this one."""
        match, team = self._io.match, self._team
        calls = [call for call in self._waiting if call.on_reply != self._on_instruction]
        before, self._told = self._told, match.game
        for event, judgement in news(before, match.game, team):
            calls.append(_Call(partial(encode_event, team, event, judgement), self._on_event))
            if judgement is not None and match.options.referee == "rules":
                calls.append(_Call(self._ask_placement, self._on_placement))
        calls.append(_Call(self._ask_instruction, self._on_instruction))
        self._waiting = deque(calls)
        if self._open is None:
            self._next_call()

    def _ask_instruction(self) -> bytes:
        return encode_get_instruction(self._team, strategy_field(self._io.match, self._team, RATE))

    def _ask_placement(self) -> bytes:
        return encode_get_placement(self._team, strategy_field(self._io.match, self._team, RATE))

    def _next_call(self) -> None:
        """Make the call that has waited for longest; without one, wait for the next frame."""
        io = self._io
        if not self._waiting:
            self._open, self._repeat = None, math.inf if self.connected else io.now + SEARCH
            return
        self._open = self._waiting.popleft()
        self._count += 1
        self._datagram = encode_packet(V5Packet(self._guid, self._open.payload()))
        self._since, self._repeat = io.now, io.now + (AGAIN if self.connected else SEARCH)
        io.send(self._datagram, self._server)

    @property
    def _guid(self) -> bytes:
        """The number of the call: two runs in lockstep send the same bytes. It is never zero, as an unused one is."""
        return b"robopitch" + bytes([self._team is Team.YELLOW]) + self._count.to_bytes(6, "big")

    # ---- replies -----------------------------------------------------------------------------------------------

    def on_data(self, data: bytes) -> None:
        """Take the reply to the open call; what is late, repeated or from elsewhere is not counted."""
        io = self._io
        packet = decode_packet(data) if io.peer == self._server else Refusal("FORGED_SENDER", _stranger(io.peer))
        if isinstance(packet, Refusal):
            io.refuse([packet])
            return
        if self._open is None or not packet.reply or packet.guid != self._guid:
            io.ignore()
            return
        io.record(f"in/v5rpc-{self._team}", data)
        reply, self._open = self._open.on_reply, None
        reply(packet.payload)
        if self._open is None:
            self._next_call()
        self._wake()
        if self._group.ready and self._frame is not None:
            io.request(ClockStep(self._frame - io.match.tick))

    def _on_team_info(self, payload: bytes) -> None:
        name = decode_team_info(payload)
        if isinstance(name, Refusal):
            self._io.refuse([name])
            return
        self.team_name, self.connected = name, True
        self._frame = self._io.match.tick
        self._io.heard(self._team)

    def _on_event(self, payload: bytes) -> None:
        """The reply to an event says nothing."""

    def _on_placement(self, payload: bytes) -> None:
        places = decode_placement(payload, self._team)
        self._io.refuse([places] if isinstance(places, Refusal) else self._io.offer(places))

    def _on_instruction(self, payload: bytes) -> None:
        io, team = self._io, self._team
        world = io.match.world
        answer = decode_instruction(payload, team, world.league.team_size)
        if isinstance(answer, Refusal):
            io.refuse([answer])
            return
        io.heard(team)
        refusals = list(answer.refusals)
        if answer.reset:
            refusals.append(Refusal("UNSUPPORTED", f"{team}: a reset is for challenges"))
        present = {robot.body.id for robot in world.robots(team)}
        orders = Orders(team, tuple(order for order in answer.orders.orders if order.id in present))
        io.refuse([*refusals, *io.offer(orders)])

    def on_rewind(self) -> None:
        """Continue with a frame of that time; the strategy is told the state of the game again."""
        self._told = None
        self._waiting.clear()
        if self.connected:
            self._frame = self._io.match.tick
        self._wake()


def _stranger(peer: tuple[str, int]) -> str:
    return "a reply from {}:{}, which was not called".format(*peer)


def _frame_after(tick: int, timestep: float) -> int:
    """The first tick after a tick that has a frame: round(k / (RATE · timestep)) for a whole k; at most each tick."""
    per_tick = min(RATE * timestep, 1.0)
    count = max(math.floor((tick - 1) * per_tick), 0)
    while round(count / per_tick) <= tick:
        count += 1
    return round(count / per_tick)

"""The game controller's ports for teams, remote controls and automatic referees (TCP 10008, 10011, 10007).

A program that was written for the league's game controller finds what it needs here. The server speaks first; then the
client registers; then each of its requests gets one reply.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.leagues.ssl.referee.ci import ci_endpoint
from robopitch.leagues.ssl.wire.game_controller import (
    decode_autoref,
    decode_registration,
    decode_remote,
    decode_team,
    encode_reply,
)
from robopitch.leagues.ssl.wire.simulation import Deframer, frame
from robopitch.messages import Refusal, Team, Whistle, Whistled

__all__ = ["ControllerConnection", "controller_endpoints"]

_DECODERS: dict[str, Callable[[bytes], Any]] = {
    "Team": decode_team,
    "RemoteControl": decode_remote,
    "AutoRef": decode_autoref,
}
_PORTS = {"Team": "gc_team", "RemoteControl": "gc_remote", "AutoRef": "gc_autoref"}
_ABOUT = {"Team": "teams", "RemoteControl": "remote controls", "AutoRef": "automatic referees"}
_WHISTLES = {
    "substitute_bot": Whistle.SUBSTITUTION,
    "request_robot_substitution": Whistle.SUBSTITUTION,
    "request_timeout": Whistle.TIMEOUT,
}
STOP, CONTINUE = 0, 1  # what a team wants when the other one has too many robots
_TAKEN_IN = ("ping", "game_event")  # answered, without effect on the match


def controller_endpoints() -> tuple[Endpoint, ...]:
    """The three ports, and that for test benches."""
    dialogues = (
        Endpoint(
            _PORTS[kind].replace("_", "-"),
            Transport(Kind.TCP, _PORTS[kind], framing=Deframer),
            partial(ControllerConnection, kind=kind),
            about=f"TCP, the game controller's port for {_ABOUT[kind]}",
        )
        for kind in _DECODERS
    )
    return *dialogues, ci_endpoint()


class ControllerConnection(Connection):
    """One client; kind: "Team", "RemoteControl" or "AutoRef"."""

    def __init__(self, io: Io, kind: str) -> None:
        self._io, self._kind = io, kind
        self._registered = False
        self._team: Team | None = None
        self._tokens = 0
        self._reply()

    def on_data(self, data: bytes) -> None:
        """Register the client, or handle its request."""
        if self._registered:
            asked = _DECODERS[self._kind](data)
            self._reply(asked.message if isinstance(asked, Refusal) else self._carry_out(*asked))
            return
        found = decode_registration(data, self._kind)
        if isinstance(found, Refusal):
            self._io.refuse([found])
            self._reply(found.message)
            return
        team = found.team or (self._team_called(found.name) if self._kind == "Team" else None)
        if team is None and self._kind != "AutoRef":
            names = ", ".join(self._io.match.names[side] for side in Team)
            self._reply(f"no team here is called {found.name!r}; they are {names}, or state your colour")
            return
        self._registered, self._team = True, team
        self._reply()

    def _team_called(self, name: str) -> Team | None:
        names = self._io.match.names
        return next((team for team in Team if name.casefold() in (names[team].casefold(), team.value)), None)

    def _carry_out(self, what: str, value: Any) -> str | None:
        """Do what is asked for; returns why not."""
        if what in _TAKEN_IN:
            return None
        if what == "desired_keeper":
            return self._whistle(Whistled(Whistle.KEEPER, self._team, int(value)))
        if what == "advantage_choice":
            if value not in (STOP, CONTINUE):
                return f"advantage_choice {value} is unknown: 0 is to stop, 1 to continue"
            return self._whistle(Whistled(Whistle.ADVANTAGE, self._team, count=value))
        if what in _WHISTLES:
            return self._whistle(Whistled(_WHISTLES[what], self._team)) if value else None
        return f"{what} is not known here"

    def _whistle(self, whistled: Whistled) -> str | None:
        refusals = self._io.offer(whistled)
        self._io.refuse(refusals)
        return "; ".join(refusal.message for refusal in refusals) or None

    def _reply(self, reason: str | None = None) -> None:
        self._tokens += 1
        self._io.send(frame(encode_reply(str(self._tokens), reason)))

    def apology(self, refusal: Refusal) -> bytes:
        """A rejection."""
        return frame(encode_reply(str(self._tokens), refusal.message))

"""The dialogue of our automatic referee with a game controller (its TCP port 10007)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.leagues.ssl.referee.autoref import RATE, Autoref, Report
from robopitch.leagues.ssl.referee.game_events import game_events
from robopitch.leagues.ssl.referee.messages import SOURCE
from robopitch.leagues.ssl.wire.game_controller import decode_reply, encode_event, encode_registration
from robopitch.leagues.ssl.wire.simulation import Deframer, frame
from robopitch.messages import Refusal

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["AutorefConnection", "autoref_endpoint"]


def autoref_endpoint(match: Match) -> Endpoint:
    """The side of an automatic referee that watches this match, for a connection to a game controller."""
    autoref = Autoref(match)
    match.observe(autoref, RATE)
    transport = Transport(Kind.TCP, "gc_autoref", framing=Deframer)
    return Endpoint("autoref", transport, partial(AutorefConnection, autoref=autoref), about="automatic referee")


class AutorefConnection(Connection):
    """One connection: the game controller speaks first, we register, and each report gets a reply.

    Reports are not signed: a game controller that holds a key for this name rejects them. What happens before it has
    accepted the registration is not reported later: it would stop another situation.
    """

    def __init__(self, io: Io, autoref: Autoref) -> None:
        self._io, self._autoref = io, autoref
        self._replies = 0
        self._registered = False

    def on_data(self, data: bytes) -> None:
        """A reply: the first one greets, the second answers the registration, each further one a report."""
        reply = decode_reply(data)
        if isinstance(reply, Refusal):
            self._io.refuse([reply])
            self._io.close(reply.message)
            return
        self._replies += 1
        if not reply.accepted:
            self._io.refuse([Refusal("REJECTED", f"the game controller rejects it: {reply.reason or 'no reason'}")])
            if not self._registered:
                self._io.close("the registration was rejected")
        elif self._replies == 1:
            self._io.send(frame(encode_registration(SOURCE)))
        elif not self._registered:
            self._registered = True
            self._autoref.listeners.append(self._report)

    def _report(self, report: Report) -> None:
        for event in game_events((report.call,), self._io.match.epoch, SOURCE):
            self._io.send(frame(encode_event(event, report.goal)))

    def on_close(self) -> None:
        """Nobody listens any more."""
        if self._registered:
            self._autoref.listeners.remove(self._report)

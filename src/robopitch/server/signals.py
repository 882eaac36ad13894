"""The endpoint of every server for signals and drawings that teams publish. It sends no answers."""

from __future__ import annotations

from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.messages import Drawn, Refusal, Team
from robopitch.wire.publishing import decode_said

__all__ = ["SIGNALS", "SignalConnection"]

MOST_LAYERS = 64  # of drawings, both teams together


class SignalConnection(Connection):
    """Offers signals and drawings to the match."""

    def __init__(self, io: Io) -> None:
        self._io = io
        self._layers: set[tuple[Team, str]] = set()

    def on_data(self, data: bytes) -> None:
        """A signal or a drawing."""
        published = decode_said(data)
        if isinstance(published, Refusal):
            self._io.refuse([published])
            return
        if isinstance(published, Drawn):
            key = published.team, published.layer
            if key not in self._layers and len(self._layers) >= MOST_LAYERS:
                text = f"more than {MOST_LAYERS} layers; {key[1]!r} is one too many"
                self._io.refuse([Refusal("DRAWING", text)])
                return
            self._layers.add(key)
        self._io.offer(published)


SIGNALS = Endpoint(
    "signals", Transport(Kind.UDP, "signals"), SignalConnection, about="UDP, drawings and signals of teams"
)

"""Records a match that a command runs without a server."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from robopitch.leagues.adapter import Packet
    from robopitch.leagues.publishing import Publishers
    from robopitch.match import Match
    from robopitch.messages import Output
    from robopitch.server.history import History

__all__ = ["MatchRecording"]

NEVER = 2**62  # a tick


class MatchRecording:
    """Writes a match and its packets to a `History`.

    history: None: nothing is recorded
    """

    def __init__(self, history: History | None) -> None:
        self._history = history
        self._publishers: Publishers | None = None
        self._topics: dict[str, str] = {}

    def start(self, match: Match) -> None:
        """Begin to record."""
        if self._history is None:
            return
        from robopitch.leagues.publishing import Publishers
        from robopitch.leagues.registry import family_of

        league = family_of(match.world.league.family)
        self._topics = {name: channel.topic for name, channel in league.channels.items()}
        self._publishers = Publishers(match, league)
        self._history.start(match)

    def due(self, match: Match) -> int:
        """The next tick at which packets are due that do not depend on outputs."""
        return NEVER if self._publishers is None else self._publishers.due

    def on_outputs(self, match: Match, outputs: list[Output]) -> None:
        """Record the packets of the outputs of this tick."""
        if self._publishers is not None:
            self.packets(self._publishers.packets(outputs))

    def packets(self, packets: Iterable[Packet]) -> None:
        """Record packets."""
        if self._history is not None:
            for packet in packets:
                self._history.packet(self._topics[packet.channel], packet.data, sent=True)

    def print_result(self) -> None:
        """Print what was written, or why not."""
        if self._history is not None:
            status = self._history.status()
            text = status["failure"] or f"{status['file']}, {status['written']} messages"
            typer.echo(f"recording   {text}")

    @property
    def failure(self) -> str | None:
        """Why the recording ended early, if it did."""
        return None if self._history is None else self._history.status()["failure"]

    def __enter__(self) -> MatchRecording:
        return self

    def __exit__(self, *_: object) -> None:
        if self._history is not None:
            self._history.close()

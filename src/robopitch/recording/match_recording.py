"""Records a match that is played without a server, with the packets that its league sends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Self

from robopitch.messages.tick import NEVER

if TYPE_CHECKING:
    from robopitch.leagues.channel import Packet
    from robopitch.leagues.publishing import Publishers
    from robopitch.match import Match
    from robopitch.messages import Output
    from robopitch.recording.recorder import Recorder
    from robopitch.recording.sink import FileSink

__all__ = ["MatchRecording"]


class MatchRecording:
    """Writes a match and its packets to a file. `on_outputs` and `due` are arguments of `robopitch.match.play`.

    path:      None: nothing is recorded
    rate:      Hz at which the true state is recorded
    packets:   record every packet, not only digests of those that resimulation reproduces
    comments:  names of the teams, description, place
    overwrite: an existing file is replaced
    """

    def __init__(
        self,
        path: Path | None,
        rate: float = 50.0,
        packets: bool = True,
        comments: Mapping[str, str] | None = None,
        overwrite: bool = False,
    ) -> None:
        self._path, self._rate, self._packets, self._overwrite = path, rate, packets, overwrite
        self._comments = dict(comments or {})
        self._publishers: Publishers | None = None
        self._topics: dict[str, str] = {}
        self._recorder: Recorder | None = None
        self._file: FileSink | None = None

    def start(self, match: Match) -> None:
        """Begin to record."""
        if self._path is None:
            return
        from robopitch.leagues.publishing import Publishers
        from robopitch.leagues.registry import family_of
        from robopitch.recording.header import describe
        from robopitch.recording.recorder import Recorder, chunk_of
        from robopitch.recording.sink import FileSink

        league = family_of(match.world.league.family)
        self._topics = {name: channel.topic for name, channel in league.channels.items()}
        self._publishers = Publishers(match, league)
        chunk = chunk_of(match, self._rate, self._packets)
        self._file = FileSink(self._path, describe(match, self._comments), chunk, self._overwrite)
        self._recorder = Recorder(match, [self._file], self._rate, self._packets)

    def due(self, match: Match) -> int:
        """The next tick at which packets are due that do not depend on outputs."""
        return NEVER if self._publishers is None else self._publishers.due

    def on_outputs(self, match: Match, outputs: list[Output]) -> None:
        """Record the packets of the outputs of this tick."""
        if self._publishers is not None:
            self.packets(self._publishers.packets(outputs))

    def packets(self, packets: Iterable[Packet]) -> None:
        """Record packets."""
        if self._recorder is not None:
            for packet in packets:
                self._recorder.packet(self._topics[packet.channel], packet.data, sent=True)

    def __str__(self) -> str:
        """What was written, or why not."""
        if self._file is None:
            return "nothing is recorded"
        return self._file.failure or f"{self._file.path}, {self._file.written} messages"

    @property
    def failure(self) -> str | None:
        """Why the recording ended early, if it did."""
        return None if self._file is None else self._file.failure

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._recorder is not None:
            self._recorder.close()
        if self._file is not None:
            self._file.close()

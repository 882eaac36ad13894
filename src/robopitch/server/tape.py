"""The tape: what a server remembers of its match, the last minute always, everything on disk if wanted."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.recording.recorder import Recorder
    from robopitch.recording.sink import FileSink, MemorySink

__all__ = ["Tape"]


class Tape:
    """Starts when the match does; until then, and if there is nothing to remember, it does nothing.

    record:   file to write to
    memory:   s that are always remembered; 0: none
    packets:  write every packet down, not only digests of those that simulating again makes anew
    rate:     Hz of the truth
    comments: names of the teams, description, place
    """

    def __init__(
        self,
        record: Path | None = None,
        memory: float = 60.0,
        packets: bool = True,
        rate: float = 50.0,
        comments: Mapping[str, str] | None = None,
    ) -> None:
        self._path, self._seconds = record, memory
        self._packets, self._rate = packets, rate
        self._comments = dict(comments or {})
        self._recorder: Recorder | None = None
        self._file: FileSink | None = None
        self._memory: MemorySink | None = None
        self._header: dict[str, Any] = {}
        self._saving: list[threading.Thread] = []
        self.saved: dict[str, str] = {}  # what became of clips, by file

    def start(self, match: Match) -> None:
        """Remember from now on."""
        if self._path is None and self._seconds <= 0:
            return
        from robopitch.recording.header import describe
        from robopitch.recording.recorder import Recorder, chunk_of
        from robopitch.recording.sink import FileSink, MemorySink, Sink

        self._header = describe(match, self._comments)
        sinks: list[Sink] = []
        if self._seconds > 0:
            self._memory = MemorySink(self._seconds)
            sinks.append(self._memory)
        if self._path is not None:
            self._file = FileSink(self._path, self._header, chunk_of(match, self._rate, self._packets))
            sinks.append(self._file)
        self._recorder = Recorder(match, sinks, self._rate, self._packets)

    def packet(self, topic: str, data: bytes, sent: bool = False) -> None:
        """Something was on the wire; *sent* to a group."""
        if self._recorder is not None:
            self._recorder.packet(topic, data, sent)

    def save(self, path: Path) -> None:
        """Write what is remembered to a file, in a thread of its own."""
        if self._memory is None:
            raise ValueError("nothing is remembered here; start the server with --memory 60")
        from robopitch.recording.sink import write_recording

        entries, header = self._memory.entries(), self._header
        self.saved[str(path)] = "being written"

        def write() -> None:
            try:
                write_recording(path, header, entries)
                self.saved[str(path)] = "saved"
            except ValueError as error:
                self.saved[str(path)] = str(error)

        thread = threading.Thread(target=write, name="clip")
        self._saving.append(thread)
        thread.start()

    def close(self) -> None:
        """Write what is left."""
        if self._recorder is not None:
            self._recorder.close()
            self._recorder = None
        if self._file is not None:
            self._file.close()
        for thread in self._saving:
            thread.join()

    def status(self) -> dict[str, Any]:
        """For people and programs."""
        return {
            "file": None if self._path is None else str(self._path),
            "written": 0 if self._file is None else self._file.written,
            "failure": None if self._file is None else self._file.failure,
            "remembers": self._seconds if self._memory is not None else 0.0,
            "clips": dict(self.saved),
        }

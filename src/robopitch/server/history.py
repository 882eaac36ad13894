"""History of a server's match: the last minute in memory, and optionally everything on disk."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.net.real import REAL

if TYPE_CHECKING:
    from robopitch.leagues.channel import Packet
    from robopitch.match import Match
    from robopitch.net.system import System, Worker
    from robopitch.recording.memory import MemorySink
    from robopitch.recording.reader import Recorded
    from robopitch.recording.recorder import Recorder
    from robopitch.recording.sink import FileSink, Sink

__all__ = ["CLIPS", "History"]

CLIPS = Path("out/clips")  # where pages and the console save clips
MOST_SAVING = 4  # clips written at the same time
MOST_NAMED = 100  # clips whose state is in the status


_UNDER_WAY = "being written"


class History:
    """Records from the start of the match; does nothing before, or if neither file nor memory is wanted.

    record:    file to write; when the match goes back in time a new file is started, since a recording is linear
    memory:    s of history kept in memory; 0: none
    packets:   record every packet, not only digests of those that resimulation reproduces
    rate:      Hz at which the true state is recorded
    comments:  names of the teams, description, place
    clips:     folder in which clips may be saved
    overwrite: an existing file is replaced
    """

    def __init__(
        self,
        record: Path | None = None,
        memory: float = 60.0,
        packets: bool = True,
        rate: float = 50.0,
        comments: Mapping[str, str] | None = None,
        clips: Path = CLIPS,
        overwrite: bool = False,
        system: System = REAL,
    ) -> None:
        self.clips, self._system = clips, system
        self._path, self._seconds, self._overwrite = record, memory, overwrite
        self._packets, self._rate = packets, rate
        self._comments = dict(comments or {})
        self._recorder: Recorder | None = None
        self._file: FileSink | None = None
        self._memory: MemorySink | None = None
        self._opening = b""
        self._header: dict[str, Any] = {}
        self._failure: str | None = None
        self._saving: list[Worker] = []
        self.saved: dict[str, str] = {}  # state of clips, by file

    def start(self, match: Match) -> None:
        """Start recording."""
        self._opening = match.save()
        if self._path is None and self._seconds <= 0:
            return
        from robopitch.recording.header import describe
        from robopitch.recording.memory import MemorySink

        self._header = describe(match, self._comments)
        if self._seconds > 0:
            self._memory = MemorySink(self._seconds)
        self._record(match, None if self._path is None else self._open(match, self._path, self._overwrite))

    def _record(self, match: Match, file: FileSink | None) -> None:
        from robopitch.recording.recorder import Recorder

        sinks: list[Sink] = [] if self._memory is None else [self._memory]
        if file is not None:
            sinks.append(file)
        self._file = file
        self._recorder = Recorder(match, sinks, self._rate, self._packets) if sinks else None

    def _open(self, match: Match, path: Path, overwrite: bool = False) -> FileSink:
        from robopitch.recording.recorder import chunk_of
        from robopitch.recording.sink import FileSink

        return FileSink(path, self._header, chunk_of(match, self._rate, self._packets), overwrite, self._system)

    def _open_next(self, match: Match) -> FileSink | None:
        """A file for the match after it went back in time: match-2.mcap after match.mcap, or the next free number."""
        if self._path is None:
            return None
        paths = (self._path.with_name(f"{self._path.stem}-{n}{self._path.suffix}") for n in count(2))
        try:
            return self._open(match, next(path for path in paths if not path.exists()))
        except ValueError as error:
            self._failure = f"{error}; what comes now is not written down"
            return None

    def packet(self, topic: str, data: bytes, sent: bool = False) -> None:
        """Record a packet; *sent*: the server sent it to a group."""
        if self._recorder is not None:
            self._recorder.packet(topic, data, sent)

    def packets_sent(self, packets: Sequence[Packet], topics: Mapping[str, str]) -> None:
        """Record packets that the server sends to groups, under the topics of their channels."""
        if self._recorder is not None:
            self._recorder.packets_sent([(topics[packet.channel], packet.content) for packet in packets])

    def tidy(self, match: Match) -> None:
        """Keep the memory bounded while time stands still and inputs come; to be called once a second."""
        if self._recorder is not None and self._memory is not None and self._memory.is_crowded:
            match.advance(match.tick)  # takes in what waits
            self._recorder.checkpoint(self._memory)

    # ---- going back ------------------------------------------------------------------------------------------------

    @property
    def oldest(self) -> float | None:
        """The earliest simulated time that the match can go back to; None: it cannot go back."""
        oldest = None if self._memory is None else self._memory.oldest
        return None if oldest is None else oldest / 1e9 - float(self._header["epoch"])

    def rewind(self, match: Match, tick: int) -> None:
        """Restore the match to a tick in memory; the history after it is discarded."""
        oldest, seconds = self.oldest, tick * match.world.timestep
        if self._memory is None or oldest is None:
            raise ValueError("nothing is remembered here to go back to; start the server with --memory 60")
        if not oldest - 1e-9 <= seconds <= match.world.time:
            raise ValueError(f"{seconds:g} s: from {oldest:.3f} to {match.world.time:.3f} s is remembered")
        self._go_back(match, *self._before(tick, match), tick)

    def restart(self, match: Match) -> None:
        """Restore the match to its state at the start."""
        self._go_back(match, self._opening, [], None)

    def adopt(self, match: Match, snapshot: bytes) -> None:
        """Restore the match from a snapshot of another match with the same league and options."""
        here = match.save()
        with match.unobserved():
            match.restore(snapshot)  # raises an error if it does not fit, before anything has changed
            match.restore(here)
        if self._memory is not None:
            self._memory.clear()
        self._go_back(match, snapshot, [], None)

    def _before(self, tick: int, match: Match) -> tuple[bytes, list[Recorded]]:
        """The last snapshot up to a tick, and the inputs between the two."""
        from robopitch.recording.reader import recorded_input
        from robopitch.recording.topics import INPUTS, ORDERS, SNAPSHOTS

        assert self._memory is not None
        when = self._time(tick, match)
        snapshot = b""
        inputs: list[Recorded] = []
        for entry in self._memory.entries():
            if entry.topic == SNAPSHOTS and (entry.time <= when or not snapshot):
                snapshot, inputs = entry.data, []
            elif entry.topic in (INPUTS, ORDERS) and entry.time < when:
                inputs.append(recorded_input(entry))
        return snapshot, inputs

    def _go_back(self, match: Match, snapshot: bytes, inputs: list[Recorded], tick: int | None) -> None:
        from robopitch.recording.resimulation import feed

        file = self._open_next(match)
        self._stop_recording()
        with match.unobserved():
            match.restore(snapshot)
            if tick is not None:
                feed(match, inputs, tick)
        match.news.clear()
        if self._memory is not None:
            self._memory.forget_from(self._time(match.tick, match))
        self._record(match, file)

    @staticmethod
    def _time(tick: int, match: Match) -> int:
        return round((match.origin + tick * match.world.timestep) * 1e9)

    # ---- saving ----------------------------------------------------------------------------------------------------

    def save_clip(self, name: object) -> Path:
        """Write the history in memory to a new file in the folder for clips; returns its path.

        The name, which comes from a client, may contain subfolders. A path that leads out of the folder is refused,
        also through links, and so is a file that exists: nothing is ever overwritten.
        """
        folder = self.clips.resolve()
        if not isinstance(name, str) or not name or len(name) > 200 or not name.isprintable():
            raise ValueError(f"a name for a file in {folder} is wanted, such as goal.mcap")
        try:
            path = (folder / name).resolve()
        except (OSError, RuntimeError) as error:  # the name is too long, or a loop of links
            raise ValueError(f"{name}: no file in {folder} can be called so: {error}") from None
        if not path.is_relative_to(folder) or path == folder:
            raise ValueError(f"{name} is not in {folder}; clips are saved there and nowhere else")
        if path.suffix != ".mcap":
            raise ValueError(f"{name}: a name that ends with .mcap is wanted")
        self.save(path)
        return path

    def save_next(self, folder: Path, stem: str) -> Path:
        """Write the history in memory to stem-1.mcap in a folder, or to the next free number; returns its path."""
        paths = (folder / f"{stem}-{n}.mcap" for n in count(1))
        path = next(path for path in paths if not self._is_taken(path))
        self.save(path)
        return path

    def _is_taken(self, path: Path) -> bool:
        """Whether there is a file, or will be one when what is being written is complete."""
        under_way = (os.path.realpath(file) for file, state in self.saved.items() if state == _UNDER_WAY)
        return os.path.lexists(path) or os.path.realpath(path) in under_way

    def save(self, path: Path) -> None:
        """Write the history in memory to a new file, in a separate thread; a ValueError if that cannot begin now."""
        if self._memory is None:
            raise ValueError("nothing is remembered here; start the server with --memory 60")
        if self._is_taken(path):
            raise ValueError(f"{path} exists already and is not overwritten; choose another name")
        if list(self.saved.values()).count(_UNDER_WAY) >= MOST_SAVING:
            raise ValueError(f"{MOST_SAVING} clips are being written; try again when one is finished")
        self._saving = [worker for worker in self._saving if worker.is_alive]
        finished = [file for file, state in self.saved.items() if state != _UNDER_WAY]
        for file in finished[: max(0, len(self.saved) - MOST_NAMED)]:
            del self.saved[file]
        from robopitch.recording.sink import write_recording

        if self._recorder is not None:
            self._recorder.flush()
        entries, header = self._memory.saved(), self._header
        self.saved[str(path)] = _UNDER_WAY

        def write() -> None:
            try:
                write_recording(path, header, entries, new=True)
                self.saved[str(path)] = "saved"
            except Exception as error:
                self.saved[str(path)] = str(error) or type(error).__name__

        self._saving.append(self._system.worker("clip", write))

    def close(self) -> None:
        """Finish the recording, and wait for clips that are being written."""
        self._stop_recording()
        for worker in self._saving:
            worker.join()

    def _stop_recording(self) -> None:
        if self._recorder is not None:
            self._recorder.close()
            self._recorder = None
        if self._file is not None:
            self._file.close()

    def status(self) -> dict[str, Any]:
        """The status as plain data."""
        return {
            "file": None if self._path is None else str(self._path if self._file is None else self._file.path),
            "written": 0 if self._file is None else self._file.written,
            "failure": self._failure if self._file is None else self._file.failure,
            "remembers": self._seconds if self._memory is not None else 0.0,
            "memory_bytes": 0 if self._memory is None else self._memory.size,
            "memory_limit": 0 if self._memory is None else self._memory.room,
            "clips": dict(self.saved),
        }

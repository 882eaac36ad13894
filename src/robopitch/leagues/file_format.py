"""A file format of a league: read by `replay`, `plot`, `info` and the page, written by `export`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from robopitch.measure.run import Run
    from robopitch.messages import Team

__all__ = ["FileFormat", "ImportedSettings", "LoggedPacket", "PacketLog", "RecordedTeam", "no_run"]


class LoggedPacket(NamedTuple):
    """A packet and when it was received."""

    time: int  # ns since 1970
    topic: str  # of one of the league's channels
    data: bytes


class PacketLog(Protocol):
    """A file of packets. Damaged parts are skipped."""

    problems: list[str]  # what was wrong, as far as the file has been read

    @property
    def start(self) -> int:
        """Time of the first packet, ns."""
        ...

    @property
    def end(self) -> int:
        """Time of the last packet, ns."""
        ...

    def packets(self, start: int | None = None) -> Iterator[LoggedPacket]:
        """The packets from a time on."""
        ...


class RecordedTeam(NamedTuple):
    """What a team's own software has recorded, in the order of the file, each with its time in s.

    A `CameraFrame` is what its vision saw, a `TrackerFrame` what it made of that, `Orders` are what it sent, and a
    `GameState` is what the referee said.
    """

    league: str
    team: Team
    moments: Sequence[tuple[float, Any]]
    problems: Sequence[str] = ()
    start: int = 0  # s since 1970


class ImportedSettings(NamedTuple):
    """What a settings file holds.

    league:   of field, ball and robots: a tree of the shape of a league, for `--file`
    others:   everything else, which a match has no use for
    problems: what was left out, each with its line
    """

    league: Mapping[str, Any]
    others: Mapping[str, Any]
    problems: Sequence[str]


def no_run(path: Path) -> Run:
    """Of a format that holds no run."""
    raise ValueError(f"{path}: holds settings, no run; robopitch import reads it")


@dataclass(frozen=True)
class FileFormat:
    """A file format, and the functions that read and write it; None for what it cannot do.

    suffixes:      ".log", ".log.gz"
    load:          reads a file as signals; raises a ValueError that names the file and what is wrong with it
    open:          opens a file as packets
    write_packets: writes packets, those of unknown topics left out; returns how many
    write_run:     writes signals as *team* would have recorded them, in a league if the run does not name it; returns
                   the number of parts
    parts:         the word for what a file consists of
    load_team:     reads a file as what a team's software saw and did, to feed it into such software again
    write_team:    the inverse; returns the number of parts
    root:          of an XML file, the name of its root element; `robopitch import` knows it by that
    settings:      reads the text of a settings file of a team's own software, which holds no run: such a format has no
                   suffixes, and `load` is `no_run`; its second argument names the file in messages and sources
    """

    name: str
    suffixes: tuple[str, ...]
    load: Callable[[Path], Run]
    open: Callable[[Path], PacketLog] | None = None
    write_packets: Callable[[Path, Iterable[tuple[int, str, bytes]]], int] | None = None
    write_run: Callable[[Path, Run, Team, str | None], int] | None = None
    parts: str = "packets"
    load_team: Callable[[Path], RecordedTeam] | None = None
    write_team: Callable[[Path, RecordedTeam], int] | None = None
    root: str = ""
    settings: Callable[[str, str], ImportedSettings] | None = None

    def fits(self, path: Path) -> bool:
        """Whether the name of a file ends as those of this format do."""
        return path.name.lower().endswith(self.suffixes)

"""Names, help texts and defaults of options that several commands share."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from robopitch.cli.outputs import check_recording
from robopitch.physics.engines import ENGINES

if TYPE_CHECKING:
    from robopitch.client.connect import RunningServer
    from robopitch.recording.match_recording import MatchRecording
    from robopitch.server.history import History

__all__ = [
    "DEFAULT_LEAGUE",
    "AsJson",
    "Change",
    "Cluster",
    "DefaultLeague",
    "File",
    "HistoryOptions",
    "League",
    "Where",
    "WorldOptions",
    "about",
    "complaints",
    "league_or_default",
    "overrides_of",
    "speed_of",
]

CLIPS = Path("out/clips")
WORLD = "World"
RECORDING = "Recording"
FASTEST = 1000.0  # times real time
MOST_MEMORY = 3600.0  # s: an hour of a match takes several hundred megabytes

# Read without robopitch.spec, which would make --help slow.
_DEFAULTS = Path(__file__).parents[1] / "leagues" / "default.toml"
DEFAULT_LEAGUE = str(tomllib.loads(_DEFAULTS.read_text(encoding="utf-8"))["league"])

League = Annotated[str, typer.Argument(help="Name of a league; `robopitch leagues` lists them.", metavar="LEAGUE")]
DefaultLeague = Annotated[
    str | None,
    typer.Argument(
        help="Name of a league; `robopitch leagues` lists them.", metavar="LEAGUE", show_default=DEFAULT_LEAGUE
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Change = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change a value, for example 'ball.mass=45 g'. May be repeated.", metavar="PATH=VALUE"),
]
File = Annotated[
    list[Path] | None,
    typer.Option("--file", help="TOML file with changes. May be repeated; --set wins.", metavar="FILE"),
]

Cluster = Annotated[
    str | None,
    typer.Option(
        help="Play on a cluster: auto (the Ray cluster that runs here, else a new one of this machine), "
        "ray://HOST:PORT, slurm or slurm:PARTITION.",
        metavar="auto|ray://HOST:PORT|slurm",
    ),
]


def about(panel: str, help: str, *names: str, **more: Any) -> Any:
    """An option in a panel of the help."""
    return typer.Option(*names, help=help, rich_help_panel=panel, **more)


@dataclass(frozen=True)
class WorldOptions:
    """Options of a world."""

    engine: Annotated[
        str | None,
        about(
            WORLD,
            f"Physics engine: {', '.join(ENGINES)}.",
            metavar="NAME",
            show_default="that of the league",
        ),
    ] = None
    seed: Annotated[int, about(WORLD, "Random seed: another number, another game.", metavar="N")] = 0
    timestep: Annotated[float, about(WORLD, "Length of a physics step in seconds.", metavar="S")] = 0.001
    robots: Annotated[
        str | None, about(WORLD, "Robots a side: 6, or 6:3 for blue and yellow.", metavar="N|BLUE:YELLOW")
    ] = None
    blue_robot: Annotated[str | None, about(WORLD, "Blue's robots: a name, or a TOML file.", metavar="NAME|FILE")] = (
        None
    )
    yellow_robot: Annotated[
        str | None, about(WORLD, "Yellow's robots: a name, or a TOML file.", metavar="NAME|FILE")
    ] = None
    change: Annotated[
        list[str] | None,
        about(
            WORLD,
            "Change a value, for example 'ball.mass=45 g'; `robopitch params LEAGUE` lists them. May be repeated.",
            "--set",
            metavar="PATH=VALUE",
        ),
    ] = None
    file: Annotated[
        list[Path] | None,
        about(WORLD, "TOML file with changes. May be repeated; --set wins.", metavar="FILE"),
    ] = None

    def for_world(self) -> dict[str, Any]:
        """Arguments for `robopitch.make`."""
        from robopitch.spec.names import known_name

        robots = {"blue": self.blue_robot, "yellow": self.yellow_robot}
        return {
            "seed": self.seed,
            "engine": None if self.engine is None else known_name(self.engine, ENGINES, "engine"),
            "timestep": self.timestep,
            "overrides": overrides_of("--set", self.change),
            "files": self.file or [],
            "robots": {team: robot for team, robot in robots.items() if robot is not None},
            "players": None if self.robots is None else _players(self.robots),
        }


@dataclass(frozen=True)
class HistoryOptions:
    """Options of the recording of a match."""

    record: Annotated[
        Path | None,
        about(RECORDING, "Record the match to this file, .mcap; `robopitch replay` shows it.", metavar="FILE"),
    ] = None
    overwrite: Annotated[bool, about(RECORDING, "Replace the file of --record if it exists.", "--overwrite")] = False
    compact: Annotated[
        bool,
        about(RECORDING, "Record inputs, truth and digests only: packets can be made again from these.", "--compact"),
    ] = False
    truth_rate: Annotated[float, about(RECORDING, "Frames of truth per second.", metavar="HZ")] = 50.0
    comment: Annotated[
        list[str] | None,
        about(RECORDING, "Write into the recording: 'place=Graz'. May be repeated.", metavar="KEY=TEXT"),
    ] = None

    def history(self, memory: float, clips: Path = CLIPS) -> History:
        """A `History` that keeps *memory* seconds, writes to --record if given, and saves clips to a folder."""
        from robopitch.server.history import History

        comments = self._checked(memory)
        return History(self.record, memory, not self.compact, self.truth_rate, comments, clips, self.overwrite)

    def recording(self) -> MatchRecording:
        """Of a match without a server, to --record if given."""
        from robopitch.recording.match_recording import MatchRecording

        comments = self._checked(0.0)
        return MatchRecording(self.record, self.truth_rate, not self.compact, comments, self.overwrite)

    def _checked(self, memory: float) -> dict[str, str]:
        """The comments; a ValueError if an option makes no sense."""
        if self.record is not None:
            check_recording("--record", self.record, self.overwrite)
        if not 1 <= self.truth_rate <= 1000:
            raise ValueError(f"--truth-rate {self.truth_rate:g}: from 1 to 1000 Hz is possible")
        if not 0 <= memory <= MOST_MEMORY:
            raise ValueError(f"--memory {memory:g}: from 0 to {MOST_MEMORY:g} s is possible")
        comments = dict(_comment(text) for text in self.comment or [])
        if self.record is None and not memory:
            unused = {
                "--overwrite": self.overwrite,
                "--compact": self.compact,
                "--truth-rate": self.truth_rate != 50.0,
                "--comment": comments,
            }
            given = ", ".join(option for option, is_given in unused.items() if is_given)
            if given:
                raise ValueError(f"{given}: nothing is recorded; add --record FILE.mcap")
        return comments


def _comment(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise ValueError(f"--comment {text}: write key=text, for example 'place=Graz'")
    return key.strip(), value.strip()


@dataclass(frozen=True)
class Where:
    """Address of a running server's console."""

    host: Annotated[str, typer.Option(help="The server's machine.", metavar="ADDRESS")] = "127.0.0.1"
    console_port: Annotated[
        int | None, typer.Option(help="The server's console, 10399.", metavar="PORT", show_default=False)
    ] = None
    port_offset: Annotated[int, typer.Option(help="As the server was given.")] = 0

    @property
    def server(self) -> RunningServer:
        """The server there."""
        from robopitch.client.connect import RunningServer
        from robopitch.leagues.network import Network

        port = Network(offset=self.port_offset).port("console") if self.console_port is None else self.console_port
        return RunningServer(self.host, port)


def league_or_default(league: str | None) -> str:
    """The given league, else the one that leagues/default.toml names."""
    from robopitch.spec.catalogue import default_league

    return league or default_league()


def overrides_of(option: str, texts: list[str] | None) -> dict[str, Any]:
    """The values of --set or --noise by path; raises a ValueError if a path is given twice."""
    from robopitch.spec import parse_override

    found: dict[str, Any] = {}
    for text in texts or []:
        path, value = parse_override(text)
        if path in found:
            raise ValueError(f"{option} {path}: given twice, {found[path]} and {value}")
        found[path] = value
    return found


def speed_of(text: str) -> float:
    """The speed in multiples of real time, from a number or max (infinity)."""
    try:
        speed = math.inf if text.casefold() == "max" else float(text)
    except ValueError:
        speed = math.nan
    if not 0 <= speed <= FASTEST and text.casefold() != "max":
        raise ValueError(f"a speed of {text!r}; 0 (a pause) to {FASTEST:g} is possible, or max")
    return speed


def _players(text: str) -> dict[str, int]:
    """Robots per team, from 6 or 6:3."""
    blue, _, yellow = text.partition(":")
    try:
        return {"blue": int(blue), "yellow": int(yellow or blue)}
    except ValueError:
        raise ValueError(f"--robots {text}: a number, or two as in 6:3, is wanted") from None


@contextmanager
def complaints() -> Iterator[None]:
    """Turn a ValueError inside the block into a message and exit code 2, without a traceback."""
    try:
        yield
    except ValueError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None

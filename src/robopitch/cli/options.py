"""Options that several verbs share: one place for their names, help and defaults."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from robopitch.server import Addresses, Ports
    from robopitch.server.tape import Tape

__all__ = [
    "AsJson",
    "Change",
    "File",
    "League",
    "LiveOptions",
    "TapeOptions",
    "Where",
    "WorldOptions",
    "complaints",
    "speed_of",
]

CLIPS = Path("out/clips")
LOCKSTEP_EPOCH = 1_000_000_000.0  # s: the same in every run

League = Annotated[str, typer.Argument(help="Name of a league; `robopitch leagues` lists them.", metavar="LEAGUE")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Change = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change a value, for example 'ball.mass=45 g'. May be repeated.", metavar="PATH=VALUE"),
]
File = Annotated[
    list[Path] | None,
    typer.Option("--file", help="TOML file with changes. May be repeated; --set wins.", metavar="FILE"),
]


def _about(panel: str, help: str, *names: str, **more: Any) -> Any:
    return typer.Option(*names, help=help, rich_help_panel=panel, **more)


def _port(help: str) -> Any:
    panel = "Ports (--port-offset moves those that are not given)"
    return _about(panel, f"{help}.", metavar="PORT", show_default=False)


@dataclass(frozen=True)
class WorldOptions:
    """What a world is made from."""

    engine: Annotated[str, typer.Option(help="turf or mujoco.")] = "turf"
    seed: Annotated[int, typer.Option(help="Another number, another game.")] = 0
    timestep: Annotated[float, typer.Option(help="Length of a physics step in seconds.")] = 0.001
    robots: Annotated[
        str | None, typer.Option(help="Robots a side: 6, or 6:3 for blue and yellow.", metavar="N|BLUE:YELLOW")
    ] = None
    blue_robot: Annotated[
        str | None, typer.Option(help="Blue's robots: a name, or a TOML file.", metavar="NAME|FILE")
    ] = None
    yellow_robot: Annotated[
        str | None, typer.Option(help="Yellow's robots: a name, or a TOML file.", metavar="NAME|FILE")
    ] = None
    change: Change = None
    file: File = None

    def for_world(self) -> dict[str, Any]:
        """The same as `robopitch.make` takes them."""
        from robopitch.spec import parse_override

        robots = {"blue": self.blue_robot, "yellow": self.yellow_robot}
        return {
            "seed": self.seed,
            "engine": self.engine,
            "timestep": self.timestep,
            "overrides": dict(map(parse_override, self.change or [])),
            "files": self.file or [],
            "robots": {team: robot for team, robot in robots.items() if robot is not None},
            "players": None if self.robots is None else _players(self.robots),
        }


@dataclass(frozen=True)
class TapeOptions:
    """What is remembered of a match."""

    record: Annotated[Path | None, _about("Recording", "Write everything to this file, .mcap.", metavar="FILE")] = None
    compact: Annotated[
        bool,
        _about("Recording", "Inputs, truth and digests only: packets can be made again from these.", "--compact"),
    ] = False
    truth_rate: Annotated[float, _about("Recording", "Frames of truth per second.")] = 50.0
    comment: Annotated[
        list[str] | None,
        _about("Recording", "Write into the recording: 'place=Graz'. May be repeated.", metavar="KEY=TEXT"),
    ] = None

    def tape(self, memory: float, clips: Path = CLIPS) -> Tape:
        """A tape that remembers so many seconds, and writes if it is to; clips are saved to a folder."""
        from robopitch.server.tape import Tape

        if not 1 <= self.truth_rate <= 1000:
            raise ValueError(f"--truth-rate {self.truth_rate:g}; from 1 to 1000 Hz is possible")
        comments = dict(_comment(text) for text in self.comment or [])
        return Tape(self.record, memory, not self.compact, self.truth_rate, comments, clips)


def _comment(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise ValueError(f"--comment {text}: write key=text, for example 'place=Graz'")
    return key.strip(), value.strip()


@dataclass(frozen=True)
class LiveOptions:
    """What a server is made from, on top of its world."""

    speed: Annotated[str, _about("Time", "Times real time; 0 is a pause, max as fast as it goes.")] = "1"
    lockstep: Annotated[bool, _about("Time", "Time waits for lockstep clients from the start.", "--lockstep")] = False
    epoch: Annotated[
        float | None,
        _about("Time", "Time at which the match begins; unix time if not given, 1000000000 with --lockstep."),
    ] = None
    lockstep_vision: Annotated[
        str,
        _about(
            "Time",
            "What answers in lockstep hold: step, every camera's view at the end of the step; rate, frames as sent.",
        ),
    ] = "step"
    watchdog: Annotated[float, _about("Time", "Seconds without a command after which a robot stops; 0: never.")] = 1.0
    realism: Annotated[
        str, _about("Seeing", "Noise, loss and delay: perfect, none, friendly, rc2021 or realistic.")
    ] = "friendly"
    noise: Annotated[
        list[str] | None,
        _about("Seeing", "Change the realism: 'ball_position=2 mm'. May be repeated.", metavar="PATH=VALUE"),
    ] = None
    cameras: Annotated[int | None, _about("Seeing", "How many; short for --set sensors.vision.cameras=N.")] = None
    rate: Annotated[
        float | None, _about("Seeing", "Frames of each camera in Hz; short for --set sensors.vision.rate=HZ.")
    ] = None
    tracker: Annotated[str, _about("Seeing", "Where tracker frames come from: truth, filter or none.")] = "truth"
    no_kick_about: Annotated[
        bool, _about("Referee", "No goals, no balls put back, no referee of our own.", "--no-kick-about")
    ] = False
    enforce: Annotated[
        list[str] | None,
        _about("Referee", "What the pitch itself sees to: halt, robots, placement. May be repeated.", metavar="RULE"),
    ] = None
    host: Annotated[
        str, _about("Network", "This machine's address for commands; 0.0.0.0: all of them.", metavar="ADDRESS")
    ] = "127.0.0.1"
    interface: Annotated[
        str | None,
        _about("Network", "The network card for multicast; the system's route if not given.", metavar="ADDRESS"),
    ] = None
    vision_group: Annotated[
        str, _about("Network", "Where vision and tracker go; a plain address sends to one machine.", metavar="ADDRESS")
    ] = "224.5.23.2"
    referee_group: Annotated[str, _about("Network", "Where the referee is.", metavar="ADDRESS")] = "224.5.23.1"
    port_offset: Annotated[int, _about("Network", "Moves all ports, so that several servers run on one machine.")] = 0
    vision_port: Annotated[int | None, _port("SSL-Vision, 10020")] = None
    tracker_port: Annotated[int | None, _port("Tracker, 10010")] = None
    referee_port: Annotated[int | None, _port("Referee, 10003")] = None
    control_port: Annotated[int | None, _port("Simulation control, 10300")] = None
    blue_port: Annotated[int | None, _port("Commands and lockstep for blue, 10301")] = None
    yellow_port: Annotated[int | None, _port("Commands and lockstep for yellow, 10302")] = None
    driver_port: Annotated[int | None, _port("Lockstep for both teams, 10303")] = None
    grsim_port: Annotated[int | None, _port("grSim's commands, 20011")] = None
    grsim_blue_port: Annotated[int | None, _port("grSim's status of blue, 30011")] = None
    grsim_yellow_port: Annotated[int | None, _port("grSim's status of yellow, 30012")] = None
    signals_port: Annotated[int | None, _port("What teams say about themselves, 10398")] = None
    console_port: Annotated[int | None, _port("`robopitch status`, 10399")] = None
    page_port: Annotated[int | None, _port("The page for browsers, 10400")] = None
    page_host: Annotated[
        str, _about("Page", "This machine's address for the page; 0.0.0.0: all of them.", metavar="ADDRESS")
    ] = "127.0.0.1"
    token: Annotated[
        str | None,
        _about("Page", "The key that a page must have to control; your own if not given.", metavar="KEY"),
    ] = None
    page_name: Annotated[
        list[str] | None,
        _about("Page", "Another name under which the page is called, such as a reverse proxy's.", metavar="NAME"),
    ] = None
    no_open: Annotated[bool, _about("Page", "Serve the page, but do not open a browser.", "--no-open")] = False
    memory: Annotated[
        float, _about("Recording", "Seconds that are always remembered, for `robopitch save`; 0: none.")
    ] = 60.0
    clips: Annotated[
        Path, _about("Recording", "Folder for what pages and `robopitch save` keep.", metavar="FOLDER")
    ] = CLIPS
    headless: Annotated[
        bool,
        _about("Page", "No page, and plain lines, one in ten seconds, instead of the live view.", "--headless"),
    ] = False

    def for_realism(self) -> dict[str, Any]:
        """The same as `load_realism` takes them."""
        from robopitch.spec import parse_override

        return {"name": self.realism, "overrides": dict(map(parse_override, self.noise or []))}

    def for_match(self, now: float) -> dict[str, Any]:
        """The same as `make_match` takes them; *now* is the wall clock's time."""
        realism = self.for_realism()
        return {
            "realism": realism["name"],
            "realism_overrides": realism["overrides"],
            "kick_about": not self.no_kick_about,
            "watchdog": self.watchdog,
            "tracker": self.tracker,
            "enforce": self.enforce or (),
            "epoch": self.epoch if self.epoch is not None else LOCKSTEP_EPOCH if self.lockstep else now,
        }

    def for_vision(self) -> dict[str, object]:
        """Parameters of the league that have an option of their own."""
        given = {"sensors.vision.cameras": self.cameras, "sensors.vision.rate": self.rate}
        return {path: value for path, value in given.items() if value is not None}

    @property
    def times_real_time(self) -> float:
        """The speed as a number."""
        return speed_of(self.speed)

    def addresses(self) -> Addresses:
        """Where to listen and send."""
        from robopitch.server import Addresses

        return Addresses(self.vision_group, self.referee_group, self.host, self.interface, self._ports())

    def _ports(self) -> Ports:
        from robopitch.server import Ports

        ports = Ports().shifted(self.port_offset)
        own = {port.name: getattr(self, f"{port.name}_port") for port in fields(ports)}
        return replace(ports, **{name: port for name, port in own.items() if port is not None})

    def given_for_the_network(self) -> list[str]:
        """The options that make no sense in a game without one, as they are typed."""
        harmless = {"realism", "noise", "headless", "no_open"} | ({"speed"} if self.speed == "max" else set())
        return [
            "--" + option.name.replace("_", "-")
            for option in fields(self)
            if getattr(self, option.name) != option.default and option.name not in harmless
        ]


@dataclass(frozen=True)
class Where:
    """Where a running server answers."""

    host: Annotated[str, typer.Option(help="The server's machine.", metavar="ADDRESS")] = "127.0.0.1"
    console_port: Annotated[
        int | None, typer.Option(help="The server's console, 10399.", metavar="PORT", show_default=False)
    ] = None
    port_offset: Annotated[int, typer.Option(help="As the server was given.")] = 0

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Ask the server; a ValueError if it does not answer, or cannot do it."""
        from robopitch.net import ask
        from robopitch.server.settings import Ports

        port = Ports().shifted(self.port_offset).console if self.console_port is None else self.console_port
        answer = ask(self.host, port, request)
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer


def speed_of(text: str) -> float:
    """How many times real time: a number, or max."""
    try:
        speed = math.inf if text == "max" else float(text)
    except ValueError:
        speed = math.nan
    if not speed >= 0:
        raise ValueError(f"a speed of {text!r}; a number from 0, which is a pause, or max is possible")
    return speed


def _players(text: str) -> dict[str, int]:
    """Robots a side, from 6 or 6:3."""
    blue, _, yellow = text.partition(":")
    try:
        return {"blue": int(blue), "yellow": int(yellow or blue)}
    except ValueError:
        raise ValueError(f"--robots {text}: a number, or two as in 6:3, is wanted") from None


@contextmanager
def complaints() -> Iterator[None]:
    """What cannot be done is a message and exit code 2, not a traceback."""
    try:
        yield
    except ValueError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None

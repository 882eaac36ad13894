"""Options of a served match: time, vision, referee, network and page."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from robopitch.cli.options import CLIPS, about, overrides_of, speed_of

if TYPE_CHECKING:
    from robopitch.server import Addresses, Ports
    from robopitch.spec import LeagueSpec

__all__ = ["LiveOptions"]

LOCKSTEP_EPOCH = 1_000_000_000.0  # s: the same in every run
USUAL_REALISM = "friendly"

# Options that only some matches use, by field.

PAGE = {"page_host", "page_port", "page_name", "token"}
VISION = {"realism", "noise", "cameras", "rate", "tracker"}
SMALL_SIZE = {"lockstep", "lockstep_vision", "interface", "vision_group", "referee_group"} | {
    f"{name}_port"
    for name in (
        "vision", "tracker", "referee", "control", "blue", "yellow", "driver", "grsim", "grsim_blue", "grsim_yellow"
    )
}  # fmt: skip


def _port(help: str) -> Any:
    panel = "Ports (--port-offset moves those that are not given)"
    return about(panel, f"{help}.", metavar="PORT", show_default=False)


@dataclass(frozen=True)
class LiveOptions:
    """Options of a server, in addition to those of its world."""

    speed: Annotated[str, about("Time", "Times real time; 0: paused; max: as fast as possible.", metavar="X")] = "1"
    lockstep: Annotated[bool, about("Time", "Time waits for lockstep clients from the start.", "--lockstep")] = False
    epoch: Annotated[
        float | None,
        about(
            "Time", "Time of the start of the match; unix time if not given, 1000000000 with --lockstep.", metavar="S"
        ),
    ] = None
    lockstep_vision: Annotated[
        str,
        about(
            "Time",
            "Vision in lockstep answers: step, a frame of every camera at the end of the step; rate, frames as sent.",
            metavar="NAME",
        ),
    ] = "step"
    watchdog: Annotated[
        float, about("Time", "Seconds without a command after which a robot stops; 0: never.", metavar="S")
    ] = 1.0
    realism: Annotated[
        str | None,
        about(
            "Vision",
            "Noise, loss and delay for teams on the network: perfect, none, friendly, rc2021 or realistic.",
            metavar="NAME",
            show_default=USUAL_REALISM,
        ),
    ] = None
    noise: Annotated[
        list[str] | None,
        about("Vision", "Change the realism: 'ball_position=2 mm'. May be repeated.", metavar="PATH=VALUE"),
    ] = None
    cameras: Annotated[
        int | None, about("Vision", "Number of cameras; short for --set sensors.vision.cameras=N.", metavar="N")
    ] = None
    rate: Annotated[
        float | None,
        about("Vision", "Frames of each camera per second; short for --set sensors.vision.rate=HZ.", metavar="HZ"),
    ] = None
    tracker: Annotated[str, about("Vision", "Source of tracker frames: truth, filter or none.", metavar="NAME")] = (
        "truth"
    )
    no_kick_about: Annotated[
        bool,
        about("Referee", "No built-in referee: goals are not counted, the ball is not put back.", "--no-kick-about"),
    ] = False
    enforce: Annotated[
        list[str] | None,
        about(
            "Referee",
            "What the simulator enforces for a referee: halt, robots, placement. May be repeated.",
            metavar="RULE",
        ),
    ] = None
    host: Annotated[
        str, about("Network", "This machine's address for commands; 0.0.0.0: all of its addresses.", metavar="ADDRESS")
    ] = "127.0.0.1"
    interface: Annotated[
        str | None,
        about("Network", "The network card for multicast; the system's route if not given.", metavar="ADDRESS"),
    ] = None
    vision_group: Annotated[
        str,
        about(
            "Network", "Multicast group of vision and tracker; a plain address sends to one machine.", metavar="ADDRESS"
        ),
    ] = "224.5.23.2"
    referee_group: Annotated[str, about("Network", "Multicast group of the referee.", metavar="ADDRESS")] = "224.5.23.1"
    port_offset: Annotated[
        int, about("Network", "Added to all ports, so that several servers run on one machine.", metavar="N")
    ] = 0
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
    signals_port: Annotated[int | None, _port("Drawings and signals of teams, 10398")] = None
    console_port: Annotated[int | None, _port("`robopitch status`, 10399")] = None
    page_port: Annotated[int | None, _port("The page for browsers, 10400")] = None
    page_host: Annotated[
        str, about("Page", "This machine's address for the page; 0.0.0.0: all of its addresses.", metavar="ADDRESS")
    ] = "127.0.0.1"
    token: Annotated[
        str | None,
        about("Page", "The key that a page needs to control the match; your own if not given.", metavar="KEY"),
    ] = None
    page_name: Annotated[
        list[str] | None,
        about("Page", "Another host name of the page, such as a reverse proxy's. May be repeated.", metavar="NAME"),
    ] = None
    no_open: Annotated[
        bool, about("Page", "Serve the page, but do not open a browser.", "--no-open", "--no-browser")
    ] = False
    memory: Annotated[
        float, about("Recording", "Seconds that are always kept in memory, for `robopitch save`; 0: none.", metavar="S")
    ] = 60.0
    clips: Annotated[
        Path, about("Recording", "Folder for clips that the page and `robopitch save` write.", metavar="FOLDER")
    ] = CLIPS
    headless: Annotated[
        bool,
        about("Page", "No page and no live view.", "--headless"),
    ] = False

    def for_realism(self) -> dict[str, Any]:
        """Arguments for `load_realism`."""
        return {"name": self.realism or USUAL_REALISM, "overrides": overrides_of("--noise", self.noise)}

    def for_match(self, now: float) -> dict[str, Any]:
        """Arguments for `make_match`; *now* is the wall-clock time."""
        from robopitch.spec.names import known_name

        if self.epoch is not None and not 0 <= self.epoch < 1e11:
            raise ValueError(f"--epoch {self.epoch:g}: a time in seconds from 0 to 1e11 is wanted")
        realism = self.for_realism()
        return {
            "realism": realism["name"],
            "realism_overrides": realism["overrides"],
            "kick_about": not self.no_kick_about,
            "watchdog": self.watchdog,
            "tracker": known_name(self.tracker, ("truth", "filter", "none"), "tracker"),
            "enforce": [known_name(rule, ("halt", "robots", "placement"), "rule") for rule in self.enforce or ()],
            "epoch": self.epoch if self.epoch is not None else LOCKSTEP_EPOCH if self.lockstep else now,
        }

    def for_vision(self) -> dict[str, object]:
        """Overrides of league parameters that have their own option."""
        given = {"sensors.vision.cameras": self.cameras, "sensors.vision.rate": self.rate}
        return {path: value for path, value in given.items() if value is not None}

    def answers_in_lockstep(self) -> str:
        """The checked value of --lockstep-vision."""
        from robopitch.spec.names import known_name

        return known_name(self.lockstep_vision, ("step", "rate"), "value of --lockstep-vision")

    @property
    def times_real_time(self) -> float:
        """The speed as a number."""
        return speed_of(self.speed)

    def addresses(self) -> Addresses:
        """Addresses and ports to listen at and send to."""
        from robopitch.server import Addresses

        return Addresses(self.vision_group, self.referee_group, self.host, self.interface, self._ports())

    def _ports(self) -> Ports:
        from robopitch.server import Ports

        ports = Ports().shifted(self.port_offset)
        own = {port.name: getattr(self, f"{port.name}_port") for port in fields(ports)}
        return replace(ports, **{name: port for name, port in own.items() if port is not None})

    # ---- options that a match does not use -------------------------------------------------------------------------

    def check_for(self, league: LeagueSpec) -> None:
        """Raise a ValueError if an option is given that a server of this league does not use."""
        if league.sensors.vision is None:
            self._refuse(VISION, f"{league.name} has no shared vision")
        if league.family != "ssl":
            self._refuse(SMALL_SIZE, f"only the Small Size League is played over the network, not {league.name}")
        if self.headless:
            self._refuse(PAGE, "there is no page with --headless")
        if self.token is not None and not self.token.strip():
            raise ValueError("--token: the key is empty")

    def check_without_network(self, league: LeagueSpec) -> None:
        """Raise a ValueError if an option is given that a match of built-in teams without a page does not use."""
        if league.sensors.vision is None:
            self._refuse(VISION, f"{league.name} has no shared vision")
        used = {"realism", "noise", "headless", "no_open"} | ({"speed"} if math.isinf(self.times_real_time) else set())
        self._refuse(
            {option.name for option in fields(self)} - used,
            "only for a match in real time and over the network; add --live",
        )

    def _refuse(self, options: set[str], reason: str) -> None:
        given = [
            "--" + option.name.replace("_", "-")
            for option in fields(self)
            if option.name in options and getattr(self, option.name) != option.default
        ]
        if given:
            raise ValueError(f"{', '.join(given)}: {reason}")

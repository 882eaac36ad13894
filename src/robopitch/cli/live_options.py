"""Options of a served match: time, vision, referee, page, and those of its network."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from robopitch.cli.feature_options import NO_NETWORK
from robopitch.cli.network_options import NetworkOptions, with_port_aliases
from robopitch.cli.options import CLIPS, about, overrides_of, speed_of

if TYPE_CHECKING:
    from robopitch.leagues.network import Network
    from robopitch.server import Server
    from robopitch.spec import LeagueSpec

__all__ = ["LiveOptions"]

LOCKSTEP_EPOCH = 1_000_000_000.0  # s: the same in every run
USUAL_REALISM = "friendly"

# Options that only some matches use, by field.

PAGE = {"page_host", "page_port", "page_name", "token"}
VISION = {"realism", "noise", "cameras", "rate", "tracker"}
NETWORK = {"lockstep", "lockstep_vision", "interface", "group", "without", "allow"}


@with_port_aliases
@dataclass(frozen=True)
class LiveOptions(NetworkOptions):
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
        float | None,
        about(
            "Time",
            "Seconds without a command after which a robot stops; 0: never; if not given, as in the league: 1, or 0 "
            "where wheels hold their speed.",
            metavar="S",
        ),
    ] = None
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
    blue_name: Annotated[
        str | None,
        about("Referee", "What scoreboard and referee messages call blue, if it is external.", metavar="NAME"),
    ] = None
    yellow_name: Annotated[str | None, about("Referee", "The same for yellow.", metavar="NAME")] = None
    no_free_play: Annotated[
        bool,
        about("Referee", "No built-in referee, as --referee none.", "--no-free-play"),
    ] = False
    no_kick_about: Annotated[bool, typer.Option("--no-kick-about", hidden=True)] = False  # its name in earlier versions
    enforce: Annotated[
        list[str] | None,
        about(
            "Referee",
            "What the simulator enforces for a referee: halt, robots, placement. May be repeated.",
            metavar="RULE",
        ),
    ] = None
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
    without: Annotated[
        list[str] | None,
        about(
            "Network",
            "Do not open a port, by its name in `robopitch status`; 'bus-*' stands for all that begin so. May be "
            "repeated.",
            metavar="NAME",
        ),
    ] = None
    allow: Annotated[
        list[str] | None,
        about(
            "Network",
            "Who may send to the multicast groups at which the server listens; without it everybody, but one referee "
            "at a time. May be repeated.",
            metavar="ADDRESS[:PORT]",
        ),
    ] = None
    headless: Annotated[
        bool,
        about("Page", "No page and no live view.", "--headless"),
    ] = False

    def network(self, league: str) -> Network:
        """The network of a league with these options."""
        return replace(
            super().network(league),
            without=tuple(self.without or ()),
            allowed=tuple(map(_sender, self.allow or ())),
        )

    def for_realism(self) -> dict[str, Any]:
        """Arguments for `load_realism`."""
        return {"name": self.realism or USUAL_REALISM, "overrides": overrides_of("--noise", self.noise)}

    def for_match(self, now: float, watchdog: float = 1.0) -> dict[str, Any]:
        """Arguments for `make_match`; *now* is the wall-clock time, *watchdog* that of the league."""
        from robopitch.spec.names import known_name

        if self.epoch is not None and not 0 <= self.epoch < 1e11:
            raise ValueError(f"--epoch {self.epoch:g}: a time in seconds from 0 to 1e11 is wanted")
        realism = self.for_realism()
        return {
            "realism": realism["name"],
            "realism_overrides": realism["overrides"],
            "watchdog": watchdog if self.watchdog is None else self.watchdog,
            "tracker": known_name(self.tracker, ("truth", "filter", "none"), "tracker"),
            "enforce": [known_name(rule, ("halt", "robots", "placement"), "rule") for rule in self.enforce or ()],
            "names": {
                colour: name for colour, name in (("blue", self.blue_name), ("yellow", self.yellow_name)) if name
            },
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

    # ---- options that a match does not use -------------------------------------------------------------------------

    def check_for(self, league: LeagueSpec) -> None:
        """Raise a ValueError if an option is given that a server of this league does not use."""
        from robopitch.leagues.registry import network_of

        if league.sensors.vision is None:
            self._refuse(VISION, f"{league.name} has no shared vision")
        if not network_of(league.name).ports:
            self._refuse(NETWORK | self.of_leagues(), f"{league.name} is not played over the network")
        if self.headless:
            self._refuse(PAGE, "there is no page with --headless")
        if self.token is not None and not self.token.strip():
            raise ValueError("--token: the key is empty")

    def check_endpoints(self, server: Server) -> None:
        """Raise a ValueError if an option of groups is given, and a server listens at none."""
        from robopitch.leagues.endpoint import Kind

        league = server.match.world.league.name
        if not any(one.transport.kind == Kind.MULTICAST for one in server.endpoints):
            self._refuse({"allow"}, f"this server of {league} listens at no multicast group")

    def check_without_network(self, league: LeagueSpec) -> None:
        """Raise a ValueError if an option is given that a match of built-in teams without a page does not use."""
        if league.sensors.vision is None:
            self._refuse(VISION, f"{league.name} has no shared vision")
        used = {"realism", "noise", "headless", "no_open"} | ({"speed"} if math.isinf(self.times_real_time) else set())
        self._refuse(
            {option.name for option in fields(self)} - used,
            NO_NETWORK,
        )

    def _refuse(self, options: set[str], reason: str) -> None:
        given = [
            "--" + option.name.replace("_", "-")
            for option in fields(self)
            if option.name in options and getattr(self, option.name) != option.default
        ]
        if given:
            raise ValueError(f"{', '.join(given)}: {reason}")


def _sender(text: str) -> tuple[str, int]:
    """An address that may send, and its port; 0: any port."""
    from ipaddress import AddressValueError, IPv4Address

    host, colon, port = text.strip().partition(":")
    try:
        known = str(IPv4Address(host))
    except AddressValueError:
        raise ValueError(
            f"--allow {text}: an IPv4 address is wanted, such as 192.168.1.7 or 192.168.1.7:10003"
        ) from None
    if not colon:
        return known, 0
    if not (port.isascii() and port.isdecimal() and len(port) < 6 and 1 <= int(port) <= 65535):
        raise ValueError(f"--allow {text}: a port is a number from 1 to 65535")
    return known, int(port)

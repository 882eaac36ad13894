"""Options of addresses and ports, by the names that the network.toml of a league gives them.

The options of earlier versions, `--vision-port 10025` for `--port vision=10025`, still work; they are not in the help.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields, make_dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from robopitch.cli.options import about

if TYPE_CHECKING:
    from robopitch.leagues.network import Network

__all__ = ["NetworkOptions", "with_port_aliases"]

PANEL = "Network"
OWN = ("signals", "console", "page")

Block = TypeVar("Block")


@dataclass(frozen=True)
class NetworkOptions:
    """Addresses, ports and groups."""

    host: Annotated[
        str, about(PANEL, "This machine's address for commands; 0.0.0.0: all of its addresses.", metavar="ADDRESS")
    ] = "127.0.0.1"
    interface: Annotated[
        str | None,
        about(PANEL, "The network card for multicast; the system's route if not given.", metavar="ADDRESS"),
    ] = None
    port_offset: Annotated[
        int, about(PANEL, "Added to all ports that are not given: several servers run on one machine.", metavar="N")
    ] = 0
    port: Annotated[
        list[str] | None,
        about(PANEL, "A port by name: 'vision=10025', 'page=8080'. May be repeated.", metavar="NAME=NUMBER"),
    ] = None
    group: Annotated[
        list[str] | None,
        about(PANEL, "A multicast group by name; a plain address sends to one machine.", metavar="NAME=ADDRESS"),
    ] = None

    def of_leagues(self) -> set[str]:
        """The options that name ports and groups of leagues, not those of every server."""
        own = {f"{name}_port" for name in OWN}
        return {option.name for option in fields(self) if option.metadata.get("alias")} - own

    def network(self, league: str) -> Network:
        """The network of a league with these options; raises a ValueError that lists the names if one is unknown."""
        from robopitch.leagues.network import Network
        from robopitch.leagues.registry import network_of

        ports = {name: _number(name, text) for name, text in _pairs("--port", self.port).items()}
        groups = _pairs("--group", self.group)
        for option in fields(self):
            name, _, kind = option.name.rpartition("_")
            value = getattr(self, option.name) if option.metadata.get("alias") else None
            if value is not None:
                (ports if kind == "port" else groups)[name] = value
        return Network(network_of(league), self.host, self.interface, self.port_offset, ports, groups)


def _pairs(option: str, texts: list[str] | None) -> dict[str, Any]:
    """Values by name, from NAME=VALUE."""
    found: dict[str, Any] = {}
    for text in texts or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise ValueError(f"{option} {text}: write name=value, for example {option} vision=10025")
        if name in found:
            raise ValueError(f"{option} {name}: given twice, {found[name]} and {value}")
        found[name] = value
    return found


def _number(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"--port {name}={text}: a port is a number from 1 to 65535") from None


def with_port_aliases(block: type[Block]) -> type[Block]:
    """Decorator of `NetworkOptions` and its children: adds the hidden options --NAME-port and --NAME-group.

    Names are those of the leagues in this package.
    """
    ports: dict[str, None] = dict.fromkeys(OWN)
    groups: dict[str, None] = {}
    for folder in sorted(files("robopitch.leagues").iterdir(), key=lambda entry: entry.name):
        if (folder / "network.toml").is_file():
            tables = tomllib.loads((folder / "network.toml").read_text(encoding="utf-8"))
            ports |= dict.fromkeys(tables.get("ports", ()))
            groups |= dict.fromkeys(tables.get("groups", ()))
    own = set(getattr(block, "__dataclass_fields__", ()))  # `robopitch team --command-port` has another meaning
    hidden: list[tuple[str, Any, Any]] = []
    number, address = Annotated[int | None, typer.Option(hidden=True)], Annotated[str | None, typer.Option(hidden=True)]
    for kind, option, names in (("port", number, ports), ("group", address, groups)):
        free = [f"{name}_{kind}" for name in names if f"{name}_{kind}" not in own]
        hidden += [(name, option, field(default=None, metadata={"alias": True})) for name in free]
    made = make_dataclass(block.__name__, hidden, bases=(block,), frozen=True)
    made.__doc__, made.__module__ = block.__doc__, block.__module__
    return made

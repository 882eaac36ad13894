"""Ports and groups of a league: declared in its network.toml, resolved for one server or client.

Every server also has three ports of its own: signals and drawings of teams, the console, and the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from robopitch.spec.names import known_name
from robopitch.spec.toml import read_toml

__all__ = ["OWN_PORTS", "GroupSpec", "Network", "NetworkSpec", "PortSpec", "SerialDevice", "read_network"]


class PortSpec(BaseModel):
    """A named port."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    number: int = Field(ge=1, le=65535)
    about: str = ""
    source: str = ""


class GroupSpec(BaseModel):
    """A named multicast group; a plain address sends to one machine."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    address: str
    about: str = ""
    source: str = ""


class NetworkSpec(BaseModel):
    """The ports and groups of a family of leagues, by name."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    ports: Mapping[str, PortSpec] = Field(default_factory=dict)
    groups: Mapping[str, GroupSpec] = Field(default_factory=dict)


class SerialDevice(NamedTuple):
    """A serial device of this machine."""

    path: Path
    baud: int


OWN_PORTS: Mapping[str, PortSpec] = {
    "signals": PortSpec(number=10398, about="drawings and signals of teams"),
    "console": PortSpec(number=10399, about="`robopitch status`"),
    "page": PortSpec(number=10400, about="the page for browsers"),
}
"""The ports of every server, whatever its league."""

NO_LEAGUE = NetworkSpec()


@dataclass(frozen=True)
class Network:
    """Addresses and ports of one server, or of the server that a client talks to.

    spec:      what the league declares
    host:      this machine's address for receiving; for a client, the server's machine
    interface: address of the network interface for multicast; None: the system's route
    offset:    added to all ports that are not given, so that several servers run on one machine
    given_ports, given_groups: values that replace those of the league, by name
    bus_dir:   folder for the pseudo terminals and Unix sockets of robots' buses; None: there are none
    wire_time: bytes on these buses take as long as on a real line
    devices:   serial devices that lead to robots' buses, by the name of the robot, "blue-1"
    without:   names of endpoints that a server does not open; patterns such as "bus-*" are possible
    allowed:   who may send to the groups at which a server listens; port 0: any port of the address; empty: everybody
    pause_without: names of robots without whose control programs time stands still; "hub": all that were connected
    """

    spec: NetworkSpec = NO_LEAGUE
    host: str = "127.0.0.1"
    interface: str | None = None
    offset: int = 0
    given_ports: Mapping[str, int] = field(default_factory=dict)
    given_groups: Mapping[str, str] = field(default_factory=dict)
    bus_dir: Path | None = None
    wire_time: bool = False
    devices: Mapping[str, SerialDevice] = field(default_factory=dict)
    pause_without: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    allowed: tuple[tuple[str, int], ...] = ()
    ports: Mapping[str, int] = field(init=False)  # all, by name
    groups: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        declared = {**self.spec.ports, **OWN_PORTS}
        given = {known_name(name, declared, "port"): number for name, number in self.given_ports.items()}
        ports = {}
        for name, port in declared.items():
            ports[name] = given.get(name, port.number + self.offset)
            if not 1 <= ports[name] <= 65535:
                what = f"port {ports[name]} ({name}) does not exist"
                if name not in given:
                    what = f"an offset of {self.offset} moves the port of {name} to {ports[name]}"
                raise ValueError(f"{what}; ports are 1 to 65535")
        chosen = {known_name(name, self.spec.groups, "group"): there for name, there in self.given_groups.items()}
        groups = {name: chosen.get(name, group.address) for name, group in self.spec.groups.items()}
        object.__setattr__(self, "ports", ports)
        object.__setattr__(self, "groups", groups)

    def port(self, name: str) -> int:
        """The number of a port."""
        return self.ports[name]

    def path(self, name: str) -> Path:
        """The path of a bus."""
        if self.bus_dir is None:
            raise ValueError(f"{name}: a pseudo terminal or a Unix socket needs a folder, --bus-dir DIR")
        return self.bus_dir / name

    def group(self, name: str) -> str:
        """The address of a group."""
        return self.groups[name]


def read_network(folder: Traversable, label: str) -> NetworkSpec:
    """The network.toml of a family's folder; a folder without that file has no ports of its own.

    label: the name of the file in messages
    """
    file = folder / "network.toml"
    if not file.is_file():
        return NO_LEAGUE
    try:
        return NetworkSpec.model_validate(read_toml(file, label))
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{label}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None

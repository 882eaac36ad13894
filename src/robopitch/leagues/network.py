"""Ports and groups of a league: declared in its network.toml, resolved for one server or client.

Every server also has three ports of its own: signals and drawings of teams, the console, and the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from robopitch.spec.names import known_name
from robopitch.spec.toml import read_toml

__all__ = ["OWN_PORTS", "GroupSpec", "Network", "NetworkSpec", "PortSpec", "read_network"]


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


OWN_PORTS: Mapping[str, PortSpec] = {
    "signals": PortSpec(number=10398, about="drawings and signals of teams"),
    "console": PortSpec(number=10399, about="`robopitch status`"),
    "page": PortSpec(number=10400, about="the page for browsers"),
}
"""The ports of every server, whatever its league."""

NO_LEAGUE = NetworkSpec()
Options = TypeVar("Options", bound=BaseModel)


@dataclass(frozen=True)
class Network:
    """Addresses and ports of one server, or of the server that a client talks to.

    spec:      what the league declares
    host:      this machine's address for receiving; for a client, the server's machine
    interface: address of the network interface for multicast; None: the system's route
    offset:    added to all ports that are not given, so that several servers run on one machine
    given_ports, given_groups: values that replace those of the league, by name
    given:     options of the features of the league, see `options`
    without:   names of endpoints that a server does not open; patterns such as "bus-*" are possible
    allowed:   who may send to the groups at which a server listens; port 0: any port of the address; empty: everybody
    """

    spec: NetworkSpec = NO_LEAGUE
    host: str = "127.0.0.1"
    interface: str | None = None
    offset: int = 0
    given_ports: Mapping[str, int] = field(default_factory=dict)
    given_groups: Mapping[str, str] = field(default_factory=dict)
    given: tuple[BaseModel, ...] = ()
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

    def options(self, kind: type[Options]) -> Options:
        """The options of a feature, by their model; those that nobody gave are the usual ones."""
        return next((one for one in self.given if isinstance(one, kind)), None) or kind()

    def port(self, name: str) -> int:
        """The number of a port."""
        return self.ports[name]

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

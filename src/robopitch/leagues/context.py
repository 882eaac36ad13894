"""What a feature can have of the server in which it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from robopitch.leagues.endpoint import Address, Endpoint
    from robopitch.leagues.memory_link import FolderValues, MemoryLink, ProgramTable
    from robopitch.leagues.network import Network
    from robopitch.leagues.plugin import Plugin
    from robopitch.match import Match
    from robopitch.messages import Team

__all__ = ["Context"]


class Context(Protocol):
    """The match and its server. A feature that needs a socket, memory or a program gets it here: it opens nothing.

    match, network: of the server; `network.options` has the options of all features
    endpoints: that are open
    league:    name of the league, or the path of its folder
    plays:     the names of the teams that a user asked for, before `Feature.prepare`
    lockstep:  time waits for lockstep clients
    """

    @property
    def match(self) -> Match:
        """The match."""
        ...

    @property
    def network(self) -> Network:
        """Addresses, ports, and the options of all features."""
        ...

    @property
    def endpoints(self) -> Sequence[Endpoint]:
        """Those that are open."""
        ...

    @property
    def league(self) -> str:
        """Its name, or the path of its folder."""
        ...

    @property
    def plays(self) -> Mapping[Team, str]:
        """The names of the teams that a user asked for."""
        ...

    @property
    def lockstep(self) -> bool:
        """Whether time waits for lockstep clients."""
        ...

    def dial(self, endpoint: Endpoint, address: Address) -> Plugin:
        """Keeps a TCP connection to another program, on which a connection of the endpoint speaks."""
        ...

    def attach(self, link: MemoryLink, label: str) -> Plugin:
        """Polls memory in which programs of robots take part; *label* is its name in the start-up text."""
        ...

    def open_folder(self, path: Path) -> FolderValues:
        """The data base of a folder, made if needed, and closed with the server."""
        ...

    def open_table(self, key: int, size: int, label: str) -> ProgramTable:
        """Memory with a lock through which programs are woken, removed with the server."""
        ...

    def start(
        self,
        commands: Mapping[str, Sequence[str]],
        registered: Callable[[], int] | None,
        counted: Callable[[], Mapping[str, Any]],
        about: str,
    ) -> Plugin:
        """Starts programs, and starts those again that end.

        commands:   their command lines, by name
        registered: how many of them take part; the match waits for all. None: it does not wait
        counted:    what they add to the result of the match
        about:      for the start-up text
        """
        ...

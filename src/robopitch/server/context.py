"""What features of a league get from the server in which they run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.net.guarded import GuardedMemory
from robopitch.server.agent_programs import AgentPrograms
from robopitch.server.dialer import Dialer
from robopitch.server.shared_memory import MemoryPort

if TYPE_CHECKING:
    from robopitch.leagues.endpoint import Address, Endpoint
    from robopitch.leagues.memory_link import FolderValues, MemoryLink
    from robopitch.leagues.network import Network
    from robopitch.leagues.plugin import Plugin
    from robopitch.match import Match
    from robopitch.messages import Team
    from robopitch.net import System
    from robopitch.server.server import Server

__all__ = ["ServerContext"]


@dataclass(frozen=True)
class ServerContext:
    """A `Context`.

    opened: closes what features have opened
    """

    server: Server
    opened: ExitStack
    league: str = ""
    plays: Mapping[Team, str] = field(default_factory=dict)

    @property
    def match(self) -> Match:
        """Of the server."""
        return self.server.match

    @property
    def network(self) -> Network:
        """Of the server."""
        return self.server.network

    @property
    def endpoints(self) -> Sequence[Endpoint]:
        """Those that are open."""
        return self.server.endpoints

    @property
    def lockstep(self) -> bool:
        """Whether time waits for lockstep clients."""
        return self.server.waits_for_lockstep

    def dial(self, endpoint: Endpoint, address: Address) -> Plugin:
        """Keeps a connection to another program."""
        return Dialer(self.server, endpoint, address)

    def attach(self, link: MemoryLink, label: str) -> Plugin:
        """Polls memory in which programs of robots take part."""
        return MemoryPort(self.server, link, label)

    @property
    def system(self) -> System:
        """Of the server."""
        return self.server.system

    def open_folder(self, path: Path) -> FolderValues:
        """The data base of a folder, closed with everything else."""
        folder = self.system.files.folder(path)
        self.opened.callback(folder.close)
        return folder

    def open_table(self, key: int, size: int, label: str) -> GuardedMemory:
        """Memory with a lock, removed with everything else."""
        table = GuardedMemory.create(key, size, label)
        self.opened.callback(table.close)
        return table

    def start(
        self,
        commands: Mapping[str, Sequence[str]],
        registered: Callable[[], int] | None,
        counted: Callable[[], Mapping[str, Any]],
        about: str,
    ) -> Plugin:
        """Starts programs."""
        return AgentPrograms(self.server, commands, registered, counted, about)

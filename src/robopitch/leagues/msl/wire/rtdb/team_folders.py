"""The data bases of all agents of a team in folders, one temporary folder for each agent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from robopitch.leagues.msl.wire.rtdb.configuration import Configuration
from robopitch.leagues.msl.wire.rtdb.folders import FolderRecords, KeyValues, folder_of
from robopitch.leagues.msl.wire.rtdb.store import Store

__all__ = ["OpenFolder", "TeamFolders"]

OpenFolder = Callable[[Path], KeyValues]
"""Opens the data base of a folder, and makes it if needed."""


class TeamFolders:
    """A store for each agent of a team.

    root:  holds a folder for each agent, with its number: the temporary folder (TMPDIR) of its programs
    open:  opens a data base: nothing here knows how
    clock: gives the time in µs
    """

    def __init__(self, configuration: Configuration, root: Path, open: OpenFolder, clock: Callable[[], int]) -> None:
        self.stores = tuple(
            self._store(configuration, number, root / str(number), open, clock)
            for number in range(len(configuration.agents))
        )

    def set_time(self, time: int, simulated: bool) -> None:
        """Nothing: programs of these generations take the time of the machine."""

    def _store(
        self, configuration: Configuration, agent: int, root: Path, open: OpenFolder, clock: Callable[[], int]
    ) -> Store:
        shared = [
            FolderRecords(open(Path(folder_of(root, number, True))), records.shared)
            for number, records in enumerate(configuration.agents)
        ]
        local = FolderRecords(open(Path(folder_of(root, agent, False))), configuration.agents[agent].local)
        return Store(configuration, agent, clock, shared, local)

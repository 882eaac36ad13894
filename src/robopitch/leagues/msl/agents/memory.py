"""The data base of a robot in shared memory, as its program sees it: the layout of CAMBADA's library.

What the base station tells and what the hardware reports is not there: the server brings it when it wakes the program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.leagues.msl.wire.rtdb import CAMBADA_2017, Area, Configuration, ItemId, Store, Variant
from robopitch.leagues.msl.wire.rtdb.memory import CLOCK_SIZE, Clock, area_size
from robopitch.messages import Team

if TYPE_CHECKING:
    from robopitch.leagues.memory_link import MakeMemory
    from robopitch.leagues.msl.wire.rtdb.memory import Stamped
    from robopitch.leagues.msl.wire.rtdb.store import Records
    from robopitch.net.system import Clock as SystemClock

__all__ = ["AgentMemory"]

BROUGHT = (ItemId.CMD_INFO,)  # local records that come with a wake


class _Local:
    """Local records: those that the server brings, and those in the memory."""

    def __init__(self, brought: Records, memory: Records) -> None:
        self._brought, self._memory = brought, memory

    def _of(self, id: int) -> Records:
        return self._brought if id in BROUGHT else self._memory

    def put(self, id: int, data: bytes, time: int) -> None:
        """Write a record. *time*: in µs."""
        self._of(id).put(id, data, time)

    def get(self, id: int) -> Stamped | None:
        """Read a record; None if it was never written."""
        return self._of(id).get(id)

    def written(self, id: int) -> int:
        """When a record was written last, in µs; 0 if never."""
        return self._of(id).written(id)


class AgentMemory:
    """The memory of one robot.

    system: the clock of the machine, for a server whose records have its time
    attach: gives the memory of a key, which a server has made; raises a ValueError if there is none
    """

    def __init__(
        self,
        configuration: Configuration,
        team: Team,
        agent: int,
        attach: MakeMemory,
        system: SystemClock,
        variant: Variant = CAMBADA_2017,
    ) -> None:
        self._system = system
        keys, label = variant.keys(configuration, agent, team is Team.YELLOW), f"data base of agent {agent}"
        self._shared = []
        for key, records in zip(keys.shared, configuration.agents, strict=True):
            self._shared.append(Area(attach(key, max(1, area_size(records.shared)), label), records.shared))
        items = configuration.agents[agent].local
        self._local = Area(attach(keys.local, max(1, area_size(items)), label), items)
        self._clock = Clock(attach(keys.clock, CLOCK_SIZE, label))
        self._configuration, self._agent = configuration, agent

    def now(self) -> int:
        """The time of the records, µs."""
        simulated = self._clock.read()
        return round(self._system.unix() * 1e6) if simulated is None else simulated

    def store(self, told: Records, measured: Records) -> Store:
        """The data base; records of the base station and of the hardware are elsewhere."""
        shared = [told, *self._shared[1:]]
        return Store(self._configuration, self._agent, self.now, shared, _Local(measured, self._local))

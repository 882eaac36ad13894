"""The data bases of all agents of a team in shared memory, as a simulator makes them [CAMBADA-sim §4.3.1]."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from robopitch.leagues.msl.wire.rtdb.configuration import Configuration, Item
from robopitch.leagues.msl.wire.rtdb.memory import CAMBADA_2017, CLOCK_SIZE, Area, Clock, Variant, area_size
from robopitch.leagues.msl.wire.rtdb.store import Store

__all__ = ["MakeMemory", "TeamMemory"]

MakeMemory = Callable[[int, int, str], memoryview]
"""Gives the memory of a key, with a size in bytes, all zeros; the text says what it is for."""


class TeamMemory:
    """The memory of a team, formatted, and a store for each agent.

    make:   opens the memory: nothing here knows how
    clock:  gives the time in µs
    second: the second team on this machine, SECOND_RTDB
    """

    def __init__(
        self,
        configuration: Configuration,
        make: MakeMemory,
        clock: Callable[[], int],
        second: bool = False,
        variant: Variant = CAMBADA_2017,
    ) -> None:
        self._clocks: list[Clock] = []
        self.stores = tuple(
            self._make(configuration, number, make, clock, second, variant)
            for number in range(len(configuration.agents))
        )

    def set_time(self, time: int, simulated: bool) -> None:
        """Set the clocks that programs with our C client read. *time*: in µs."""
        for clock in self._clocks:
            clock.set(time, simulated)

    def _make(
        self,
        configuration: Configuration,
        agent: int,
        make: MakeMemory,
        clock: Callable[[], int],
        second: bool,
        variant: Variant,
    ) -> Store:
        keys, label = variant.keys(configuration, agent, second), f"data base of agent {agent}"
        shared = []
        for key, records in zip(keys.shared, configuration.agents, strict=True):
            shared.append(_area(make(key, max(1, area_size(records.shared)), label), records.shared))
        items = configuration.agents[agent].local
        local = _area(make(keys.local, max(1, area_size(items)), label), items)
        self._clocks.append(Clock(make(keys.clock, CLOCK_SIZE, label)))
        # Last, because a program that finds it takes the rest for complete.
        make(keys.definition, variant.definition_size, label)[: variant.definition_size] = variant.definition(
            configuration, agent
        )
        return Store(configuration, agent, clock, shared, local)


def _area(memory: memoryview, items: Sequence[Item]) -> Area:
    area = Area(memory, items)
    area.format()
    return area

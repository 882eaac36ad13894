"""Which records each agent of a team has, shared with its mates or local to its own processes [CAMBADA-sim §3.4.1].

Agent 0 is the base station; the robots follow. The same configuration describes the memory of the first generation and
the frames of all three.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["ANY_SIZE", "MOST_AGENTS", "MOST_RECORDS", "SELF", "AgentRecords", "Configuration", "Item", "Place"]

SELF = 3333  # an agent number of CAMBADA's interface: the own agent
MOST_AGENTS = 16
MOST_RECORDS = 100  # of one agent, shared and local together; identifiers are below this number
ANY_SIZE = 0  # a size: records of the later generations are as long as their value
LARGEST = 1 << 20  # bytes of one record


@dataclass(frozen=True, slots=True)
class Item:
    """A kind of record.

    id:     its number, in memory and in frames of the first generation
    name:   its key in frames of later generations
    size:   in bytes; `ANY_SIZE`: as long as its value
    period: it is in every so many frames …
    phase:  … beginning with this one
    """

    id: int
    name: str = ""
    size: int = ANY_SIZE
    period: int = 1
    phase: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.id < MOST_RECORDS:
            raise ValueError(f"record {self.name or self.id}: number {self.id} is not from 0 to {MOST_RECORDS - 1}")
        if not 0 <= self.size <= LARGEST:
            raise ValueError(f"record {self.name or self.id}: {self.size} bytes; 0 to {LARGEST} are possible")
        if self.period < 1:
            raise ValueError(f"record {self.name or self.id}: a period of {self.period} frames is below 1")
        if self.phase < 0:
            raise ValueError(f"record {self.name or self.id}: a phase of {self.phase} frames is below 0")

    def is_due(self, counter: int) -> bool:
        """Whether it is in the frame of this number.

        >>> [Item(0, period=3, phase=1).is_due(counter) for counter in range(6)]
        [False, True, False, False, True, False]
        """
        return counter >= self.phase and (counter - self.phase) % self.period == 0


@dataclass(frozen=True, slots=True)
class AgentRecords:
    """The records of one agent: those that it shares, and those that only its own processes see."""

    name: str = ""
    shared: tuple[Item, ...] = ()
    local: tuple[Item, ...] = ()

    def __post_init__(self) -> None:
        ids = [item.id for item in (*self.shared, *self.local)]
        twice = sorted({number for number in ids if ids.count(number) > 1})
        if twice:
            raise ValueError(f"agent {self.name}: record {twice[0]} is there twice")


class Place(NamedTuple):
    """Where a record is: the item, and whether it is shared."""

    item: Item
    shared: bool


@dataclass(frozen=True, slots=True)
class Configuration:
    """The records of all agents of a team; the position in *agents* is the number of an agent."""

    agents: tuple[AgentRecords, ...]
    _by_id: tuple[Mapping[int, Place], ...] = field(init=False, repr=False, compare=False)
    _by_name: tuple[Mapping[str, Place], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 1 <= len(self.agents) <= MOST_AGENTS:
            raise ValueError(f"{len(self.agents)} agents; 1 to {MOST_AGENTS} are possible")
        places = [
            [*(Place(item, True) for item in agent.shared), *(Place(item, False) for item in agent.local)]
            for agent in self.agents
        ]
        object.__setattr__(self, "_by_id", tuple({place.item.id: place for place in some} for some in places))
        named = tuple({place.item.name: place for place in some if place.item.name} for some in places)
        object.__setattr__(self, "_by_name", named)

    def find(self, agent: int, key: int | str) -> Place | None:
        """A record of an agent, by number or name; None if the agent does not have it."""
        if not 0 <= agent < len(self.agents):
            return None
        if isinstance(key, str):
            return self._by_name[agent].get(key)
        return self._by_id[agent].get(key)

"""The messages of the dialogue between a server and the programs of robots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["LOCAL", "Done", "Item", "Message", "Register", "Wake", "Welcome"]

LOCAL = -1  # the agent of a record that is not shared


class Item(NamedTuple):
    """A record of a data base: whose it is (`LOCAL`: not shared), its number, when it was written, and its value."""

    agent: int
    id: int
    time: int  # µs
    data: bytes


@dataclass(frozen=True, slots=True)
class Register:
    """A program takes its place in the process table [CAMBADA-sim §3.4.2].

    It is woken with every *period*-th frame of its robot's vision, beginning with number *phase*, when the programs of
    the same robot that it names in *after* are done.
    """

    name: str
    team: str  # "blue", "yellow"
    id: int  # of the robot
    period: int = 1  # frames
    phase: int = 0  # frames
    after: tuple[str, ...] = ()
    deadline: float = 0.04  # s of computing, the quality of service: a cycle that takes longer is counted
    together: int = 1  # in lockstep, time begins when so many programs are registered
    memory: bool = False  # its data base is in shared memory; a wake brings only what is not there


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer: what is played, or why the program has no place."""

    league: str
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Wake:
    """A cycle begins: its number, the time in µs, and the records that are new."""

    number: int
    time: int
    records: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """A cycle is over: the records that the program has written, and for how long it computed."""

    number: int
    records: tuple[Item, ...] = ()
    seconds: float = 0.0


Message = Register | Welcome | Wake | Done

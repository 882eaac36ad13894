"""What the endpoints of a server share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from robopitch.net import REAL, Faults, System
from robopitch.server.history import History
from robopitch.server.ledger import Ledger
from robopitch.server.timers import Timers

if TYPE_CHECKING:
    from robopitch.leagues.connection import ServerRequest
    from robopitch.match import Match

__all__ = ["UNHURRIED", "Services"]

UNHURRIED = 10  # times as much may be sent while no wall clock moves time: nobody loses real time by it


@dataclass(frozen=True)
class Services:
    """The match, and what a connection can ask of its server.

    topics:  of packets in recordings, by channel
    request: carries out a request; returns why not, or None
    paced:   the wall clock moves time, unless a lockstep client does
    timers:  calls connections at times and ticks for which they asked
    since:   the earliest time at which what is being handled can have come
    ledger:  charges peers for what their messages take
    system:  of the server
    """

    match: Match
    history: History = field(default_factory=History)
    topics: Mapping[str, str] = field(default_factory=dict)
    request: Callable[[ServerRequest], str | None] = lambda request: "no server carries this out"
    faults: Faults = field(default_factory=Faults)
    paced: bool = True
    timers: Timers = field(default_factory=Timers)
    since: Callable[[], float] = REAL.clock.monotonic
    ledger: Ledger = field(default_factory=Ledger)
    system: System = REAL

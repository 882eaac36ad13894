"""A packet on the bus of a robot, in words: what an endpoint that is such a bus tells the page (`Endpoint.log`)."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["BusLine"]


class BusLine(NamedTuple):
    """One packet.

    number:      counts the packets that were heard; a gap: some were not kept
    time:        simulated, s
    to_device:   it comes from a master; otherwise it is an answer
    id:          of the device; None: it cannot be read
    instruction: by name; "status" for an answer
    text:        registers and their values
    error:       what is wrong; empty: nothing
    """

    number: int
    time: float
    to_device: bool
    id: int | None
    instruction: str
    text: str
    error: str

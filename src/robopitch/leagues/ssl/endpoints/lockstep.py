"""Lockstep over the simulation protocol (TCP): a step, commands and frames in one exchange."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from robopitch.leagues.channel import Packet
from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.feedback import FeedbackReader
from robopitch.leagues.ssl.endpoints.control import carry_out
from robopitch.leagues.ssl.publishers import VISION
from robopitch.leagues.ssl.wire.simulation import decode_step, decode_sync, encode_sync, frame
from robopitch.messages import Refusal, Team

__all__ = ["LockstepConnection", "ticks_in"]

LONGEST = 60.0  # s: a longer step is a mistake


class LockstepConnection(Connection):
    """A client of one team, or of both (None): `robot_control` is then for blue."""

    def __init__(self, io: Io, team: Team | None) -> None:
        self._io, self._team = io, team
        self._feedback = FeedbackReader(io.match, team or Team.BLUE)
        self._yellow = FeedbackReader(io.match, Team.YELLOW) if team is None else None
        self._refusals: tuple[Refusal, ...] = ()
        self._frames: list[bytes] = []
        self._owed: Fraction | int = 0  # requested ticks less simulated ticks, from rounding; at most half a tick

    def on_data(self, data: bytes) -> None:
        """Offer the inputs of a request to the match, and let time go on by its step."""
        io, match = self._io, self._io.match
        request = decode_step(data, self._team) or decode_sync(data, self._team, match.world.league, match.cameras)
        refusals = request.refusals
        if request.control is not None:
            refusals += carry_out(io, request.control)
        for orders in request.orders:
            refusals += io.offer(orders)
        ticks = 0
        if request.step <= LONGEST:
            # A step is rounded to whole ticks; the remainder is added to the next step.
            wanted = ticks_in(request.step, match.world.timestep)
            if self._owed or wanted.denominator > 1:
                wanted += self._owed
                ticks = math.floor(wanted + Fraction(1, 2))
                self._owed = wanted - ticks
            else:
                ticks = wanted.numerator
        else:
            text = f"sim_step {request.step:g} s: up to {LONGEST:g} s are possible; time stands still"
            refusals += (Refusal("SIM_STEP", text),)
        if refusals:
            io.refuse(refusals)
        self._refusals = refusals
        io.advance(ticks)

    def on_packets(self, packets: Sequence[Packet]) -> None:
        """Frames of cameras for the answer."""
        self._frames += [packet.data for packet in packets if packet.counts and packet.channel == VISION]

    def on_tick(self, tick: int) -> None:
        """Answer with frames, errors and feedback."""
        yellow = self._yellow.read() if self._yellow is not None else None
        data = encode_sync(self._frames, self._refusals, self._feedback.read(), yellow)
        self._frames, self._refusals = [], ()
        self._io.send(frame(data))

    def on_rewind(self) -> None:
        """Kicks from now on are new."""
        self._feedback.rewind()
        if self._yellow is not None:
            self._yellow.rewind()

    def apology(self, refusal: Refusal) -> bytes:
        """An answer with the error alone."""
        return frame(encode_sync([], (refusal,), [], None))


@lru_cache(maxsize=64)
def ticks_in(seconds: float, timestep: float) -> Fraction:
    """Number of ticks in a `sim_step`. A float32 cannot hold 1/60 s exactly, so the simplest close fraction is taken.

    >>> ticks_in(0.01, 0.001), ticks_in(0.016666668, 0.001), ticks_in(0.0123456, 0.001)
    (Fraction(10, 1), Fraction(50, 3), Fraction(7716, 625))
    """
    simple = Fraction(seconds).limit_denominator(10_000)
    exact = simple if np.float32(float(simple)) == np.float32(seconds) else Fraction(repr(seconds))
    return exact / Fraction(repr(timestep))

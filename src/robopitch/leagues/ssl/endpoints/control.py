"""Carries out control requests of the simulation protocol: teleports, configuration, speed and vision port."""

from __future__ import annotations

from robopitch.leagues.connection import ClockSpeed, Io, MoveChannel
from robopitch.leagues.ssl.publishers import VISION
from robopitch.leagues.ssl.wire.simulation import ControlRequest
from robopitch.messages import Refusal

__all__ = ["carry_out"]


def carry_out(io: Io, request: ControlRequest) -> tuple[Refusal, ...]:
    """Carry out a control request; returns all refusals."""
    refusals = list(request.refusals)
    for given in request.inputs:
        refusals += io.offer(given)
    if request.speed is not None:
        why = io.request(ClockSpeed(request.speed))
        if why is not None:
            refusals.append(Refusal("SIMULATION_SPEED", why))
    if request.vision_port is not None:
        why = io.request(MoveChannel(VISION, request.vision_port))
        if why is not None:
            refusals.append(Refusal("VISION_PORT", why))
    return tuple(refusals)

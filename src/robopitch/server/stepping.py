"""What moves the time of a served match beside its clock: steps, and ways back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from robopitch.leagues.connection import ClockSpeed, ClockStep, ClockStepTo, ServerRequest
from robopitch.messages import MoveEpoch

if TYPE_CHECKING:
    from robopitch.server.server import Server

__all__ = ["carry_out", "go_back_with", "step"]

LONGEST_STEP = 1.0  # s of simulated time that one datagram can step


def carry_out(server: Server, request: ServerRequest) -> str | None:
    """Carry out a request of a connection; returns why it is refused."""
    most = round(LONGEST_STEP / server.match.world.timestep)
    try:
        if isinstance(request, ClockSpeed):
            server.set_speed(request.speed)
        elif isinstance(request, ClockStepTo):
            return _step_on(server, most, request.channel)
        elif isinstance(request, ClockStep):
            return _step_on(server, min(request.ticks, most))
        else:
            server.broadcast.move(request.channel, request.port)
    except ValueError as error:
        return str(error)
    return None


def _step_on(server: Server, ticks: int, channel: str | None = None) -> str | None:
    """Lockstep over datagrams: advance by some ticks, or until a packet of a channel is sent; returns why not."""
    if not server.waits_for_lockstep or server.lockstep.active:
        return "time does not wait for datagrams"
    for published in server.broadcast.go(server.match.tick + ticks):
        server.broadcast.send(published)
        if any(packet.channel == channel for packet in published.packets):
            break
    return None


def step(server: Server, ticks: int) -> None:
    """Pause, and advance by some ticks."""
    server.set_speed(0.0)
    for published in server.broadcast.go(server.match.tick + ticks):
        server.broadcast.send(published)
    server.pacing.restart()


def go_back_with(server: Server, back: Callable[[], None]) -> None:
    """Go back in time with *back*: simulated time goes back, the timestamps that teams receive must not."""
    if server.lockstep.active:
        raise ValueError("a lockstep client controls the time; it can go back when that client has left")
    match = server.match
    reached = match.epoch + match.world.time
    back()
    match.offer("time", MoveEpoch(reached - match.epoch - match.world.time))
    match.advance(match.tick)
    server.pacing.restart()

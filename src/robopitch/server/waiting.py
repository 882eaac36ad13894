"""What a match waits for now, in words, for the status and the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from robopitch.server.server import Server

__all__ = ["IDLE", "waits_for"]

IDLE = 2.0  # s that a lockstep client may go without a request


def waits_for(server: Server) -> list[str]:
    """Programs without which time stands still, then what the referee waits for."""
    return list(_waits_for(server))


def _waits_for(server: Server) -> Iterator[str]:
    lockstep, now = server.lockstep, server.system.clock.monotonic()
    if server.waits_for_lockstep and not lockstep.active:
        yield "a client in lockstep"
    for name, peer, since in lockstep.holders:
        if now - since > IDLE:
            yield f"a step of {peer} ({name})"
    yield from server.waits_for
    if text := server.match.referee.waits_for:
        yield text

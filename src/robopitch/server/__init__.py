"""The server: a match, the protocols of its league and the network, tied together.

`Server` is imported when it is first asked for: who only wants to know a port need not load the physics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from robopitch.server.settings import Addresses, Ports

if TYPE_CHECKING:
    from robopitch.server.server import Server

__all__ = ["Addresses", "Ports", "Server"]


def __getattr__(name: str) -> Any:
    if name == "Server":
        from robopitch.server.server import Server

        return Server
    raise AttributeError(f"module 'robopitch.server' has no attribute {name!r}")

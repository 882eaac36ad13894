"""The server: connects a match, the protocols of its league and the network.

`Server` is imported on first access, so that reading a port number does not load the physics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from robopitch.server.network import Addresses, Ports

if TYPE_CHECKING:
    from robopitch.server.server import Server

__all__ = ["Addresses", "Ports", "Server"]


def __getattr__(name: str) -> Any:
    if name == "Server":
        from robopitch.server.server import Server

        return Server
    raise AttributeError(f"module 'robopitch.server' has no attribute {name!r}")

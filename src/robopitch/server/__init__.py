"""The server: connects a match, the protocols of its league and the network.

`Server` is imported on first access, so that importing a part of this package does not load the physics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from robopitch.server.server import Server

__all__ = ["Server"]


def __getattr__(name: str) -> Any:
    if name == "Server":
        from robopitch.server.server import Server

        return Server
    raise AttributeError(f"module 'robopitch.server' has no attribute {name!r}")

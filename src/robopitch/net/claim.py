"""Detects whether another server on this machine sends to the same group."""

from __future__ import annotations

import errno
import socket
import sys
from typing import Self

from robopitch.net.real import REAL
from robopitch.net.system import Socket, System

__all__ = ["Claim"]


class Claim:
    """A name that only one program of a machine can hold at a time; `taken` if another program holds it.

    Linux only: an abstract socket, which the kernel removes when its program ends. Abstract names belong to a network
    namespace, as groups do. On other systems `taken` is always False.
    """

    def __init__(self, name: str, system: System = REAL) -> None:
        self.taken = False
        self._socket: Socket | None = None
        if sys.platform == "linux":
            self._socket = system.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            try:
                self._socket.bind(f"\0robopitch {name}")
            except OSError as error:
                self.taken = error.errno == errno.EADDRINUSE

    def close(self) -> None:
        """Release the name."""
        if self._socket is not None:
            self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

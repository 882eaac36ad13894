"""An outgoing TCP connection that is being made, without waiting for it."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import socket
import sys

from robopitch.net.datagrams import Address
from robopitch.net.errors import NetError, reason
from robopitch.net.real import REAL
from robopitch.net.streams import Stream
from robopitch.net.system import System

__all__ = ["Connector", "resolve"]

LONGEST = 5.0  # s that a peer may take to answer
_BEGUN = {0, errno.EINPROGRESS, errno.EWOULDBLOCK}


def resolve(host: str, port: int) -> Address:
    """The address of a machine; this waits for the network, so it is not for a loop."""
    try:
        found = socket.getaddrinfo(host, port, socket.AF_INET, socket.SOCK_STREAM)
    except OSError as error:
        raise NetError(f"{host!r} cannot be found: {reason(error)}") from None
    return found[0][4][0], port  # type: ignore[return-value]


class Connector:
    """Connects to an address; a NetError says why it cannot."""

    def __init__(self, address: Address, system: System = REAL) -> None:
        self.address = address
        self._system, self._since = system, system.clock.monotonic()
        self._socket = system.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._socket.setblocking(False)
        number = self._socket.connect_ex(address)
        self._check(0 if number in _BEGUN else number)

    def poll(self) -> Stream | None:
        """The stream once it is connected; None: not yet."""
        if not self._is_settled():
            self._check(errno.ETIMEDOUT if self._system.clock.monotonic() - self._since > LONGEST else 0)
            return None
        self._check(self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR))
        return Stream(self._socket, self.address)

    def _is_settled(self) -> bool:
        """Whether the attempt has ended, well or not."""
        if sys.platform == "win32":  # a failed attempt is an exceptional condition
            return any(select.select((), (self._socket,), (self._socket,), 0.0))
        poller = self._system.poller()
        try:
            poller.register(self._socket.fileno(), False, True)
            return bool(poller.look())
        finally:
            poller.close()

    def _check(self, number: int) -> None:
        if number:
            self._socket.close()
            raise NetError(os.strerror(number).lower())

    def close(self) -> None:
        """Give up; a stream that was handed out is closed as well."""
        with contextlib.suppress(OSError):
            self._socket.close()

"""Non-blocking TCP for small requests and answers. The framing of messages is up to the caller."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
from typing import Self

from robopitch.net.datagrams import Address
from robopitch.net.errors import check_port, explain, reason
from robopitch.net.real import REAL
from robopitch.net.system import Socket, System

__all__ = ["Acceptor", "Stream", "listen"]

_CHUNK = 1 << 16  # bytes read at a time, so that one busy peer does not delay the others
_MOST_WAITING = 8 << 20  # bytes that a peer may leave unread
_NO_NUMBER_LEFT = {errno.EMFILE, errno.ENFILE}
# Keep-alive probes after 10 s of silence, three times; the default of the system is two hours.
_KEEPALIVE = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}


class Stream:
    """A connection to one peer. Once `closed`, it stays closed; `reason` says why."""

    def __init__(self, sock: Socket, peer: Address) -> None:
        self.peer = peer
        self.reason = ""
        self._socket = sock
        self._waiting = bytearray()
        self.ended = False  # the peer has finished sending; it may still read
        self.closed = False  # no more bytes in either direction
        sock.setblocking(False)
        with contextlib.suppress(OSError):  # already disconnected: the first receive reports it
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for name, value in _KEEPALIVE.items():
                if hasattr(socket, name):
                    sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)

    def fileno(self) -> int:
        """For select; −1 once closed."""
        return self._socket.fileno()

    @property
    def unsent(self) -> int:
        """Bytes that wait for the peer to read."""
        return len(self._waiting)

    @property
    def wants_write(self) -> bool:
        """Whether bytes wait to be sent: select for writing, then `flush`."""
        return bool(self._waiting)

    @property
    def is_idle(self) -> bool:
        """Whether both sides can send, and no bytes wait to be sent."""
        return not (self._waiting or self.ended or self.closed)

    def receive(self) -> bytes | None:
        """Received bytes; b"" if there are none yet, None if the peer sends no more.

        A peer that has only finished sending may still read: the stream stays open for answers until it is closed.
        """
        if self.closed or self.ended:
            return None
        try:
            data = self._socket.recv(_CHUNK)
        except (BlockingIOError, InterruptedError):
            return b""
        except OSError as error:
            self.close(reason(error))
            return None
        if data:
            return data
        self.ended = True
        return None

    def send(self, data: bytes) -> None:
        """Send, or buffer until the peer reads. A peer with more than 8 MiB of unread bytes is disconnected."""
        if not self._waiting and not self.closed:  # the usual case: nothing is copied
            try:
                data = data[self._socket.send(data) :]
            except (BlockingIOError, InterruptedError):
                pass
            except OSError as error:
                self.close(reason(error))
            if not data:
                return
        self.flush()
        if self.closed:
            return
        if len(self._waiting) > _MOST_WAITING:
            self.close(f"the peer does not read: {len(self._waiting) / 2**20:.1f} MiB were waiting for it")
            return
        self._waiting += data

    def flush(self) -> None:
        """Send buffered bytes, as many as the kernel accepts now."""
        if self.closed or not self._waiting:
            return
        try:
            with memoryview(self._waiting) as view:
                taken = self._socket.send(view)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as error:
            self.close(reason(error))
            return
        del self._waiting[:taken]

    def close(self, reason: str = "closed here") -> None:
        """End the connection; the first reason given is kept."""
        if not self.closed:
            self.closed, self.reason = True, reason
            self._waiting.clear()
            self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def listen(host: str, port: int, label: str, system: System = REAL, option: str = "--host") -> Socket:
    """A socket that listens to a port of this machine; a NetError names the option that sets the address.

    The port of a server that has just stopped can be used again, whatever the state of its connections.
    """
    check_port(port, label)
    # By its number of the protocol asyncio knows that it may switch Nagle's algorithm off: each short answer would wait
    # up to 40 ms for the acknowledgement of the one before.
    found = system.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(128)
    except OSError as error:
        found.close()
        raise explain(error, "TCP", host, port, label, option) from None
    return found


class Acceptor:
    """Accepts connections to a port of this machine; on the loopback unless another address is given.

    A process has a limited number of file descriptors. A connection beyond the limit is accepted and closed; if it
    stayed in the backlog, it would wake the loop again and again. One descriptor is reserved for that.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        label: str = "streams",
        listening: Socket | None = None,
        system: System = REAL,
    ) -> None:
        """listening: a socket of another family that listens already."""
        check_port(port, label)
        self.turned_away = 0  # peers for which there was no file descriptor
        self.host, self.port = host, port
        self._spare: int | None = None
        self._socket = listening or listen(host, port, label, system)
        self._socket.setblocking(False)
        if listening is None:
            self.host, self.port = self._socket.getsockname()
        self._keep_spare()

    def fileno(self) -> int:
        """For select."""
        return self._socket.fileno()

    def accept(self) -> Stream | None:
        """The next connection; None if there is none, the peer has left, or there is no file descriptor."""
        try:
            sock, peer = self._socket.accept()
        except OSError as error:
            if error.errno in _NO_NUMBER_LEFT:
                self._turn_away()
            return None
        return Stream(sock, peer if isinstance(peer, tuple) else (self.host, sock.fileno()))

    def close(self) -> None:
        """Close the port. Accepted streams stay open."""
        self._socket.close()
        self._give_spare()

    def _turn_away(self) -> None:
        self._give_spare()
        with contextlib.suppress(OSError):
            self._socket.accept()[0].close()
            self.turned_away += 1
        self._keep_spare()

    def _keep_spare(self) -> None:
        if self._spare is None:
            with contextlib.suppress(OSError):
                self._spare = os.open(os.devnull, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))

    def _give_spare(self) -> None:
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

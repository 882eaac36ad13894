"""TCP for small requests and answers: bytes in, bytes out, never waiting. Where a message ends is decided elsewhere."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
from typing import Self

from robopitch.net.datagrams import Address
from robopitch.net.errors import check_port, explain, reason

__all__ = ["Acceptor", "Stream"]

_CHUNK = 1 << 16  # bytes taken at a time: one busy peer does not hold up the others
_MOST_WAITING = 8 << 20  # bytes that a peer may leave unread
_NO_NUMBER_LEFT = {errno.EMFILE, errno.ENFILE}
# A peer whose machine is gone is asked after 10 s of silence, three times; the system alone would wait two hours.
_KEEPALIVE = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}


class Stream:
    """A connection to one peer. Closed for good once `closed`; `reason` says why."""

    def __init__(self, sock: socket.socket, peer: Address) -> None:
        self.peer = peer
        self.reason = ""
        self._socket = sock
        self._waiting = bytearray()
        self.ended = False  # the peer has finished sending; it may still read
        sock.setblocking(False)
        with contextlib.suppress(OSError):  # already gone: the first receive will say so
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for name, value in _KEEPALIVE.items():
                if hasattr(socket, name):
                    sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)

    def fileno(self) -> int:
        """For select; −1 once closed."""
        return self._socket.fileno()

    @property
    def closed(self) -> bool:
        """No more bytes in either direction."""
        return self._socket.fileno() == -1

    @property
    def unsent(self) -> int:
        """Bytes that wait for the peer to read."""
        return len(self._waiting)

    @property
    def wants_write(self) -> bool:
        """Something waits to be sent: select for writing, then `flush`."""
        return bool(self._waiting)

    def receive(self) -> bytes | None:
        """What has come; b"" if nothing has, None if nothing ever will.

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
        """Send, or keep until the peer has room. A peer that has let more than 8 MiB pile up is closed."""
        self.flush()
        if self.closed:
            return
        if len(self._waiting) > _MOST_WAITING:
            self.close(f"the peer does not read: {len(self._waiting) / 2**20:.1f} MiB were waiting for it")
            return
        self._waiting += data
        self.flush()

    def flush(self) -> None:
        """Send what waits, as much as the kernel takes now."""
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
            self.reason = reason
            self._waiting.clear()
            self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Acceptor:
    """Lets peers connect to a port of this machine; on the loopback only, unless another address is given.

    A process may have only so many files open. A peer that would be one too many is sent away: if it stayed at the
    door, the loop would be woken for it again and again. One file number is kept for that.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 0, label: str = "streams") -> None:
        check_port(port, label)
        self.turned_away = 0  # peers for which there was no file number
        self._spare: int | None = None
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            self._socket.setblocking(False)
            # The port of a server that stopped a moment ago is free, whatever its old connections are still doing.
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._socket.bind((host, port))
            self._socket.listen(128)
        except OSError as error:
            self._socket.close()
            raise explain(error, "TCP", host, port, label) from None
        self.host, self.port = self._socket.getsockname()
        self._keep_spare()

    def fileno(self) -> int:
        """For select."""
        return self._socket.fileno()

    def accept(self) -> Stream | None:
        """The next peer that wants to connect; None if there is none, it left again, or nobody can be let in."""
        try:
            sock, peer = self._socket.accept()
        except OSError as error:
            if error.errno in _NO_NUMBER_LEFT:
                self._turn_away()
            return None
        return Stream(sock, peer)

    def close(self) -> None:
        """Give the port back. Streams that were accepted live on."""
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
                self._spare = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)

    def _give_spare(self) -> None:
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

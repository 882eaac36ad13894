"""The machine itself."""

from __future__ import annotations

import os
import select
import selectors
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.net.system import KernelPoller, Socket, System

if TYPE_CHECKING:
    from robopitch.net.can import CanSocket
    from robopitch.net.lmdb_folder import LmdbFolder
    from robopitch.net.pty import PtyLine
    from robopitch.net.serial import SerialLine
    from robopitch.net.sysv import SharedMemory
    from robopitch.net.unix import UnixAcceptor

__all__ = ["REAL"]

LONG = 0.1  # s: from this length on, a wait may be wrong by a millisecond


class _Clock:
    """The functions of `time`: reading it costs no call more."""

    monotonic = staticmethod(time.monotonic)
    unix = staticmethod(time.time)
    spent = staticmethod(time.thread_time)
    sleep = staticmethod(time.sleep)


class _Files:
    """Loads what it opens when it opens it: few servers have buses, and fewer shared memory."""

    def pty(self, path: Path, label: str) -> PtyLine:
        from robopitch.net.pty import PtyLine

        return PtyLine(path, label)

    def serial(self, path: Path, baud: int, label: str) -> SerialLine:
        from robopitch.net.serial import SerialLine

        return SerialLine(path, baud, label)

    def unix(self, path: Path, label: str) -> UnixAcceptor:
        from robopitch.net.unix import UnixAcceptor

        return UnixAcceptor(path, label)

    def can(self, interface: str) -> CanSocket | None:
        from robopitch.net.can import open_interface

        return open_interface(interface)

    def memory(self, key: int, size: int, label: str) -> SharedMemory:
        from robopitch.net.sysv import SharedMemory

        return SharedMemory.create(key, size, label)

    def folder(self, path: Path) -> LmdbFolder:
        from robopitch.net.lmdb_folder import LmdbFolder

        return LmdbFolder(path)


class _Epoll:
    """Linux: epoll without the layer of `selectors`, since a server waits thousands of times a second."""

    def __init__(self) -> None:
        self._kernel = select.epoll()
        self.unregister, self.close = self._kernel.unregister, self._kernel.close

    def register(self, number: int, reads: bool, writes: bool) -> None:
        self._kernel.register(number, select.EPOLLIN * reads | select.EPOLLOUT * writes)

    def look(self) -> Sequence[int]:
        return [number for number, _ in self._kernel.poll(0.0)]

    def wait(self, seconds: float) -> Sequence[int]:
        if seconds > LONG:
            return [number for number, _ in self._kernel.poll(seconds)]
        # epoll waits for whole milliseconds, select for microseconds, and select can wait for an epoll.
        return self.look() if select.select((self._kernel,), (), (), seconds)[0] else ()


class _Selector:
    """Other systems: whatever they have."""

    def __init__(self) -> None:
        self._kernel = selectors.DefaultSelector()
        self.unregister, self.close = self._kernel.unregister, self._kernel.close

    def register(self, number: int, reads: bool, writes: bool) -> None:
        self._kernel.register(number, selectors.EVENT_READ * reads | selectors.EVENT_WRITE * writes)

    def look(self) -> Sequence[int]:
        return self.wait(0.0)

    def wait(self, seconds: float) -> Sequence[int]:
        return [key.fd for key, _ in self._kernel.select(seconds)]


class _Worker:
    """A thread that sleeps between its steps."""

    def __init__(self, name: str, step: Callable[[], float | None], waits: bool) -> None:
        self._step, self._awake = step, threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=not waits)
        self.join = self._thread.join
        self._thread.start()

    def _run(self) -> None:
        while (pause := self._step()) is not None:
            self._awake.wait(pause)
            self._awake.clear()

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def wake(self) -> None:
        self._awake.set()


class _Real:
    """A `System`."""

    clock, files = _Clock(), _Files()

    def socket(self, family: int, kind: int, protocol: int = 0) -> Socket:
        return socket.socket(family, kind, protocol)

    def connect(self, address: tuple[str, int], seconds: float) -> Socket:
        found = socket.create_connection(address, seconds)
        found.settimeout(None)
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return found

    def pair(self) -> tuple[Socket, Socket]:
        found = socket.socketpair()
        for one in found:
            one.setblocking(False)
        return found

    def poller(self) -> KernelPoller:
        return _Epoll() if hasattr(select, "epoll") else _Selector()

    def worker(self, name: str, step: Callable[[], float | None], *, waits: bool = True) -> _Worker:
        return _Worker(name, step, waits)

    def program(self, words: Sequence[str], env: Mapping[str, str], *, pipes: bool = False) -> subprocess.Popen[bytes]:
        quiet: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "start_new_session": True}
        piped: dict[str, Any] = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(words, env={**os.environ, **env}, **(piped if pipes else quiet))


REAL: System = _Real()

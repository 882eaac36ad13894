"""A serial device of this machine, such as a USB adapter, opened by its path."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from pathlib import Path
from typing import Self

from robopitch.net.datagrams import Address
from robopitch.net.errors import NetError, reason
from robopitch.net.traffic import Traffic

__all__ = ["SerialLine"]

_CHUNK = 512  # bytes that are read at a time, so that one busy program does not delay the others
_FULL = "the other side does not read"
_AWAY = "the device is not there"


class SerialLine:
    """A serial port in raw mode, 8 bits, no parity. One that is unplugged is opened again when it is back.

    Its file descriptor is that of an epoll which contains the device, and stays the same meanwhile.

    is_open: the device is there
    traffic: counts reads and writes as datagrams
    """

    def __init__(self, path: Path, baud: int, label: str = "serial device") -> None:
        if not sys.platform.startswith("linux"):
            raise NetError(f"{path} ({label}): serial devices are opened on Linux only; use TCP instead")
        self.path, self.traffic = path, Traffic()
        self._speed, self._label = _speed(baud, f"{path} ({label})"), label
        self._device = -1
        self._ready = select.epoll()
        try:
            self._open()
        except OSError as error:
            self._ready.close()
            raise NetError(f"{path} ({label}): this serial device cannot be opened: {reason(error)}") from None

    @property
    def is_open(self) -> bool:
        """Whether the device is there."""
        return self._device >= 0

    def fileno(self) -> int:
        """For select; −1 once closed."""
        return -1 if self._ready.closed else self._ready.fileno()

    def _open(self) -> None:
        import fcntl
        import termios
        import tty

        # Without O_NONBLOCK it would wait for a carrier.
        device = os.open(self.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            if not os.isatty(device):
                raise OSError(0, "it is no serial device")
            tty.setraw(device)
            mode = termios.tcgetattr(device)
            mode[2] = (mode[2] | termios.CREAD | termios.CLOCAL) & ~(termios.CSTOPB | termios.CRTSCTS)
            mode[4] = mode[5] = self._speed
            termios.tcsetattr(device, termios.TCSANOW, mode)
            with contextlib.suppress(OSError):  # another program that opens it would take half of the bytes
                fcntl.ioctl(device, termios.TIOCEXCL)
            self._ready.register(device, select.EPOLLIN)
        except (OSError, termios.error) as error:
            os.close(device)
            raise OSError(*error.args) from None
        self._device = device

    def tend(self) -> bool:
        """Try to open a device that was lost; returns True if it is there again."""
        if self._device >= 0 or self._ready.closed:
            return False
        with contextlib.suppress(OSError):
            self._open()
        return self._device >= 0

    def _lose(self, why: str) -> None:
        self.traffic.dropped[why] += 1
        device, self._device = self._device, -1
        with contextlib.suppress(OSError, ValueError):
            self._ready.unregister(device)
        with contextlib.suppress(OSError):
            os.close(device)

    def receive(self, limit: int = 64) -> list[tuple[bytes, Address]]:
        """Bytes that the device received, if there are any; their sender is the line."""
        found: list[tuple[bytes, Address]] = []
        for _ in range(limit):
            if self._device < 0:
                break
            try:
                data = os.read(self._device, _CHUNK)
            except (BlockingIOError, InterruptedError):
                break
            except OSError as error:  # unplugged
                self._lose(reason(error))
                break
            if not data:  # the same, of a pseudo terminal
                self._lose(_AWAY)
                break
            self.traffic.received += 1
            self.traffic.received_bytes += len(data)
            found.append((data, (str(self.path), 0)))
        return found

    def send(self, data: bytes, address: Address) -> bool:
        """Non-blocking write; returns True if the kernel accepted all bytes. The rest of them is lost."""
        if self._device < 0:
            self.traffic.dropped[_AWAY] += 1
            return False
        try:
            taken = os.write(self._device, data)
        except (BlockingIOError, InterruptedError):
            taken = 0
        except OSError as error:
            self._lose(reason(error))
            return False
        self.traffic.sent += 1
        self.traffic.sent_bytes += taken
        if taken < len(data):
            self.traffic.dropped[_FULL] += 1
        return taken == len(data)

    def close(self) -> None:
        """Close it."""
        if self._device >= 0:
            with contextlib.suppress(OSError):
                os.close(self._device)
            self._device = -1
        self._ready.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _speed(baud: int, what: str) -> int:
    """The number by which the system knows a baud rate."""
    import termios

    known = {int(name[1:]): name for name in dir(termios) if name[:1] == "B" and name[1:].isdigit() and name != "B0"}
    if baud not in known:
        near = sorted(known, key=lambda rate: abs(rate - baud))[:3]
        rates = ", ".join(map(str, sorted(near)))
        raise NetError(f"{what}: this system has no rate of {baud} baud; the nearest are {rates}")
    speed: int = getattr(termios, known[baud])
    return speed

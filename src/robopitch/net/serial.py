"""A serial device of this machine, such as a USB adapter, opened by its path."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Self

from robopitch.net.datagrams import Address
from robopitch.net.errors import NetError, reason
from robopitch.net.traffic import Traffic

if TYPE_CHECKING:
    from serial import Serial

__all__ = ["SerialLine"]

_CHUNK = 512  # bytes that are read at a time, so that one busy program does not delay the others
_FULL = "the other side does not read"
_AWAY = "the device is not there"


class SerialLine:
    """A serial port in raw mode, 8 bits, no parity. One that is unplugged is opened again when it is back.

    Its file descriptor is that of an epoll which contains the device, and stays the same meanwhile. pyserial opens the
    device, at any rate that its driver can; bytes pass without it, because its write without a time-out waits for ever
    for a reader that does not read.

    is_open: the device is there
    traffic: counts reads and writes as datagrams
    """

    waits = True

    def __init__(self, path: Path, baud: int, label: str = "serial device") -> None:
        if not sys.platform.startswith("linux"):
            raise NetError(f"{path} ({label}): serial devices are opened on Linux only; use TCP instead")
        if baud <= 0:
            raise NetError(f"{path} ({label}): {baud} baud is no rate of a serial device")
        self.path, self.traffic = path, Traffic()
        self._baud = baud
        self._device: Serial | None = None
        self._ready = select.epoll()
        try:
            self._open()
        except (OSError, ValueError) as error:  # a ValueError is about the rate
            self._ready.close()
            why = reason(error) if isinstance(error, OSError) else str(error)
            raise NetError(f"{path} ({label}): this serial device cannot be opened: {why}") from None

    @property
    def is_open(self) -> bool:
        """Whether the device is there."""
        return self._device is not None

    def fileno(self) -> int:
        """For select; −1 once closed."""
        return -1 if self._ready.closed else self._ready.fileno()

    def _open(self) -> None:
        import fcntl
        import termios

        from serial import Serial, SerialException

        try:
            # With this time-out a read without data fails, instead of returning nothing as after a hang-up.
            device = Serial(str(self.path), self._baud, inter_byte_timeout=0)
        except SerialException as error:
            raise OSError(error.errno or 0, "it is no serial device") from None
        with contextlib.suppress(OSError):  # another program that opens it would take half of the bytes
            fcntl.ioctl(device, termios.TIOCEXCL)
        self._ready.register(device, select.EPOLLIN)
        self._device = device

    def tend(self) -> bool:
        """Try to open a device that was lost; returns True if it is there again."""
        if self.is_open or self._ready.closed:
            return False
        with contextlib.suppress(OSError, ValueError):
            self._open()
        return self.is_open

    def _lose(self, why: str) -> None:
        self.traffic.dropped[why] += 1
        self._drop()

    def _drop(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            with contextlib.suppress(OSError):
                device.close()  # which takes it out of the epoll

    def receive(self, limit: int = 64) -> list[tuple[bytes, Address]]:
        """Bytes that the device received, if there are any; their sender is the line."""
        found: list[tuple[bytes, Address]] = []
        for _ in range(limit):
            if self._device is None:
                break
            try:
                data = os.read(self._device.fileno(), _CHUNK)
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
        if self._device is None:
            self.traffic.dropped[_AWAY] += 1
            return False
        try:
            taken = os.write(self._device.fileno(), data)
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
        self._drop()
        self._ready.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

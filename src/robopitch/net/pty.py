"""A pseudo terminal: programs open it as they open a serial port."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Self

from robopitch.net.datagrams import Address
from robopitch.net.errors import NetError, reason
from robopitch.net.place import Place
from robopitch.net.traffic import Traffic

__all__ = ["PtyLine"]

_CHUNK = 512  # bytes that are read at a time, so that one busy program does not delay the others
_FULL = "the other side does not read"


class PtyLine:
    """A pseudo terminal with a name of its own: a symbolic link in a folder of the user, which is removed at the end.

    Only this user can open it. Programs may come and go: the line stays. It begins in raw mode: nothing is added to the
    bytes or taken from them. Bytes that nobody reads are lost when the kernel's buffer is full, as on a serial port.

    path:    the link
    traffic: counts reads and writes as datagrams
    """

    waits = True

    def __init__(self, path: Path, label: str = "serial line") -> None:
        if sys.platform == "win32":
            raise NetError(f"{path} ({label}): this system has no pseudo terminals; use TCP instead")
        import pty
        import tty

        self.path, self.traffic = path, Traffic()
        self._address: Address = (str(path), 0)
        self._place = Place(path, label)
        self._ours = self._theirs = -1
        try:
            self._ours, self._theirs = pty.openpty()  # theirs stays open: otherwise reading fails while nobody has it
            tty.setraw(self._theirs)
            self.name = os.ttyname(self._theirs)
            os.fchmod(self._theirs, 0o600)  # the default lets a group write
            os.set_blocking(self._ours, False)
            self._place.link(self.name)
        except OSError as error:
            self.close()
            raise NetError(f"{path} ({label}): no pseudo terminal: {reason(error)}") from None
        except BaseException:
            self.close()
            raise

    def fileno(self) -> int:
        """For select; −1 once closed."""
        return self._ours

    def receive(self, limit: int = 64) -> list[tuple[bytes, Address]]:
        """Bytes that were written to it, if there are any; their sender is the line."""
        found: list[tuple[bytes, Address]] = []
        for _ in range(limit):
            try:
                data = os.read(self._ours, _CHUNK)
            except (BlockingIOError, InterruptedError):
                break
            except OSError as error:
                self.traffic.dropped[reason(error)] += 1
                break
            if not data:
                break
            self.traffic.received += 1
            self.traffic.received_bytes += len(data)
            found.append((data, self._address))
        return found

    def send(self, data: bytes, address: Address) -> bool:
        """Non-blocking write; returns True if the kernel accepted all bytes. The rest of them is lost."""
        try:
            taken = os.write(self._ours, data)
        except (BlockingIOError, InterruptedError):
            taken = 0
        except OSError as error:
            self.traffic.dropped[reason(error)] += 1
            return False
        self.traffic.sent += 1
        self.traffic.sent_bytes += taken
        if taken < len(data):
            self.traffic.dropped[_FULL] += 1
        return taken == len(data)

    def close(self) -> None:
        """Close it, and remove the link."""
        self._place.close()
        for number in (self._ours, self._theirs):
            if number >= 0:
                with contextlib.suppress(OSError):
                    os.close(number)
        self._ours = self._theirs = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

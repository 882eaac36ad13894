"""Memory that programs of one machine share with a lock, and through which they ask to be woken by a signal.

A number in shared memory is no reason to signal a process: any program could have written it, and the process that it
named may be gone. So only a process of this user that has attached this very memory is signalled, through a file
descriptor that stays with this process: one that gets the same number later is never reached.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Self

from robopitch.net.semaphore import Semaphore
from robopitch.net.sysv import SharedMemory

__all__ = ["GuardedMemory"]

MOST = 64  # processes that are kept open


class GuardedMemory:
    """A segment and a semaphore of the same key; `memory` is its contents."""

    def __init__(self, memory: SharedMemory, lock: Semaphore) -> None:
        self._shared, self._lock = memory, lock
        self.memory = memory.memory
        self._processes: dict[int, int] = {}  # file descriptors, by process id

    @classmethod
    def create(cls, key: int, size: int, label: str) -> Self:
        """New memory, filled with zeros, and its lock, which is open; a NetError if a program uses this key."""
        memory = SharedMemory.create(key, size, label)
        try:
            return cls(memory, Semaphore.create(key, label))
        except BaseException:
            memory.close()
            raise

    def acquire(self) -> bool:
        """Take the lock, without waiting; False if a program has it."""
        return self._lock.acquire()

    def release(self) -> None:
        """Give the lock back."""
        self._lock.release()

    def wake(self, pid: int) -> bool:
        """Send SIGCONT to a process that has attached this memory; False if there is none, or none of this user."""
        for _ in range(2):  # the number may have passed to another process that has attached this memory
            handle = self._processes.get(pid) or self._find(pid)
            if handle is None:
                return False
            try:
                signal.pidfd_send_signal(handle, signal.SIGCONT)
                return True
            except OSError:
                os.close(self._processes.pop(pid))
        return False

    def close(self) -> None:
        """Remove both; programs that are still attached keep the memory."""
        self._forget()
        self._lock.close()
        self._shared.close()

    def _forget(self) -> None:
        for handle in self._processes.values():
            os.close(handle)
        self._processes.clear()

    def _find(self, pid: int) -> int | None:
        if pid <= 1 or pid == os.getpid():
            return None
        try:
            handle = os.pidfd_open(pid)  # before the look at it: this process, whoever has its number later
        except OSError:
            return None
        if not self._is_attached(pid):
            os.close(handle)
            return None
        if len(self._processes) >= MOST:
            self._forget()
        self._processes[pid] = handle
        return handle

    def _is_attached(self, pid: int) -> bool:
        """Whether it is a process of this user with this segment among its memory."""
        place = Path(f"/proc/{pid}")
        try:
            return place.stat().st_uid == os.geteuid() and any(
                self._shared.is_mapping(line) for line in (place / "maps").read_text().splitlines()
            )
        except OSError:
            return False

"""System V semaphores: one lock that programs of one machine find by a number, as the memory that it guards.

It is open when it is made. What a program holds when it ends, the system gives back (SEM_UNDO).
"""

from __future__ import annotations

import ctypes
import errno
import os
from functools import cache
from typing import Any, Self

from robopitch.net.errors import NetError, reason

__all__ = ["Semaphore"]

_CREATE, _EXCLUSIVE, _MODE = 0o1000, 0o2000, 0o600  # IPC_CREAT, IPC_EXCL; only programs of this user
_REMOVE, _SET = 0, 16  # IPC_RMID, SETVAL
_NO_WAIT, _UNDO = 0o4000, 0x1000  # IPC_NOWAIT, SEM_UNDO


class _Operation(ctypes.Structure):
    """struct sembuf."""

    _fields_ = (("number", ctypes.c_ushort), ("change", ctypes.c_short), ("flags", ctypes.c_short))


class Semaphore:
    """One semaphore of value 1."""

    def __init__(self, key: int, identifier: int) -> None:
        self.key, self._identifier, self._open = key, identifier, True

    @classmethod
    def create(cls, key: int, label: str) -> Self:
        """A new one, in place of one that a program of this user left; a NetError if this system has none.

        Create the memory of this key first: who has that is the only one to have this.
        """
        try:
            for _ in range(2):
                try:
                    made = cls(key, _call("semget", key, 1, _MODE | _CREATE | _EXCLUSIVE))
                    break
                except FileExistsError:
                    _call("semctl", _call("semget", key, 0, 0), 0, _REMOVE)
            else:
                raise NetError(f"semaphore {key:#x} ({label}) is created by another program at the same time")
            _call("semctl", made._identifier, 0, _SET, 1)
        except OSError as error:
            raise NetError(f"semaphore {key:#x} ({label}) cannot be made: {reason(error)}") from None
        return made

    @classmethod
    def attach(cls, key: int, label: str) -> Self:
        """One that another program has made; a NetError if there is none."""
        try:
            return cls(key, _call("semget", key, 1, 0))
        except OSError as error:
            raise NetError(f"there is no semaphore {key:#x} ({label}): {reason(error)}") from None

    def acquire(self) -> bool:
        """Take it, without waiting; False if a program has it, or if it is gone."""
        return self._change(-1)

    def release(self) -> None:
        """Give it back."""
        self._change(1)

    def close(self) -> None:
        """Remove it."""
        if self._open:
            self._open = False
            try:
                _call("semctl", self._identifier, 0, _REMOVE)
            except OSError as error:
                if error.errno not in (errno.EINVAL, errno.EIDRM):  # somebody else removed it
                    raise

    def _change(self, by: int) -> bool:
        operation = _Operation(0, by, _NO_WAIT | _UNDO)
        try:
            _call("semop", self._identifier, ctypes.byref(operation), 1)
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.EINTR, errno.EINVAL, errno.EIDRM):
                return False
            raise
        return True


@cache
def _library() -> Any:
    library = ctypes.CDLL(None, use_errno=True)
    library.semop.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t)
    return library


def _call(name: str, *arguments: Any) -> int:
    """The result of a function; an OSError if it fails."""
    result: int = getattr(_library(), name)(*arguments)
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result

"""System V shared memory: segments that programs of one machine find by a number.

Python has POSIX shared memory only. Segments outlive the program that created them: `SharedMemory` removes its own when
it is closed, and replaces one that a program of this user left behind when it crashed.

Access is the user's alone (mode 600): programs of other users can neither read nor write.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
from functools import cache
from typing import Any, NamedTuple, Self

from robopitch.net.errors import NetError, reason

__all__ = ["SharedMemory"]

_CREATE, _EXCLUSIVE = 0o1000, 0o2000  # IPC_CREAT, IPC_EXCL
_REMOVE, _STATUS = 0, 2  # IPC_RMID, IPC_STAT
_MODE = 0o600
_STATUS_SIZE = 256  # bytes; struct shmid_ds has 112
_OWNER = struct.Struct("=4xI")  # struct ipc_perm: key, user
_SIZES = struct.Struct("=48xQ24xi4xQ")  # size; three times; creator and last user; attachments


class SharedMemory:
    """A segment, attached to this process; `memory` is its contents.

    Nothing may keep a part of `memory` beyond `close`: reading it would crash the process. `memory` itself only raises.
    """

    def __init__(self, key: int, identifier: int, created: bool) -> None:
        self.key, self.created = key, created
        self._identifier = identifier
        self._address = _call("shmat", identifier, None, 0, key=key)
        size = _status(identifier, key).size
        self.memory = memoryview((ctypes.c_ubyte * size).from_address(self._address)).cast("B")

    @classmethod
    def create(cls, key: int, size: int, label: str) -> Self:
        """A new segment, filled with zeros.

        A NetError if a program uses a segment with this key, or if this system has none.
        """
        for _ in range(2):
            try:
                return cls(key, _call("shmget", key, size, _MODE | _CREATE | _EXCLUSIVE, key=key), True)
            except OSError as error:
                if error.errno != errno.EEXIST:
                    raise _explained(error, key, label) from None
            try:
                _remove_stale(key, label)
            except OSError as error:
                if error.errno not in (errno.ENOENT, errno.EIDRM, errno.EINVAL):  # it is gone meanwhile
                    raise _explained(error, key, label) from None
        raise NetError(f"shared memory {key:#x} ({label}) is created by another program at the same time; try again")

    @classmethod
    def attach(cls, key: int, size: int, label: str) -> Self:
        """A segment of another program, of at least *size* bytes; a NetError if there is none."""
        try:
            return cls(key, _call("shmget", key, size, 0, key=key), False)
        except OSError as error:
            raise _explained(error, key, label) from None

    @property
    def attachments(self) -> int:
        """How many times the segment is attached, by this process and others."""
        return _status(self._identifier, self.key).attachments

    def is_mapping(self, line: str) -> bool:
        """Whether a line of /proc/PID/maps is this segment, attached to that process."""
        parts = line.split()
        return len(parts) > 5 and parts[4] == str(self._identifier) and parts[5].startswith("/SYSV")

    def close(self) -> None:
        """Detach; a segment that was created here disappears when the last program detaches."""
        if self._address:
            self.memory.release()
            address, self._address = self._address, 0
            _call("shmdt", ctypes.c_void_p(address), key=self.key)
            if self.created:
                try:
                    _call("shmctl", self._identifier, _REMOVE, None, key=self.key)
                except OSError as error:
                    if error.errno not in (errno.EINVAL, errno.EIDRM):  # somebody else removed it
                        raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@cache
def _library() -> Any:
    """The C library, with the types of its functions."""
    if sys.platform != "linux" or ctypes.sizeof(ctypes.c_void_p) != 8:
        raise NetError("System V shared memory is supported on 64-bit Linux only")
    library = ctypes.CDLL(None, use_errno=True)
    library.shmget.argtypes = (ctypes.c_int, ctypes.c_size_t, ctypes.c_int)
    library.shmat.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
    library.shmat.restype = ctypes.c_ssize_t
    library.shmdt.argtypes = (ctypes.c_void_p,)
    library.shmctl.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_void_p)
    return library


def _call(name: str, *arguments: Any, key: int) -> int:
    """The result of a function; an OSError if it fails."""
    result: int = getattr(_library(), name)(*arguments)
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{name} of shared memory {key:#x}: {os.strerror(number)}")
    return result


class _Status(NamedTuple):
    """The state of a segment."""

    size: int
    user: int
    creator: int  # process
    attachments: int


def _status(identifier: int, key: int) -> _Status:
    data = ctypes.create_string_buffer(_STATUS_SIZE)
    _call("shmctl", identifier, _STATUS, data, key=key)
    size, creator, attachments = _SIZES.unpack_from(data.raw)
    (user,) = _OWNER.unpack_from(data.raw)
    return _Status(size, user, creator, attachments)


def _remove_stale(key: int, label: str) -> None:
    """Remove a segment of this user that nobody uses, or whose creator is dead: programs that it left behind keep it.

    A NetError if it is in use, or if it is another user's.
    """
    identifier = _call("shmget", key, 0, 0, key=key)
    status = _status(identifier, key)
    if status.user != os.geteuid():
        raise NetError(f"shared memory {key:#x} ({label}) belongs to user {status.user}; `ipcs -m` lists the segments")
    if status.attachments and (status.creator == 0 or os.path.exists(f"/proc/{status.creator}")):
        raise NetError(
            f"shared memory {key:#x} ({label}) is in use by process {status.creator}; another simulator or a robot's "
            "program may be running: stop it (`ipcs -m -p` lists the processes)"
        )
    _call("shmctl", identifier, _REMOVE, None, key=key)


def _explained(error: OSError, key: int, label: str) -> NetError:
    if error.errno == errno.ENOENT:
        return NetError(f"there is no shared memory {key:#x} ({label}); start the simulator first")
    if error.errno == errno.EINVAL:
        return NetError(f"shared memory {key:#x} ({label}) is smaller than expected, or its size is not possible")
    if error.errno == errno.EACCES:
        return NetError(f"shared memory {key:#x} ({label}) belongs to another user; `ipcs -m` lists the segments")
    return NetError(f"shared memory {key:#x} ({label}) cannot be opened: {reason(error)}")

"""The folders of the second and third generation: an LMDB data base for each area, of which this is the contents.

The key of a record is its name. The value is MessagePack with 16 bytes behind it: the time at which it was written, in
seconds and µs, 64 bits each. Records that are C structs in the first generation are texts of MessagePack here: that is
ours, as each team packs structs of its own. Who opens the folders is in `lmdb_folders.py`.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import PurePath
from typing import Protocol

from robopitch.leagues.msl.wire.rtdb.configuration import ANY_SIZE, Item
from robopitch.leagues.msl.wire.rtdb.memory import Stamped
from robopitch.leagues.msl.wire.rtdb.packing import LARGEST, pack, unpack

__all__ = ["STORAGE", "FolderRecords", "KeyValues", "decode_value", "encode_value", "folder_of"]

STORAGE = "rtdb2_storage"  # under the temporary folder of a program
_TRAILER = struct.Struct("<qq")
_SECOND = 1_000_000  # µs
_LATEST = 2**40  # s


def folder_of(root: PurePath, agent: int, shared: bool) -> PurePath:
    """The folder of an area: what *agent* shares, or its local records.

    >>> from pathlib import PurePosixPath
    >>> str(folder_of(PurePosixPath("/tmp"), 3, True))
    '/tmp/rtdb2_storage/agent_shared3'
    """
    return root / STORAGE / f"agent_{'shared' if shared else 'local'}{agent}"


def encode_value(data: bytes, time: int) -> bytes:
    """A value with its trailer. *data*: MessagePack; *time*: in µs.

    >>> encode_value(b"\\xc0", 1_500_000).hex()
    'c0010000000000000020a1070000000000'
    """
    return data + _TRAILER.pack(*divmod(time, _SECOND))


def decode_value(value: bytes) -> Stamped | None:
    """The inverse of `encode_value`; None if it is no such value, whoever wrote it."""
    if not _TRAILER.size < len(value) <= LARGEST:
        return None
    seconds, rest = _TRAILER.unpack_from(value, len(value) - _TRAILER.size)
    if not (0 <= seconds < _LATEST and 0 <= rest < _SECOND):
        return None
    return Stamped(bytes(value[: -_TRAILER.size]), seconds * _SECOND + rest)


class KeyValues(Protocol):
    """A data base of keys and values in a folder."""

    def put(self, key: bytes, value: bytes) -> None:
        """Write a value."""
        ...

    def get(self, key: bytes) -> bytes | None:
        """Read a value; None if there is none."""
        ...


class FolderRecords:
    """The records of an area in a folder, for a `Store`. Other programs may write there: nothing is trusted."""

    def __init__(self, values: KeyValues, items: Sequence[Item]) -> None:
        self._values = values
        self._items = {item.id: item for item in items}
        for item in items:
            if not item.name:
                raise ValueError(f"record {item.id} has no name; in a folder each record has one")

    def put(self, id: int, data: bytes, time: int) -> None:
        """Write a record. *time*: in µs."""
        item = self._items[id]
        value = data if item.size == ANY_SIZE else pack(data)
        self._values.put(item.name.encode(), encode_value(value, time or 1))  # 0 means that nothing was written

    def get(self, id: int) -> Stamped | None:
        """Read a record; None if it was never written, or if it is not of its size."""
        item = self._items[id]
        value = self._values.get(item.name.encode())
        found = None if value is None else decode_value(value)
        if found is None or item.size == ANY_SIZE:
            return found
        try:
            data = unpack(found.data)
        except ValueError:
            return None
        return Stamped(data, found.time) if isinstance(data, bytes) and len(data) == item.size else None

    def written(self, id: int) -> int:
        """When a record was written last, in µs; 0 if never."""
        found = self.get(id)
        return 0 if found is None else found.time

"""Records in the memory of this process, as a server sends them and as an agent writes them."""

from __future__ import annotations

from robopitch.leagues.msl.wire.rtdb.memory import Stamped

__all__ = ["RecordTable"]


class RecordTable:
    """Records by their number."""

    def __init__(self) -> None:
        self._records: dict[int, Stamped] = {}

    def clear(self) -> None:
        """Remove all records."""
        self._records.clear()

    def put(self, id: int, data: bytes, time: int) -> None:
        """Write a record. *time*: in µs."""
        self._records[id] = Stamped(data, time)

    def get(self, id: int) -> Stamped | None:
        """Read a record; None if it was never written."""
        return self._records.get(id)

    def written(self, id: int) -> int:
        """When a record was written last, in µs; 0 if never."""
        found = self._records.get(id)
        return 0 if found is None else found.time

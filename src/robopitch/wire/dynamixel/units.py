"""The devices of one bus, by the ids that they have now."""

from __future__ import annotations

from collections.abc import Iterable

from robopitch.wire.dynamixel.device import Device
from robopitch.wire.dynamixel.unit import Unit

__all__ = ["Units"]


class Units:
    """The devices of a bus. An id is a register like any other: who writes it renames a device, and two may have the
    same.
    """

    def __init__(self, devices: Iterable[Device]) -> None:
        self.all = [Unit(device, self.forget) for device in devices]
        self._by_id: dict[int, list[Unit]] = {}

    def forget(self) -> None:
        """Ids may have changed."""
        self._by_id = {}

    def look(self) -> None:
        """Read all ids again."""
        self._by_id = {}
        for unit in self.all:
            self._by_id.setdefault(unit.id, []).append(unit)

    def known(self, id: int) -> Unit | None:
        """The device that had an id when all were last read; None if there was none, or if there were several."""
        found = self._by_id.get(id)
        return found[0] if found is not None and len(found) == 1 else None

    def find(self, protocol: int, id: int) -> list[Unit]:
        """The devices of a protocol that answer to an id: one, none, or several that collide."""
        found = self._by_id.get(id, ())
        if not found or any(unit.id != id for unit in found):  # somebody else may have renamed one
            self.look()
            found = self._by_id.get(id, ())
        return [unit for unit in found if unit.protocol == protocol]

    def one(self, protocol: int, id: int) -> Unit | None:
        """The device of a protocol with an id; None if there is none, or if several would speak at once."""
        found = self.find(protocol, id)
        return found[0] if len(found) == 1 else None

    def of(self, protocol: int) -> list[Unit]:
        """All devices of a protocol, in the order of their ids."""
        return sorted((unit for unit in self.all if unit.protocol == protocol), key=lambda unit: unit.id)

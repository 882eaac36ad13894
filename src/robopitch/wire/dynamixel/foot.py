"""The pressure sensors of a foot as a device on the bus [FUmanoid-emulator §4.2.1.4]; the register map is ours.

In 2009 four switches at the corners, since 2011 four load cells: this board has both. A switch is closed while its cell
carries more than a threshold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from robopitch.wire.dynamixel.boards import MEASURED, board_table, clipped, eeprom, reading
from robopitch.wire.dynamixel.device import MemoryDevice

__all__ = ["CORNERS", "FOOT_NUMBER", "FOOT_TABLES", "FootDevice", "FootReading"]

FOOT_NUMBER = 0x4600  # model number: chosen, no servo has it
FORCE = 0.01  # N: up to 655 N, 67 kg on one cell
MILLISECOND = 0.001  # s
CORNERS = ("front_left", "front_right", "back_left", "back_right")
"""The order of cells and of the bits of switches, from bit 0."""

_MORE = [
    eeprom(6, 2, "threshold", 50, 0, 0xFFFF),  # 0.5 N: chosen, a hundredth of the weight of a robot of 5 kg
    eeprom(8, 2, "half_length", 500, 1, 0x7FFF),  # in 0.1 mm: 50 mm from the middle to the cells: chosen, as half_width
    eeprom(10, 2, "half_width", 300, 1, 0x7FFF),
    reading(24, 1, "switches"),
    *(reading(26 + 2 * n, 2, corner) for n, corner in enumerate(CORNERS)),
    reading(34, 2, "force"),
    reading(36, 2, "centre_x", signed=True),
    reading(38, 2, "centre_y", signed=True),
]

FOOT_TABLES = {1: board_table("FOOT", FOOT_NUMBER, 1, _MORE), 2: board_table("FOOT-2", FOOT_NUMBER, 2, _MORE)}
"""The registers, by protocol."""


class FootReading(NamedTuple):
    """What the cells carry.

    cells: N, in the order of CORNERS
    frame: number of the measurement
    age:   s since it was taken
    switches: bits of those that are closed, of a foot that measures them; None: those whose cells carry enough
    """

    cells: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    frame: int = 0
    age: float = 0.0
    switches: int | None = None


class FootDevice(MemoryDevice):
    """The board.

    measure: the newest measurement
    """

    measured = MEASURED

    def __init__(self, measure: Callable[[], FootReading], protocol: int = 1, **values: int) -> None:
        super().__init__(FOOT_TABLES[protocol], **values)
        self._measure = measure

    def refresh(self) -> None:
        """Put the newest measurement into the registers. Without a load, the centre of pressure is the middle."""
        now = self._measure()
        for corner, force in zip(CORNERS, now.cells, strict=True):
            self._fill(corner, force, FORCE)
        cells = [FORCE * self[corner] for corner in CORNERS]  # what the board computes, it computes from its counts
        limit = FORCE * self["threshold"]
        closed = sum(1 << bit for bit, force in enumerate(cells) if force > limit)
        self["switches"] = closed if now.switches is None else now.switches
        front_left, front_right, back_left, back_right = cells
        force = front_left + front_right + back_left + back_right
        self._fill("force", force, FORCE)
        forward = front_left + front_right - back_left - back_right
        left = front_left - front_right + back_left - back_right
        share = 1.0 / force if force > limit else 0.0
        self._fill("centre_x", forward * share * self["half_length"], 1.0)
        self._fill("centre_y", left * share * self["half_width"], 1.0)
        self["frame"] = now.frame & 0xFFFF
        self._fill("age", now.age, MILLISECOND)

    def _fill(self, name: str, value: float, unit: float) -> None:
        self[name] = clipped(self.table.by_name[name], value, unit)

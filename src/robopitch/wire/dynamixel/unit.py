"""One device as the bus sees it: its settings for answers, and the write that it keeps for an action."""

from __future__ import annotations

from collections.abc import Callable

from robopitch.wire.dynamixel.device import Device, QuickDevice
from robopitch.wire.dynamixel.errors import ERRORS

__all__ = ["Unit", "baud_of"]

_FAST_1 = {250: 2_250_000, 251: 2_500_000, 252: 3_000_000}  # MX
_BAUDS_2 = (9_600, 57_600, 115_200, 1_000_000, 2_000_000, 3_000_000, 4_000_000, 4_500_000)
_DELAY = 2e-6  # s, unit of return_delay
_KEPT = ("id", "baud_rate")  # what a factory reset of protocol 2.0 may leave


def baud_of(protocol: int, code: int) -> int:
    """Bits per second that a value of the register baud_rate means [ROBOTIS e-Manual].

    >>> baud_of(1, 1), baud_of(1, 34), baud_of(2, 3)
    (1000000, 57142, 1000000)
    """
    if protocol == 1:
        return _FAST_1.get(code) or 2_000_000 // (code + 1)
    return _BAUDS_2[min(code, len(_BAUDS_2) - 1)]


class Unit:
    """A device on the bus.

    registered: address and bytes that an action will write
    quick:      the device, if it has a short path for reads
    """

    def __init__(self, device: Device, on_rename: Callable[[], None]) -> None:
        """on_rename: called after a write that may have changed its id."""
        self._on_rename = on_rename
        self.device, self.table = device, device.table
        self.protocol = self.table.protocol
        self.quick = device if isinstance(device, QuickDevice) else None
        self._id, self._level = self.table.by_name["id"], self.table.by_name["status_return_level"]
        self.registered: tuple[int, bytes] | None = None

    # ---- settings --------------------------------------------------------------------------------------------------

    def value(self, name: str) -> int:
        """The value of a register."""
        register = self.table.by_name[name]
        return register.decode(self.device.read(register.address, register.size))

    @property
    def id(self) -> int:
        """To which it answers."""
        return self.device.read(self._id.address, 1)[0]

    @property
    def baud(self) -> int:
        """Bits per second."""
        return baud_of(self.protocol, self.value("baud_rate"))

    @property
    def level(self) -> int:
        """Status return level: 0 answers a ping, 1 a read as well, 2 everything."""
        return self.device.read(self._level.address, 1)[0]

    @property
    def delay(self) -> float:
        """Seconds from the end of an instruction to its answer."""
        return _DELAY * self.value("return_delay")

    @property
    def reads_in_bulk(self) -> bool:
        """Whether it knows the instruction bulk read: AX and RX servos do not."""
        return not self.table.model.startswith(("AX", "RX"))

    # ---- instructions ----------------------------------------------------------------------------------------------

    def read(self, address: int, length: int) -> tuple[int, bytes]:
        """The error, and the bytes at these addresses."""
        if length < 1 or address + length > self.table.size:
            return ERRORS[self.protocol].range, b""
        data = self.device.read(address, length)
        if self.registered is not None and (register := self.table.by_name.get("registered")) is not None:
            place = register.address - address
            if 0 <= place < length:
                data = data[:place] + b"\x01" + data[place + 1 :]
        return 0, data

    def write(self, address: int, data: bytes) -> int:
        """Write; returns the error."""
        error = self.device.write(address, data)
        if address <= self._id.address < address + len(data):
            self._on_rename()
        return error

    def act(self) -> int:
        """Carry out the registered write; returns the error."""
        if self.registered is None:
            return ERRORS[self.protocol].instruction
        (address, data), self.registered = self.registered, None
        return self.write(address, data)

    def reboot(self) -> None:
        """Switch it off and on."""
        self.registered = None
        self.device.reset(factory=False)

    def factory_reset(self, how: int = 0xFF) -> None:
        """All values as at delivery.

        how: of protocol 2.0: 0xFF all, 1 but the id, 2 but id and baud rate
        """
        self.registered = None
        self.device.reset(factory=True, keep=_KEPT[: how if self.protocol == 2 and how in (1, 2) else 0])
        self._on_rename()

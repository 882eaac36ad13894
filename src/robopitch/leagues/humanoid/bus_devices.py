"""The devices on the bus of a robot of a match: its servos, and its inertial measurement unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.leagues.humanoid.bus_imu import TrunkMotion
from robopitch.messages import Body, ResetServo, WriteRegisters
from robopitch.physics.servos.power import factory_reset, reboot
from robopitch.physics.servos.registers import error_bits, read_registers, write_registers
from robopitch.physics.servos.table import Table
from robopitch.protocols.dynamixel import Device, ImuDevice

if TYPE_CHECKING:
    from robopitch.leagues.humanoid.bus import Offer
    from robopitch.match import Match
    from robopitch.physics.scalar import Floats

__all__ = ["IMU_ID", "MatchServo", "match_devices"]


IMU_ID = 200  # chosen: that of the board with the IMU of a DARwIn-OP


def match_devices(match: Match, robot: Body, offer: Offer) -> dict[int, Device]:
    """The servos of a robot, by the ids of its description, and its IMU if it has a place for one.

    The IMU speaks the protocol of the first servo. It is a device of this server: its settings are not saved with the
    match.
    """
    assert robot.team is not None
    world = match.world
    found: dict[int, Device] = {
        servo: MatchServo(match, robot, servo, offer) for servo in world.servos(robot.team, robot.id)
    }
    figure = world.robot(robot.team, robot.id).spec.figure
    if found and figure is not None and any(site.kind == "imu" for site in figure.sites) and IMU_ID not in found:
        protocol = next(iter(found.values())).table.protocol
        found[IMU_ID] = ImuDevice(TrunkMotion(match, robot).measure, protocol, id=IMU_ID)
    return found


class MatchServo:
    """Reads are those of the last finished tick; a write is an input of the match.

    Until the match takes it in, the servo answers from a copy to which what was written is applied.
    """

    def __init__(self, match: Match, robot: Body, servo: int, offer: Offer) -> None:
        assert robot.team is not None
        self._match, self._team, self._robot, self._servo, self._offer = match, robot.team, robot.id, servo, offer
        self.table: Table = match.world.servo(robot.team, robot.id, servo).table
        self._copy: Floats | None = None
        self._tick = -1  # of the copy
        self._queue: object = None  # of the match at that time; it has another one after taking in inputs

    def _numbers(self) -> Floats:
        """The numbers of the servo at the last finished tick, with what was written since."""
        match = self._match
        if self._copy is None or match.tick != self._tick or match.inputs.waiting is not self._queue:
            self._copy = match.world.servo(self._team, self._robot, self._servo).numbers
            self._tick, self._queue = match.tick, match.inputs.waiting
        return self._copy

    def read(self, address: int, length: int) -> bytes:
        """The bytes at these addresses."""
        return read_registers(self.table, self._numbers(), address, length)

    def write(self, address: int, data: bytes) -> int:
        """Offer a write; returns the error of the servo."""
        error = write_registers(self.table, self._numbers(), address, data)
        self._offer(WriteRegisters(self._team, self._robot, self._servo, address, data))
        return error

    def reset(self, factory: bool, keep: tuple[str, ...] = ()) -> None:
        """Offer a reset."""
        numbers = self._numbers()
        if factory:
            factory_reset(self.table, numbers, keep)
        else:
            reboot(self.table, numbers)
        self._offer(ResetServo(self._team, self._robot, self._servo, factory, keep))

    def errors(self) -> int:
        """Its hardware errors."""
        return error_bits(self.table, self._numbers())

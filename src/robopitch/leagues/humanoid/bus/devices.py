"""The devices on the bus of a robot of a match: its servos and its boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.leagues.humanoid.bus.boards import match_boards
from robopitch.messages import Body, ResetServo, WriteRegisters
from robopitch.physics.servos import rows as r
from robopitch.physics.servos.power import factory_reset, reboot
from robopitch.physics.servos.registers import error_bits, read_registers, write_registers
from robopitch.physics.servos.table import Table
from robopitch.wire.dynamixel import Device, Reading

if TYPE_CHECKING:
    from robopitch.leagues.humanoid.bus.endpoints import Offer
    from robopitch.match import Match
    from robopitch.physics.scalar import Floats

__all__ = ["MatchServo", "match_devices"]


# Registers that say only where a servo is to be at the next step, and how: of several writes in a tick the last counts.
GOALS = frozenset(
    (
        *("goal_position", "moving_speed"),
        *("goal_velocity", "goal_current", "goal_pwm", "profile_velocity", "profile_acceleration"),
    )
)


def match_devices(match: Match, robot: Body, offer: Offer) -> dict[int, Device]:
    """The servos of a robot, by the ids of its description, and its boards, which speak the protocol of the first."""
    assert robot.team is not None
    found: dict[int, Device] = {
        servo: MatchServo(match, robot, servo, offer) for servo in match.world.servos(robot.team, robot.id)
    }
    if found:
        found |= match_boards(match, robot, set(found), next(iter(found.values())).table.protocol)
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

    def _is_ahead(self) -> bool:
        """Whether something was written that the match has not taken in yet."""
        match = self._match
        return match.tick == self._tick and match.inputs.waiting is self._queue

    def _numbers(self) -> Floats:
        """The numbers of the servo at the last finished tick, with what was written since: not to be changed."""
        if self._copy is not None and self._is_ahead():
            return self._copy
        return self._match.world.servo_view(self._team, self._robot, self._servo).numbers

    def _own_numbers(self) -> Floats:
        """The same, as a copy to which writes are applied."""
        if self._copy is None or not self._is_ahead():
            match = self._match
            self._copy = match.world.servo(self._team, self._robot, self._servo).numbers
            self._tick, self._queue = match.tick, match.inputs.waiting
        return self._copy

    def read(self, address: int, length: int) -> bytes:
        """The bytes at these addresses."""
        return read_registers(self.table, self._numbers(), address, length)

    def reading(self, address: int, length: int) -> Reading:
        """Settings and bytes of the servo."""
        numbers, table = self._numbers(), self.table
        data = read_registers(table, numbers, address, length)
        return Reading(
            int(numbers.item(r.ID)), int(numbers.item(r.STATUS_RETURN_LEVEL)), error_bits(table, numbers), data
        )

    def write(self, address: int, data: bytes) -> int:
        """Offer a write; returns the error of the servo."""
        table, numbers, inputs = self.table, self._own_numbers(), self._match.inputs
        error = write_registers(table, numbers, address, data)
        registers = table.plain(address, len(data))
        inputs.merges = error == error_bits(table, numbers) and all([one.name in GOALS for one in registers] or [False])
        self._offer(WriteRegisters(self._team, self._robot, self._servo, address, data))
        inputs.merges = False
        return error

    def reset(self, factory: bool, keep: tuple[str, ...] = ()) -> None:
        """Offer a reset."""
        numbers = self._own_numbers()
        if factory:
            factory_reset(self.table, numbers, keep)
        else:
            reboot(self.table, numbers)
        self._offer(ResetServo(self._team, self._robot, self._servo, factory, keep))

    def errors(self) -> int:
        """Its hardware errors."""
        return error_bits(self.table, self._numbers())

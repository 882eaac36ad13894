"""The compiled entry point: one time step of all servos of a world.

It is compiled when this file is imported, for its only signature. It contains the digest of all physics sources, which
is part of the key of Numba's disk cache.
"""

from __future__ import annotations

from typing import Any

from numba import float64, int64, void

from robopitch.elementary.caching import cached
from robopitch.physics.scalar import Floats, Ints, physics_digest, routine
from robopitch.physics.servos import params as p
from robopitch.physics.servos import rows as r
from robopitch.physics.servos.drive import drive, output_limit, rest
from robopitch.physics.servos.health import supply_voltage, warm_up, watch
from robopitch.physics.servos.modes import is_reversed, mode_of, position_of
from robopitch.physics.servos.motor import gear_torque, motor_torque
from robopitch.physics.servos.noise import reading_error
from robopitch.physics.servos.params import ServoParams
from robopitch.physics.servos.readings import read_sensors

__all__ = ["step"]


def step(
    params: ServoParams,
    which: Ints,
    present: Floats,
    block: Floats,
    angles: Floats,
    velocities: Floats,
    torques: Floats,
    timestep: float,
    frame: int,
) -> None:
    """Compute the torques of all servos for the next time step of the physics, and advance the servos by it.

    which:      ``[robot]``, the kind of each robot
    present:    ``[robot]``, 0 for a robot that is not on the field
    block:      ``[robot, servo, row]``, the state of the servos (`Layout.servo_block`)
    angles:     ``[joint, robot]``, rad
    velocities: ``[joint, robot]``, rad/s
    torques:    ``[joint, robot]``, N m, is overwritten; 0 at joints without a servo
    frame:      number of this step since the beginning of the world, for the noise of the readings

    All arrays are of float64 and contiguous. The joints have at least the inertia of `ServoParams.armatures`.
    """
    numbers = params.counts, params.numbers, params.supplies
    _step(which, present, block, angles, velocities, torques, *numbers, timestep, frame)


@routine
def _step_servo(
    row: Floats, numbers: Floats, angle: float, velocity: float, volts: float, dt: float, frame: int
) -> float:
    """The torque of one servo on its joint."""
    law = numbers[p.LAW]
    sign = -numbers[p.DIRECTION] if is_reversed(row, law) else numbers[p.DIRECTION]
    speed = sign * velocity
    mode = mode_of(row, law)
    error = 0.0
    if numbers[p.NOISE] > 0.0:
        error = reading_error(numbers[p.NOISE], int(row[r.NOISE_KEY]), frame)
    position = position_of(numbers, mode, sign * (angle - numbers[p.ZERO]), error)
    touches = abs(row[r.PLAY]) >= numbers[p.HALF_BACKLASH]
    motor = speed if touches else row[r.MOTOR_SPEED]
    torque, limit = 0.0, 0.0
    if row[r.TORQUE_ENABLE] > 0.0:
        if row[r.ACTIVE] == 0.0:
            rest(row, position)  # it starts from where it is
        limit = output_limit(row, law, mode)
        row[r.DUTY] = drive(row, numbers, mode, position, motor, volts, dt)
        torque = motor_torque(row[r.DUTY], volts, motor, numbers)
    else:
        rest(row, position)
    row[r.ACTIVE] = row[r.TORQUE_ENABLE]
    passed = gear_torque(row, numbers, torque, speed, dt)
    warm_up(row, numbers, torque, dt)
    watch(row, numbers, torque, limit, volts, dt)
    read_sensors(row, numbers, mode, position, speed, volts, dt)
    return sign * passed


def _compiled(digest: int) -> Any:
    table, cube = float64[:, ::1], float64[:, :, ::1]
    signature = void(int64[::1], float64[::1], cube, table, table, table, int64[::1], cube, table, float64, int64)

    @cached(signature, error_model="numpy", nogil=True)
    def step_all(
        which: Ints,
        present: Floats,
        block: Floats,
        angles: Floats,
        velocities: Floats,
        torques: Floats,
        counts: Ints,
        numbers: Floats,
        supplies: Floats,
        dt: float,
        frame: int,
    ) -> None:
        torques[:, :] = 0.0 * digest
        for robot in range(which.shape[0]):
            kind = which[robot]
            if present[robot] == 0.0:
                continue
            volts = supply_voltage(block, robot, counts[kind], numbers[kind], supplies[kind])
            for servo in range(counts[kind]):
                joint = int(numbers[kind, servo, p.JOINT])
                torques[joint, robot] += _step_servo(
                    block[robot, servo],
                    numbers[kind, servo],
                    angles[joint, robot],
                    velocities[joint, robot],
                    volts,
                    dt,
                    frame,
                )

    return step_all


_step = _compiled(physics_digest())

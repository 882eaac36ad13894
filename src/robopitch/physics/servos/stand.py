"""A test stand: servos of one model, each with its own shaft, inertia and load, without any engine.

For measurements of the servo itself, for tuning, and for tests.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
from numpy.typing import ArrayLike

from robopitch.elementary import sin
from robopitch.physics.layout import Layout
from robopitch.physics.scalar import Floats
from robopitch.physics.servos.model import Constants
from robopitch.physics.servos.noise import set_noise_keys
from robopitch.physics.servos.params import ARMATURE, Supply, compile_servos
from robopitch.physics.servos.power import switch_on
from robopitch.physics.servos.registers import read_registers, write_registers
from robopitch.physics.servos.step import step

__all__ = ["ServoStand"]


class ServoStand:
    """Servos that turn shafts.

    >>> stand = ServoStand("RX-64")
    >>> stand.write("goal_position", 612)
    0
    >>> stand.run(0.5)
    >>> stand.read("present_position")
    611

    count:    stands, independent of each other
    supply:   by default the voltage that the e-Manual recommends
    inertia:  kg m² of the load
    load:     N m that pulls each shaft in the negative direction
    pendulum: N m, m g l of a pendulum that hangs straight down at angle 0
    noise:    counts, the largest error of a reading of the position
    seed:     of this noise
    constants: instead of those of the model
    frame:    steps so far
    angles:   rad, ``[stand]``
    speeds:   rad/s, ``[stand]``
    torques:  N m, ``[stand]``, of the servos in the last step
    rows:     ``[row, stand]``, the state of the servos (`rows.py`)
    numbers:  the constants of the servo (`params.py`)
    """

    def __init__(
        self,
        model: str,
        count: int = 1,
        supply: Supply | None = None,
        inertia: ArrayLike = 0.001,
        load: ArrayLike = 0.0,
        pendulum: ArrayLike = 0.0,
        timestep: float = 0.001,
        noise: int = 0,
        seed: int = 0,
        constants: Constants | None = None,
    ) -> None:
        servo = SimpleNamespace(
            id=1, joint="shaft", model=model, constants=constants, direction=1.0, zero=0.0, noise=noise
        )
        figure = SimpleNamespace(joints=("shaft",), servos=(servo,), supply=supply)
        params = compile_servos([figure])
        assert params is not None  # there is one servo
        self.timestep = timestep
        self.table = params.models[0][0].table
        self._params, self.numbers = params, params.numbers[0, 0]
        self._layout = Layout(count, 0, joints=(1,) * count, servos=(1,) * count, servo_rows=params.rows)
        self._state = np.zeros(self._layout.size)
        self._which, self._present = np.zeros(count, np.int64), np.ones(count)
        switch_on(params, self._layout, self._which, self._state)
        self._block = self._layout.servo_block(self._state)
        set_noise_keys(params, self._which, self._block, seed, [str(stand) for stand in range(count)])
        self.rows: Floats = self._block[:, 0].T
        self.frame = 0
        self._shafts = np.zeros((3, 1, count))
        self.angles, self.speeds, self.torques = self._shafts[:, 0]
        self.inertia = np.asarray(inertia, float) + np.zeros(count)
        self.load = np.asarray(load, float) + np.zeros(count)
        self.pendulum = np.asarray(pendulum, float) + np.zeros(count)
        self.total = self.inertia + params.numbers[0, 0, ARMATURE]

    def write(self, name: str, value: int, stand: int | None = None) -> int:
        """Write a register of one servo, or of all; returns the error bits of the last."""
        register, error = self.table.by_name[name], 0
        for each in range(len(self.angles)) if stand is None else (stand,):
            error = write_registers(self.table, self.rows[:, each], register.address, register.encode(value))
        return error

    def read(self, name: str, stand: int = 0) -> int:
        """Read a register."""
        register = self.table.by_name[name]
        return register.decode(read_registers(self.table, self.rows[:, stand], register.address, register.size))

    def step(self) -> None:
        """Advance by one time step."""
        angles, speeds, torques = self._shafts
        params, block = self._params, self._block
        step(params, self._which, self._present, block, angles, speeds, torques, self.timestep, self.frame)
        self.frame += 1
        pull = self.load
        if self.pendulum.any():
            pull = pull + self.pendulum * np.array([sin(angle) for angle in self.angles.tolist()])
        self.speeds += self.timestep * (self.torques - pull) / self.total
        self.angles += self.timestep * self.speeds

    def run(self, seconds: float) -> None:
        """Advance by a time, rounded to steps."""
        for _ in range(round(seconds / self.timestep)):
            self.step()

    def traced(self, seconds: float) -> Floats:
        """Advance by a time; returns the angles after each step, ``[step, stand]``."""
        found = np.empty((round(seconds / self.timestep), len(self.angles)))
        for row in found:
            self.step()
            row[:] = self.angles
        return found

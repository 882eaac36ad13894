"""Turf with servos: every robot has two shafts that servos turn, beside its wheels."""

from types import SimpleNamespace

import numpy as np

from robopitch.physics import state as s
from robopitch.physics.layout import Layout
from robopitch.physics.servos.params import compile_servos
from robopitch.physics.servos.step import step
from robopitch.physics.turf.engine import TurfEngine

FIGURE = SimpleNamespace(
    joints=("neck", "arm"),
    supply=None,
    servos=(
        SimpleNamespace(id=3, joint="arm", model="RX-28", constants=None, direction=1, zero=0.0, noise=0),
        SimpleNamespace(id=19, joint="neck", model="MX-28-2", constants=None, direction=-1, zero=0.5, noise=0),
    ),
)


class ServoTurf(TurfEngine):
    """Obstacles have no servos."""

    def __init__(self, league, robots, which, timestep, dtype):
        super().__init__(league, robots, which, timestep, dtype)
        fitted = [FIGURE if robot.drive.wheels else None for robot in robots]
        self.servos = compile_servos(fitted)
        counts = tuple(int(self.servos.counts[kind]) for kind in which)
        self.layout = Layout(
            len(which), self.layout.wheels, joints=counts, servos=counts, servo_rows=self.servos.rows, extra=0
        )
        self._armatures = [self.servos.armatures(kind, 2) for kind in range(len(robots))]

    def advance(self, states, ticks, steps, events, counts):
        super().advance(states, ticks, steps, events, counts)
        layout, dt = self.layout, self.timestep
        inertia = np.array([self._armatures[kind] for kind in self.which]).T + 0.001
        for state, tick in zip(states, ticks.tolist(), strict=True):
            angles, speeds = layout.values(state, "joint_angles"), layout.values(state, "joint_velocities")
            torques = layout.values(state, "joint_torques")
            present = layout.robot_block(state)[s.PRESENT]
            for frame in range(tick - steps, tick):
                step(self.servos, self.which, present, layout.servo_block(state), angles, speeds, torques, dt, frame)
                speeds += dt * torques / inertia
                angles += dt * speeds

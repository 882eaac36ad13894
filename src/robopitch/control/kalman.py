"""Extended Kalman filters for all robots of a frame at once, with the commands that they were sent [MI20 §2.4.2].

The position of a robot changes by its velocity. Its command gives the expected velocity in its own frame, which depends
on the heading: this makes the filter an extended one. The deviation from the expected velocity, because wheels slip, a
command was lost or another robot pushes, decays with a time constant. A robot with unknown commands keeps its velocity,
with more process noise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from robopitch.control.drive_model import DriveModel

__all__ = ["DriveModel", "MotionEstimate", "RobotFilter"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]  # vectors of the plane: x + iy, or forward + i left
Command = tuple[float, Complex]  # time of effect; ``[velocity or turn rate, robot]``

_STRIDE = 0.03  # s: longest step of a prediction; the velocity is exact, the position nearly
_MOST_STRIDES = 32  # after a long pause they are longer
_JUMP = 0.1  # m: a robot seen farther away than this, and than seven deviations, was carried there, or mistaken
_DEVIATIONS = 7.0
_SURPRISE = 5.0  # deviations: a robot seen farther away than this was pushed
_MOST_COMMANDS = 256
_UNSEEN = 1e-12  # weight of a robot that was not seen: nearly no information


class MotionEstimate(NamedTuple):
    """Poses and velocities of robots."""

    poses: Array  # [robot, (x, y, heading)]; headings are not wrapped at ±π
    velocities: Array  # [robot, (x, y, turn)] on the field


class RobotFilter:
    """One extended Kalman filter per robot, computed for all robots together [MI20 §2.4.2].

    model:      response of the robots
    covariance: 3×3 of x, y and heading as a camera sees them: `covariance.py` measures it
    steered:    for each robot whether its commands are known

        filter.command(now, twists)        # whenever commands are sent: [steered robot, (forward, left, turn)]
        filter.see(capture, rows, poses)   # for each frame: which robots, and the pose of each
        filter.forecast(now + delay)       # motion when the next command takes effect

    A robot may be in `rows` several times, once for each camera that saw it at that moment. A robot that is seen where
    it cannot be by itself was pushed, and its velocity is estimated again. A single sighting far away is a mistake of
    vision; a robot that is seen there in two frames, and not where it is expected, was carried there.
    """

    def __init__(self, model: DriveModel, covariance: ArrayLike, steered: Sequence[bool]) -> None:
        self.model = model
        self._steered = np.array(steered, np.float64)
        self._rows = np.flatnonzero(self._steered)
        count, known = len(self._steered), len(self._rows)
        # Columns of the steered robots, which are mostly the first ones.
        self._columns = slice(known) if all(steered[:known]) else self._rows
        self._all = list(range(count))
        self._noise: Array = np.array(covariance, np.float64)
        self._usual = _SURPRISE * math.sqrt(0.5 * (self._noise[0, 0] + model.differ**2))  # m: a normal deviation
        self._nothing = np.zeros((2, count), complex)
        self._jacobian = np.tile(np.eye(6), (count, 1, 1))
        self._by_state = np.zeros((count, 6), complex)
        self._places = np.eye(2, 6, 2)  # positions from the state before; half a step of its velocity is added
        self._swing = 1j * self._steered
        self._angles = np.zeros((2, count), complex)  # i × heading, and i × the angle by which velocities turn
        self._by_time = _noise_by_time(model, self._steered > 0)
        self._processes: dict[float, Array] = {}
        self._dt = 0.0  # of the last step
        self.time = 0.0
        self.last_seen = np.full(count, -math.inf)
        self._state = np.zeros((count, 6))  # vx, vy, x, y, heading, turn: the measured numbers are adjacent
        self._followed = np.zeros((2, count), complex)  # expected velocities and turn rates, as commands
        self._spread = np.zeros((count, 6, 6))
        self._commands: list[Command] = []
        self._strangers = True  # some robots were never seen
        self._doubts: dict[int, tuple[float, float, float]] = {}  # robot → time, x, y of its last sighting far away

    # ---- reading -----------------------------------------------------------------------------------------------

    @property
    def motion(self) -> MotionEstimate:
        """All robots at `time`, the time of the last frame."""
        return _motion(self._state)

    @property
    def poses(self) -> Array:
        """Poses ``[robot, (x, y, heading)]`` of all robots at `time`, a copy."""
        return self._state[:, 2:5].copy()

    @property
    def pose_rows(self) -> list[list[float]]:
        """`poses` as plain numbers."""
        rows: list[list[float]] = self._state[:, 2:5].tolist()
        return rows

    @property
    def covariances(self) -> Array:
        """Of x, y, heading and their velocities: ``[robot, 6, 6]``, a copy."""
        order = [2, 3, 4, 0, 1, 5]
        return self._spread[:, order][:, :, order]

    def unseen(self, now: float) -> Array:
        """Seconds since each robot was seen; inf for a robot that never was."""
        return now - self.last_seen

    def forecast(self, time: float) -> MotionEstimate:
        """All robots at a time after the last frame, from the commands that are not yet executed; the last one is
        held.
        """
        return _motion(self._state_at(time))

    def forecast_rows(self, time: float) -> list[list[float]]:
        """`forecast` as plain numbers, quicker: vx, vy, x, y, heading and turn rate of each robot."""
        rows: list[list[float]] = self._state_at(time).tolist()
        return rows

    def _state_at(self, time: float) -> Array:
        state, followed, now = self._state, self._followed, self.time
        for then in _strides(now, time):
            driven = self._driven(state, followed, now, then)
            state, followed, now = driven.state, driven.followed, then
        return state

    # ---- updating ----------------------------------------------------------------------------------------------

    def command(self, time: float, twists: ArrayLike) -> None:
        """Add commands that were sent: ``[steered robot, (forward, left, turn)]``, each in the robot's own frame."""
        told = np.asarray(twists, np.float64)
        wanted = np.zeros((2, len(self._steered)), complex)
        wanted.real[0, self._columns] = told[:, 0]
        wanted.imag[0, self._columns] = told[:, 1]
        wanted.real[1, self._columns] = told[:, 2]
        wanted[0] *= 1.0 - (1j * self.model.time_constant) * wanted[1]  # the lag of the wheels, in the field's frame
        self._commands.append((time + self.model.delay, wanted))
        if len(self._commands) > _MOST_COMMANDS:  # no frames arrive
            del self._commands[0]

    def see(self, time: float, rows: ArrayLike, poses: ArrayLike) -> None:
        """Process sightings: robots and ``[sighting, (x, y, heading)]``, at this time or slightly earlier."""
        if self._strangers and self.last_seen.max() == -math.inf:
            self.time = max(time, self.time)
        for then in _strides(self.time, time):
            self._advance(then)
        seen: Array = np.asarray(poses, np.float64)
        if isinstance(rows, list) and rows == self._all:  # the usual frame: each robot once
            self._correct_all(seen)
            return
        which: NDArray[np.intp] = np.asarray(rows, np.intp)
        if len(which):
            self._correct(which, seen)

    def forget(self) -> None:
        """Remove all commands: robots were stopped or placed."""
        self._commands.clear()

    def state(self) -> dict[str, Any]:
        """The state, in plain values."""
        return {
            "time": self.time,
            "robots": self._state.tolist(),
            "followed": [self._followed.real.tolist(), self._followed.imag.tolist()],
            "spread": self._spread.tolist(),
            "seen": self.last_seen.tolist(),
            "doubts": [[row, *doubt] for row, doubt in sorted(self._doubts.items())],
            "commands": [
                [at, *wanted[0].real.tolist(), *wanted[0].imag.tolist(), *wanted[1].real.tolist()]
                for at, wanted in self._commands
            ],
        }

    def load(self, state: dict[str, Any]) -> None:
        """Restore a saved state."""
        self.time = state["time"]
        self._state = np.array(state["robots"])
        real, imaginary = state["followed"]
        self._followed = np.array(real) + 1j * np.array(imaginary)
        self._spread = np.array(state["spread"])
        self.last_seen = np.array(state["seen"])
        self._strangers = bool((self.last_seen == -math.inf).any())
        self._doubts = {row: (time, x, y) for row, time, x, y in state.get("doubts", ())}
        self._commands = []
        for at, *numbers in state["commands"]:
            forward, left, turn = np.array(numbers).reshape(3, -1)
            self._commands.append((at, np.stack((forward + 1j * left, turn + 0j))))

    # ---- prediction --------------------------------------------------------------------------------------------

    def _driven(self, state: Array, followed: Complex, start: float, end: float) -> _Driven:
        """Robots after a step."""
        model, dt = self.model, end - start
        error = self._told(start, end) - followed
        error *= -math.expm1(-dt / model.time_constant)
        if model.acceleration < math.inf:
            size = np.abs(error[0])
            size += 1e-12
            np.divide(model.acceleration * dt, size, out=size)
            error[0] *= np.minimum(size, 1.0, out=size)
        if model.turn_acceleration < math.inf:
            most = model.turn_acceleration * dt
            faster = error.real[1]
            np.minimum(np.maximum(faster, -most, out=faster), most, out=faster)
        keep = self._steered * math.expm1(-dt / model.memory)
        keep += 1.0
        error += followed
        later_followed = error
        # Added to velocities whose deviation decays: followed' − keep · followed.
        change = later_followed - keep * followed
        vectors = state.view(np.complex128)
        later = np.empty_like(state)
        later_vectors = later.view(np.complex128)
        speed, turn, later_heading, later_turn = vectors[:, 0], state[:, 5], later[:, 4], later[:, 5]
        np.multiply(keep, turn, out=later_turn)
        later_turn += change.real[1]
        turned = turn + later_turn
        turned *= 0.5 * dt
        np.add(state[:, 4], turned, out=later_heading)
        # The velocity of a robot with a command in its own frame rotates with it.
        angles = self._angles.imag
        angles[0] = later_heading
        np.multiply(turned, self._steered, out=angles[1])
        ahead, swung = np.exp(self._angles)
        added = ahead * change[0]
        kept = keep * swung
        later_speed = speed * kept
        later_speed += added
        later_vectors[:, 0] = later_speed
        later_speed += speed
        later_speed *= 0.5 * dt
        np.add(vectors[:, 1], later_speed, out=later_vectors[:, 1])
        return _Driven(later, later_followed, keep, kept, added)

    def _advance(self, time: float) -> None:
        """Predict states and covariances to a time."""
        dt = time - self.time
        state, self._followed, keep, kept, added = self._driven(self._state, self._followed, self.time, time)
        # v' = keep e^{i·turned} v + e^{i·heading'} change, of which the columns of the Jacobian follow.
        F, by_state, half = self._jacobian, self._by_state, 0.5 * dt
        lever = half * (1.0 + keep)
        by_state[:, 0] = kept
        np.multiply(kept, 1j, out=by_state[:, 1])
        np.multiply(added, 1j, out=by_state[:, 4])
        np.multiply(self._swing * lever, state.view(np.complex128)[:, 0], out=by_state[:, 5])
        F[:, 0] = by_state.real
        F[:, 1] = by_state.imag
        F[:, 4, 5] = lever
        F[:, 5, 5] = keep
        places = self._places
        places[0, 0] = places[1, 1] = half
        np.multiply(F[:, :2], half, out=F[:, 2:4])
        F[:, 2:4] += places
        self._spread = F @ self._spread @ F.transpose(0, 2, 1)
        self._spread += self._process_noise(dt)
        self._state = state
        self.time, self._dt = time, dt
        self._drop()

    def _told(self, start: float, end: float) -> Complex:
        """The single command with the same effect on velocities as those in force between two times.

        Each is weighted by its remaining effect at the end of the time: e^{−(end − until)/τ} − e^{−(end − from)/τ}.
        """
        commands, tau = self._commands, self.model.time_constant
        index = len(commands) - 1
        while index >= 0 and commands[index][0] >= end:
            index -= 1
        if index < 0:
            return self._nothing
        at, wanted = commands[index]
        if at <= start:
            return wanted
        whole = -math.expm1((start - end) / tau)
        past = math.exp((at - end) / tau)
        told = wanted * ((1.0 - past) / whole)
        while index > 0 and at > start:
            index -= 1
            at, wanted = commands[index]
            before = math.exp((max(at, start) - end) / tau)
            told += wanted * ((past - before) / whole)
            past = before
        return told

    def _drop(self) -> None:
        """Remove commands that ended before now."""
        commands = self._commands
        while len(commands) > 1 and commands[1][0] <= self.time:
            del commands[0]

    def _process_noise(self, dt: float) -> Array:
        """Process noise of a step, ``[robot, 6, 6]``; steps are of few lengths."""
        key = round(dt, 5)
        noise = self._processes.get(key)
        if noise is None:
            if len(self._processes) > 64:
                self._processes.clear()
            noise = (np.array((key, key**2, key**3)) @ self._by_time).reshape(self._spread.shape)
            self._processes[key] = noise
        return noise

    # ---- correction --------------------------------------------------------------------------------------------

    def _correct_all(self, poses: Array) -> None:
        """`_correct` for one sighting of each robot, in their order."""
        miss = self._beside(self._state, poses)
        if self._strangers or self._doubts or np.abs(miss[:, :2]).max() > self._usual:
            self._correct(np.arange(len(miss)), poses)
            return
        self.last_seen.fill(self.time)
        self._apply(miss, self._noise)

    def _correct(self, rows: NDArray[np.intp], poses: Array) -> None:
        """Kalman correction; several sightings of a robot are replaced by their mean, with a smaller variance."""
        beside = self._beside(self._state[rows], poses)
        if self._strangers or self._doubts or np.abs(beside[:, :2]).max() > self._usual:
            believed = self._believed(rows, poses, beside)
            rows, beside = rows[believed], beside[believed]
            if not len(rows):
                return
        miss = np.zeros((len(self._state), 3))
        np.add.at(miss, rows, beside)
        seen = np.bincount(rows, minlength=len(miss))
        sharper = 1.0 / np.maximum(seen, _UNSEEN)
        miss *= sharper[:, None]
        if np.abs(miss[:, :2]).max() > self._usual:
            self._startle(miss)
        self.last_seen[rows] = self.time
        if self._strangers:
            self._strangers = bool((self.last_seen == -math.inf).any())
        self._apply(miss, sharper[:, None, None] * self._noise)

    def _beside(self, states: Array, poses: Array) -> Array:
        """Sightings relative to the predictions."""
        beside: Array = poses - states[:, 2:5]
        angle = beside[:, 2]
        angle -= math.tau * np.rint(angle * (1 / math.tau))
        return beside

    def _apply(self, miss: Array, noise: Array) -> None:
        """Correct all states by the gain of these differences from the prediction."""
        state, spread = self._state, self._spread
        gain = spread[:, :, 2:5] @ np.linalg.inv(spread[:, 2:5, 2:5] + noise)
        self._state = state + (gain @ miss[:, :, None])[:, :, 0]
        self._spread = spread - gain @ spread[:, 2:5, :]

    def _believed(self, rows: NDArray[np.intp], poses: Array, beside: Array) -> NDArray[np.bool_]:
        """Which sightings count. Robots that were never seen, or were carried, are placed; `beside` is then 0."""
        away = beside[:, 0] ** 2 + beside[:, 1] ** 2
        new = self.last_seen[rows] == -math.inf
        far = new | (away > 0.5 * _DEVIATIONS**2 * self._unsure()[rows]) & (away > _JUMP**2)
        placed = new.copy()
        doubts: dict[int, tuple[float, float, float]] = {}
        expected = set(rows[~far].tolist())
        for n in np.flatnonzero(far & ~new).tolist():
            row, x, y = int(rows[n]), float(poses[n, 0]), float(poses[n, 1])
            if row in expected:
                continue
            if row in self._doubts:
                before, from_x, from_y = self._doubts[row]
                reach = _JUMP + self.model.speed * (self.time - before)
                placed[n] = (x - from_x) ** 2 + (y - from_y) ** 2 <= reach * reach
            doubts[row] = (self.time, x, y)
        self._place(rows[placed], poses[placed])
        beside[placed] = 0.0
        believed: NDArray[np.bool_] = ~far | placed
        certain = set(rows[believed].tolist())
        self._doubts = {row: doubt for row, doubt in (self._doubts | doubts).items() if row not in certain}
        return believed

    def _unsure(self) -> Array:
        """Variance of the distance at which each robot is seen from its prediction."""
        unsure: Array = self._spread[:, 2, 2] + self._spread[:, 3, 3] + 2 * (self._noise[0, 0] + self.model.differ**2)
        return unsure

    def _startle(self, miss: Array) -> None:
        """Handle robots that are not where they should be: they were pushed since the last frame."""
        away = miss[:, 0] ** 2 + miss[:, 1] ** 2
        pushed = away > 0.5 * _SURPRISE**2 * self._unsure()
        if pushed.any():  # at some time since the last frame: their velocities are unknown
            model, dt = self.model, self._dt
            shape = np.array([[dt * dt, dt], [dt, 1.0]])
            more = np.zeros((6, 6))
            for place, speed, jolt in ((2, 0, model.jolt), (3, 1, model.jolt), (4, 5, model.turn_jolt)):
                more[np.ix_([place, speed], [place, speed])] = jolt * jolt * shape
            self._spread[pushed] += more

    def _place(self, rows: NDArray[np.intp], poses: Array) -> None:
        """Set the poses of robots, with unknown velocities."""
        self._state[rows] = 0.0
        self._state[rows, 2:5] = poses
        spread = np.diag([self.model.speed**2, self.model.speed**2, 0.0, 0.0, 0.0, self.model.turn**2])
        spread[2:5, 2:5] = self._noise
        self._spread[rows] = spread


class _Driven(NamedTuple):
    """Robots after a step, and the numbers for their Jacobian."""

    state: Array
    followed: Complex
    keep: Array  # share of its deviation that each robot's velocity keeps
    kept: Complex  # the kept part of the velocities, rotated
    added: Complex  # the part added by commands, in the field's frame


def _motion(state: Array) -> MotionEstimate:
    return MotionEstimate(state[:, 2:5].copy(), state[:, [0, 1, 5]])


def _strides(start: float, end: float) -> list[float]:
    """Intermediate times, none farther from the next than the longest step of the filter."""
    if end <= start:
        return []
    if end - start <= _STRIDE:
        return [end]
    count = min(math.ceil((end - start) / _STRIDE - 1e-9), _MOST_STRIDES)
    return [start + (end - start) * step / count for step in range(1, count)] + [end]


def _noise_by_time(model: DriveModel, steered: NDArray[np.bool_]) -> Array:
    """Process noise of white acceleration: coefficients of dt, dt² and dt³, ``[power, robot × 6 × 6]``."""
    noise = np.zeros((3, len(steered), 6, 6))
    push = np.where(steered, model.push, model.free_push)
    twist = np.where(steered, model.twist, model.free_twist)
    for place, speed, density in ((2, 0, push), (3, 1, push), (4, 5, twist)):
        noise[0, :, speed, speed] = density
        noise[1, :, place, speed] = noise[1, :, speed, place] = density / 2
        noise[2, :, place, place] = density / 3
    return noise.reshape(3, -1)

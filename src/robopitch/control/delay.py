"""Commands that are sent but not yet executed, and the pose of a robot when the next one takes effect."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence

from robopitch.control.geometry import Pose, Twist, wrapped

__all__ = ["CommandBuffer", "Limit"]

Limit = Callable[[Twist, Twist], Twist]
"""A limiter: from the desired and the present velocity, both in the robot's frame, to the velocity after a cycle."""

_STILL = Twist(0.0, 0.0, 0.0)


class CommandBuffer:
    """The commands of the last ⌈delay / period⌉ cycles [CAMBADA-control §4.2].

    delay:  s from sensing until the resulting command takes effect
    period: s of a control cycle; a command holds for one

    In each cycle first `predict` from the sensed pose, decide from there, then `push` the command: as it goes to the
    motors, after saturation and limiter [CAMBADA-control §4.2], in the robot's own frame. If the robot itself limits
    commands, give `predict` a limiter that models it.

    >>> buffer = CommandBuffer(delay=0.165, period=0.04)
    >>> for _ in range(9):
    ...     buffer.push(Twist(1.0, 0.0, 0.0))
    >>> len(buffer), round(buffer.predict(Pose(0.0, 0.0, 0.0)).x, 6)
    (5, 0.165)
    """

    def __init__(self, delay: float, period: float) -> None:
        if not (delay >= 0 and period > 0 and math.isfinite(delay / period)):
            raise ValueError(f"a delay of {delay} s in cycles of {period} s; 0 or more, and above 0, are possible")
        self.delay, self.period = delay, period
        whole = math.floor(delay / period + 1e-9)  # 0.12 / 0.04 is slightly below 3
        rest = delay - whole * period
        self._rest = rest if rest > 1e-9 * period else 0.0
        self._commands: deque[Twist] = deque(maxlen=whole + (self._rest > 0))

    def __len__(self) -> int:
        return len(self._commands)

    def push(self, twist: Twist) -> None:
        """Add the command that was sent in this cycle."""
        self._commands.append(twist)

    def clear(self) -> None:
        """Remove all commands."""
        self._commands.clear()

    def segments(self) -> list[tuple[float, Twist]]:
        """The commands until the end of the delay: seconds and velocity of each.

        [CAMBADA-control eq. 4.1], corrected: the oldest command for the rest of its cycle, the n = ⌊delay / period⌋
        after it for a whole cycle each. Before the first command the robot stands.
        """
        commands, room = self._commands, self._commands.maxlen or 0
        parts = [(self.period, twist) for twist in commands]
        if len(parts) < room:
            parts[:0] = [(self.period, _STILL)] * (room - len(parts))
        if self._rest > 0:
            parts[0] = (self._rest, parts[0][1])
        return parts

    def predict(self, pose: Pose, limiter: Limit | None = None) -> Pose:
        """The pose after the delay ([CAMBADA-control eq. 4.1], corrected).

        Each command moves the robot in its frame at that time, along an arc; the printed sum adds velocities of
        different frames. limiter: None if commands were limited before they were sent.
        """
        segments = self.segments()
        start = segments[0][1] if segments else _STILL
        return self._drive(pose, start, segments, limiter)[0]

    def predict_motion(self, pose: Pose, velocity: Twist, limiter: Limit | None = None) -> tuple[Pose, Twist]:
        """Pose and velocity after the delay; velocities in the robot's own frame.

        velocity: the present velocity; it matters if a limiter starts from it, or if there are no commands.
        """
        return self._drive(pose, velocity, self.segments(), limiter)

    def state(self) -> list[list[float]]:
        """The state, in plain values: the commands, oldest first."""
        return [list(twist) for twist in self._commands]

    def load(self, state: Sequence[Sequence[float]]) -> None:
        """Restore a saved state."""
        self._commands.clear()
        self._commands.extend(Twist(x, y, turn) for x, y, turn in state)

    def _drive(
        self, pose: Pose, velocity: Twist, segments: list[tuple[float, Twist]], limiter: Limit | None
    ) -> tuple[Pose, Twist]:
        # `moved`, inlined: this runs for each robot of a team in each frame.
        x, y, heading = pose
        for seconds, wanted in segments:
            velocity = wanted if limiter is None else limiter(wanted, velocity)
            forward, left, turn = velocity
            half = 0.5 * turn * seconds
            chord = seconds * math.sin(half) / half if abs(half) > 1e-9 else seconds
            c, s = chord * math.cos(heading + half), chord * math.sin(heading + half)
            x += c * forward - s * left
            y += s * forward + c * left
            heading += 2 * half
        return Pose(x, y, wrapped(heading)), velocity

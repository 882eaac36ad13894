"""Commands that are sent but not yet obeyed, and where a robot will be when the next one takes effect."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence

from robopitch.control.geometry import Pose, Twist, wrapped

__all__ = ["CommandBuffer", "Limit"]

Limit = Callable[[Twist, Twist], Twist]
"""From the velocity that is wanted and the one that there is, both in the robot's frame: the one a cycle later."""

_STILL = Twist(0.0, 0.0, 0.0)


class CommandBuffer:
    """The commands of the last ⌈delay / period⌉ cycles [CAMBADA-control §4.2].

    delay:  s from sensing until the command that answers it takes effect
    period: s of a control cycle; a command holds for one

    In each cycle first `predict` from the pose that was sensed, decide from there, then `push` what was decided: as it
    goes to the motors, after saturation and limiter [CAMBADA-control §4.2], and in the robot's own frame. Who cannot
    limit it himself hands `predict` a limiter that does what the robot's own does.

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
        whole = math.floor(delay / period + 1e-9)  # 0.12 / 0.04 is a bit below 3
        rest = delay - whole * period
        self._rest = rest if rest > 1e-9 * period else 0.0
        self._commands: deque[Twist] = deque(maxlen=whole + (self._rest > 0))

    def __len__(self) -> int:
        return len(self._commands)

    def push(self, twist: Twist) -> None:
        """A command was sent in this cycle."""
        self._commands.append(twist)

    def clear(self) -> None:
        """Nothing is under way any more."""
        self._commands.clear()

    def segments(self) -> list[tuple[float, Twist]]:
        """What will be done until the delay is over: seconds and velocity, in turn.

        [CAMBADA-control eq. 4.1], corrected: the oldest command for what is left of it, the n = ⌊delay / period⌋ after
        it for a whole cycle each. For cycles before the first command it stands.
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

        Each command moves the robot in the frame that it has by then, along an arc; the printed sum adds velocities of
        different frames. limiter: none if commands were limited before they were sent.
        """
        segments = self.segments()
        start = segments[0][1] if segments else _STILL
        return self._drive(pose, start, segments, limiter)[0]

    def predict_motion(self, pose: Pose, velocity: Twist, limiter: Limit | None = None) -> tuple[Pose, Twist]:
        """Pose and velocity after the delay; velocities in the robot's own frame.

        velocity: what it has now: of importance where a limiter starts from it, or where nothing is under way.
        """
        return self._drive(pose, velocity, self.segments(), limiter)

    def state(self) -> list[list[float]]:
        """All that is remembered, in plain values: the commands, oldest first."""
        return [list(twist) for twist in self._commands]

    def load(self, state: Sequence[Sequence[float]]) -> None:
        """Go back to a saved state."""
        self._commands.clear()
        self._commands.extend(Twist(x, y, turn) for x, y, turn in state)

    def _drive(
        self, pose: Pose, velocity: Twist, segments: list[tuple[float, Twist]], limiter: Limit | None
    ) -> tuple[Pose, Twist]:
        # `moved`, written out: this is done for each robot of a team in each frame.
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

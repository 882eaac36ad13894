"""Sets of camera frames: one decision for each, when all cameras have sent theirs or shortly after the first."""

from __future__ import annotations

import math

from robopitch.messages import CameraFrame

__all__ = ["FrameSets"]

SHORTEST = 0.01  # s between two decisions
STRAGGLERS = 0.002  # s after the first frame of a set for which it waits for others
FORGET = 0.5  # s of silence after which it does not wait for a camera


class FrameSets:
    """Frames since the last decision; times are those of arrival, in s.

    shortest: s between two decisions
    """

    def __init__(self, shortest: float = SHORTEST) -> None:
        self._shortest = shortest
        self._frames: list[CameraFrame] = []
        self._first = 0.0  # arrival of the first of them
        self._heard: dict[int, float] = {}  # camera → arrival
        self._decided = -math.inf

    def add(self, frame: CameraFrame, now: float) -> None:
        """A frame has come."""
        if not self._frames:
            self._first = now
        self._frames.append(frame)
        self._heard[frame.camera] = now

    def due(self, now: float) -> float:
        """When the next decision is due; infinity without frames."""
        if not self._frames:
            return math.inf
        if len(self._heard) == 1:  # a single camera: nothing to wait for
            return max(self._first, self._decided + self._shortest)
        self._heard = {camera: when for camera, when in self._heard.items() if now - when < FORGET}
        came = {frame.camera for frame in self._frames}
        whole = self._first if came >= self._heard.keys() else self._first + STRAGGLERS
        return max(whole, self._decided + self._shortest)

    def take(self, now: float) -> list[CameraFrame]:
        """The frames, for a decision."""
        frames, self._frames, self._decided = self._frames, [], now
        return frames

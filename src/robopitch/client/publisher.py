"""Signals and drawings of a team: its estimate, and shapes on the field."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from robopitch.messages import Drawn, Team
from robopitch.teams.observation import Observation
from robopitch.wire.publishing import encode_drawn, encode_published
from robopitch.wire.publishing.drawing import decode_drawn

__all__ = ["Publisher"]

Point = tuple[float, float]

PERIOD = 0.1  # s between two messages
_NONE: Mapping[int, Point] = {}


class Publisher:
    """Sends signals and drawings in the frame of the field, ten times a second.

    layer: name of its drawings
    send:  function that sends a datagram

    A team draws by leaving shapes in its memory, as the list "drawings": {"circle": [x, y], "radius": 0.2} and so on,
    as wire/publishing/README.md has them, in its own frame.
    """

    def __init__(self, team: Team, layer: str, send: Callable[[bytes], object]) -> None:
        self._team, self._layer, self._send = team, layer, send
        self._last = -math.inf
        self._drew = False

    def publish(
        self, now: float, observation: Observation, side: float, delay: float, targets: Mapping[int, Point] = _NONE
    ) -> None:
        """Send the observation and where robots go, if it is time; *side* is −1 for a team whose frame is rotated."""
        if now - self._last < PERIOD:
            return
        self._last = now
        turn = 0.0 if side > 0 else math.pi
        signals = {
            "ball.predicted.x": side * observation.ball[0],
            "ball.predicted.y": side * observation.ball[1],
            "ball.predicted.vx": side * observation.ball_velocity[0],
            "ball.predicted.vy": side * observation.ball_velocity[1],
            "delay": delay,
        }
        for number, (x, y, heading) in observation.own.items():
            signals[f"{number}.predicted.x"], signals[f"{number}.predicted.y"] = side * x, side * y
            signals[f"{number}.predicted.heading"] = math.remainder(heading + turn, math.tau)
        for number, twist in observation.own_velocity.items():
            signals[f"{number}.predicted.vx"], signals[f"{number}.predicted.vy"] = side * twist.x, side * twist.y
            signals[f"{number}.predicted.turn"] = twist.turn
        for number, (x, y) in targets.items():
            signals[f"{number}.target.x"], signals[f"{number}.target.y"] = side * x, side * y
        self._send(encode_published(self._team, signals))
        shapes = observation.memory.get("drawings", [])
        if shapes or self._drew:  # an empty drawing removes the last one
            drawn = decode_drawn({"team": self._team.value, "layer": self._layer, "shapes": shapes})
            if isinstance(drawn, Drawn):
                self._send(encode_drawn(_turned(drawn, side)))
                self._drew = bool(shapes)


def _turned(drawn: Drawn, side: float) -> Drawn:
    """A drawing transformed from the frame of a team to that of the field."""
    shapes = (shape._replace(points=tuple((side * x, side * y) for x, y in shape.points)) for shape in drawn.shapes)
    return Drawn(drawn.team, drawn.layer, tuple(shapes))

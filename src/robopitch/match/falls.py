"""Robots with joints that fall and get up: events that the match observes as often as the referee judges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from robopitch.messages import Body, Event, Fallen, GotUp, Team

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["Falls"]

# Chosen: a trunk that leans by more than 60° does not come back by itself; one that got up leans by less than 20°, and
# is higher than that of one that kneels.
LYING = 0.5  # cosine of 60°
UPRIGHT = 0.94  # cosine of 20°
HEIGHT = 0.4  # of the height of the robot


class Falls:
    """Remembers who has fallen, and at which tick."""

    def __init__(self) -> None:
        self._since: dict[Body, int] = {}

    def watch(self, world: World) -> list[Event]:
        """Who fell and who got up since the last look."""
        layout = world.layout
        if not any(layout.joints):
            return []
        found: list[Event] = []
        rows = zip(
            world.bodies, world.values("quaternion").T.tolist(), world.values("position3").T.tolist(), strict=True
        )
        for column, (body, (w, x, y, z), place) in enumerate(rows):
            if layout.joints_of(column) == 0 or body.team is None:
                continue
            if not world.robot(body.team, body.id).present or w * w + x * x + y * y + z * z == 0.0:
                self._since.pop(body, None)  # it left, or was placed just now
                continue
            up, where = 1.0 - 2.0 * (x * x + y * y), (place[0], place[1], place[2])
            began = self._since.get(body)
            if began is None and up < LYING:
                self._since[body] = world.tick
                # The direction up, along the axes of the trunk
                forward, left = 2.0 * (x * z - w * y), 2.0 * (y * z + w * x)
                found.append(Fallen(world.tick, world.time, body, where, _side(forward, left)))
            elif began is not None and up > UPRIGHT and place[2] > HEIGHT * world.specs[column].height:
                del self._since[body]
                found.append(GotUp(world.tick, world.time, body, where, (world.tick - began) * world.timestep))
        return found

    def state(self) -> list[list[object]]:
        """Who has fallen, in plain values."""
        return [[str(body.team), body.id, tick] for body, tick in self._since.items()]

    def load(self, saved: Sequence[tuple[Team, int, int]]) -> None:
        """Restore a saved state."""
        self._since = {Body(team, number): tick for team, number, tick in saved}


def _side(forward: float, left: float) -> str:
    """The side that is below, from the direction up along the axes of the trunk."""
    if abs(forward) >= abs(left):
        return "front" if forward < 0 else "back"
    return "right" if left > 0 else "left"

"""Where the simulator places robots before a restart: only those that stand where they may not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from robopitch.elementary import hypot
from robopitch.messages import Body, PlaceRobot, Restart, Team

if TYPE_CHECKING:
    from robopitch.referee.observed.areas import Area
    from robopitch.referee.scene import RefereeScene

__all__ = ["Occupied", "clear_of_area", "clear_of_ball", "kick_off_places", "penalty_places"]

GAP = 0.02  # m between placed robots
STEPS = 80  # places tried in each direction
BEHIND = 1.2  # m behind the ball of a penalty; the rules of the Small Size League want 1


class Occupied:
    """The places that are taken on a field, from which free ones are found.

    moving: robots that will be placed; they take no room where they are now
    ball:   where the ball will be
    """

    def __init__(self, scene: RefereeScene, moving: Iterable[Body], ball: tuple[float, float]) -> None:
        gone = set(moving)
        self._taken = [(*ball, float(scene.league.ball.radius))]
        self._taken += [(robot.x, robot.y, robot.radius) for robot in scene.robots if robot.body not in gone]
        field = scene.league.field
        self._x = float(field.length) / 2
        self._y = float(field.width) / 2

    def take(self, x: float, y: float, radius: float) -> tuple[float, float]:
        """The nearest free place, first along y and towards the middle; it is taken from now on."""
        step = radius / 2
        for count in range(STEPS):
            for dx, dy in ((0.0, step * count), (0.0, -step * count), (-step * count, 0.0), (step * count, 0.0)):
                at_x = min(max(x + dx, radius - self._x), self._x - radius)
                at_y = min(max(y + dy, radius - self._y), self._y - radius)
                if self.is_free(at_x, at_y, radius):
                    self._taken.append((at_x, at_y, radius))
                    return at_x, at_y
        self._taken.append((x, y, radius))
        return x, y

    def is_free(self, x: float, y: float, radius: float) -> bool:
        """Whether a robot fits there."""
        return all(hypot(x - at_x, y - at_y) >= radius + other + GAP for at_x, at_y, other in self._taken)


def clear_of_ball(scene: RefereeScene, restart: Restart, distance: float) -> Sequence[PlaceRobot]:
    """Move robots that are nearer to the place of the ball than they may be straight away from it.

    All robots have to be away from a dropped ball, and those of the other team from a kick.
    distance: m from the ball's centre to the hull
    """
    x, y = restart.position
    near = [
        robot
        for robot in scene.robots
        if hypot(robot.x - x, robot.y - y) < robot.radius + (distance if robot.team is not restart.team else GAP)
    ]
    occupied = Occupied(scene, [robot.body for robot in near], (x, y))
    placed = []
    for robot in near:
        dx, dy = robot.x - x, robot.y - y
        gap = hypot(dx, dy)
        if gap < 1e-6:
            dx, dy, gap = (-1.0 if robot.team is Team.BLUE else 1.0), 0.0, 1.0
        far = robot.radius + distance + GAP
        at_x, at_y = occupied.take(x + far * dx / gap, y + far * dy / gap, robot.radius)
        placed.append(PlaceRobot(robot.team, robot.id, at_x, at_y, robot.heading))
    return placed


def clear_of_area(
    scene: RefereeScene, area: Area, team: Team, distance: float, ball: tuple[float, float]
) -> Sequence[PlaceRobot]:
    """Move robots of a team that are too near to the opponents' area straight out of it, towards the halfway line.

    distance: m from the area to the hull
    ball:     where the ball will be
    """
    near = [robot for robot, _ in scene.near_area(area, distance, team)]
    occupied = Occupied(scene, [robot.body for robot in near], ball)
    placed = []
    for robot in near:
        out = robot.radius + distance + GAP
        x = area.high_x + out if area.low_x < 0 else area.low_x - out
        placed.append(PlaceRobot(team, robot.id, *occupied.take(x, robot.y, robot.radius), robot.heading))
    return placed


def kick_off_places(scene: RefereeScene, team: Team) -> Sequence[PlaceRobot]:
    """Move robots that are not in their own half, or too near to the ball, to free places of the start formation."""
    circle = float(scene.league.field.centre_circle_radius)
    wrong = []
    for robot in scene.robots:
        side = -1.0 if robot.team is Team.BLUE else 1.0
        near = robot.team is not team and hypot(robot.x, robot.y) < circle + robot.radius
        if side * robot.x < robot.radius or near:
            wrong.append(robot)
    occupied = Occupied(scene, [robot.body for robot in wrong], (0.0, 0.0))
    spots = scene.league.formation
    placed = []
    for robot in wrong:
        side = 1.0 if robot.team is Team.BLUE else -1.0
        spot = spots[robot.id % len(spots)]
        x, y = occupied.take(side * float(spot.x), side * float(spot.y), robot.radius)
        placed.append(PlaceRobot(robot.team, robot.id, x, y, 0.0 if robot.team is Team.BLUE else 3.141592653589793))
    return placed


def penalty_places(scene: RefereeScene, team: Team, ball: tuple[float, float]) -> Sequence[PlaceRobot]:
    """Place the keeper on its line and the others behind the ball; one robot of the team stays near the ball."""
    attack = 1.0 if team is Team.BLUE else -1.0
    own = [robot for robot in scene.robots if robot.team is team]
    taker = min(own, key=lambda robot: (hypot(robot.x - ball[0], robot.y - ball[1]), robot.id), default=None)
    keeper = min((robot.id for robot in scene.robots if robot.team is team.other), default=None)
    line = attack * float(scene.league.field.length) / 2
    moving = [robot for robot in scene.robots if robot is not taker]
    occupied = Occupied(scene, [robot.body for robot in moving], ball)
    placed = []
    for robot in moving:
        if robot.team is team.other and robot.id == keeper:
            placed.append(PlaceRobot(robot.team, robot.id, line, 0.0, 3.141592653589793 if attack > 0 else 0.0))
            continue
        x = robot.x
        if attack * (ball[0] - x) < BEHIND:
            x = ball[0] - attack * BEHIND
        elif robot.speed < 0.5:  # it stands well where it is
            x, y = occupied.take(robot.x, robot.y, robot.radius)
            continue
        x, y = occupied.take(x, robot.y, robot.radius)
        placed.append(PlaceRobot(robot.team, robot.id, x, y, robot.heading))
    return placed

"""Teleports the ball and robots, or pulls them to a place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from robopitch.elementary import hypot
from robopitch.elementary.compiled import atan2
from robopitch.match.walls import within_walls
from robopitch.messages import Body, PlaceBall, PlaceRobot, Pose
from robopitch.physics import state as s
from robopitch.world.roster import kick_off_pose

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec
    from robopitch.world import World

__all__ = ["FARTHEST", "Teleport", "check_place", "clear_the_way"]

NEARBY = 1.5  # m: placing the ball safely stops robots that are nearer (as ER-Force does)
ROOM = 0.01  # m left between such a ball and a robot that was moved aside
PULL_TIME = 0.05  # s: a pull moves at distance / PULL_TIME …
PULL_SPEED = 5.0, 20.0  # … but no faster than this, m/s and rad/s

FARTHEST, FASTEST, MOST_TURN = 100.0, 100.0, 1000.0  # m, m/s, rad/s: larger values are refused

Target = tuple[float, float, float | None]


class Teleport:
    """Teleports the ball and robots, or pulls them by force; a pull lasts until a placement without force."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._ball: Target | None = None
        self._robots: dict[Body, Target] = {}
        self._parked: dict[Body, tuple[float, float, float]] = {}  # placed outside the walls: off the pitch

    @property
    def busy(self) -> bool:
        """Whether something is being pulled: `pull` must then be called at every tick."""
        return self._ball is not None or bool(self._robots)

    def place_ball(self, wish: PlaceBall) -> None:
        """Place or pull the ball; values that are None stay as they are."""
        world = self._world
        radius = float(world.league.ball.radius)
        x, y, z = world.ball.position.tolist()
        vx, vy, vz = world.ball.velocity.tolist()
        x = x if wish.x is None else wish.x
        y = y if wish.y is None else wish.y
        z = z if wish.height is None else max(wish.height, 0.0) + radius
        if wish.by_force:
            self._ball = (x, y, None if wish.height is None else z)
            return
        self._ball = None
        moves = wish.vx is not None or wish.vy is not None or wish.vz is not None
        spin = wish.spin or ((0.0, 0.0, 0.0) if moves else tuple(world.ball.spin.tolist()))
        vx = vx if wish.vx is None else wish.vx
        vy = vy if wish.vy is None else wish.vy
        vz = vz if wish.vz is None else wish.vz
        if wish.safely:
            clear_the_way(world, x, y)
        world.place_ball(x, y, max(z, radius), vx, vy, vz, (spin[0], spin[1], spin[2]), wish.roll)

    def place_robot(self, wish: PlaceRobot) -> None:
        """Place, pull or remove a robot; one that is added without a position gets that of the kick-off.

        A robot placed outside the walls is off the pitch, and returns when it is placed inside them.
        """
        world, body = self._world, Body(wish.team, wish.id)
        known = body in world.bodies and world.robot(wish.team, wish.id).present
        if wish.present is False:
            self._robots.pop(body, None)
            self._parked.pop(body, None)
            if known:
                world.remove_robot(wish.team, wish.id)
            return
        parked = self._parked.get(body)
        if not known and parked is None and wish.present is None:
            return
        if known:
            pose = world.robot(wish.team, wish.id).pose
        else:
            pose = kick_off_pose(world.league, wish.team, wish.id) if parked is None else Pose(*parked)
        x = pose.x if wish.x is None else wish.x
        y = pose.y if wish.y is None else wish.y
        heading = pose.heading if wish.heading is None else wish.heading
        if wish.by_force and known:
            self._robots[body] = (x, y, None if wish.heading is None else heading)
            return
        self._robots.pop(body, None)
        moved = any(part is not None for part in (wish.x, wish.y, wish.heading))
        if (known or parked) and not (moved or wish.vx or wish.vy or wish.turn):
            return  # it is present already, or a pull ends
        heading = math.remainder(heading, math.tau)
        if not within_walls(world.league, x, y):
            self._parked[body] = (x, y, heading)
            if known:
                world.remove_robot(wish.team, wish.id)
            return
        self._parked.pop(body, None)
        world.place_robot(wish.team, wish.id, x, y, heading, wish.vx, wish.vy, wish.turn)

    def pull(self) -> None:
        """Set the velocities that pull the ball and robots to their places, for one tick."""
        world = self._world
        if self._ball is not None:
            ball = world.ball_block
            x, y, z = self._ball
            vx, vy = _towards(x - ball[s.BALL_X], y - ball[s.BALL_Y], PULL_SPEED[0])
            ball[s.BALL_VX], ball[s.BALL_VY] = vx, vy
            ball[s.BALL_SX : s.BALL_SZ + 1] = 0
            if z is not None:  # overrides gravity
                ball[s.BALL_VZ] = _towards(z - ball[s.BALL_Z], 0.0, PULL_SPEED[0])[0]
        for body, (x, y, heading) in self._robots.items():
            if body not in world.bodies or not world.robot(body.team or "", body.id).present:
                continue
            robot = world.robot_block[:, world.bodies.index(body)]
            robot[s.VX], robot[s.VY] = _towards(x - robot[s.X], y - robot[s.Y], PULL_SPEED[0])
            if heading is not None:
                off = math.remainder(heading - atan2(robot[s.HY], robot[s.HX]), math.tau)
                robot[s.TURN] = _towards(off, 0.0, PULL_SPEED[1])[0]

    def state(self) -> Any:
        """The state, in plain values."""
        robots = [[body.team, body.id, list(target)] for body, target in self._robots.items()]
        parked = [[body.team, body.id, list(place)] for body, place in self._parked.items()]
        return {"ball": self._ball, "robots": robots, "parked": parked}

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        from robopitch.messages import Team

        self._ball = None if state["ball"] is None else tuple(state["ball"])
        self._robots = {Body(Team(team), number): tuple(target) for team, number, target in state["robots"]}
        self._parked = {Body(Team(team), number): (x, y, h) for team, number, (x, y, h) in state.get("parked", [])}


def check_place(wish: PlaceBall | PlaceRobot, league: LeagueSpec, ball: Sequence[float]) -> None:
    """Raise a ValueError if a position, velocity or turn rate is out of range, or a position outside the walls.

    Robots may be placed outside the walls, but not pulled there. *ball*: its current position
    """
    limits = {"x": FARTHEST, "y": FARTHEST, "vx": FASTEST, "vy": FASTEST}
    limits |= {"height": FARTHEST, "vz": FASTEST} if isinstance(wish, PlaceBall) else {"turn": MOST_TURN}
    what = "ball" if isinstance(wish, PlaceBall) else f"{wish.team} {wish.id}"
    for name, most in limits.items():
        value = getattr(wish, name)
        if value is not None and not abs(value) <= most:
            raise ValueError(f"{what}: {name} is {value:g}; from {-most:g} to {most:g} is possible")
    if isinstance(wish, PlaceRobot) and wish.heading is not None and not abs(wish.heading) <= 1e6:
        raise ValueError(f"{what}: a heading of {wish.heading:g} rad is no direction")
    if wish.x is None and wish.y is None:
        return
    field = league.field
    walls = f"within {field.length / 2 + field.margin_goal:g} m and {field.width / 2 + field.margin_touch:g} m"
    if isinstance(wish, PlaceBall):
        x, y = ball[0] if wish.x is None else wish.x, ball[1] if wish.y is None else wish.y
        if not within_walls(league, x, y, float(league.ball.radius)):
            raise ValueError(f"ball: ({x:g}, {y:g}) is outside the walls, where no ball can be; they are {walls}")
    elif wish.by_force and not within_walls(league, wish.x or 0.0, wish.y or 0.0):
        raise ValueError(
            f"{what}: by_force pulls a robot along the ground, and the walls are {walls}; without it, a robot can be "
            "put down outside them"
        )


def clear_the_way(world: World, x: float, y: float) -> None:
    """Move robots away from the place of the ball, and stop those near it."""
    for robot in list(world.robots()):
        pose = robot.pose
        away = hypot(pose.x - x, pose.y - y)
        if away > NEARBY or robot.body.team is None:
            continue
        need = robot.spec.outline.circumradius + float(world.league.ball.radius) + ROOM
        to_x, to_y = pose.x, pose.y
        if away < need:
            dx, dy = ((pose.x - x) / away, (pose.y - y) / away) if away > 1e-6 else (-1.0, 0.0)
            to_x, to_y = x + need * dx, y + need * dy
        world.place_robot(robot.body.team, robot.body.id, to_x, to_y, pose.heading)


def _towards(dx: float, dy: float, most: float) -> tuple[float, float]:
    """The velocity of a pull over this distance, limited to *most*."""
    length = hypot(dx, dy)
    if length < 1e-9:
        return 0.0, 0.0
    speed = min(length / PULL_TIME, most)
    return speed * dx / length, speed * dy / length

"""Teleports the ball and robots, or pulls them to a place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from robopitch.control.ballistics import kick_speed, lob_speed
from robopitch.elementary import hypot
from robopitch.elementary.compiled import atan2
from robopitch.match.walls import within_walls
from robopitch.messages import Body, PlaceBall, PlaceRobot, Pose, Team
from robopitch.physics import state as s
from robopitch.physics.ball_law import ball_law
from robopitch.world.roster import kick_off_pose

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec
    from robopitch.world import World

__all__ = ["FARTHEST", "Teleport", "aim", "check_place", "clear_the_way"]

NEARBY = 1.5  # m: placing the ball safely stops robots that are nearer (as ER-Force does)
ROOM = 0.01  # m left between such a ball and a robot that was moved aside
PULL_TIME = 0.05  # s: a pull moves at distance / PULL_TIME …
PULL_SPEED = 5.0, 20.0  # … but no faster than this, m/s and rad/s

FARTHEST, FASTEST, MOST_TURN = 100.0, 100.0, 1000.0  # m, m/s, rad/s: larger values are refused

UNKICKED = 2.0  # m/s: the speed for "fast" where no robot has a kicker
ARRIVE = 2.0  # m/s: a pass that a team mate can receive

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

    def place_ball(self, input: PlaceBall, release: bool = True) -> None:
        """Place or pull the ball; values that are None stay as they are.

        release: ends a pull; False: whoever pulls the ball keeps hold of it
        """
        world = self._world
        radius = float(world.league.ball.radius)
        x, y, z = world.ball.position.tolist()
        vx, vy, vz = world.ball.velocity.tolist()
        x = x if input.x is None else input.x
        y = y if input.y is None else input.y
        z = z if input.height is None else max(input.height, 0.0) + radius
        if input.by_force:
            self._ball = (x, y, None if input.height is None else z)
            return
        if release:
            self._ball = None
        moves = input.vx is not None or input.vy is not None or input.vz is not None
        spin = input.spin or ((0.0, 0.0, 0.0) if moves else tuple(world.ball.spin.tolist()))
        vx = vx if input.vx is None else input.vx
        vy = vy if input.vy is None else input.vy
        vz = vz if input.vz is None else input.vz
        if input.safely:
            clear_the_way(world, x, y)
        world.place_ball(x, y, max(z, radius), vx, vy, vz, (spin[0], spin[1], spin[2]), input.roll)

    def place_robot(self, input: PlaceRobot, release: bool = True) -> None:
        """Place, pull or remove a robot; one that is added without a position gets that of the kick-off.

        A robot placed outside the walls is off the pitch, and returns when it is placed inside them.
        """
        world, body = self._world, Body(input.team, input.id)
        known = body in world.bodies and world.robot(input.team, input.id).present
        if input.present is False:
            self._robots.pop(body, None)
            self._parked.pop(body, None)
            if known:
                world.remove_robot(input.team, input.id)
            return
        parked = self._parked.get(body)
        if not known and parked is None and input.present is None:
            return
        if known:
            pose = world.robot(input.team, input.id).pose
        else:
            pose = kick_off_pose(world.league, input.team, input.id) if parked is None else Pose(*parked)
        x = pose.x if input.x is None else input.x
        y = pose.y if input.y is None else input.y
        heading = pose.heading if input.heading is None else input.heading
        if input.by_force and known:
            self._robots[body] = (x, y, None if input.heading is None else heading)
            return
        if release:
            self._robots.pop(body, None)
        moved = any(part is not None for part in (input.x, input.y, input.heading))
        if (known or parked) and not (moved or input.vx or input.vy or input.turn):
            return  # it is present already, or a pull ends
        heading = math.remainder(heading, math.tau)
        if not within_walls(world.league, x, y):
            self._parked[body] = (x, y, heading)
            if known:
                world.remove_robot(input.team, input.id)
            return
        self._parked.pop(body, None)
        world.place_robot(input.team, input.id, x, y, heading, input.vx, input.vy, input.turn)

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
        self._ball = None if state["ball"] is None else tuple(state["ball"])
        self._robots = {Body(Team(team), number): tuple(target) for team, number, target in state["robots"]}
        self._parked = {Body(Team(team), number): (x, y, h) for team, number, (x, y, h) in state["parked"]}


def check_place(input: PlaceBall | PlaceRobot, league: LeagueSpec, ball: Sequence[float]) -> None:
    """Raise a ValueError if a position, velocity or turn rate is out of range, or a position outside the walls.

    Robots may be placed outside the walls, but not pulled there. *ball*: its current position
    """
    limits = {"x": FARTHEST, "y": FARTHEST, "vx": FASTEST, "vy": FASTEST}
    limits |= {"height": FARTHEST, "vz": FASTEST} if isinstance(input, PlaceBall) else {"turn": MOST_TURN}
    what = "ball" if isinstance(input, PlaceBall) else f"{input.team} {input.id}"
    for name, most in limits.items():
        value = getattr(input, name)
        if value is not None and not abs(value) <= most:
            raise ValueError(f"{what}: {name} is {value:g}; from {-most:g} to {most:g} is possible")
    if isinstance(input, PlaceRobot) and input.heading is not None and not abs(input.heading) <= 1e6:
        raise ValueError(f"{what}: a heading of {input.heading:g} rad is no direction")
    if input.x is None and input.y is None:
        return
    field = league.field
    walls = f"within {field.length / 2 + field.margin_goal:g} m and {field.width / 2 + field.margin_touch:g} m"
    if isinstance(input, PlaceBall):
        x, y = ball[0] if input.x is None else input.x, ball[1] if input.y is None else input.y
        if not within_walls(league, x, y, float(league.ball.radius)):
            raise ValueError(f"ball: ({x:g}, {y:g}) is outside the walls, where no ball can be; they are {walls}")
    elif input.by_force and not within_walls(league, input.x or 0.0, input.y or 0.0):
        raise ValueError(
            f"{what}: by_force pulls a robot along the ground, and the walls are {walls}; without it, a robot can be "
            "put down outside them"
        )


def aim(league: LeagueSpec, dx: float, dy: float, how: str) -> tuple[float, float, float]:
    """The velocity that sends a resting ball over a distance.

    how: "fast", as hard as the league's robots kick; "stop", to rest there; "pass", to arrive at 2 m/s; "chip", to land
    there first
    """
    distance = hypot(dx, dy)
    if distance < 1e-6:
        raise ValueError("the ball is there already")
    up = 0.0
    if how == "fast":
        kickers = [league.team(team).robot.kicker for team in Team]
        speed = max((float(kicker.speed) for kicker in kickers if kicker is not None), default=UNKICKED)
    elif how in ("stop", "pass"):
        speed = kick_speed(distance, ARRIVE if how == "pass" else 0.0, ball_law(league))
    elif how == "chip":
        speed = up = lob_speed(distance, ball_law(league).gravity)
    else:
        raise ValueError(f"the ball cannot be sent {how!r}; fast, stop, pass or chip is possible")
    return speed * dx / distance, speed * dy / distance, up


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

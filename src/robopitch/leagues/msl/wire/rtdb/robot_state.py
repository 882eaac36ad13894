"""The record ROBOT_WS: the world as a robot of CAMBADA sees it, shared with its mates.

The order of the fields is that of the published software of 2017, with the padding of C; the sum is the 408 bytes that
rtdb.ini states. The frame of the field there has y towards the opponents' goal and x to the right; here, x and y to the
left. That an orientation of 0 looks at the opponents' goal is inferred from CAMBADA's simulator.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from robopitch.messages import Refusal

__all__ = ["MOST_OBSTACLES", "RobotState", "SharedBall", "SharedObstacle"]

MOST_OBSTACLES = 20

# number, behaviour, role, two coordination flags, game state; coordination point; colours of team and goal
_HEAD = struct.Struct("<6i2f2i")
# number of obstacles, stuck, role is automatic, running, coaching, just kicked, grabber is damaged, opponent dribbles
_FLAGS = struct.Struct("<8B")
_MOTION = struct.Struct("<3f2f8f4f")  # batteries; orientation and turn; four points for debugging; position, velocity
_BALL = struct.Struct(
    "<7f5?3x"
)  # position, relative position, velocity, height; own, engaged, visible, airborne, moved
_PASS = struct.Struct("<4f")
_OBSTACLE = struct.Struct("<2fB3x")
SIZE = _HEAD.size + _FLAGS.size + _MOTION.size + _BALL.size + _PASS.size + MOST_OBSTACLES * _OBSTACLE.size

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SharedBall:
    """The ball as a robot sees it, or as it heard of it; on the field, and relative to the robot."""

    place: Point = (0.0, 0.0)  # m
    relative: Point = (0.0, 0.0)  # m, forward and left
    velocity: Point = (0.0, 0.0)  # m/s
    height: float = 0.0  # m
    own: bool = False  # seen by this robot
    engaged: bool = False  # held by this robot
    visible: bool = False
    airborne: bool = False
    moved: bool = False


@dataclass(frozen=True, slots=True)
class SharedObstacle:
    """The centre of an obstacle on the field, and the number of the team-mate that it is; 0: none."""

    place: Point
    id: int = 0


@dataclass(frozen=True, slots=True)
class RobotState:
    """The state that a robot shares. Role, behaviour, game state and colours are numbers of the team's own lists."""

    number: int
    place: Point = (0.0, 0.0)  # m
    heading: float = 0.0  # rad; 0 looks at the opponents' goal
    velocity: Point = (0.0, 0.0)  # m/s
    turn: float = 0.0  # rad/s
    ball: SharedBall = SharedBall()
    obstacles: Sequence[SharedObstacle] = ()
    role: int = 0
    behaviour: int = 0
    game_state: int = 0
    team_colour: int = 0
    goal_colour: int = 0
    running: bool = True
    stuck: bool = False
    just_kicked: bool = False
    batteries: tuple[float, float, float] = (0.0, 0.0, 0.0)  # V
    coordination: tuple[int, int] = (0, 0)  # two flags, and …
    coordination_point: Point = (0.0, 0.0)  # m, … a point by which a team coordinates passes
    debug: tuple[float, ...] = (0.0,) * 8  # for debugging, four points in CAMBADA's programs

    def encode(self) -> bytes:
        """The bytes of the record; the line of a pass is left empty."""
        obstacles = self.obstacles[:MOST_OBSTACLES]
        point = _out(self.coordination_point)
        head = self.number, self.behaviour, self.role, *self.coordination, self.game_state, *point
        flags = len(obstacles), self.stuck, True, self.running, False, self.just_kicked, False, 0
        ball = self.ball
        seen = *_out(ball.place), *_out(ball.relative), *_out(ball.velocity), ball.height
        place, velocity = _out(self.place), _out(self.velocity)
        parts = [
            _HEAD.pack(*head, self.team_colour, self.goal_colour),
            _FLAGS.pack(*flags),
            _MOTION.pack(*self.batteries, self.heading, self.turn, *self.debug, *place, *velocity),
            _BALL.pack(*seen, ball.own, ball.engaged, ball.visible, ball.airborne, ball.moved),
            _PASS.pack(0.0, 0.0, 0.0, 0.0),
            *(_OBSTACLE.pack(*_out(obstacle.place), obstacle.id) for obstacle in obstacles),
        ]
        return b"".join(parts).ljust(SIZE, b"\0")

    @classmethod
    def decode(cls, data: bytes) -> RobotState | Refusal:
        """The inverse of `encode`."""
        if len(data) != SIZE:
            return Refusal("UNREADABLE", f"ROBOT_WS has {len(data)} bytes, which is not its size")
        number, behaviour, role, *flags, game_state, right, ahead, colour, goal = _HEAD.unpack_from(data)
        at = _HEAD.size
        count, stuck, _, running, _, kicked, _, _ = _FLAGS.unpack_from(data, at)
        if count > MOST_OBSTACLES:
            return Refusal("UNREADABLE", f"ROBOT_WS states {count} obstacles; {MOST_OBSTACLES} fit")
        at += _FLAGS.size
        motion = [_finite(value) for value in _MOTION.unpack_from(data, at)]
        at += _MOTION.size
        seen = _BALL.unpack_from(data, at)
        places = [_finite(value) for value in seen[:7]]
        ball = SharedBall(_in(places[0:2]), _in(places[2:4]), _in(places[4:6]), places[6], *seen[7:])
        at += _BALL.size + _PASS.size
        rows = (_OBSTACLE.unpack_from(data, at + index * _OBSTACLE.size) for index in range(count))
        return cls(
            number=number,
            place=_in(motion[13:15]),
            heading=motion[3],
            velocity=_in(motion[15:17]),
            turn=motion[4],
            ball=ball,
            obstacles=tuple(SharedObstacle(_in((_finite(x), _finite(y))), mate) for x, y, mate in rows),
            role=role,
            behaviour=behaviour,
            game_state=game_state,
            team_colour=colour,
            goal_colour=goal,
            running=bool(running),
            stuck=bool(stuck),
            just_kicked=bool(kicked),
            batteries=(motion[0], motion[1], motion[2]),
            coordination=(flags[0], flags[1]),
            coordination_point=_in((_finite(right), _finite(ahead))),
            debug=tuple(motion[5:13]),
        )


def _out(point: Point) -> Point:
    """From x ahead and y to the left to x to the right and y ahead."""
    return -point[1], point[0]


def _in(point: Sequence[float]) -> Point:
    return point[1], -point[0] + 0.0  # never −0


def _finite(number: float) -> float:
    return number if -1e6 < number < 1e6 else 0.0

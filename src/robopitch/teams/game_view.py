"""A team's view of the game in one frame: robots in arrays, the ball's predicted path, interception times."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from robopitch.control.ballistics import BallLaw, distance_after, remaining_slip
from robopitch.control.interception import Interceptions, intercept
from robopitch.elementary.kernels import kernel
from robopitch.messages import Twist
from robopitch.teams.constants import constants_of
from robopitch.teams.situation import MOVED, in_play

if TYPE_CHECKING:
    from robopitch.messages import Pose
    from robopitch.teams.motion import Move
    from robopitch.teams.observation import Observation

__all__ = ["TIMES", "GameView"]

Floats = NDArray[np.float64]
Point = tuple[float, float]

TIMES: Floats = np.concatenate((np.arange(12) * 0.05, 0.6 + np.arange(18) * 0.2))  # s: fine at first, 4 s in total
_TIMES: list[float] = TIMES.tolist()
REST = Twist(0.0, 0.0, 0.0)
PERIOD, PERIODS = 0.02, (0.005, 0.05)  # s between two decisions: default, and minimum and maximum
KICKED = 0.4  # m/s: a ball that gains more between two frames was kicked
DOUBT = 8.0  # 1/s: speed by which a ball whose position is uncertain by a metre seems to change, three deviations
MOVED_FAR = 0.45  # m: a ball whose position is uncertain has moved if it seems so far away …
MOVED_FOR = 0.12  # … for so long, s
STAYS = 1.5  # robot radii: a ball that moves less stays in one place
BESIDE = 1.5  # ball radii from a robot's hull within which a ball touches it
FLIES = 0.5  # ball radii above the ground beyond which a ball flies
BOUNCE = 0.5  # fraction of its path beyond a wall that a ball travels back from it


@kernel
def _write_path(
    ball: Point, velocity: Point, speed: float, times: Floats, law: BallLaw, slip: float, path: Floats
) -> None:
    """Positions of a ball at times from now."""
    for step in range(times.shape[0]):
        share = distance_after(times[step], speed, law, slip) / speed if speed > 0.0 else 0.0
        path[step, 0], path[step, 1] = ball[0] + share * velocity[0], ball[1] + share * velocity[1]


class GameView:
    """One frame. Own robots and opponents are in arrays, in the order of `numbers` and `others`."""

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.memory = observation.memory
        self.constants = constants_of(observation.league, observation.robot)
        self.numbers = list(observation.own)
        self.others = list(observation.opponents)
        self.keys = [str(number) for number in self.numbers]  # as in the memory
        self.poses = _rows(observation.own)  # x, y, heading
        self.twists = _moving(self.numbers, observation.own_velocity)
        self.place: Floats = np.ascontiguousarray(self.poses[:, :2])
        self.velocity: Floats = np.ascontiguousarray(self.twists[:, :2])
        self.rivals: Floats = np.ascontiguousarray(_rows(observation.opponents)[:, :2])
        moving = _moving(self.others, observation.opponent_velocity)
        self.rival_velocity: Floats = np.ascontiguousarray(moving[:, :2])
        self.ball: Point = (observation.ball[0], observation.ball[1])
        self.roll: Point = (observation.ball_velocity[0], observation.ball_velocity[1])
        self.speed = math.hypot(*self.roll)
        doubt = observation.ball_deviation
        self.doubtful = doubt > 0  # where the ball is, and the robots: they see for themselves
        situation, now = observation.situation, observation.time
        if self.doubtful:
            moved, rests = max(MOVED + 3 * doubt, MOVED_FAR), situation.place
            self.situation = in_play(situation, self.ball, now, self.memory, moved, rests, MOVED_FOR)
        else:
            self.situation = in_play(situation, self.ball, now, self.memory)
        since = observation.time - self.memory.get("time", observation.time - PERIOD)
        self.period = min(max(since, PERIODS[0]), PERIODS[1])  # s between two decisions
        self.memory["time"] = observation.time
        self.frame = int(self.memory.get("frame", 0)) + 1
        self.memory["frame"] = self.frame
        kicked, before = self.memory.get("kicked", (0.0, 0.0))
        self.struck = self.speed > before + KICKED + DOUBT * doubt  # the ball was kicked since the last frame
        if self.struck:
            kicked = self.speed
        self.memory["kicked"] = [kicked, self.speed]
        self.barred = self._barred()  # number of the robot that took a kick and may not touch the ball a second time
        self.stalled = self._stalled()  # s for which the ball has stayed in one place
        self.moves: Mapping[int, Move] = {}  # moves of this frame, to be drawn …
        self.roles: dict[int, str] = {}  # … with the roles of the robots
        self.plans: list[tuple[str, Point, Point]] = []  # … and the planned paths of the ball
        self.flies = observation.ball[2] > (1 + FLIES) * self.constants.ball
        self.slip = self.speed if self.flies else remaining_slip(kicked, self.speed, self.constants.law)

    def _barred(self) -> int | None:
        """The robot that took our last kick, until another one touches the ball: rules forbid a double touch."""
        memory, constants = self.memory, self.constants
        if not self.situation.running or constants.kick <= 0:
            memory["taker of kick"], memory["barred"] = None, None
        if self.situation.taking:
            memory["taker of kick"], memory["barred"] = self.taker, None
        elif memory.get("taker of kick") is not None:
            memory["barred"], memory["taker of kick"] = memory["taker of kick"], None
        barred: int | None = memory.get("barred")
        if barred is not None:
            reach = constants.radius + BESIDE * constants.ball
            near = [pose for number, pose in self.observation.own.items() if number != barred]
            near += self.observation.opponents.values()
            if any(math.dist(pose[:2], self.ball) < reach for pose in near):
                barred = memory["barred"] = None
        return barred

    def chosen_taker(self, field: Sequence[int]) -> int | None:
        """The one of these robots that takes or blocks a kick: the nearest one, then the same until it is over."""
        memory, own, now = self.memory, self.observation.own, self.observation.time
        kept = memory.get("taker")
        if kept is None or kept[0] not in field or now - kept[1] > 1.0:
            if not field:
                return None
            kept = [min(field, key=lambda number: (math.dist(own[number][:2], self.ball), number)), 0.0]
        memory["taker"] = [kept[0], now]
        return int(kept[0])

    @cached_property
    def taker(self) -> int | None:
        """The robot that takes our kick, while one is to be taken."""
        if not self.situation.taking:
            return None
        return self.chosen_taker([number for number in self.numbers if number != self.keeper or len(self.numbers) == 1])

    def _stalled(self) -> float:
        now, anchor = self.observation.time, self.memory.get("anchor")
        if anchor is None or math.dist(anchor[:2], self.ball) > STAYS * self.constants.radius:
            anchor = self.memory["anchor"] = [*self.ball, now]
        return float(now - anchor[2])

    @cached_property
    def keeper(self) -> int | None:
        """The goalkeeper: the robot that the referee names, else the lowest number."""
        named = self.situation.keeper
        return named if named in self.numbers else min(self.numbers, default=None)

    @cached_property
    def path(self) -> Floats:
        """Predicted positions of the ball at `TIMES`; it stops where it leaves the field, or bounces off walls."""
        constants = self.constants
        path = np.empty((len(TIMES), 2))
        _write_path(self.ball, self.roll, self.speed, TIMES, constants.law, self.slip, path)
        x, y = path[-1].tolist()
        if not constants.walled and (abs(self.ball[0]) > constants.length or abs(self.ball[1]) > constants.width):
            edge = np.array(constants.outer) - constants.ball
            return np.minimum(np.maximum(path, -edge), edge)
        if abs(x) > constants.length or abs(y) > constants.width:
            edge = np.array((constants.length, constants.width))
            if constants.walled:
                edge -= constants.ball
                beyond = np.maximum(np.abs(path) - edge, 0.0)
                path -= np.sign(path) * (1 + BOUNCE) * beyond
                np.maximum(path, -edge, out=path)
                np.minimum(path, edge, out=path)
            else:
                out = (np.abs(path) > edge).any(axis=1)
                first = int(out.argmax())
                path[first:] = np.minimum(np.maximum(path[first], -edge), edge)
        return path

    @cached_property
    def parity(self) -> NDArray[np.int64]:
        """Whether the numbers of own robots are even or odd: 0 or 1."""
        return _parity(tuple(self.numbers))

    @cached_property
    def everybody(self) -> tuple[Floats, Floats]:
        """Positions and velocities of all robots: own robots first, then opponents."""
        return np.concatenate((self.place, self.rivals)), np.concatenate((self.velocity, self.rival_velocity))

    @cached_property
    def meets(self) -> Interceptions:
        """Interceptions of all robots: own robots first, then opponents, with the limits of own robots."""
        constants = self.constants
        places, velocities = self.everybody
        return intercept(
            places, velocities, self.path, constants.top, constants.limits.speed_up, TIMES, constants.touch
        )

    @cached_property
    def times(self) -> dict[int, float]:
        """Seconds until each own robot can reach the ball."""
        times = dict(zip(self.numbers, self.meets.times.tolist(), strict=False))
        if self.barred in times and len(times) > 2:
            times[self.barred] += 2 * float(TIMES[-1])
        return times

    @cached_property
    def rival_time(self) -> float:
        """Seconds until an opponent can reach the ball; a long time if there is none."""
        return float(self.meets.times[len(self.numbers) :].min()) if self.others else 2 * float(TIMES[-1])

    def ball_after(self, seconds: float) -> Point:
        """The predicted position of the ball, interpolated."""
        index = bisect_left(_TIMES, seconds)
        if index == 0:
            return self.ball
        if index >= len(_TIMES):
            x, y = self.path[-1].tolist()
            return x, y
        early, late = _TIMES[index - 1], _TIMES[index]
        share = (seconds - early) / (late - early)
        (ax, ay), (bx, by) = self.path[index - 1 : index + 1].tolist()
        return ax + share * (bx - ax), ay + share * (by - ay)


@lru_cache(maxsize=256)
def _parity(numbers: tuple[int, ...]) -> NDArray[np.int64]:
    return np.array(numbers, np.int64) % 2


def _rows(robots: Mapping[int, Pose] | Mapping[int, Twist]) -> Floats:
    """Poses or velocities in an array, in the order of the robots."""
    return np.array(list(chain.from_iterable(robots.values())), np.float64).reshape(-1, 3)


def _moving(numbers: list[int], known: Mapping[int, Twist]) -> Floats:
    """Velocities of robots; zero if they are not known."""
    return _rows(known if list(known) == numbers else {number: known.get(number, REST) for number in numbers})

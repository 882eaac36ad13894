"""Vision: the cameras over a field, and the reports of the vision program for each picture."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from robopitch.messages import Body, Camera, Team
from robopitch.messages.camera_frame import HEAD_NUMBERS, SEEN_NUMBERS, CameraFrames
from robopitch.physics.compiling import compile_params
from robopitch.physics.scalar import Floats, Ints
from robopitch.sensors.overhead import kernel as r
from robopitch.sensors.overhead.camera import CAMERA_NUMBERS, numbers_of
from robopitch.sensors.overhead.coverage import borders
from robopitch.sensors.overhead.mounting import place_cameras
from robopitch.spec import LeagueSpec, RealismSpec, RobotSpec

__all__ = ["OverheadVision"]

_ERROR = (0.3, 0.7, 0.05)  # direction of the position error of cameras, as in ER-Force's simulator
_TEAMS = {Team.BLUE: r.BLUE, Team.YELLOW: r.YELLOW, None: r.OBSTACLE}


class OverheadVision:
    """Overhead cameras. Frames are a function of seed, league, realism, cameras, bodies and state.

    A camera sees what is in its picture and in its part of the field (where it is the nearest camera), or outside by at
    most the overlap. A ball is reported on the plane in which a resting ball has its centre, along the ray on which its
    visible part lies; a robot at the height of its cover. The pixel is where the published camera projects that report
    to.

        vision = Vision(league, load_realism("ssl", "realistic"), seed=1)
        vision.prepare(bodies, robots)                        # again whenever a body is added or changed
        frames = vision.look([0, 1, 2, 3], [7, 7, 7, 7], tick, time, robot_block, ball_block)

    `league`, `realism` and `cameras` can be set at any time.
    """

    def __init__(
        self,
        league: LeagueSpec,
        realism: RealismSpec | None = None,
        cameras: Sequence[Camera] | None = None,
        seed: int = 0,
    ) -> None:
        """Without noise unless a realism is given; cameras as placed by the league unless others are given."""
        self._seed = np.uint64(seed % 2**63)
        self._league = league
        self._realism = realism or RealismSpec(name="perfect")
        self._cameras = tuple(place_cameras(league) if cameras is None else cameras)
        self._bodies: tuple[Body, ...] = ()
        self._robots: tuple[RobotSpec, ...] = ()
        self._refresh()

    @property
    def league(self) -> LeagueSpec:
        """Field, ball and rate. Assigning another league does not move the cameras."""
        return self._league

    @league.setter
    def league(self, league: LeagueSpec) -> None:
        self._league = league
        self._refresh()

    @property
    def realism(self) -> RealismSpec:
        """Noise, loss and errors of the cameras."""
        return self._realism

    @realism.setter
    def realism(self, realism: RealismSpec) -> None:
        self._realism = realism
        self._numbers = self._compiled_realism()

    @property
    def cameras(self) -> tuple[Camera, ...]:
        """The cameras as they are published."""
        return self._cameras

    @cameras.setter
    def cameras(self, cameras: Sequence[Camera]) -> None:
        self._cameras = tuple(cameras)
        self._refresh()

    def prepare(self, bodies: Sequence[Body], robots: Sequence[RobotSpec]) -> None:
        """Set the body of each column of the state, and its specification."""
        self._bodies, self._robots = tuple(bodies), tuple(robots)
        kinds: list[RobotSpec] = []
        rows = []
        for column, (body, robot) in enumerate(zip(self._bodies, self._robots, strict=True)):
            kind = next((index for index, known in enumerate(kinds) if known is robot), len(kinds))
            if kind == len(kinds):
                kinds.append(robot)
            rows.append((_TEAMS[body.team], body.id, column, kind))
        rows.sort()
        self._kinds = compile_params(self._league, kinds, 0.001).kinds
        self._roles = np.array([(column, kind, team, number) for team, number, column, kind in rows], np.int64)
        self._roles = self._roles.reshape(len(rows), 4)
        self._room = len(self._cameras) * (3 * len(rows) + 1), SEEN_NUMBERS  # for all that the cameras can report

    def look(
        self,
        cameras: Sequence[int] | Ints,
        numbers: Sequence[int] | Ints | int,
        tick: int,
        time: float,
        robots: Floats,
        ball: Floats,
        shown: int | None = None,
    ) -> CameraFrames:
        """The frames of some cameras at one instant.

        cameras, numbers:  the cameras, each once, and the number of the frame for each of them, or one for all
        tick, time:        since the beginning
        robots, ball:      their blocks of the state (`physics/state.py`)
        shown:             the number that the frames show, sent at once; None: that for the noise, sent when processed
        """
        count, known = len(cameras), len(self._cameras)
        if count == 0:
            return CameraFrames(np.empty((0, SEEN_NUMBERS)), np.empty((0, HEAD_NUMBERS), np.int64), time, time)
        if robots.shape[1] != len(self._bodies):
            raise ValueError(f"{robots.shape[1]} bodies on the pitch, but prepare() was told of {len(self._bodies)}")
        if robots.dtype != np.float64:
            robots, ball = robots.astype(np.float64), ball.astype(np.float64)
        which = np.asarray(cameras, np.int64)
        counts, more = (self._zeros, numbers) if isinstance(numbers, int) else (np.asarray(numbers, np.int64), 0)
        rows, heads = np.empty(self._room), np.empty((count, HEAD_NUMBERS), np.int64)
        seen = -1 if count > known else r.see(
            self._seed, tick, time, robots, ball, self._lenses, self._edges, self._kinds, self._roles, self._numbers,
            which, counts, more, -1 if shown is None else shown, rows, heads,
        )  # fmt: skip
        if seen < 0:
            raise ValueError(f"cameras {[*cameras]}: there are {known}, numbered from 0")
        return CameraFrames(rows[:seen], heads, time, time + self._processing_time if shown is None else time)

    def _refresh(self) -> None:
        """Compute everything that follows from league and cameras."""
        field = self._league.field
        self._lenses = np.array([numbers_of(camera) for camera in self._cameras], np.float64)
        self._lenses = self._lenses.reshape(len(self._cameras), CAMERA_NUMBERS)
        self._lenses[~np.isfinite(self._lenses).all(axis=1)] = np.nan  # a camera with invalid numbers sees nothing
        half_length = field.length / 2 + (field.margin_goal or field.goal.depth)
        self._zeros = np.zeros(len(self._cameras), np.int64)
        self._edges = borders(self._cameras, half_length, field.width / 2 + field.margin_touch)
        self._numbers = self._compiled_realism()
        self.prepare(self._bodies, self._robots)

    def _compiled_realism(self) -> Floats:
        """The realism as numbers for the kernel."""
        real, vision = self._realism, self._league.sensors.vision
        numbers = np.zeros(r.REALISM_NUMBERS)
        numbers[r.BALL_SD], numbers[r.AREA_SD] = real.ball_position, real.ball_area
        numbers[r.HIDES], numbers[r.LEAST_VISIBLE] = real.hide_balls, real.least_visible
        numbers[r.OVERLAP], numbers[r.OFFSET] = real.camera_overlap, real.position_offset
        numbers[r.FALSE_BALLS] = real.false_balls / vision.rate if vision is not None else 0.0
        numbers[r.MISSING_BALL], numbers[r.MISSING_ROBOT] = real.missing_ball, real.missing_robot
        numbers[r.VANISH_BALL], numbers[r.VANISH_TIME] = real.vanish_ball, real.vanish_time
        numbers[r.VANISH_ROBOT + r.BLUE] = real.vanish_blue
        numbers[r.VANISH_ROBOT + r.YELLOW] = real.vanish_yellow
        numbers[r.ROTATED_START], numbers[r.ROTATED_STOP] = real.rotated_start, real.rotated_stop
        numbers[r.SPREAD] = real.confidence_spread
        length = math.sqrt(_ERROR[0] * _ERROR[0] + _ERROR[1] * _ERROR[1] + _ERROR[2] * _ERROR[2])
        numbers[r.ERROR : r.ERROR + 3] = [real.camera_error * part / length for part in _ERROR]
        numbers[r.ROOT : r.ROOT + 6] = _root(real)
        numbers[r.BALL_RADIUS] = self._league.ball.radius
        self._processing_time = float(real.processing_time)
        return numbers


def _root(realism: RealismSpec) -> tuple[float, float, float, float, float, float]:
    """The lower triangle L with L Lᵀ = Σ, column by column [MI20 §5.1.5]; a direction without noise stays without
    noise.
    """
    if realism.robot_covariance is None:
        place, heading = float(realism.robot_position), float(realism.robot_heading)
        return place, 0.0, place, 0.0, 0.0, heading
    xx, xy, xt, yy, yt, tt = realism.robot_covariance
    a = math.sqrt(xx)
    b, d = (xy / a, xt / a) if a > 0 else (0.0, 0.0)
    e = math.sqrt(max(yy - b * b, 0.0))
    f = (yt - d * b) / e if e > 1e-9 * math.sqrt(yy) else 0.0
    return a, b, e, d, f, math.sqrt(max(tt - d * d - f * f, 0.0))

"""Limits of a robot's drive and the delay of its commands, from moves that start and end at rest.

The model is the simulator itself: each move is made again by a robot alone on the pitch, which gets the recorded
commands and has the limits that are tried. A delay is the time by which everything that was seen has to be moved
back to fit; it holds what radio and the robot's software take. The lag of the wheels' controller is the model's own
(`drive.controller.time_constant`): if that is wrong, the delay makes up for it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.fit.moves import LEAST_SPEED, LEAST_TURN, Move, asked_for
from robopitch.measure.fit.sightings import Sightings, Views, noise_of
from robopitch.measure.fit.solve import Block, Guess, solve
from robopitch.messages import Body, FieldVelocity, Team
from robopitch.physics import state as s
from robopitch.spec import LeagueSpec, change_robot
from robopitch.world.roster import Roster
from robopitch.world.world import World

__all__ = ["LIMITS", "DriveFit", "FittedMove", "fit_drive"]

Floats = NDArray[np.float64]

LIMITS = ("speed", "turn_rate", "speed_up", "brake", "turn_speed_up", "turn_brake")
STEP = 0.001  # s of the model …
EVERY = 0.005  # s: … and how often it is looked at; between, a straight line is off by a hundredth of a millimetre
OPEN = 1.0  # spread of the logarithm of a limit
STOOD = 0.02  # m, rad: how far from where it was seen to stand it may have stood
LATE = 0.2  # s: how late commands may be
BEYOND = 1.03  # a limit shows only if more than it was asked for
RANGES = {"speed": (0.05, 50.0), "turn_rate": (0.1, 500.0), "speed_up": (0.05, 200.0), "brake": (0.05, 200.0)}
RANGES |= {"turn_speed_up": (0.5, 5000.0), "turn_brake": (0.5, 5000.0)}


@dataclass(frozen=True)
class FittedMove:
    """A move as seen, and as the model makes it with the limits before and after the fit."""

    move: Move
    before: Floats  # [n, 3], at the times of the sightings
    after: Floats


@dataclass(frozen=True)
class DriveFit:
    """Limits by name: value and uncertainty as a share of it; the delay of commands and its uncertainty, s."""

    limits: Mapping[str, tuple[float, float]]
    delay: tuple[float, float]
    moves: tuple[FittedMove, ...]
    scale: float


class _Robot:
    """Simulates moves of a robot that is alone on the pitch."""

    def __init__(self, league: LeagueSpec, team: Team, views: Views, noise: Floats) -> None:
        self.league, self.team, self.views, self.noise = league, team, views, noise
        self.spec = league.team(team).robot
        self._world = lru_cache(maxsize=32)(self._make)

    def _make(self, limits: tuple[float, ...]) -> World:
        values = {f"drive.limits.{name}": value for name, value in zip(LIMITS, limits, strict=True)}
        return World(self.league, Roster((Body(self.team, 0),), (change_robot(self.spec, values),)), "turf", STEP)

    def path(self, limits: tuple[float, ...], move: Move) -> Floats:
        """Poses every EVERY from the start of a move on, as if commands were obeyed at once: [n, 3]."""
        world = self._world(limits)
        x, y, heading = move.pose
        world.place_robot(self.team, 0, x, y, heading)
        half = world.league.field
        world.place_ball(math.copysign(half.length / 2, -x), math.copysign(half.width / 2, -y))
        count = math.ceil((move.seen.times[-1] - move.start) / EVERY) + 2
        due = {max(round((time - move.start) / STEP), 0): command for time, command in move.commands}
        track, robots, every = np.empty((count, 4)), world.robot_block, round(EVERY / STEP)
        now = 0
        for tick in sorted({*range(0, count * every, every), *(tick for tick in due if tick < count * every)}):
            world.step(tick - now)
            now = tick
            if tick % every == 0:
                track[tick // every] = robots[s.X : s.HY + 1, 0]
            if tick in due:
                world.order(0, due[tick], None, None)
        turned = np.unwrap(np.arctan2(track[:, 3], track[:, 2]))
        return np.column_stack((track[:, :2], turned + 2 * math.pi * np.round((heading - turned[0]) / (2 * math.pi))))

    def block(self, move: Move, usual: Floats) -> Block:
        """What the solver asks for a move. Shared: logarithms of the limits, the delay, cameras; own: the pose."""
        least, most = np.array([RANGES[name] for name in LIMITS]).T
        in_field = isinstance(move.commands[0][1], FieldVelocity)
        asked = asked_for([move])
        matters = np.array([asked["turn_rate" if "turn" in name else "speed"] > 0 for name in LIMITS])

        @lru_cache(maxsize=16)
        def track(logs: tuple[float, ...]) -> Floats:
            return self.path(tuple(np.clip(usual * np.exp(np.clip(logs, -9, 9)), least, most).tolist()), move)

        def residuals(shared: Floats, own: Floats) -> Floats:
            path = track(tuple(np.where(matters, shared[: len(LIMITS)], 0.0).tolist()))
            at = np.clip((move.seen.times - move.start - shared[len(LIMITS)]) / EVERY, 0, len(path) - 1.001)
            whole = at.astype(np.int64)
            pose = path[whole] + (at - whole)[:, None] * (path[whole + 1] - path[whole])
            # It may have stood a little differently: the whole path goes with that, unless commands say where to.
            turn = 0.0 if in_field else own[2]
            way = pose[:, :2] - path[0, :2]
            turned = way + turn * np.column_stack((-way[:, 1], way[:, 0]))
            report = self.views.report(path[0, :2] + own[:2] + turned, move.seen.cameras, shared[len(LIMITS) + 1 :])
            full = np.column_stack((report, pose[:, 2] + own[2]))
            return ((move.seen.places - full) / self.noise).ravel()

        return residuals


def fit_drive(moves: Sequence[Move], league: LeagueSpec, team: Team, views: Views, seen: Sightings) -> DriveFit:
    """Limits and delay that make the model move as was seen."""
    noise = noise_of(seen)
    robot = _Robot(league, team, views, noise)
    limits = robot.spec.drive.limits
    if limits.kind == "none":
        raise ValueError(
            f"{league.name}: the robot {robot.spec.name!r} has drive.limits.kind = 'none', so there are none to fit"
        )
    usual = np.array([float(getattr(limits, name)) for name in LIMITS])
    start = np.log(_first_guess(moves, usual) / usual)
    physical = Guess.of(*[(log, 0.0, OPEN, 5e-3) for log in start], (0.0, 0.0, LATE, 1e-3))
    blocks = [robot.block(move, usual) for move in moves]
    own = [Guess.of(*[(0.0, 0.0, STOOD, 1e-3)] * 3) for _ in moves]
    found = solve(blocks, physical.joined(views.guess), own)
    asis = found.shared.copy()
    asis[: len(LIMITS)] = 0.0
    fitted = []
    for move, block, after, pose in zip(moves, blocks, found.residuals, found.own, strict=True):
        shape = move.seen.places.shape
        before = move.seen.places - block(asis, pose).reshape(shape) * noise
        fitted.append(FittedMove(move, before, move.seen.places - after.reshape(shape) * noise))
    asked = asked_for(moves)
    values = {}
    for n, name in enumerate(LIMITS):
        value, doubt = float(usual[n] * math.exp(min(max(found.shared[n], -9), 9))), float(found.uncertainty[n])
        hidden = name in asked and asked[name] < BEYOND * value
        values[name] = (value, OPEN if hidden else doubt)
    at = len(LIMITS)
    return DriveFit(values, (float(found.shared[at]), float(found.uncertainty[at])), tuple(fitted), found.scale)


def _first_guess(moves: Sequence[Move], usual: Floats) -> Floats:
    """The limits as they were, but none above what was seen: a limit that is never reached cannot be found downhill."""
    speeds, turns = [0.0], [0.0]
    for move in moves:
        for camera in np.unique(move.seen.cameras):
            own = move.seen[move.seen.cameras == camera]
            if len(own) > 4:
                apart = own.times[4:] - own.times[:-4]
                good = (apart > 1e-3) & (apart < 0.15)
                way = np.abs(own.places[4:] - own.places[:-4])[good] / apart[good][:, None]
                speeds += np.hypot(way[:, 0], way[:, 1]).tolist()
                turns += way[:, 2].tolist()
    guess = usual.copy()
    for at, rates, least in ((0, speeds, LEAST_SPEED), (1, turns, LEAST_TURN)):
        top = float(np.sort(rates)[-max(len(rates) // 50, 1)])
        if top > least:
            guess[at] = min(usual[at], top)
    return guess

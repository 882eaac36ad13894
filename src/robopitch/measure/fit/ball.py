"""Friction and bounce of the ball, from kicks and chips that cameras saw.

The model is the law that the simulator itself has: each kick is played again with the numbers that are tried, and seen
through the same cameras. So what is found is what makes the simulator do what was seen.

A kick starts without spin, as from a plate. Straight ones tell how the ball slides and rolls, and at which share of
the speed of the kick it changes from one to the other. Of a chip one sees the shadow that each camera throws of it
on the ground; the times of its bounces, which do not depend on where a camera hangs, tell most about restitution.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.fit.flight import fly
from robopitch.measure.fit.kicks import FlownBall
from robopitch.measure.fit.sightings import Views
from robopitch.measure.fit.solve import Block, Guess, Solution, solve
from robopitch.physics import params as p
from robopitch.physics.compiling import compile_params
from robopitch.spec import LeagueSpec

__all__ = ["BallFit", "FittedKick", "fit_chips", "fit_straight", "sort_kicks"]

Floats = NDArray[np.float64]

SLIDES = ("ball.sliding_friction", "ball.rolling_deceleration", "ball.inertia_factor")
BOUNCES = ("ball.restitution", "ball.inertia_factor")
OPEN = 1.0  # spread of the logarithm of a parameter: a factor of e either way …
SOLID = 0.3  # … but balls are solid or hollow, not anything
PLACES = {
    "ball.sliding_friction": p.SLIDING,
    "ball.rolling_deceleration": p.ROLLING,
    "ball.inertia_factor": p.INERTIA_FACTOR,
    "ball.restitution": p.BOUNCE,
}
RANGES = {"ball.sliding_friction": (0.01, 2.0), "ball.rolling_deceleration": (0.001, 10.0)}
RANGES |= {"ball.inertia_factor": (0.05, 1.0), "ball.restitution": (0.01, 0.99)}  # what a search may try
LAIN = 0.02  # m: how far from where it was seen to lie a ball may have lain; the robot hides half of it
KICKED = 0.015  # s: and how far from when it seemed to be kicked
CLIMBS = (1.5, 2.5, 3.5, 4.5)  # m/s: first guesses for a chip
MOST_KICKS = 30  # the longest; more take time and tell nothing new
GOOD = 2.0  # by the noise of the cameras: a kick that fits worse is something else
MOST_CORRELATED = 0.9  # of successive residuals: more cannot be told apart in so short a time
CLIMBED, CLEARLY = 1.0, 0.7  # m/s, and by how a straight kick fits: what is less is not surely a chip


@dataclass(frozen=True)
class FittedKick:
    """A kick, and how it looks to the cameras with the numbers before and after the fit."""

    kick: FlownBall
    start: Floats  # x, y, vx, vy, vz, t of the kick
    before: Floats  # [n, 2], at the times of the sightings
    after: Floats


@dataclass(frozen=True)
class BallFit:
    """Parameters by path: value, and its uncertainty as a share of it."""

    values: Mapping[str, tuple[float, float]]
    kicks: tuple[FittedKick, ...]
    scale: float  # noise found, by that of the cameras


class _Ball:
    """Simulates kicks, and how cameras report them."""

    def __init__(self, league: LeagueSpec, views: Views, noise: Floats) -> None:
        self.views, self.noise = views, noise
        self._pitch = np.array(compile_params(league, [], 0.001).pitch, np.float64)

    def value(self, path: str) -> float:
        """The start value of a parameter."""
        return max(float(self._pitch[PLACES[path]]), RANGES[path][0])

    def block(self, kick: FlownBall, paths: Sequence[str], fixed: Mapping[str, float], chip: bool) -> Block:
        """The residuals of a kick as a block for the solver."""
        times, which = np.unique(kick.seen.times, return_inverse=True)
        pitch, places = self._pitch.copy(), np.empty((len(times), 3))
        for path, value in fixed.items():
            pitch[PLACES[path]] = value
        usual = np.array([self.value(path) for path in paths])
        least, most = np.array([RANGES[path] for path in paths]).T
        columns = [PLACES[path] for path in paths]

        def residuals(shared: Floats, own: Floats) -> Floats:
            pitch[columns] = np.clip(usual * np.exp(np.clip(shared[: len(paths)], -9, 9)), least, most)
            fly(own[:5] if chip else np.array([*own[:4], 0.0]), own[-1], times, pitch, places)
            report = self.views.report_ball(places[which], kick.seen.cameras, shared[len(paths) :])
            return ((kick.seen.places - report) / self.noise).ravel()

        return residuals


def sort_kicks(
    kicks: Sequence[FlownBall], league: LeagueSpec, views: Views, cameras: Floats, noise: Floats
) -> tuple[list[tuple[FlownBall, Floats]], list[tuple[FlownBall, Floats]]]:
    """Straight kicks and chips, each with a first guess of how it started; those that are neither are left out."""
    model = _Ball(league, views, noise)
    straight: list[tuple[FlownBall, Floats]] = []
    chips: list[tuple[FlownBall, Floats]] = []
    longest = sorted(kicks, key=lambda kick: kick.start - kick.seen.times[-1])[:MOST_KICKS]
    for kick in sorted(longest, key=lambda kick: kick.start):
        ground = _alone(model, kick, SLIDES, [(*kick.velocity,)])
        if ground.scale < GOOD:
            straight.append((kick, ground.own[0]))
            continue
        camera = cameras[np.bincount(kick.seen.cameras[:10]).argmax()]
        guesses = []
        for climb in CLIMBS:  # what the camera saw is the ball's velocity, and the climb as seen from aside
            aside = (np.array(kick.place) - camera[:2]) / camera[2]
            guesses.append((*(np.array(kick.velocity) - aside * climb), climb))
        air = _alone(model, kick, BOUNCES, guesses)
        hops = 2 * air.own[0][4] * (1 + float(league.ball.restitution)) / float(league.gravity)  # s: the first two
        flew = air.own[0][4] > CLIMBED and kick.seen.times[-1] - kick.start > hops
        if flew and air.scale < min(GOOD, CLEARLY * ground.scale):
            chips.append((kick, air.own[0]))
    return straight, chips


def fit_straight(kicks: Sequence[tuple[FlownBall, Floats]], league: LeagueSpec, views: Views, noise: Floats) -> BallFit:
    """Sliding friction, rolling deceleration and inertia factor from straight kicks."""
    return _together(kicks, SLIDES, {}, league, views, noise, chip=False)


def fit_chips(
    chips: Sequence[tuple[FlownBall, Floats]],
    found: Mapping[str, float],
    league: LeagueSpec,
    views: Views,
    noise: Floats,
) -> BallFit:
    """Restitution from chips; *found*: the values from straight kicks.

    Friction is sought again, of chips alone: a carpet need not take as much of a ball that bounces on it.
    """
    return _together(chips, BOUNCES, found, league, views, noise, chip=True)


def _together(
    kicks: Sequence[tuple[FlownBall, Floats]],
    paths: Sequence[str],
    fixed: Mapping[str, float],
    league: LeagueSpec,
    views: Views,
    noise: Floats,
    chip: bool,
) -> BallFit:
    model = _Ball(league, views, noise)
    blocks = [model.block(kick, paths, fixed, chip) for kick, _ in kicks]
    own = [_start(kick, guess) for kick, guess in kicks]
    guess = _physical(paths).joined(views.guess)
    first = solve(blocks, guess, own)
    # Again, so that a kick whose residuals are correlated does not count as if each sighting were a new measurement.
    weights = [_independent(kick, residuals) for (kick, _), residuals in zip(kicks, first.residuals, strict=True)]
    found = solve(blocks, replace(guess, start=first.shared), own, weights=weights)
    # With the numbers of before, each kick may still start as fits best: that is what they would be judged by.
    held = found.shared.copy()
    held[: len(paths)] = 0.0
    asis = [_restarted(block, held, guess) for block, guess in zip(blocks, own, strict=True)]
    fitted = []
    for (kick, _), after, before, start in zip(kicks, found.residuals, asis, found.own, strict=True):
        shape = kick.seen.places.shape
        fitted.append(
            FittedKick(
                kick,
                start if chip else np.array([*start[:4], 0.0, start[4]]),
                kick.seen.places - before.reshape(shape) * noise,
                kick.seen.places - after.reshape(shape) * noise,
            )
        )
    values = {
        path: (model.value(path) * math.exp(log), float(doubt))
        for path, log, doubt in zip(paths, found.shared, found.uncertainty, strict=False)
    }
    return BallFit(values, tuple(fitted), found.scale)


def _independent(kick: FlownBall, residuals: Floats) -> float:
    """Independent measurements per sighting, (1 − ρ) / (1 + ρ), from the correlation ρ of successive residuals.

    A residual of the same camera is compared with the next one, as in a first-order autoregressive process.
    """
    products = squares = 0.0
    rows = residuals.reshape(-1, 2)
    for camera in np.unique(kick.seen.cameras):
        own = rows[kick.seen.cameras == camera]
        products += float((own[1:] * own[:-1]).sum())
        squares += float((own[1:] ** 2 + own[:-1] ** 2).sum()) / 2
    correlation = min(max(products / max(squares, 1e-12), 0.0), MOST_CORRELATED)
    return (1 - correlation) / (1 + correlation)


def _alone(model: _Ball, kick: FlownBall, paths: Sequence[str], velocities: Sequence[tuple[float, ...]]) -> Solution:
    """One kick by itself, from the best of several first guesses."""
    block = model.block(kick, paths, {}, chip=len(velocities[0]) == 3)
    tries = []
    for velocity in velocities:
        guess = _start(kick, np.array([*kick.place, *velocity, kick.start]))
        tries.append(solve([block], _physical(paths).joined(model.views.guess), [guess], rounds=12))
    return min(tries, key=lambda found: found.scale)


def _restarted(block: Block, shared: Floats, own: Guess) -> Floats:
    """Residuals of a kick that may start as fits best, all other numbers given."""
    return solve([lambda _, numbers: block(shared, numbers)], Guess.of(), [own]).residuals[0]


def _start(kick: FlownBall, guess: Floats) -> Guess:
    """How a kick may have started."""
    x, y = kick.place
    ends = [(guess[0], x, LAIN, 1e-3), (guess[1], y, LAIN, 1e-3)]
    middle = [(speed, 0.0, math.inf, 1e-2) for speed in guess[2:-1]]
    return Guess.of(*ends, *middle, (guess[-1], kick.start, KICKED, 1e-3))


def _physical(paths: Sequence[str]) -> Guess:
    """Logarithms of parameters relative to their start values."""
    return Guess.of(*[(0.0, 0.0, SOLID if path == "ball.inertia_factor" else OPEN, 3e-3) for path in paths])

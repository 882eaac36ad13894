"""Parameters of ball, drive and delays, fitted so that the simulator reproduces what cameras saw.

From what overhead cameras saw and what was commanded, never from the truth; of a simulated or of a real run. Which
motions a run must hold is described in `measure/fit/experiment.py`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.fit.ball import BallFit, fit_chips, fit_straight, sort_kicks
from robopitch.measure.fit.drive import DriveFit, fit_drive
from robopitch.measure.fit.kicks import find_kicks
from robopitch.measure.fit.moves import find_moves
from robopitch.measure.fit.sightings import Sightings, Views, camera_positions, noise_of, robots_in, seen
from robopitch.measure.run import Run
from robopitch.messages import Team
from robopitch.spec import LeagueSpec, RobotSpec, load_league
from robopitch.spec.toml import write_toml

__all__ = ["WHAT", "Estimate", "Fit", "fit_run"]

Floats = NDArray[np.float64]

WHAT = ("ball", "chip", "drive", "delay")
FEWEST = 2  # kicks, or chips: one alone may be anything
CLEAR = 0.1  # a parameter that is less certain than this share of it does not show in the run
CLEAR_DELAY = 0.005  # s
CALIBRATED = 0.01  # relative error of the calibration of cameras, which more data does not reduce …
INSTANT = 0.0005  # s: … and the smallest error of a delay, half of a usual step
UNITS = {"rolling_deceleration": "m/s2", "speed": "m/s", "turn_rate": "rad/s", "speed_up": "m/s2", "brake": "m/s2"}
UNITS |= {"turn_speed_up": "rad/s2", "turn_brake": "rad/s2"}
NEEDS = {
    "ball": "straight kicks of a ball at rest that nobody touches afterwards, for a second or longer",
    "chip": "chips that bounce at least twice, with nobody near",
    "drive": "drives and turns from rest to rest, with the commands that a robot got",
    "delay": "commands and what was seen of the robot, or the times at which frames arrived",
}


@dataclass(frozen=True)
class Estimate:
    """A parameter: start value, fitted value and standard error."""

    path: str  # as an override takes it, or in words what no override sets
    unit: str
    start: float | None  # as the league has it
    value: float
    uncertainty: float  # standard error, in the unit of the value
    clear: bool  # shows in the run; otherwise it was left as it was
    file: bool  # belongs into a file of overrides


@dataclass(frozen=True)
class Fit:
    """The result of a fit."""

    title: str
    league: str
    robot: str | None
    estimates: tuple[Estimate, ...]
    missing: tuple[str, ...]  # what the run does not show, and what would
    kicks: BallFit | None
    chips: BallFit | None
    drive: DriveFit | None

    def __getitem__(self, path: str) -> Estimate:
        return {estimate.path: estimate for estimate in self.estimates}[path]

    @property
    def noise(self) -> dict[str, str]:
        """What `--noise` takes: the delays, which are no part of a league."""
        delays = {"vision delay": "vision_delay", "command delay": "command_delay"}
        return {
            delays[estimate.path]: f"{1000 * max(estimate.value, 0.0):.1f} ms"
            for estimate in self.estimates
            if estimate.path in delays and estimate.clear
        }

    @property
    def toml(self) -> str:
        """A file of overrides, for `--file`."""
        tree: dict[str, Any] = {}
        for estimate in self.estimates:
            if estimate.file and estimate.clear:
                *tables, key = estimate.path.split(".")
                table = tree
                for name in tables:
                    table = table.setdefault(name, {})
                entry: dict[str, object] = {"value": float(f"{estimate.value:.5g}")}
                if estimate.unit != "1":
                    entry["unit"] = estimate.unit
                table[key] = entry | {"source": f"fitted to {self.title}, ± {estimate.uncertainty:.2g}"}
        noise = "".join(f' --noise "{name}={value}"' for name, value in self.noise.items())
        about = "Fitted to what cameras saw. To use it, with the delays that belong to it but are no part of a league:"
        return write_toml(tree, f"{about}\n  robopitch serve {self.league} --file THIS{noise}")


def fit_run(
    run: Run, league: LeagueSpec | str | None = None, robot: str | None = None, what: Collection[str] = WHAT
) -> Fit:
    """Fit parameters of ball, drive and delays to a run; a ValueError if it shows none of what is asked for.

    league: whose values are the start; the run's own if not given
    robot:  "blue.3", whose drive is fitted; the one that moved most if not given
    what:   some of "ball", "chip", "drive", "delay"
    """
    for part in what:
        if part not in WHAT:
            raise ValueError(f"{part!r} cannot be fitted; {', '.join(WHAT)} can")
    spec = _league(run, league)
    cameras = camera_positions(run, spec)
    views = Views(cameras, float(spec.ball.radius))
    robots = {name: seen(run, name, cameras) for name in robots_in(run)}
    if robot is not None and robot not in robots:
        known = ", ".join(robots) or "none"
        raise ValueError(f"{run.title}: no camera saw {robot!r}; seen were {known}")
    kicks = chips = drive = None
    found: dict[str, list[Estimate]] = {}
    if "ball" in what or "chip" in what:
        kicks, chips = _ball(run, spec, robots, cameras, chip="chip" in what)
        found["ball"] = [] if kicks is None else _of_kicks(kicks, spec)
        found["chip"] = [] if chips is None else _of_chips(chips, spec)
    if "drive" in what or "delay" in what:
        robot, drive = _drive(run, spec, robot, robots, views)
        found["drive"] = [] if robot is None or drive is None else _of_drive(drive, robot, spec)
        found["delay"] = _of_delays(drive, robots)
    estimates = tuple(estimate for part in WHAT if part in what for estimate in found[part])
    missing = tuple(
        f"no {part} in this run: it takes {NEEDS[part]}" for part in WHAT if part in what and not found[part]
    )
    if not estimates:
        raise ValueError("\n".join([f"{run.title}: nothing to fit", *missing]))
    return Fit(run.title, spec.name, None if drive is None else robot, estimates, missing, kicks, chips, drive)


def _league(run: Run, league: LeagueSpec | str | None) -> LeagueSpec:
    if isinstance(league, LeagueSpec):
        return league
    name = league if league is not None else run.notes.get("league")
    if not isinstance(name, str):
        raise ValueError(f"{run.title} does not say which league it is of; give one")
    return load_league(name)


def _robot_of(league: LeagueSpec, team: Team) -> RobotSpec:
    return league.team(team).robot


def _ball(
    run: Run, league: LeagueSpec, robots: Mapping[str, Sightings], cameras: Floats, chip: bool
) -> tuple[BallFit | None, BallFit | None]:
    """The fits of straight kicks and of chips."""
    ball, views = seen(run, "ball", cameras), Views(cameras, float(league.ball.radius))
    near = []
    for name, sightings in robots.items():
        near.append((sightings, float(_robot_of(league, Team(name.split(".")[0])).outline.circumradius)))
    noise = noise_of(ball)
    straight, flown = sort_kicks(find_kicks(ball, near, league), league, views, cameras, noise)
    kicks = fit_straight(straight, league, views, noise) if len(straight) >= FEWEST else None
    known = {} if kicks is None else {path: value for path, (value, doubt) in kicks.values.items() if doubt < CLEAR}
    return kicks, fit_chips(flown, known, league, views, noise) if chip and len(flown) >= FEWEST else None


def _drive(
    run: Run, league: LeagueSpec, robot: str | None, robots: Mapping[str, Sightings], views: Views
) -> tuple[str | None, DriveFit | None]:
    """The fit of one robot's drive, of the one with most moves if none is named."""
    found = {}
    for name in robots if robot is None else [robot]:
        others = [sightings for other, sightings in robots.items() if other != name]
        found[name] = find_moves(run, name, robots[name], others)
    best = max(found, key=lambda name: len(found[name]), default=None)
    if best is None or not found[best]:
        return robot, None
    team = Team(best.split(".")[0])
    return best, fit_drive(found[best], league, team, views, robots[best])


def _estimate(path: str, start: float, value: float, share: float) -> Estimate:
    key = path.rpartition(".")[2]
    return Estimate(
        path, UNITS.get(key, "1"), start, value, math.hypot(share, CALIBRATED) * value, share < CLEAR, file=True
    )


def _of_kicks(kicks: BallFit, league: LeagueSpec) -> list[Estimate]:
    return [
        _estimate(path, float(getattr(league.ball, path.rpartition(".")[2])), *found)
        for path, found in kicks.values.items()
    ]


def _of_chips(chips: BallFit, league: LeagueSpec) -> list[Estimate]:
    """Restitution, and what is left of the speed along the ground when a chip first grips the carpet: 1/(1 + c)."""
    value, share = chips.values["ball.inertia_factor"]
    kept, start = 1 / (1 + value), 1 / (1 + float(league.ball.inertia_factor))
    doubt = share * value * kept**2
    return [
        _estimate("ball.restitution", float(league.ball.restitution), *chips.values["ball.restitution"]),
        Estimate("speed kept in the first hop", "1", start, kept, doubt, share < CLEAR, file=False),
    ]


def _of_drive(drive: DriveFit, robot: str, league: LeagueSpec) -> list[Estimate]:
    team = Team(robot.split(".")[0])
    limits = _robot_of(league, team).drive.limits
    return [
        _estimate(f"{team}.robot.drive.limits.{name}", float(getattr(limits, name)), *found)
        for name, found in drive.limits.items()
    ]


def _of_delays(drive: DriveFit | None, robots: Mapping[str, Sightings]) -> list[Estimate]:
    """From a picture until it arrives; from a command until it acts; both together."""
    estimates = []
    late = np.concatenate([np.zeros(0), *(sightings.arrivals - sightings.times for sightings in robots.values())])
    late = late[np.isfinite(late)]
    if len(late):
        vision = float(np.median(late))
        spread = math.hypot(1.4826 * float(np.median(np.abs(late - vision))) / math.sqrt(len(late)), INSTANT)
        estimates.append(Estimate("vision delay", "s", None, vision, spread, clear=True, file=False))
    if drive is not None:
        value, doubt = drive.delay[0], math.hypot(drive.delay[1], INSTANT)
        estimates.append(Estimate("command delay", "s", None, value, doubt, doubt < CLEAR_DELAY, file=False))
    if len(estimates) == 2:
        both, doubt = sum(one.value for one in estimates), math.hypot(*(one.uncertainty for one in estimates))
        estimates.append(Estimate("total delay", "s", None, both, doubt, doubt < CLEAR_DELAY, file=False))
    return estimates

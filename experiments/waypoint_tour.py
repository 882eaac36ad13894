"""[CAMBADA-sim fig. 5.8 to 5.10]: a tour of four waypoints, facing the opponents' goal; true path and odometry.

With the controller of that time, and with that of [CAMBADA-control].
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from experiments.cambada import PERIOD, STEP, Agent, Drive, drive, kinematics, straight_agent
from experiments.finding import FIGURES, Finding, Table
from robopitch.control.geometry import Pose, Twist
from robopitch.control.limiting import Limiter, direction_first, straight_to
from robopitch.control.odometry import rolled_track
from robopitch.plot.style import GREY, INK, WIDTH, legend, line_style, panels, save

GOAL = (11.0, 0.0)  # m: the middle of the opponents' goal
WAYPOINTS = ((2.0, 2.0), (-2.0, 2.0), (-2.0, -2.0), (2.0, -2.0))  # m
LAPS = 2
NEAR = 0.15  # m: distance at which it switches to the next one
SECONDS = 30.0


class Controller(NamedTuple):
    """How the robot is controlled: prediction over the delay, limiter and its limit."""

    predict: bool
    limiter: Limiter
    acceleration: float  # m/s²


CONTROLLERS = {
    "[CAMBADA-sim]": Controller(predict=False, limiter=straight_to, acceleration=3.0),
    "[CAMBADA-control]": Controller(predict=True, limiter=direction_first, acceleration=3.0),
    "the same, 5 m/s²": Controller(predict=True, limiter=direction_first, acceleration=5.0),  # beyond traction
}
EARLIER, LATER, SLIPPING = CONTROLLERS


class Lap(NamedTuple):
    """A tour, and what odometry made of it."""

    drive: Drive
    odometry: NDArray[np.float64]  # [cycle, 3]
    errors: NDArray[np.float64]  # [cycle], m
    turned: float  # rad, largest error of the heading of odometry
    way: float  # m
    seconds: float  # until the last waypoint
    missed: float  # m, largest distance at which a waypoint was passed
    gaze: float  # rad, largest angle between heading and goal after the first second
    off_line: float  # m, largest distance from the straight lines between waypoints


def tour(controller: Controller) -> Lap:
    """Drive the tour, and compute odometry from the encoders."""
    agent = _Tour(controller.acceleration)
    one = drive(
        _looking(Pose(*WAYPOINTS[-1], 0.0)),
        agent.want,
        SECONDS,
        predict=controller.predict,
        limiter=controller.limiter,
        acceleration=controller.acceleration,
    )
    if agent.visited < LAPS * len(WAYPOINTS):
        raise RuntimeError(f"{agent.visited} waypoints in {SECONDS:g} s: the tour takes longer than it was given")
    track = _odometry(one)
    truth = one.poses[:: round(PERIOD / STEP)]
    until = round(agent.finished / STEP)
    return Lap(
        drive=one,
        odometry=track,
        errors=np.hypot(track[:, 0] - truth[:, 0], track[:, 1] - truth[:, 1]),
        turned=float(np.abs(track[:, 2] - truth[:, 2]).max()),
        way=float(np.hypot(*np.diff(one.poses[:, :2], axis=0).T).sum()),
        seconds=agent.finished,
        missed=_missed(one.poses),
        gaze=float(np.abs(_gaze(one.poses)[1000:]).max()),
        off_line=_off_line(one.poses[:until]),
    )


def run(figure: Path, quick: bool = False) -> Finding:
    """Drive the tour with each controller, plot it and report the differences."""
    laps = {name: tour(controller) for name, controller in CONTROLLERS.items()}
    _draw(laps, figure)
    earlier, later, slipping = laps.values()
    share = {name: float(lap.errors.max() / lap.way) for name, lap in laps.items()}
    return Finding(
        title="Tour of four waypoints",
        source="[CAMBADA-sim fig. 5.8, 5.9 and 5.10]",
        there="The simulated robot drives the tour much like the real one and slides at some turning points; its "
        "odometry is more accurate than the real one's, because it uses body velocities instead of encoders.",
        here=f"With the controller of [CAMBADA-sim] the robot leaves the lines between the waypoints by up to "
        f"{100 * earlier.off_line:.0f} cm, with that of [CAMBADA-control] by {100 * later.off_line:.0f} cm: without "
        "prediction it brakes and turns too late, which looks like sliding though the wheels grip. Odometry from "
        f"encoders is up to {100 * earlier.errors.max():.0f} and {100 * later.errors.max():.0f} cm off. With a limit "
        f"of {CONTROLLERS[SLIPPING].acceleration:g} m/s², where wheels slip at the turning points, it is "
        f"{100 * slipping.errors.max():.0f} cm.",
        conclusion="A robot that grips seems to slide at the turning points if nobody predicts its delay: it leaves "
        f"the lines by {100 * earlier.off_line:.0f} cm without prediction, by {100 * later.off_line:.0f} cm with it.",
        settings="Waypoints at (±2, ±2) m, counter-clockwise, two laps of 16 m, switching to the next one at 15 cm; "
        "the goal at (11, 0) m. [CAMBADA-sim] uses the agent of its time: no prediction, the original limiter; the "
        "delay is 165 ms for both. Otherwise as in [CAMBADA-control fig. 4.12]; encoders read in each cycle of 40 ms, "
        "wheels of exactly known size.",
        figure=figure,
        table=Table(
            ("controller", "time, s", "waypoint missed by, cm", "off the lines, cm", "gaze off, °", "odometry off, cm",
             "of the way, %", "heading off, °"),
            tuple(
                (
                    name,
                    f"{lap.seconds:.1f}",
                    f"{100 * lap.missed:.0f}",
                    f"{100 * lap.off_line:.0f}",
                    f"{math.degrees(lap.gaze):.1f}",
                    f"{100 * lap.errors.max():.0f}",
                    f"{100 * share[name]:.1f}",
                    f"{math.degrees(lap.turned):.1f}",
                )
                for name, lap in laps.items()
            ),
        ),
        numbers={
            "missed": later.missed,
            "gaze": later.gaze,
            "odometry": float(later.errors.max()),
            "odometry_share": share[LATER],
            "odometry_share_earlier": share[EARLIER],
            "odometry_slip": float(slipping.errors.max()),
            "odometry_slip_share": share[SLIPPING],
            "turned": later.turned,
            "turned_slip": slipping.turned,
            "off_line": later.off_line,
            "off_line_earlier": earlier.off_line,
        },
    )  # fmt: skip


def _looking(pose: Pose) -> Pose:
    return pose._replace(heading=math.atan2(GOAL[1] - pose.y, GOAL[0] - pose.x))


class _Tour:
    """An agent that drives from waypoint to waypoint, facing the goal; it stays at the last one."""

    def __init__(self, acceleration: float) -> None:
        self.visited = 0
        self.finished = math.inf  # s
        self._acceleration = acceleration

    def want(self, pose: Pose, time: float) -> Twist:
        x, y = WAYPOINTS[min(self.visited, LAPS * len(WAYPOINTS) - 1) % len(WAYPOINTS)]
        if math.hypot(x - pose.x, y - pose.y) < NEAR and self.visited < LAPS * len(WAYPOINTS):
            self.visited += 1
            if self.visited == LAPS * len(WAYPOINTS):
                self.finished = time
            return self.want(pose, time)
        agent: Agent = straight_agent(Pose(x, y, _looking(pose).heading), acceleration=self._acceleration)
        return agent(pose, time)


def _odometry(one: Drive) -> NDArray[np.float64]:
    """Encoder readings, once per cycle: the mean wheel speeds of the cycle."""
    steps = round(PERIOD / STEP)
    speeds = one.wheel_speeds[1:].reshape(-1, steps, 3).mean(axis=1)
    return rolled_track(Pose(*one.poses[0]), speeds, kinematics(), PERIOD)


def _gaze(poses: NDArray[np.float64]) -> NDArray[np.float64]:
    """Angle between the heading and the direction of the goal."""
    bearing = np.arctan2(GOAL[1] - poses[:, 1], GOAL[0] - poses[:, 0])
    return np.remainder(poses[:, 2] - bearing + np.pi, 2 * np.pi) - np.pi


def _missed(poses: NDArray[np.float64]) -> float:
    """The largest distance at which a waypoint was passed."""
    return max(float(np.hypot(poses[:, 0] - x, poses[:, 1] - y).min()) for x, y in WAYPOINTS)


def _off_line(poses: NDArray[np.float64]) -> float:
    """The largest distance of a position from the nearest line between two waypoints."""
    corners = np.array(WAYPOINTS)
    nearest = np.full(len(poses), np.inf)
    for start, end in zip(np.roll(corners, 1, axis=0), corners, strict=True):
        side = end - start
        along = np.clip((poses[:, :2] - start) @ side / (side @ side), 0.0, 1.0)
        nearest = np.minimum(nearest, np.hypot(*(poses[:, :2] - start - along[:, None] * side).T))
    return float(nearest.max())


def _draw(laps: dict[str, Lap], path: Path) -> None:
    figure, (plan, heading, off) = panels(3, 0.55 * WIDTH, share_x=False)
    earlier, later, _ = laps.values()
    for index, (name, lap) in enumerate(((EARLIER, earlier), (LATER, later))):
        plan.plot(lap.drive.poses[:, 0], lap.drive.poses[:, 1], label=f"{name}, truth", **line_style(index))
        heading.plot(lap.drive.times, np.degrees(_gaze(lap.drive.poses)), **line_style(index))
    plan.plot(later.odometry[:, 0], later.odometry[:, 1], label=f"{LATER}, odometry", **line_style(2))
    plan.plot(*np.array(WAYPOINTS).T, "s", mfc="none", mec=INK, markersize=6)
    plan.set(xlabel="x, m; squares are the waypoints", ylabel="y, m")
    plan.set_aspect("equal", adjustable="datalim")
    legend(plan, 3)
    heading.axhline(0, color=GREY, linewidth=0.7)
    heading.set(xlabel="t, s", ylabel="heading off the goal, °")
    for index, (name, lap) in enumerate(laps.items()):
        off.plot(np.arange(len(lap.errors)) * PERIOD, 100 * lap.errors, label=name, **line_style((0, 1, 3)[index]))
    off.set_yscale("log")
    off.set_ylim(bottom=0.1)
    off.set(xlabel="t, s", ylabel="odometry off by, cm")
    legend(off, 3)
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "waypoint_tour.png"))

"""[CAMBADA-sim fig. 5.8 to 5.10]: a tour of four waypoints, facing the opponents' goal; true path and odometry."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from experiments.cambada import PERIOD, STEP, Agent, Drive, drive, kinematics, straight_agent
from experiments.finding import FIGURES, Finding
from robopitch.control.geometry import Pose, Twist
from robopitch.control.limiting import direction_first
from robopitch.control.odometry import rolled_track
from robopitch.plot.style import GREY, INK, WIDTH, legend, line_style, panels, save

GOAL = (11.0, 0.0)  # m: the middle of the opponents' goal
WAYPOINTS = ((2.0, 2.0), (-2.0, 2.0), (-2.0, -2.0), (2.0, -2.0))  # m
LAPS = 2
NEAR = 0.15  # m: distance at which it switches to the next one
SECONDS = 24.0
LIMITS = (3.0, 5.0)  # m/s²: within traction, and beyond


def run(figure: Path, quick: bool = False) -> Finding:
    """Drive the tour, compute odometry from the encoders, plot both and report the difference."""
    start = _looking(Pose(*WAYPOINTS[-1], 0.0))
    drives, tracks, errors, turned, ways = {}, {}, {}, {}, {}
    for limit in LIMITS:
        tour = _Tour(limit)
        one = drive(start, tour.want, SECONDS, limiter=direction_first, acceleration=limit)
        track = _odometry(one)
        truth = one.poses[:: round(PERIOD / STEP)]
        drives[limit], tracks[limit] = one, track
        errors[limit] = np.hypot(track[:, 0] - truth[:, 0], track[:, 1] - truth[:, 1])
        turned[limit] = track[:, 2] - truth[:, 2]
        ways[limit] = float(np.hypot(*np.diff(one.poses[:, :2], axis=0).T).sum())
        assert tour.visited == LAPS * len(WAYPOINTS), "the tour takes longer than it was given"
    slow, fast = LIMITS
    gaze = np.abs(_gaze(drives[slow].poses)[1000:]).max()
    missed = _missed(drives[slow].poses)
    _draw(drives[slow], tracks[slow], errors, figure)
    share = {limit: float(errors[limit].max() / ways[limit]) for limit in LIMITS}
    return Finding(
        title="Tour of four waypoints",
        source="[CAMBADA-sim fig. 5.8, 5.9 and 5.10]",
        there="The simulated robot drives the tour much like the real one and slides at some turning points; its "
        "odometry is more accurate than the real one's, because it uses body velocities instead of encoders.",
        here=f"Two laps of 16 m: each waypoint is passed within {100 * missed:.0f} cm, and the robot faces the goal to "
        f"within {math.degrees(gaze):.1f}°. Odometry from encoders is up to {100 * errors[slow].max():.0f} cm and "
        f"{math.degrees(abs(turned[slow]).max()):.1f}° off after {ways[slow]:.0f} m ({100 * share[slow]:.1f} % of the "
        f"way); with a limit of {fast:.0f} m/s², where wheels slip at the turning points, "
        f"{100 * errors[fast].max():.0f} cm and {math.degrees(abs(turned[fast]).max()):.0f}° after {ways[fast]:.0f} m "
        f"({100 * share[fast]:.1f} %).",
        settings="Waypoints at (±2, ±2) m, counter-clockwise, switching to the next one at 15 cm; the goal at (11, 0) "
        "m; prediction and the new limiter as in [CAMBADA-control fig. 4.12]; encoders read in each cycle of 40 ms, "
        "wheels of exactly known size.",
        figure=figure,
        numbers={
            "missed": missed,
            "gaze": float(gaze),
            "odometry": float(errors[slow].max()),
            "odometry_share": share[slow],
            "odometry_slip": float(errors[fast].max()),
            "odometry_slip_share": share[fast],
            "turned": float(abs(turned[slow]).max()),
            "turned_slip": float(abs(turned[fast]).max()),
        },
    )


def _looking(pose: Pose) -> Pose:
    return pose._replace(heading=math.atan2(GOAL[1] - pose.y, GOAL[0] - pose.x))


class _Tour:
    """An agent that drives from waypoint to waypoint, facing the goal; it stays at the last one."""

    def __init__(self, acceleration: float) -> None:
        self.visited = 0
        self._acceleration = acceleration

    def want(self, pose: Pose, time: float) -> Twist:
        x, y = WAYPOINTS[min(self.visited, LAPS * len(WAYPOINTS) - 1) % len(WAYPOINTS)]
        if math.hypot(x - pose.x, y - pose.y) < NEAR and self.visited < LAPS * len(WAYPOINTS):
            self.visited += 1
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


def _draw(
    one: Drive,
    track: NDArray[np.float64],
    errors: dict[float, NDArray[np.float64]],
    path: Path,
) -> None:
    figure, (plan, heading, off) = panels(3, 0.5 * WIDTH, share_x=False)
    times = np.arange(len(track)) * PERIOD
    plan.plot(one.poses[:, 0], one.poses[:, 1], label="truth", **line_style(0))
    plan.plot(track[:, 0], track[:, 1], label="odometry", **line_style(1))
    plan.plot(*np.array(WAYPOINTS).T, "s", mfc="none", mec=INK, markersize=6)
    plan.set(xlabel="x, m; squares are the waypoints", ylabel="y, m")
    plan.set_aspect("equal", adjustable="datalim")
    legend(plan, 2)
    heading.plot(one.times, np.degrees(one.poses[:, 2]), **line_style(0))
    heading.plot(times, np.degrees(track[:, 2]), **line_style(1))
    bearing = np.arctan2(GOAL[1] - one.poses[:, 1], GOAL[0] - one.poses[:, 0])
    heading.plot(one.times, np.degrees(bearing), color=GREY, linewidth=0.7, label="towards the goal")
    heading.set(xlabel="t, s; grey is the direction of the goal", ylabel="heading, °")
    for index, (limit, error) in enumerate(errors.items()):
        off.plot(times, 100 * error, label=f"limit of {limit:.0f} m/s²", **line_style(index + 2))
    off.set(xlabel="t, s", ylabel="odometry off by, cm")
    legend(off, 2)
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "waypoint_tour.png"))

"""[CAMBADA-sim §5.2.4]: what the kicks of a robot suffer from a light barrier with a wrong distance.

An agent brings the ball under control, turns to the goal with it, and kicks. It goes from one state to the next by its
barrier alone, and the kicker kicks when the barrier sees the ball [CAMBADA-sim §3.3.7].
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.finding import FIGURES, Finding, Table
from robopitch import BodyVelocity, FieldVelocity, Kick
from robopitch.control.driving import go_to_pose
from robopitch.control.geometry import Pose, Twist, wrapped
from robopitch.control.grabber import GrabberControl
from robopitch.control.limiting import Limits
from robopitch.messages import Body, Kicked, Team
from robopitch.physics import state as s
from robopitch.plot.style import GREY, WIDTH, legend, line_style, panels, save
from robopitch.sensors.barrier import Barrier

# Not stated in [CAMBADA-sim], and fixed before the runs:
DISTANCES = (0.12, 0.14, 0.15, 0.16, 0.17, 0.18, 0.20, 0.22, 0.25, 0.30, 0.40, 0.50)  # m, of the barrier
QUICK_DISTANCES = (0.14, 0.18, 0.50)
RIGHT = 0.18  # m: as far as the kicker reaches (cambada.toml)
ANGLE, HEIGHT = math.radians(25), 0.05  # of the barrier (cambada.toml)
TRIES, QUICK_TRIES = 30, 8  # of each distance
SEED = 20
PATIENCE = 10.0  # s after which a try ends without a kick
AWAY = (0.5, 1.5)  # m from the robot to the ball
ROLLING = 0.4  # m/s, of the ball at most
KICK = 6.0  # m/s
AIMED = 0.1  # rad
CYCLE = 40  # ms
TURN = 2.0  # rad/s, with the ball
RETRY = 0.5  # s after a kick without effect
LIMITS = Limits.even(speed=1.2, acceleration=2.5, turn_rate=3.0, turn_acceleration=12.0)
OWNER = Body(Team.BLUE, 0)

Floats = NDArray[np.float64]


class Try(NamedTuple):
    """One try to kick a ball to a goal."""

    time: float  # s until the ball was kicked; infinite if it was not
    empty: int  # kicks that missed the ball
    lost: int  # how often the barrier no longer saw a ball that had been under control
    off: float  # rad, direction of the kicked ball from that of the goal; nan without a kick


def attempt(distance: float, seed: int) -> Try:
    """A robot and a ball at random places."""
    area = {"distance": distance, "angle": ANGLE, "height": HEIGHT}
    world = robopitch.make(
        "msl",
        players={"blue": 1, "yellow": 0},
        overrides={f"robot.kicker.barrier.{name}": value for name, value in area.items()},
    )
    random = np.random.default_rng((SEED, seed))
    away, bearing, heading, rolls, goal = random.uniform(
        (AWAY[0], -math.pi, -math.pi, 0.0, -math.pi), (AWAY[1], math.pi, math.pi, ROLLING, math.pi)
    ).tolist()
    world.place_robot("blue", 0, 0.0, 0.0, heading)
    direction = float(random.uniform(-math.pi, math.pi))
    x, y = away * math.cos(bearing), away * math.sin(bearing)
    world.place_ball(x, y, vx=rolls * math.cos(direction), vy=rolls * math.sin(direction), roll=True)
    barrier, grabber = Barrier(OWNER, "barrier", area), GrabberControl()
    moving, had, empty, lost, retry = Twist(0.0, 0.0, 0.0), False, 0, 0, 0.0
    for cycle in range(1, round(1000 * PATIENCE / CYCLE) + 1):
        has = any(report.ball for report in barrier.sample(cycle, world, (), ()))
        lost += had and not has
        had = has
        pose = Pose(*world.robot("blue", 0).pose)
        off = wrapped(goal - pose.heading)
        kick = Kick(KICK) if has and abs(off) < AIMED and world.time >= retry else None
        power = grabber.power(world.time, has, kick is not None)
        if has:
            moving = Twist(0.0, 0.0, 0.0)
            turn = math.copysign(min(TURN, 4.0 * abs(off)), off)
            world.command("blue", 0, BodyVelocity(0.0, 0.0, turn), kick=kick, dribble=power)
        else:
            ball = world.ball.position
            ahead = math.atan2(ball[1] - pose.y, ball[0] - pose.x)
            place = Pose(float(ball[0]) - 0.25 * math.cos(ahead), float(ball[1]) - 0.25 * math.sin(ahead), ahead)
            facing = abs(wrapped(ahead - pose.heading)) < 0.3
            target = place._replace(x=float(ball[0]), y=float(ball[1])) if facing else place
            moving = go_to_pose(pose, moving, target, LIMITS, CYCLE / 1000)
            world.command("blue", 0, FieldVelocity(*moving), dribble=power)
        charge = float(world.robot_block[s.CHARGE, 0])
        for event in world.step(CYCLE):
            if isinstance(event, Kicked) and event.velocity is not None:
                vx, vy, _ = event.velocity
                return Try(event.time, empty, lost, wrapped(math.atan2(vy, vx) - goal))
        if kick is not None and float(world.robot_block[s.CHARGE, 0]) < charge:
            empty, retry = empty + 1, world.time + RETRY
    return Try(math.inf, empty, lost, math.nan)


def run(figure: Path, quick: bool = False) -> Finding:
    """Try with each distance, and compare."""
    distances, count = (QUICK_DISTANCES, QUICK_TRIES) if quick else (DISTANCES, TRIES)
    tries = {distance: [attempt(distance, seed) for seed in range(count)] for distance in distances}
    shares = {distance: share([math.isfinite(one.time) for one in some]) for distance, some in tries.items()}
    empty = {distance: float(np.mean([one.empty for one in some])) for distance, some in tries.items()}
    lost = {distance: float(np.mean([one.lost for one in some])) for distance, some in tries.items()}
    times = {
        distance: np.array([one.time for one in some if math.isfinite(one.time)]) for distance, some in tries.items()
    }
    _draw(shares, empty, figure)
    good = [distance for distance in distances if shares[distance][0] >= 0.9 and empty[distance] < 0.1]
    span = f"{100 * min(good):.0f} to {100 * max(good):.0f} cm" if good else "no distance"
    never = [distance for distance in distances if distance < RIGHT and shares[distance][0] == 0.0]
    beyond = min(distance for distance in distances if distance > RIGHT)
    longest = distances[-1]
    return Finding(
        title="A barrier with a wrong distance",
        source="[CAMBADA-sim §5.2.4]",
        there="If the distance is too short, the agent never learns that the ball is under control. If it is too long, "
        "the agent takes a distant ball for controlled and loses it again and again; up to a certain distance its "
        "behaviour and the grabber compensate the error. The thesis gives no figures.",
        here=f"With the right distance of {100 * RIGHT:.0f} cm {_percent(shares[RIGHT])} % of the tries end with a "
        f"kick, with {empty[RIGHT]:.2f} kicks into the air per try. "
        + (f"Up to {100 * max(never):.0f} cm no ball is ever kicked. " if never else "")
        + f"With {100 * beyond:.0f} cm it is {_percent(shares[beyond])} %, with {100 * longest:.0f} cm "
        f"{_percent(shares[longest])} %, with {empty[beyond]:.1f} and {empty[longest]:.1f} kicks into the air per try. "
        "The grabber does not compensate this: the barrier that sees the ball stops it, before the ball is in the "
        "kicker's reach.",
        conclusion=f"A barrier distance of {span} gives a kick in nine of ten tries and hardly one into the air; a "
        f"shorter one {'stops the robot from kicking at all' if never else 'costs kicks'}, and "
        f"{100 * (beyond - RIGHT):.0f} cm too many leave {100 * shares[beyond][0]:.0f} % of the tries with a kick.",
        settings=f"{count} tries for each distance: the ball at {AWAY[0]:g} to {AWAY[1]:g} m from the robot in any "
        f"direction, rolling at up to {ROLLING:g} m/s, the goal in any direction. The distance is that of the nearest "
        f"point of the ball from the centre of the robot; a ball in the mouth has 15 cm. The agent decides every "
        f"{CYCLE} ms, turns with the ball at up to {TURN:g} rad/s, kicks when it faces the goal within {AIMED:g} rad, "
        f"and gives up after {PATIENCE:g} s. No noise. All of this was fixed before the run.",
        figure=figure,
        table=Table(
            ("distance, cm", "tries with a kick, %", "kicks into the air per try", "ball lost per try",
             "median time to the kick, s"),
            tuple(
                (
                    f"{100 * distance:.0f}",
                    _percent(shares[distance]),
                    f"{empty[distance]:.2f}",
                    f"{lost[distance]:.1f}",
                    f"{np.median(times[distance]):.1f}" if len(times[distance]) else "-",
                )
                for distance in distances
            ),
        ),
        numbers={
            **{f"kicked_{100 * distance:.0f}": value for distance, (value, _, _) in shares.items()},
            **{f"empty_{100 * distance:.0f}": value for distance, value in empty.items()},
            **{f"lost_{100 * distance:.0f}": value for distance, value in lost.items()},
        },
    )  # fmt: skip


def share(found: list[bool]) -> tuple[float, float, float]:
    """A share, and the ends of its 95 % interval after Wilson."""
    count, z = len(found), 1.96
    mean = sum(found) / count
    middle = (mean + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(mean * (1 - mean) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return mean, max(middle - half, 0.0), min(middle + half, 1.0)


def _percent(values: tuple[float, float, float]) -> str:
    mean, low, high = (100 * value for value in values)
    return f"{mean:.0f} ({low:.0f} to {high:.0f})"


def _draw(shares: dict[float, tuple[float, float, float]], empty: dict[float, float], path: Path) -> None:
    figure, (kicked, air) = panels(2, 0.38 * WIDTH)
    at = 100 * np.array(list(shares))
    means, lows, highs = 100 * np.array(list(shares.values())).T
    ends = np.maximum((means - lows, highs - means), 0.0)
    kicked.errorbar(at, means, ends, fmt="o-", ms=4, capsize=2.5, lw=1.0, color=line_style(0)["color"], label="share")
    kicked.set_ylabel("tries with a kick, %")
    kicked.set_ylim(-4, 104)
    air.plot(at, list(empty.values()), "o-", ms=4, lw=1.0, color=line_style(5)["color"])
    air.set_ylabel("kicks into the air per try")
    air.set_xlabel("distance of the barrier, cm")
    for axes in (kicked, air):
        axes.axvline(100 * RIGHT, color=GREY, linewidth=0.7)
    kicked.annotate("the kicker's reach", (100 * RIGHT, 6), (3, 0), textcoords="offset points", fontsize=7, color=GREY)
    legend(kicked, 1)
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "barrier_distance.png"))

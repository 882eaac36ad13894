"""[CAMBADA-sim fig. 5.1 to 5.3]: a ball that rolls, one that is thrown, and one that is dropped.

The damping of [CAMBADA-sim §5.1] multiplies the velocity by (1 − d) in each step of 10 ms, on the ground and in the
air. The ball of the turf engine has a rolling deceleration that acts on the ground alone.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.finding import FIGURES, Finding, Table
from robopitch.physics.state import BALL_VZ, BALL_X, BALL_Z
from robopitch.plot.style import WIDTH, legend, line_style, panels, save

DAMPINGS = (0.01, 0.005)  # d of [CAMBADA-sim fig. 5.1 and 5.2]
DAMPING_STEP = 0.01  # s [CAMBADA-sim §5.3]
DROP = 1.0  # m [CAMBADA-sim fig. 5.3]
THERE = 2.87  # s, rest after the drop in [CAMBADA-sim fig. 5.3]
# Not stated in [CAMBADA-sim]:
DECELERATIONS = (1.0, 0.5)  # m/s²: what each damping takes from a ball at 1 m/s; the second is that of the league
ROLL_SPEED = 3.0  # m/s
THROW_SPEED, THROW_ANGLE = 6.0, math.pi / 4  # m/s; [CAMBADA-sim §5.2.5] throws by a high kick
SECONDS = 14.0
SAMPLE = 0.002  # s
RESTS = 0.01  # m/s
GRAVITY = 9.81  # m/s²

Floats = NDArray[np.float64]


class Track(NamedTuple):
    """A ball over time."""

    times: Floats  # s
    ways: Floats  # m along the ground
    heights: Floats  # m, of its lowest point
    rises: Floats  # m/s, vertical velocity

    @property
    def bounces(self) -> int:
        """How often it left the ground again."""
        return len(self.touches) - 1

    @property
    def touches(self) -> Floats:
        """Times at which it came down, s; the last time it stays there."""
        return self.times[1:][(self.rises[:-1] < 0) & (self.rises[1:] >= 0)]

    @property
    def flight(self) -> float:
        """Length of the first flight, m."""
        return float(np.interp(self.touches[0], self.times, self.ways))

    @property
    def stop(self) -> tuple[float, float]:
        """When and where it comes to rest."""
        last = int(np.flatnonzero(self.ways < self.ways[-1] - 1e-4)[-1]) + 1
        return float(self.times[last]), float(self.ways[-1])


def moved(deceleration: float, vx: float, vz: float, height: float = 0.0, seconds: float = SECONDS) -> Track:
    """A ball of the league with another rolling deceleration, along an unlimited carpet."""
    world = robopitch.make(
        "msl",
        players={"blue": 1, "yellow": 0},
        overrides={"ball.rolling_deceleration": deceleration, "field.length": 80.0},
    )
    radius = float(world.league.ball.radius)
    world.place_robot("blue", 0, 0.0, 5.0)
    world.place_ball(0.0, 0.0, z=radius + height, vx=vx, vz=vz, roll=vz == 0.0)
    rows = []
    for _ in range(round(seconds / SAMPLE) + 1):
        rows.append(world.ball_block[[BALL_X, BALL_Z, BALL_VZ]].tolist())
        world.run(SAMPLE)
    x, z, rises = np.array(rows).T
    return Track(np.arange(len(x)) * SAMPLE, x, z - radius, rises)


def damped(damping: float, vx: float, vz: float, seconds: float = SECONDS) -> Track:
    """A ball with the damping of [CAMBADA-sim §5.1], and the bounces of the league's ball."""
    ball = robopitch.make("msl", players={"blue": 1, "yellow": 0}).league.ball
    x = z = 0.0
    rows = [(x, z, vz)]
    for _ in range(round(seconds / DAMPING_STEP)):
        flies = z > 0.0 or vz > 0.0
        vz = (1 - damping) * (vz - GRAVITY * DAMPING_STEP) if flies else 0.0
        vx = (1 - damping) * vx if math.hypot(vx, vz) > RESTS else 0.0
        x, z = x + vx * DAMPING_STEP, z + vz * DAMPING_STEP
        if z <= 0.0:
            rebound = -float(ball.restitution) * vz
            z, vz = 0.0, rebound if rebound > float(ball.least_bounce_speed) else 0.0
        rows.append((x, z, vz))
    ways, heights, rises = np.array(rows).T
    return Track(np.arange(len(ways)) * DAMPING_STEP, ways, heights, rises)


def run(figure: Path, quick: bool = False) -> Finding:
    """Roll, throw and drop."""
    up, along = THROW_SPEED * math.sin(THROW_ANGLE), THROW_SPEED * math.cos(THROW_ANGLE)
    rolls = {f"{a:g} m/s²": moved(a, ROLL_SPEED, 0.0) for a in DECELERATIONS}
    rolls |= {f"damping {d:g}": damped(d, ROLL_SPEED, 0.0) for d in DAMPINGS}
    throws = {f"{a:g} m/s²": moved(a, along, up) for a in DECELERATIONS}
    throws |= {f"damping {d:g}": damped(d, along, up) for d in DAMPINGS}
    drop = moved(DECELERATIONS[1], 0.0, 0.0, DROP, 4.0)
    rest = float(drop.touches[-1])
    _draw(rolls, throws, drop, figure)
    ours, theirs = (list(throws.values())[part] for part in (slice(2), slice(2, 4)))
    same = abs(ours[0].flight - ours[1].flight) < 0.005
    return Finding(
        title="A ball that rolls, flies and bounces",
        source="[CAMBADA-sim fig. 5.1, 5.2 and 5.3]",
        there="A lower damping slows a rolling ball down less. A thrown ball then flies farther, bounces more often "
        "and comes to rest later; the height is similar. Dropped from 1 m, the simulated ball bounces six times and "
        "rests after 2.87 s, the real one after 2.81 s.",
        here=f"Damping shortens the first flight of a throw from {theirs[1].flight:.2f} to {theirs[0].flight:.2f} m; "
        f"with a rolling deceleration it is {ours[0].flight:.2f} m with both values, because nothing brakes in the "
        f"air. Dropped from {DROP:g} m, the ball bounces {drop.bounces} times and rests after {rest:.2f} s.",
        conclusion="The flight of a ball that is braked on the ground alone "
        f"{'does not depend' if same else 'depends'} on how it rolls, and its {drop.bounces} bounces in {rest:.2f} s "
        "repeat the measured ball, to which their two parameters were fitted.",
        settings=f"Rolling at {ROLL_SPEED:g} m/s; thrown at {THROW_SPEED:g} m/s and "
        f"{math.degrees(THROW_ANGLE):.0f}°; rolling decelerations of {DECELERATIONS[0]:g} and {DECELERATIONS[1]:g} "
        f"m/s², which take as much from a ball at 1 m/s as dampings of {DAMPINGS[0]:g} and {DAMPINGS[1]:g} in each "
        f"{1000 * DAMPING_STEP:.0f} ms. The damped balls are computed by the formula of the thesis, with the bounces "
        "of the league's ball.",
        figure=figure,
        table=Table(
            (
                "ball",
                "rolls, m",
                "for, s",
                "first flight, m",
                "height, m",
                "bounces",
                "thrown: rests at, m",
                "after, s",
            ),
            tuple(
                (
                    name,
                    f"{rolls[name].stop[1]:.2f}",
                    f"{rolls[name].stop[0]:.1f}",
                    f"{throw.flight:.2f}",
                    f"{throw.heights.max():.2f}",
                    f"{throw.bounces}",
                    f"{throw.stop[1]:.2f}",
                    f"{throw.stop[0]:.1f}",
                )
                for name, throw in throws.items()
            ),
        ),
        numbers={
            **{f"rolled {name}": track.stop[1] for name, track in rolls.items()},
            **{f"flight {name}": track.flight for name, track in throws.items()},
            **{f"height {name}": float(track.heights.max()) for name, track in throws.items()},
            "bounces": float(drop.bounces),
            "rest": rest,
        },
    )


def _draw(rolls: dict[str, Track], throws: dict[str, Track], drop: Track, path: Path) -> None:
    figure, (roll, throw, bounce) = panels(3, 0.42 * WIDTH, share_x=False)
    for index, (name, track) in enumerate(rolls.items()):
        roll.plot(track.times, track.ways, label=name, **line_style(index))
    roll.set(xlabel="t, s", ylabel="rolled, m")
    legend(roll, len(rolls))
    for index, track in enumerate(throws.values()):
        throw.plot(track.ways, track.heights, **line_style(index))
    throw.set(xlabel="thrown: x, m", ylabel="height, m")
    bounce.plot(drop.times, drop.heights, **line_style(0))
    bounce.axvline(THERE, color="#777777", linewidth=0.7)
    bounce.annotate("rest in [CAMBADA-sim]", (THERE, 0.9), ha="right", fontsize=7, color="#777777")
    bounce.set(xlabel="dropped: t, s", ylabel="height, m")
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "ball_motion.png"))

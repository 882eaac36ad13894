"""[MI20 §5.1.3, fig. 5.4 and 5.5]: the shape of the robot for collisions, and whether a ball gets stuck inside it.

In [MI20] the ball could be outside the robot in one time step and in its hollow space in the next; the model had to be
adapted. Here balls are shot at the front from all sides, in steps of several lengths.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.finding import FIGURES, Finding, Table
from robopitch.physics.compiling import compile_params
from robopitch.physics.mujoco.pieces import Cuboid, Prism, ball_pieces
from robopitch.plot.shape import outline_points
from robopitch.plot.style import SMALL, WIDTH, direct, save
from robopitch.spec import Box, LeagueSpec

LEAGUE = "mirosot-7v7"
# Chosen, and fixed before the first run:
SHOTS, QUICK_SHOTS, FEW = 200, 20, 60  # FEW: in the slow engine
STEPS = (("turf", 0.001), ("turf", 0.002), ("turf", 0.005), ("mujoco", 0.001), ("mujoco-spatial", 0.001))  # s
SPEEDS = (0.5, 6.0)  # m/s
ASIDE, AWAY, FAN = 0.03, 0.2, 0.9  # m beside the middle of the front, m from it, rad to either side of its normal
SECONDS = 0.25
SEED = 17

Floats = NDArray[np.float64]


class Outcome(NamedTuple):
    """What balls did."""

    hits: int
    inside: int  # balls whose centre was inside the outline in some step, and so could be confined
    deepest: float  # m by which a ball overlapped the outline at most


def from_outline(box: Box, x: float, y: float) -> float:
    """Distance of a point from a box with a hollow front, m; negative inside."""
    ahead, half, depth = float(box.length) / 2, float(box.hollow_width) / 2, float(box.hollow_depth)
    arc = (half**2 + depth**2) / (2 * depth)
    middle = ahead - depth + arc  # its centre, before the robot
    if x > 0 and abs(y) < half:
        if x < middle and abs(y) * (middle - ahead) <= half * (middle - x):
            return arc - math.hypot(x - middle, y)
        return math.hypot(x - ahead, abs(y) - half)  # beside the sector of the arc: the rim is nearest
    out_x, out_y = abs(x) - ahead, abs(y) - float(box.width) / 2
    return math.hypot(max(out_x, 0.0), max(out_y, 0.0)) + min(max(out_x, out_y), 0.0)


def shoot(engine: str, timestep: float, shots: int) -> Outcome:
    """Shoot balls at the front of a robot that stands."""
    world = robopitch.make(LEAGUE, engine=engine, timestep=timestep, players={"blue": 1, "yellow": 0})
    robot = world.league.blue.robot
    radius, front = float(world.league.ball.radius), float(robot.outline.length) / 2  # type: ignore[union-attr]
    random = np.random.default_rng(SEED)
    hits = inside = 0
    deepest = 0.0
    for _ in range(shots):
        speed, angle, aside = random.uniform((SPEEDS[0], -FAN, -ASIDE), (SPEEDS[1], FAN, ASIDE)).tolist()
        c, s = math.cos(angle), math.sin(angle)
        world.place_robot("blue", 0, 0.0, 0.0)
        world.place_ball(front + AWAY * c, aside + AWAY * s, vx=-speed * c, vy=-speed * s)
        touched, within = False, False
        for _ in range(round(min(SECONDS, 3 * AWAY / speed) / timestep)):
            touched |= bool(world.step())
            pose, (x, y, _) = world.robot("blue", 0).pose, world.ball.position.tolist()
            dx, dy = x - pose.x, y - pose.y
            ahead = dx * math.cos(pose.heading) + dy * math.sin(pose.heading)
            beside = dy * math.cos(pose.heading) - dx * math.sin(pose.heading)
            distance = from_outline(robot.outline, ahead, beside)  # type: ignore[arg-type]
            within |= distance < 0.0
            deepest = max(deepest, radius - distance)
        hits, inside = hits + touched, inside + within
    return Outcome(hits, inside, deepest)


def run(figure: Path, quick: bool = False) -> Finding:
    """Shoot in all engines and steps, and draw the shapes."""
    outcomes = {}
    for engine, timestep in STEPS:
        shots = QUICK_SHOTS if quick else (FEW if engine == "mujoco-spatial" else SHOTS)
        outcomes[engine, timestep] = shots, shoot(engine, timestep, shots)
    league = robopitch.make(LEAGUE, players=1).league
    _draw(league, figure)
    confined = sum(one.inside for _, one in outcomes.values())
    shot = sum(count for count, _ in outcomes.values())
    turf = max(one.deepest for (engine, _), (_, one) in outcomes.items() if engine == "turf")
    return Finding(
        title="The shape of a robot",
        source="[MI20 §5.1.3, fig. 5.4 and 5.5]",
        there="A model of the robot with its hollow space let the ball get inside between two time steps of 1 ms, "
        "where it was confined. The model was adapted: filled, but with the true front. It was slow, and switched off.",
        here=f"The robot is filled, with a hollow front: an arc in turf, four convex prisms in MuJoCo. Of {shot} balls "
        f"at up to {SPEEDS[1]:g} m/s the centre of {confined} was inside the robot in any step. In turf a ball "
        f"overlaps the front by {1000 * turf:.2f} mm at most, with steps of 1, 2 and 5 ms.",
        conclusion=f"{'No ball is' if confined == 0 else f'{confined} balls are'} confined in the robot, in any "
        "engine, with steps of up to 5 ms in turf.",
        settings=f"`{LEAGUE}`; {SPEEDS[0]:g} to {SPEEDS[1]:g} m/s, from {AWAY:g} m, within {FAN:g} rad of the normal "
        f"of the front and {1000 * ASIDE:.0f} mm of its middle; seed {SEED}. A contact of mujoco-spatial is a spring, "
        "into which a ball sinks. The figure shows the prisms as wires and as a solid, as the two figures of the "
        "thesis do, and the front from above. Numbers were fixed before the first run.",
        figure=figure,
        table=Table(
            ("engine", "step, ms", "balls", "that touched", "centre inside", "overlap at most, mm"),
            tuple(
                (
                    engine,
                    f"{1000 * timestep:g}",
                    f"{count}",
                    f"{one.hits}",
                    f"{one.inside}",
                    f"{1000 * one.deepest:.2f}",
                )
                for (engine, timestep), (count, one) in outcomes.items()
            ),
        ),
        numbers={
            "confined": float(confined),
            "hits": float(sum(one.hits for _, one in outcomes.values())),
            **{f"overlap {engine} {1000 * step:g} ms": one.deepest for (engine, step), (_, one) in outcomes.items()},
        },
    )


def _faces(shape: Any) -> list[Floats]:
    """The sides of a prism or a box, mm."""
    if isinstance(shape, Cuboid):
        x, y = shape.length / 2, shape.width / 2
        shape = Prism(((x, -y), (x, y), (-x, y), (-x, -y)), shape.low, shape.high)
    corners = 1000 * np.array(shape.corners)
    bottom = np.column_stack((corners, np.zeros(len(corners))))
    top = np.column_stack((corners, np.full(len(corners), 1000 * shape.high)))
    after = np.roll(np.arange(len(corners)), -1)
    sides = [np.array([bottom[i], bottom[j], top[j], top[i]]) for i, j in enumerate(after.tolist())]
    return [bottom, top, *sides]


def _draw(league: LeagueSpec, path: Path) -> None:
    from matplotlib.figure import Figure
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection  # type: ignore[import-untyped]

    robot = league.blue.robot
    kind = compile_params(league, [robot], 0.001).kinds[0]
    pieces = ball_pieces(kind, float(league.ball.radius))
    figure = Figure(figsize=(1.35 * WIDTH, 2.4), dpi=300, facecolor="white", layout="constrained")
    for index, solid in enumerate((False, True)):
        axes: Any = figure.add_subplot(1, 3, index + 1, projection="3d")
        faces = [face for piece in pieces for face in _faces(piece)]
        look = {"facecolors": "#56B4E9", "alpha": 1.0, "shade": True} if solid else {"facecolors": (0, 0, 0, 0)}
        axes.add_collection3d(Poly3DCollection(faces, edgecolors="#222222", linewidths=0.3 if solid else 0.5, **look))
        axes.set(xlim=(-45, 45), ylim=(-45, 45), zlim=(0, 60))
        axes.set_box_aspect((90, 90, 60))
        axes.view_init(elev=32, azim=28)
        axes.set_axis_off()
        axes.set_title("solid" if solid else "convex prisms of MuJoCo", fontsize=SMALL)
    above = figure.add_subplot(1, 3, 3)
    points = 1000 * outline_points(robot.outline)
    ring = np.vstack([points, points[:1]])
    above.plot(ring[:, 1], ring[:, 0], color="#0072B2", linewidth=1.2, label="turf")
    for piece in pieces:
        for face in _faces(piece)[:1]:
            loop = np.vstack([face, face[:1]])
            above.plot(loop[:, 1], loop[:, 0], color="#D55E00", linewidth=0.5)
    above.plot([], [], color="#D55E00", linewidth=0.5, label="MuJoCo")
    ball = 1000 * float(league.ball.radius)
    place = 1000 * robot.outline.ball_front(float(league.ball.radius)) + ball
    angles = np.linspace(0, math.tau, 90)
    above.plot(ball * np.sin(angles), place + ball * np.cos(angles), color="#E69F00", linewidth=1.0, label="ball")
    above.set(aspect="equal", xlim=(42, -42), ylim=(-88, 78), xlabel="mm")
    direct(above)
    above.legend(loc="lower center", fontsize=SMALL, frameon=False)
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "robot_shape.png"))

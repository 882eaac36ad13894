"""[FUmanoid-emulator §3.1.3]: robots that fell stand up by a motion of keyframes, from the front and from the back."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from experiments.finding import FIGURES, Finding, Table
from experiments.one_humanoid import FRICTION, PLACE, PUSH, ROBOTS, TIMESTEP, draw, drawn, lone_robot, upright
from experiments.side_view import Posture, Strip, draw_strips, posture_of
from robopitch.control.keyframes import Motion
from robopitch.match.falls import HEIGHT, UPRIGHT
from robopitch.teams.motions import motions_of, play_motion
from robopitch.world import World

# Fixed before the run
SIDES = ("front", "back")
SEEDS = range(10, 20)  # 0 to 9 served to make the motions
JOINT = math.radians(8.0)  # every servo is this far from its middle at most while the robot falls and lies
LYING = 2.0  # s from the push to the beginning of the motion
STAYS = 1.0  # s after the motion until it is looked at
SHOWN = (0, 2, 4, 5, 6, 8, 10, 13, 15)  # postures in the picture: lying, and after these keyframes
GAP = 0.06  # m between two of them
MIDDLE, COUNT = 512, math.radians(300) / 1024  # of the position register of an RX servo


class Trial(NamedTuple):
    """One robot that fell and tried to stand up."""

    robot: str
    side: str
    seed: int
    up: bool
    seconds: float  # until its trunk was upright and high enough to count as up; NaN if it never was
    lean: float  # rad, at the end
    postures: tuple[Posture, ...]  # lying, and after each keyframe


def lying_robot(robot: str, side: str, seed: int) -> World:
    """A world with one robot that was pushed and fell to its front or its back."""
    numbers = draw(seed)
    world = lone_robot(robot, seed)
    world.place_ball(4.0, 2.5)
    for servo in world.servos("blue", 0):
        count = MIDDLE + round(drawn(seed, -JOINT, JOINT, "joint", servo) / COUNT)
        world.write_registers("blue", 0, servo, 30, count.to_bytes(2, "little"))
    speed, heading = numbers.push * (1 if side == "front" else -1), numbers.heading
    world.place_robot(
        "blue", 0, numbers.x, numbers.y, heading, vx=speed * math.cos(heading), vy=speed * math.sin(heading)
    )
    world.run(LYING)
    return world


def stand_up(robot: str, side: str, seed: int) -> Trial:
    """Let one robot fall and stand up."""
    world = lying_robot(robot, side, seed)
    assert upright(world) < 0.5, "it did not fall"
    motion = motions_of(robot)[f"stand_up_{side}"]
    begin, when = world.time, math.nan
    ends = list(accumulate(frame.seconds for frame in motion.keyframes))
    postures = [posture_of(world, "blue", 0)]
    for now in _played(world, motion):
        while ends and now - begin >= ends[0] - 1e-9:
            postures.append(posture_of(world, "blue", 0))
            ends.pop(0)
        if not _is_up(world):
            when = math.nan
        elif math.isnan(when):
            when = now - begin
    lean = math.acos(max(-1.0, min(1.0, upright(world))))
    return Trial(robot, side, seed, _is_up(world), when, lean, tuple(postures))


def _is_up(world: World) -> bool:
    """As in the event `GotUp`."""
    robot = world.robot("blue", 0)
    return upright(world) > UPRIGHT and float(robot.position3[2]) > HEIGHT * robot.spec.height


def _played(world: World, motion: Motion) -> Iterator[float]:
    """The times until the end of a motion and a little later."""
    yield from play_motion(world, "blue", 0, motion)
    for _ in range(round(STAYS / TIMESTEP) // 5):
        world.step(5)
        yield world.time


def run(figure: Path, quick: bool = False) -> Finding:
    """All seeds, sides and robots; quick: one of them."""
    cases = [(robot, side) for robot in ROBOTS for side in SIDES][: 1 if quick else None]
    seeds = SEEDS[:1] if quick else SEEDS
    trials = {(robot, side): [stand_up(robot, side, seed) for seed in seeds] for robot, side in cases}
    _draw(figure, [found[0] for found in trials.values()])
    up = {case: sum(trial.up for trial in found) for case, found in trials.items()}
    fewest, lean = min(up.values()), max(trial.lean for found in trials.values() for trial in found if trial.up)
    names = [f"{robot.removeprefix('fumanoid-')} {side}" for robot, side in cases]
    rows = [
        (
            *(str(seed), f"{draw(seed).friction:.2f}", f"{math.degrees(draw(seed).heading):.0f}°"),
            *(f"{found[row].seconds:.2f} s" if found[row].up else "no" for found in trials.values()),
        )
        for row, seed in enumerate(seeds)
    ]
    return Finding(
        title="Standing up",
        source="[FUmanoid-emulator §3.1.3]",
        there="Robots stand up by static motions: a fixed order of poses and times. A static motion counted as good "
        "if more than 90 % of the attempts succeeded; there are no figures of a single motion.",
        here="Both robots fall to the front or to the back, lie for a moment and play a motion of "
        f"{len(motions_of(ROBOTS[0])['stand_up_front'].keyframes)} keyframes through the registers of their servos. "
        + "They stand up in "
        + ", ".join(f"{count} of {len(seeds)} ({name})" for name, count in zip(names, up.values(), strict=True))
        + f" cases and then lean by at most {math.degrees(lean):.1f}°. "
        "The table has the time until the trunk is upright and high enough for the event `GotUp`. It falls into the "
        "last keyframe and hardly differs: the robot follows its servos and never swings freely.",
        conclusion="The robots stand up from both sides without a controller of balance."
        if fewest >= 0.9 * len(seeds)
        else "The robots do not stand up reliably.",
        settings=f"Drawn by seed: heading, place within ±{PLACE:.0f} m, push of {PUSH[0]} to {PUSH[1]} m/s, every "
        f"servo within ±{math.degrees(JOINT):.0f}° of its middle while the robot falls and lies, friction of all its "
        f"surfaces ±{100 * FRICTION:.0f} %. It lies for {LYING:.0f} s from the push on; servos that shut themselves "
        f"down get their torque back; it must stand {STAYS:.0f} s after the motion. The seeds were not used while the "
        "motions were made.",
        figure=figure,
        table=Table(
            ("seed", "friction", "heading", *names),
            (*rows, ("stood up", "", "", *(f"{count} of {len(seeds)}" for count in up.values()))),
        ),
        numbers={"fewest": fewest / len(seeds), "lean": math.degrees(lean)},
    )


def _draw(figure: Path, trials: Sequence[Trial]) -> None:
    rows = [
        Strip(
            trial.robot,
            f"{trial.robot.removeprefix('fumanoid-')}, from the {trial.side}",
            [trial.postures[min(one, len(trial.postures) - 1)] for one in SHOWN],
        )
        for trial in trials
    ]
    draw_strips(figure, rows, gap=GAP, top=0.62, title=0.45)


if __name__ == "__main__":
    print(run(FIGURES / "stand_up.png"))

"""[grSim fig. 6 to 8]: a Small Size robot drives a straight line along its head, and one perpendicular to it.

[grSim] compares its simulator with a real robot, whose curves are not available. Here turf is compared with
mujoco-spatial, which shares none of its laws.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.finding import FIGURES, Finding, Table
from robopitch import BodyVelocity
from robopitch.plot.style import SMALL, WIDTH, direct, line_style, save
from robopitch.spec import load_league

LEAGUE = "ssl-div-a"
RUNS = {"along its head": (4.4, 0.0), "perpendicular": (3.6, math.pi / 2)}  # m, rad [grSim §4]
RATE = 62.0  # Hz [grSim §4]
ENGINES = ("turf", "mujoco-spatial")
# Not stated in [grSim]:
SPEED = 2.0  # m/s: "2 m/s and above" is all that [grSim §1] says
GENTLE = 3.0  # m/s²: what all wheels can hold; the limits of the robot's file are above that
REST = 1.0  # s after the command to stop
LIMIT = 0.015  # of the length: how far apart both engines may be, as in `compare-engines`; fixed before the first run

Floats = NDArray[np.float64]


class Track(NamedTuple):
    """A run as a camera would see it: times, and x, y, heading relative to the start."""

    times: Floats  # s
    places: Floats  # [n, 2], m
    headings: Floats  # rad


def limited(limit: float | None) -> dict[str, object]:
    """Overrides of the acceleration of the robot, m/s²; None: as the robot's file has it."""
    return {} if limit is None else {f"blue.robot.drive.limits.{name}": limit for name in ("speed_up", "brake")}


def command_time(length: float, overrides: Mapping[str, object]) -> float:
    """When the command ends, s, so that a robot that follows its limiter exactly stops at the end of the line."""
    limits = load_league(LEAGUE, overrides=overrides).blue.robot.drive.limits
    rise, brake = float(limits.speed_up), float(limits.brake)
    return SPEED / rise + (length - SPEED**2 / 2 * (1 / rise + 1 / brake)) / SPEED


def drive(engine: str, direction: float, until: float, overrides: Mapping[str, object]) -> Track:
    """Command a velocity until a time, s, then zero."""
    world = robopitch.make(LEAGUE, engine=engine, players={"blue": 1, "yellow": 0}, overrides=dict(overrides))
    world.place_ball(0.0, 4.0)
    world.place_robot("blue", 0, 0.0, 0.0)
    robot, stop = world.robot("blue", 0), round(until / world.timestep)
    world.command("blue", 0, BodyVelocity(SPEED * math.cos(direction), SPEED * math.sin(direction)))
    rows = [(world.time, *robot.pose)]
    while world.time < until + REST:
        due = round(len(rows) / RATE / world.timestep)
        if world.tick < stop <= due:
            world.step(stop - world.tick)
            world.command("blue", 0, BodyVelocity(0.0))
        world.step(due - world.tick)
        rows.append((world.time, *robot.pose))
    times, x, y, headings = np.array(rows).T
    return Track(times, np.column_stack((x, y)), np.unwrap(headings))


def apart(one: Track, other: Track) -> float:
    """The largest distance between the places of two runs at the same time, m."""
    return float(np.hypot(*(one.places - other.places).T).max())


def aside(track: Track, direction: float) -> float:
    """The largest distance from the line, m."""
    return float(np.abs(track.places[:, 1] * math.cos(direction) - track.places[:, 0] * math.sin(direction)).max())


def run(figure: Path, quick: bool = False) -> Finding:
    """Drive both lines in both engines, with the robot's own limits and with gentle ones."""
    tracks: dict[tuple[str, float | None], dict[str, Track]] = {}
    rows, numbers = [], {}
    for limit in (None, GENTLE):
        for name, (length, direction) in RUNS.items():
            overrides = limited(limit)
            until = command_time(length, overrides)
            both = {engine: drive(engine, direction, until, overrides) for engine in ENGINES}
            tracks[name, limit] = both
            gap = apart(*both.values())
            how = "of its file" if limit is None else f"{limit:g} m/s²"
            numbers[f"apart, {name}, {how}"] = gap / length
            for engine, track in both.items():
                way = float(np.hypot(*track.places[-1]))
                numbers[f"way, {engine}, {name}, {how}"] = way
                rows.append(
                    (
                        name,
                        how,
                        engine,
                        f"{way:.3f}",
                        f"{100 * aside(track, direction):.1f}",
                        f"{math.degrees(float(np.abs(track.headings).max())):.1f}",
                        "-" if engine == ENGINES[0] else f"{100 * gap:.1f} ({100 * gap / length:.1f} %)",
                        "-" if engine == ENGINES[0] else ("yes" if gap <= LIMIT * length else "no"),
                    )
                )
    _draw(tracks, figure)
    gentle = max(value for key, value in numbers.items() if key.startswith("apart") and key.endswith("m/s²"))
    file = {name: numbers[f"apart, {name}, of its file"] for name in RUNS}
    within = [name for name, share in file.items() if share <= LIMIT]
    return Finding(
        title="A straight line in two engines",
        source="[grSim fig. 6, 7 and 8]",
        there="A real robot and the simulated one drive 4.4 m along their head and 3.6 m perpendicular to it; the "
        "figures lay their positions over each other. There are no numbers, and the real curves are not available.",
        here="The robot gets one velocity and then zero: nobody corrects its path. At "
        f"{GENTLE:g} m/s², turf and mujoco-spatial are at most {100 * gentle:.2f} % of the way apart. With the limits "
        "of its file it is "
        + " and ".join(f"{100 * share:.1f} % {name}" for name, share in file.items())
        + ": perpendicular to its head it accelerates at all that turf's wheels hold, with a quarter of the weight on "
        "each; in space the rear wheels carry less, slip, and the robot turns.",
        conclusion=f"Turf agrees with the engine that shares no law with it within {100 * LIMIT:g} % of the way "
        f"{'in both runs' if gentle <= LIMIT else 'in some runs'} at {GENTLE:g} m/s²; with the limits of the robot's "
        f"file it does so {' and '.join(within) if within else 'in neither run'}.",
        settings=f"`{LEAGUE}`, {SPEED:g} m/s, positions {RATE:g} times a second as in [grSim], without noise; "
        f"{REST:g} s of rest at the end. The limit of {100 * LIMIT:g} % is that of `compare-engines`. Speed, rates and "
        "limit were fixed before the first run.",
        figure=figure,
        table=Table(
            (
                "line",
                "limits",
                "engine",
                "way, m",
                "aside at most, cm",
                "turned at most, °",
                "apart at most, cm",
                "within the limit",
            ),
            tuple(rows),
        ),
        numbers=numbers,
    )


def _draw(tracks: dict[tuple[str, float | None], dict[str, Track]], path: Path) -> None:
    """Of [grSim]: fig. 6 in the first row, fig. 7 below it on the left, fig. 8 on the right."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(1.35 * WIDTH, 5.6), dpi=300, facecolor="white", layout="constrained")
    grid = figure.subplots(3, 2)
    for column, name in enumerate(RUNS):
        above, x, y = grid[:, column]
        lines = [(limit, engine) for limit in (None, GENTLE) for engine in ENGINES]
        for index, (limit, engine) in enumerate(lines):
            track = tracks[name, limit][engine]
            how = "limits of its file" if limit is None else f"{limit:g} m/s²"
            style = line_style(index)
            above.plot(track.places[:, 0], track.places[:, 1], label=f"{engine}, {how}", **style)
            x.plot(track.times, track.places[:, 0], **style)
            y.plot(track.times, track.places[:, 1], **style)
        above.set(xlabel=f"{name}: x, m", ylabel="y, m")
        x.set(xlabel="t, s", ylabel="x, m")
        y.set(xlabel="t, s", ylabel="y, m")
        for axes in (above, x, y):
            direct(axes)
            low, high = axes.get_ylim()
            if high - low < 0.1:  # nothing to see but rounding: show it as what it is
                middle = (low + high) / 2
                axes.set_ylim(middle - 0.05, middle + 0.05)
    handles, labels = grid[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper left", ncols=2, frameon=False, fontsize=SMALL)
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "grsim_runs.png"))

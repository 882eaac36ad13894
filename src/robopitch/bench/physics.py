"""Physics steps per second: turf alone, turf in batches, MuJoCo; in open play and in a crowd of robots.

All rows run in one process and take turns, a slice each, so that other load of the machine affects all of them equally.
Only the steps are timed, not the commands.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from robopitch.machine import describe_machine, describe_versions
from robopitch.world import Batch, make_batch

if TYPE_CHECKING:
    from robopitch.physics.mujoco.engine import MujocoEngine

__all__ = ["COLUMNS", "ROWS", "Row", "measure_physics", "table"]

LEAGUE = "ssl-div-a"
TIMESTEP = 0.002  # s
STEPS = 8  # physics steps in a call, which is one step of an environment: 16 ms
CALLS = 3  # calls between two commands: 48 ms
SPEED, TURN = 2.0, 6.0  # m/s and rad/s: limits of random commands
PUSH = 1.0  # m/s, towards the centre
SETTLE = 8.0  # s until the start has no effect, and a crowd does not get denser
SETTLED = 16  # different worlds; a row of one world uses them one after the other, a batch all of them
LAST = 1.0  # s that each engine runs before it is measured
EPISODE = 21  # commands until the next world is used: a second


@dataclass(frozen=True)
class Row:
    """A row of the table."""

    name: str  # its key in the JSON
    title: str
    engine: str
    dtype: str
    worlds: int
    threads: int | None = 1  # None is all


ROWS = (
    Row("turf", "turf, one world", "turf", "float64", 1),
    Row("batch", "turf, 1024 worlds, float32", "turf", "float32", 1024),
    Row("batch_float64", "turf, 1024 worlds, float64", "turf", "float64", 1024),
    Row("batch_all_threads", "turf, 1024 worlds, float32, all threads", "turf", "float32", 1024, None),
    Row("mujoco", "mujoco, one world", "mujoco", "float64", 1),
)


class Runner:
    """The running worlds of a row."""

    def __init__(self, row: Row, seed: int = 0) -> None:
        self.row = row
        start = time.perf_counter()
        self.batch: Batch = make_batch(
            LEAGUE, worlds=row.worlds, threads=row.threads, engine=row.engine, dtype=row.dtype, timestep=TIMESTEP
        )
        self.batch.step()
        self.first_step_s = time.perf_counter() - start
        # One world is stepped as by a user, with its events; a batch has none.
        self._step: Callable[[int], Any] = self.batch.world(0).step if row.worlds == 1 else self.batch.step
        self._random = np.random.default_rng(seed)
        self._commands = 0  # number of commands during the measurement

    @property
    def bytes_per_world(self) -> int:
        """Size of the state of a world."""
        return int(self.batch.states[0].nbytes)

    def command(self, load: str) -> None:
        """New commands for all robots."""
        if load == "random":
            self.command_open_play()
        else:
            self.command_scrum()

    def start_open_play(self) -> None:
        """All robots at their start positions."""
        for index in range(len(self.batch)):
            self.batch.world(index).kick_off()

    def start_scrum(self) -> None:
        """All robots in rings around the centre, at slightly different positions in each world."""
        bodies = self.batch.bodies
        for index in range(len(self.batch)):
            world = self.batch.world(index)
            world.place_ball(0.0, 0.0)
            for place, body in enumerate(bodies):
                away = 0.8 + 0.35 * (place % 3) + self._random.uniform(-0.1, 0.1)
                angle = 2 * np.pi * (place + self._random.uniform(-0.2, 0.2)) / len(bodies)
                if body.team is not None:
                    world.place_robot(body.team, body.id, away * np.cos(angle), away * np.sin(angle), heading=angle)

    def command_open_play(self) -> None:
        """Random commands."""
        most = np.array([SPEED, SPEED, TURN])
        shape = (len(self.batch), len(self.batch.bodies), 3)
        self.batch.command_body_velocities(self._random.uniform(-most, most, shape))

    def command_scrum(self) -> None:
        """Commands towards the centre."""
        places = self.batch.poses[:, :, :2]
        velocities = np.zeros((*places.shape[:2], 3))
        velocities[:, :, :2] = -PUSH * places / np.maximum(np.linalg.norm(places, axis=2, keepdims=True), 1e-3)
        self.batch.command_field_velocities(velocities)

    def settle(self, load: str, seconds: float) -> None:
        """Advance for a simulated time, rounded to whole commands."""
        for _ in range(round(seconds / (CALLS * STEPS * TIMESTEP))):
            self.command(load)
            self.batch.step(CALLS * STEPS)

    def take(self, states: NDArray[Any], first: int) -> None:
        """Continue from settled worlds, cyclically from the one at *first*.

        Engines may have additional state, which is behind the common part.
        """
        taken = np.resize(np.roll(states, -first, axis=0), (len(self.batch), states.shape[1]))
        self.batch.states[:, : taken.shape[1]] = taken

    def run(self, load: str, seconds: float, settled: NDArray[Any]) -> Measured:
        """Step for a time, every simulated second from another settled world.

        Otherwise fast rows would run for minutes of simulated time and slow ones for seconds, with different numbers of
        wall contacts.
        """
        spent, steps, contacts = 0.0, 0, 0.0
        self.take(settled, self._commands // EPISODE)
        while spent < seconds:
            self.command(load)
            self._commands += 1
            for _ in range(CALLS):
                start = time.perf_counter()
                self._step(STEPS)
                spent += time.perf_counter() - start
                contacts += float(self.batch.contacts.sum())
            steps += CALLS * STEPS * len(self.batch)
            if self._commands % EPISODE == 0:
                self.take(settled, self._commands // EPISODE)
        if self.row.worlds == 1:  # a single world does not count them: step once more, untimed
            self.command(load)
            self.batch.step(CALLS * STEPS)
            return Measured(steps / spent, float(self.batch.contacts[0]) / (CALLS * STEPS))
        return Measured(steps / spent, contacts / steps)


@dataclass(frozen=True)
class Measured:
    """One slice of a row."""

    rate: float  # steps of a world per second
    contacts: float  # between robots, in a step of a world


def settled_worlds(engines: Sequence[str], load: str, seconds: float, last: float) -> dict[str, NDArray[Any]]:
    """States from which the rows of each engine continue: the same for all, except for a last second in each engine."""
    crowd = Runner(Row("", "", "turf", "float64", SETTLED))
    if load == "random":
        crowd.start_open_play()
    else:
        crowd.start_scrum()
    crowd.settle(load, seconds)
    found = {}
    for engine in engines:
        own = Runner(Row("", "", engine, "float64", SETTLED))
        own.take(crowd.batch.states, 0)
        own.settle(load, last)
        found[engine] = own.batch.states.copy()
    return found


def measure_physics(
    seconds_per_row: float = 2.0,
    rounds: int = 5,
    rows: Sequence[Row] = ROWS,
    settle: float = SETTLE,
    last: float = LAST,
) -> dict[str, Any]:
    """Measure; every figure is the best of its rounds; medians are included."""
    runners = {row.name: Runner(row) for row in rows}
    result: dict[str, Any] = {}
    medians: dict[str, Any] = {}
    for load in ("random", "scrum"):
        settled = settled_worlds(sorted({row.engine for row in rows}), load, settle, last)
        slices: dict[str, list[Measured]] = {name: [] for name in runners}
        for _ in range(rounds):
            for name, runner in runners.items():
                slices[name].append(runner.run(load, seconds_per_row / rounds, settled[runner.row.engine]))
        contacts = {name: round(fmean(one.contacts for one in found), 2) for name, found in slices.items()}
        result[load] = {name: round(max(one.rate for one in found), 1) for name, found in slices.items()}
        result[load] |= {"contacts": contacts[rows[0].name], "contacts_by_row": contacts}
        medians[load] = {name: round(median(one.rate for one in found), 1) for name, found in slices.items()}
    return {
        **result,
        "mujoco_alone": {"random": round(measure_mujoco_alone(seconds_per_row / rounds), 1)},
        "figure": f"world steps per second, best of {rounds} interleaved rounds",
        "medians": medians,
        "ratios": {
            load: {
                name: round(result[load][name] / result[load]["mujoco"], 2)
                for name in runners
                if name != "mujoco" and "mujoco" in runners
            }
            for load in ("random", "scrum")
        },
        "dt": TIMESTEP,
        "steps_per_call": STEPS,
        "robots": len(runners[rows[0].name].batch.bodies),
        "worlds": {row.name: row.worlds for row in rows},
        "threads": {name: runner.batch.threads for name, runner in runners.items()},
        "dtype": {row.name: row.dtype for row in rows},
        "bytes_per_world": {
            row.dtype: runners[row.name].bytes_per_world for row in reversed(rows) if row.engine == "turf"
        },
        "first_step_s": {name: round(runner.first_step_s, 2) for name, runner in runners.items()},
        "machine": describe_machine(),
        "versions": describe_versions(),
    }


def measure_mujoco_alone(seconds: float) -> float:
    """Steps per second of MuJoCo's `mj_step` on the model of the mujoco engine, and nothing else.

    Without wheel law, ball on the ground, events and state: the time of the library itself in open play, for comparison
    with the engine.
    """
    import mujoco

    runner = Runner(Row("", "", "mujoco", "float64", 1))
    runner.start_open_play()
    runner.batch.step()
    model, data = cast("MujocoEngine", runner.batch.world(0).engine).stage()
    start, random = data.qpos.copy(), np.random.default_rng(0)
    spent, best = 0.0, 0.0
    while spent < seconds:
        data.qpos[:], data.qvel[:], data.qfrc_applied[:] = start, 0.0, 0.0
        slice_start = time.perf_counter()
        for _ in range(20):
            data.ctrl[:] = random.uniform(-1, 1, model.nu)  # N
            mujoco.mj_step(model, data, STEPS)
        took = time.perf_counter() - slice_start
        spent, best = spent + took, max(best, 20 * STEPS / took)
    return best


COLUMNS = ("load", "row", "steps/s", "env steps/s", "× real time", "× mujoco", "contacts")


def table(result: dict[str, Any], rows: Sequence[Row] = ROWS) -> list[list[str]]:
    """The figures as cells under `COLUMNS`."""
    return [
        [
            load,
            row.title,
            f"{result[load][row.name]:,.0f}",
            f"{result[load][row.name] / STEPS:,.0f}",
            f"{result[load][row.name] * TIMESTEP:,.0f}",
            f"{result['ratios'][load][row.name]:.1f}" if row.name in result["ratios"][load] else "-",
            f"{result[load]['contacts_by_row'][row.name]:.1f}",
        ]
        for load in ("random", "scrum")
        for row in rows
    ]

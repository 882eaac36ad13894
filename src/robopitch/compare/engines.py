"""Runs scenes in both engines and checks the differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from robopitch.compare.scene import Quantity, Scene
from robopitch.compare.scenes import scenes_for
from robopitch.compare.trace import Trace, record
from robopitch.spec import load_league
from robopitch.world import make

__all__ = ["COLUMNS", "Comparison", "Verdict", "compare"]

COLUMNS = ("scene", "quantity", "turf", "mujoco", "difference", "limit", "ok")


@dataclass(frozen=True)
class Verdict:
    """One compared number."""

    scene: str
    quantity: str
    unit: str
    turf: float | None  # None if the number needs both engines
    mujoco: float | None
    difference: float
    limit: float  # both in the unit

    @property
    def ok(self) -> bool:
        """Whether the difference is within the limit; False for NaN."""
        return abs(self.difference) <= self.limit

    @property
    def cells(self) -> list[str]:
        """A line of the table under `COLUMNS`."""
        numbers = ["" if value is None else f"{value:.4g}" for value in (self.turf, self.mujoco)]
        difference, limit = f"{self.difference:+.2g} {self.unit}", f"±{self.limit:.2g} {self.unit}"
        return [self.scene, self.quantity, *numbers, difference, limit, "yes" if self.ok else "NO"]


@dataclass(frozen=True)
class Comparison:
    """A scene as both engines played it."""

    scene: Scene
    turf: Trace
    mujoco: Trace
    verdicts: tuple[Verdict, ...]


def compare(league: str, scenes: Sequence[Scene] | None = None, timestep: float = 0.001) -> Iterator[Comparison]:
    """Play scenes, all that fit the league if none are given, in both engines."""
    for scene in scenes_for(load_league(league)) if scenes is None else scenes:
        turf, mujoco = (_play(league, scene, engine, timestep) for engine in ("turf", "mujoco"))
        yield Comparison(scene, turf, mujoco, tuple(_judge(scene, turf, mujoco)))


def _play(league: str, scene: Scene, engine: str, timestep: float) -> Trace:
    blue, yellow = scene.players
    world = make(league, engine=engine, timestep=timestep, players={"blue": blue, "yellow": yellow})
    return record(world, scene.cues, scene.seconds)


def _judge(scene: Scene, turf: Trace, mujoco: Trace) -> Iterator[Verdict]:
    for compared in scene.compared:
        if isinstance(compared, Quantity):
            a, b = compared.of(turf), compared.of(mujoco)
            limit = compared.limit * abs(a) if compared.relative else compared.limit
            yield Verdict(scene.name, compared.name, compared.unit, a, b, b - a, limit)
        else:
            gap = compared.between(turf, mujoco)
            yield Verdict(scene.name, compared.name, compared.unit, None, None, gap, compared.limit)

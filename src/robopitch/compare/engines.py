"""Runs scenes in all engines and checks the differences from turf."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from robopitch.compare.explanations import explanation
from robopitch.compare.scene import EngineScene, Quantity
from robopitch.compare.scenes import scenes_for
from robopitch.compare.trace import Trace, record
from robopitch.physics.engines import ENGINES
from robopitch.spec import load_league
from robopitch.world import make

__all__ = ["COLUMNS", "OTHERS", "SPATIAL", "Comparison", "Verdict", "compare"]

SPATIAL = "mujoco-spatial"
OTHERS = tuple(engine for engine in ENGINES if engine != "turf")  # what turf is compared with
COLUMNS = ("scene", "quantity", *ENGINES, *(f"limit {engine}" for engine in OTHERS), "ok")


@dataclass(frozen=True)
class Verdict:
    """One compared number."""

    scene: str
    quantity: str
    unit: str
    values: Mapping[str, float | None]  # by engine; None if the number needs two engines
    differences: Mapping[str, float]  # of other engines from turf, in the unit
    limits: Mapping[str, float]
    why: str = ""  # the reason for a difference beyond its limit, if it is understood

    def is_within(self, engine: str) -> bool:
        """Whether an engine's difference is within its limit; False for NaN."""
        return abs(self.differences[engine]) <= self.limits[engine]

    @property
    def ok(self) -> bool:
        """Whether all differences are within their limits."""
        return all(map(self.is_within, self.differences))

    @property
    def is_understood(self) -> bool:
        """Whether what is beyond its limit has an explanation."""
        return self.ok or self.why != ""

    @property
    def cells(self) -> list[str]:
        """A line of the table under `COLUMNS`."""
        numbers = []
        for engine in ENGINES:
            value = self.values.get(engine)
            if engine in self.differences and value is None:
                numbers.append(f"{self.differences[engine]:+.2g}")
            else:
                numbers.append("" if value is None else f"{value:.4g}")
        limits = [f"±{self.limits[engine]:.2g} {self.unit}" if engine in self.limits else "" for engine in OTHERS]
        verdict = "yes" if self.ok else ("NO, explained" if self.is_understood else "NO")
        return [self.scene, self.quantity, *numbers, *limits, verdict]

    def as_json(self) -> dict[str, object]:
        """The number as an object of JSON; `limit` is that of mujoco-spatial, `planar_limit` that of mujoco."""
        return {
            "name": self.scene,
            "measure": self.quantity,
            "unit": self.unit,
            **{engine: self.values.get(engine) for engine in ENGINES},
            "limit": self.limits.get(SPATIAL),
            "planar_limit": self.limits.get("mujoco"),
            "differences": dict(self.differences),
            "ok": self.ok,
            "why": self.why,
        }


@dataclass(frozen=True)
class Comparison:
    """A scene as the engines played it."""

    scene: EngineScene
    traces: Mapping[str, Trace]  # by engine; the first is turf
    verdicts: tuple[Verdict, ...]


def compare(
    league: str, scenes: Sequence[EngineScene] | None = None, timestep: float = 0.001, engines: Sequence[str] = OTHERS
) -> Iterator[Comparison]:
    """Play scenes, all that fit the league if none are given, in turf and in other engines."""
    spec = load_league(league)
    for scene in scenes_for(spec) if scenes is None else scenes:
        traces = {engine: _play(league, scene, engine, timestep) for engine in ("turf", *engines)}
        yield Comparison(scene, traces, tuple(_judge(spec.blue.robot.drive.kind, scene, traces)))


def _play(league: str, scene: EngineScene, engine: str, timestep: float) -> Trace:
    blue, yellow = scene.players
    world = make(league, engine=engine, timestep=timestep, players={"blue": blue, "yellow": yellow})
    return record(world, scene.cues, scene.seconds)


def _judge(drive: str, scene: EngineScene, traces: Mapping[str, Trace]) -> Iterator[Verdict]:
    turf, others = traces["turf"], [engine for engine in traces if engine != "turf"]
    for compared in scene.compared:
        limits = {engine: compared.spatial if engine == SPATIAL else compared.limit for engine in others}
        values: dict[str, float | None] = dict.fromkeys(traces)
        if isinstance(compared, Quantity):
            found = {engine: compared.of(trace) for engine, trace in traces.items()}
            values.update(found)
            differences = {engine: found[engine] - found["turf"] for engine in others}
            if compared.relative:
                limits = {engine: limit * abs(found["turf"]) for engine, limit in limits.items()}
        else:
            differences = {engine: compared.between(turf, traces[engine]) for engine in others}
        verdict = Verdict(scene.name, compared.name, compared.unit, values, differences, limits)
        why = "" if verdict.ok else explanation(drive, scene.name, compared.name)
        yield Verdict(scene.name, compared.name, compared.unit, values, differences, limits, why)

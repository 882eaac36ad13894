"""The sensors that robots carry: built from the descriptions of the robots, by the kinds that a league knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pydantic import ValidationError

from robopitch.messages import Body, Team
from robopitch.spec import MountedSensor, SpecError
from robopitch.spec.errors import Problem
from robopitch.spec.names import suggestion

if TYPE_CHECKING:
    from robopitch.sensors.sensor import Sensor, SensorKind
    from robopitch.spec import RobotSpec
    from robopitch.world import World

__all__ = ["CarriedSensors", "check_sensors"]


class CarriedSensors:
    """Builds a sensor for each entry of `RobotSpec.sensors` of each robot. It is called "blue 3 NAME".

    kinds: functions that make a sensor, by the name of its kind; None: the sensors of robots are left out
    """

    def __init__(self, world: World, kinds: Mapping[str, SensorKind] | None) -> None:
        self._world, self._kinds = world, kinds
        self._built: dict[str, tuple[MountedSensor, Sensor]] = {}  # by name
        for team in Team:
            self.check(world.league.team(team).robot)

    def check(self, robot: RobotSpec) -> None:
        """Raise a SpecError if a sensor of a robot is of an unknown kind, or cannot have its settings."""
        check_sensors(robot, self._kinds)

    def now(self) -> list[Sensor]:
        """The sensors of all robots of the world; those of robots whose description has not changed are the same."""
        before, self._built = self._built, {}
        if self._kinds is None:
            return []
        for body, robot in zip(self._world.bodies, self._world.specs, strict=True):
            for index, mounted in enumerate(robot.sensors if body.team is not None else ()):
                name = _name(body, mounted)
                known = before.get(name)
                same = known is not None and known[0] == mounted
                self._built[name] = known if known and same else (mounted, _build(body, robot, index, self._kinds))
        return [sensor for _, sensor in self._built.values()]


def check_sensors(robot: RobotSpec, kinds: Mapping[str, SensorKind] | None) -> None:
    """Raise a SpecError if a sensor of a robot is of an unknown kind, or cannot have its settings; None: any can."""
    for index in range(len(robot.sensors) if kinds is not None else 0):
        _build(Body(Team.BLUE, 0), robot, index, kinds or {})


def _build(owner: Body, robot: RobotSpec, index: int, kinds: Mapping[str, SensorKind]) -> Sensor:
    mounted, where = robot.sensors[index], f"sensors.{index}"
    if mounted.kind not in kinds:
        words = f"this league knows no sensor {mounted.kind!r}; {suggestion(mounted.kind, kinds)}"
        raise SpecError([Problem(robot.name, f"{where}.kind", words)])
    try:
        return kinds[mounted.kind](owner, _name(owner, mounted), mounted.settings)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        key = ".".join((where, "settings", *map(str, first["loc"])))
        raise SpecError([Problem(robot.name, key, first["msg"])]) from None
    except (TypeError, ValueError) as error:
        raise SpecError([Problem(robot.name, where, str(error))]) from None


def _name(owner: Body, mounted: MountedSensor) -> str:
    return f"{owner} {mounted.name}"

"""Requests about the settings of sensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from robopitch.messages import ChangeSensor as ChangeSensorInput
from robopitch.server.api.ask import Ask, Text
from robopitch.server.api.caller import Caller
from robopitch.server.api.registry import Control, request

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.sensors.sensor import Sensor


class ChangeSensor(Ask):
    """Change settings of a sensor."""

    ask: Literal["change_sensor"] = "change_sensor"
    name: Text
    set: dict[str, Any]


@request(ChangeSensor, needs=Control, runs="match", costs=0)
def change_sensor(caller: Caller, ask: ChangeSensor) -> None:
    """All of them or none."""
    sensor = next((one for one in sensors_of(caller.match) if one.name == ask.name), None)
    if sensor is None:
        raise ValueError(f"there is no sensor {ask.name[:40]!r}")
    now = sensor.settings.model_dump()
    before = {name: now[name] for name in ask.set if name in now}
    caller.offer(ChangeSensorInput(ask.name, ask.set))
    caller.undo.keep(object(), None, ChangeSensorInput(ask.name, before))


def sensors_of(match: Match) -> Sequence[Sensor]:
    """The sensors of a match; none if it has no suite."""
    return () if match.sensors is None else match.sensors.suite

"""All kinds of sensors that robots of any league can carry, by the names that the file of a robot uses.

Those with large compiled kernels are loaded when a robot has one; the reports of all are registered here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from robopitch.sensors import body_kinds, onboard
from robopitch.sensors.camera.frontal import FrontalVision
from robopitch.sensors.camera.sensor import CameraSensor
from robopitch.sensors.omnivision import view as _view  # noqa: F401  # registers its reports

if TYPE_CHECKING:
    from robopitch.messages import Body
    from robopitch.sensors.sensor import Sensor, SensorKind

__all__ = ["KINDS"]


def _omnivision(owner: Body, name: str, settings: Mapping[str, Any]) -> Sensor:
    from robopitch.sensors.omnivision.sensor import OmniVision

    return OmniVision(owner, name, settings)


KINDS: Mapping[str, SensorKind] = {
    **onboard.KINDS,
    **body_kinds.KINDS,
    "camera": CameraSensor,
    "frontal_vision": FrontalVision,
    "omnivision": _omnivision,
}

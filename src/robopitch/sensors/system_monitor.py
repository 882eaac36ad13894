"""The system monitor: the state of the nodes of a robot and of its battery [CAMBADA-sim §3.3]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from robopitch.messages import Body, Event, Output
from robopitch.messages.registry import name_of, register
from robopitch.messages.saved import Number, SavedPart
from robopitch.sensors.battery import BatteryReport
from robopitch.sensors.carried import CarriedSensor, CarriedSettings
from robopitch.spec.quantity import Physical, assumed

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["NodeState", "SystemMonitor", "SystemMonitorReport", "SystemMonitorSettings"]


@dataclass(frozen=True, slots=True)
class NodeState:
    """A node: a sensor of the robot."""

    name: str
    age: float | None  # s since its last report was taken; None: there was none
    alive: bool


@dataclass(frozen=True, slots=True)
class SystemMonitorReport:
    """One report."""

    robot: Body
    capture: float  # s
    voltage: float | None  # V, of the battery, as reported last; None: not reported
    nodes: tuple[NodeState, ...]

    @property
    def values(self) -> Mapping[str, float]:
        """The voltage, and for each node whether it is alive."""
        found = {} if self.voltage is None else {"voltage": self.voltage}
        return found | {f"{node.name}_alive": float(node.alive) for node in self.nodes}


register(NodeState)
register(SystemMonitorReport)


class SystemMonitorSettings(CarriedSettings):
    """When a node counts as dead."""

    rate: float = Field(default=1.0, ge=0.01, le=10_000, allow_inf_nan=False, description="samples per second, Hz")
    timeout: Annotated[float, Physical("s", gt=0, le=3600)] = Field(
        default=assumed(2.0, "s", "twice the longest period of its nodes"),
        description="age of the last report of a node up to which it is alive",
    )


class SystemMonitorMemory(SavedPart):
    """The last reports of the nodes."""

    captures: dict[str, Number]  # by the name of the node
    voltage: Number | None


class SystemMonitor(CarriedSensor[SystemMonitorSettings]):
    """Listens to other sensors of its robot, and reports which of them still report.

    Beside its settings, the file of the robot has a table `nodes`: names of sensors of the robot that are listed before
    it, each with the name of its reports, ``{ compass = "CompassReport" }``. A sensor that is off, or whose reports are
    lost, is not alive.
    """

    settings_type = SystemMonitorSettings
    memory_type = SystemMonitorMemory

    def __init__(self, owner: Body, name: str, settings: Mapping[str, Any]) -> None:
        settings = dict(settings)
        nodes = settings.pop("nodes", {})
        if not isinstance(nodes, Mapping) or not all(isinstance(report, str) for report in nodes.values()):
            raise ValueError('nodes: names of sensors with the names of their reports, { compass = "CompassReport" }')
        if len(set(nodes.values())) < len(nodes):
            raise ValueError("nodes: two sensors with the same reports cannot be told apart")
        super().__init__(owner, name, settings)
        self._nodes = {str(report): str(node) for node, report in nodes.items()}  # by the name of the report
        self.hears = tuple(f"{owner} {node}" for node in nodes)

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """The state of every node."""
        if self.memory is None:
            self.memory = SystemMonitorMemory(captures={}, voltage=None)
        memory = self.memory
        for report in heard:
            node, capture = self._nodes.get(name_of(type(report))), getattr(report, "capture", None)
            if node is not None and capture is not None:
                memory.captures[node] = float(capture)
            if isinstance(report, BatteryReport):
                memory.voltage = report.voltage
        if self.motion(world) is None:
            return []
        nodes = []
        for node in self._nodes.values():
            capture = memory.captures.get(node)
            age = None if capture is None else max(world.time - capture, 0.0)
            nodes.append(NodeState(node, age, age is not None and age <= self.settings.timeout))
        return [SystemMonitorReport(self.owner, world.time, memory.voltage, tuple(nodes))]

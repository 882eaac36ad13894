"""Module radio: sends the commands to the robots, and signals and drawings to the simulator [MI20 §2.4.5]."""

from __future__ import annotations

from collections.abc import Callable

from robopitch.client.events import (
    IdentifyDone,
    MaybeCollision,
    ModuleStart,
    NewWorldData,
    Places,
    SetActions,
    Velocities,
)
from robopitch.client.framework import Registry
from robopitch.client.mover import MoveTo
from robopitch.client.publisher import Publisher
from robopitch.client.radio import Radio
from robopitch.client.stream_radio import StreamRadio
from robopitch.teams.observation import Observation

__all__ = ["RadioModule"]

BUDGET = 0.002  # s
TOLD = (IdentifyDone, MaybeCollision, ModuleStart, Places)  # what other programs of the team may want to know


class RadioModule:
    """Sends what other modules have decided.

    on_sent: called after each message with commands
    tell:    gives time, rotation of the frame and delay, for signals
    """

    def __init__(
        self,
        radio: Radio | StreamRadio,
        publisher: Publisher | None,
        on_sent: Callable[[], None],
        tell: Callable[[], tuple[float, float, float]],
    ) -> None:
        self._radio, self._publisher, self._on_sent, self._tell = radio, publisher, on_sent, tell
        self._observation: Observation | None = None
        self._targets: dict[int, tuple[float, float]] = {}

    def start(self, registry: Registry) -> None:
        """Listen to commands."""
        registry.work(Velocities, self._on_velocities, BUDGET)
        if self._publisher is not None:
            registry.listen(NewWorldData, self._on_world)
            registry.listen(SetActions, self._on_actions)
        if isinstance(self._radio, StreamRadio):
            for kind in TOLD:
                registry.listen(kind, self._radio.say)

    def stop(self) -> None:
        """The socket stays open: others receive from it."""

    def _on_world(self, event: NewWorldData) -> None:
        self._observation = event.observation

    def _on_actions(self, event: SetActions) -> None:
        """Where robots go: the places of actions that name one, and the goals of paths in the memory of a team."""
        if self._observation is None:
            return
        self._targets = {}
        for number in event.actions:
            way = self._observation.memory.get("ways", {}).get(str(number))
            if way is not None:
                self._targets[number] = way[2], way[3]
        for number, action in event.actions.items():
            if isinstance(action, MoveTo):
                self._targets[number] = action.place

    def _on_velocities(self, event: Velocities) -> None:
        self._radio.send(event.orders)
        self._on_sent()
        if self._publisher is not None and self._observation is not None:
            now, side, delay = self._tell()
            self._publisher.publish(now, self._observation, side, delay, self._targets)

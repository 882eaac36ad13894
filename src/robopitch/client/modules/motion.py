"""Module motion: from actions to the commands of all robots; robots that sleep stand [MI20 §2.4.4].

An action that is a `MoveTo` names a place: the setting `motion.kind` chooses planned or reactive motion.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from robopitch.client.events import (
    Commanded,
    NewWorldData,
    RobotSleep,
    RobotWakeup,
    SetActions,
    Steered,
    Velocities,
)
from robopitch.client.fleet import Handle
from robopitch.client.framework import Registry
from robopitch.client.motion import STILL, MotionControl
from robopitch.client.mover import KINDS, REACTIVE, Mover, MoveTo
from robopitch.messages import Command, Pose
from robopitch.spec import RobotSpec
from robopitch.teams.observation import Action, Observation

__all__ = ["MotionModule"]

BUDGET = 0.001  # s


class MotionModule:
    """Turns actions into commands.

    carries: whether a message can contain a command
    side:    gives −1 if the frame of the team is rotated
    numbers: of all robots that a team may have
    fleet:   robots of other types than *robot*, or with another kind of radio
    """

    def __init__(
        self,
        robot: RobotSpec,
        carries: Callable[[Command], bool],
        side: Callable[[], float],
        numbers: int,
        fleet: Mapping[int, Handle] | None = None,
    ) -> None:
        self.motion = MotionControl(robot, carries, fleet)
        self.mover = Mover(robot)
        self._moved: set[int] = set()  # robots that go to places
        self._observation: Observation | None = None
        self._side, self._numbers = side, numbers
        self._own: Mapping[int, Pose] = {}
        self._actions: dict[int, Action] = {}
        self._steered: dict[int, Action] = {}
        self.sleeping: set[int] = set()

    def start(self, registry: Registry) -> None:
        """Listen to actions, to world data, and to what overrides actions."""
        self._registry = registry
        self._kind = registry.settings.declare(
            "motion.kind", REACTIVE, f"how robots drive to places: {' or '.join(KINDS)}", _check_kind
        )
        registry.work(SetActions, self._on_actions, BUDGET)
        registry.listen(NewWorldData, self._on_world)
        registry.listen(Steered, self._on_steered)
        registry.listen(RobotSleep, self._on_sleep)
        registry.listen(RobotWakeup, self._on_wakeup)

    def stop(self) -> None:
        """All robots stand: nobody would tell them later."""
        self._actions = dict.fromkeys({*self._actions, *self._steered}, STILL)
        self._steered.clear()
        if self._actions:
            self._command()

    def _on_world(self, event: NewWorldData) -> None:
        self._observation, self._own = event.observation, event.observation.own

    def _on_actions(self, event: SetActions) -> None:
        self._actions |= event.actions
        self._command()

    def _on_steered(self, event: Steered) -> None:
        if event.action is None:
            self._steered.pop(event.robot, None)
            self._actions[event.robot] = STILL
        else:
            self._steered[event.robot] = event.action
        self._command()

    def _on_sleep(self, event: RobotSleep) -> None:
        self.sleeping |= set(range(self._numbers)) if event.robot is None else {event.robot}
        self._command()

    def _on_wakeup(self, event: RobotWakeup) -> None:
        self.sleeping -= set(range(self._numbers)) if event.robot is None else {event.robot}

    def _move(self, actions: dict[int, Action]) -> None:
        """Replace actions that name places by commands."""
        for number, action in actions.items():
            if isinstance(action, MoveTo):
                if self._observation is None:
                    actions[number] = STILL
                else:
                    actions[number] = self.mover.action(self._kind.value, number, action, self._observation)
                self._moved.add(number)
            elif number in self._moved:
                self.mover.forget(number)
                self._moved.discard(number)

    def _command(self) -> None:
        """Send the commands of all robots, and what they mean for the state estimator."""
        actions = {**self._actions, **self._steered}
        for number in self.sleeping & actions.keys():
            actions[number] = STILL
        self._move(actions)
        motion, headings = self.motion, {number: pose.heading for number, pose in self._own.items()}
        motion.take(actions, self._own)
        send = self._registry.send
        send(Commanded(motion.twists(headings), frozenset(motion.armed)))
        send(Velocities(motion.orders(self._side())))


def _check_kind(kind: str) -> str | None:
    return None if kind in KINDS else f"motion is {' or '.join(KINDS)}"

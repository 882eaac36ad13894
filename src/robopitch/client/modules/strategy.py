"""Module strategy: asks the chosen decision system in every frame, and overrides what must not be [MI20 §2.4.3]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from robopitch.client.auto_positions import auto_positions, in_field
from robopitch.client.decisions import Decision, Decisions
from robopitch.client.events import MaybeCollision, NewWorldData, Places, PlacesWanted, SetActions
from robopitch.client.framework import Registry
from robopitch.client.overrides import TwistOf, avoid_collisions, leave_goal_area
from robopitch.messages import BodyVelocity, Team
from robopitch.teams.observation import Action, Observation
from robopitch.teams.situation import Phase, situation_of

__all__ = ["Strategy"]

BUDGET = 0.003  # s


class Strategy:
    """Chooses actions.

    decisions: the decision systems; the setting `strategy.decision` names the one that is asked
    overrides: whether collisions and illegal situations are prevented, until settings say otherwise
    twist:     the velocity that a command means
    side:      gives −1 if the frame of the team is rotated
    """

    def __init__(
        self,
        team: Team,
        decisions: Decisions,
        chosen: str,
        overrides: bool,
        twist: TwistOf,
        side: Callable[[], float],
    ) -> None:
        self._team = team
        self._decisions, self._chosen, self._overrides = decisions, chosen, overrides
        self._twist, self._side = twist, side
        self._last: Observation | None = None
        self._asked = ""
        self._system: Decision | None = None  # the one that is asked
        self._question: PlacesWanted | None = None  # that came before robots were seen
        self.overridden: Counter[str] = Counter()

    def start(self, registry: Registry) -> None:
        """Listen to world data."""
        self._registry, declare = registry, registry.settings.declare
        self._decision = declare(
            "strategy.decision", self._chosen, "the decision system that is asked", self._decisions.check
        )
        self._collisions = declare("strategy.avoid_collisions", self._overrides, "stop robots that would collide")
        self._areas = declare("strategy.leave_goal_area", self._overrides, "one robot at most in the own goal area")
        registry.work(NewWorldData, self._on_world, BUDGET)
        registry.listen(PlacesWanted, self._on_places)

    def stop(self) -> None:
        """Nothing is held."""

    def _on_world(self, event: NewWorldData) -> None:
        observation = self._last = event.observation
        if self._question is not None:
            self._on_places(self._question)
        if observation.situation.phase is Phase.HALT:  # robots stand: no decision is needed
            actions = {number: Action(BodyVelocity(0.0)) for number in observation.own}
            self._registry.send(SetActions(actions))
            return
        actions = dict(self._chosen_system(observation).decide(observation))
        if self._areas.value:
            actions, found = leave_goal_area(observation, actions, self._twist)
            self.overridden["goal area"] += len(found)
        if self._collisions.value:
            actions, collisions = avoid_collisions(observation, actions, self._twist)
            self.overridden["collision"] += len(collisions)
            for robot, other, opponent in collisions:
                self._registry.send(MaybeCollision(robot, None if opponent else other))
        self._registry.send(SetActions(actions))

    def _chosen_system(self, observation: Observation) -> Decision:
        """The decision system that the setting names; a new one does not get the memory of another."""
        name = self._decision.value
        if self._system is None or name != self._asked:
            if self._asked:
                observation.memory.clear()
            self._asked, self._system = name, self._decisions.get(name)
        return self._system

    def _on_places(self, event: PlacesWanted) -> None:
        """Answer with the places of the decision system, or the usual ones; later, if nothing was seen yet."""
        observation, side = self._last, self._side()
        if observation is None or not observation.own:
            self._question = event
            return
        self._question = None
        observation = replace(observation, situation=situation_of(event.game, self._team, side))
        positions = self._decisions.get(self._decision.value).positions or auto_positions
        self._registry.send(Places(in_field(dict(positions(observation)), side)))

"""Module state estimator: from snapshots to world data, with the commands that were sent [MI20 §2.4.2]."""

from __future__ import annotations

import math
from collections import Counter

from robopitch.client.estimator import Estimator
from robopitch.client.events import Commanded, FieldChanged, GameStateChange, Heard, NewSnapshot, NewWorldData, SwapIds
from robopitch.client.framework import Registry
from robopitch.messages import ChangeSpec, Team
from robopitch.spec import LeagueSpec, change_league

__all__ = ["StateEstimator"]

BUDGET = 0.003  # s


class StateEstimator:
    """Keeps an `Estimator` at work.

    league: as assumed; vision tells the differences from it
    delay:  s from a frame until the resulting command takes effect; None: estimated
    draws:  whether anybody looks at what the team draws
    """

    def __init__(
        self, league: LeagueSpec, team: Team, delay: float | None, unreadable: Counter[str], draws: bool = True
    ) -> None:
        self._base, self._unreadable = league, unreadable
        self.estimator = Estimator(league, team, delay)
        self.estimator.draws = draws
        self._armed: set[int] = set()  # robots with a kick command

    def start(self, registry: Registry) -> None:
        """Listen to snapshots, commands, the referee and robots."""
        self._registry = registry
        self._keep = registry.settings.declare(
            "estimator.keep",
            self.estimator.keep,
            "s for which an unseen robot is predicted",
            least=0.1,
            most=2.0,
        )
        registry.work(NewSnapshot, self._on_snapshot, BUDGET)
        registry.listen(GameStateChange, lambda event: self.estimator.hear(event.game))
        registry.listen(Heard, lambda event: self.estimator.feel(event.feedback, self._armed))
        registry.listen(Commanded, self._on_commanded)
        registry.listen(FieldChanged, self._on_field)
        registry.listen(SwapIds, lambda event: self.estimator.swap(event.one, event.other))

    def stop(self) -> None:
        """Nothing is held."""

    def _on_snapshot(self, event: NewSnapshot) -> None:
        estimator = self.estimator
        if not math.isclose(self._keep.value, estimator.keep):
            estimator.keep = self._keep.value
        if estimator.see(event.frames):
            observation = estimator.observation()
            if observation is not None:
                self._registry.send(NewWorldData(observation, estimator.lost()))

    def _on_commanded(self, event: Commanded) -> None:
        self._armed = set(event.armed)
        self.estimator.commanded(event.twists)

    def _on_field(self, event: FieldChanged) -> None:
        """Apply the differences of field and ball from the league that was assumed, or other cameras."""
        change, estimator = event.change, self.estimator
        if not isinstance(change, ChangeSpec):
            estimator.change(estimator.league, change.cameras)
            return
        league = self._base
        try:
            if change.values:
                league = change_league(self._base, change.values)
        except ValueError:
            self._unreadable["geometry"] += 1
        estimator.change(league)

    def start_afresh(self) -> None:
        """Forget everything after an exception: something in it is invalid."""
        self.estimator.change(self._base, ())
        self.estimator.clear()
        self.estimator.memory.clear()

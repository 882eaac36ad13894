"""Robots that a person has taken off the field for a repair, and when they may come back.

Where the rules of a league have a table `repair`, a robot stays outside for its time and comes back in a stoppage. One
that is put back too early is taken off again, and called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from robopitch.messages import Body, Call, Input, PlaceRobot, Team
from robopitch.messages.saved import Count, SavedPart, Tick, checked

if TYPE_CHECKING:
    from robopitch.referee.rules import Rules
    from robopitch.referee.scene import RefereeScene

__all__ = ["Repairs"]

RULE = "repair"


class _Saved(SavedPart):
    present: list[tuple[Team, Count]] | None
    left: list[tuple[Team, Count, Tick]]


class Repairs:
    """Which robots are being repaired, and since when."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._present: tuple[Body, ...] | None = None  # at the last judgement; None: there was none in this period
        self._left: dict[Body, int] = {}  # tick at which each one left

    def judge(
        self, scene: RefereeScene, present: tuple[Body, ...], is_removed: Callable[[Body], bool], playing: bool
    ) -> tuple[list[Call], list[Input]]:
        """Call robots that have come back too early, and take them off again.

        present:    robots on the field; the same tuple as long as they are the same
        is_removed: whether the referee itself has taken a robot off
        playing:    the ball is in play, or may be kicked
        """
        if RULE not in self._rules.spec.rule or (present is self._present and not self._left):
            return [], []
        for robot in self._present or ():
            if robot not in present and not is_removed(robot):
                self._left.setdefault(robot, scene.tick)
        self._present = present
        calls: list[Call] = []
        inputs: list[Input] = []
        for robot in [robot for robot in self._left if robot in present]:
            call = self._refusal(scene, robot, playing)
            if call is None:
                del self._left[robot]
            else:
                assert robot.team is not None
                calls.append(call)
                inputs.append(PlaceRobot(robot.team, robot.id, present=False))
        return calls, inputs

    def _refusal(self, scene: RefereeScene, robot: Body, playing: bool) -> Call | None:
        limit = self._rules.rule(RULE).limit
        out = (scene.tick - self._left[robot]) * scene.timestep
        if out < limit - 1e-9:
            reason = f"{robot} is back after {out:.1f} s of {limit:g} s for a repair"
        elif playing:
            reason = f"{robot} is back from its repair while play goes on"
        else:
            return None
        return self._rules.call(scene, RULE, robot.team, robot.id, reason=reason, measure=out)

    def listed(self, timestep: float) -> list[list[Any]]:
        """Team, id, and the times at which each one left and may come back in s; plain data for protocols."""
        if not self._left:
            return []
        limit = self._rules.rule(RULE).limit
        return [[robot.team, robot.id, tick * timestep, tick * timestep + limit] for robot, tick in self._left.items()]

    def forget(self) -> None:
        """Before a match and in its breaks robots come and go as their teams like."""
        self._present = None
        self._left.clear()

    def state(self) -> Any:
        """The state, in plain values."""
        return {
            "present": None if self._present is None else [[robot.team, robot.id] for robot in self._present],
            "left": [[robot.team, robot.id, tick] for robot, tick in self._left.items()],
        }

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        saved = checked(_Saved, state)
        self._present = None if saved.present is None else tuple(Body(*robot) for robot in saved.present)
        self._left = {Body(team, number): tick for team, number, tick in saved.left}

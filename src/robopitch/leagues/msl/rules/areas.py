"""Robots in the areas of the Middle Size League: who may be there, how many of them, and for how long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from robopitch.messages import Team
from robopitch.messages.saved import SavedPart, Tick, checked
from robopitch.physics import state as s
from robopitch.referee.observed.areas import goal_area, own_side, penalty_area

if TYPE_CHECKING:
    from robopitch.referee.observed.seen import RobotSeen
    from robopitch.referee.scene import RefereeScene
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["AreaWatch", "Intrusion"]

JUST = 1e-9  # s: judgements are whole ticks, whose sum is not exact
CROWD = -1  # in place of a robot's number: since when there are too many robots

Key = tuple[str, Team, int]  # kind of call, team and number


class Intrusion(NamedTuple):
    """A robot where it may not be, or not for so long."""

    kind: str
    robot: RobotSeen
    seconds: float  # for which it has been so


class _Saved(SavedPart):
    entered: list[tuple[str, Team, int, Tick]]


class AreaWatch:
    """Since when each robot is in an area. The centre of a robot decides, and lines belong to their area."""

    def __init__(self, league: LeagueSpec, spec: RulesSpec) -> None:
        self._rules = spec.rule
        self._large = {team: penalty_area(league, team) for team in Team}
        self._small = {team: goal_area(league, team) for team in Team}
        self._edge = float(league.field.length) / 2 - float(league.field.penalty_area_depth)
        self._entered: dict[Key, int] = {}  # tick

    def observe(self, scene: RefereeScene, keepers: dict[Team, int | None]) -> Iterator[Intrusion]:
        """Add a judgement; the fouls of it."""
        if not self._anybody(scene, keepers):
            self._entered = {}
            return
        before, self._entered = self._entered, {}
        for owner in Team:
            for team, who in ((owner, "defender"), (owner.other, "attacker")):
                yield from self._watch(scene, before, owner, team, who, keepers[owner])

    def _anybody(self, scene: RefereeScene, keepers: dict[Team, int | None]) -> bool:
        """Whether any robot but the keepers at home may be in an area: most of the time nobody is."""
        world, edge = scene.world, self._edge
        block, bodies = world.robot_block, world.bodies
        for column, x in enumerate(block[s.X].tolist()):
            if -edge < x < edge:
                continue
            team = bodies[column].team
            if team is None or (bodies[column].id == keepers[team] and x * own_side(team) >= 0):
                continue
            if block[s.PRESENT, column] > 0:
                return True
        return False

    def _watch(
        self, scene: RefereeScene, before: dict[Key, int], owner: Team, team: Team, who: str, keeper: int | None
    ) -> Iterator[Intrusion]:
        """The robots of one team in the areas of one of both."""
        large, small = self._large[owner], self._small[owner]
        assert large is not None
        assert small is not None
        there = [robot for robot in scene.in_area(large, team) if team is not owner or robot.id != keeper]
        for robot in there:
            kind = f"{who}_in_penalty_area"
            held = self._held(scene, before, (kind, team, robot.id))
            if held > (self._rules[kind].threshold or 0.0) + JUST:
                yield Intrusion(kind, robot, held)
            if small.contains(robot.x, robot.y):
                kind = f"{who}_in_goal_area"
                held = self._held(scene, before, (kind, team, robot.id))
                if held > self._rules[kind].grace + JUST:
                    yield Intrusion(kind, robot, held)
        kind = f"too_many_{who}s"
        if len(there) > (self._rules[kind].count or 0):
            held = self._held(scene, before, (kind, team, CROWD))
            if held > self._rules[kind].grace + JUST:
                inside = f"{who}_in_penalty_area"
                yield Intrusion(kind, max(there, key=lambda robot: self._entered[inside, team, robot.id]), held)

    def _held(self, scene: RefereeScene, before: dict[Key, int], key: Key) -> float:
        """Seconds for which something has been so."""
        self._entered[key] = before.get(key, scene.tick)
        return scene.seconds_since(self._entered[key])

    def forget(self) -> None:
        """Times begin anew."""
        self._entered = {}

    def state(self) -> Any:
        """The state, in plain values."""
        return {"entered": [[kind, team.value, number, tick] for (kind, team, number), tick in self._entered.items()]}

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self._entered = {(kind, team, number): tick for kind, team, number, tick in checked(_Saved, state).entered}

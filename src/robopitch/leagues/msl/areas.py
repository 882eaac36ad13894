"""Robots in the areas of the Middle Size League: who may be there, how many of them, and for how long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from robopitch.messages import Team
from robopitch.referee.observed.areas import goal_area, penalty_area

if TYPE_CHECKING:
    from robopitch.referee.observed.seen import RobotSeen
    from robopitch.referee.scene import Scene
    from robopitch.referee.timers import Timers
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["Intrusion", "area_fouls"]

JUST = 1e-9  # s: judgements are whole ticks, whose sum is not exact


class Intrusion(NamedTuple):
    """A robot where it may not be, or not for so long."""

    kind: str
    robot: RobotSeen
    seconds: float  # for which it has been so


def area_fouls(
    league: LeagueSpec, spec: RulesSpec, timers: Timers, scene: Scene, keepers: dict[Team, int | None]
) -> Iterator[Intrusion]:
    """The fouls of this judgement. The centre of a robot decides, and lines belong to their area."""
    rule = spec.rule
    for owner in Team:
        large, small = penalty_area(league, owner), goal_area(league, owner)
        assert large is not None
        assert small is not None
        for team, who in ((owner, "defender"), (owner.other, "attacker")):
            there: list[RobotSeen] = []
            for robot in scene.robots:
                if robot.team is not team or (team is owner and robot.id == keepers[owner]):
                    continue
                inside = large.contains(robot.x, robot.y)
                if inside:
                    there.append(robot)
                kind = f"{who}_in_goal_area"
                in_small = inside and small.contains(robot.x, robot.y)
                held = timers.held(f"area {kind} {robot.body}", in_small, scene.tick)
                if held > rule[kind].grace + JUST:
                    yield Intrusion(kind, robot, held)
                kind = f"{who}_in_penalty_area"
                held = timers.held(f"area {kind} {robot.body}", inside, scene.tick)
                if held > (rule[kind].threshold or 0.0) + JUST:
                    yield Intrusion(kind, robot, held)
            kind = f"too_many_{who}s"
            held = timers.held(f"area {kind} {owner}", len(there) > (rule[kind].count or 0), scene.tick)
            if held > rule[kind].grace + JUST:
                entered = f"area {who}_in_penalty_area "
                last = min(there, key=lambda robot: timers.since(f"{entered}{robot.body}", scene.tick) or 0.0)
                yield Intrusion(kind, last, held)

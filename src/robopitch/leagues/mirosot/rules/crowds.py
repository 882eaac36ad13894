"""Crowded areas in front of the goals: which team broke the rule, and for how long, while the ball was there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from robopitch.messages import Team
from robopitch.messages.saved import SavedPart, Spread, Tick, checked
from robopitch.referee.observed.areas import Area, own_side

if TYPE_CHECKING:
    from robopitch.referee.scene import RefereeScene
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["Crowds", "area_at_goal"]

LONGEST_GAP = 0.1  # s between two judgements above which time does not count: somebody else was the referee


class _Saved(SavedPart):
    began: tuple[Tick | None, Tick | None]
    times: tuple[dict[str, Spread], dict[str, Spread]]
    tick: Tick


def area_at_goal(league: LeagueSpec, team: Team, depth: float, width: float) -> Area:
    """An area in front of a team's goal; the inside of the goal belongs to it, as a robot may be pushed in there."""
    line, inside = float(league.field.length) / 2, float(league.field.goal.depth)
    if own_side(team) < 0:
        return Area(-line - inside, -width / 2, depth - line, width / 2)
    return Area(line - depth, -width / 2, line + inside, width / 2)


class Crowds:
    """For each team's area: since when the ball is in it, and how long each rule has been broken meanwhile.

    The largest area of the field decides whether the ball is there. A field with only one area has the rules of the
    small one.
    """

    def __init__(self, league: LeagueSpec, spec: RulesSpec, timestep: float) -> None:
        field = league.field
        self._timestep = timestep
        large = float(field.penalty_area_depth), float(field.penalty_area_width)
        small = float(field.goal_area_depth), float(field.goal_area_width)
        sizes = {"goal_area": small, "penalty_area": large} if small[0] > 0 else {"goal_area": large}
        self.ball_area = {team: area_at_goal(league, team, *large) for team in Team}
        self._rules = [
            (f"{who}_in_{name}", who == "defenders", int(spec.rule[f"{who}_in_{name}"].count or 0), size)
            for who in ("defenders", "attackers")
            for name, size in sizes.items()
        ]
        self._areas = {(team, size): area_at_goal(league, team, *size) for team in Team for size in sizes.values()}
        self._began: dict[Team, int | None] = dict.fromkeys(Team)
        self._times: dict[Team, dict[str, float]] = {team: {} for team in Team}
        self._tick = 0

    def observe(self, scene: RefereeScene) -> None:
        """Add a judgement while the ball is in play."""
        seconds = (scene.tick - self._tick) * self._timestep
        seconds = seconds if 0 < seconds <= LONGEST_GAP else 0.0
        self._tick = scene.tick
        for team, area in self.ball_area.items():
            if not area.contains(scene.ball.x, scene.ball.y):
                self._began[team] = None
                continue
            if self._began[team] is None:
                self._began[team], self._times[team] = scene.tick, {}
            for kind, own, count, size in self._rules:
                robots = scene.in_area(self._areas[team, size], team if own else team.other)
                if len(robots) >= count:
                    self._times[team][kind] = self._times[team].get(kind, 0.0) + seconds

    def times(self, team: Team) -> dict[str, float]:
        """Seconds for which each rule has been broken at a team's goal, since the ball came into its area."""
        return self._times[team]

    def ball_since(self, team: Team) -> int | None:
        """The tick since which the ball is in a team's area; None: it is not."""
        return self._began[team]

    def members(self, scene: RefereeScene, team: Team, kind: str) -> list[int]:
        """The robots that are in the area of a rule now."""
        own, size = next((own, size) for name, own, _, size in self._rules if name == kind)
        return [robot.id for robot in scene.in_area(self._areas[team, size], team if own else team.other)]

    def forget(self) -> None:
        """Forget all, because play has stopped."""
        self._began = dict.fromkeys(Team)
        self._times = {team: {} for team in Team}

    def state(self) -> Any:
        """The state, in plain values."""
        return {
            "began": [self._began[team] for team in Team],
            "times": [dict(self._times[team]) for team in Team],
            "tick": self._tick,
        }

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        saved = checked(_Saved, state)
        self._began = dict(zip(Team, saved.began, strict=True))
        self._times = dict(zip(Team, map(dict, saved.times), strict=True))
        self._tick = saved.tick

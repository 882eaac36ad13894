"""Events of a match as marks for the time bar, lines of the log and the banner after a goal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from robopitch.measure.calls_text import GOAL, call_text
from robopitch.measure.event_text import game_text, goal_text, score_text, scorer_text, whistle_text
from robopitch.measure.marks import marks_of
from robopitch.messages import (
    BallOut,
    Body,
    ChangeCameras,
    ChangeFormation,
    ChangeRealism,
    ChangeRobot,
    ChangeSensor,
    ChangeSpec,
    Collision,
    Event,
    Fallen,
    Goal,
    GotUp,
    HangRobot,
    Input,
    Kicked,
    Restarted,
    Ruling,
    SwapTeam,
    Team,
    Tipping,
    Touch,
    Whistle,
    Whistled,
)
from robopitch.server.attendance import SOURCE as ATTENDANCE
from robopitch.web import schema

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.spec import LeagueSpec

__all__ = ["EventLog", "mark_event", "mark_ruling"]

CORRECTION = "score_corrected"  # the kind of calls in which a person changes the score
CALLED = (Whistle.CARD, Whistle.SCORE)  # what a referee by the rules answers with a call, which says it all
CRASH = 0.5  # m/s: slower collisions of robots are not shown
PUSH = 0.5  # m/s: nor are slower touches of robots without kickers
RESTARTS = {"goal": "ball on the centre spot", "out": "ball back on the field", "stuck": "ball freed: nobody played it"}


def mark_event(
    event: Event, score: dict[Team, int], last_touch: Body | None = None, league: LeagueSpec | None = None
) -> schema.Mark | None:
    """An event as a mark; None for what happens all the time.

    score:      after the event
    last_touch: the robot that touched the ball last, for goals of older recordings, which do not name their scorer
    league:     that is played: robots without kickers play the ball by running into it
    """
    pushed = isinstance(event, Touch) and event.speed >= PUSH and _has_no_kicker(event.robot, league)
    if (isinstance(event, Touch) and not pushed) or (isinstance(event, Collision) and event.speed < CRASH):
        return None
    (found,) = marks_of([event])
    text, team, goals, detail = found.text, None, None, ""
    if isinstance(event, Goal):
        team = event.team
        goals = {"blue": score[Team.BLUE], "yellow": score[Team.YELLOW]}
        detail = scorer_text(event, last_touch)
        text = goal_text(team, score, detail)
    elif isinstance(event, Kicked):
        team = event.robot.team
    elif isinstance(event, Touch):
        team, text = event.robot.team, f"{event.robot} pushes the ball at {event.speed:.1f} m/s"
    elif isinstance(event, BallOut):
        text = "ball out"
    elif isinstance(event, Restarted):
        text = RESTARTS.get(event.why, text)
    x, y, _ = event.position
    return schema.Mark(
        time=round(found.time, 6),
        kind="kick" if pushed else cast(Any, "note" if isinstance(event, (Tipping, Fallen, GotUp)) else found.kind),
        text=text,
        team=None if team is None else cast(Any, team.value),
        place=(round(x, 3), round(y, 3)),
        score=cast(Any, goals),
        detail=detail,
    )


def _has_no_kicker(robot: Body, league: LeagueSpec | None) -> bool:
    return league is not None and robot.team is not None and league.team(robot.team).robot.kicker is None


def mark_ruling(ruling: Ruling, scorer: str = "") -> list[schema.Mark]:
    """Marks of the calls of a ruling, each where it happened.

    scorer: of a goal, and how fast the ball was, if that was seen
    """
    score = {team.value: goals for team, goals in ruling.game.score.items()}
    marks = []
    for call in ruling.calls:
        is_goal, corrects = call.kind == GOAL, call.kind == CORRECTION
        text = call_text(call, ruling.game.score)
        detail = ""
        if is_goal and call.team is not None:
            detail = scorer or ("" if call.robot is None else f"by {call.team} {call.robot}")
            text = goal_text(call.team, ruling.game.score, detail)
        if corrects:
            text += f": {score_text(ruling.game.score)}"
        marks.append(
            schema.Mark(
                time=round(call.time, 6),
                kind="goal" if is_goal else "referee",
                text=text,
                team=None if call.team is None else cast(Any, call.team.value),
                place=None if call.position is None else (round(call.position[0], 3), round(call.position[1], 3)),
                score=cast(Any, score) if is_goal or corrects else None,
                detail=detail,
            )
        )
    return marks


class EventLog:
    """Marks of a running match."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._score = dict(match.score)
        self._ruled = ""  # the last ruling of an external referee
        self._last_touch: Body | None = None
        self._scorer = ""  # of the last ball in a goal, which the referee may count

    def events(self, events: Sequence[Event]) -> list[schema.Mark]:
        """Marks of events. Goals are counted here as they come; the match counts them a little later."""
        found = []
        for event in events:
            if self._ruled_by_calls and isinstance(event, Goal | BallOut | Restarted):
                if isinstance(event, Goal):
                    self._scorer = scorer_text(event, self._last_touch)
                continue  # the referee says what counts
            if isinstance(event, Goal):
                self._score[event.team] += 1
            if isinstance(event, Touch | Kicked):
                self._last_touch = event.robot
            mark = mark_event(event, self._score, self._last_touch, self._match.world.league)
            if mark is not None:
                found.append(mark)
        return found

    def taken(self, source: str, taken: Input) -> list[schema.Mark]:
        """Marks of an input; none for orders to robots and for placing by hand."""
        if isinstance(taken, Ruling) and taken.calls:
            self._score = dict(taken.game.score)
            return mark_ruling(taken, self._scorer)
        mark = self._mark_input(source, taken)
        return [] if mark is None else [mark]

    @property
    def _ruled_by_calls(self) -> bool:
        return self._match.options.referee == "rules" and not self._match.game.external

    def _mark_input(self, source: str, taken: Input) -> schema.Mark | None:
        if isinstance(taken, Ruling):
            return self._rule(taken)
        if isinstance(taken, Whistled):
            if self._ruled_by_calls and taken.whistle in CALLED:
                return None
            why = "by the server" if source == ATTENDANCE else "by hand"
            return self._mark("referee", f"{whistle_text(taken)} ({why})", taken.team)
        if isinstance(taken, ChangeSpec | ChangeRobot | ChangeRealism):
            values = ", ".join(f"{path} = {_called(value)}" for path, value in list(taken.values.items())[:3])
            more = len(taken.values) - 3
            return self._mark("input", f"changed {values}{f' and {more} more' if more > 0 else ''}")
        if isinstance(taken, ChangeSensor):
            values = ", ".join(f"{name} = {value}" for name, value in taken.values.items())
            return self._mark("input", f"changed {taken.name}: {values}")
        if isinstance(taken, ChangeCameras):
            return self._mark("input", f"changed to {len(taken.cameras)} cameras")
        if isinstance(taken, ChangeFormation):
            what = "gets a formation from its coach" if taken.attack else "stands as it likes"
            return self._mark("input", f"{taken.team} {what}", taken.team)
        if isinstance(taken, HangRobot):
            what = "hangs on a hook" if taken.clearance > 0 else "is let down"
            return self._mark("input", f"{taken.team} {taken.id} {what}", taken.team)
        if isinstance(taken, SwapTeam):
            return self._mark("input", f"{taken.name} plays {taken.team}")
        return None

    def _rule(self, ruling: Ruling) -> schema.Mark | None:
        """Mark of a ruling of an external referee, if it says something else than the last; free play needs none."""
        if not ruling.game.external:
            return self._score_taken_back(ruling)
        self._score = dict(ruling.game.score)
        text = game_text(ruling.game).replace("_", " ").lower()
        if text == self._ruled:
            return None
        self._ruled = text
        return self._mark("referee", text)

    def _score_taken_back(self, ruling: Ruling) -> schema.Mark | None:
        """Mark of a ruling by the rules that changes the score without a call: a person took a goal back."""
        score = dict(ruling.game.score)
        if not self._ruled_by_calls or score == self._score:
            return None
        self._score = score
        return self._mark("referee", f"the score is {score_text(score)} again", score=score)

    def forget(self) -> None:
        """The match went back in time."""
        self._score, self._last_touch = dict(self._match.score), None

    def _mark(
        self, kind: Any, text: str, team: Team | None = None, score: dict[Team, int] | None = None
    ) -> schema.Mark:
        time = round(self._match.world.time, 6)
        colour = None if team is None else cast(Any, team.value)
        goals = None if score is None else {team.value: count for team, count in score.items()}
        return schema.Mark(time=time, kind=kind, text=text, team=colour, place=None, score=cast(Any, goals), detail="")


def _called(value: object) -> object:
    """A value in a line of the log; a whole table, such as a robot, by its name."""
    return value.get("name", "…") if isinstance(value, Mapping) else value

"""What the calls of the referee cost: goals, fouls, cards, and the restart of the one that stops play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from robopitch.messages import Call, Period, Phase, Restart, Team

if TYPE_CHECKING:
    from robopitch.referee.course import Course

__all__ = ["put_into_effect", "show", "stays"]

LONGEST_KICK = 3  # times the time for a kick, for which defenders can renew it. chosen: they would for ever


def put_into_effect(course: Course, calls: Sequence[Call]) -> None:
    """Count goals and fouls, show cards, and stop play for the first call with a restart."""
    play = course.play
    stopping: Call | None = None
    for call in calls:
        course.calls.append(call)
        rule = course.rules.spec.rule.get(call.kind)
        if call.kind == "goal" and call.team is not None:
            course.add_score(call.team, 1)
        if rule is not None:
            for team in call.blamed:
                robot = next((body.id for body in call.robots if body.team is team), call.robot)
                if rule.foul and course.discipline.add_foul(team):
                    show(course, team, "yellow", "multiple_fouls", robot)
                if rule.card:
                    show(course, team, rule.card, "", robot)
            play.extra += rule.extends
            if rule.renews and play.seconds < LONGEST_KICK * (play.game.action_left or 0.0):
                play.started = play.tick
        if call.restart is not None and stopping is None:
            stopping = call
    if calls:
        course.reason = (stopping or calls[0]).reason
    if stopping is not None:
        _stop_for(course, stopping)
    elif calls:
        course.refresh()


def _stop_for(course: Course, call: Call) -> None:
    pending = course.play.game.then
    if course.period is Period.SHOOT_OUT:
        course.attempt_ended()
    elif call.kind == "goal" and _mercy(course):
        course.end("mercy")
    elif course.time_is_up:
        course.end_period()
    elif course.rules.wants_halt(course.play, call):
        course.halt(pending if stays(pending) else call.restart)
    elif stays(pending) and call.kind != "goal":
        course.refresh()
    else:
        course.stop(call.restart)


def show(course: Course, team: Team, card: str, kind: str = "", robot: int | None = None) -> None:
    """Show a card; *kind*: of the call that says why."""
    play = course.play
    red = course.discipline.show(team, card, play.tick)
    kinds = [kind] if kind else []
    if red and card == "yellow":
        kinds.append("multiple_cards")
    for name in kinds:
        rule = course.rules.spec.rule.get(name)
        text = f"{'red' if red else 'yellow'} card for {team}"
        source = "" if rule is None else rule.source
        time = play.tick * play.timestep
        course.calls.append(Call(play.tick, time, name, team, robot, rule=source, reason=text))


def stays(pending: Restart | None) -> bool:
    """Whether a pending restart is not replaced by the one of a later call: a kick-off or penalty that is to come."""
    return pending is not None and pending.kind in (Phase.KICK_OFF, Phase.PENALTY)


def _mercy(course: Course) -> bool:
    goals = sorted(course.teams[team].score for team in Team)
    return 0 < course.match.mercy_goals <= goals[1] and goals[1] - goals[0] >= course.match.mercy_lead

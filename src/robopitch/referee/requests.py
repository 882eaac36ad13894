"""What teams ask for, and get in the next stoppage: time-outs and substitutions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from robopitch.messages import Phase, Team
from robopitch.referee.sanctions import show, stays

if TYPE_CHECKING:
    from robopitch.referee.course import Course

__all__ = ["ask_for_substitution", "ask_for_time_out", "begin_time_out", "end_time_out", "substitute"]


def ask_for_time_out(course: Course, team: Team) -> None:
    """A team wants a time-out."""
    if team not in course.time_outs:
        course.time_outs.append(team)
    course.refresh()


def begin_time_out(course: Course) -> None:
    """A time-out of the team that asked for one first: as long as it has time, or until a person whistles."""
    play = course.play
    team, pending = course.time_outs.pop(0), play.game.then
    state = course.teams[team]
    course.teams[team] = replace(state, timeouts=state.timeouts - 1)
    play.in_play, play.restart, course.manual = False, pending, False
    course.reason = f"time-out of {team}"
    course.rule(Phase.TIMEOUT, team, then=pending, action=state.timeout_time)
    course.wait = play.tick + round(state.timeout_time / play.timestep)


def end_time_out(course: Course, team: Team | None, seconds: float) -> None:
    """A time-out of some seconds has ended: what is left of the time for all of them."""
    if team is not None:
        state = course.teams[team]
        course.teams[team] = replace(state, timeout_time=max(0.0, state.timeout_time - seconds))
        course.refresh()


def ask_for_substitution(course: Course, team: Team) -> None:
    """A team wants to exchange robots."""
    if team not in course.substitutions:
        course.substitutions.append(team)
    course.refresh()


def substitute(course: Course) -> None:
    """HALT for the substitutions that were asked for; one too many is a foul."""
    play, pending, excess = course.play, course.play.game.then, []
    for team in course.substitutions:
        left = course.teams[team].substitutions
        kind = "bot_substitution" if left > 0 else "excessive_bot_substitution"
        excess += [] if left > 0 else [team]
        course.teams[team] = replace(course.teams[team], substitutions=max(0, left - 1))
        course.say(kind, f"{team} exchanges robots", team)
        rule = course.rules.spec.rule.get(kind)
        if rule is not None and rule.foul and course.discipline.add_foul(team):
            show(course, team, "yellow", "multiple_fouls")
    course.substitutions = []
    if len(excess) == 1 and pending is not None and not stays(pending):
        pending = course.rules.after_excessive_substitution(play, excess[0]) or pending
    course.halt(pending, float(course.match.substitution_time), positioned=False)

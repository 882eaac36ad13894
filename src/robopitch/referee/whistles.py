"""What a person tells the referee of a match with rules: it overrules everything."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from robopitch.messages import Call, Period, Phase, Restart, Whistle, Whistled
from robopitch.referee.periods import LENGTHS
from robopitch.referee.requests import ask_for_substitution, ask_for_time_out, begin_time_out
from robopitch.referee.sanctions import show

if TYPE_CHECKING:
    from robopitch.referee.course import Course

__all__ = ["RESTARTS", "obey", "refusal"]

RESTARTS = {
    Whistle.FREE_KICK: Phase.FREE_KICK,
    Whistle.GOAL_KICK: Phase.GOAL_KICK,
    Whistle.CORNER_KICK: Phase.CORNER_KICK,
    Whistle.THROW_IN: Phase.THROW_IN,
    Whistle.DROPPED_BALL: Phase.DROPPED_BALL,
}


def refusal(course: Course, said: Whistled) -> str:
    """Why a command cannot be put into effect now; empty if it can.

    A goalkeeper does not change while the ball is in play or a kick is prepared: Small Size rules, goalkeeper.
    """
    play = course.play
    if said.whistle is Whistle.KEEPER and (play.in_play or play.kick or play.phase in course.rules.prepared):
        return "the goalkeeper cannot change now"
    if said.whistle is Whistle.END_PERIOD and course.period not in LENGTHS:
        return "no half is being played"
    if said.whistle is Whistle.TIMEOUT and said.team is not None:
        state = course.teams[said.team]
        if course.period is Period.SHOOT_OUT:
            return "there are no time-outs in a shoot-out"
        if state.timeouts == 0 or state.timeout_time <= 0:
            return f"{said.team} has no time-out left"
        if said.team in course.time_outs:
            return f"{said.team} has asked for a time-out already"
    return ""


def obey(course: Course, ball: tuple[float, float], said: Whistled) -> None:
    """Put a command of a person into effect; UNDO is not among them, because it concerns the last judgement.

    ball: where it is
    """
    whistle, team, play = said.whistle, said.team, course.play
    why_not = refusal(course, said)
    if why_not:  # it could be put into effect when it was offered
        course.reason = why_not
        course.refresh()
    elif whistle is Whistle.SCORE and team is not None:
        _correct_score(course, said)
    elif whistle is Whistle.CARD and team is not None:
        show(course, team, said.card, f"{said.card}_card", said.robot)
        course.refresh()
    elif whistle is Whistle.FORFEIT and team is not None:
        course.end("forfeit", team.other, f"{team} forfeits")
    elif course.period is Period.OVER:
        course.refresh()  # the match has ended; only its result can be corrected
    elif whistle is Whistle.END_PERIOD:
        course.end_period()
    elif whistle is Whistle.HALT:
        pending = play.game.then
        play.in_play, play.restart, course.wait, course.manual = False, pending, None, True
        course.rule(Phase.HALT, then=pending)
    elif whistle is Whistle.STOP:
        pending = play.game.then
        course.stop(pending)
        course.manual = True
    elif whistle is Whistle.START:
        _start(course, ball)
    elif whistle is Whistle.KICK_OFF:
        if course.period is Period.BEFORE and team is None:
            course.begin()
        else:
            course.stop(course.rules.kick_off(team or course.first))
    elif whistle is Whistle.PENALTY:
        course.stop(course.rules.penalty(team or course.first))
    elif whistle is Whistle.PLACEMENT and team is not None:
        restart = Restart(Phase.STOP, team, said.place or ball)
        course.stop(restart)
        course.place(team, restart)
    elif whistle is Whistle.KEEPER and team is not None:
        course.teams[team] = replace(course.teams[team], keeper=said.robot)
        course.refresh()
    elif whistle is Whistle.SUBSTITUTION and team is not None:
        ask_for_substitution(course, team)
    elif whistle is Whistle.ADVANTAGE and team is not None:
        others = tuple(one for one in play.advantage if one is not team)
        play.advantage = (*others, team) if said.count > 0 else others
        course.refresh()
    elif whistle is Whistle.TIMEOUT and team is not None:
        ask_for_time_out(course, team)
        if not play.in_play and not play.kick and play.phase is not Phase.TIMEOUT:
            begin_time_out(course)
    elif whistle in RESTARTS:
        place = ball if said.place is None else said.place
        course.stop(Restart(RESTARTS[whistle], None if whistle is Whistle.DROPPED_BALL else team, place))


def _start(course: Course, ball: tuple[float, float]) -> None:
    """Give the pending restart without waiting, or let all play the ball."""
    play = course.play
    if play.restart is not None and play.phase in course.rules.prepared:
        course.start(ball)
    elif play.game.then is not None and play.game.then.kind is not Phase.STOP and play.game.then.team is not None:
        course.give(ball)
        if play.phase in course.rules.prepared:
            course.start(ball)
    else:
        course.run()


def _correct_score(course: Course, said: Whistled) -> None:
    assert said.team is not None
    course.add_score(said.team, said.count)
    play = course.play
    course.calls.append(
        Call(play.tick, play.tick * play.timestep, "score_corrected", said.team, reason="a person corrects the score")
    )
    course.refresh()

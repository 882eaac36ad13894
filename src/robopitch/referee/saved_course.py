"""The course of a match as plain values, for snapshots and for undoing a ruling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from robopitch.messages import Body, GameState, Period, Phase, Restart, Team, TeamState
from robopitch.messages.plain import from_plain, to_plain
from robopitch.messages.saved import Count, Finite, Place, SavedPart, Tick, checked
from robopitch.referee.default_referee import check_game
from robopitch.referee.play import KICKS

if TYPE_CHECKING:
    from robopitch.referee.course import Course

__all__ = ["load_course", "state_of"]

LONGEST_WAIT = 86400.0  # s: a day, as the longest half


class _Saved(SavedPart):
    game: Any
    restart: Any
    kicker: Any
    teams: Any
    tick: Tick
    began: Tick
    stopped: Tick
    started: Tick
    opened: Tick
    extra: Finite
    in_play: bool
    sole: bool
    spot: tuple[Place, Place] | None
    placers: list[Team]
    halted: bool = False  # this and the next one are not in snapshots of older versions
    advantage: tuple[Team, ...] = ()
    first: Team
    period: Period
    clock: Tick
    wait: Tick | None
    manual: bool
    positioned: bool
    gate: Tick | None
    attempts: Count
    wishes: list[Team]
    time_outs: tuple[Team, ...] = ()  # not in snapshots of older versions
    ended_by: str
    winner: Team | None
    discipline: Any


class _Detail(SavedPart):
    repairs: list[tuple[Team, Count, Finite, Finite]]


def state_of(course: Course) -> Any:
    """The state of a course, in plain values."""
    play = course.play
    return {
        "game": to_plain(play.game),
        "restart": to_plain(play.restart),
        "kicker": to_plain(play.kicker),
        "teams": [to_plain(course.teams[team]) for team in Team],
        "tick": play.tick,
        "began": play.began,
        "stopped": play.stopped,
        "started": play.started,
        "opened": play.opened,
        "extra": play.extra,
        "in_play": play.in_play,
        "sole": play.sole,
        "spot": None if play.spot is None else [float(part) for part in play.spot],
        "placers": [team.value for team in play.placers],
        "halted": play.halted,
        "advantage": [team.value for team in play.advantage],
        "first": course.first.value,
        "period": course.period.value,
        "clock": course.clock,
        "wait": course.wait,
        "manual": course.manual,
        "positioned": course.positioned,
        "gate": course.gate,
        "attempts": course.attempts,
        "wishes": [team.value for team in course.substitutions],
        "time_outs": [team.value for team in course.time_outs],
        "ended_by": course.ended_by,
        "winner": None if course.winner is None else course.winner.value,
        "discipline": course.discipline.state(),
    }


def load_course(course: Course, state: Any) -> None:
    """Restore a saved state; a ValueError if it cannot be used, and nothing changes then."""
    saved = checked(_Saved, state)
    game = check_game(from_plain(saved.game))
    restart, kicker = from_plain(saved.restart), from_plain(saved.kicker)
    teams = from_plain(saved.teams)
    if not isinstance(restart, Restart | None) or not isinstance(kicker, Body | None):
        raise ValueError("referee: a restart and the robot that took it are wanted")
    if not isinstance(teams, list) or len(teams) != 2 or not all(isinstance(team, TeamState) for team in teams):
        raise ValueError("referee: the states of both teams are wanted")
    _check_consistent(saved, game, restart, course)
    course.discipline.load(saved.discipline)
    play = course.play
    play.game, play.restart, play.kicker = game, restart, kicker
    play.tick, play.began, play.stopped, play.started = saved.tick, saved.began, saved.stopped, saved.started
    play.in_play, play.sole, play.spot, play.placers = saved.in_play, saved.sole, saved.spot, tuple(saved.placers)
    play.opened, play.extra, play.halted = saved.opened, saved.extra, saved.halted
    play.advantage = saved.advantage
    course.teams = dict(zip(Team, teams, strict=True))
    course.first, course.period, course.clock = saved.first, saved.period, saved.clock
    course.wait, course.manual, course.positioned = saved.wait, saved.manual, saved.positioned
    course.gate, course.attempts, course.substitutions = saved.gate, saved.attempts, list(saved.wishes)
    course.time_outs = list(saved.time_outs)
    course.ended_by, course.winner = saved.ended_by, saved.winner


def _check_consistent(saved: _Saved, game: GameState, restart: Restart | None, course: Course) -> None:
    """Raise a ValueError if the parts do not fit each other: the match could not go on."""
    ticks = [saved.began, saved.stopped, saved.started, saved.opened, saved.gate or 0]
    if max(ticks) > saved.tick:
        raise ValueError(f"referee: something happened at step {max(ticks)}, after step {saved.tick}")
    if saved.wait is not None and saved.wait - saved.tick > LONGEST_WAIT / course.play.timestep:
        raise ValueError(f"referee: it waits until step {saved.wait}, and it was saved at step {saved.tick}")
    kick = game.phase in KICKS or game.phase in course.rules.prepared
    waiting = not saved.in_play and game.phase is Phase.RUNNING and restart is not None
    if (kick and restart is None) or ((waiting or game.phase in KICKS) and not saved.in_play and saved.spot is None):
        raise ValueError(f"referee: the {game.phase} has no place or no team")
    began, runs = game.detail.get("began"), game.detail.get("runs")
    if not isinstance(began, float | int) or not abs(began) <= 1e12 or not isinstance(runs, bool):
        raise ValueError("referee: the time at which the phase began is wanted")
    if game.detail.get("kick", Phase.FREE_KICK) not in list(Phase):
        raise ValueError(f"referee: there is no kick {game.detail['kick']!r}")
    checked(_Detail, {"repairs": game.detail.get("repairs", [])})

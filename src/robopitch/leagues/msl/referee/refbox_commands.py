"""From the rulings of the referee to the commands of the RefBox.

A person at the RefBox presses STOP, then the set piece, for which robots take their places, then START. The referee of
a match rules STOP with the restart that follows, and then allows the kick.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from robopitch.leagues.msl.wire.refbox import Command, FeedStage
from robopitch.messages import GameState, Period, Phase, Team

__all__ = [
    "TeamCommand",
    "commands_between",
    "plays_on",
    "present_commands",
    "repaired_robots",
    "set_piece_of",
    "stage_of",
]


class TeamCommand(NamedTuple):
    """A command; team: that it concerns, None: both; robot: its shirt number, from 1 on, None: no robot is named."""

    command: Command
    team: Team | None = None
    robot: int | None = None


_PLAYS = frozenset(
    {Phase.RUNNING, Phase.FREE_KICK, Phase.GOAL_KICK, Phase.CORNER_KICK, Phase.THROW_IN, Phase.DROPPED_BALL}
)
_SET_PIECES = {
    Phase.KICK_OFF: Command.KICKOFF,
    Phase.FREE_KICK: Command.FREEKICK,
    Phase.GOAL_KICK: Command.GOALKICK,
    Phase.CORNER_KICK: Command.CORNER,
    Phase.THROW_IN: Command.THROWIN,
    Phase.PENALTY: Command.PENALTY,
}
_BEGINS = {
    Period.FIRST_HALF: Command.FIRST_HALF,
    Period.SECOND_HALF: Command.SECOND_HALF,
    Period.FIRST_EXTRA_HALF: Command.FIRST_HALF_OVERTIME,
    Period.SECOND_EXTRA_HALF: Command.SECOND_HALF_OVERTIME,
}
_ENDS: dict[Period, tuple[Command, ...]] = {
    Period.HALF_TIME: (Command.HALF_TIME,),
    Period.EXTRA_HALF_TIME: (Command.HALF_TIME,),
    Period.EXTRA_TIME_BREAK: (Command.END_GAME,),
    Period.SHOOT_OUT_BREAK: (Command.END_GAME,),
    Period.OVER: (Command.END_GAME, Command.GAMEOVER, Command.PARK),
}
# Before its first START a half is still the break before it.
_STAGES = {
    Period.BEFORE: (FeedStage.PRE_GAME,) * 3,
    Period.FIRST_HALF: (FeedStage.PRE_GAME, FeedStage.FIRST_HALF_STOP, FeedStage.FIRST_HALF),
    Period.HALF_TIME: (FeedStage.HALF_TIME,) * 3,
    Period.SECOND_HALF: (FeedStage.HALF_TIME, FeedStage.SECOND_HALF_STOP, FeedStage.SECOND_HALF),
    Period.EXTRA_TIME_BREAK: (FeedStage.PRE_OVERTIME,) * 3,
    Period.FIRST_EXTRA_HALF: (FeedStage.PRE_OVERTIME, FeedStage.FIRST_OVERTIME_STOP, FeedStage.FIRST_OVERTIME),
    Period.EXTRA_HALF_TIME: (FeedStage.OVERTIME_HALF_TIME,) * 3,
    Period.SECOND_EXTRA_HALF: (FeedStage.OVERTIME_HALF_TIME, FeedStage.SECOND_OVERTIME_STOP, FeedStage.SECOND_OVERTIME),
    Period.SHOOT_OUT_BREAK: (FeedStage.PENALTIES_STOP,) * 3,
    Period.SHOOT_OUT: (FeedStage.PENALTIES_STOP, FeedStage.PENALTIES_STOP, FeedStage.PENALTIES),
    Period.OVER: (FeedStage.END_GAME,) * 3,
}


def plays_on(game: GameState) -> bool:
    """Whether START holds: the ball is in play, or a kick may be taken."""
    return game.phase in _PLAYS


def set_piece_of(game: GameState) -> TeamCommand | None:
    """The set piece for which robots take their places in a stoppage; None: there is none yet."""
    if plays_on(game):
        return None
    # Free play names the team that kicks off after a goal, and nothing else.
    kind: Phase = Phase.KICK_OFF
    team = game.team if game.phase is Phase.STOP else None
    if game.phase in (Phase.KICK_OFF, Phase.PENALTY):
        kind, team = game.phase, game.team
    elif game.then is not None:
        kind, team = game.then.kind, game.then.team
    if kind in (Phase.DROPPED_BALL, Phase.RUNNING):
        return TeamCommand(Command.DROP_BALL)
    return TeamCommand(_SET_PIECES[kind], team) if kind in _SET_PIECES and team is not None else None


def stage_of(game: GameState) -> FeedStage:
    """The state of the game on the RefBox."""
    before, stopped, running = _STAGES[game.period]
    if plays_on(game):
        return running
    return before if _has_clock(game) and game.clock == 0 else stopped


def _has_clock(game: GameState) -> bool:
    """Whether the rules lead the game: free play has no periods."""
    return "began" in game.detail


def commands_between(before: GameState, after: GameState) -> tuple[TeamCommand, ...]:
    """The commands that lead from one ruling to a later one."""
    return tuple(_commands(before, after))


def _commands(before: GameState, after: GameState) -> Iterator[TeamCommand]:
    played, plays = plays_on(before), plays_on(after)
    if played and not plays:
        yield TeamCommand(Command.STOP)
    for team in Team:
        goals = after.score[team] - before.score[team]
        yield from [TeamCommand(Command.GOAL if goals > 0 else Command.SUBGOAL, team)] * abs(goals)
        yield from [TeamCommand(command, team) for command in _cards(before, after, team)]
        left, now = repaired_robots(before, team), repaired_robots(after, team)
        yield from [TeamCommand(Command.REPAIR_END, team)] * len(left.keys() - now.keys())
        yield from [TeamCommand(Command.REPAIR, team)] * len(now.keys() - left.keys())
    if after.period is not before.period:
        yield from map(TeamCommand, _ENDS.get(after.period, ()))
    piece = set_piece_of(after)
    if piece is not None and (played or piece != set_piece_of(before)):
        yield piece
    if plays and not played:
        if _has_clock(after) and after.clock == 0 and after.period in _BEGINS:
            yield TeamCommand(_BEGINS[after.period])
        yield TeamCommand(Command.START)


def _cards(before: GameState, after: GameState, team: Team) -> list[Command]:
    """A yellow card that takes a robot off the field is the second one; one that is the third is red."""
    old, new = before.teams[team], after.teams[team]
    yellow, red = new.yellow_cards - old.yellow_cards, new.red_cards - old.red_cards
    if red > 0:
        return [Command.RED_CARD] * red
    fewer = (new.robots_allowed or 0) < (old.robots_allowed or 0)
    return [Command.DOUBLE_YELLOW if fewer else Command.YELLOW_CARD] * max(yellow, 0)


def repaired_robots(game: GameState, team: Team) -> dict[int, tuple[float, float]]:
    """When each robot of a team left for a repair and when it may come back, in s, by its id."""
    listed = game.detail.get("repairs", ())
    return {id: (left, until) for whose, id, left, until in listed if whose == team}


def present_commands(game: GameState) -> tuple[TeamCommand, ...]:
    """What a base station that has just connected must know: START, or STOP and the set piece."""
    if plays_on(game):
        return (TeamCommand(Command.START),)
    piece = set_piece_of(game)
    return (TeamCommand(Command.STOP),) if piece is None else (TeamCommand(Command.STOP), piece)

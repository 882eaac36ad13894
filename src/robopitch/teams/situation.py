"""The situation of a game as one team sees it: what the referee allows."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from robopitch.messages import Team
from robopitch.messages.game_state import GameState, Phase

__all__ = ["Phase", "Situation", "in_play", "situation_of"]

PATIENCE = 10.0  # s after which a ball that was not taken is in play (Division B; 5 s in A, which the referee calls)
MOVED = 0.05  # m from its initial position beyond which a ball is in play, if its position is exact

# For a team, all kicks from a place are free kicks, and whatever it has to wait for is a stop.
_SEEN_AS = {
    Phase.GOAL_KICK: Phase.FREE_KICK,
    Phase.CORNER_KICK: Phase.FREE_KICK,
    Phase.THROW_IN: Phase.FREE_KICK,
    Phase.DROPPED_BALL: Phase.STOP,
    Phase.TIMEOUT: Phase.STOP,
}
_OWNED = {Phase.KICK_OFF, Phase.FREE_KICK, Phase.PENALTY, Phase.PLACEMENT}  # phases that belong to one team


class Situation(NamedTuple):
    """A phase, and whether it is ours."""

    phase: Phase = Phase.RUNNING
    ours: bool = False
    place: tuple[float, float] | None = None  # designated position of the ball, in the frame of the observation
    keeper: int | None = None  # number of the own goalkeeper, if the referee names one
    clearance: float | None = None  # m that robots keep from the ball which may not play it, if the referee says so
    then: Phase | None = None  # what follows a stop, if the referee says so …
    then_ours: bool = False  # … and whether it is ours
    taking: bool = False  # we may play the ball first, and it has not moved yet

    @property
    def running(self) -> bool:
        """Whether all robots may play the ball."""
        return self.phase is Phase.RUNNING


def situation_of(game: GameState, team: Team, side: float | None = None) -> Situation:
    """The situation of a team in a game.

    side: −1 for a team whose frame is rotated by 180°; None: yellow's is
    """
    if side is None:
        side = 1.0 if team is Team.BLUE else -1.0
    place = None if game.place is None else (side * game.place[0], side * game.place[1])
    phase = _SEEN_AS.get(game.phase, game.phase)
    then, then_ours = None, False
    if game.then is not None:
        then = _SEEN_AS.get(game.then.kind, game.then.kind)
        then_ours = then in _OWNED and game.then.team is team
    ours = phase in _OWNED and game.team is team
    return Situation(phase, ours, place, game.teams[team].keeper, game.clearance, then, then_ours)


def in_play(
    situation: Situation,
    ball: tuple[float, float],
    time: float,
    memory: dict[str, Any],
    moved: float = MOVED,
    rests: tuple[float, float] | None = None,
    hold: float = 0.0,
) -> Situation:
    """The situation updated for ball movement: RUNNING once the ball of a kick-off, penalty or free kick has moved.

    A command holds until the next one, and a start only allows the team that has the ball to begin. So a team has to
    detect by itself whether the ball is in play, and keeps the ball's initial position in its memory.

    moved: m from its initial position beyond which the ball is in play
    rests: that position; None: where the ball is when the kick is announced
    hold:  s for which the ball has to be away from it: a single sighting may be wrong
    """
    start = ball if rests is None else rests
    if situation.phase in (Phase.KICK_OFF, Phase.PENALTY, Phase.FREE_KICK):
        kept = memory.get("restart")
        if kept is None or kept[0] != situation.phase.value or kept[1] != situation.ours:
            kept = memory["restart"] = [situation.phase.value, situation.ours, *start, time, situation.clearance]
        if situation.phase is not Phase.FREE_KICK:
            kept[2:5] = [*start, time]  # no team may play it yet: a movement now does not count
            return situation
    elif situation.running and memory.get("restart") is not None:
        kept = memory["restart"]
    else:
        memory["restart"] = None
        return situation
    if _left(memory, math.dist(kept[2:4], ball) > moved, time, hold) or time - kept[4] > PATIENCE:
        kept[4] = time - 2 * PATIENCE  # it stays in play, wherever the ball goes
        if situation.running:
            memory["restart"] = None
        return situation._replace(phase=Phase.RUNNING, ours=False)
    situation = situation._replace(clearance=kept[5])  # a start does not change the distance
    if kept[1]:  # ours: it may be taken
        return situation._replace(phase=Phase.RUNNING if situation.running else situation.phase, taking=True)
    return situation._replace(phase=Phase(kept[0]), ours=False)


def _left(memory: dict[str, Any], away: bool, time: float, hold: float) -> bool:
    """Whether the ball has been away from its initial position for so long."""
    if hold <= 0:
        return away
    if not away:
        memory["left at"] = None
        return False
    since = memory.get("left at")
    if since is None:
        since = memory["left at"] = time
    return bool(time - since >= hold)

"""Events as texts. Terminal, page and plots all use these."""

from __future__ import annotations

from collections.abc import Mapping

from robopitch.messages import (
    BallOut,
    Body,
    Collision,
    Event,
    Fallen,
    Goal,
    GotUp,
    Kicked,
    Restarted,
    Team,
    Tipping,
    Touch,
    Whistle,
    Whistled,
)
from robopitch.messages.game_state import GameState, Phase, Restart

__all__ = ["event_text", "game_text", "goal_text", "restart_text", "score_text", "scorer_text", "whistle_text"]


def score_text(score: Mapping[Team, int]) -> str:
    """The score, blue first.

    >>> score_text({Team.BLUE: 2, Team.YELLOW: 1})
    '2 : 1'
    """
    return f"{score[Team.BLUE]} : {score[Team.YELLOW]}"


def goal_text(team: Team, score: Mapping[Team, int], detail: str = "") -> str:
    """A goal.

    score:  after it
    detail: who scored, and how fast

    >>> goal_text(Team.BLUE, {Team.BLUE: 1, Team.YELLOW: 0}, "by blue 3")
    'goal for blue, 1 : 0 (by blue 3)'
    """
    return f"goal for {team}, {score_text(score)}{f' ({detail})' if detail else ''}"


def scorer_text(goal: Goal, last_touch: Body | None = None) -> str:
    """The scorer of a goal and the speed of the ball, as far as they are known: "by yellow 5 at 4.2 m/s".

    last_touch: the robot that touched the ball last, for goals of older recordings, which do not name their scorer
    """
    robot, known = goal.scorer or last_touch, []
    if robot is not None:
        known.append(f"by {robot}" if robot.team is goal.team else f"own goal by {robot}")
    if goal.speed is not None:
        known.append(f"at {goal.speed:.1f} m/s")
    return " ".join(known)


def event_text(event: Event, score: Mapping[Team, int]) -> str:
    """Any event.

    score: after it
    """
    if isinstance(event, Goal):
        return goal_text(event.team, score)
    if isinstance(event, BallOut):
        return f"ball out at ({event.position[0]:.2f}, {event.position[1]:.2f})"
    if isinstance(event, Kicked):
        return f"{event.robot} kicks at {event.speed:.2f} m/s"
    if isinstance(event, Touch):
        return f"{event.robot} touches the ball"
    if isinstance(event, Collision):
        return f"{event.first} and {event.second} at {event.speed:.2f} m/s"
    if isinstance(event, Tipping):
        return f"{event.robot} tips at {event.acceleration:.1f} m/s²"
    if isinstance(event, Fallen):
        return f"{event.robot} falls: {event.side}"
    if isinstance(event, GotUp):
        return f"{event.robot} is up again after {event.after:.1f} s"
    assert isinstance(event, Restarted)
    return f"ball placed after {event.why}"


def game_text(game: GameState) -> str:
    """What the referee allows: in the words of the league's protocol if it has any, else the phase.

    >>> game_text(GameState(Phase.KICK_OFF, Team.BLUE))
    'kick-off for blue'
    """
    name = game.detail.get("name")
    if isinstance(name, str) and name:
        return name
    return f"{game.phase} for {game.team}" if game.team is not None else str(game.phase)


def restart_text(restart: Restart) -> str:
    """How play continues.

    >>> restart_text(Restart(Phase.FREE_KICK, Team.BLUE, (1.0, 0.0)))
    'free kick for blue'
    """
    nobodys = restart.team is None or restart.kind in (Phase.STOP, Phase.HALT, Phase.RUNNING)
    return str(restart.kind) if nobodys else f"{restart.kind} for {restart.team}"


def whistle_text(said: Whistled) -> str:
    """What a person told the referee.

    >>> whistle_text(Whistled(Whistle.FREE_KICK, Team.BLUE))
    'free kick for blue'
    >>> whistle_text(Whistled(Whistle.CARD, Team.YELLOW, robot=3, card="red"))
    'red card for yellow 3'
    """
    if said.whistle is Whistle.CARD:
        name = f"{said.card} card"
    elif said.whistle is Whistle.SCORE:
        name = f"score {said.count:+d}"
    else:
        hyphened = said.whistle in (Whistle.KICK_OFF, Whistle.THROW_IN)
        name = said.whistle.value if hyphened else said.whistle.value.replace("-", " ")
    whose = "" if said.team is None else f" for {said.team}"
    return name + whose + ("" if said.robot is None else f" {said.robot}")

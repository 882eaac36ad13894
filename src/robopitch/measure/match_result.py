"""The result of a match as a file for programs: score, winner, calls of the referee, and statistics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.machine import describe_versions
from robopitch.messages import Team
from robopitch.messages.call import Call
from robopitch.messages.game_state import Period, Restart

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.measure.match_stats.result import MatchStats

__all__ = ["FORMAT", "match_result", "write_result"]

FORMAT = "robopitch-result/1"


def match_result(match: Match, statistics: MatchStats, wall_seconds: float) -> dict[str, Any]:
    """The result as plain data. All but `wall_seconds` is the same for the same match on any machine.

    A match that was stopped before its end has no `ended_by`; then the `winner` is the team that leads.
    """
    world, game = match.world, match.game
    return {
        "format": FORMAT,
        "league": world.league.name,
        "seed": world.seed,
        "engine": world.engine.name,
        "timestep": world.timestep,
        "versions": describe_versions(),
        "fingerprint": world.fingerprint(),
        "teams": {team.value: match.options.called(team, match.players[team]) for team in Team},
        "score": {team.value: goals for team, goals in match.score.items()},
        "winner": _name(_winner(match)),
        "ended_by": game.ended_by or None,
        "seconds": world.time,
        "in_play_seconds": statistics.seconds - statistics.dead,
        "wall_seconds": round(wall_seconds, 3),
        "statistics": statistics.to_plain(),
        "events": [_event(call) for call in match.rulings],
    }


def write_result(file: Path, result: dict[str, Any]) -> None:
    """Write a result as JSON; raises a ValueError if the file cannot be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(result, indent=1, allow_nan=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{file}: cannot be written: {error.strerror}") from None


def _winner(match: Match) -> Team | None:
    if match.game.period is Period.OVER:
        return match.game.winner
    score = match.score
    return max(Team, key=lambda team: score[team]) if len(set(score.values())) > 1 else None


def _event(call: Call) -> dict[str, Any]:
    return {
        "tick": call.tick,
        "time": call.time,
        "kind": call.kind,
        "team": _name(call.team),
        "robot": call.robot,
        "robots": [str(robot) for robot in call.robots],
        "position": None if call.position is None else list(call.position),
        "rule": call.rule,
        "reason": call.reason,
        "measure": call.measure,
        "restart": None if call.restart is None else _restart(call.restart),
    }


def _restart(restart: Restart) -> dict[str, Any]:
    return {"kind": restart.kind.value, "team": _name(restart.team), "position": list(restart.position)}


def _name(team: Team | None) -> str | None:
    return None if team is None else team.value

"""Requests of programs: the status of the server, and the truth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from robopitch.measure.event_text import game_text
from robopitch.messages import Phase, Team, Whistle
from robopitch.server.api.ask import Ask
from robopitch.server.api.caller import Caller
from robopitch.server.api.registry import Owner, request
from robopitch.server.waiting import waits_for

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.messages.game_state import GameState
    from robopitch.server.server import Server

LEAGUES_OWN = "the league's referee"


class GetStatus(Ask):
    """Everything that `robopitch status --json` prints."""

    ask: Literal["status"] = "status"


@request(GetStatus, needs=Owner, runs="match", page=False)
def get_status(caller: Caller, ask: GetStatus) -> dict[str, Any]:
    return status_of(caller.server)


class GetTruth(Ask):
    """True positions and velocities of the ball and the robots."""

    ask: Literal["truth"] = "truth"


@request(GetTruth, needs=Owner, runs="match", page=False)
def get_truth(caller: Caller, ask: GetTruth) -> dict[str, Any]:
    world = caller.match.world
    robots = [
        {"team": robot.body.team, "id": robot.body.id, "pose": list(robot.pose), "velocity": list(robot.velocity)}
        for robot in world.robots()
    ]
    ball = {"position": world.ball.position.tolist(), "velocity": world.ball.velocity.tolist()}
    return {"tick": world.tick, "time": world.time, "ball": ball, "robots": robots}


def status_of(server: Server) -> dict[str, Any]:
    """The status of the server as plain data."""
    match, now = server.match, server.system.clock.monotonic()
    world, clock, pacing = match.world, server.clock, server.pacing
    links = {link.name: link.status(now) for link in server.all_links()}
    kept = server.history.status()
    return {
        "league": world.league.name,
        "engine": world.engine.name,
        "seed": world.seed,
        "timestep": world.timestep,
        "tick": match.tick,
        "time": round(world.time, 6),
        "mode": server.mode,
        "speed": None if server.mode == "free" else clock.speed,
        "real_time_factor": round(pacing.real_time_factor, 4),
        "slip": round(pacing.slip, 6),
        "lost": round(clock.lost, 6),
        "times_lost": clock.times_lost,
        "late_p99": round(pacing.lateness, 6),
        "score": {team.value: goals for team, goals in match.score.items()},
        "teams": {team.value: name for team, name in match.players.items()},
        "names": {team.value: match.options.called(team, name) for team, name in match.players.items()},
        "cameras": len(match.cameras),
        "robots": {team.value: sum(1 for _ in world.robots(team)) for team in Team},
        "referee": referee_status(match.game, referee_of(match)),
        "waits_for": waits_for(server),
        "ports": dict(server.network.ports),
        "links": links,
        "endpoints": {one.name: one.report() for one in server.endpoints if one.report is not None},
        "buses": [dict(one.bus()) for one in server.endpoints if one.bus is not None],
        "programs": server.programs(),
        "lockstep": server.lockstep.status(),
        "out": server.broadcast.status(),
        "history": kept,
        "tape": kept,  # its name for programs that were written before
        "faults": server.faults.status(),
        "warnings": server.warnings.sentences(now),
    }


def referee_of(match: Match) -> str:
    """The name of the referee, as `referee_status` wants it."""
    from robopitch.referee import DefaultReferee

    return match.options.referee if isinstance(match.referee, DefaultReferee) else LEAGUES_OWN


def referee_status(game: GameState, referee: str) -> dict[str, Any]:
    """Who rules, and what.

    referee: its name among the options of a match, or `LEAGUES_OWN`
    """
    if game.external:
        said = {"from": game.detail.get("source") or "outside", "command": game.detail.get("name", game.phase)}
        return {**said, "stage": game.detail.get("stage"), "phase": game.phase.value}
    if referee == "rules":
        return {"from": "rules", "command": game_text(game), "stage": game.period.value, "phase": game.phase.value}
    if referee not in ("free", LEAGUES_OWN):
        return {"from": "nobody", "command": None, "stage": None, "phase": game.phase.value}
    command = {Phase.HALT: Whistle.HALT, Phase.RUNNING: Whistle.START}.get(game.phase, Whistle.STOP)
    name = referee if referee == LEAGUES_OWN else "free play"
    return {"from": name, "command": command.value, "stage": name, "phase": game.phase.value}

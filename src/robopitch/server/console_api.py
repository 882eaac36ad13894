"""Console API of a running server: answers queries and carries out commands."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from robopitch.measure.event_text import game_text
from robopitch.messages import ChangeRealism, ChangeSpec, Input, Phase, Team, Whistle
from robopitch.referee import DefaultReferee
from robopitch.server.waiting import waits_for
from robopitch.server.whistling import whistled_by
from robopitch.spec import load_realism

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.messages.game_state import GameState
    from robopitch.server.server import Server

__all__ = ["ConsoleApi", "referee_of", "referee_status"]

LEAGUES_OWN = "the league's referee"
MOST_VALUES = 1000  # in one change
LONGEST_PATH = 200  # characters: far more than the path of any parameter
DEEPEST = 4  # levels of nested lists: a value is a number, a string, or a list of such, as wheels are


class ConsoleApi:
    """The requests of the console; `answer` raises a ValueError that says what is wrong with a request."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._answers: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "status": lambda request: self.status(),
            "whistle": self._whistle,
            "speed": self._speed,
            "step": self._step,
            "change": self._change,
            "truth": lambda request: self._truth(),
            "save": self._save,
        }

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request."""
        asked = request.get("ask")
        if not isinstance(asked, str) or asked not in self._answers:
            said = repr(asked)[:80] if isinstance(asked, str) else f"a {type(asked).__name__}"
            raise ValueError(f"{said} is no request; ask {', '.join(self._answers)}")
        return self._answers[asked](request)

    # ---- commands ----------------------------------------------------------------------------------------------

    def _whistle(self, request: dict[str, Any]) -> dict[str, Any]:
        whistled = whistled_by(request)
        self._hand_in(whistled)
        return {"whistle": whistled.whistle.value}

    def _speed(self, request: dict[str, Any]) -> dict[str, Any]:
        self._server.set_speed(float(request["speed"]))
        return {"speed": request["speed"]}

    def _step(self, request: dict[str, Any]) -> dict[str, Any]:
        ticks = int(request.get("ticks", 1))
        if not 1 <= ticks <= 10000:
            raise ValueError(f"{ticks} ticks; from 1 to 10000 are possible")
        self._server.step(ticks)
        return {"tick": self._server.match.tick}

    def _change(self, request: dict[str, Any]) -> dict[str, Any]:
        """Change the preset, noise or parameters; each of these applies completely or not at all."""
        noise, values = _values(request, "noise"), _values(request, "set")
        if "realism" in request:
            preset = load_realism(self._server.match.world.league.family, str(request["realism"]))
            figures = preset.model_dump()
            self._hand_in(ChangeRealism({key: figures[key] for key in figures if key not in ("name", "description")}))
        if noise:
            self._hand_in(ChangeRealism(noise))
        if values:
            self._hand_in(ChangeSpec(values))
        return {"tick": self._server.match.tick}

    def _save(self, request: dict[str, Any]) -> dict[str, Any]:
        """Save the last minute to a file in the folder for clips; the status says when it is written."""
        return {"file": str(self._server.history.save_clip(request["file"]))}

    def _hand_in(self, given: Input) -> None:
        match = self._server.match
        refusals = match.offer("console", given)
        if refusals:
            raise ValueError("; ".join(refusal.message for refusal in refusals))
        match.advance(match.tick)

    # ---- queries -----------------------------------------------------------------------------------------------

    def _truth(self) -> dict[str, Any]:
        """True positions and velocities of the ball and the robots."""
        world = self._server.match.world
        robots = [
            {"team": robot.body.team, "id": robot.body.id, "pose": list(robot.pose), "velocity": list(robot.velocity)}
            for robot in world.robots()
        ]
        ball = {"position": world.ball.position.tolist(), "velocity": world.ball.velocity.tolist()}
        return {"tick": world.tick, "time": world.time, "ball": ball, "robots": robots}

    def status(self) -> dict[str, Any]:
        """The status of the server as plain data."""
        server, match, now = self._server, self._server.match, time.monotonic()
        world, clock, pacing = match.world, server.clock, server.pacing
        links = {link.name: link.status(now) for link in server.all_links()}
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
            "referee": self._referee(),
            "waits_for": waits_for(server),
            "ports": dict(server.network.ports),
            "links": links,
            "endpoints": {one.name: one.report() for one in server.endpoints if one.report is not None},
            "buses": [dict(one.bus()) for one in server.endpoints if one.bus is not None],
            "programs": server.programs(),
            "lockstep": server.lockstep.status(),
            "out": server.broadcast.status(),
            "tape": server.history.status(),
            "faults": server.faults.status(),
            "warnings": server.warnings.sentences(now),
        }

    def _referee(self) -> dict[str, Any]:
        """Who rules, and what."""
        return referee_status(self._server.match.game, referee_of(self._server.match))


def referee_of(match: Match) -> str:
    """The name of the referee, as `referee_status` wants it."""
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


def _values(request: dict[str, Any], name: str) -> dict[str, Any]:
    """The parameters in a request, by path; raises a ValueError if they are malformed."""
    values = request.get(name) or {}
    if not isinstance(values, dict):
        wanted = f'"{name}" takes an object of paths and values, such as {{"ball.mass": 0.045}}'
        raise ValueError(f"{wanted}, not a {type(values).__name__}")
    if len(values) > MOST_VALUES:
        raise ValueError(f"{len(values)} values at once; up to {MOST_VALUES} are possible")
    for path, value in values.items():
        if len(path) > LONGEST_PATH:
            raise ValueError(f"{path[:20]}…: a path has at most {LONGEST_PATH} characters")
        if not _is_flat(value, DEEPEST):
            raise ValueError(f"{path}: a number, a text, or a list of such is wanted")
    return values


def _is_flat(value: Any, levels: int) -> bool:
    """Whether lists and objects are nested at most *levels* deep."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return levels > 0 and all(_is_flat(one, levels - 1) for one in value)
    return True

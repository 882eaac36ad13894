"""The office: answers questions about a running server, and does what people ask for over its console."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.messages import ChangeRealism, ChangeSpec, Input, Team, Whistle, Whistled
from robopitch.spec import load_realism

if TYPE_CHECKING:
    from robopitch.server.server import Server

__all__ = ["Office"]


class Office:
    """What can be asked of a server; `answer` raises a ValueError with what is wrong with a question."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._desks: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "status": lambda request: self.status(),
            "whistle": self._whistle,
            "speed": self._speed,
            "step": self._step,
            "change": self._change,
            "truth": lambda request: self._truth(),
            "save": self._save,
        }

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question."""
        asked = request.get("ask")
        if asked not in self._desks:
            raise ValueError(f"nobody here understands {asked!r}; ask {', '.join(self._desks)}")
        return self._desks[asked](request)

    # ---- orders ------------------------------------------------------------------------------------------------

    def _whistle(self, request: dict[str, Any]) -> dict[str, Any]:
        self._hand_in(Whistled(Whistle(request["whistle"])))
        return {"whistle": request["whistle"]}

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
        """Other parameters, another preset, other noise; each of them whole or not at all."""
        if "realism" in request:
            preset = load_realism(self._server.match.world.league.family, str(request["realism"]))
            values = preset.model_dump()
            self._hand_in(ChangeRealism({key: values[key] for key in values if key not in ("name", "description")}))
        if request.get("noise"):
            self._hand_in(ChangeRealism(dict(request["noise"])))
        if request.get("set"):
            self._hand_in(ChangeSpec(dict(request["set"])))
        return {"tick": self._server.match.tick}

    def _save(self, request: dict[str, Any]) -> dict[str, Any]:
        """Write the last minute down; status says when it is done."""
        self._server.tape.save(Path(str(request["file"])))
        return {"file": request["file"]}

    def _hand_in(self, wish: Input) -> None:
        match = self._server.match
        refusals = match.offer("console", wish)
        if refusals:
            raise ValueError("; ".join(refusal.message for refusal in refusals))
        match.advance(match.tick)

    # ---- questions ---------------------------------------------------------------------------------------------

    def _truth(self) -> dict[str, Any]:
        """Where everything is."""
        world = self._server.match.world
        robots = [
            {"team": robot.body.team, "id": robot.body.id, "pose": list(robot.pose), "velocity": list(robot.velocity)}
            for robot in world.robots()
        ]
        ball = {"position": world.ball.position.tolist(), "velocity": world.ball.velocity.tolist()}
        return {"tick": world.tick, "time": world.time, "ball": ball, "robots": robots}

    def status(self) -> dict[str, Any]:
        """Everything that people want to know about a running server."""
        server, match, now = self._server, self._server.match, time.monotonic()
        world, clock = match.world, server.clock
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
            "real_time_factor": round(server.real_time_factor, 4),
            "slip": round(server.slip, 6),
            "lost": round(clock.lost, 6),
            "times_lost": clock.times_lost,
            "late_p99": round(server.lateness, 6),
            "score": {team.value: goals for team, goals in match.score.items()},
            "teams": {team.value: name for team, name in match.players.items()},
            "cameras": 0 if match.senses is None else len(match.senses.cameras),
            "robots": {team.value: sum(1 for _ in world.robots(team)) for team in Team},
            "referee": self._referee(),
            "links": links,
            "lockstep": server.lockstep.status(),
            "out": server.broadcast.status(),
            "tape": server.tape.status(),
            "warnings": server.warnings.sentences(now),
        }

    def _referee(self) -> dict[str, Any]:
        authority = self._server.match.authority
        heard, kick_about = authority.outside, authority.kick_about
        if heard is not None:
            return {"from": heard.source or "outside", "command": heard.command.name, "stage": heard.stage.name}
        if kick_about is not None:
            return {"from": "kick-about", "command": kick_about.whistle.value, "stage": "kick-about"}
        return {"from": "nobody", "command": None, "stage": None}

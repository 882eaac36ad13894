"""Executes the requests of pages in the thread of the match. Every change of the match is an input."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from robopitch.match.teleport import FARTHEST, aim, check_place
from robopitch.match.walls import nearest_within_walls
from robopitch.messages import (
    Body,
    BodyVelocity,
    ChangeRealism,
    ChangeSpec,
    Input,
    Kick,
    PlaceBall,
    PlaceRobot,
    RobotOrder,
    Steer,
    SwapTeam,
    Team,
    Whistle,
    Whistled,
)
from robopitch.recording.scene import Scene, wishes_of
from robopitch.spec import load_realism, parameters
from robopitch.web import scenes, tables
from robopitch.web.request import Request
from robopitch.web.undo import Undo, ball_now, robot_now

if TYPE_CHECKING:
    from robopitch.server import Server

__all__ = ["ADOPT", "CONTROLLING", "OPEN", "Actions"]

SOURCE = "page"  # who hands the inputs in
MOST_THINGS = 128
MOST_SPEED = 20.0  # times real time

CONTROLLING = frozenset(
    [
        "place",
        "kick",
        "undo",
        "speed",
        "step",
        "reset",
        "branch",
        "save",
        "change",
        "whistle",
        "swap",
        "steer",
        "release",
        "save_scene",
        "load_scene",
        "apply_scene",
        "let_go",
    ]
)
"""Requests that only the controlling page may send."""

ADOPT = "adopt"  # continue from a moment of a recording: sent by the page server, which has the recordings
OPEN = frozenset(("parameters", "table"))
"""Requests that every page may send."""

Answer = dict[str, Any]


class Actions:
    """Executes a request, or raises a ValueError that says why it is refused.

    clips:  folder for saved clips
    scenes: folder for scenes
    """

    def __init__(self, server: Server, clips: Path, folder: Path) -> None:
        self._server, self._match = server, server.match
        self._clips, self.scenes = clips, folder
        self._known: tuple[object, object, Answer] = (None, None, {})  # parameters of a league and a realism
        self.undo = Undo()
        self._held: dict[Body | None, None] = {}  # None: the ball
        self._saved: dict[str, Path] = {}
        self._doors: dict[str, Callable[[Request], Answer | None]] = {
            "place": self._place,
            "kick": self._kick,
            "undo": self._undo,
            "let_go": self._let_go,
            "speed": self._set_speed,
            "step": self._step,
            "reset": lambda ask: self._server.restart(),
            "branch": self._branch,
            ADOPT: self._adopt,
            "save": self._save,
            "change": self._change,
            "parameters": lambda ask: self._parameters(),
            "whistle": self._whistle,
            "swap": self._swap,
            "steer": self._steer,
            "release": lambda ask: self._hand_in(Steer(ask.team(), ask.whole("id", 0, 63))),
            "save_scene": lambda ask: scenes.save(self._match, self.scenes, ask.text("name"), ask.text("title")),
            "load_scene": lambda ask: self._scene(scenes.load(self.scenes, ask.text("name"), self.league)),
            "apply_scene": lambda ask: self._scene(scenes.read(ask.text("text", 1 << 18))),
        }

    @property
    def league(self) -> str:
        """Name of the league of the match."""
        return str(self._match.world.league.name)

    @property
    def asks(self) -> list[str]:
        """Names of all requests."""
        return list(self._doors)

    def answer(self, asked: str, values: dict[str, Any]) -> Answer:
        """Execute a request."""
        return self._doors[asked](Request(values)) or {}

    # ---- things on the pitch ---------------------------------------------------------------------------------------

    def _place(self, ask: Request) -> None:
        """Place robots and ball; all of them or none."""
        gesture, held = ask.whole("gesture", 0, 2**53), ask.truth("held")
        by_force = held and self._server.moves
        wishes: list[tuple[Body | None, PlaceBall | PlaceRobot]] = []
        for thing in ask.parts("things", MOST_THINGS):
            if thing.truth("ball"):
                wishes.append((None, _ball(thing, by_force)))
            else:
                robot = _robot(thing, by_force)
                wishes.append((Body(robot.team, robot.id), robot))
        for _, wish in wishes:
            self._refuse_nonsense(wish)
        for body, wish in wishes:
            wish = self._inside(wish)
            self._keep(gesture, body)
            self._hand_in(wish, at_once=False)
            if by_force:
                self._held[body] = None
            else:
                self._held.pop(body, None)
        self._match.advance(self._match.tick)

    def _keep(self, gesture: object, body: Body | None) -> None:
        if self.undo.knows(gesture, body):
            return
        world = self._match.world
        before: Input = ball_now(world) if body is None else robot_now(world, cast(Team, body.team), body.id)
        self.undo.keep(gesture, body, before)

    def _kick(self, ask: Request) -> Answer:
        """Kick the ball from where it is to a place."""
        world = self._match.world
        x, y, _ = world.ball.position.tolist()
        vx, vy, vz = aim(world.league, ask.number("x") - x, ask.number("y") - y, ask.text("how"))
        wish = PlaceBall(height=0.0, vx=vx, vy=vy, vz=vz)
        self._refuse_nonsense(wish)
        self._keep(object(), None)
        self._hand_in(wish)
        return {"speed": round(math.hypot(vx, vy, vz), 3)}

    def _undo(self, ask: Request) -> None:
        for wish in self.undo.step():
            self._hand_in(wish, at_once=False)
        self._match.advance(self._match.tick)

    def _let_go(self, ask: Request) -> None:
        """Release what the page that has left held or drove."""
        for body in self._held:
            self._match.offer(SOURCE, PlaceBall() if body is None else PlaceRobot(cast(Team, body.team), body.id))
        self._held.clear()
        for team in Team:
            for number in self._match.robots.steered(team):
                self._match.offer(SOURCE, Steer(team, number))
        self._match.advance(self._match.tick)

    def _steer(self, ask: Request) -> None:
        """Drive a robot; the order replaces that of its team."""
        team, number = ask.team(), ask.whole("id", 0, 63)
        command = BodyVelocity(ask.number("forward"), ask.maybe("left") or 0.0, ask.maybe("turn") or 0.0)
        speed = ask.maybe("kick") or 0.0
        kick = Kick(speed, math.pi / 4 if ask.truth("chip") else 0.0) if speed > 0 else None
        hold = math.inf if (ask.maybe("dribble") or 0.0) > 0 else 0.0
        self._hand_in(Steer(team, number, RobotOrder(number, command, kick, hold)))

    def _scene(self, scene: Scene) -> None:
        """Place robots and ball as a scene has them."""
        wishes = wishes_of(scene, self._match.world)
        gesture = object()
        for wish in wishes:
            self._keep(gesture, Body(wish.team, wish.id) if isinstance(wish, PlaceRobot) else None)
        for wish in wishes:
            self._hand_in(wish, at_once=False)
        self._match.advance(self._match.tick)

    # ---- time ------------------------------------------------------------------------------------------------------

    def _set_speed(self, ask: Request) -> Answer:
        speed = ask.number("speed")
        if not 0 <= speed <= MOST_SPEED:
            raise ValueError(f"a speed of {speed:g} times real time; from 0, which is a pause, to {MOST_SPEED:g}")
        if self._server.mode == "lockstep":
            raise ValueError("a lockstep client controls time")
        self._server.set_speed(speed)
        return {"speed": speed}

    def _step(self, ask: Request) -> Answer:
        if self._server.mode == "lockstep":
            raise ValueError("a lockstep client controls time")
        self._server.step(ask.whole("ticks", 1, 10000))
        return {"tick": self._match.tick}

    def _branch(self, ask: Request) -> Answer:
        """Continue from a moment of the last minute."""
        self._server.go_back(round(ask.number("at") / self._match.world.timestep))
        return {"time": self._match.world.time}

    def _adopt(self, ask: Request) -> Answer:
        """Continue from a moment of a recording."""
        self._server.adopt(ask.saved())
        return {"time": self._match.world.time}

    def _save(self, ask: Request) -> Answer:
        first = f"clip-{self._match.world.league.name}-{self._match.world.time:.0f}s"
        path = next(path for n in count(1) if not (path := self._clips / f"{first}-{n}.mcap").exists())
        name = path.name
        self._server.history.save(path)
        self._saved[name] = path
        return {"file": str(path), "url": f"clips/{name}"}

    def clip(self, name: str) -> tuple[str, Path | None]:
        """State and path of a clip; from any thread."""
        path = self._saved.get(name)
        return ("there is no such clip", None) if path is None else (self._server.history.saved[str(path)], path)

    # ---- the match -------------------------------------------------------------------------------------------------

    def _whistle(self, ask: Request) -> None:
        name = ask.text("whistle")
        if name not in list(Whistle):
            raise ValueError(f"{name!r} is no command of the built-in referee; halt, stop and start are")
        self._hand_in(Whistled(Whistle(name)))

    def _swap(self, ask: Request) -> None:
        team, name = ask.team(), ask.text("name")
        before = SwapTeam(team, self._match.players[team])
        self._hand_in(SwapTeam(team, name))
        self.undo.keep(object(), team, before)

    def _change(self, ask: Request) -> None:
        """Change parameters, noise or the preset; each completely or not at all."""
        match = self._match
        values, noise, preset = ask.table("set"), ask.table("noise"), ask.text("realism")
        if preset:
            wanted = load_realism(match.world.league.family, preset).model_dump()
            noise = {key: value for key, value in wanted.items() if key != "description"} | (noise or {})
        if values:
            self._change_one(ChangeSpec(values), {p.path: p.value for p in parameters(match.world.league)})
        if noise:
            now = match.configuration.realism
            self._change_one(ChangeRealism(noise), {} if now is None else dict(now.model_dump()))

    def _parameters(self) -> Answer:
        """All parameters; computed again only when they have changed."""
        league, realism = self._match.world.league, self._match.configuration.realism
        if self._known[0] is not league or self._known[1] is not realism:
            self._known = (league, realism, cast(Answer, tables.parameters_of(self._match)))
        return self._known[2]

    def _change_one(self, wish: ChangeSpec | ChangeRealism, now: dict[str, Any]) -> None:
        before = {path: now[path] for path in wish.values if path in now}
        self._hand_in(wish)
        if before:
            self.undo.keep(object(), None, type(wish)(before))

    # ---- inside ----------------------------------------------------------------------------------------------------

    def _refuse_nonsense(self, wish: PlaceBall | PlaceRobot) -> None:
        check_place(self._inside(wish), self._match.world.league, self._match.world.ball.position.tolist())
        if isinstance(wish, PlaceRobot) and not 0 <= wish.id < self._match.world.league.max_ids:
            raise ValueError(f"there is no {wish.team} {wish.id}: ids are 0 to {self._match.world.league.max_ids - 1}")

    def _inside(self, wish: PlaceBall | PlaceRobot) -> PlaceBall | PlaceRobot:
        """The same place, moved inside the walls: a mouse may leave the pitch while it drags."""
        league = self._match.world.league
        if wish.x is None or wish.y is None or not (abs(wish.x) <= FARTHEST and abs(wish.y) <= FARTHEST):
            return wish
        radius = float(league.ball.radius) if isinstance(wish, PlaceBall) else 0.0
        x, y = nearest_within_walls(league, wish.x, wish.y, radius)
        return replace(wish, x=x, y=y)

    def _hand_in(self, wish: Input, at_once: bool = True) -> None:
        refusals = self._match.offer(SOURCE, wish)
        if refusals:
            raise ValueError("; ".join(refusal.message for refusal in refusals))
        if at_once:
            self._match.advance(self._match.tick)


def _ball(thing: Request, by_force: bool) -> PlaceBall:
    x, y, height, vx, vy, vz = map(thing.maybe, ("x", "y", "height", "vx", "vy", "vz"))
    return PlaceBall(x, y, height, vx, vy, vz, roll=thing.truth("roll"), by_force=by_force)


def _robot(thing: Request, by_force: bool) -> PlaceRobot:
    x, y, heading = map(thing.maybe, ("x", "y", "heading"))
    vx, vy, turn = (thing.maybe(name) or 0.0 for name in ("vx", "vy", "turn"))
    present = thing.truth("present") if "present" in thing else None
    return PlaceRobot(thing.team(), thing.whole("id", 0, 63), x, y, heading, vx, vy, turn, present, by_force)

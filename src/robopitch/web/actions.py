"""Executes the requests of pages in the thread of the match. Every change of the match is an input."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from robopitch.match.teleport import FARTHEST, aim, check_place
from robopitch.match.walls import nearest_within_walls
from robopitch.messages import (
    Body,
    BodyVelocity,
    ChangeRealism,
    ChangeSensor,
    ChangeSpec,
    HangRobot,
    Input,
    Kick,
    PlaceBall,
    PlaceRobot,
    PullRobot,
    RobotOrder,
    Steer,
    SwapTeam,
    Team,
)
from robopitch.net.faults import Faults
from robopitch.recording.scene import Scene, wishes_of
from robopitch.server.whistling import whistled_by
from robopitch.spec import load_realism, parameters
from robopitch.web import formations, scenes, servos, tables
from robopitch.web.designer import Workshop, exchange
from robopitch.web.motion_plays import MotionPlays
from robopitch.web.motions import MotionLibrary, motion_in
from robopitch.web.schema import asks
from robopitch.web.schema.asks import Ask, Thing
from robopitch.web.sensors import sensors_of
from robopitch.web.undo import Undo, ball_now, robot_now

if TYPE_CHECKING:
    from robopitch.server import Server

__all__ = ["Actions", "Adopt"]

SOURCE = "page"  # who offers the inputs
CLEARANCE = 0.15  # m below the feet of a robot that hangs: chosen, its legs can stretch and swing

Answer = dict[str, Any]


class Adopt(NamedTuple):
    """Continue from a saved match; requested by the page server, which has the recordings, not by pages."""

    saved: bytes


class Actions:
    """Executes a request, or raises a ValueError that says why it is refused.

    clips:  folder for saved clips
    scenes: folder for scenes; that for motions is beside it
    """

    def __init__(self, server: Server, clips: Path, folder: Path, faults: Faults) -> None:
        self._server, self._match = server, server.match
        self._clips, self.scenes = clips, folder
        self.motions = MotionLibrary(folder.with_name("motions"))
        self.plays = MotionPlays(server.match, faults)
        self._known: tuple[object, object, Answer] = (None, None, {})  # parameters of a league and a realism
        self.undo = Undo()
        self._held: dict[Body | None, None] = {}  # None: the ball
        self._pulled: dict[Body, None] = {}
        self._saved: dict[str, Path] = {}
        self._handlers: dict[type[Any], Callable[[Any], Answer | None]] = {
            asks.Place: self._place,
            asks.KickBall: self._kick,
            asks.UndoChange: self._undo,
            asks.LetGo: self._let_go,
            asks.SetSpeed: self._set_speed,
            asks.Step: self._step,
            asks.Reset: lambda ask: self._server.restart(),
            asks.Branch: self._branch,
            Adopt: self._adopt,
            asks.SaveClip: self._save,
            asks.Change: self._change,
            asks.UseRobot: self._use_robot,
            asks.ChangeSensor: self._change_sensor,
            asks.GetParameters: lambda ask: self._parameters(),
            asks.BlowWhistle: lambda ask: self._offer(whistled_by(ask.model_dump())),
            asks.Swap: self._swap,
            asks.GetFormation: lambda ask: cast(Answer, formations.formation_now(self._match, Team(ask.team))),
            asks.WriteFormation: lambda ask: cast(Answer, formations.written(ask)),
            asks.ReadFormation: lambda ask: cast(Answer, formations.read(ask)),
            asks.SetFormation: self._set_formation,
            asks.Drive: self._drive,
            asks.Release: lambda ask: self._offer(Steer(Team(ask.team), ask.id)),
            asks.GetServos: self._servos,
            asks.WriteRegister: self._write_register,
            asks.PlayMotion: self._play,
            asks.Hang: self._hang,
            asks.Pull: self._pull,
            asks.StopMotion: lambda ask: self.plays.stop(Team(ask.team), ask.id),
            asks.SaveMotion: lambda ask: cast(Answer, self.motions.save(ask)),
            asks.SaveScene: lambda ask: scenes.save(self._match, self.scenes, ask.name, ask.title),
            asks.LoadScene: lambda ask: self._scene(scenes.load(self.scenes, ask.name, self.league)),
            asks.ApplyScene: lambda ask: self._scene(scenes.read(ask.text)),
        }

    @property
    def league(self) -> str:
        """Name of the league of the match."""
        return str(self._match.world.league.name)

    @property
    def workshop(self) -> Workshop:
        """For which match robots are designed; from any thread."""
        return Workshop(self.league, float(self._match.world.league.ball.radius))

    def answer(self, ask: Ask | Adopt) -> Answer:
        """Execute a request."""
        return self._handlers[type(ask)](ask) or {}

    # ---- things on the pitch ---------------------------------------------------------------------------------------

    def _place(self, ask: asks.Place) -> None:
        """Place robots and ball; all of them or none."""
        by_force = ask.held and self._server.moves
        placed: list[tuple[Body | None, PlaceBall | PlaceRobot]] = []
        for thing in ask.things:
            if thing.ball:
                placed.append((None, _ball(thing, by_force)))
            else:
                robot = _robot(thing, by_force)
                placed.append((Body(robot.team, robot.id), robot))
        if len(placed) > 1:  # the match judges each of them; if it refuses the last, the first must not have moved
            for _, change in placed:
                self._check(change)
        for body, change in placed:
            self._offer(self._inside(change), at_once=False)
            self._keep(ask.gesture, body)  # as it is until the match advances
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

    def _kick(self, ask: asks.KickBall) -> Answer:
        """Kick the ball from where it is to a place."""
        world = self._match.world
        x, y, _ = world.ball.position.tolist()
        vx, vy, vz = aim(world.league, ask.x - x, ask.y - y, ask.how)
        kick = PlaceBall(height=0.0, vx=vx, vy=vy, vz=vz)
        self._offer(kick, at_once=False)
        self._keep(object(), None)
        self._match.advance(self._match.tick)
        return {"speed": round(math.hypot(vx, vy, vz), 3)}

    def _undo(self, ask: asks.UndoChange) -> None:
        if isinstance(self.undo.last, Body):  # whose motion it undoes
            self.plays.stop(cast(Team, self.undo.last.team), self.undo.last.id)
        for before in self.undo.step():
            self._offer(before, at_once=False)
        self._match.advance(self._match.tick)

    def _let_go(self, ask: asks.LetGo) -> None:
        """Release what the page that has left held or drove."""
        for body in self._held:
            self._match.offer(SOURCE, PlaceBall() if body is None else PlaceRobot(cast(Team, body.team), body.id))
        self._held.clear()
        for body in self._pulled:
            self._match.offer(SOURCE, PullRobot(cast(Team, body.team), body.id, None))
        self._pulled.clear()
        for team in Team:
            for number in self._match.robots.steered(team):
                self._match.offer(SOURCE, Steer(team, number))
        self._match.advance(self._match.tick)

    def _drive(self, ask: asks.Drive) -> None:
        """Drive a robot; the order replaces that of its team."""
        command = BodyVelocity(ask.forward, ask.left or 0.0, ask.turn or 0.0)
        speed = ask.kick or 0.0
        kick = Kick(speed, math.pi / 4 if ask.chip else 0.0) if speed > 0 else None
        hold = math.inf if (ask.dribble or 0.0) > 0 else 0.0
        self._offer(Steer(Team(ask.team), ask.id, RobotOrder(ask.id, command, kick, hold)))

    def _servos(self, ask: asks.GetServos) -> Answer:
        return cast(Answer, servos.servos_now(self._match, ask, self.plays.playing(Team(ask.team), ask.id)))

    def _play(self, ask: asks.PlayMotion) -> None:
        """Let a robot play a motion; one step of undo brings its servos back."""
        body = Body(Team(ask.team), ask.id)
        bodies = self._match.world.bodies
        robot = self._match.world.specs[bodies.index(body)].name if body in bodies else ""
        motion = motion_in(ask) if ask.keyframes else self.motions.open(robot, ask.name)
        self.undo.keep_all(body, self.plays.start(cast(Team, body.team), body.id, motion))

    def _hang(self, ask: asks.Hang) -> None:
        """Hang a robot on a hook, or let it down."""
        team, world = Team(ask.team), self._match.world
        before = world.hook_of(team, ask.id) if Body(team, ask.id) in world.bodies else 0.0
        self._offer(HangRobot(team, ask.id, CLEARANCE if ask.on else 0.0))
        self.undo.keep(object(), None, HangRobot(team, ask.id, before))

    def _pull(self, ask: asks.Pull) -> None:
        """Pull a robot by a limb, or let it go."""
        body = Body(Team(ask.team), ask.id)
        self._offer(PullRobot(cast(Team, body.team), body.id, ask.to, ask.grip))
        if ask.to is None:
            self._pulled.pop(body, None)
        else:
            self._pulled[body] = None

    def _write_register(self, ask: asks.WriteRegister) -> None:
        """Write a register of a servo."""
        change, before = servos.written(self._match, ask)
        self._offer(change)
        self.undo.keep(object(), None, before)

    def _scene(self, scene: Scene) -> None:
        """Place robots and ball as a scene has them."""
        placed = wishes_of(scene, self._match.world)
        gesture = object()
        for change in placed:
            self._keep(gesture, Body(change.team, change.id) if isinstance(change, PlaceRobot) else None)
        for change in placed:
            self._offer(change, at_once=False)
        self._match.advance(self._match.tick)

    # ---- time ------------------------------------------------------------------------------------------------------

    def _set_speed(self, ask: asks.SetSpeed) -> Answer:
        self._refuse_lockstep()
        self._server.set_speed(ask.speed)
        return {"speed": ask.speed}

    def _step(self, ask: asks.Step) -> Answer:
        self._refuse_lockstep()
        self._server.step(ask.ticks)
        return {"tick": self._match.tick}

    def _refuse_lockstep(self) -> None:
        if self._server.mode == "lockstep":
            raise ValueError("a lockstep client controls time")

    def _branch(self, ask: asks.Branch) -> Answer:
        """Continue from a moment of the last minute."""
        self._server.go_back(round(ask.at / self._match.world.timestep))
        return {"time": self._match.world.time}

    def _adopt(self, ask: Adopt) -> Answer:
        """Continue from a moment of a recording."""
        self._server.adopt(ask.saved)
        return {"time": self._match.world.time}

    def _save(self, ask: asks.SaveClip) -> Answer:
        first = f"clip-{self._match.world.league.name}-{self._match.world.time:.0f}s"
        path = self._server.history.save_next(self._clips, first)
        name = path.name
        self._saved[name] = path
        return {"file": str(path), "url": f"clips/{name}"}

    def clip(self, name: str) -> tuple[str, Path | None]:
        """State and path of a clip; from any thread."""
        path = self._saved.get(name)
        if path is None:
            return "there is no such clip", None
        return self._server.history.saved.get(str(path), "saved"), path  # it forgets what was finished long ago

    # ---- the match -------------------------------------------------------------------------------------------------

    def _swap(self, ask: asks.Swap) -> None:
        team = Team(ask.team)
        before = SwapTeam(team, self._match.players[team])
        self._offer(SwapTeam(team, ask.name))
        self.undo.keep(object(), team, before)

    def _set_formation(self, ask: asks.SetFormation) -> None:
        """Tell a team its formation."""
        before = formations.told_before(self._match, Team(ask.team))
        self._offer(formations.change_of(ask))
        self.undo.keep(object(), before.team, before)

    def _change(self, ask: asks.Change) -> None:
        """Change parameters, noise or the preset; each completely or not at all."""
        match, noise = self._match, ask.noise
        if ask.realism:
            preset = load_realism(match.world.league.family, ask.realism).model_dump()
            noise = {key: value for key, value in preset.items() if key != "description"} | (noise or {})
        if ask.set:
            self._change_one(ChangeSpec(ask.set), {p.path: p.value for p in parameters(match.world.league)})
        if noise:
            now = match.configuration.realism
            self._change_one(ChangeRealism(noise), {} if now is None else dict(now.model_dump()))

    def _use_robot(self, ask: asks.UseRobot) -> None:
        """Exchange the robots of one team or both; those on the field keep their places."""
        change, back = exchange(self._match.world.league, ask.text, ask.team)
        self._offer(change)
        self.undo.keep(object(), None, back)

    def _change_sensor(self, ask: asks.ChangeSensor) -> None:
        """Change settings of a sensor, all of them or none."""
        sensor = next((one for one in sensors_of(self._match) if one.name == ask.name), None)
        if sensor is None:
            raise ValueError(f"there is no sensor {ask.name[:40]!r}")
        now = sensor.settings.model_dump()
        self._offer(ChangeSensor(ask.name, ask.set))
        self.undo.keep(object(), None, ChangeSensor(ask.name, {name: now[name] for name in ask.set if name in now}))

    def _parameters(self) -> Answer:
        """All parameters; computed again only when they have changed."""
        league, realism = self._match.world.league, self._match.configuration.realism
        if self._known[0] is not league or self._known[1] is not realism:
            self._known = (league, realism, cast(Answer, tables.parameters_of(self._match)))
        return self._known[2]

    def _change_one(self, change: ChangeSpec | ChangeRealism, now: dict[str, Any]) -> None:
        before = {path: now[path] for path in change.values if path in now}
        self._offer(change)
        if before:
            self.undo.keep(object(), None, type(change)(before))

    # ---- inside ----------------------------------------------------------------------------------------------------

    def _check(self, change: PlaceBall | PlaceRobot) -> None:
        league = self._match.world.league
        check_place(self._inside(change), league, self._match.world.ball.position.tolist())
        if isinstance(change, PlaceRobot) and not 0 <= change.id < league.max_ids:
            raise ValueError(f"there is no {change.team} {change.id}: ids are 0 to {league.max_ids - 1}")

    def _inside(self, change: PlaceBall | PlaceRobot) -> PlaceBall | PlaceRobot:
        """The same place, moved inside the walls: a mouse may leave the pitch while it drags."""
        league = self._match.world.league
        if change.x is None or change.y is None or not (abs(change.x) <= FARTHEST and abs(change.y) <= FARTHEST):
            return change
        radius = float(league.ball.radius) if isinstance(change, PlaceBall) else 0.0
        x, y = nearest_within_walls(league, change.x, change.y, radius)
        return replace(change, x=x, y=y)

    def _offer(self, offered: Input, at_once: bool = True) -> None:
        refusals = self._match.offer(SOURCE, offered)
        if refusals:
            raise ValueError("; ".join(refusal.message for refusal in refusals))
        if at_once:
            self._match.advance(self._match.tick)


def _ball(thing: Thing, by_force: bool) -> PlaceBall:
    return PlaceBall(thing.x, thing.y, thing.height, thing.vx, thing.vy, thing.vz, roll=thing.roll, by_force=by_force)


def _robot(thing: Thing, by_force: bool) -> PlaceRobot:
    if thing.team is None or thing.id is None:
        raise ValueError("things: a robot needs a team and an id; the ball is {ball: true}")
    velocity = thing.vx or 0.0, thing.vy or 0.0, thing.turn or 0.0
    return PlaceRobot(Team(thing.team), thing.id, thing.x, thing.y, thing.heading, *velocity, thing.present, by_force)

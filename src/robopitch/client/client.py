"""A team over the network, with the protocols of its league like any other team: vision and referee in, commands out.

One loop in one thread owns the sockets and waits only in `select`. It decides once for each set of frames: when all
cameras have sent theirs, or shortly after the first if one is missing. Without frames it sends nothing, and the
watchdogs of the robots stop them.
"""

from __future__ import annotations

import gc
import math
import select
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any, Self

from robopitch.client.absence import Absence
from robopitch.client.estimator import MOST_CAMERAS, Estimator
from robopitch.client.link import Report, TeamLink
from robopitch.client.modules import Module, Modules
from robopitch.client.motion import Motion
from robopitch.client.publisher import Publisher
from robopitch.client.radio import Radio
from robopitch.messages import (
    BodyVelocity,
    CameraFrame,
    ChangeCameras,
    ChangeSpec,
    Feedback,
    Pose,
    RobotOrder,
    SeenBall,
    SeenRobot,
    Team,
)
from robopitch.messages.game_state import GameState
from robopitch.net import Faults, Listener
from robopitch.spec import LeagueSpec, change_league
from robopitch.teams.observation import Action, Observation, Policy
from robopitch.teams.situation import Phase

__all__ = ["Client"]

LONGEST_WAIT = 0.1  # s: a stop may have been requested
SHORTEST = 0.01  # s between two decisions
STRAGGLERS = 0.002  # s after the first frame of a set for which it waits for others
FORGET = 0.5  # s of silence after which it does not wait for a camera
SILENT = 1.0  # s without frames after which the server counts as stopped
BUDGETS = {"vision": 0.002, "estimator": 0.003, "strategy": 0.003, "motion": 0.001, "radio": 0.002}  # s, of 14 ms


class Client:
    """Plays a policy over the network.

    league: the league, as far as it is known; different geometry from vision replaces it
    link:   the protocols of the league, and where they are spoken
    signals: port of the simulator for signals and drawings; None: none are sent
    interface: address of the network interface for multicast; None: the system's route
    delay:  s from a frame until the resulting command takes effect; None: estimated
    clock:  s, for waiting; timer: s, for the times of modules
    """

    def __init__(
        self,
        policy: Policy,
        league: LeagueSpec,
        team: Team,
        link: TeamLink,
        signals: int | None = None,
        interface: str | None = None,
        name: str = "plan",
        delay: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        timer: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.team, self.link, self.name = team, link, name
        self._policy, self._base, self._delay, self._clock = policy, league, delay, clock
        self.unreadable: Counter[str] = Counter()  # datagrams that could not be read, by protocol
        self.faults = Faults(clock)  # exceptions by module; the client continues
        self.absence = Absence(SILENT)
        self.decisions = 0
        work: dict[str, Callable[[Any], Any]] = {
            "vision": self._see,
            "estimator": self._estimate,
            "strategy": self._decide,
            "motion": self._move,
            "radio": self._transmit,
        }
        self.modules = Modules((Module(part, work[part], BUDGETS[part]) for part in work), timer)
        self._begin()
        self._open = ExitStack()
        enter = self._open.enter_context
        try:
            self._listeners = {
                source: enter(Listener(*address, interface, label=source)) for source, address in link.listens.items()
            }
            self.radio = enter(Radio(link, label=team.value))
        except ValueError:
            self.close()
            raise
        self._publisher: Publisher | None = None
        if signals is not None:
            self._publisher = Publisher(team, name, partial(self.radio.say, port=signals))
        self._stopping = False  # no Event: a signal handler that sets one can deadlock

    def _begin(self) -> None:
        """Reset all state."""
        self.estimator = Estimator(self._base, self.team, self._delay)
        self._motion = Motion(self.estimator.robot, self.link.carries)
        self.link.reset()
        self._frames: list[CameraFrame] = []  # since the last decision
        self._first = 0.0  # arrival of the first of them
        self._heard: dict[int, float] = {}  # camera → arrival
        self._decided = -math.inf
        self._observation: Observation | None = None

    # ---- reading -----------------------------------------------------------------------------------------------

    @property
    def notices(self) -> list[str]:
        """Notices about the network for the user."""
        return [one.notice for one in self._listeners.values() if one.notice is not None]

    @property
    def frames(self) -> int:
        """Number of received vision datagrams."""
        return self._listeners[self.link.vision].traffic.received

    # ---- running -----------------------------------------------------------------------------------------------

    def run(self, seconds: float = math.inf, tell: Callable[[], None] | None = None, every: float = 10.0) -> None:
        """Play until `stop`, or for *seconds*; *tell* is called regularly."""
        self.rehearse()
        gc.collect()
        gc.freeze()  # existing objects stay: no need to collect them in the middle of a frame
        began = self._clock()
        told = began
        try:
            while not self._stopping and (now := self._clock()) < began + seconds:
                if tell is not None and now >= told + every:
                    told = now
                    tell()
                self.turn(min(LONGEST_WAIT, began + seconds - now))
        finally:
            gc.unfreeze()

    def stop(self) -> None:
        """Ask the loop to end; from any thread, and from a signal handler."""
        self._stopping = True

    def turn(self, patience: float) -> bool:
        """Wait for input, at most for a time, and handle it; return whether a decision was made."""
        if self._frames:
            patience = min(patience, self._due() - self._clock())
        sockets: list[Listener | Radio] = [*self._listeners.values(), self.radio]
        ready, _, _ = select.select(sockets, [], [], max(patience, 0.0))
        for source, listener in self._listeners.items():
            if source != self.link.vision and listener in ready:
                with self.faults.caught(source):
                    self._read(source, (data for data, _ in listener.receive()))
        if self.radio in ready:
            with self.faults.caught("radio"):
                self.estimator.feel(self.radio.receive(), self._motion.armed)
        vision = self._listeners[self.link.vision]
        if vision in ready:
            datagrams = [data for data, _ in vision.receive()]
            if datagrams:
                with self.faults.caught("vision"):
                    self.modules.call("vision", datagrams)
        if not self._frames or self._clock() < self._due():
            return False
        self._decided = self._clock()
        try:
            return self.modules.run(self._take_frames(), first="estimator") is not None
        except Exception as error:
            self.faults.note("decision", error)
            self._start_afresh()
            return False

    def _start_afresh(self) -> None:
        """Reset the state after an exception: something in it is invalid."""
        self.link.reset()
        self.estimator.change(self._base, ())
        self.estimator.clear()
        self.estimator.memory.clear()

    def rehearse(self) -> None:
        """Decide on some artificial frames, so that everything is loaded before the first real one."""
        own = tuple(SeenRobot(number, *place, 0, 0, 0, 1) for number, place in enumerate(_spots(self._base, 1.0)))
        others = tuple(SeenRobot(number, *place, 0, 0, 0, 1) for number, place in enumerate(_spots(self._base, -1.0)))
        balls = (SeenBall(0.1, 0.1, 0, 0, 1, 1),)
        call = self.modules.call
        for number in range(8):
            time = 0.014 * number
            call("vision", [self.link.example(CameraFrame(0, number, time, time, balls, own, others))])
            observation = call("estimator", self._take_frames())
            self.link.write(call("motion", call("strategy", observation)))
        self._begin()
        self.modules.clear()

    def close(self) -> None:
        """Close the sockets."""
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _due(self) -> float:
        """Time of the next decision."""
        now = self._clock()
        self._heard = {camera: when for camera, when in self._heard.items() if now - when < FORGET}
        came = {frame.camera for frame in self._frames}
        whole = self._first if came >= self._heard.keys() else self._first + STRAGGLERS
        return max(whole, self._decided + SHORTEST)

    def _take_frames(self) -> list[CameraFrame]:
        frames, self._frames = self._frames, []
        return frames

    # ---- modules -----------------------------------------------------------------------------------------------

    def _see(self, datagrams: Iterable[bytes]) -> None:
        """Module vision: decode datagrams to camera frames."""
        self._read(self.link.vision, datagrams)

    def _read(self, source: str, datagrams: Iterable[bytes]) -> None:
        for data in datagrams:
            with self.faults.caught(source):
                for report in self.link.read(source, data):
                    self._take(source, report)

    def _take(self, source: str, report: Report) -> None:
        """Process one report of a datagram."""
        if isinstance(report, CameraFrame):
            if report.camera < MOST_CAMERAS:
                self._take_frame(report)
        elif isinstance(report, GameState):
            self.estimator.hear(report)
        elif isinstance(report, Feedback):
            self.estimator.feel([report], self._motion.armed)
        elif isinstance(report, ChangeSpec):
            self._change(report)
        elif isinstance(report, ChangeCameras):
            self.estimator.change(self.estimator.league, report.cameras)
        else:
            self.unreadable[source] += 1

    def _take_frame(self, frame: CameraFrame) -> None:
        now = self._clock()
        if not self._frames:
            self._first = now
        self._frames.append(frame)
        self._heard[frame.camera] = now
        self.absence.heard(now)

    def _change(self, change: ChangeSpec) -> None:
        """Apply the differences of field and ball from the league that was assumed."""
        league = self._base
        try:
            if change.values:
                league = change_league(self._base, change.values)
        except ValueError:
            self.unreadable["geometry"] += 1
        self.estimator.change(league)

    def _estimate(self, frames: list[CameraFrame]) -> Observation | None:
        """Module estimator: from camera frames to the state."""
        if not self.estimator.see(frames):
            return None
        self._observation = self.estimator.observation()
        return self._observation

    def _decide(self, observation: Observation) -> Mapping[int, Action]:
        """Module strategy: from the state to actions."""
        if observation.situation.phase is Phase.HALT:  # robots stand: no decision is needed
            return {number: Action(BodyVelocity(0.0)) for number in observation.own}
        return self._policy(observation)

    def _move(self, actions: Mapping[int, Action]) -> tuple[RobotOrder, ...]:
        """Module motion: from actions to commands, which the estimator needs too."""
        own: Mapping[int, Pose] = {} if self._observation is None else self._observation.own
        self._motion.take(actions, own)
        self.estimator.commanded(self._motion.twists({number: pose.heading for number, pose in own.items()}))
        return self._motion.orders(self.estimator.side)

    def _transmit(self, orders: tuple[RobotOrder, ...]) -> bool:
        """Module radio: send the commands."""
        self.decisions += 1
        self.radio.send(orders)
        if self._publisher is not None and self._observation is not None:
            self._publisher.publish(self._clock(), self._observation, self.estimator.side, self.estimator.delay)
        return True


def _spots(league: LeagueSpec, side: float) -> list[Pose]:
    """Start positions of a team."""
    turn = 0.0 if side > 0 else math.pi
    return [Pose(side * spot.x, side * spot.y, spot.heading + turn) for spot in league.formation]

"""The other processes of the server's measurement: the server itself, both teams, a lockstep client, and a viewer of
the page.

Each runs this file as a program. It gets its settings as JSON, writes a line when it is ready, answers each line on its
standard input with a line of JSON, and writes a last line when the input is closed.
"""

from __future__ import annotations

import json
import math
import os
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from robopitch.bench.eye import HERE
from robopitch.leagues.making import make_match
from robopitch.leagues.network import Network
from robopitch.leagues.registry import network_of
from robopitch.leagues.ssl.wire import message_class
from robopitch.leagues.ssl.wire.simulation import Deframer, frame
from robopitch.leagues.ssl.wire.simulation.sync import encode_sync_request
from robopitch.leagues.ssl.wire.simulation.team import encode_orders
from robopitch.match import Match
from robopitch.messages import BodyVelocity, Collision, RobotOrder, Touch
from robopitch.net import NetError
from robopitch.server import Server

__all__ = [
    "LEAGUE",
    "RATE",
    "ROBOTS",
    "STEP",
    "TIMESTEP",
    "TRACKER",
    "Child",
    "Crowd",
    "attend",
    "play",
    "serve",
    "step",
    "view",
]

LEAGUE = "ssl-div-a"
ROBOTS = 11  # in each team
TIMESTEP = 0.001  # s
TRACKER = "truth"
RATE = 100.0  # Hz: of cameras and of commands
STEP = 0.01  # s of an exchange in lockstep
PATIENCE = 60.0  # s without an answer until the lockstep client gives up
SURGE = 6.0  # s, period in which both teams drive into each other and back
FAST, ASIDE, TURN = 1.5, 1.0, 3.0  # m/s, m/s and rad/s: largest commands
DRIBBLER = 100.0  # rad/s


class Child:
    """A child process.

    source:  the folder of another tree's source, which it runs instead of this one's
    kernels: the folder of its compiled code, instead of Numba's own choice
    """

    def __init__(self, role: str, source: Path | None = None, kernels: Path | None = None, **settings: Any) -> None:
        self._role = role
        places = {"PYTHONPATH": source, "NUMBA_CACHE_DIR": kernels}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "robopitch.bench.processes", role, json.dumps(settings)],
            env={**os.environ, **{name: str(place) for name, place in places.items() if place is not None}},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.hello: dict[str, Any] = {}

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def __enter__(self) -> Self:
        try:
            self.hello = self._hear()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:  # closes the pipes and waits for its end
            self._process.kill()

    def ask(self) -> dict[str, Any]:
        """Ask for its present figures."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return self._hear()

    def end(self) -> dict[str, Any]:
        """End it; return its last figures."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        return self._hear()

    def _hear(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the process for {self._role!r} ended early; what it said about it is on stderr")
        found: dict[str, Any] = json.loads(line)
        return found


def attend(report: Callable[[], dict[str, Any]], stop: Callable[[], None]) -> None:
    """Answer every line on standard input in a thread; stop when it is closed."""

    def listen() -> None:
        for _ in sys.stdin:
            say(report())
        stop()

    threading.Thread(target=listen, daemon=True).start()


def say(words: dict[str, Any]) -> None:
    """Write a line for the parent process."""
    print(json.dumps(words), flush=True)


def serve(
    realism: str,
    cameras: int,
    rate: float,
    lockstep: bool = False,
    page: bool = False,
    speed: float = 1.0,
    lockstep_vision: str = "step",
) -> None:
    """Run the server until the input is closed, with its page if requested."""
    overrides = {"sensors.vision.cameras": cameras, "sensors.vision.rate": rate}

    def new() -> Match:
        return make_match(
            LEAGUE,
            realism=realism,
            tracker=TRACKER,
            players=ROBOTS,
            timestep=TIMESTEP,
            overrides=overrides,
            epoch=time.time(),
        )

    new().advance(200)  # compile all kernels before the measurement
    match = new()
    with open_server(match, lockstep, lockstep_vision) as server, ExitStack() as stack:
        server.set_speed(speed)
        if page:
            from robopitch.web.http import Page

            stack.enter_context(Page(server, HERE, server.network.port("page")))

        def report() -> dict[str, Any]:
            return {
                "cpu": time.process_time(),
                "wall": time.perf_counter(),
                "time": match.world.time,
                "lost": server.pacing.clock.lost,
                "dropped": sum(server.broadcast.status()["vision"]["dropped"].values()),
            }

        attend(report, server.stop)
        say({"ports": dict(server.network.ports)})
        server.run()
    news = list(match.news)
    span = match.world.time - (news[0].time if len(news) == match.news.maxlen else 0.0)
    meetings = {"collisions_per_s": Collision, "touches_per_s": Touch}
    say({name: round(sum(isinstance(e, kind) for e in news) / span, 2) for name, kind in meetings.items() if span > 0})


def open_server(match: Match, lockstep: bool, lockstep_vision: str = "step") -> Server:
    """A server on the first free ports, far from the default ones."""
    for offset in range(17300, 34000, 500):
        try:
            network = Network(network_of(match.world.league.family), interface=HERE, offset=offset)
            return Server(match, network, lockstep=lockstep, lockstep_vision=lockstep_vision)
        except NetError as error:
            reason = error
    raise reason


def play(blue: int, yellow: int) -> None:
    """Command both teams at a constant rate until the input is closed."""
    done = threading.Event()
    attend(dict, done.set)
    sides = []
    for seed, port in enumerate((blue, yellow)):
        radio = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        radio.connect((HERE, port))
        radio.setblocking(False)
        sides.append((Crowd(seed), radio))
    say({})
    sent = answered = 0
    start = time.monotonic()
    while not done.is_set():
        for crowd, radio in sides:
            radio.send(encode_orders(crowd.orders(1 / RATE)))
            try:
                while radio.recv(1 << 16):
                    answered += 1
            except BlockingIOError:
                pass
        sent += 1
        time.sleep(max(0.0, start + sent / RATE - time.monotonic()))
    took = time.monotonic() - start
    say({"command_hz": round(sent / took, 2), "commands_sent": 2 * sent, "commands_answered": answered})


def step(port: int, seconds: float = 1.0, warm_up: int = 100) -> None:
    """A small lockstep client of blue: it exchanges for some seconds on each line, and says how much it did.

    It commands all robots, and reads all positions.
    """
    response = message_class("sslsim.SimulationSyncResponse")
    with socket.create_connection((HERE, port)) as stream:
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        stream.settimeout(PATIENCE)
        deframer, crowd = Deframer(), Crowd(0)

        def exchange() -> int:
            """One exchange; returns the number of frames in it."""
            stream.sendall(frame(encode_sync_request(STEP, crowd.orders(STEP))))
            answers: list[bytes] = []
            while not answers:
                data = stream.recv(1 << 16)
                if not data:
                    raise ConnectionError("the server closed the connection")
                answers = deframer.feed(data)
            frames = response.FromString(answers[0]).detection
            for seen in frames:
                for robots in (seen.robots_blue, seen.robots_yellow):
                    _ = {robot.robot_id: (robot.x, robot.y, robot.orientation) for robot in robots}
            return len(frames)

        for _ in range(warm_up):
            exchange()
        say({})
        for _ in sys.stdin:
            count = frames = 0
            start = time.perf_counter()
            while (took := time.perf_counter() - start) < seconds:
                frames += exchange()
                count += 1
            say({"exchanges": count, "frames": frames, "took": took})
    say({})


def view(page: int) -> None:
    """A viewer of the page that requests every frame."""
    from websockets.sync.client import connect

    done = threading.Event()
    attend(dict, done.set)
    frames = 0
    with connect(f"ws://{HERE}:{page}/ws", compression=None) as socket:
        for ask in ("hello", "see"):
            socket.send(json.dumps({"ask": ask}))
        say({})
        while not done.is_set():
            if isinstance(socket.recv(), bytes):
                frames += 1
                socket.send('{"ask":"see"}')
    say({"frames_viewed": frames})


class Crowd:
    """A team that drives forward and back, with individual variations, so that the two teams collide."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._time = self._changed = 0.0
        self._aside = [0.0] * ROBOTS

    def orders(self, later: float) -> list[RobotOrder]:
        """The next commands, a time after the last ones."""
        self._time += later
        if self._time >= self._changed:
            self._changed += 0.5
            self._aside = [self._chance.uniform(-ASIDE, ASIDE) for _ in range(ROBOTS)]
        forward = FAST * math.sin(2 * math.pi * self._time / SURGE)
        turn = TURN * math.cos(2 * math.pi * self._time)
        return [
            RobotOrder(number, BodyVelocity(forward, aside, turn if number % 2 else -turn), dribbler=DRIBBLER)
            for number, aside in enumerate(self._aside)
        ]


if __name__ == "__main__":
    roles: dict[str, Callable[..., None]] = {"serve": serve, "play": play, "step": step, "view": view}
    roles[sys.argv[1]](**json.loads(sys.argv[2]))

"""A server with its page on free ports, in threads of the test's own process, and those who look at it."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from operator import mul
from pathlib import Path
from typing import Any

from tests.server.pitch import free_network, is_first
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import robopitch
from robopitch.leagues.network import Network
from robopitch.match import Match
from robopitch.net import NetError, ask
from robopitch.server import Server
from robopitch.server.history import History
from robopitch.web.http import Page

DEADLINE = 20.0  # s; only a test that fails waits that long
HERE = "127.0.0.1"
TOKEN = "open sesame"
OWNERS = ("blue", "yellow", "obstacle", "ball")
KEY = {"Authorization": f"Bearer {TOKEN}"}


def until(condition: Callable[[], Any]) -> Any:
    """What a condition says once it is true."""
    end, pause = time.monotonic() + DEADLINE, 0.01
    while not (found := condition()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(pause)  # a question is work for server and page
        pause = min(1.2 * pause, 0.05)
    return found


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON: a browser would not read it")


def in_a_loop(work: Coroutine[Any, Any, Any]) -> Any:
    """What comes of a coroutine, in a thread of its own: a browser's driver may have a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


class RefusedError(Exception):
    """The server said why not."""


class Visitor:
    """One page, without a browser."""

    def __init__(
        self, port: int, hello: bool = True, host: str | None = None, key: str | None = TOKEN, **options: Any
    ) -> None:
        """*key*: None for a spectator."""
        address = f"ws://{host or HERE}:{port}/ws"
        if key is not None:
            options["additional_headers"] = {"Authorization": f"Bearer {key}"}
        if host is not None:  # a name that somebody pointed at this machine
            options["sock"] = socket.create_connection((HERE, port), DEADLINE)
        # It takes whatever comes, read or not: the word that it is closed must not wait behind others.
        self._connecting = connect(
            address, open_timeout=DEADLINE, max_size=None, max_queue=None, compression=None, proxy=None, **options
        )
        self.socket: ClientConnection = self._connecting.__enter__()
        self.tells: list[dict[str, Any]] = []
        self.frames: list[bytes] = []
        self.answers: list[dict[str, Any]] = []
        self._count = 1_000_000  # of asks; rubbish has smaller numbers
        if hello:
            self.send(ask="hello")
            self.told("drawings")  # the last of its welcome

    def send(self, **values: Any) -> None:
        self.socket.send(json.dumps(values))

    def hear(self, timeout: float = DEADLINE) -> None:
        """The next message, whatever it is."""
        message = self.socket.recv(timeout)
        if isinstance(message, bytes):
            self.frames.append(message)
            return
        found = json.loads(message, parse_constant=_refuse)
        (self.tells if "tell" in found else self.answers).append(found)

    def ask(self, ask: str, **values: Any) -> dict[str, Any]:
        """Ask, and wait for the answer; a `RefusedError` if it is no."""
        self._count += 1
        number = self._count
        self.send(ask=ask, number=number, **values)
        self._wait(lambda: any(answer["answer"] == number for answer in self.answers), f"no answer to {ask}")
        answer = next(answer for answer in self.answers if answer["answer"] == number)
        self.answers.remove(answer)
        if "error" in answer:
            raise RefusedError(answer["error"])
        return answer

    def see(self, **values: Any) -> bytes:
        """Ask for a frame, and wait for it."""
        count = len(self.frames)
        self.send(ask="see", **values)
        self._wait(lambda: len(self.frames) > count, "no frame")
        return self.frames[-1]

    def _wait(self, ready: Callable[[], bool], otherwise: str) -> None:
        """Take what comes until that is so; a word about the server comes every second, so `hear` alone may not end."""
        end = time.monotonic() + DEADLINE
        while not ready():
            assert time.monotonic() < end, f"{otherwise} within {DEADLINE:g} s"
            self.hear()

    def catch_up(self, seconds: float) -> DecodedFrame:
        """The frame of a time at which the match has arrived, after whatever was made before it."""
        end = time.monotonic() + DEADLINE
        while abs((found := DecodedFrame(self.see())).time - seconds) > 1e-6:
            assert time.monotonic() < end, f"the newest frame is of {found.time} s"
        return found

    def told(self, kind: str, **values: Any) -> dict[str, Any]:
        """The newest word of a kind in which these values are; waits for it."""
        end = time.monotonic() + DEADLINE
        while True:
            for tell in reversed(self.tells):
                if tell["tell"] == kind and all(tell[name] == value for name, value in values.items()):
                    return tell
            assert time.monotonic() < end, f"no word of {kind} with {values} within {DEADLINE:g} s"
            self.hear()

    def listen(self, seconds: float) -> None:
        """Take everything that comes within a time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                self.hear(left)
            except TimeoutError:
                return

    def closed(self) -> int:
        """Why the server has sent it away, as a number; waits for that."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 1006

    def flood(self, messages: list[Any]) -> None:
        """All messages at once; the server may close the connection in the middle."""
        with suppress(ConnectionClosed):
            for message in messages:
                self.socket.send(message)

    def close(self) -> None:
        self._connecting.__exit__(None, None, None)


class Stand:
    """A match that is served, and looked at; options as for `make_match`. It stands still unless a speed is given."""

    def __init__(
        self,
        folder: Path,
        league: str = "ssl-div-b",
        *,
        match: Match | None = None,
        speed: float = 0.0,
        lockstep: bool = False,
        history: History | None = None,
        static: Path | None = None,
        network: Network | None = None,
        **options: Any,
    ) -> None:
        self.match = match or robopitch.make_match(league, **{"seed": 7, "players": 2, "epoch": 1e9, **options})
        self.clips, self.scenes = folder / "clips", folder / "scenes"
        self._visitors = ExitStack()
        self.crash: BaseException | None = None
        self.server, self.page = self._open(folder, speed, lockstep, history, static, network)
        self.network: Network = self.server.network
        self.port, self.url = self.page.port, self.page.url
        self._thread = threading.Thread(target=self._run, args=(is_first(self.match),), name="server")
        self._thread.start()
        self.page.start()
        self.status()

    def _open(
        self,
        folder: Path,
        speed: float,
        lockstep: bool,
        history: History | None,
        static: Path | None,
        given: Network | None,
    ) -> Any:
        for attempt in range(10):  # another process may take a port between looking and opening
            network = given if given is not None and attempt == 0 else free_network(self.match.world.league.name)
            server = None
            try:
                server = Server(self.match, network, speed, lockstep, history)
                static = static or folder / "static"
                page = Page(server, HERE, network.port("page"), TOKEN, self.clips, self.scenes, static)
                return server, page
            except NetError:
                if server is not None:
                    server.close()
        raise AssertionError("there are no free ports")

    def _run(self, warm_up: bool) -> None:
        try:
            self.server.run(warm_up=warm_up)
        except BaseException as error:
            self.crash = error
            self.server.close()  # nobody waits for an answer that will not come

    def visit(self, **options: Any) -> Visitor:
        """Somebody comes."""
        visitor = Visitor(self.port, **options)
        self._visitors.callback(visitor.close)
        return visitor

    def console(self, question: str, **more: Any) -> dict[str, Any]:
        return ask(HERE, self.network.port("console"), {"ask": question, **more}, DEADLINE)

    def status(self) -> dict[str, Any]:
        return self.console("status")

    def truth(self) -> dict[str, Any]:
        return self.console("truth")

    def step(self, ticks: int) -> None:
        """Time goes on by so many ticks, and stands still again."""
        self.console("step", ticks=ticks)

    @property
    def fingerprint(self) -> str:
        """Of the world; only while it stands still."""
        self.status()  # whatever was asked before is done
        return self.match.world.fingerprint()

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        return self._http(urllib.request.Request(self.url + path, headers=KEY | headers))

    def post(self, path: str, data: bytes, **headers: str) -> tuple[int, bytes]:
        return self._http(urllib.request.Request(self.url + path, data, KEY | headers, method="POST"))

    def _http(self, request: urllib.request.Request) -> tuple[int, bytes]:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=DEADLINE) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def close(self) -> None:
        self._visitors.close()
        self.page.close()
        self.server.stop()
        self._thread.join(DEADLINE)
        self.server.close()
        assert self.crash is None, f"the match has crashed: {self.crash!r}"
        assert not self._thread.is_alive(), "the server did not stop"

    def __enter__(self) -> Stand:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class DecodedFrame:
    """A binary frame, read by hand from its layout: nothing here knows the module that writes it."""

    def __init__(self, data: bytes) -> None:
        version, self.flags, sections = struct.unpack_from("<3B", data)
        assert version == 3
        self.time, self.first, self.last = struct.unpack_from("<3d", data, 4)
        self.ball: tuple[float, ...] = ()
        self.robots: dict[tuple[str, int], tuple[float, ...]] = {}  # x, y, heading, vx, vy, turn
        self.states: dict[tuple[str, int], int] = {}
        self.articulated: dict[tuple[str, int], tuple[float, ...]] = {}  # position, quaternion, joints
        self.seen: dict[tuple[str, int], tuple[float, ...]] = {}  # age, x, y, heading
        self.balls: list[tuple[float, ...]] = []  # detected: age, x, y
        self.sources: list[int] = []  # of detections
        at = 28
        for _ in range(sections):
            kind, owner, source, stride, count = struct.unpack_from("<3B2H", data, at)
            at += 7
            for _ in range(count):
                self._read(kind, OWNERS[owner], data[at : at + stride])
                at += stride
            self.sources += [source] * (kind == 5 and source not in self.sources)
        assert at == len(data)

    def _read(self, kind: int, owner: str, row: bytes) -> None:
        if kind == 1:
            self.ball = self.ball or struct.unpack("<6f", row)
        elif kind in (2, 4):  # robots and obstacles
            state, number, *values = struct.unpack("<BH6h", row)
            self._put(owner, number, values, state)
        elif kind == 3:
            state, number, *values = struct.unpack(f"<BH{(len(row) - 3) // 2}h", row)
            units = (0.0005,) * 3 + (1 / 32767,) * 4 + (0.0001,) * (len(values) - 7)
            self.articulated[owner, number] = tuple(map(mul, values, units))
            self.states[owner, number] = state
        else:
            assert kind == 5
            age, number, *values = struct.unpack("<BH3h", row)
            seen = (0.01 * age, *map(mul, values, (0.0005, 0.0005, 0.0001)))
            if owner == "ball":
                self.balls.append(seen[:3])
            else:
                self.seen[owner, number] = seen

    def _put(self, owner: str, number: int, values: list[int], state: int) -> None:
        assert (owner, number) not in self.robots
        self.robots[owner, number] = tuple(map(mul, values, (0.0005, 0.0005, 0.0001, 0.001, 0.001, 0.01)))
        self.states[owner, number] = state

    @property
    def paused(self) -> bool:
        return bool(self.flags & 1)

    @property
    def past(self) -> bool:
        return bool(self.flags & 2)

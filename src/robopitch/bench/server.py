"""What the server costs and how punctual it is: both teams play over the network, as they would from outside.

Three processes: the server, one with both teams, and this one, which watches the vision and is the client in lockstep.
The first two are this file again, as programs. They get their settings as JSON, say something once they are ready,
answer each line on their standard input with a line of JSON, and say a last one when it is closed.
"""

from __future__ import annotations

import json
import math
import os
import random
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from robopitch.bench.machine import describe_machine, describe_versions
from robopitch.match import Match, make_match
from robopitch.messages import BodyVelocity, Collision, RobotOrder, Team, Touch
from robopitch.net import NetError, ask
from robopitch.protocols.pool import message_class
from robopitch.protocols.ssl_simulation import Deframer, frame
from robopitch.protocols.ssl_simulation.sync import encode_sync_request
from robopitch.protocols.ssl_simulation.team import encode_orders
from robopitch.server import Addresses, Ports, Server

__all__ = ["BARS", "COLUMNS", "Bar", "measure_server", "table"]

LEAGUE = "ssl-div-a"
ROBOTS = 11  # in each team
TIMESTEP = 0.001  # s
TRACKER = "truth"
RATE = 100.0  # Hz: of cameras and of commands
HERE = "127.0.0.1"
REALISMS = ("friendly", "realistic")  # what a match has unless told otherwise, and the one with most to reckon
VISIONS = ((4, 120), (1, 1000))  # cameras and Hz that must come through
LATENCIES = ((4, 100), (1, 1000))  # cameras and Hz; with the second there is next to no waiting for a frame
WARM_UP = 1.0  # s until everything was called once
SURGE = 6.0  # s in which both teams drive into each other and back
FAST, ASIDE, TURN = 1.5, 1.0, 3.0  # m/s, m/s and rad/s: most that robots are told
DRIBBLER = 100.0  # rad/s
STEP = 0.01  # s of an exchange in lockstep
MOVED = 2e-6  # m: four times what a packet resolves, millimetres in float32, and nothing else is spoilt
PATIENCE = 1.0  # s after which a command is taken as lost
_TIMESTAMPS = getattr(socket, "SO_TIMESTAMPNS", 35)  # Linux's number, which Python does not know everywhere


# ---- what is promised ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bar:
    """A figure that must be reached, and one that would be good."""

    title: str
    unit: str
    bar: float
    goal: float | None = None
    least: bool = False  # it is better to have more

    def judge(self, value: float) -> dict[str, Any]:
        """The figure beside what was promised."""
        sign = -1 if self.least else 1
        met = sign * value <= sign * self.bar
        reached = None if self.goal is None else sign * value <= sign * self.goal
        return {"value": value, "bar": self.bar, "goal": self.goal, "met": met, "goal_met": reached}

    def cell(self, limit: float | None) -> str:
        """A limit for people."""
        return "-" if limit is None else f"{'≥' if self.least else '≤'} {limit:g} {self.unit}".strip()


BARS = {
    "core_share": Bar("share of a core at real time", "%", 15.0, 10.0),
    "real_time_error": Bar("real-time factor, off 1", "", 0.001),
    "jitter_p99_ms": Bar("frame jitter p99", "ms", 1.0),
    "lockstep": Bar("lockstep", "× real time", 15.0, 30.0, least=True),
    **{f"lost_{n}x{rate}": Bar(f"frames lost at {n} × {rate} Hz", "", 0.0) for n, rate in VISIONS},
}


# ---- measuring -------------------------------------------------------------------------------------------------


def measure_server(seconds: float = 10.0) -> dict[str, Any]:
    """Measure everything; *seconds* is how long each row at real time is watched, other parts scale with it."""
    load = os.getloadavg()[0]
    real_time = {name: measure_real_time(seconds, name) for name in REALISMS}
    lockstep = {name: measure_lockstep(seconds / 4, name) for name in REALISMS}
    vision = {f"{n}x{rate}": measure_real_time(seconds / 2, REALISMS[0], n, rate) for n, rate in VISIONS}
    latency = {f"{n}x{rate}": measure_latency(seconds / 4, n, rate) for n, rate in LATENCIES}
    rows = real_time.values()
    figures = {  # each bar is judged by the worst row
        "core_share": max(row["core_share"] for row in rows),
        "real_time_error": max(abs(row["real_time_factor"] - 1) for row in rows),
        "jitter_p99_ms": max(row["jitter_ms"]["p99"] for row in rows),
        "lockstep": min(row["times_real_time"] for row in lockstep.values()),
        **{f"lost_{name}": float(row["frames_lost"]) for name, row in vision.items()},
    }
    return {
        "real_time": real_time,
        "latency": latency,
        "lockstep": lockstep,
        "vision": vision,
        "bars": {name: BARS[name].judge(round(value, 6)) for name, value in figures.items()},
        "setup": {
            "league": LEAGUE,
            "robots": 2 * ROBOTS,
            "cameras": 4,
            "camera_hz": RATE,
            "command_hz": RATE,
            "timestep": TIMESTEP,
            "tracker": TRACKER,
            "seconds": seconds,
            "load_before": round(load, 2),  # of the machine: near 0 if it had nothing else to do
        },
        "machine": describe_machine(),
        "versions": {**describe_versions(), "protobuf": version("protobuf")},
    }


def measure_real_time(seconds: float, realism: str, cameras: int = 4, rate: float = RATE) -> dict[str, Any]:
    """Watch a server at real time while both teams drive."""
    with Child("serve", realism=realism, cameras=cameras, rate=rate) as server:
        ports = Ports(**server.hello["ports"])
        with Child("play", blue=ports.blue, yellow=ports.yellow) as teams, Eye(ports.vision) as eye:
            eye.watch(WARM_UP)
            before, start = ask(HERE, ports.console, {"ask": "status"}), server.ask()
            seen = eye.watch(seconds)
            end, after = server.ask(), ask(HERE, ports.console, {"ask": "status"})
            played = teams.end()
        happened = server.end()
    return {
        "core_share": round(100 * (end["cpu"] - start["cpu"]) / (end["wall"] - start["wall"]), 2),
        **regularity(seen),
        "times_lost": after["times_lost"] - before["times_lost"],
        "seconds_lost": round(after["lost"] - before["lost"], 6),
        "frames_dropped": sum(after["out"]["vision"]["dropped"].values()),
        **played,
        **happened,
    }


def measure_lockstep(seconds: float, realism: str) -> dict[str, Any]:
    """Step a server as fast as it goes: blue commands its robots and reads four frames in each exchange."""
    with Child("serve", realism=realism, cameras=4, rate=RATE, lockstep=True) as server:
        ports = Ports(**server.hello["ports"])
        with socket.create_connection((HERE, ports.blue)) as stream:
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            deframer, crowd, response = Deframer(), Crowd(0), message_class("sslsim.SimulationSyncResponse")

            def exchange() -> int:
                """As a small client would: command everybody, see where everybody is."""
                stream.sendall(frame(encode_sync_request(STEP, crowd.orders(STEP))))
                while not (answers := deframer.feed(stream.recv(1 << 16))):
                    pass
                frames = response.FromString(answers[0]).detection
                for seen in frames:
                    for robots in (seen.robots_blue, seen.robots_yellow):
                        _ = {robot.robot_id: (robot.x, robot.y, robot.orientation) for robot in robots}
                return len(frames)

            for _ in range(100):
                exchange()
            before, start = server.ask(), time.perf_counter()
            count = frames = 0
            while time.perf_counter() < start + seconds:
                frames += exchange()
                count += 1
            took = time.perf_counter() - start
            after = server.ask()
        server.end()
    return {
        "times_real_time": round(count * STEP / took, 2),
        "exchanges_per_s": round(count / took, 1),
        "frames_per_exchange": round(frames / count, 3),
        "server_ms": round(1000 * (after["cpu"] - before["cpu"]) / count, 3),  # of processor time, in an exchange
        "exchanges": count,
    }


def measure_latency(seconds: float, cameras: int, rate: float) -> dict[str, Any]:
    """From sending a command to a robot at rest until a frame leaves the server that shows it elsewhere.

    With perfect vision and radio: the server alone, the wait for the next frame and the robot's first moment. Commands
    are sent at moments that have nothing to do with those of the frames.
    """
    found: list[float] = []
    missed = 0
    chance = random.Random(0)
    robots = [(team, number) for number in range(ROBOTS) for team in Team]
    with Child("serve", realism="perfect", cameras=cameras, rate=rate) as server:
        ports = Ports(**server.hello["ports"])
        doors = {Team.BLUE: (HERE, ports.blue), Team.YELLOW: (HERE, ports.yellow)}
        with Eye(ports.vision) as eye, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as radio:
            eye.watch(WARM_UP)
            for trial in range(max(20, round(40 * seconds))):
                team, number = robots[trial % len(robots)]  # one that has long been at rest
                places = {seen.camera: seen.place(team, number) for seen in eye.watch(chance.uniform(0.02, 0.04))}
                sent = time.time()
                radio.sendto(encode_orders([RobotOrder(number, BodyVelocity(1.0))]), doors[team])
                arrival = eye.see_move(team, number, places)
                radio.sendto(encode_orders([RobotOrder(number, BodyVelocity(0.0))]), doors[team])
                if arrival is None:
                    missed += 1
                else:
                    found.append(1000 * (arrival - sent))
        server.end()
    return {
        **percentiles(found, least=0, p50=50, p99=99, most=100),
        "unit": "ms",
        "trials": len(found),
        "missed": missed,
    }


# ---- frames ----------------------------------------------------------------------------------------------------


Places = dict[int, tuple[float, float] | None]  # where each camera saw a robot


class Seen(NamedTuple):
    """A detection frame and when it came, as the kernel saw it."""

    arrival: float  # s, unix
    detection: Any

    @property
    def camera(self) -> int:
        """Which one took it."""
        return int(self.detection.camera_id)

    def place(self, team: Team, number: int) -> tuple[float, float] | None:
        """Where a robot is in it, in m."""
        robots = self.detection.robots_blue if team is Team.BLUE else self.detection.robots_yellow
        return next(((robot.x / 1000, robot.y / 1000) for robot in robots if robot.robot_id == number), None)

    def has_moved(self, team: Team, number: int, places: Places) -> bool:
        """Whether a robot is somewhere else than where the same camera saw it before."""
        before, now = places.get(self.camera), self.place(team, number)
        return before is not None and now is not None and math.dist(before, now) > MOVED


class Eye:
    """Receives vision on this machine and notes when each packet came."""

    def __init__(self, port: int) -> None:
        group = Addresses().vision_group
        self._packet = message_class("ssl_vision.SSL_WrapperPacket")
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        if sys.platform == "linux":
            self._socket.setsockopt(socket.SOL_SOCKET, _TIMESTAMPS, 1)
        self._socket.bind((group, port))
        member = socket.inet_aton(group) + socket.inet_aton(HERE)
        self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def watch(self, seconds: float) -> list[Seen]:
        """All frames of the next so many seconds; they are read afterwards, so that nothing waits."""
        start, end, came = time.time(), time.monotonic() + seconds, []
        while (rest := end - time.monotonic()) > 0:
            packet = self._receive(rest)
            if packet is not None and packet[0] >= start:  # others came while nobody looked
                came.append(packet)
        return [seen for arrival, data in came if (seen := self._read(arrival, data)) is not None]

    def see_move(self, team: Team, number: int, places: Places) -> float | None:
        """When the first frame came in which a robot is no more where it was; None if none does."""
        end = time.monotonic() + PATIENCE
        while (rest := end - time.monotonic()) > 0:
            packet = self._receive(rest)
            seen = None if packet is None else self._read(*packet)
            if seen is not None and seen.has_moved(team, number, places):
                return seen.arrival
        return None

    def _receive(self, patience: float) -> tuple[float, bytes] | None:
        self._socket.settimeout(patience)
        try:
            data, notes, _, _ = self._socket.recvmsg(1 << 16, 64)
        except TimeoutError:
            return None
        for level, kind, note in notes:
            if (level, kind) == (socket.SOL_SOCKET, _TIMESTAMPS):
                whole, billionths = struct.unpack("@ll", note[: struct.calcsize("@ll")])
                return whole + 1e-9 * billionths, data
        return time.time(), data

    def _read(self, arrival: float, data: bytes) -> Seen | None:
        packet = self._packet.FromString(data)
        return Seen(arrival, packet.detection) if packet.HasField("detection") else None


def regularity(frames: Iterable[Seen]) -> dict[str, Any]:
    """How punctual frames are, and whether all of them came.

    Jitter is the distance of each frame from the regular grid that fits those of its camera best; interval jitter is
    how much the time between two frames is off its mean. Both in ms, without sign.
    """
    by_camera: dict[int, list[Seen]] = {}
    for seen in frames:
        by_camera.setdefault(seen.camera, []).append(seen)
    off_grid: list[float] = []
    off_interval: list[float] = []
    factors, expected, received, hertz = [], 0, 0, []
    for camera, own in sorted(by_camera.items()):
        if len(own) < 3:
            raise RuntimeError(f"only {len(own)} frames of camera {camera} came; measure for longer")
        numbers = np.array([seen.detection.frame_number for seen in own], dtype=float)
        arrivals = np.array([seen.arrival for seen in own]) - own[0].arrival
        captures = np.array([seen.detection.t_capture for seen in own])
        slope, start = np.polyfit(numbers - numbers[0], arrivals, 1)
        off_grid += (1000 * np.abs(arrivals - start - slope * (numbers - numbers[0]))).tolist()
        off_interval += (1000 * np.abs(np.diff(arrivals) - slope * np.diff(numbers))).tolist()
        factors.append(_passed(captures) / _passed(arrivals))
        hertz.append((len(own) - 1) / arrivals[-1])
        expected += int(numbers[-1] - numbers[0]) + 1
        received += len(own)
    if not by_camera:
        raise RuntimeError(f"no frame came; may this machine send multicast over its loopback ({HERE})?")
    return {
        "real_time_factor": round(float(np.mean(factors)), 6),
        "jitter_ms": percentiles(off_grid, p50=50, p99=99, p999=99.9, most=100),
        "interval_jitter_ms": percentiles(off_interval, p50=50, p99=99, p999=99.9, most=100),
        "frames_sent": expected,
        "frames_received": received,
        "frames_lost": expected - received,
        "camera_hz": round(float(np.mean(hertz)), 2),
    }


def _passed(times: NDArray[np.float64]) -> float:
    """From the middle of the first tenth to the middle of the last: a single late frame does not matter."""
    tenth = max(1, len(times) // 10)
    return float(np.median(times[-tenth:]) - np.median(times[:tenth]))


def percentiles(values: Sequence[float], **wanted: float) -> dict[str, float]:
    """Some of them by name; 0 where nothing was measured."""
    return {name: round(float(np.percentile(values or [0.0], share)), 4) for name, share in wanted.items()}


# ---- the other processes ---------------------------------------------------------------------------------------


class Child:
    """One of the other processes."""

    def __init__(self, role: str, **settings: Any) -> None:
        self._role = role
        self._process = subprocess.Popen(
            [sys.executable, "-m", "robopitch.bench.server", role, json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.hello: dict[str, Any] = {}

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
        """How it stands."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return self._hear()

    def end(self) -> dict[str, Any]:
        """Its last words."""
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
    """Answer every line on standard input beside the main thread; stop when it is closed."""

    def listen() -> None:
        for _ in sys.stdin:
            say(report())
        stop()

    threading.Thread(target=listen, daemon=True).start()


def say(words: dict[str, Any]) -> None:
    """A line for the process that started this one."""
    print(json.dumps(words), flush=True)


def serve(realism: str, cameras: int, rate: float, lockstep: bool = False) -> None:
    """The server, for as long as it is wanted."""
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

    new().advance(200)  # kernels that are not compiled yet must not hold anybody up later
    match = new()
    with open_server(match, lockstep) as server:
        attend(lambda: {"cpu": time.process_time(), "wall": time.perf_counter()}, server.stop)
        say({"ports": vars(server.addresses.ports)})
        server.run()
    news = list(match.news)
    span = match.world.time - (news[0].time if len(news) == match.news.maxlen else 0.0)
    meetings = {"collisions_per_s": Collision, "touches_per_s": Touch}
    say({name: round(sum(isinstance(e, kind) for e in news) / span, 2) for name, kind in meetings.items() if span > 0})


def open_server(match: Match, lockstep: bool) -> Server:
    """A server on the first ports that nobody has, far from those where somebody might look for one."""
    for offset in range(17300, 34000, 500):
        try:
            return Server(match, Addresses(interface=HERE, ports=Ports().shifted(offset)), lockstep=lockstep)
        except NetError as error:
            reason = error
    raise reason


def play(blue: int, yellow: int) -> None:
    """Both teams, commanding at a steady rate until nobody wants it any more."""
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


class Crowd:
    """A team that surges forward and back, everybody with a little of its own, so that the two run into each other."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._time = self._changed = 0.0
        self._aside = [0.0] * ROBOTS

    def orders(self, later: float) -> list[RobotOrder]:
        """What the robots are told next, so many seconds after the last time."""
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


# ---- showing ---------------------------------------------------------------------------------------------------

COLUMNS = ("what", "measured", "promised", "goal", "met")


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures as cells under `COLUMNS`: first those that were promised, then the rest."""
    rows = []
    for name, judged in result["bars"].items():
        bar = BARS[name]
        value = f"{judged['value']:g} {bar.unit}".strip()
        met = "goal" if judged["goal_met"] else "yes" if judged["met"] else "NO"
        rows.append([bar.title, value, bar.cell(judged["bar"]), bar.cell(judged["goal"]), met])
    for name, row in result["real_time"].items():
        jitter = " / ".join(f"{row['jitter_ms'][key]:.3f}" for key in ("p50", "p99", "p999"))
        rows.append([f"{name}: share of a core", f"{row['core_share']:.1f} %"])
        rows.append([f"{name}: real-time factor", f"{row['real_time_factor']:.5f}"])
        rows.append([f"{name}: frame jitter p50 / p99 / p99.9", f"{jitter} ms"])
    for name, row in result["latency"].items():
        rows.append([f"command to vision, {name} Hz, p50 / p99", f"{row['p50']:.2f} / {row['p99']:.2f} ms"])
    for name, row in result["lockstep"].items():
        rows.append(
            [f"{name}: lockstep", f"{row['times_real_time']:.1f} × ({row['exchanges_per_s']:,.0f} exchanges/s)"]
        )
    for name, row in result["vision"].items():
        rows.append([f"frames at {name} Hz", f"{row['frames_received']:,} of {row['frames_sent']:,}"])
    return [row + ["-"] * (len(COLUMNS) - len(row)) for row in rows]


if __name__ == "__main__":
    roles: dict[str, Callable[..., None]] = {"serve": serve, "play": play}
    roles[sys.argv[1]](**json.loads(sys.argv[2]))

"""Cost and punctuality of the server, with both teams over the network.

There are three processes: the server, one with both teams or a lockstep client, and this one, which receives vision.
"""

from __future__ import annotations

import os
import random
import socket
import time
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from robopitch.bench.eye import HERE, Eye, percentiles, regularity
from robopitch.bench.processes import LEAGUE, RATE, ROBOTS, STEP, TIMESTEP, TRACKER, Child
from robopitch.leagues.ssl.wire.simulation.team import encode_orders
from robopitch.machine import describe_machine, describe_versions
from robopitch.messages import BodyVelocity, RobotOrder, Team
from robopitch.net import ask

__all__ = ["BARS", "COLUMNS", "Bar", "measure_server", "table"]

REALISMS = ("friendly", "realistic")  # the default, and the preset with the most computation
VISIONS = ((4, 120), (1, 1000))  # cameras and Hz that must arrive
LATENCIES = ((4, 100), (1, 1000))  # cameras and Hz; with the second there is almost no wait for a frame
WARM_UP = 1.0  # s until all code has run once


# ---- limits ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bar:
    """A required figure, and a desirable one."""

    title: str
    unit: str
    bar: float
    goal: float | None = None
    least: bool = False  # larger is better

    def judge(self, value: float) -> dict[str, Any]:
        """The figure with its limits."""
        sign = -1 if self.least else 1
        met = sign * value <= sign * self.bar
        reached = None if self.goal is None else sign * value <= sign * self.goal
        return {"value": value, "bar": self.bar, "goal": self.goal, "met": met, "goal_met": reached}

    def cell(self, limit: float | None) -> str:
        """A limit as text."""
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
    """Measure everything; *seconds* is the measuring time of each row at real time; other parts scale with it."""
    load = os.getloadavg()[0]
    real_time = {name: measure_real_time(seconds, name) for name in REALISMS}
    lockstep = {name: measure_lockstep(seconds / 4, name) for name in REALISMS}
    at_rate = {name: measure_lockstep(seconds / 4, name, "rate") for name in REALISMS[-1:]}
    vision = {f"{n}x{rate}": measure_real_time(seconds / 2, REALISMS[0], n, rate) for n, rate in VISIONS}
    latency = {f"{n}x{rate}": measure_latency(seconds / 4, n, rate) for n, rate in LATENCIES}
    rows = real_time.values()
    figures = {  # the worst row counts
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
        "lockstep_vision_at_rate": at_rate,
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
            "load_before": round(load, 2),  # of the machine: near 0 if it was idle
        },
        "machine": describe_machine(),
        "versions": {**describe_versions(), "protobuf": version("protobuf")},
    }


def measure_real_time(seconds: float, realism: str, cameras: int = 4, rate: float = RATE) -> dict[str, Any]:
    """Measure a server at real time while both teams drive."""
    with Child("serve", realism=realism, cameras=cameras, rate=rate) as server:
        ports = server.hello["ports"]
        with Child("play", blue=ports["blue"], yellow=ports["yellow"]) as teams, Eye(ports["vision"]) as eye:
            eye.watch(WARM_UP)
            before, start = ask(HERE, ports["console"], {"ask": "status"}), server.ask()
            seen = eye.watch(seconds)
            end, after = server.ask(), ask(HERE, ports["console"], {"ask": "status"})
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


def measure_lockstep(seconds: float, realism: str, vision: str = "step") -> dict[str, Any]:
    """Step a server as fast as possible: blue commands its robots and reads four frames in each exchange."""
    with Child("serve", realism=realism, cameras=4, rate=RATE, lockstep=True, lockstep_vision=vision) as server:
        with Child("step", port=server.hello["ports"]["blue"], seconds=seconds) as client:
            before, stepped, after = server.ask(), client.ask(), server.ask()
            client.end()
        server.end()
    count, took = stepped["exchanges"], stepped["took"]
    return {
        "times_real_time": round(count * STEP / took, 2),
        "exchanges_per_s": round(count / took, 1),
        "frames_per_exchange": round(stepped["frames"] / count, 3),
        "server_ms": round(1000 * (after["cpu"] - before["cpu"]) / count, 3),  # of processor time per exchange
        "exchanges": count,
    }


def measure_latency(seconds: float, cameras: int, rate: float) -> dict[str, Any]:
    """From sending a command to a robot at rest until a frame leaves the server that shows it elsewhere.

    With perfect vision and radio: the time of the server, the wait for the next frame and the start of the robot.
    Commands are sent at times that are independent of the frames.
    """
    found: list[float] = []
    missed = 0
    chance = random.Random(0)
    robots = [(team, number) for number in range(ROBOTS) for team in Team]
    with Child("serve", realism="perfect", cameras=cameras, rate=rate) as server:
        ports = server.hello["ports"]
        doors = {Team.BLUE: (HERE, ports["blue"]), Team.YELLOW: (HERE, ports["yellow"])}
        with Eye(ports["vision"]) as eye, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as radio:
            eye.watch(WARM_UP)
            for trial in range(max(20, round(40 * seconds))):
                team, number = robots[trial % len(robots)]  # one that has been at rest for long
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


# ---- table -----------------------------------------------------------------------------------------------------

COLUMNS = ("what", "measured", "promised", "goal", "met")


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures as cells under `COLUMNS`: first those with limits, then the rest."""
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
    for title, kind in (("lockstep", "lockstep"), ("lockstep, vision at its rate", "lockstep_vision_at_rate")):
        for name, row in result[kind].items():
            speed = f"{row['times_real_time']:.1f} × ({row['exchanges_per_s']:,.0f} exchanges/s)"
            rows.append([f"{name}: {title}", speed])
    for name, row in result["vision"].items():
        rows.append([f"frames at {name} Hz", f"{row['frames_received']:,} of {row['frames_sent']:,}"])
    return [row + ["-"] * (len(COLUMNS) - len(row)) for row in rows]

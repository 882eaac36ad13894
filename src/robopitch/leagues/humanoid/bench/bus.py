"""Servo buses: how often a control program reads and writes all servos of a robot, as [FUmanoid-emulator table 11].

A server in a process of its own, its buses as serial ports, and a control program in a process for each robot.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

from robopitch.leagues.network import OWN_PORTS
from robopitch.net import NetError, ask

__all__ = ["arithmetic", "bus_row", "bus_table", "measure_bus"]

HERE = "127.0.0.1"
SERVOS = (1, 7, 9, 21)
PATIENCE = 300.0  # s for a server to start: its physics may have to be compiled
BYTE = 10e-6  # s at 1 Mbit/s
DELAY_UNIT = 2e-6  # s

Serving = Callable[[int, bool], AbstractContextManager[Path]]
"""A server of so many robots, with or without wire time; gives the folder of its buses."""


def measure_bus(seconds: float, serving: Serving | None = None) -> list[dict[str, Any]]:
    """All rows; *seconds* for each: 1 and 2 robots with 1, 7, 9 and 21 servos, and 21 servos with wire time.

    With wire time, a library can need more time than the line: so those rows are measured with plain packets as well.
    """
    serving = serving or served_league
    rows = []
    for robots in (1, 2):
        with serving(robots, False) as folder:
            rows += [bus_row(folder, robots, servos, seconds) for servos in SERVOS]
    with serving(1, True) as folder:
        rows += [
            bus_row(folder, 1, 21, seconds, wire_time=True, delay=delay, plain=plain)
            for plain in (False, True)
            for delay in (250, 0)
        ]
    return rows


def bus_row(
    folder: Path,
    robots: int,
    servos: int,
    seconds: float,
    wire_time: bool = False,
    delay: int = 0,
    plain: bool = False,
) -> dict[str, Any]:
    """What control programs of some robots achieve. Rates are those of one program, errors those of all.

    delay: value of the register return_delay, units of 2 µs
    plain: with plain packets instead of a library
    """
    programs = [_started(folder / f"blue-{number}", servos, seconds, delay, plain) for number in range(robots)]
    try:
        for program in programs:  # all begin when all are ready
            assert program.stdin is not None
            program.stdin.write("\n")
            program.stdin.flush()
        found = [_result(program, seconds) for program in programs]
    finally:
        for program in programs:
            if program.poll() is None:
                program.kill()
            program.communicate()
    row = {
        "robots": robots,
        "servos": servos,
        "protocol": 1.0,
        "wire_time": wire_time,
        "hz": round(min(one["hz"] for one in found), 1),
        "errors": sum(one["errors"] for one in found),
        "reads": sum(one["reads"] for one in found),
        "p99_ms": round(max(one["p99_ms"] for one in found), 3),
        "cycle_ms": round(max(one["cycle_ms"] for one in found), 3),
        "client_ms": round(max(one["client_ms"] for one in found), 3),
        "client": found[0]["client"],
    }
    if wire_time:
        expected = 1000 * arithmetic(servos, delay)
        row |= {"return_delay_ms": 1000 * DELAY_UNIT * delay, "arithmetic_ms": round(expected, 3)}
    return row


def arithmetic(servos: int, delay: int) -> float:
    """Seconds of a cycle on a line of 1 Mbit/s: a read of two bytes from each servo, and a sync write of two bytes.

    >>> round(1000 * arithmetic(21, 250), 1), round(1000 * arithmetic(21, 0), 1)
    (14.6, 4.1)
    """
    reads = servos * ((8 + 8) * BYTE + DELAY_UNIT * delay)
    return reads + (8 + 3 * servos) * BYTE


def bus_table(rows: list[dict[str, Any]]) -> list[list[str]]:
    """Of each row what was driven, and what was measured."""
    return [
        [
            f"{row['robots']} × {row['servos']} servos, {row['client']}"
            + (f", wire time, {row['return_delay_ms']:g} ms return delay" if row["wire_time"] else ""),
            f"{row['hz']:.0f} cycles/s, {row['errors']} of {row['reads']} unanswered, a read {row['p99_ms']:.2f} ms, "
            + f"a cycle {row['cycle_ms']:.2f} ms"
            + (f", by arithmetic {row['arithmetic_ms']:.2f} ms" if "arithmetic_ms" in row else ""),
        ]
        for row in rows
    ]


# ---- programs --------------------------------------------------------------------------------------------------------


def _started(path: Path, servos: int, seconds: float, delay: int, plain: bool) -> subprocess.Popen[str]:
    """A control program that is ready to begin."""
    command = [
        sys.executable,
        "-m",
        "robopitch.leagues.humanoid.bench.bus_master",
        str(path),
        str(servos),
        str(seconds),
        str(delay),
    ]
    command += ["plain"] if plain else []
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    if program.stdout.readline() != "ready\n":
        program.kill()
        program.communicate()
        raise RuntimeError(f"no control program could use {path}")
    return program


def _result(program: subprocess.Popen[str], seconds: float) -> dict[str, Any]:
    said, _ = program.communicate(timeout=seconds + 60.0)
    found: dict[str, Any] = json.loads(said)
    return found


@contextmanager
def served_league(robots: int, wire_time: bool, league: str = "humanoid-kid") -> Iterator[Path]:
    """A server of a league in a process of its own, in real time; on other ports if these are taken."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as said:
        buses = Path(folder) / "buses"
        for offset in random.SystemRandom().sample(range(2000, 20000), 5):  # below the ports that the system hands out
            command = [sys.executable, "-m", "robopitch", "serve", league, "--headless", "--memory", "0"]
            command += ["--referee", "none", "--port-offset", str(offset), "--bus-dir", str(buses)]
            command += ["--robots", f"{robots}:0", "--wire-time", "on" if wire_time else "off"]
            server = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT)
            try:
                if _starts(server, OWN_PORTS["console"].number + offset):
                    yield buses
                    return
            finally:
                server.terminate()
                with suppress(subprocess.TimeoutExpired):
                    server.wait(10)
                server.kill()
        said.seek(0)
        raise RuntimeError(f"no server started: {said.read()[-2000:]}")


def _starts(server: subprocess.Popen[bytes], port: int) -> bool:
    """Wait until the match has begun; False if the server ends, or takes too long."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        with suppress(NetError):
            if ask(HERE, port, {"ask": "status"}, 1.0)["tick"] > 0:
                return True
        time.sleep(0.05)
    return False

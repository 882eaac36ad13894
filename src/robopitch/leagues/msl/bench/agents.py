"""Robots of the Middle Size League that decide by themselves: two teams of five, each robot a process of its own.

A server plays in real time with its programs, as `robopitch run msl --agents processes` does. How well robots know
where they are is measured in a match in this process, where the truth is at hand.
"""

from __future__ import annotations

import json
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import robopitch
from robopitch.bench.onboard import measure_onboard
from robopitch.bench.server import Bar
from robopitch.leagues.msl.agents.player import AgentPlayer
from robopitch.leagues.network import OWN_PORTS
from robopitch.machine import describe_machine, describe_versions
from robopitch.messages import Team
from robopitch.net import NetError, ask

__all__ = ["BARS", "COLUMNS", "measure", "measure_localisation", "measure_processes", "playing", "table"]

HERE = "127.0.0.1"
SECONDS = 60.0  # simulated, of each part
SETTLED = 3.0  # s after which robots know where they are
FAST = 1.0  # m/s: a robot that drives, not one that waits
PATIENCE = 120.0  # s of wall time for a server to start: its physics may have to be compiled
BARS = {
    "realtime_factor": Bar("real-time factor", "", 0.99, least=True),
    "missed_share": Bar("missed cycles of the vision", "%", 1.0),
    "cores": Bar("server and ten programs", "cores", 2.0),
    "agent_ms": Bar("a cycle of a program, median", "ms", 4.0),
    "localisation_median": Bar("error of the own position, median", "m", 0.1),
    "localisation_p95": Bar("error of the own position, 95 %", "m", 0.3),
    "restart_s": Bar("a killed program plays again after", "s", 3.0),
}
COLUMNS = ("robots that decide by themselves", "measured", "promised", "kept")


def measure(seconds: float = SECONDS) -> dict[str, Any]:
    """Measure everything; *seconds* of simulated time for each part."""
    processes, localisation = measure_processes(seconds), measure_localisation(seconds)
    vision = measure_onboard(500)["vision_us"]
    total = processes["cycles"] + processes["missed_cycles"]
    values = {
        "realtime_factor": processes["realtime_factor"],
        "missed_share": round(100 * processes["missed_cycles"] / max(total, 1), 3),
        "cores": processes["cores"],
        "agent_ms": processes["agent_ms"]["median"],
        "localisation_median": localisation["median"],
        "localisation_p95": localisation["p95"],
        "restart_s": processes["restart_s"],
    }
    return {
        "setup": {"seconds": seconds, "robots": 10, "load": round(os.getloadavg()[0], 2)},
        **processes,
        "vision_us": {name: vision[name] for name in ("white", "obstacles", "ball")},
        "localisation_m": localisation,
        "bars": {name: bar.judge(values[name]) for name, bar in BARS.items()},
        "machine": describe_machine(),
        "versions": describe_versions(),
    }


# ---- where robots are -----------------------------------------------------------------------------------------------


def measure_localisation(
    seconds: float, seed: int = 1, players: int | None = None, least: float = FAST
) -> dict[str, float]:
    """The error of the position that robots know of themselves, with calibration errors.

    players: in each team; None: as the league has it
    least:   m/s: errors count while a robot drives at least so fast
    """
    options: dict[str, Any] = {} if players is None else {"players": players}
    match = robopitch.make_match("msl", blue="cambada", yellow="cambada", sees="onboard", seed=seed, **options)
    errors = []
    while match.world.time < SETTLED + seconds:
        match.advance(match.tick + 40)
        if match.world.time < SETTLED:
            continue
        for team, side in ((Team.BLUE, 1.0), (Team.YELLOW, -1.0)):
            for player in match.teams.players_of(team):
                if isinstance(player, AgentPlayer) and player.agent is not None:
                    robot = match.world.robot(team, player.number)
                    if robot.present and math.hypot(robot.velocity[0], robot.velocity[1]) >= least:
                        x, y, _ = player.agent.world.pose(match.world.time)
                        errors.append(math.hypot(side * robot.pose.x - x, side * robot.pose.y - y))
    middle, high = np.quantile(errors, (0.5, 0.95)).tolist() if errors else (math.nan, math.nan)
    return {"median": round(middle, 4), "p95": round(high, 4), "samples": len(errors)}


# ---- processes ------------------------------------------------------------------------------------------------------


def measure_processes(seconds: float) -> dict[str, Any]:
    """Play in real time, kill one program in the middle, and read how it went."""
    offset = random.SystemRandom().randrange(2000, 30000)
    port = OWN_PORTS["console"].number + offset
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "result.json"
        command = [sys.executable, "-m", "robopitch", "run", "msl", "--yellow", "cambada", "--agents", "processes"]
        command += ["--live", "--headless", "--referee", "free", "--seconds", str(seconds), "--memory", "0"]
        command += ["--port-offset", str(offset), "--result", str(file)]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            _wait(port, lambda status: playing(status) == 10)
            restart = _killed(port)
            begin, used = time.monotonic(), _cpu(port, server.pid)
            status = _wait(port, lambda status: status["time"] >= 0.9 * seconds)
            cores = (_cpu(port, server.pid) - used) / max(time.monotonic() - begin, 1e-3)
            table = status["endpoints"]["agents"]
            server.wait(PATIENCE)
            result = json.loads(file.read_text(encoding="utf-8"))
        finally:
            if server.poll() is None:
                server.terminate()
                with suppress(subprocess.TimeoutExpired):
                    server.wait(10)
                server.kill()
    rows = [row["ms"] for name, row in table.items() if name != "all"]
    return {
        "realtime_factor": result["real_time_factor"],
        "start_s": result["start_s"],
        "cores": round(cores, 3),
        "missed_cycles": result["missed_cycles"],
        "cycles": result["cycles"],
        "agent_ms": {key: round(median(row[key] for row in rows), 3) for key in ("median", "p95")},
        "restart_s": round(restart, 3),
    }


def _status(port: int) -> dict[str, Any] | None:
    try:
        return ask(HERE, port, {"ask": "status"}, 1.0)
    except NetError:
        return None


def _wait(port: int, condition: Any) -> dict[str, Any]:
    """The status as soon as a condition holds."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        status = _status(port)
        if status is not None and condition(status):
            return status
        time.sleep(0.05)
    raise RuntimeError("the server with its programs did not start in time, or stopped")


def playing(status: dict[str, Any]) -> int:
    """The number of programs that have been woken."""
    return sum(row["cycles"] > 0 for name, row in status["endpoints"].get("agents", {}).items() if name != "all")


def _killed(port: int, robot: str = "blue 3") -> float:
    """Kill a program; returns the seconds until it plays again."""
    status = _wait(port, lambda status: True)
    os.kill(status["programs"]["programs"][robot]["pid"], signal.SIGKILL)
    killed = time.monotonic()
    _wait(port, lambda status: playing(status) == 9)
    _wait(port, lambda status: playing(status) == 10)
    return time.monotonic() - killed


def _cpu(port: int, server: int) -> float:
    """Seconds of CPU time that the server and its programs have used."""
    status = _wait(port, lambda status: True)
    pids = [server, *(program["pid"] for program in status["programs"]["programs"].values() if program["pid"])]
    ticks = 0
    for pid in pids:
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures as cells under `COLUMNS`."""
    rows = []
    for name, bar in BARS.items():
        judged = result["bars"][name]
        kept = "yes" if judged["met"] else "NO"
        rows.append([bar.title, f"{judged['value']:g} {bar.unit}".strip(), bar.cell(bar.bar), kept])
    for name, value in result["vision_us"].items():
        rows.append([f"vision, {name} alone, median", f"{value:g} µs", "-", "-"])
    return rows

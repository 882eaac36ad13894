"""Cost of a team's modules that exchange events: a whole team over TCP, from the snapshot to the velocities.

A server plays in another process, in real time. The share of a core is that of this process: sockets, codec, all
modules and the loop. The server, which makes the frames, is not in it. The second figure is that of a team which sees
by itself (`events_image.py`): from the image of a camera to the velocities.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from contextlib import suppress
from typing import Any

from robopitch.bench.server import Bar
from robopitch.client.client import Client
from robopitch.client.decisions import Decisions
from robopitch.client.framework import WHOLE
from robopitch.leagues.mirosot.bench.events_image import RATE as IMAGE_RATE
from robopitch.leagues.mirosot.bench.events_image import measure_images
from robopitch.leagues.network import OWN_PORTS, Network
from robopitch.leagues.program import Seat, open_program
from robopitch.leagues.registry import family_of, network_of
from robopitch.machine import describe_machine, describe_versions
from robopitch.measure.timing import Timing
from robopitch.messages import Team
from robopitch.net import NetError, ask
from robopitch.spec import load_league

__all__ = ["BARS", "COLUMNS", "measure", "measure_client", "table", "with_images"]

LEAGUE = "mirosot-5v5"
TEAM = "mi20"
HERE = "127.0.0.1"
RATE = 60.0  # Hz of the frames that a server sends
SETTLED = 2.0  # s until everything has run once
PATIENCE = 120.0  # s of wall time for a server to start: its physics may have to be compiled
BARS = {
    "core_share": Bar("vision to radio at 60 Hz, of a core", "%", 10.0),
    "hz": Bar("frames", "Hz", 55.0, least=True),
}
IMAGE_BAR = Bar("image vision to radio at 30 Hz, of a core", "%", 20.0)
IMAGES = 10.0  # images for each second of the other measurement
COLUMNS = ("events", "measured", "promised", "kept")


def measure(seconds: float = 60.0) -> dict[str, Any]:
    """Start a server, and play for some seconds of wall time."""
    offset = random.SystemRandom().randrange(2000, 30000)
    command = [sys.executable, "-m", "robopitch", "run", LEAGUE, "--live", "--headless"]
    command += ["--blue", "external", "--yellow", TEAM, "--memory", "0"]
    command += ["--port-offset", str(offset), "--interface", HERE]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait(server, OWN_PORTS["console"].number + offset)
        result = measure_client(Network(network_of(LEAGUE), offset=offset, interface=HERE), seconds)
    finally:
        server.terminate()
        with suppress(subprocess.TimeoutExpired):
            server.wait(10)
        server.kill()
    result = with_images(result, round(IMAGES * seconds))
    return {**result, "machine": describe_machine(), "versions": describe_versions()}


def with_images(result: dict[str, Any], images: int) -> dict[str, Any]:
    """The result, and that of a team which sees by itself."""
    found = measure_images(max(images, 1))
    timings = found.pop("timings")
    rows = [_row(name, timing) for name, timing in timings.items()]
    bars = {**result["bars"], "image_share": IMAGE_BAR.judge(round(100 * found["core_share"], 2))}
    return {**result, "image": {**found, "hz": IMAGE_RATE, "modules": rows}, "bars": bars}


def measure_client(network: Network, seconds: float, settled: float = SETTLED) -> dict[str, Any]:
    """Play blue at a server that runs, and read how it went."""
    league = load_league(LEAGUE)
    link = open_program(family_of(LEAGUE), "team", Seat(Team.BLUE, league, network))
    with Client(Decisions(), league, Team.BLUE, link, name=TEAM, overrides=True) as client:
        client.run(settled)
        client.modules.clear_times()
        decided, used, began = client.decisions, time.process_time(), time.monotonic()
        while time.monotonic() < began + seconds:
            client.turn(min(0.1, began + seconds - time.monotonic()))
        lasted = time.monotonic() - began
        share, hz = (time.process_time() - used) / lasted, (client.decisions - decided) / lasted
        timings, listeners = client.modules.timings, dict(client.modules.events.timings)
    values = {"core_share": round(100 * share * RATE / max(hz, 1.0), 2), "hz": round(hz, 2)}  # as if none were lost
    return {
        "setup": {"league": LEAGUE, "team": TEAM, "seconds": seconds, "load": round(os.getloadavg()[0], 2)},
        "hz": round(hz, 2),
        "core_share": round(share, 4),
        "modules": [_row(name, timing) for name, timing in timings.items() if name != WHOLE],
        "frame": _row(WHOLE, timings[WHOLE]),
        "listeners": [_row(name, timing) for name, timing in listeners.items()],
        "bars": {name: bar.judge(values[name]) for name, bar in BARS.items()},
    }


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures as cells under `COLUMNS`."""
    rows = []
    for name, judged in result["bars"].items():
        bar = BARS.get(name, IMAGE_BAR)
        rows.append([bar.title, f"{judged['value']:g} {bar.unit}", bar.cell(bar.bar), "yes" if judged["met"] else "NO"])
    for row in (*result["modules"], result["frame"]):
        times = " / ".join(f"{row[key]:.3f}" for key in ("min_ms", "mean_ms", "max_ms", "sd_ms"))
        rows.append([f"{row['name']}: min / mean / max / sd", f"{times} ms, {row['calls']} calls", "-", "-"])
    if "image" in result:
        image = result["image"]
        rows.append(["with image vision: the whole chain, mean", f"{image['chain_ms']:.3f} ms", "-", "-"])
        rows.append(["rendering of the image, by the simulator", f"{image['rendering_ms']:.3f} ms", "-", "-"])
        for row in image["modules"]:
            rows.append([f"with image vision, {row['name']}: mean", f"{row['mean_ms']:.3f} ms", "-", "-"])
    return rows


def _row(name: str, timing: Timing) -> dict[str, Any]:
    least = timing.least if timing.calls else 0.0
    times = {"min_ms": least, "mean_ms": timing.mean, "max_ms": timing.most, "sd_ms": timing.deviation}
    return {"name": name, "calls": timing.calls, **{key: round(1000 * value, 4) for key, value in times.items()}}


def _wait(server: subprocess.Popen[bytes], port: int) -> None:
    """Wait until a server answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if server.poll() is not None:
            raise RuntimeError(f"the server ended with {server.returncode}")
        with suppress(NetError, ValueError, OSError):
            ask(HERE, port, {"ask": "status"})
            return
        time.sleep(0.1)
    raise RuntimeError("the server does not answer")

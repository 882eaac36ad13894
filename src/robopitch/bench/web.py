"""Cost of the page: the server with viewers, the size of the page, and the frame rate of a browser."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from websockets.asyncio.client import ClientConnection, connect

from robopitch.bench.eye import HERE, percentiles
from robopitch.bench.processes import LEAGUE, RATE, ROBOTS, Child
from robopitch.bench.server import Bar
from robopitch.machine import describe_machine, describe_versions
from robopitch.messages import Team
from robopitch.net import ask
from robopitch.net.key import user_key
from robopitch.web import frame
from robopitch.web.http import STATIC

__all__ = ["BARS", "COLUMNS", "measure_web", "table"]

CROWDS = (1, 10)  # viewers
SIZE = {"width": 1280, "height": 720}
PANES = (1, 4)
WARM_UP = 1.0  # s
THROWS = 100  # number of moves for the measurement of the latency

# The same in the browser: a robot is moved as by dragging, until a drawn frame shows it there.
MOVES = """async () => {
  const { page } = window.robopitch, waits = [];
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  await page.backend.ask("control", { take: true });
  for (let turn = 0; turn < 100; turn++) {
    const x = -4 + 0.05 * turn, start = performance.now();
    page.backend.ask("place", { gesture: turn, held: false, things: [{ team: "blue", id: 3, x, y: 4 }] });
    while (Math.hypot(page.robot(3).x - x, page.robot(3).y - 4) > 0.05) await frame();
    waits.push(performance.now() - start);
    await new Promise((next) => setTimeout(next, 17));
  }
  return waits;
}"""

BARS = {
    "core_share_1": Bar("share of a core for one viewer", "%", 5.0),
    "bytes_per_viewer": Bar("bytes to a viewer", "kB/s", 40.0),
    "latency_p95_ms": Bar("from a hand to a frame with its effect, p95", "ms", 50.0),
    "page_kb": Bar("the page, compressed", "kB", 300.0),
    "fps_1": Bar("pictures in software, 1280 × 720, one pane", "1/s", 15.0, least=True),
    "fps_4": Bar("the same with four panes", "1/s", 8.0, least=True),
}
COLUMNS = ("the page", "measured", "promised", "")


def measure_web(seconds: float = 10.0) -> dict[str, Any]:
    """Measure everything; *seconds* is the measuring time of each row."""
    load = os.getloadavg()[0]
    with Child("serve", realism="realistic", cameras=4, rate=RATE, page=True) as server:
        ports = server.hello["ports"]
        with Child("play", blue=ports["blue"], yellow=ports["yellow"]):
            crowds = asyncio.run(_crowds(server, ports, seconds))
            latency = asyncio.run(_latency(ports["page"]))
            pictures, browser_latency, trouble = _pictures(f"http://{HERE}:{ports['page']}/", seconds)
    weight = _weight()
    figures = {
        "core_share_1": crowds["1"]["core_share"],
        "bytes_per_viewer": max(row["kilobytes_per_s"] for row in crowds.values()),
        "latency_p95_ms": latency["p95"],
        "page_kb": weight["compressed_kb"],
        **{f"fps_{panes}": row["pictures_per_s"] for panes, row in pictures.items()},
    }
    return {
        "viewers": crowds,
        "latency_ms": {"wire": latency, "browser": browser_latency},
        "page": weight,
        "browser": pictures,
        "browser_trouble": trouble,
        "bars": {name: BARS[name].judge(round(value, 3)) for name, value in figures.items()},
        "setup": {
            "league": LEAGUE,
            "robots": 2 * ROBOTS,
            "realism": "realistic",
            "seconds": seconds,
            "load_before": round(load, 2),
        },
        "machine": describe_machine(),
        "versions": describe_versions(),
    }


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures with their limits."""
    rows = []
    for name, bar in BARS.items():
        found = result["bars"].get(name)
        if found is None:
            rows.append([bar.title, "-", bar.cell(bar.bar), result["browser_trouble"]])
        else:
            verdict = "" if found["met"] else "NOT MET"
            rows.append([bar.title, f"{found['value']:g} {bar.unit}", bar.cell(bar.bar), verdict])
    ten = result["viewers"]["10"]
    drawn = result["latency_ms"]["browser"].get("p95")
    rows.append(["the same until software has drawn it, p95", "-" if drawn is None else f"{drawn:g} ms", "-", ""])
    rows.append(["share of a core for ten viewers", f"{ten['core_share']:g} %", "-", ""])
    rows.append(["frames to each of ten viewers", f"{ten['frames_per_s']:g} 1/s", "-", ""])
    rows.append(["real-time factor with ten viewers", f"{ten['real_time_factor']:g}", "-", ""])
    return rows


# ---- viewers ---------------------------------------------------------------------------------------------------


async def _crowds(server: Child, ports: dict[str, int], seconds: float) -> dict[str, Any]:
    """Cost of viewers, compared with a match without viewers."""
    alone = await _share(server, seconds)
    found = {}
    for count in CROWDS:
        async with asyncio.TaskGroup() as group:
            done = asyncio.Event()
            viewers = [group.create_task(_watch(ports["page"], done)) for _ in range(count)]
            await asyncio.sleep(WARM_UP)
            before = await asyncio.to_thread(ask, HERE, ports["console"], {"ask": "truth"})
            start = time.monotonic()
            share = await _share(server, seconds)
            after = await asyncio.to_thread(ask, HERE, ports["console"], {"ask": "truth"})
            factor = (after["time"] - before["time"]) / (time.monotonic() - start)
            done.set()
        results = [viewer.result() for viewer in viewers]
        found[str(count)] = {
            "core_share": round(share - alone, 2),
            "core_share_with_match": round(share, 2),
            "frames_per_s": round(min(frames for frames, _ in results), 2),
            "kilobytes_per_s": round(max(amount for _, amount in results), 2),
            "real_time_factor": round(factor, 4),
        }
    return found


async def _share(server: Child, seconds: float) -> float:
    """Percent of a core that the server takes."""
    before = server.ask()
    await asyncio.sleep(seconds)
    after = server.ask()
    return float(100 * (after["cpu"] - before["cpu"]) / (after["wall"] - before["wall"]))


async def _watch(port: int, done: asyncio.Event) -> tuple[float, float]:
    """Request every frame; frames and kilobytes per second, after the first ones."""
    async with connect(f"ws://{HERE}:{port}/ws", compression=None) as socket:
        await socket.send(json.dumps({"ask": "hello", "token": user_key()}))
        await asyncio.sleep(WARM_UP / 2)
        frames = size = 0
        start = time.monotonic()
        await socket.send('{"ask":"see"}')
        while not done.is_set():
            data = await socket.recv()
            size += len(data) + (2 if len(data) < 126 else 4)
            if isinstance(data, bytes):
                frames += 1
                await socket.send('{"ask":"see"}')
        took = time.monotonic() - start
        return frames / took, size / took / 1000


async def _latency(port: int) -> dict[str, float]:
    """Time from a request to move a robot until a frame shows it there."""
    waits = []
    async with connect(f"ws://{HERE}:{port}/ws", compression=None) as socket:
        await socket.send(json.dumps({"ask": "hello", "token": user_key()}))
        await socket.send('{"ask":"control","take":true}')
        for turn in range(THROWS):
            x, y = -4.0 + 0.05 * turn, 4.0
            thing = {"team": "blue", "id": 3, "x": x, "y": y}
            start = time.perf_counter()
            await socket.send(json.dumps({"ask": "place", "gesture": turn, "held": False, "things": [thing]}))
            await _until(socket, lambda data, x=x, y=y: _stands(data, x, y))  # type: ignore[misc]
            waits.append(1000 * (time.perf_counter() - start))
            await asyncio.sleep(0.011)  # at different times between two frames
    return percentiles(waits, p50=50, p95=95)


async def _until(socket: ClientConnection, shows: Callable[[bytes], bool]) -> None:
    await socket.send('{"ask":"see"}')
    while True:
        data = await socket.recv()
        if isinstance(data, bytes):
            if shows(data):
                return
            await socket.send('{"ask":"see"}')


def _stands(data: bytes, x: float, y: float) -> bool:
    for kind, owner, _, robots in frame.sections(data):
        if kind == frame.ROBOTS and owner == frame.OWNERS[Team.BLUE]:
            row = robots[robots["id"] == 3]
            return bool(len(row)) and float(np.hypot(row["x"] * frame.PLACE - x, row["y"] * frame.PLACE - y)[0]) < 0.05
    return False


# ---- the page --------------------------------------------------------------------------------------------------


def _weight() -> dict[str, float]:
    files = [file for file in STATIC.rglob("*") if file.is_file() and file.suffix in (".html", ".js", ".css")]
    return {
        "files": len(files),
        "kb": round(sum(file.stat().st_size for file in files) / 1000, 1),
        "compressed_kb": round(sum(len(gzip.compress(file.read_bytes())) for file in files) / 1000, 1),
    }


def _pictures(url: str, seconds: float) -> tuple[dict[str, Any], dict[str, float], str]:
    """Frames per second in a browser without a graphics card, and ms from an action to its effect; or the reason for
    none.
    """
    try:
        from robopitch.web.browser import opened

        with opened() as browser:
            page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
            page.goto(url)
            page.locator("#tab-match").wait_for()
            rows = {str(panes): _drawn(page, panes, seconds) for panes in PANES}
            page.evaluate("robopitch.stage.setPanes(1)")
            return rows, percentiles(page.evaluate(MOVES), p50=50, p95=95), ""
    except (ImportError, RuntimeError) as error:
        return {}, {}, f"no browser: {error}"


def _drawn(page: Any, panes: int, seconds: float) -> dict[str, Any]:
    page.evaluate(f"window.robopitch.stage.setPanes({panes})")
    time.sleep(2 * WARM_UP)  # the quality may step down meanwhile
    first, start = page.evaluate("window.robopitch.stage.frames"), time.monotonic()
    time.sleep(seconds)
    count, took = page.evaluate("window.robopitch.stage.frames") - first, time.monotonic() - start
    quality = page.evaluate("window.robopitch.stage.quality")
    return {"pictures_per_s": round(count / took, 2), "quality": quality}

"""`robopitch.connect`: a script or a notebook that watches and controls a running server over its console."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from robopitch.leagues.network import Network
from robopitch.net import ask

__all__ = ["RunningServer", "connect"]

HERE = "127.0.0.1"
WRITING = 60.0  # s that a recording may take to be written
LOOK = 0.05  # s between two looks whether it is


def connect(address: str | None = None, timeout: float = 2.0) -> RunningServer:
    """A running server, to which requests go with the user's key; a ValueError if none answers.

    address: "HOST", ":PORT" or "HOST:PORT" of its console; by default port 10399 on this machine
    timeout: s to wait for an answer
    """
    host, _, port = (address or "").rpartition(":") if ":" in (address or "") else (address or "", "", "")
    if port and not (port.isascii() and port.isdecimal()):
        raise ValueError(f"{address!r}: the address of a console is HOST, :PORT or HOST:PORT")
    found = RunningServer(host or HERE, int(port) if port else Network().port("console"), timeout)
    found.status()
    return found


class RunningServer:
    """A server with its match, in another program. Every method raises a ValueError that says what was refused.

    live = robopitch.connect()
    live.speed(0)
    live.step(100)
    live.truth()["ball"]["position"]
    """

    def __init__(self, host: str, port: int, timeout: float = 2.0) -> None:
        self.host, self.port, self._timeout = host, port, timeout

    def __repr__(self) -> str:
        return f"RunningServer({self.host}:{self.port})"

    def ask(self, request: str, /, **fields: Any) -> dict[str, Any]:
        """Send any request of docs/requests.md that is marked "console"; returns its answer."""
        answer = ask(self.host, self.port, {**fields, "ask": request}, self._timeout)
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer

    def status(self) -> dict[str, Any]:
        """Everything that `robopitch status --json` prints."""
        return self.ask("status")

    def truth(self) -> dict[str, Any]:
        """True positions and velocities of the ball and the robots."""
        return self.ask("truth")

    def speed(self, speed: float) -> None:
        """Set the speed as a multiple of real time; 0 pauses, infinity is as fast as possible."""
        self.ask("speed", speed=str(speed))  # JSON has no infinity

    def step(self, ticks: int = 1) -> int:
        """Pause, and advance by ticks; returns the tick that is reached."""
        return int(self.ask("step", ticks=ticks)["tick"])

    def whistle(self, whistle: str, team: str | None = None, **fields: Any) -> None:
        """Rule as a person beside the field: "halt", "stop", "start", or what the rules of the league know.

        fields: robot, place, count, card, as the ruling has them
        """
        self.ask("whistle", whistle=whistle, team=team, **fields)

    def change(
        self,
        values: Mapping[str, Any] | None = None,
        noise: Mapping[str, Any] | None = None,
        realism: str | None = None,
    ) -> int:
        """Change parameters by path, noise, or the preset of realism; returns the tick of the change."""
        request: dict[str, Any] = {"set": dict(values or {}), "noise": dict(noise or {})}
        if realism is not None:
            request["realism"] = realism
        return int(self.ask("change", **request)["tick"])

    def save(self, file: str) -> str:
        """Write the last minute to a file in the server's folder for clips; returns its path once it is written."""
        path = str(self.ask("save", file=file)["file"])
        until = time.monotonic() + WRITING
        while (said := self.status()["history"]["clips"].get(path)) == "being written":
            if time.monotonic() > until:
                raise ValueError(f"{path}: still being written after {WRITING:g} s")
            time.sleep(LOOK)
        if said != "saved":
            raise ValueError(str(said))
        return path

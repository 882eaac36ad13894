"""`robopitch demo`: a recorded match on the page at once, until a match of your own is ready."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Annotated

import typer

from robopitch.cli.browser import open_in_browser
from robopitch.cli.options import DEFAULT_LEAGUE, DefaultLeague, complaints

__all__ = ["demo"]

HERE = "127.0.0.1"
DEMOS = "web/demos"
NEWS = "news.json"
PAGE_LINE = re.compile(r"^page +(http://\S+)")
READY_LINE = "ready"


def demo(
    league: DefaultLeague = None,
    port: Annotated[
        int, typer.Option(help="Port of the page on this machine; 0: any.", metavar="N", min=0, max=65535)
    ] = 0,
    port_offset: Annotated[int, typer.Option(help="Added to all ports of the match.", metavar="N")] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
) -> None:
    """See a match in the first second: a recorded one, while the physics of your own is compiled.

    When your match is ready, the page leads to it. Runs until Ctrl-C.
    """
    with complaints():
        from robopitch.spec.catalogue import find_league

        name = league or DEFAULT_LEAGUE
        find_league(name)
        page = _page(name)
        match = _Match(name, port_offset)
        try:
            with _Server((HERE, port), page, match) as server:
                url = f"http://{HERE}:{server.server_address[1]}/"
                typer.echo(f"demo     {url}")
                if not no_open:
                    open_in_browser(url)
                threading.Thread(target=match.watch, daemon=True).start()
                server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            pass
        except OSError as error:
            raise ValueError(f"--port {port}: {error.strerror}") from None
        finally:
            match.stop()


def demos() -> dict[str, bytes]:
    """The recorded matches, by the league."""
    folder = files("robopitch") / DEMOS
    return {one.name.partition(".")[0]: one.read_bytes() for one in folder.iterdir() if one.name.endswith(".match")}


def _page(league: str) -> bytes:
    """The page with the recorded match of a league, or of another one."""
    from robopitch.web.single_page import single_page

    known = demos()
    data = known.get(league) or known.get(DEFAULT_LEAGUE) or next(iter(known.values()))
    return single_page(data, NEWS).encode()


class _Match:
    """The match of one's own: a `robopitch run` in a process of its own, since compiling leaves others no time."""

    def __init__(self, league: str, offset: int) -> None:
        words = [sys.executable, "-u", "-m", "robopitch", "run", league, "--ports", "--no-open"]
        self._began = time.monotonic()
        self.url = self.said = ""
        self.ready = False
        self._process = subprocess.Popen(
            [*words, "--port-offset", str(offset)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
        )

    def watch(self) -> None:
        """Read what it prints, until it ends."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := PAGE_LINE.match(line):
                self.url = found[1]
            elif line.startswith(READY_LINE) and not self.ready:
                self.ready = True
                typer.echo(f"match    {self.url} after {time.monotonic() - self._began:.1f} s")
            self.said = line.strip() or self.said
        self.ready = False

    @property
    def news(self) -> dict[str, object]:
        """For the page."""
        ended = self._process.poll() is not None
        seconds = round(time.monotonic() - self._began, 1)
        return {"ready": self.ready, "url": self.url, "seconds": seconds, "failed": self.said if ended else ""}

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        try:
            self._process.wait(10.0)
        except subprocess.TimeoutExpired:
            self._process.kill()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], page: bytes, match: _Match) -> None:
        self.page, self.match = page, match
        super().__init__(address, _Answer)


class _Answer(BaseHTTPRequestHandler):
    server: _Server
    timeout = 10.0  # s that a client may be silent

    def do_GET(self) -> None:
        """The page, or the news."""
        if self.headers.get("Host", "").rpartition(":")[0] not in (HERE, "localhost"):
            self.send_error(421)
        elif self.path.partition("?")[0] == "/":
            self._send("text/html; charset=utf-8", self.server.page)
        elif self.path == f"/{NEWS}":
            self._send("application/json", json.dumps(self.server.match.news).encode())
        else:
            self.send_error(404)

    def _send(self, kind: str, data: bytes) -> None:
        self.send_response(200)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(data))), ("Cache-Control", "no-store")):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""

"""The web server of the page: one port, one thread."""

from __future__ import annotations

import asyncio
import platform
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from robopitch.net import REAL, listen
from robopitch.net.faults import Faults
from robopitch.net.key import user_key
from robopitch.web.auth import Auth
from robopitch.web.bridge import Bridge
from robopitch.web.connection import LARGEST_HEADER, Connection
from robopitch.web.hub import Hub
from robopitch.web.library.store import Store
from robopitch.web.middleware import HEADERS, PageMiddleware
from robopitch.web.redaction import Redaction
from robopitch.web.startup import Startup

if TYPE_CHECKING:
    from robopitch.net.system import Worker
    from robopitch.server import Server

__all__ = ["STATIC", "Page"]

STATIC = Path(__file__).parent / "static"
LARGEST_MESSAGE = 1 << 19  # bytes
CLOSING = 3.0  # s
WRITING = 0.05, 100  # s between two looks whether a clip is finished, and how often

UNBUILT = """<!doctype html><html lang="en"><title>Robopitch</title><body style="font: 16px system-ui; margin: 3em">
<h1>The page is not built yet</h1>
<p>This is an editable install, which does not build it. In the folder of the sources, run</p>
<pre>make page</pre>
<p>and start again. The match runs meanwhile.</p>"""


class Page:
    """Serves the page of a match.

    host, port: where it is served
    token:      the key that a page must have to control; that of the user if none is given
    clips, scenes: folders for what is saved
    names:      other names under which it may be called, such as that of a reverse proxy
    recording:  a file that pages watch first, from the second *begin* on; without a server they watch nothing else
    """

    def __init__(
        self,
        server: Server | None,
        host: str,
        port: int,
        token: str | None = None,
        clips: Path = Path("out/clips"),
        scenes: Path = Path("scenes"),
        static: Path = STATIC,
        names: Iterable[str] = (),
        recording: Path | None = None,
        begin: float | None = None,
    ) -> None:
        self.host, self.port = host, port
        self._system = REAL if server is None else server.system
        self.auth = Auth(token or user_key(), host, port, names)
        self._faults = Faults(self._system.clock.monotonic)
        self._static = static
        self._store = Store()
        source = None if recording is None else self._store.add(recording)
        self._socket = listen(host, port, "page", self._system, "--page-host")
        redaction = Redaction((clips, scenes, scenes.with_name("motions")))
        self._startup = Startup(self._system.clock)
        start = secrets.token_hex(4)
        self._hub = Hub(self.auth, self._store, start, redaction, self._faults, self._startup, self._system.clock)
        self._hub.recording = source
        self._hub.begin = None if source is None else source.first if begin is None else begin
        self._bridge: Bridge | None = None
        if server is None:
            self._startup.end()
        else:
            self._bridge = self._hub.bridge = Bridge(server, self._hub, clips, scenes, self._faults)
            self._bridge.on_start = self._startup.end
            server.add_plugin(self._bridge)
        self._server = uvicorn.Server(
            uvicorn.Config(
                self._app(),
                log_level="critical",
                access_log=False,
                lifespan="off",
                http=Connection,
                h11_max_incomplete_event_size=LARGEST_HEADER,
                headers=HEADERS,
                server_header=False,
                proxy_headers=False,  # whose socket it is counts, not what is said about it
                ws="websockets-sansio",
                ws_max_size=LARGEST_MESSAGE,
                ws_per_message_deflate=False,  # half a kilobyte 60 times a second is not worth the time
                timeout_graceful_shutdown=1,
            )
        )
        self._worker: Worker | None = None

    @property
    def url(self) -> str:
        """Its address in a browser on this machine."""
        return f"http://{'127.0.0.1' if self.host == '0.0.0.0' else self.host}:{self.port}/"

    @property
    def control_url(self) -> str:
        """Its address with the key, which allows control; the one for other machines if they can reach it."""
        name = platform.node() if self.host == "0.0.0.0" else self.host
        return f"http://{name}:{self.port}/#token={quote(self.auth.key)}"

    @property
    def reaches_others(self) -> bool:
        """Whether other machines can reach it."""
        return not self.host.startswith("127.")

    @property
    def built(self) -> bool:
        """Whether the page is built; otherwise a note is served that says how to build it."""
        return (self._static / "index.html").is_file()

    @property
    def viewers(self) -> int:
        """Number of connected pages."""
        return self._hub.size

    def start(self) -> None:
        """Serve from now on."""
        self._worker = self._system.worker("page", lambda: asyncio.run(self._serve()), waits=False)

    def close(self) -> None:
        """Close all connections and release the port."""
        self._startup.end()
        self._server.should_exit = True
        if self._worker is not None:
            self._worker.join(CLOSING)
        self._hub.close()
        self._socket.close()
        self._store.close()

    def __enter__(self) -> Page:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def _serve(self) -> None:
        self._hub.loop = asyncio.get_running_loop()
        await self._server.serve(sockets=[cast("Any", self._socket)])
        self._hub.loop = None

    # ---- HTTP ------------------------------------------------------------------------------------------------------

    def _app(self) -> Starlette:
        routes: list[BaseRoute] = [
            WebSocketRoute("/ws", self._hub.meet),
            Route("/recordings", self._take_recording, methods=["POST"]),
            Route("/clips/{name}", self._give_clip),
        ]
        if self.built:
            routes.append(Mount("/", _Files(directory=self._static, html=True)))
        else:
            routes.append(Route("/", lambda request: HTMLResponse(UNBUILT)))
        return Starlette(
            routes=routes,
            middleware=[
                Middleware(PageMiddleware, auth=self.auth, faults=self._faults),
                Middleware(GZipMiddleware, minimum_size=1000),
            ],
        )

    def _trusts(self, request: Request) -> bool:
        return self.auth.trusts(request.headers, request.scope.get("client"), request.scope.get("server"))

    async def _take_recording(self, request: Request) -> Response:
        """Receive a recording that was dropped on the page."""
        if not self._trusts(request):
            return JSONResponse({"error": "opening a recording needs the key (token) that the server printed"}, 403)
        try:
            entry = await self._store.take(request.query_params.get("name", ""), request.stream())
        except ValueError as error:
            return JSONResponse({"error": str(error)}, 400)
        return JSONResponse(entry)

    async def _give_clip(self, request: Request) -> Response:
        """Send a saved clip; waits until another thread has written it."""
        if not self._trusts(request):
            return JSONResponse({"error": "a clip needs the key (token) that the server printed"}, 403)
        if self._bridge is None:
            return JSONResponse({"error": "no match is running here, so there are no clips"}, 404)
        pause, times = WRITING
        for _ in range(times):
            state, path = self._bridge.caller.clip(request.path_params["name"])
            if state == "saved" and path is not None:
                return FileResponse(path, filename=path.name)
            if state != "being written":
                return JSONResponse({"error": state}, 404)
            await asyncio.sleep(pause)
        return JSONResponse({"error": "it is still being written"}, 503)


class _Files(StaticFiles):
    """The built page. The names of its parts contain a hash of their content; only the page itself is never cached."""

    def file_response(self, *arguments: Any, **more: Any) -> Response:
        response = super().file_response(*arguments, **more)
        if response.media_type == "text/html":
            response.headers["Cache-Control"] = "no-cache"
        return response

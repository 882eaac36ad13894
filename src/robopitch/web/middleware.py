"""ASGI middleware: checks the Host header, sets the cookie, answers failures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

if TYPE_CHECKING:
    from robopitch.net.faults import Faults
    from robopitch.web.auth import Auth

__all__ = ["HEADERS", "PageMiddleware"]

POLICY = (
    "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
]
"""Of every response; the HTTP server adds them, to its own errors, too."""

MISDIRECTED = 421
PAGE = ("/", "/index.html")


class PageMiddleware:
    """ASGI middleware around everything else."""

    def __init__(self, app: ASGIApp, auth: Auth, faults: Faults) -> None:
        self._app, self._auth, self._faults = app, auth, faults

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one websocket from its beginning to its end."""
        headers = Headers(scope=scope)
        if not self._auth.is_ours(headers, scope.get("server")):
            text = f"{headers.get('host', '')[:100]!r} is no name of this server; --page-name NAME lets it be one"
            refusal = PlainTextResponse(text, MISDIRECTED)
            if scope["type"] == "websocket":
                await WebSocket(scope, receive, send).send_denial_response(refusal)
            else:
                await refusal(scope, receive, send)
            return
        if scope["type"] == "http" and scope["path"] in PAGE and self._gives_cookie(scope, headers):
            send = _with_cookie(send, self._auth.cookie_header)
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except Exception as error:  # one bad request ends nothing but itself
            self._faults.note(f"{scope['type']} {scope['path'][:100]}", error)
            if scope["type"] == "http" and not begun:
                await JSONResponse({"error": "the server failed to answer this"}, 500)(scope, receive, send)

    def _gives_cookie(self, scope: Scope, headers: Headers) -> bool:
        return self._auth.gives_cookie(headers, scope.get("client"), scope.get("server"))


def _with_cookie(send: Send, cookie: str) -> Send:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.append("Set-Cookie", cookie)
            headers["Cache-Control"] = "no-cache, private"
        await send(message)

    return sending

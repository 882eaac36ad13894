"""Who may watch a match in a browser, and who may control it.

Watching needs a request that was meant for this server: its Host is a name of this machine, so that a name that
somebody else pointed at it (DNS rebinding) leads nowhere, and its Origin, which browsers send, is this server's page.

Controlling needs the key, on this machine, too, whose other users could connect as well. Programs and pages send it as
a bearer token or in their first message. A browser of the user who runs the server gets it without being asked, as a
cookie, if the socket at the other end of its connection belongs to the same user.
"""

from __future__ import annotations

import hmac
import ipaddress
import platform
import secrets
from collections.abc import Iterable, Mapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from robopitch.web.peer import Address, belongs_to_this_user

__all__ = ["Auth"]

_LOOPBACK_NAME = "localhost"
_PROXIES = ("forwarded", "x-forwarded-for", "via")  # headers of those who speak for others


class Auth:
    """Judges requests by their headers and by whose socket they come from.

    key:   what only those know who may control
    host:  the address that the page is served at
    names: other names under which this server may be called, such as that of a reverse proxy
    """

    def __init__(self, key: str, host: str, port: int, names: Iterable[str] = ()) -> None:
        if not key:
            raise ValueError("the key of the page is empty")
        self.key = key
        machine = platform.node().lower()
        short = machine.partition(".")[0]
        self._names = {_LOOPBACK_NAME, host, machine, short, f"{short}.local", *(name.lower() for name in names)} - {""}
        # Browsers send cookies to all ports of a host: the name tells servers apart, and the value is not the key.
        self.cookie = f"robopitch-{port}"
        self._cookie_value = hmac.new(key.encode(), f"page {port}".encode(), "sha256").hexdigest()

    # ---- watching --------------------------------------------------------------------------------------------------

    def is_ours(self, headers: Mapping[str, str], server: Address | None) -> bool:
        """Whether the Host of a request is a name of this machine, or the address at which it has arrived."""
        name = _host_name(headers.get("host", ""))
        if not name:
            return False
        if name in self._names or (server is not None and name == server[0]):
            return True
        return _is_loopback(name)

    def admits(self, headers: Mapping[str, str]) -> bool:
        """Whether it is no browser, or a page of this very server."""
        origin = headers.get("origin")
        try:
            return origin is None or urlsplit(origin).netloc == headers.get("host")
        except ValueError:
            return False

    # ---- controlling -----------------------------------------------------------------------------------------------

    def knows(self, key: str) -> bool:
        """Whether that is the key."""
        return secrets.compare_digest(key.encode("utf-8", "replace"), self.key.encode())

    def trusts(self, headers: Mapping[str, str], peer: Address | None, server: Address | None) -> bool:
        """Whether a request may change anything: it has the key as a bearer token, or its cookie."""
        if not self.admits(headers):
            return False
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and self.knows(token.strip()):
            return True
        # A cookie may have been sent to another user's server on another port: it is good for our user alone.
        return self._has_cookie(headers) and self.gives_cookie(headers, peer, server)

    def gives_cookie(self, headers: Mapping[str, str], peer: Address | None, server: Address | None) -> bool:
        """Whether the browser that sent a request is one of the user who runs this server, on this machine."""
        if peer is None or server is None or not _is_loopback(peer[0]) or any(name in headers for name in _PROXIES):
            return False
        return _is_loopback(_host_name(headers.get("host", ""))) and belongs_to_this_user(peer, server)

    @property
    def cookie_header(self) -> str:
        """The value of Set-Cookie."""
        return f"{self.cookie}={self._cookie_value}; Path=/; HttpOnly; SameSite=Strict"

    def _has_cookie(self, headers: Mapping[str, str]) -> bool:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self.cookie)
        except CookieError:
            return False
        return found is not None and secrets.compare_digest(found.value.encode(), self._cookie_value.encode())


def _host_name(host: str) -> str:
    """The name in a Host header without its port; empty if it makes no sense."""
    try:
        parts = urlsplit(f"//{host}")
        if parts.netloc != host or parts.username is not None or parts.path or (parts.port or 1) < 1:
            return ""
        return parts.hostname or ""
    except ValueError:
        return ""


def _is_loopback(name: str) -> bool:
    if name == _LOOPBACK_NAME:
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False

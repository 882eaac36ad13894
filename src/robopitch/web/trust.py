"""Whom the server trusts with control: this machine's own pages, and whoever knows the token.

A page of another site, open in the same browser, must not get in: browsers say where a page came from (Origin), and a
name that somebody pointed at this machine is not one of this machine's names (Host).
"""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Mapping
from urllib.parse import urlsplit

__all__ = ["Trust"]

_OWN_NAMES = {"localhost", "127.0.0.1", "::1"}


class Trust:
    """Judges connections by where they come from and what they know."""

    def __init__(self, token: str | None = None) -> None:
        self.token = token or secrets.token_urlsafe(9)

    def admits(self, headers: Mapping[str, str]) -> bool:
        """Whether it may connect at all: it is no browser, or a page of this very server."""
        origin = headers.get("origin")
        return origin is None or urlsplit(origin).netloc == headers.get("host")

    def knows(self, token: str) -> bool:
        """Whether that is the token."""
        return secrets.compare_digest(token.encode(), self.token.encode())

    def trusts(self, peer: str, headers: Mapping[str, str], token: str) -> bool:
        """Whether it may change anything."""
        if self.knows(token):
            return True
        name = urlsplit(f"//{headers.get('host', '')}").hostname
        return self.admits(headers) and name in _OWN_NAMES and _is_loopback(peer)


def _is_loopback(peer: str) -> bool:
    try:
        return ipaddress.ip_address(peer).is_loopback
    except ValueError:
        return False

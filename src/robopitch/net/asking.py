"""Client side of the console: sends a request to a running server and waits for the answer."""

from __future__ import annotations

import socket
import time
from collections.abc import Mapping
from typing import Any

from robopitch.net.console import encode_line, read_line
from robopitch.net.errors import NetError, check_port, reason
from robopitch.net.key import user_key

__all__ = ["ask"]

LONGEST = 64 << 20  # bytes of an answer: no server of ours sends more


def ask(host: str, port: int, request: Mapping[str, Any], timeout: float = 2.0) -> dict[str, Any]:
    """Send a request with the user's key, and wait for the answer; a NetError if there is none."""
    check_port(port, "console")
    question = encode_line({"key": user_key(), **request})
    deadline = time.monotonic() + timeout
    answer = bytearray()
    try:
        with socket.create_connection((host, port), timeout) as sock:
            sock.sendall(question)
            while not answer.endswith(b"\n"):
                sock.settimeout(max(deadline - time.monotonic(), 1e-3))
                data = sock.recv(1 << 16)
                if not data or len(answer) > LONGEST:
                    raise NetError(f"the server at {host}:{port} closed the connection without an answer; try again")
                answer += data
    except TimeoutError:
        raise NetError(
            f"{host}:{port} did not answer within {timeout:g} s; the server is busy, or another program has that port"
        ) from None
    except OSError as error:
        raise NetError(
            f"no server listens at {host}:{port} ({reason(error)}); start one with: robopitch serve"
        ) from None
    found = read_line(bytes(answer))
    if isinstance(found, str):
        raise NetError(f"{host}:{port} does not answer like a robopitch server: {found}")
    return found

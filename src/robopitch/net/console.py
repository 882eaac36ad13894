"""Questions to a running server and its answers: one JSON object per line, over TCP on this machine."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Mapping
from typing import Any, Self

from robopitch.net.errors import NetError, check_port, reason
from robopitch.net.streams import Acceptor, Stream

__all__ = ["Client", "Console", "ask"]

_LONGEST = 1 << 16  # bytes of a request
_TOO_LONG = f"a request has at most {_LONGEST} bytes, ended by a line feed"
_MOST_CLIENTS = 32
_MOST_ACCEPTED = 16  # in one poll


class Client:
    """Somebody who asks. Only the console looks inside."""

    __slots__ = ("open", "rest", "stream")

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.rest = bytearray()  # of a line whose end has not come yet
        self.open = 0  # requests that were handed out and not answered yet


class Console:
    """The server's side: select on `readers()` and `writers()`, then `poll()`, then `answer()` each request."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0, label: str = "console") -> None:
        self._acceptor = Acceptor(host, port, label)
        self._clients: list[Client] = []
        self.host, self.port = self._acceptor.host, self._acceptor.port

    def readers(self) -> list[int]:
        """File numbers on which something may come."""
        return [
            self._acceptor.fileno(),
            *(client.stream.fileno() for client in self._clients if not client.stream.ended),
        ]

    def writers(self) -> list[int]:
        """File numbers of those who have not yet taken their answers."""
        return [client.stream.fileno() for client in self._clients if client.stream.wants_write]

    def poll(self) -> list[tuple[Client, dict[str, Any]]]:
        """The requests that have come, in order. What is not a request is answered here, with an error."""
        for _ in range(_MOST_ACCEPTED):
            stream = self._acceptor.accept()
            if stream is None:
                break
            if len(self._clients) < _MOST_CLIENTS:
                self._clients.append(Client(stream))
            else:
                stream.close("too many clients")
        requests = [(client, request) for client in self._clients for request in self._hear(client)]
        for client in self._clients:
            client.stream.flush()
            self._let_go(client)
        self._clients = [client for client in self._clients if not client.stream.closed]
        return requests

    def answer(self, client: Client, answer: Mapping[str, Any]) -> None:
        """Answer a request; to somebody who has left it is lost."""
        client.open -= 1
        client.stream.send(_line(answer))
        self._let_go(client)

    def close(self) -> None:
        """Give the port back and send everybody away."""
        self._acceptor.close()
        for client in self._clients:
            client.stream.close("the server stopped")
        self._clients.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _hear(self, client: Client) -> list[dict[str, Any]]:
        client.rest += client.stream.receive() or b""
        *lines, rest = client.rest.split(b"\n")
        client.rest = rest
        requests = []
        for line in lines:
            if not line.strip():
                continue
            request = _request(bytes(line)) if len(line) <= _LONGEST else _TOO_LONG
            if isinstance(request, str):
                client.stream.send(_line({"error": request}))
            else:
                client.open += 1
                requests.append(request)
        if len(rest) > _LONGEST:
            client.stream.send(_line({"error": _TOO_LONG}))
            client.stream.close("a request without an end")
        return requests

    def _let_go(self, client: Client) -> None:
        """Part with somebody who asks no more, once everything is answered and taken."""
        if client.stream.ended and client.open <= 0 and not client.stream.wants_write:
            client.stream.close("closed by the peer")


def ask(host: str, port: int, request: Mapping[str, Any], timeout: float = 2.0) -> dict[str, Any]:
    """Ask a running server and wait for its answer; a NetError when there is none."""
    check_port(port, "console")
    deadline = time.monotonic() + timeout
    answer = bytearray()
    try:
        with socket.create_connection((host, port), timeout) as sock:
            sock.sendall(_line(request))
            while not answer.endswith(b"\n"):
                sock.settimeout(max(deadline - time.monotonic(), 1e-3))
                data = sock.recv(1 << 16)
                if not data:
                    raise NetError(f"the server at {host}:{port} closed the connection without an answer; try again")
                answer += data
    except TimeoutError:
        raise NetError(
            f"{host}:{port} did not answer within {timeout:g} s; the server is busy, or another program has that port"
        ) from None
    except OSError as error:
        raise NetError(
            f"no server listens at {host}:{port} ({reason(error)}); start one with: robopitch serve ssl-div-a"
        ) from None
    found = _request(bytes(answer))
    if isinstance(found, str):
        raise NetError(f"{host}:{port} does not answer like a robopitch server: {found}")
    return found


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def _request(line: bytes) -> dict[str, Any] | str:
    """The JSON object in a line, or what is wrong with it."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        return f"not JSON: {error}"
    if not isinstance(found, dict):
        return f'a JSON object such as {{"ask": "status"}} is wanted, not {type(found).__name__}'
    return found

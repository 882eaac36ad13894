"""The server's side of the console: one JSON object per line over TCP, each with the key of its user.

Every client has a budget: a short time until its first request, one request per cycle of the loop, and at most one
unread answer before its next request is handled. No client can block others or fill the memory.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Self

from robopitch.net.key import UserKey, load_key
from robopitch.net.real import REAL
from robopitch.net.streams import Acceptor, Stream
from robopitch.net.system import System

__all__ = ["Client", "Console", "encode_line", "read_line"]

LONGEST = 1 << 16  # bytes of a request
MOST_CLIENTS = 32
MOST_ACCEPTED = 16  # in one poll
PATIENCE = 10.0  # s without a request and without reading an answer

TOO_LONG = f"a request has at most {LONGEST} bytes, ended by a line feed"
NO_HTTP = "this is no web server: the console takes lines of JSON, and nothing from browsers"
HTTP = re.compile(rb"\s*[A-Za-z]+ \S* ?HTTP/|\s*(GET|POST|PUT|HEAD|OPTIONS|DELETE|CONNECT|TRACE|PATCH|PRI) ")


class Client:
    """A connected client. Private to the console."""

    __slots__ = ("known", "leaving", "open", "rest", "since", "stream")

    def __init__(self, stream: Stream, now: float) -> None:
        self.stream = stream
        self.rest = bytearray()  # received bytes that are not parsed yet
        self.open = 0  # requests returned by poll() and not answered yet
        self.known = False  # it has sent the key
        self.leaving = ""  # why it will be disconnected after its answer
        self.since = now  # time of its last request, or of the last byte of an answer that it read

    @property
    def free(self) -> bool:
        """Whether it may send a request: all former requests are answered, and the answers read."""
        stream = self.stream
        return not (self.open or self.leaving or stream.closed or stream.wants_write)


class Console:
    """Watch `readers()` and `writers()`, then `poll()`, then `answer()` each request.

    key:   the key that requests must carry; default: the user's own
    clock: s, for time-outs; default: that of the system
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        label: str = "console",
        key: UserKey | None = None,
        clock: Callable[[], float] | None = None,
        system: System = REAL,
    ) -> None:
        self._key = key or load_key()
        self._clock = clock or system.clock.monotonic
        self._acceptor = Acceptor(host, port, label, system=system)
        self._clients: list[Client] = []
        self.host, self.port = self._acceptor.host, self._acceptor.port
        self.refused = 0  # requests without the key

    @property
    def notice(self) -> str | None:
        """A notice about the key for the user."""
        return self._key.notice

    def readers(self) -> list[Acceptor | Stream]:
        """The sockets to read from. A client that has not read its last answer is not among them."""
        free = (one for one in self._clients if one.free and not _has_line(one))
        return [self._acceptor, *(one.stream for one in free if not one.stream.ended)]

    def writers(self) -> list[Stream]:
        """The clients that have not read their answers yet."""
        return [one.stream for one in self._clients if one.stream.wants_write]

    @property
    def pending(self) -> bool:
        """Whether received requests are waiting: poll again without waiting for sockets."""
        return any([one.free and _has_line(one) for one in self._clients]) if self._clients else False

    def poll(self) -> list[tuple[Client, dict[str, Any]]]:
        """The received requests, at most one per client. Invalid lines are answered here, with an error."""
        now = self._clock()
        self._accept(now)
        requests = []
        for client in self._clients:
            self._flush(client, now)
            request = self._hear(client, now)
            if request is not None:
                requests.append((client, request))
        self._let_go(now)
        return requests

    def answer(self, client: Client, answer: Mapping[str, Any]) -> None:
        """Answer a request; the answer is lost if the client has disconnected."""
        client.open -= 1
        client.stream.send(encode_line(answer))
        self._let_go(self._clock())

    def tidy(self) -> None:
        """Disconnect clients that are silent for too long; to be called about once a second."""
        self._let_go(self._clock())

    def close(self) -> None:
        """Close the port and disconnect all clients."""
        self._acceptor.close()
        for client in self._clients:
            client.stream.close("the server stopped")
        self._clients.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _accept(self, now: float) -> None:
        """Accept new clients; if there is no place, disconnect the client that has been silent for longest."""
        for _ in range(MOST_ACCEPTED):
            stream = self._acceptor.accept()
            if stream is None:
                return
            if len(self._clients) >= MOST_CLIENTS:
                idlest = min(self._clients, key=lambda one: (one.open > 0, one.known, one.since))
                idlest.stream.close("others want to ask")
                self._clients.remove(idlest)
            self._clients.append(Client(stream, now))

    def _flush(self, client: Client, now: float) -> None:
        unsent = client.stream.unsent
        if unsent:
            client.stream.flush()
            if client.stream.unsent < unsent:
                client.since = now

    def _hear(self, client: Client, now: float) -> dict[str, Any] | None:
        """The next request of a client, if there is one and the client may send it."""
        stream = client.stream
        if not client.free:
            return None
        if not _has_line(client):
            client.rest += stream.receive() or b""
        if HTTP.match(client.rest, 0, 4096):
            self._send_away(client, NO_HTTP)
            return None
        line, end, rest = client.rest.partition(b"\n")
        if not end:
            if len(line) > LONGEST:
                self._send_away(client, TOO_LONG)
            return None
        client.rest = rest
        if not line.strip():
            return None
        request = read_line(bytes(line)) if len(line) <= LONGEST else TOO_LONG
        if isinstance(request, str):
            stream.send(encode_line({"error": request}))
            return None
        if not self._opens(request.pop("key", None)):
            self.refused += 1
            self._send_away(client, f"the key is missing or wrong; it is read from {self._key.source}")
            return None
        client.known, client.since = True, now
        client.open += 1
        return request

    def _opens(self, key: object) -> bool:
        """Whether this is the key; compared in constant time."""
        return isinstance(key, str) and secrets.compare_digest(key.encode("utf-8", "replace"), self._key.text.encode())

    def _send_away(self, client: Client, why: str) -> None:
        client.rest.clear()
        client.leaving = why
        client.stream.send(encode_line({"error": why}))

    def _let_go(self, now: float) -> None:
        """Disconnect clients that have finished, once all answers are read, and clients that do nothing."""
        for client in self._clients:
            stream = client.stream
            if now - client.since > PATIENCE:
                stream.close(f"neither asked nor read anything for {PATIENCE:g} s")
            elif stream.wants_write or client.open > 0:
                continue
            elif client.leaving:
                stream.close(client.leaving)
            elif stream.ended and not _has_line(client):
                stream.close("closed by the peer")
        if any(client.stream.closed for client in self._clients):
            self._clients = [client for client in self._clients if not client.stream.closed]


def _has_line(client: Client) -> bool:
    return b"\n" in client.rest


def encode_line(message: Mapping[str, Any]) -> bytes:
    """A message as a line of JSON; a message that JSON cannot hold becomes an error."""
    try:
        text = json.dumps(message, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        text = json.dumps({"error": f"the answer cannot be written as JSON: {error}"})
    return text.encode() + b"\n"


def read_line(line: bytes) -> dict[str, Any] | str:
    """The JSON object in a line, or an error text."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        return f"not JSON: {error}"
    if not isinstance(found, dict):
        return f'a JSON object such as {{"ask": "status"}} is wanted, not {type(found).__name__}'
    return found

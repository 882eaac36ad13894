"""Keeps a TCP connection to a port of another program, and makes it again when it is lost."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from robopitch.leagues.link_stats import Link
from robopitch.leagues.plugin import Plugin
from robopitch.net import Address, Connector, NetError, resolve
from robopitch.server.services import Services
from robopitch.server.stream_client import StreamClient

if TYPE_CHECKING:
    from robopitch.leagues.endpoint import Endpoint
    from robopitch.server.server import Server

__all__ = ["Dialer"]

OFTEN = 0.05  # s between two looks at the connection
PAUSE = 2.0  # s after a lost connection, or an attempt that failed
MOST_REMARKS = 32  # different refusals that are logged; further ones are only counted
LOG = logging.getLogger("robopitch.server")


class Dialer(Plugin):
    """A plugin of the loop. The endpoint's connection speaks over the stream, as those of clients do.

    link: counts messages and refusals, for the status
    """

    def __init__(self, server: Server, endpoint: Endpoint, address: Address) -> None:
        self.link = Link(endpoint.name)
        self.links = (self.link,)
        self._endpoint, self._address = endpoint, resolve(*address)
        self._services = Services(
            server.match, server.history, faults=server.faults, timers=server.timers, system=server.system
        )
        self._monotonic = server.system.clock.monotonic
        self._connector: Connector | None = None
        self._client: StreamClient | None = None
        self._again = 0.0  # monotonic time of the next attempt
        self._trouble = ""  # was logged, and has not ended yet
        self._remarked: set[str] = set()

    def start(self) -> None:
        """Connect as soon as the loop runs."""
        self.due = self._monotonic()

    def serve(self, asked: bool) -> None:
        """Connect, or handle what has been received."""
        now = self._monotonic()
        self.due = now + OFTEN
        try:
            if self._client is not None:
                self._attend(self._client, now)
            elif self._connector is not None:
                self._finish(self._connector)
            elif now >= self._again:
                self._connector = Connector(self._address, self._services.system)
        except NetError as error:
            self._lose(str(error))

    def _finish(self, connector: Connector) -> None:
        stream = connector.poll()
        if stream is None:
            return
        self._connector = None
        self._client = StreamClient(self._endpoint, stream, self.link, self._services)
        if self._trouble:
            LOG.warning("%s: connected to %s:%d", self._endpoint.name, *self._address)
            self._trouble = ""

    def _attend(self, client: StreamClient, now: float) -> None:
        try:
            client.receive(now)
            while client.waiting and not client.stream.closed:
                client.handle_next()
        except Exception as error:
            client.fail(error)
        self._remark()
        client.stream.flush()
        if client.stream.ended or client.stream.closed:
            self._lose(client.stream.reason or "the other side closed the connection")

    def _remark(self) -> None:
        """Log each refusal once."""
        text = self.link.last_refusal
        if text and text not in self._remarked and len(self._remarked) < MOST_REMARKS:
            self._remarked.add(text)
            LOG.warning("%s: %s", self._endpoint.name, text)

    def _lose(self, why: str) -> None:
        """Log the first failure of an outage, and try again after a pause."""
        self._hang_up(why)
        self._again = self._monotonic() + PAUSE
        if not self._trouble:
            self._trouble = why
            host, port = self._address
            LOG.warning("%s: no connection to %s:%d (%s); trying again", self._endpoint.name, host, port, why)

    def _hang_up(self, why: str) -> None:
        client, self._client = self._client, None
        connector, self._connector = self._connector, None
        if connector is not None:
            connector.close()
        if client is not None:
            client.close(why)
            with self._services.faults.caught(self._endpoint.name):
                client.connection.on_close()

    def on_rewind(self, same: bool) -> None:
        """Pass it on."""
        if self._client is not None:
            self._client.connection.on_rewind()

    def close(self) -> None:
        """Hang up."""
        self._hang_up("the server stopped")

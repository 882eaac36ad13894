"""The sockets that the loop of a server waits for."""

from __future__ import annotations

from collections.abc import Sequence

from robopitch.net import Console, Pollable, Poller
from robopitch.server.datagram_port import DatagramPort
from robopitch.server.datagrams import Datagrams, Port
from robopitch.server.lockstep import Lockstep

__all__ = ["Watched"]


class Watched:
    """Tells the poller of changes; not of ports that rest because of a flood.

    stepping: sockets of lockstep
    asking:   sockets of the console
    """

    def __init__(
        self,
        poller: Poller,
        ports: Sequence[DatagramPort],
        datagrams: Datagrams,
        lockstep: Lockstep,
        console: Console,
        plugins: Sequence[Pollable],
    ) -> None:
        self._poller, self._ports, self._plugins = poller, ports, plugins
        self._datagrams, self._lockstep, self._console = datagrams, lockstep, console
        self.stepping = set[Pollable]()
        self.asking = set[Pollable]()
        self._resting: list[Port] = []  # ports that the poller does not watch
        self._last: tuple[object, ...] = ()

    def update(self, streams: bool, now: float) -> None:
        """Look for changes; *streams*: connections may have opened, closed or changed."""
        resting = self._datagrams.resting(now)
        if self._last and not streams and resting == self._resting:
            return
        lockstep, console = self._lockstep, self._console
        wanted = (resting, lockstep.readers(), lockstep.writers(), console.readers(), console.writers())
        if wanted == self._last:  # as in most cycles with a lockstep client
            return
        self._last = wanted
        self._resting, stepping, stepped, asking, answered = wanted
        self.stepping, self.asking = {*stepping, *stepped}, {*asking, *answered}
        readers: list[Pollable] = [*stepping, *asking, *self._plugins]
        ports = [port for port in self._ports if port not in resting]
        self._poller.watch([*ports, *readers], [*stepped, *answered])

    def renew(self) -> None:
        """Look at everything next time: a plugin was added, or taken out."""
        self._last = ()

"""The addresses of this program itself."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from functools import lru_cache

from robopitch.net.datagrams import Address
from robopitch.net.real import REAL
from robopitch.net.system import System

__all__ = ["OwnAddresses"]

ALL = "0.0.0.0"


class OwnAddresses:
    """The addresses at which a program receives datagrams.

    A datagram from one of them has a forged sender. Answering it would make two ports of one program answer each other
    for ever.

    >>> own = OwnAddresses([("127.0.0.1", 10300), ("0.0.0.0", 10301)])
    >>> ("127.0.0.1", 10300) in own, ("127.0.0.1", 10301) in own, ("192.0.2.1", 10301) in own
    (True, True, False)
    """

    def __init__(self, addresses: Iterable[Address] = (), system: System = REAL) -> None:
        self._system = system
        self._exactly = frozenset(addresses)
        self._anywhere = frozenset(port for host, port in self._exactly if host == ALL)

    def __contains__(self, address: Address) -> bool:
        return address in self._exactly or (address[1] in self._anywhere and _is_here(address[0], self._system))


@lru_cache(maxsize=256)
def _is_here(host: str, system: System) -> bool:
    """Whether an address belongs to this machine: a socket can be bound only to such an address."""
    probe = system.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        probe.bind((host, 0))
    except OSError:
        return False
    finally:
        probe.close()
    return True

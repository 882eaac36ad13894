"""Moves bytes: datagrams, multicast, streams, and a console. Knows nothing of soccer.

All sockets are non-blocking. One loop owns them, waits on their `fileno()` with `select.select`, and asks each for
what has come; nothing here waits, except `ask`, which is for the other side.
"""

from robopitch.net.console import Client, Console, ask
from robopitch.net.datagrams import Address, Receiver
from robopitch.net.errors import NetError
from robopitch.net.multicast import Listener, Sender
from robopitch.net.streams import Acceptor, Stream
from robopitch.net.traffic import Traffic

__all__ = [
    "Acceptor",
    "Address",
    "Client",
    "Console",
    "Listener",
    "NetError",
    "Receiver",
    "Sender",
    "Stream",
    "Traffic",
    "ask",
]

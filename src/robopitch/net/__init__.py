"""Sockets: datagrams, multicast, TCP and Unix streams, serial ports, and a console. Independent of soccer.

All sockets are non-blocking. One loop owns them, waits for them with a `Poller`, and reads each that is ready. Only
`ask`, the client side of the console, waits. What they need of the machine, they get from a `System`.
"""

from robopitch.net.asking import ask
from robopitch.net.can import CanSocket, open_can
from robopitch.net.claim import Claim
from robopitch.net.connector import Connector, resolve
from robopitch.net.console import Client, Console
from robopitch.net.datagrams import Address, Receiver
from robopitch.net.errors import NetError
from robopitch.net.faults import Faults
from robopitch.net.key import is_user_key, load_key, user_key
from robopitch.net.multicast import Listener, Sender
from robopitch.net.own import OwnAddresses
from robopitch.net.poller import Pollable, Poller
from robopitch.net.pty import PtyLine
from robopitch.net.real import REAL
from robopitch.net.serial import SerialLine
from robopitch.net.streams import Acceptor, Stream, listen
from robopitch.net.system import Line, System
from robopitch.net.traffic import Traffic
from robopitch.net.unix import UnixAcceptor

__all__ = [
    "REAL",
    "Acceptor",
    "Address",
    "CanSocket",
    "Claim",
    "Client",
    "Connector",
    "Console",
    "Faults",
    "Line",
    "Listener",
    "NetError",
    "OwnAddresses",
    "Pollable",
    "Poller",
    "PtyLine",
    "Receiver",
    "Sender",
    "SerialLine",
    "Stream",
    "System",
    "Traffic",
    "UnixAcceptor",
    "ask",
    "is_user_key",
    "listen",
    "load_key",
    "open_can",
    "resolve",
    "user_key",
]

"""The server: a match, the protocols of its league and the network, tied together."""

from robopitch.server.server import Server
from robopitch.server.settings import Addresses, Ports

__all__ = ["Addresses", "Ports", "Server"]

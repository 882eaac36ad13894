"""Errors of sockets, with a remedy in the text."""

from __future__ import annotations

import errno
import os
import socket

__all__ = ["NetError", "check_port", "explain", "reason"]

_NOT_HERE = {errno.EADDRNOTAVAIL, errno.ENODEV, errno.ENXIO}


class NetError(ValueError):
    """A socket cannot be opened, or a server does not answer. The text is for people."""


def explain(error: OSError, transport: str, host: str, port: int, label: str, option: str = "--host") -> NetError:
    """*error* of opening a socket as a NetError.

    transport: UDP or TCP; label: purpose of the port; option: the option that sets the address
    """
    place = f"port {port} ({transport}, {label})"
    if error.errno == errno.EADDRINUSE:
        return NetError(
            f"{place} is taken; another simulator may be running: stop it, or run both with a --port-offset 100 higher"
        )
    if error.errno in {errno.EACCES, errno.EPERM}:
        hint = "ports below 1024 belong to the system" if port < 1024 else "the system's rules forbid it"
        return NetError(f"{place} may not be used: {hint}; choose another one")
    if error.errno in _NOT_HERE:
        return NetError(
            f"{host} ({label}) is not an address of this machine; "
            f"{option} wants one of those that `ip -4 address` lists, such as 127.0.0.1"
        )
    if isinstance(error, socket.gaierror):
        return NetError(f"{host!r} ({label}) is not an address; {option} wants an IPv4 address such as 127.0.0.1")
    return NetError(f"{place} on {host} cannot be opened: {reason(error)}")


def check_port(port: int, label: str) -> int:
    """Return *port*; a NetError if it is not a port number. 0 lets the system choose."""
    if not 0 <= port <= 65535:
        raise NetError(f"port {port} ({label}) does not exist; ports are 1 to 65535")
    return port


def reason(error: OSError) -> str:
    """A short reason for *error*, used as a key for counting."""
    number = error.errno or 0
    # Errors of name resolution have their own numbers, below 0.
    return (os.strerror(number) if number > 0 else error.strerror or type(error).__name__).lower()

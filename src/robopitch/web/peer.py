"""Finds the user whose socket is at the other end of a local connection. Works on Linux only."""

from __future__ import annotations

import ipaddress
import os
import struct
from collections.abc import Iterator
from pathlib import Path

__all__ = ["Address", "belongs_to_this_user"]

Address = tuple[str, int]

_TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
_ESTABLISHED = "01"
_LOCAL, _REMOTE, _STATE, _USER, _INODE = 1, 2, 3, 7, 9  # columns


def belongs_to_this_user(peer: Address, server: Address) -> bool:
    """Whether the socket at *peer*, connected to *server*, is of the user who runs this program.

    False if that cannot be known: on another system, in another network namespace, or if it is closed already (the
    kernel shows such a socket without an inode, as if it were root's).
    """
    getuid = getattr(os, "geteuid", None)
    if getuid is None:
        return False
    local, remote = set(_spellings(*peer)), set(_spellings(*server))
    for table in _TABLES:
        try:
            lines = table.read_text(encoding="ascii").splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            row = line.split()
            if row[_LOCAL] in local and row[_REMOTE] in remote and row[_STATE] == _ESTABLISHED:
                return row[_INODE] != "0" and int(row[_USER]) == getuid()
    return False


def _spellings(host: str, port: int) -> Iterator[str]:
    """An address as the kernel writes it: 32-bit words in the machine's byte order, in hexadecimal."""
    address = ipaddress.ip_address(host)
    forms = [address.packed]
    if address.version == 4:
        forms.append(b"\0" * 10 + b"\xff\xff" + address.packed)  # of a socket for both versions
    for form in forms:
        words = struct.unpack(f"={len(form) // 4}I", form)
        yield "".join(f"{word:08X}" for word in words) + f":{port:04X}"

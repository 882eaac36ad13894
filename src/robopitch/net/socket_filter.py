"""Lets the kernel drop datagrams of one sender, before they wake anybody."""

from __future__ import annotations

import contextlib
import ctypes
import socket
import struct
import sys

from robopitch.net.system import Socket

__all__ = ["drop_sender"]

_SO_ATTACH_FILTER = 26  # <asm/socket.h>; Python has no name for it
_LOAD_HALF, _LOAD_WORD, _IF_EQUAL, _RETURN = 0x28, 0x20, 0x15, 0x06  # instructions of <linux/bpf_common.h>
_SOURCE_PORT = 0  # in the UDP header, where the packet begins for the filter of a UDP socket
_SOURCE_HOST = 0xFFF00000 + 12  # SKF_NET_OFF: in the IP header


def drop_sender(sock: Socket, host: str, port: int) -> bool:
    """Never receive datagrams from an address; returns False if the system has no such filter, and all are received.

    A program that sends to a group and listens to it would else be woken by each of its own datagrams.
    """
    (address,) = struct.unpack("!I", socket.inet_aton(host))
    program = b"".join(
        struct.pack("HBBI", *instruction)  # code, jump if true, jump if false, operand
        for instruction in (
            (_LOAD_HALF, 0, 0, _SOURCE_PORT),
            (_IF_EQUAL, 0, 3, port),
            (_LOAD_WORD, 0, 0, _SOURCE_HOST),
            (_IF_EQUAL, 0, 1, address),
            (_RETURN, 0, 0, 0),
            (_RETURN, 0, 0, 0xFFFFFFFF),  # all bytes of the datagram
        )
    )
    if sys.platform != "linux":
        return False
    buffer = ctypes.create_string_buffer(program, len(program))
    with contextlib.suppress(OSError):
        sock.setsockopt(
            socket.SOL_SOCKET, _SO_ATTACH_FILTER, struct.pack("HP", len(program) // 8, ctypes.addressof(buffer))
        )
        return True
    return False

"""Packets of MI20's network, for 17_mi20.py: from their field numbers alone."""

import socket
import struct

HELLO, REFUSED, REGISTER, EVENT = 0x01, 0x02, 0x10, 0x20


def crc8(data):
    """Checksum with the polynomial x⁸ + x² + x + 1, from 0."""
    value = 0
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = (value << 1 ^ (7 if value & 128 else 0)) & 255
    return value


def event_id(name):
    """The hash by which an event is known: two sums modulo 65521."""
    low = high = 0
    for byte in name.encode():
        low = (low + byte) % 65521
        high = (high + low) % 65521
    return struct.pack("<I", high << 16 | low)


def packet(kind, data):
    """Signature, version, checksum of the rest, type, length of the data, data."""
    rest = struct.pack("<BH", kind, len(data)) + data
    return bytes([0x20, 1, crc8(rest)]) + rest


def packets(stream):
    """Type and data of the packets that come."""
    while head := stream.read(6):
        kind, length = struct.unpack("<BH", head[3:])
        yield kind, stream.read(length)


def read(data):
    """Time, places of the balls, and the own robots of a snapshot: id, x, y and orientation."""
    time, balls = struct.unpack_from("<fB", data)
    at = 5 + 16 * balls
    robots = [struct.unpack_from("<dddB", data, at + 1 + 25 * index) for index in range(data[at])]
    return time, [struct.unpack_from("<dd", data, 5 + 16 * index) for index in range(balls)], robots


def join(port, team, host="127.0.0.1"):
    """Say hello for a team, 1 blue or 2 yellow, and register for states of the game and snapshots."""
    link = socket.create_connection((host, port), 20.0)
    incoming = packets(link.makefile("rb"))
    link.sendall(packet(HELLO, bytes([7]) + b"example" + bytes([team, 1, 5]) + b"radio"))
    kind, data = next(incoming)
    if kind == REFUSED:
        raise SystemExit(data[2:].decode("latin-1"))
    for name in ("game_state_change", "new_snapshot"):
        link.sendall(packet(REGISTER, event_id(name)))
    return link, ((data[:4], data[4:]) for kind, data in incoming if kind == EVENT)

"""Both teams of MiroSot on MI20's network, from its field numbers alone: one TCP connection for each team.

Start `robopitch serve mirosot-5v5 --referee rules` in one terminal, with --lockstep if time is to wait for each frame,
and this program in another. Everything goes over TCP port 10420, in mm and rad, from a corner of the field.
"""

import math
import socket
import struct

HELLO, REFUSED, REGISTER, EVENT = 0x01, 0x02, 0x10, 0x20
PLACES = {0: (60, 900, 90), 1: (500, 500, 0), 2: (500, 1300, 0), 3: (900, 450, 0), 4: (900, 1350, 0)}  # mm, degrees


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


def read(data):
    """Time, places of the balls, and the own robots of a snapshot: id, x, y and orientation."""
    time, balls = struct.unpack_from("<fB", data)
    at = 5 + 16 * balls
    robots = [struct.unpack_from("<dddB", data, at + 1 + 25 * index) for index in range(data[at])]
    return time, [struct.unpack_from("<dd", data, 5 + 16 * index) for index in range(balls)], robots


def drive(robot, ball, team, runs):
    """Drive at the ball, from the side of the own goal; yellow is slower. While the game does not run, stand."""
    x, y, heading, number = robot
    dx, dy = ball[0] - x, ball[1] - y
    if dx * (1 if team == 1 else -1) < 30:
        dx, dy = dx + (-200 if team == 1 else 200), dy + 100 * (number - 2)
    bearing = math.remainder(math.atan2(dy, dx) - heading, math.tau)
    speed, turn = (900 - 400 * (team == 2)) * math.cos(bearing), math.copysign(8, math.cos(bearing)) * math.sin(bearing)
    return packet(EVENT, event_id("velocities") + struct.pack("<Bff", number, speed * runs, turn * runs))


def places(length, team):
    """Where the robots are to stand before a restart: kind 0 is a move; yellow mirrors the places of blue."""
    for number, (x, y, turn) in PLACES.items():
        x, turn = (x, turn) if team == 1 else (length - x, 180 - turn)
        yield packet(EVENT, event_id("set_action") + struct.pack("<BBffff", number, 0, x, y, math.radians(turn), 0))


def play(port=10420, frames=3600, length=2200):
    """Play for so many frames of 1/60 s, and yield the snapshots of blue."""
    teams, runs = {team: join(port, team) for team in (1, 2)}, True
    for _ in range(frames):
        for team, (link, incoming) in teams.items():
            for kind, data in incoming:
                if kind == event_id("game_state_change"):
                    runs, restart = data[0], data[1]  # the game runs; the situation, 0 is normal play
                    if restart and not runs:
                        link.sendall(b"".join(places(length, team)))
                if kind == event_id("new_snapshot"):
                    _, balls, robots = read(data)
                    answer = b"".join(drive(robot, balls[0], team, runs) for robot in robots)
                    link.sendall(answer + packet(EVENT, event_id("frame_done")))
                    if team == 1:
                        yield data
                    break
    for link, _ in teams.values():
        link.close()


if __name__ == "__main__":
    *_, last = play()
    print(f"{read(last)[0]:g} s, the ball is at {read(last)[1][0]} mm")

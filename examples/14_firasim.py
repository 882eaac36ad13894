"""Both teams of VSS in FIRASim's protocol, from its field numbers alone: programs for FIRASim need no change.

Start `robopitch serve vss-3v3` in one terminal, with --lockstep if time is to wait for each packet, and this program in
another. The state of the field comes from the group 224.0.0.1, port 10002; wheel speeds in rad/s go to UDP port 20011.
"""

import argparse
import math
import socket
import struct


def fields(data):
    """The fields of a message by number: floats, whole numbers, and the bytes of messages, a list of each."""
    found, at = {}, 0
    while at < len(data):
        tag, value, shift, at = data[at], 0, 0, at + 1
        if tag & 7 == 1:
            value, at = struct.unpack_from("<d", data, at)[0], at + 8
        else:
            while data[at] > 127:
                value, shift, at = value | (data[at] & 127) << shift, shift + 7, at + 1
            value, at = value | data[at] << shift, at + 1
            if tag & 7 == 2:
                value, at = data[at : at + value], at + value
        found.setdefault(tag >> 3, []).append(value)
    return found


def drive(robot, ball, yellow):
    """A command: drive at the ball, from the side of the own goal, forwards or backwards; yellow is slower."""
    number, x, y, heading = (robot.get(field, [0])[0] for field in (1, 2, 3, 4))  # a zero is not sent
    dx, dy = ball.get(1, [0])[0] - x, ball.get(2, [0])[0] - y
    if dx * (-1 if yellow else 1) < 0.03:
        dx, dy = dx + (0.2 if yellow else -0.2), dy + 0.1 * (number - 1)
    bearing = math.remainder(math.atan2(dy, dx) - heading, math.tau)
    speed, turn = (25 - 15 * yellow) * math.cos(bearing), math.copysign(8, math.cos(bearing)) * math.sin(bearing)
    return struct.pack("<7BdBd", 10, 22, 8, number, 16, yellow, 0x31, speed - turn, 0x39, speed + turn)


def play(vision=("224.0.0.1", 10002), server=("127.0.0.1", 20011), frames=3600, card="0.0.0.0"):
    """Play for so many frames of 1/60 s, and yield them."""
    with socket.socket(type=socket.SOCK_DGRAM) as udp, socket.socket(type=socket.SOCK_DGRAM) as group:
        group.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        group.bind(vision)
        group.settimeout(20.0)
        member = b"".join(map(socket.inet_aton, (vision[0], card)))
        group.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
        commands = b""
        for _ in range(frames):
            udp.sendto(bytes([10, len(commands) & 127 | 128, len(commands) >> 7]) + commands, server)  # a varint
            yield (data := group.recv(65536))
            frame = fields(fields(data)[2][0])
            robots = [(0, one) for one in frame.get(3, [])] + [(1, one) for one in frame.get(2, [])]  # blue, yellow
            commands = b"".join(drive(fields(robot), fields(frame[1][0]), yellow) for yellow, robot in robots)


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--port-offset", type=int, default=0, help="as the server was given")
    offset = options.parse_args().port_offset
    *_, last = map(fields, play(("224.0.0.1", 10002 + offset), ("127.0.0.1", 20011 + offset)))
    print(f"{last[1][0] / 1000:g} s, blue {last.get(4, [0])[0]} : {last.get(5, [0])[0]} yellow")

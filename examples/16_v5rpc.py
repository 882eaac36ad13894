"""Strategies of SimuroSot in V5RPC, from the field numbers alone: programs for Simuro5v5 need no change.

Start `robopitch serve mirosot-5v5` in one terminal, with --lockstep if time is to wait for the strategies, and this
program in another. The server calls: strategies listen at UDP port 20000 (blue) and 20001 (yellow), and reply to each
frame with wheel speeds up to ±125. They see centimetres and degrees, and their own goal is at x = 110.
"""

import math
import select
import socket
import struct

HEADER = struct.Struct("<4s16sBH")  # "V5++", id of the call, 1 for a reply, length of the message


def fields(data):
    """The fields of a message by number: floats, whole numbers, and the bytes of messages, a list of each."""
    found, at = {}, 0
    while at < len(data):
        tag, value, shift, at = data[at], 0, 0, at + 1
        if tag & 7 == 5:
            value, at = struct.unpack_from("<f", data, at)[0], at + 4
        else:
            while data[at] > 127:
                value, shift, at = value | (data[at] & 127) << shift, shift + 7, at + 1
            value, at = value | data[at] << shift, at + 1
            if tag & 7 == 2:
                value, at = data[at : at + value], at + value
        found.setdefault(tag >> 3, []).append(value)
    return found


def place(thing):
    """Centimetres of a ball or a robot: its field 1 holds x (1) and y (2), and a zero is not sent."""
    position = fields(thing[1][0])
    return position.get(1, [0.0])[0], position.get(2, [0.0])[0]


def drive(number, robot, ball, fastest):
    """Wheels of a robot: to the ball from the side of the own goal; robot 0 guards the goal."""
    (x, y), (ball_x, ball_y), rotation = place(robot), place(ball), robot.get(2, [0.0])[0]
    if number == 0:
        dx, dy = 101 - x, max(-18.0, min(18.0, ball_y)) - y
    else:
        dx, dy = ball_x - x, ball_y - y
        if dx > -4:  # it would push the ball towards the own goal
            dx, dy = dx + 25, dy + 12 * (number - 2.5)
    bearing = math.remainder(math.atan2(dy, dx) - math.radians(rotation), math.tau)
    speed = min(fastest, 3 * math.hypot(dx, dy)) * math.cos(bearing)
    turn = math.copysign(14, math.cos(bearing)) * math.sin(bearing)
    return struct.pack("<BBBfBf", 10, 10, 0x0D, speed - turn, 0x15, speed + turn)  # wheels: left 1, right 2


def reply(call, name, fastest):
    """The message that answers a call."""
    for method, data in fields(call).items():
        if method == 2:  # get_team_info: field 1 holds the name (1) and the version (2)
            info = bytes([10, len(name)]) + name.encode() + b"\x10\x01"
            return bytes([10, len(info)]) + info
        if method == 3:  # get_instruction: the field has own robots (1), others (2) and the ball (3)
            field = fields(fields(data[0])[1][0])
            robots = map(fields, field.get(1, []))
            return b"".join(drive(n, robot, fields(field[3][0]), fastest) for n, robot in enumerate(robots))
    return b""  # an event, or a placement: the referee's places are fine


def play(ports=(20000, 20001), host="127.0.0.1", names=("chasers", "strollers"), frames=None):
    """Serve both strategies, blue's at the first port, and yield each call for orders: port and message."""
    udp = {port: socket.socket(type=socket.SOCK_DGRAM) for port in ports}
    last = {}  # by port: id of the last call, and what was replied
    try:
        for port, one in udp.items():
            one.bind((host, port))
        while frames is None or frames > 0:
            ready = select.select(udp.values(), (), (), None if frames is None else 20.0)[0]
            for at, (port, one) in enumerate(udp.items()):
                if one in ready:
                    data, platform = one.recvfrom(65536)
                    _, call, _, length = HEADER.unpack_from(data)
                    message = data[HEADER.size : HEADER.size + length]
                    if last.get(port, (b"",))[0] != call:  # the platform repeats a call whose reply is late
                        answer = reply(message, names[at], (50, 25)[at])
                        last[port] = call, HEADER.pack(b"V5++", call, 1, len(answer)) + answer
                        if 3 in fields(message):
                            frames = frames and frames - 1
                            yield port, message
                    one.sendto(last[port][1], platform)
            if not ready:
                return
    finally:
        for one in udp.values():
            one.close()


if __name__ == "__main__":
    for count, (port, message) in enumerate(play()):
        if count % 660 == 0:
            field = fields(fields(fields(message)[3][0])[1][0])
            x, y = place(fields(field[3][0]))
            print(f"frame {field.get(4, [0])[0]}, port {port}: the ball is at ({x:.0f}, {y:.0f}) cm", flush=True)

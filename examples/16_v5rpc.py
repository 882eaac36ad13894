"""Both strategies of a SimuroSot game in V5RPC, from its field numbers alone: those for Simuro5v5 need no change.

Start this program, and `robopitch serve mirosot-5v5` in another terminal, with --lockstep if time is to wait for it.
The server calls UDP port 20000 (blue) and 20001 (yellow) with each frame, and gets wheel speeds up to ±125.
"""

import argparse
import math
import socket
import struct
import threading


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


def drive(number, robot, ball, fastest):
    """Wheels: to the ball from the side of the own goal, which is at x = 110 cm; robot 0 stays there."""
    here, ball, heading = fields(robot[1][0]), fields(ball[1][0]), math.radians(robot.get(2, [0])[0])
    dx, dy = (ball.get(axis, [0])[0] - here.get(axis, [0])[0] for axis in (1, 2))  # a zero is not sent
    dx = dx if number else 101 - here.get(1, [0])[0]
    dx, dy = (dx + 25, dy + 25 * (number - 2.5)) if number and dx > -4 else (dx, dy)
    bearing = math.remainder(math.atan2(dy, dx) - heading, math.tau)
    speed, turn = fastest * math.cos(bearing), 14 * math.copysign(math.sin(bearing), math.sin(2 * bearing))
    return struct.pack("<BBBfBf", 10, 10, 0x0D, speed - turn, 0x15, speed + turn)  # wheels: left 1, right 2


def play(port, fastest=60, frames=3960, host="127.0.0.1", call=b""):
    """Serve a strategy: reply to so many frames, and yield them."""
    with socket.socket(type=socket.SOCK_DGRAM) as udp:
        udp.bind((host, port))
        while frames:
            data, platform = udp.recvfrom(65536)  # "V5++", 16 bytes that name the call, flags, length, message
            if data[4:20] != call:  # else the call is repeated, because the reply is late
                call, answer = data[4:20], b"\x0a\x09\x0a\x05robot\x10\x01" * (data[23] == 0x12)  # (2): the name
                if data[23] == 0x1A:  # (3): own robots (1) and ball (3) of the field
                    yield (field := fields(fields(fields(data[23:])[3][0])[1][0]))
                    ball, frames = fields(field[3][0]), frames - 1
                    answer = b"".join(drive(id, fields(robot), ball, fastest) for id, robot in enumerate(field[1]))
                reply = struct.pack("<4s16sBH", b"V5++", call, 1, len(answer)) + answer
            udp.sendto(reply, platform)


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--port-offset", type=int, default=0, help="as the server was given")
    offset = options.parse_args().port_offset
    threading.Thread(target=list, args=(play(20001 + offset, 30),)).start()  # yellow is slower
    print(len(list(play(20000 + offset))), "frames")

"""What a team says to the referee of VSS, in VSSReferee's protocol, from its field numbers alone.

    robopitch serve vss-3v3 --referee rules    # in one terminal
    python examples/14_firasim.py              # in another: both teams play
    python examples/15_vssref.py               # in a third

It prints the commands of the referee, which come when they change, and states where the robots of blue are to be placed
for each restart. There are 4 s for that, 8 s after a goal. Orientations are in degrees.
"""

import argparse
import socket
import struct

FOULS = ("free kick", "penalty kick", "goal kick", "free ball", "kick-off", "stop", "game on", "halt")
COLORS = ("blue", "yellow", "")
PLACES = {0: (-0.69, 0.0, 90.0), 1: (-0.3, -0.3, 45.0), 2: (-0.3, 0.3, -45.0)}  # x, y in m and degrees, by id


def read(data):
    """Foul, color, quadrant, seconds of play and half of a command: fields 1 to 5; a zero is not sent."""
    found, at = [0, 0, 0, 0.0, 0], 0
    while at < len(data):
        number, is_double, at = data[at] >> 3, data[at] & 7 == 1, at + 1
        found[number - 1] = struct.unpack_from("<d", data, at)[0] if is_double else data[at]
        at += 8 if is_double else 1
    return found


def placement(color, places):
    """A placement: field 1 holds the color (1) and the robots (2), each with id, x, y and orientation (1 to 4)."""
    robots = [struct.pack("<BBBdBdBd", 8, id, 17, x, 25, y, 33, turn) for id, (x, y, turn) in places.items()]
    frame = bytes([8, color]) + b"".join(b"\x12" + bytes([len(robot)]) + robot for robot in robots)
    return b"\x0a" + bytes([len(frame)]) + frame  # lengths up to 127 bytes: four robots


def join(group="224.5.23.2", port=10003, card="0.0.0.0"):
    """A socket in the group of the referee."""
    udp = socket.socket(type=socket.SOCK_DGRAM)
    udp.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    udp.bind((group, port))
    udp.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(group) + socket.inet_aton(card))
    udp.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(card))
    return udp


def talk(udp, to=("224.5.23.2", 10004)):
    """Yield what the referee says, and answer each foul with the places of blue."""
    while True:
        foul, color, quadrant, seconds, half = read(udp.recv(65536))
        if foul < 5:
            udp.sendto(placement(0, PLACES), to)
        yield f"half {half}, {seconds:5.1f} s: {FOULS[foul]} {COLORS[color]}" + f" in quadrant {quadrant}" * (foul == 3)


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--port-offset", type=int, default=0, help="as the server was given")
    offset = options.parse_args().port_offset
    for said in talk(join(port=10003 + offset), ("224.5.23.2", 10004 + offset)):
        print(said, flush=True)

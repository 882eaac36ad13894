"""A team over grSim's own protocol: fetch the ball with the dribbler, turn with it, kick.

    robopitch serve ssl-div-a           # in one terminal
    python examples/07_grsim_client.py  # in another

Packets go to UDP port 20011. Whenever something changes, the status of blue's robots comes to port 30011 of the sender:
whether a robot has the ball, and whether it has kicked. Directions of replacements are in degrees on the wire; here, as
everywhere in Robopitch, they are in radians.
"""

import argparse
import math
import socket
import time

from robopitch import BodyVelocity, Kick, Team
from robopitch.leagues.ssl.wire.grsim.codec import decode_status, encode_orders, encode_places
from robopitch.messages import PlaceBall, PlaceRobot, RobotOrder

options = argparse.ArgumentParser()
options.add_argument("--port-offset", type=int, default=0)
given = options.parse_args()
server = ("127.0.0.1", 20011 + given.port_offset)
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
status = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
status.bind(("127.0.0.1", 30011 + given.port_offset))
status.settimeout(1 / 60)  # so that commands go out at 60 Hz or more
start = time.monotonic()


def drive(move, kick=None, until=lambda robot: False, seconds=60.0):
    """Send one command to blue 3 until its status reports success, or for some time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        udp.sendto(encode_orders(Team.BLUE, [RobotOrder(3, move, kick, dribbler=math.inf)]), server)
        try:
            robots = decode_status(status.recv(65536))
        except TimeoutError:
            continue  # nothing has changed
        if any(robot.id == 3 and until(robot) for robot in robots):
            return True
    return False


def tell(what):
    print(f"{time.monotonic() - start:5.2f} s  {what}")


udp.sendto(encode_places([PlaceBall(0, 2, vx=0, vy=0), PlaceRobot(Team.BLUE, 3, -0.5, 2, math.radians(0))]), server)
tell("blue 3 is half a metre before the ball")
tell("has the ball: " + str(drive(BodyVelocity(0.3), until=lambda robot: robot.contact)))
drive(BodyVelocity(0.0, turn=1.5), seconds=math.pi / 2 / 1.5)
tell("has turned by a quarter")
tell("has kicked: " + str(drive(BodyVelocity(0.0), Kick(3.0), until=lambda robot: robot.kicked_straight)))

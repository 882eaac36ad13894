"""A team over the league's simulation protocol: drive to the ball, kick it, observe it with the cameras.

    robopitch serve ssl-div-a                # in one terminal
    python examples/06_simulation_client.py  # in another

A team with its own protobufs needs no code of Robopitch. It joins the group 224.5.23.2, port 10020, for the packets
of SSL-Vision, and sends to UDP port 10301 (blue) or 10302 (yellow); the answer comes back to the same socket:

    control = RobotControl()
    velocity = control.robot_commands.add(id=10, kick_speed=4.0).move_command.local_velocity
    velocity.forward, velocity.left, velocity.angular = 1.0, 0.0, 0.0
    udp.sendto(control.SerializeToString(), ("127.0.0.1", 10301))
"""

import argparse
import math
import select
import socket

from robopitch import BodyVelocity, Kick, Team
from robopitch.leagues.ssl.wire.simulation.control import encode_command
from robopitch.leagues.ssl.wire.simulation.team import encode_orders
from robopitch.leagues.ssl.wire.vision import decode_packet
from robopitch.messages import PlaceBall, PlaceRobot, RobotOrder
from robopitch.net import Listener

options = argparse.ArgumentParser()
options.add_argument("--port-offset", type=int, default=0)
options.add_argument("--interface", help="address of the network card for multicast")
given = options.parse_args()
vision = Listener("224.5.23.2", 10020 + given.port_offset, given.interface)
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)


def look():
    """The frames of the cameras since the last look."""
    select.select([vision], [], [], 5.0)[0] or exit("no vision for 5 s: does a server run, on the same --interface?")
    return [frame for data, _ in vision.receive() if (frame := decode_packet(data).frame)]  # the others are geometry


def is_next(time, x, y):
    """Whether this is the next spot of the ball: not a false ball, nor the same spot as a second camera sees it."""
    before = track[-1] if track else (time - 0.01, 0, 1)  # vision has a delay: wait until the ball is in its place
    return time > before[0] and math.dist((x, y), before[1:]) < 7 * (time - before[0])


# It faces the ball and comes slowly: should this program be late, an old command does not push the ball aside.
places = [PlaceBall(0, 1, vx=0, vy=0), PlaceRobot(Team.BLUE, 10, -0.8, 0.4, heading=math.atan2(0.6, 0.8))]
udp.sendto(encode_command(places), ("127.0.0.1", 10300 + given.port_offset))
me, track = None, []  # time, x and y of the ball
while len(track) < 5 or math.dist(track[-5][1:], track[0][1:]) < 1:
    for frame in look():
        me = next((robot for robot in frame.blue if robot.id == 10), me)
        track += [spot for ball in frame.balls if is_next(*(spot := (frame.capture, ball.x, ball.y)))]
    if me and track:
        x, y = track[-1][1] - me.x, track[-1][2] - me.y
        turn = math.remainder(math.atan2(y, x) - me.heading, math.tau)
        order = RobotOrder(10, BodyVelocity(min(0.6, 2 * math.hypot(x, y)), turn=2 * turn), Kick(speed=4.0))
        udp.sendto(encode_orders([order]), ("127.0.0.1", 10301 + given.port_offset))
speed, when = max((math.dist(a[1:], b[1:]) / (b[0] - a[0]), a[0]) for a, b in zip(track, track[4:], strict=False))
print("ball seen at ({1:.3f}, {2:.3f}), then at ({4:.3f}, {5:.3f})".format(*track[0], *track[-1]))
print(f"kicked after {when - track[0][0]:.2f} s, it ran at {speed:.2f} m/s")

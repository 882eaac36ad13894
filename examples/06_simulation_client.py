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


def look(me, ball):
    """Blue 10 and the ball (time, x, y) as they were last seen."""
    select.select([vision], [], [], 5.0)[0] or exit("no vision for 5 s: does a server run, on the same --interface?")
    for data, _ in vision.receive():
        if (frame := decode_packet(data).frame) is not None:  # else it is a packet of geometry
            me = next((robot for robot in frame.blue if robot.id == 10), me)
            ball = next(((frame.capture, one.x, one.y) for one in frame.balls), ball)
    return me, ball


places = [PlaceBall(0, 1, vx=0, vy=0), PlaceRobot(Team.BLUE, 10, -1, 0.5, heading=0)]
udp.sendto(encode_command(places), ("127.0.0.1", 10300 + given.port_offset))
me, ball, track = None, (0, 9, 9), []
while not track or math.dist(track[-1][1:], track[0][1:]) < 1.5:
    me, ball = look(me, ball)
    if me and (track or math.dist(ball[1:], (0, 1)) < 0.05):  # vision has a delay: wait for the new positions
        track.append(ball)
        away, way = math.dist(ball[1:], (me.x, me.y)), math.atan2(ball[2] - me.y, ball[1] - me.x)
        turn = math.remainder(way - me.heading, math.tau)
        order = RobotOrder(10, BodyVelocity(min(1.5, 2 * away), turn=4 * turn), Kick(speed=4.0))
        udp.sendto(encode_orders([order]), ("127.0.0.1", 10301 + given.port_offset))
fast = next(spot for spot in track if math.dist(spot[1:], track[0][1:]) > 0.2)
print("ball seen at ({1:.3f}, {2:.3f}), then at ({4:.3f}, {5:.3f})".format(*track[0], *track[-1]))
print(f"kicked after {fast[0] - track[0][0]:.2f} s")
print(f"it ran at {math.dist(ball[1:], fast[1:]) / (ball[0] - fast[0]):.2f} m/s")

"""Lockstep: the simulation waits until the client requests the next step. The same numbers every time, as fast as
possible.

    robopitch serve ssl-div-a --lockstep   # in one terminal; restart it for the same numbers again
    python examples/08_lockstep_client.py  # in another

A `SimulationSyncRequest` over TCP contains the length of a step and the commands of a team; the answer contains the
feedback of its robots and a frame of every camera, taken after the step. On the wire each message is preceded by its
length as a varint. Blue connects to port 10301, yellow to 10302; port 10303 is for a program that commands both, as
this one does.
"""

import argparse
import hashlib
import math
import socket
import time

from robopitch import BodyVelocity, Kick
from robopitch.leagues.ssl.wire.simulation import Deframer, frame
from robopitch.leagues.ssl.wire.simulation.sync import decode_sync_response, encode_sync_request
from robopitch.messages import RobotOrder

STEP, SECONDS = 0.01, 5.0
options = argparse.ArgumentParser()
options.add_argument("--port-offset", type=int, default=0)
given = options.parse_args()
tcp = socket.create_connection(("127.0.0.1", 10303 + given.port_offset), timeout=60)
tcp.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
deframer, seen = Deframer(), hashlib.sha256()


def exchange(blue, yellow):
    """Send commands; receive frames and feedback after the step."""
    tcp.sendall(frame(encode_sync_request(STEP, blue, yellow)))
    while not (messages := deframer.feed(tcp.recv(65536))):
        pass
    seen.update(messages[0])
    return decode_sync_response(messages[0])


ball, robots = (0.0, 0.0), {}
start = time.perf_counter()
for step in range(round(SECONDS / STEP)):
    orders = []
    for number, robot in robots.items():  # blue drives to the ball and kicks; yellow drives in circles
        turn = math.remainder(math.atan2(ball[1] - robot.y, ball[0] - robot.x) - robot.heading, math.tau)
        orders.append(RobotOrder(number, BodyVelocity(1.0, turn=4 * turn), Kick(2.0)))
    answer = exchange(orders, [RobotOrder(number, BodyVelocity(0.5, turn=1.0)) for number in range(11)])
    for picture in answer.frames:
        robots |= {robot.id: robot for robot in picture.blue}
        ball = next(((one.x, one.y) for one in picture.balls), ball)
    if step % 100 == 99:
        print(f"{(step + 1) * STEP:.1f} s: ball at ({ball[0]:.4f}, {ball[1]:.4f})")
print(f"sha256 of all answers: {seen.hexdigest()}")
print(f"{SECONDS / (time.perf_counter() - start):.0f} times real time")

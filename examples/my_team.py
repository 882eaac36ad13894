"""A team program for scenario tests: its robots drive to the ball and kick, until the ball is in a goal.

It plays the Small Size League, Division B, in lockstep.

    python examples/my_team.py --port 10301 --colour blue

`robopitch scenario` and pytest start it by its command line: examples/test_my_team.py is such a test. It asks for a
step of the simulation, gets the frames of the cameras, and decides. The same frames give the same commands, so that
two runs of a scenario are the same.
"""

import argparse
import math
import socket

from robopitch import BodyVelocity, Kick
from robopitch.leagues.ssl.wire.simulation import Deframer, frame
from robopitch.leagues.ssl.wire.simulation.sync import decode_sync_response, encode_sync_request
from robopitch.messages import RobotOrder

STEP = 0.01  # s
GOAL_LINE = 4.5  # m from the centre, in Division B


def decide(robots, ball, over):
    """Every robot drives to the ball, faces it, and kicks; when it is over they stand."""
    if over:
        return [RobotOrder(number, BodyVelocity(0.0)) for number in sorted(robots)]
    orders = []
    for number, robot in sorted(robots.items()):
        turn = math.remainder(math.atan2(ball[1] - robot.y, ball[0] - robot.x) - robot.heading, math.tau)
        forward = 1.5 * max(math.cos(turn), 0.0)
        orders.append(RobotOrder(number, BodyVelocity(forward, turn=5 * turn), Kick(5.0)))
    return orders


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--port", type=int, required=True)
    options.add_argument("--colour", choices=["blue", "yellow"], default="blue")
    given = options.parse_args()
    tcp = socket.create_connection(("127.0.0.1", given.port), timeout=60)
    tcp.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    deframer, robots, ball, over = Deframer(), {}, (0.0, 0.0), False
    print(f"plays {given.colour}", flush=True)
    while True:
        # The port belongs to a team: the commands of a request are for its robots.
        tcp.sendall(frame(encode_sync_request(STEP, decide(robots, ball, over))))
        while not (messages := deframer.feed(data := tcp.recv(65536))):
            if not data:
                return  # the scenario is over
        for picture in decode_sync_response(messages[0]).frames:
            robots |= {robot.id: robot for robot in getattr(picture, given.colour)}
            ball = next(((one.x, one.y) for one in picture.balls), ball)
            over = over or abs(ball[0]) > GOAL_LINE  # a referee follows, which this program does not hear


if __name__ == "__main__":
    main()

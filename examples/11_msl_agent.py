"""An agent of your own for a robot of the Middle Size League, in a page of code.

It registers at a server, is woken with each frame of the robot's vision, and drives at the ball that it sees:

    robopitch serve msl                       # in one terminal
    python examples/11_msl_agent.py blue 3    # in another

`robopitch agent cambada --color blue --id 3` is a whole player in the same place. The messages are described in
src/robopitch/leagues/msl/wire/agents/README.md, the records in src/robopitch/leagues/msl/wire/rtdb/README.md.
"""

import argparse
import math
import socket

from robopitch.leagues.msl.wire.agents import LOCAL, Done, Item, Register, Wake, decode, encode
from robopitch.leagues.msl.wire.rtdb import ItemId
from robopitch.leagues.msl.wire.rtdb.records import Grabber, Velocity, Vision
from robopitch.leagues.ssl.wire.simulation import Deframer, frame

SPEED, TURN = 1.5, 3.0  # m/s and rad/s


def decide(wake: Wake) -> tuple[Velocity, Grabber]:
    """Drive at the ball and hold it; turn around if it is not seen."""
    for record in wake.records:
        if (record.agent, record.id) == (LOCAL, ItemId.VISION_INFO):
            vision = Vision.decode(record.data)
            if isinstance(vision, Vision) and len(vision.balls):
                x, y = vision.balls[0]  # m, forward and left
                bearing = math.atan2(y, x)
                return Velocity(SPEED * max(math.cos(bearing), 0.0), 0.0, TURN * bearing), Grabber(100)
    return Velocity(0.0, 0.0, 1.0), Grabber(0)


def play(team: str, robot: int, port: int = 28120, cycles: float = math.inf) -> int:
    """Play until the server ends, or for so many cycles; returns how many there were."""
    deframer, done = Deframer(), 0
    with socket.create_connection(("127.0.0.1", port)) as server:
        server.sendall(frame(encode(Register("example", team, robot))))
        while done < cycles and (data := server.recv(65536)):
            for message in map(decode, deframer.feed(data)):
                if not isinstance(message, Wake):
                    print(message)  # a welcome, or why there is no place
                    continue
                velocity, grabber = decide(message)
                written = {ItemId.CMD_VEL: velocity.encode(), ItemId.CMD_GRABBER: grabber.encode()}
                records = tuple(Item(LOCAL, id, message.time, data) for id, data in written.items())
                server.sendall(frame(encode(Done(message.number, records))))
                done += 1
    return done


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("team", nargs="?", default="blue")
    options.add_argument("robot", nargs="?", type=int, default=0)
    options.add_argument("--port-offset", type=int, default=0, help="as the server was given")
    given = options.parse_args()
    play(given.team, given.robot, 28120 + given.port_offset)

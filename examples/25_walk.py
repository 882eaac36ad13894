"""A humanoid robot walks, driven as by its own program: over the serial line of its servos.

`robopitch serve humanoid-kid --robots 1:0 --bus-dir buses` in one terminal; in another, after `pip install
dynamixel-sdk`: `python examples/25_walk.py buses/blue-0 --forward 0.2 --seconds 10`. The page of the server shows the
robot. The gait is that of `robopitch.control.walking`, which knows no simulator; the robot stands as it is when the
program ends.
"""

import argparse
import time

from dynamixel_sdk import GroupSyncWrite, PacketHandler, PortHandler

from robopitch.control.walking import Walk
from robopitch.spec import load_robot
from robopitch.teams.walking import Walker, gait_of

CYCLE = 0.02  # s: 50 goals a second for each servo
GOAL_POSITION, LENGTH = 30, 4  # goal and speed, two bytes each


def cycle(line, protocol, walker):
    """Send the goals and speeds of all servos of the legs in one packet."""
    group = GroupSyncWrite(line, protocol, GOAL_POSITION, LENGTH)
    for write in walker.due():
        group.addParam(write.servo, [*write.data])
    group.txPacket()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("port")
    parser.add_argument("--robot", default="fumanoid-2011")
    parser.add_argument("--forward", type=float, default=0.2)
    parser.add_argument("--left", type=float, default=0.0)
    parser.add_argument("--turn", type=float, default=0.0)
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args()
    line, protocol = PortHandler(options.port), PacketHandler(1.0)
    line.baudrate = 1_000_000  # a pseudo terminal takes any
    line.openPort()
    walker = Walker(load_robot(options.robot).figure, gait_of(options.robot), CYCLE)
    for write in walker.begin():
        protocol.writeTxOnly(line, write.servo, write.address, len(write.data), [*write.data])
    time.sleep(1.5)
    walks, due = Walk(options.forward, options.left, options.turn), time.monotonic()
    for number in range(round((options.seconds + 3.0) / CYCLE)):
        walker.order = walks if number * CYCLE < options.seconds else Walk()  # it comes to rest in the last seconds
        cycle(line, protocol, walker)
        due += CYCLE
        time.sleep(max(0.0, due - time.monotonic()))
    x, y, heading = walker.place
    print(f"by its odometry it walked to {x:.2f} m, {y:.2f} m and turned by {heading:.2f} rad")

"""A humanoid robot falls and stands up, driven as by its own program: over the serial line of its servos.

`robopitch serve humanoid-kid --robots 1:0 --bus-dir buses` in one terminal; in another, after `pip install
dynamixel-sdk`: `python examples/22_stand_up.py buses/blue-0`. The program asks the IMU on the bus on which side the
robot lies; a robot that stands falls over first. Then it plays a motion of keyframes, stand_up_front or stand_up_back,
and asks the IMU again. `--fall back` chooses the side. `--robot fumanoid-2009` is for a server with `--blue-robot
fumanoid-2009`. The page of the server shows the robot.
"""

import argparse
import math
import time

from dynamixel_sdk import PacketHandler, PortHandler
from robot_bus import send, side_of, wait

from robopitch.control.keyframes import Keyframe, Motion, ServoGoal, steps_of
from robopitch.spec import load_robot
from robopitch.teams.motions import motions_of, torque_writes

LATE = 5.0  # s for which a keyframe may take longer than it says, on a slow computer: then the next one comes anyway


def play(port, bus, figure, motion):
    """Play a motion from keyframe to keyframe."""
    servos = {servo.name: servo for servo in figure.servos}
    for write in torque_writes(figure):  # for those that shut themselves down when the robot fell
        bus.write2ByteTxRx(port, write.servo, write.address, int.from_bytes(write.data, "little"))
    for step, frame in zip(steps_of(motion, {}), motion.keyframes, strict=True):
        send(port, bus, servos, step.goals)
        time.sleep(frame.seconds)
        wait(port, bus, [servos[name].id for name in step.goals], time.monotonic() + LATE)


def fall(side):
    """A motion that lets a robot fall: its ankles tilt it."""
    lean = math.radians(-45 if side == "front" else 45)
    return Motion("fall", "Fall", [Keyframe(0.3, {"FOOT_LEFT_PITCH": lean, "FOOT_RIGHT_PITCH": lean})])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("port")
    parser.add_argument("--robot", default="fumanoid-2011")
    parser.add_argument("--fall", choices=("front", "back"), default="front")
    options = parser.parse_args()
    line, protocol, body = PortHandler(options.port), PacketHandler(1.0), load_robot(options.robot).figure
    line.baudrate = 1_000_000  # a pseudo terminal takes any
    line.openPort()
    send(
        line, protocol, {servo.name: servo for servo in body.servos}, {s.name: ServoGoal(0.0, 0.0) for s in body.servos}
    )
    if side_of(line, protocol) == "feet":
        print("it stands: it falls to its", options.fall)
        play(line, protocol, body, fall(options.fall))
        time.sleep(1.5)
    lies = side_of(line, protocol)
    print("it lies on its", lies)
    if lies in ("front", "back"):
        play(line, protocol, body, motions_of(options.robot)[f"stand_up_{lies}"])
        print("now it is on its", side_of(line, protocol))

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

from dynamixel_sdk import COMM_SUCCESS, GroupSyncWrite, PacketHandler, PortHandler

from robopitch.control.keyframes import Goal, Keyframe, Motion, steps_of
from robopitch.leagues.humanoid.motion_player import motions_of, torque_writes, writes_of
from robopitch.spec import load_robot

GOAL_POSITION, MOVING_SPEED, MOVING = 30, 32, 46  # addresses of protocol 1.0; two bytes, two bytes, one
IMU, ACCELEROMETER = 200, 30  # its id, and its registers: forward, left and up, two bytes each, 0.01 m/s²
PATIENCE = 3.0  # s: a busy computer may let a packet wait for longer than the library does
LATE = 5.0  # s for which a keyframe may take longer than it says, on a slow computer: then the next one comes anyway


def ask(read, *where):
    """What a device answers, asked again and again for some seconds."""
    latest = time.monotonic() + PATIENCE
    while time.monotonic() < latest:
        value, result, _ = read(*where)
        if result == COMM_SUCCESS:
            return value
    raise SystemExit("the robot does not answer")


def side_of(port, bus):
    """The side on which the robot lies: "front", "back", "left" or "right"; "feet" if it stands."""
    axes = (ask(bus.read2ByteTxRx, port, IMU, ACCELEROMETER + 2 * axis) for axis in range(3))
    forward, left, up = ((value ^ 0x8000) - 0x8000 for value in axes)  # signed
    if up > max(abs(forward), abs(left)):
        return "feet"
    if abs(forward) > abs(left):
        return "front" if forward < 0 else "back"
    return "left" if left < 0 else "right"


def send(port, bus, servos, goals):
    """Send goals and speeds of servos, by name, in one packet."""
    group = GroupSyncWrite(port, bus, GOAL_POSITION, 4)
    for name, goal in goals.items():
        data = {write.address: write.data for write in writes_of(servos[name], goal)}
        group.addParam(servos[name].id, [*data[GOAL_POSITION], *data[MOVING_SPEED]])
    group.txPacket()


def wait(port, bus, ids, latest):
    """Wait until no servo moves any more."""
    while time.monotonic() < latest and any(ask(bus.read1ByteTxRx, port, id, MOVING) for id in ids):
        time.sleep(0.02)


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
    send(line, protocol, {servo.name: servo for servo in body.servos}, {s.name: Goal(0.0, 0.0) for s in body.servos})
    if side_of(line, protocol) == "feet":
        print("it stands: it falls to its", options.fall)
        play(line, protocol, body, fall(options.fall))
        time.sleep(1.5)
    lies = side_of(line, protocol)
    print("it lies on its", lies)
    if lies in ("front", "back"):
        play(line, protocol, body, motions_of(options.robot)[f"stand_up_{lies}"])
        print("now it is on its", side_of(line, protocol))

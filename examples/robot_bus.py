"""The servos and the IMU on the bus of a humanoid robot, for `22_stand_up.py`; with dynamixel-sdk."""

import time

from dynamixel_sdk import COMM_SUCCESS, GroupSyncWrite

from robopitch.teams.motions import writes_of

GOAL_POSITION, MOVING_SPEED, MOVING = 30, 32, 46  # addresses of protocol 1.0; two bytes, two bytes, one
IMU, ACCELEROMETER = 200, 30  # its id, and its registers: forward, left and up, two bytes each, 0.01 m/s²
PATIENCE = 3.0  # s: a busy computer may let a packet wait for longer than the library does


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

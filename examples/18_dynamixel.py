"""Drive a humanoid robot as its own program does: over the serial line of its servos, with dynamixel-sdk.

`robopitch serve humanoid-kid --bus-dir buses` makes a serial port for each robot, buses/blue-0 and so on. In another
terminal, after `pip install dynamixel-sdk`: `python examples/18_dynamixel.py buses/blue-0`. It pings all servos, reads
where they are, and moves both arms and back. Nothing here knows that the robot is simulated: with /dev/ttyUSB0 it
drives a real one, so hang that up first.
"""

import sys
import time

from dynamixel_sdk import COMM_SUCCESS, GroupSyncWrite, PacketHandler, PortHandler

GOAL_POSITION, PRESENT_POSITION = 30, 36  # addresses of protocol 1.0, two bytes each; the speed follows the goal
SLOW = 100  # units of 0.111 rpm: 11 rpm
STEP = 60  # counts of 0.29°: 18°
ARMS = 3, 4  # both shoulders of a FUmanoid: it stays on its feet
TRIES = 3  # a busy computer may let a packet wait for longer than the library does


def answered(ask):
    """What the library returns for a question, at the latest after some tries."""
    for _ in range(TRIES):
        value, result, _ = ask()
        if result == COMM_SUCCESS:
            return value
    return None


def ping_all(port, bus, last=30):
    """The model numbers of the servos that answer, by id."""
    models = {id: answered(lambda id=id: bus.ping(port, id)) for id in range(1, last + 1)}
    return {id: model for id, model in models.items() if model is not None}


def read_all(port, bus, ids):
    """Positions in counts, by id; None for a servo that does not answer."""
    return {id: answered(lambda id=id: bus.read2ByteTxRx(port, id, PRESENT_POSITION)) for id in ids}


def move(port, bus, pose, seconds):
    """Send goal and speed of all servos in one packet; returns where they are after some time."""
    group = GroupSyncWrite(port, bus, GOAL_POSITION, 4)
    for id, goal in pose.items():
        group.addParam(id, [*goal.to_bytes(2, "little"), *SLOW.to_bytes(2, "little")])
    group.txPacket()
    time.sleep(seconds)
    return read_all(port, bus, pose)


if __name__ == "__main__":
    line, protocol = PortHandler(sys.argv[1]), PacketHandler(1.0)
    line.baudrate = 1_000_000  # a pseudo terminal takes any
    line.openPort()
    print("models:", models := ping_all(line, protocol))
    print("positions:", start := read_all(line, protocol, models))
    if silent := [id for id in {*start, *ARMS} if start.get(id) is None]:
        sys.exit(f"no answer from servo {', '.join(map(str, silent))}: does the server run, and is this its bus?")
    arms = {id: start[id] for id in ARMS}
    print("reached:", move(line, protocol, {id: at + STEP for id, at in arms.items()}, 2.0))
    print("back at:", move(line, protocol, arms, 2.0))

"""Drive a humanoid robot as its own program does: over the serial line of its servos, with dynamixel-sdk.

In one terminal, `robopitch serve humanoid-kid --bus-dir buses` makes a serial port for each robot: buses/blue-0 and so
on. In another one:

    pip install dynamixel-sdk
    python examples/18_dynamixel.py buses/blue-0

It pings all servos, reads where they are, and moves some of them to a pose and back. Nothing in this file knows that
the robot is simulated: with /dev/ttyUSB0 it drives a real one, so hang that up first.
"""

from __future__ import annotations

import sys
import time

from dynamixel_sdk import COMM_SUCCESS, GroupSyncWrite, PacketHandler, PortHandler

BAUD = 1_000_000  # a pseudo terminal takes any
GOAL_POSITION, MOVING_SPEED, PRESENT_POSITION = 30, 32, 36  # addresses of protocol 1.0, two bytes each
LAST_ID = 30
TRIES = 3  # a busy computer may let a packet wait for longer than the library does
SLOW = 100  # units of 0.111 rpm: 11 rpm
STEP = 60  # counts of 0.29°: 18°


def ping_all(port: PortHandler, bus: PacketHandler, last: int = LAST_ID) -> dict[int, int]:
    """The model numbers of the servos that answer, by id."""
    found = {}
    for id in range(1, last + 1):
        for _ in range(TRIES):
            model, result, _ = bus.ping(port, id)
            if result == COMM_SUCCESS:
                found[id] = model
                break
    return found


def read_all(port: PortHandler, bus: PacketHandler, ids: list[int]) -> dict[int, int]:
    """Positions in counts, by id."""
    found = {}
    for id in ids:
        for _ in range(TRIES):
            position, result, error = bus.read2ByteTxRx(port, id, PRESENT_POSITION)
            if result == COMM_SUCCESS:
                break
        if result != COMM_SUCCESS:
            sys.exit(f"servo {id} does not answer: {bus.getTxRxResult(result)}")
        if error:
            print(f"servo {id} reports: {bus.getRxPacketError(error)}")
        found[id] = position
    return found


def write_all(port: PortHandler, bus: PacketHandler, pose: dict[int, int]) -> None:
    """One packet with goal and speed of all servos. It is not answered."""
    group = GroupSyncWrite(port, bus, GOAL_POSITION, 4)
    for id, goal in pose.items():
        group.addParam(id, [*goal.to_bytes(2, "little"), *SLOW.to_bytes(2, "little")])
    group.txPacket()


def move(port: PortHandler, bus: PacketHandler, pose: dict[int, int], seconds: float) -> dict[int, int]:
    """Order a pose, and return where the servos are after some time."""
    write_all(port, bus, pose)
    time.sleep(seconds)
    return read_all(port, bus, list(pose))


def main(path: str, seconds: float = 2.0) -> None:
    """Ping all, read all, move and go back."""
    port, bus = PortHandler(path), PacketHandler(1.0)
    port.baudrate = BAUD
    if not port.openPort():
        sys.exit(f"{path} cannot be opened")
    try:
        models = ping_all(port, bus)
        if not models:
            sys.exit(f"nobody answers at {path}: is the robot on the field?")
        print(f"{len(models)} servos: " + ", ".join(f"{id} (model {model})" for id, model in models.items()))
        start = read_all(port, bus, list(models))
        print("positions:", start)
        arms = list(models)[2:4]  # of a FUmanoid: both shoulders, so that it stays on its feet
        pose = {id: min(max(start[id] + STEP, 0), 1023) for id in arms}
        print("goals:    ", pose)
        print("reached:  ", move(port, bus, pose, seconds))
        print("back at:  ", move(port, bus, {id: start[id] for id in arms}, seconds))
    finally:
        port.closePort()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "buses/blue-0")

"""A control program of a humanoid robot at the hub of a match.

    robopitch serve humanoid-kid --pause-without hub     # in one terminal
    python examples/20_humanoid_hub.py blue 0            # in another

It says which robot it is and which sensors it wants, prints what they measure and how late that comes, and after a
second attaches the joint encoders and sets the IMU to 20 Hz. Stop it with Ctrl-C: the match pauses until you start it
again. hub_messages.py makes the messages from their field numbers. Servos are moved over the servo bus: the answer
tells where it is, and 18_dynamixel.py moves them.
"""

import argparse
import struct

from hub_messages import BLUE, READING, SENSORS, YELLOW, Hub, fields, sensor


def told(sensors):
    """Name (2), rate (6) and names of the values (11, 1) of sensors, by their ids (1)."""
    found = [fields(one) for one in sensors]
    names = [[fields(value)[1][0].decode() for value in one.get(11, [])] for one in found]
    return {one[1][0]: (one[2][0].decode(), one[6][0], values) for one, values in zip(found, names, strict=True)}


def main(team="blue", number="0", port="10410", seconds="5"):
    hub = Hub(int(port))
    hub.hello(BLUE if team == "blue" else YELLOW, int(number), sensor("imu", rate=50), sensor("left_foot"))
    _, welcome = hub.answer()
    known, begin = told(welcome[9]), welcome.get(6, [0.0])[0]
    print(f"{team} {number} in {welcome[4][0].decode()}, steps of {welcome[5][0]} s")
    print("sensors:", {name: rate for name, rate, _ in known.values()})
    print("servo bus:", [{n: one[0] for n, one in fields(bus).items()} for bus in welcome[7]])
    time, shown, attached = begin, {}, False
    while time < begin + float(seconds):
        kind, answer = hub.answer()
        if kind == SENSORS:  # the answer to a change, or somebody else has changed them
            known = told(answer[2])
            print("sensors:", {name: rate for name, rate, _ in known.values()})
        if kind != READING:
            continue
        time, latency, (name, _, values) = answer[3][0], answer.get(4, [0.0])[0], known[answer[1][0]]
        numbers = dict(zip(values, struct.unpack(f"<{len(values)}d", answer[5][0]), strict=True))
        if time >= shown.get(name, 0.0) + 0.5:  # not all of them
            shown[name] = time
            some = ", ".join(f"{what} {value:.3f}" for what, value in list(numbers.items())[-3:])
            print(f"{time:8.3f} s  {name:10} {1000 * latency:2.0f} ms late: {some}")
        if not attached and time > begin + 1.0:
            hub.change(sensor("joints", rate=50), sensor("imu", rate=20))
            attached = True


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    for name, usual in (("team", "blue"), ("number", "0"), ("port", "10410"), ("seconds", "5")):
        options.add_argument(name, nargs="?", default=usual)
    options.add_argument("--port-offset", type=int, default=0, help="as the server was given")
    given = options.parse_args()
    main(given.team, given.number, int(given.port) + given.port_offset, given.seconds)

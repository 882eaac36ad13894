"""A strategy of FIRA's simulation league: a gRPC server, written from the field numbers alone.

Start this program, `robopitch serve mirosot-5v5 --referee rules`, and `python -m robopitch.compat.fira_strategy`, which
stands between them. Strategies listen at 50052 (blue) and 50053 (yellow). The own goal is at x < 0.
"""

import argparse
import math
import struct
from concurrent.futures import ThreadPoolExecutor

import grpc


def fields(data, at=0):
    """The fields of a message by number: doubles, small whole numbers, and the bytes of messages, a list of each."""
    found = {}
    while at < len(data):
        tag, value, at = data[at], data[at + 1], at + 2
        if tag & 7 == 1:
            value, at = struct.unpack_from("<d", data, at - 1)[0], at + 7
        elif tag & 7 == 2:  # a length of one byte, or of two
            value, at = (value, at) if value < 128 else (value - 128 + 128 * data[at], at + 1)
            value, at = data[at : at + value], at + value
        found.setdefault(tag >> 3, []).append(value)
    return found


def drive(id, x, y, heading, ball, fastest=40.0):
    """Wheels in rad/s: to the ball from the side of the own goal; robot 0 stays there."""
    dx, dy = ball[0] - x if id else -1.01 - x, ball[1] - y
    dx, dy = (dx - 0.25, dy + 0.25 * (id - 2.5)) if id and dx < 0.04 else (dx, dy)
    bearing = math.remainder(math.atan2(dy, dx) - heading, math.tau)
    speed, turn = fastest * math.cos(bearing), 12 * math.copysign(math.sin(bearing), math.sin(2 * bearing))
    return struct.pack("<BBBBBfBf", 10, 12, 8, id, 0x15, speed + turn, 0x1D, speed - turn)  # id 1, right 2, left 3


class Strategy(grpc.GenericRpcHandler):
    def __init__(self, port, own, host="127.0.0.1"):  # own: number of the field of its robots, 3 blue, 2 yellow
        self.own, self.calls, self.server = own, [], grpc.server(ThreadPoolExecutor(1), [self])
        self.port, _ = self.server.add_insecure_port(f"{host}:{port}"), self.server.start()

    def service(self, call):
        self.calls.append(method := call.method.rpartition("/")[2])  # "/fira_message.ref_to_cli.Referee/RunStrategy"
        return grpc.unary_unary_rpc_method_handler(lambda data, _: self.answer(method, data))

    def answer(self, method, data):
        if method == "Register":
            return b"\x0a\x05robot"  # its name
        frame = fields(fields(data)[1][0])
        ball = [fields(frame[1][0]).get(n, [0.0])[0] for n in (1, 2)]  # a zero is not sent
        robots = [[robot.get(n, [0])[0] for n in (1, 2, 3, 4)] for robot in map(fields, frame.get(self.own, []))]
        rows = [(id, -0.35 if id else -1.0, 0.4 * id - 1.0 if id else 0.0) for id, *_ in robots]  # robot 0 in the goal
        placed = [struct.pack("<BBBBBdBd", 10, 20, 8, id, 0x11, x, 0x19, y) for id, x, y in rows]
        wheels = [drive(*robot, ball) for robot in robots]
        return frame[1][0] if method == "SetBall" else b"".join(wheels if method == "RunStrategy" else placed)


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--port-offset", type=int, default=0, help="as the server and the program between were given")
    offset = options.parse_args().port_offset
    [Strategy(50052 + offset, own=3), Strategy(50053 + offset, own=2)][0].server.wait_for_termination()

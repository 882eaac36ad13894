"""The program of one process of the comparison: plays, and writes digests as lines of JSON.

It uses only functions that exist since the first recordings, so that it also runs with older sources.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import math
import random
import socket
import sys
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["dialogue", "match", "probes", "ruled_match"]

SEED = 1
EPOCH = 1e9  # s
HALF = 10.0  # s: a match by the rules has a half-time, and a second kick-off
EXCHANGES, STEP = 1000, 0.01  # s
HERE = "127.0.0.1"


def match(league: str, seconds: int, engine: str) -> dict[str, list[str]]:
    """A match of built-in teams: digests of the world and of all sensor frames, second by second."""
    made = _made(league, engine, blue="cambada", yellow="mi20")
    sensed = hashlib.sha256()
    found: dict[str, list[str]] = {"world": [], "sensors": []}
    for second in range(1, seconds + 1):
        for output in made.advance(round(second / made.world.timestep)):
            sensed.update(repr(output).encode())
        found["world"].append(made.world.fingerprint()[:16])
        found["sensors"].append(sensed.hexdigest()[:16])
    if sensed.digest() == hashlib.sha256().digest():  # no sensors, or none that reported
        del found["sensors"]
    return found


def ruled_match(league: str, seconds: int, engine: str) -> dict[str, list[str]]:
    """A match by the rules: digests of the world and of all that the referee called and ruled, second by second."""
    made = _made(league, engine, blue="cambada", yellow="mi20", referee="rules", half=HALF, realism=None)
    found: dict[str, list[str]] = {"world": [], "rulings": []}
    for second in range(1, seconds + 1):
        made.advance(round(second / made.world.timestep))
        found["world"].append(made.world.fingerprint()[:16])
        found["rulings"].append(_digest(repr((made.rulings, made.game)).encode()))
    return found


def has_rules() -> bool:
    """Whether this version has a referee; older ones, which this file can also run on, have free play only."""
    from robopitch import make_match

    return "referee" in inspect.signature(make_match).parameters


def dialogue(league: str, engine: str) -> dict[str, list[str]]:
    """Both teams of a real server over TCP in lockstep: digests of all received bytes, second by second."""
    from robopitch.bench.processes import open_server
    from robopitch.leagues.ssl.wire.simulation import Deframer, frame
    from robopitch.leagues.ssl.wire.simulation.sync import encode_sync_request

    made = _made(league, engine)
    received = hashlib.sha256()
    found: dict[str, list[str]] = {"world": [], "answers": []}
    with open_server(made, lockstep=True) as server:
        thread = threading.Thread(target=server.run)
        thread.start()
        try:
            with socket.create_connection((HERE, _driver_port(server)), timeout=60) as stream:
                stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                deframer, script = Deframer(), _Script(len(list(made.world.robots("blue"))))
                for exchange in range(1, EXCHANGES + 1):
                    orders, command = script.next()
                    stream.sendall(frame(encode_sync_request(STEP, orders[0], orders[1], command)))
                    received.update(_answer(stream, deframer))
                    if exchange % round(1 / STEP) == 0:
                        found["world"].append(made.world.fingerprint()[:16])
                        found["answers"].append(received.hexdigest()[:16])
        finally:
            server.stop()
            thread.join()
    return found


def _driver_port(server: Any) -> int:
    """The port of clients for both teams; older versions, which this file can also run on, keep it elsewhere."""
    if hasattr(server, "network"):
        return int(server.network.port("driver"))
    return int(server.addresses.ports.driver)


def _answer(stream: socket.socket, deframer: Any) -> bytes:
    answers: list[bytes] = []
    while not answers:
        data = stream.recv(1 << 16)
        if not data:
            raise RuntimeError("the server closed the connection")
        answers = deframer.feed(data)
    return answers[0]


def _made(league: str, engine: str, **options: Any) -> Match:
    from robopitch import make_match

    options = {"realism": "realistic", "tracker": "filter", "epoch": EPOCH, "seed": SEED, **options}
    return make_match(league, **(options | {"engine": engine} if engine else options))


class _Script:
    """Random driving, kicks and dribbling, with a ball that is thrown among the robots. No function of libm is
    called.
    """

    def __init__(self, robots: int) -> None:
        self._chance, self._robots, self._turn = random.Random(SEED), robots, 0
        self._last: list[list[Any]] = [[], []]

    def next(self) -> tuple[list[list[Any]], bytes]:
        """Orders for blue and yellow, and a command to the simulator."""
        from robopitch.leagues.ssl.wire.simulation.control import encode_command
        from robopitch.messages import BodyVelocity, FieldVelocity, Kick, PlaceBall, RimSpeeds, RobotOrder

        def some(most: float) -> float:
            return self._chance.randint(-1024, 1024) / 1024 * most  # on a coarse grid that 32 bits hold exactly

        def order(number: int) -> RobotOrder:
            moves = (
                BodyVelocity(some(2), some(2), some(4)),
                FieldVelocity(some(2), some(2), some(4)),
                RimSpeeds((some(2), some(2), some(2), some(2))),
            )
            return RobotOrder(number, moves[number % 3], Kick(4.0, abs(some(0.7))), 100.0)

        self._turn += 1
        if self._turn % 20 == 1:
            self._last = [[order(number) for number in range(self._robots)] for _ in range(2)]
        thrown = PlaceBall(x=some(1), y=some(1), vx=some(4), vy=some(4)) if self._turn % 100 == 50 else None
        return self._last, encode_command([thrown]) if thrown is not None else b""


def probes() -> dict[str, str]:
    """Digests that depend on the code that each library chose."""
    import numba
    import numpy as np

    chance = random.Random(0)
    numbers = [chance.uniform(-50.0, 50.0) for _ in range(100_000)]
    array = np.array(numbers)
    square = array[:90_000].reshape(300, 300)

    @numba.njit
    def add(total, parts):  # type: ignore[no-untyped-def]
        for index in range(parts.size):
            total[index] += parts[index] * 0.5

    add(np.zeros(10), array[:10])
    (assembly,) = add.inspect_asm().values()
    # Names of symbols differ from run to run; instructions do not.
    code = [line.split()[0] for line in assembly.splitlines() if line.startswith("\t") and not line.startswith("\t.")]
    libm = [function(number) for function in (math.sin, math.exp, math.atan) for number in numbers]
    return {
        "libm": _digest(repr(libm).encode()),
        "numpy": _digest(b"".join(np.ascontiguousarray(f(array)).tobytes() for f in (np.exp, np.arctan, np.cbrt))),
        "blas": _digest((square @ square).tobytes()),
        "numba": _digest("\n".join(code).encode()),
    }


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def main() -> None:
    """Run the parts given on the command line, and write a line for each."""
    import robopitch

    settings = json.loads(sys.argv[1])
    _say("source", robopitch.__file__)
    _say("probes", probes())
    for league in settings["leagues"]:
        _say(league, match(league, settings["seconds"], settings["engine"]))
        if settings["ruled"] and has_rules():
            _say(f"{league} by the rules", ruled_match(league, settings["ruled"], settings["engine"]))
    if settings["dialogue"]:
        _say("lockstep", dialogue(settings["dialogue"], settings["engine"]))


def _say(name: str, result: object) -> None:
    print(json.dumps([name, result]), flush=True)


if __name__ == "__main__":
    main()

"""Golden fingerprints: two seconds of a match with orders from a script, in every league, bit for bit.

They hold on every x86-64 processor. After an intended change of behaviour, `python tests/match/test_golden.py` writes
the table again. The table of MuJoCo, which calls the C library, has a row for each combination of the versions of
MuJoCo and the C library and the features of the processor; without a row for this machine, two processes are compared.
"""

import hashlib
import json
import os
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from robopitch.leagues.making import make_match
from robopitch.messages import (
    BodyVelocity,
    FieldVelocity,
    Kick,
    Orders,
    PlaceBall,
    PlaceRobot,
    RobotOrder,
    Team,
    WheelSpeeds,
)
from robopitch.messages.plain import to_plain
from robopitch.sensors.tracker.truth import TruthTracker
from robopitch.spec import league_names

TABLE = Path(__file__).parent / "golden.json"
PERIOD, ROUNDS = 20, 100  # ticks between orders, and how often they are given
LEAGUES = league_names("turf")


def play(league: str, engine: str = "turf", rounds: int = ROUNDS) -> dict[str, str | list[str]]:
    """Fingerprint of the world at the end, digest of all outputs of sensors, and the types of events.

    The truth tracker reports in every league, also in those without cameras.
    """
    match = make_match(league, engine=engine, seed=5, realism="realistic", tracker="filter")
    world, truth = match.world, TruthTracker(match.world.league)
    digest, events = hashlib.sha256(), set()
    size = world.specs[0].outline.circumradius
    for team, side in ((Team.BLUE, -1), (Team.YELLOW, 1)):
        for number in range(3):  # close to the ball and roughly facing it
            x, y = side * (1.4 + 0.3 * number) * size, side * (number - 1) * 2.3 * size
            match.offer("script", PlaceRobot(team, number, x, y, heading=1.57 * (1 + side) - 0.37 * (number - 1)))
    match.offer("script", PlaceBall(0.0, 0.0, vx=0.3, vy=-0.1))
    for round_ in range(rounds):
        for team in Team:
            match.offer("script", Orders(team, tuple(order(match, team, n, round_) for n in range(3))))
        outputs = match.advance(match.tick + PERIOD)
        truth.note(match.news, world.ball_block, world.time)
        outputs.append(truth.frame(round_, world.time, world.robot_block, world.ball_block, world.bodies))
        digest.update(json.dumps([to_plain(output) for output in outputs]).encode())
        events |= {type(event).__name__ for event in match.news}
        match.news.clear()
    return {"world": world.fingerprint(), "sensors": digest.hexdigest(), "events": sorted(events)}


def order(match, team: Team, number: int, round_: int) -> RobotOrder:
    """An order: forward most of the time, and every kind of command; all numbers are short decimals."""
    robot = match.world.robot(team, number).spec
    a, b = (7 * number + 3 * round_ + (team is Team.BLUE)) % 11 - 5, (5 * number + round_) % 7 - 3
    if round_ % 10 == 9:
        command = WheelSpeeds(tuple(4.0 * a + wheel for wheel in range(len(robot.drive.wheels))))
    elif robot.drive.kind == "omni" and round_ % 10 == 8:
        command = FieldVelocity(a / 4, b / 4, b / 2)
    else:
        command = BodyVelocity(0.5 + a / 16, b / 8 if robot.drive.kind == "omni" else 0.0, b / 2)
    kick = Kick(2.0 + a / 8, 0.6 if b > 1 else 0.0) if robot.kicker is not None and round_ % 5 == 0 else None
    return RobotOrder(number, command, kick, 100.0 if robot.holder is not None else None)


def machine() -> str:
    """Versions and processor features that the bits of MuJoCo's results depend on."""
    features = set()
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        features = set(next((line for line in lines if line.startswith("flags")), "").split())
    known = [name for name in ("sse4_2", "avx", "avx2", "fma", "avx512f", "avx512vl") if name in features]
    tuned = os.environ.get("GLIBC_TUNABLES", "")
    return " ".join([f"mujoco {version('mujoco')}", *platform.libc_ver(), *known, *([tuned] if tuned else [])])


@pytest.mark.parametrize("league", LEAGUES)
def test_a_match_on_turf_has_its_golden_fingerprint(league):
    told = play(league)
    assert {"Touch", "Collision"} <= set(told["events"]), "the script no longer brings robots and ball together"
    assert told == json.loads(TABLE.read_text())["turf"][league]


def test_a_match_on_mujoco_has_the_fingerprint_of_this_kind_of_machine():
    golden = json.loads(TABLE.read_text())["mujoco"].get(machine())
    if golden is None:
        code = "import test_golden, json; print(json.dumps(test_golden.play('ssl-div-b', 'mujoco', 25)))"
        place = {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
        done = subprocess.run(
            [sys.executable, "-c", code], env=os.environ | place, capture_output=True, text=True, check=True
        )
        golden = json.loads(done.stdout)
    assert play("ssl-div-b", "mujoco", 25) == golden


if __name__ == "__main__":
    table = json.loads(TABLE.read_text()) if TABLE.exists() else {"mujoco": {}}
    table["turf"] = {league: play(league) for league in LEAGUES}
    table["mujoco"][machine()] = play("ssl-div-b", "mujoco", 25)
    TABLE.write_text(json.dumps(table, indent=1) + "\n")

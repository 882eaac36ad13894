"""With any input the server continues: it keeps its rate, counts refusals, and the match is not damaged."""

from __future__ import annotations

import random
import struct
from collections import Counter

import pytest
from tests.fields import Fields

from .clients import Datagrams
from .garbage import (
    CONFIGS,
    GRSIM,
    REFEREE,
    SPECS,
    TEAM,
    TELEPORTS,
    huge,
    leaves_time_and_cameras_alone,
    mutated,
    refused_by_a_team,
    refused_by_control,
    refused_by_grsim,
    refused_by_the_referee_endpoint,
)
from .pitch import Company
from .words import BLUE, control, errors, globally, local, place_ball, place_robot, robot, sync, track, velocity

ROUNDS, BATCH = 150, 40  # datagrams over each port: 6000


def still_plays(pitch: Company) -> None:
    """A robot follows its command, and the cameras detect it."""
    pitch.control.ask(place(0, -2.0) + place(1, 2.0))
    for _ in range(5):  # some may get lost
        pitch.blue.ask(robot(0, globally(1.0)))
    assert velocity(track(pitch.run(0.5), BLUE, 0))[0] == pytest.approx(1.0, abs=0.1)


def place(number: int, y: float) -> bytes:
    return control(place_robot(BLUE, number, -3.0, y, 0.0, present=True), place_ball(3.0, -2.0, 0.0, 0.0, 0.0, 0.0))


def test_a_flood_of_garbage_over_every_port_costs_no_frame(distant_pitch, tell):
    pitch = distant_pitch
    chance = random.Random(2026)
    talkers: dict[str, tuple[Datagrams, list[bytes], bool]] = {
        "control": (pitch.client(pitch.ports["control"]), [*TELEPORTS, *TELEPORTS, *TELEPORTS, SPECS], True),
        "blue": (pitch.client(pitch.ports["blue"]), TEAM, True),
        "yellow": (pitch.client(pitch.ports["yellow"]), TEAM, True),
        "grsim": (pitch.client(pitch.ports["grsim"]), GRSIM, False),
        "referee": (pitch.group("referee"), REFEREE, False),
    }
    vision = pitch.group("vision")
    frames = []
    sent, answered = Counter[str](), Counter[str]()
    for round_ in range(ROUNDS):
        for name, (client, seeds, answers) in talkers.items():
            batch = [mutated(chance, seeds) for _ in range(BATCH)]
            if round_ % 50 == 0:
                batch[0] = huge(chance, seeds)
            if name == "control":
                batch = [data if leaves_time_and_cameras_alone(data) else b"\xff" for data in batch]
            for data in batch:
                client.send(data)
            if answers:
                for answer in client.waiting():
                    Fields(answer)
                    answered[name] += 1
            sent[name] += len(batch)
        assert not errors(pitch.blue.ask(robot(0, local(0.1)))).codes  # a client plays at the same time
        frames += vision.frames()
    links = pitch.status()["links"]
    for name in ("control", "yellow", "grsim"):  # what is beyond the budget of a sender is lost, and counted
        received, refused = links[name]["received"], links[name]["refused"]
        assert {"UNREADABLE", "FLOOD"} <= refused.keys(), name
        assert 0 < received <= sent[name] - refused["FLOOD"], name
        assert answered[name] <= received, name  # one answer each, no more
    assert pitch.status()["links"]["referee"]["refused"]["UNREADABLE"] > ROUNDS
    for camera in range(4):
        seen = [frame for frame in frames if frame.camera == camera]
        assert [frame.number for frame in seen] == list(range(seen[0].number, seen[0].number + len(seen)))
        assert len(seen) - 1 == pytest.approx((seen[-1].capture - seen[0].capture) * 70, abs=0.2)
    status = pitch.status()
    assert status["speed"] == 1.0  # nothing in the flood has slowed it down
    pitch.wait(lambda: not any(link["waiting"] for link in pitch.status()["links"].values()))  # of it, for their turn
    still_plays(pitch)
    ports = "control/blue/yellow/grSim/referee (10300/10301/10302/20011/10003)"
    tell(f"fuzzed {sent.total()} datagrams over UDP {ports}, 0 crashes")
    tell(f"fuzzed server meanwhile: {len(frames)} frames sent, none missing, {status['lost']} s of real time lost")


def test_garbage_for_the_configuration_is_answered_and_survived(serve, tell):
    pitch = serve(players=3)
    chance = random.Random(7)
    count = 600
    for index in range(count):
        pitch.control.ask(mutated(chance, CONFIGS))
        if index % 40 == 0:
            pitch.step(0.01)
    assert pitch.control.waiting() == []
    refused = pitch.status()["links"]["control"]["refused"]
    assert {"UNREADABLE", "INVALID_SPEC", "INVALID_REALISM", "INVALID_GEOMETRY"} <= refused.keys()
    assert pitch.step(0.1).own is not None
    tell(f"fuzzed {count} configurations over UDP control, 0 crashes")


@pytest.mark.parametrize("realism", ["perfect", "realistic"])
def test_what_is_refused_leaves_the_match_as_it_is(serve, realism, tell):
    ends, counts = [], Counter[str]()
    for garbage in (False, True):
        pitch = serve(players=6, realism=realism, seed=3)
        chance, moves = random.Random(99), random.Random(5)
        driver, sender = pitch.driver, pitch.group("referee")
        shown: list[bytes] = []
        for _ in range(15):
            orders = b"".join(robot(n, local(moves.uniform(-2, 2), 0.3, 1.0), dribbler=500.0) for n in range(6))
            if garbage:
                for name, client, make in (
                    ("blue", pitch.blue, refused_by_a_team),
                    ("yellow", pitch.yellow, refused_by_a_team),
                    ("control", pitch.control, refused_by_control),
                ):
                    for _ in range(40):
                        data = make(chance)
                        assert errors(client.ask(data)).codes, data
                        counts[name] += 1
                for name, client, make in (
                    ("grsim", pitch.grsim, refused_by_grsim),
                    ("referee", sender, refused_by_the_referee_endpoint),
                ):
                    for _ in range(40):
                        client.send(make(chance))
                        counts[name] += 1
                    pitch.heard(name, counts[name])
            answer = driver.ask(0.02, robots=orders, yellow=orders)
            shown += [data for data in Fields(answer.data).raw.get(1, []) if isinstance(data, bytes)]
        ends.append((pitch.match.world.fingerprint(), shown))
        links = pitch.status()["links"]
        for name in counts:
            assert sum(links[name]["refused"].values()) >= counts[name]
            assert links[name]["received"] == counts[name]
    assert ends[0] == ends[1]
    tell(f"refused {counts.total()} datagrams, the match unchanged ({realism})")


def takes_long(data: bytes) -> bool:
    """Whether a request asks for a step of more than a tenth of a second."""
    try:
        steps = Fields(data).raw.get(1, [])
    except ValueError:
        return False
    return any(isinstance(step, bytes) and len(step) == 4 and struct.unpack("<f", step)[0] > 0.1 for step in steps)


def test_garbage_in_lockstep_is_answered_once_each(pitch):
    chance = random.Random(11)
    seeds = [
        sync(0.01, robots=TEAM[0], yellow=TEAM[1]),
        sync(0.001, TELEPORTS[0], TEAM[2]),
        sync(0.005, TELEPORTS[1]),
    ]
    asked = 0
    while asked < 600:
        data = mutated(chance, seeds)
        if takes_long(data):
            continue
        pitch.driver.send(data)
        pitch.driver.receive()
        asked += 1
    assert not pitch.driver.has_answer()
    assert pitch.status()["lockstep"]["exchanges"] == asked

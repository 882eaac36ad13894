"""A server whose time stands still: what it is sent does not make it grow, and what it remembers stays right."""

from __future__ import annotations

import random

import pytest

from robopitch.messages import Orders
from robopitch.recording.memory import MemorySink
from robopitch.recording.reader import Recording
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.topics import INPUTS, ORDERS
from robopitch.server.history import History

from .moving import Moving, match_of
from .words import globally, local, robot

ROUNDS = 150


def recorded_inputs(pitch) -> int:
    return sum(entry.topic in (INPUTS, ORDERS) for entry in pitch.server.history._memory.entries())


@pytest.mark.parametrize("why", ["paused", "waits", "slow"])
def test_orders_while_time_stands_still_are_neither_recorded_nor_delayed_one_by_one(serve, why):
    pitch = serve(lockstep=why == "waits", realism="realistic", players=3)
    match, chance = pitch.match, random.Random(1)
    pitch.server.set_speed({"paused": 0.0, "waits": 1.0, "slow": 0.0001}[why])
    pitch.wait(lambda: why != "paused" or not pitch.server.moves)
    before, first = recorded_inputs(pitch), match.tick
    for _ in range(ROUNDS):
        for team in (pitch.blue, pitch.yellow):
            team.ask(b"".join(robot(number, globally(chance.uniform(-1, 1))) for number in range(3)))
    ticks = match.tick - first + 1
    assert recorded_inputs(pitch) - before <= 4 * ticks < ROUNDS
    assert len(match.radio.air.entries) <= 4 * ticks
    assert len(match.inputs.waiting) <= 4  # another one is just being handled


def test_the_last_orders_of_a_pause_hold_and_a_clip_of_it_is_simulated_again(serve, tmp_path):
    pitch = serve(lockstep=False, realism="realistic", players=2)
    pitch.wait(lambda: pitch.match.tick > 50)
    pitch.ask(ask="speed", speed=0)
    for turn in range(20):
        pitch.blue.ask(robot(0, globally(0.1 * turn, 0.0), dribbler=500.0 if turn == 3 else None))
        pitch.blue.ask(robot(1, local(0.0, -1.0), kick=3.0 if turn < 19 else None))
    pitch.ask(ask="step", ticks=200)
    column = {body.id: n for n, body in enumerate(pitch.match.world.bodies) if body.team == "blue"}
    world = pitch.match.world
    assert world.robot("blue", 0).velocity.x > 0.3
    from robopitch.physics import state as s

    assert world.robot_block[s.HOLD, column[0]] > 0  # of the fourth message: nothing was said about it later
    assert world.robot_block[s.KICK_FORWARD, column[1]] == 0  # the last message cancelled the kick
    path = tmp_path / "clip.mcap"
    pitch.server.history.save(path)
    pitch.wait(lambda: pitch.server.history.saved[str(path)] == "saved")
    with Recording(path) as recording:
        assert simulate_again(recording).same


def test_memory_full_of_inputs_drops_the_oldest_and_what_is_left_is_right(tmp_path, monkeypatch):
    """Placing by hand is done at once, also in a pause, so that it is seen: each is an input of its own."""
    from robopitch.messages import PlaceBall

    room = 500_000
    monkeypatch.setattr("robopitch.recording.memory.MemorySink", lambda seconds: MemorySink(seconds, room))
    moving, chance = Moving(match_of(), history=History()), random.Random(3)
    try:
        marks: dict[int, str] = {}
        for _ in range(12):
            moving.step(40)
            for _ in range(60):  # while time stands still, at most a second between two looks
                for _ in range(3):
                    moving.give(PlaceBall(x=chance.uniform(-2, 2), y=chance.uniform(-1, 1), vx=1.0, vy=0.5))
                moving.history.tidy(moving.match)
                assert moving.history._memory.size < 1.3 * room
            marks[moving.match.tick] = ""
            moving.step(20)
            marks[moving.match.tick] = moving.fingerprint
        path = moving.save(tmp_path / "clip.mcap")
        with Recording(path) as recording:
            verdict = simulate_again(recording)
        assert verdict.same
        assert verdict.ticks > 60
        oldest = round(moving.history.oldest / moving.match.world.timestep)
        reachable = [tick for tick, mark in marks.items() if mark and tick >= oldest]
        assert len(reachable) > 1
        for tick in reversed(reachable):
            moving.go_back(tick)
            assert moving.fingerprint == marks[tick]
    finally:
        moving.close()


def test_orders_that_do_more_than_to_hold_are_not_merged():
    from robopitch.messages import BodyVelocity, Extend, JointTargets, Kick, RobotOrder, Team

    first = Orders(Team.BLUE, (RobotOrder(1, BodyVelocity(1.0), Kick(2.0), 5.0), RobotOrder(2, BodyVelocity(2.0))))
    later = Orders(Team.BLUE, (RobotOrder(3), RobotOrder(1, None, None, None)))
    assert later.after(first).orders == (
        RobotOrder(1, BodyVelocity(1.0), None, 5.0),
        RobotOrder(2, BodyVelocity(2.0)),
        RobotOrder(3),
    )
    extends, drives = (Orders(Team.BLUE, (RobotOrder(1, one),)) for one in (Extend("left"), BodyVelocity(1.0)))
    assert later.after(extends).orders[0] == RobotOrder(1, Extend("left"))
    assert drives.after(extends) is None
    assert extends.after(drives) is None  # it would drive on meanwhile
    bends, turns = JointTargets({"knee": 0.1, "hip": 0.2}), JointTargets({"knee": 0.3})
    assert turns.after(bends) == JointTargets({"knee": 0.3, "hip": 0.2})
    assert JointTargets({"knee": 0.3}, speed=1.0).after(bends) is None

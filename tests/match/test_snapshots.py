"""A snapshot with wrong content and a right digest is refused when loaded, and changes nothing; or it can be played."""

import hashlib
import json
import random
import struct

import pytest

import robopitch
from robopitch import BodyVelocity, Team
from robopitch.match import Match
from robopitch.messages import (
    ChangeSensor,
    GameState,
    HearReferee,
    Orders,
    Phase,
    PlaceBall,
    RobotOrder,
    Steer,
    TeamState,
)

MATCH, WORLD = b"robopitch match 2\n", b"robopitch world 2\n"
ODD = [None, True, False, -1, 0, 1, 3.5, 2**40, -(2**40), 2**70, 1e30, float("nan"), float("inf")]
ODD += ["", "x", "blue", [], [1], [[]], {}, {"is": "Body", "of": [None, 0]}, {"is": "eval", "of": []}]


def sealed(magic: bytes, plain: object, rest: bytes) -> bytes:
    body = magic + json.dumps(plain, sort_keys=True).encode() + b"\n" + rest
    return body + hashlib.sha256(body).digest()


def opened(magic: bytes, saved: bytes) -> tuple[dict, bytes]:
    text, _, rest = saved[len(magic) : -32].partition(b"\n")
    return json.loads(text), rest


def mutate(plain: object, chance: random.Random) -> None:
    """Replace, remove or double a random node of a tree."""
    here, spots = plain, []
    while isinstance(here, dict | list) and here:
        key = chance.choice(sorted(here) if isinstance(here, dict) else range(len(here)))
        spots.append((here, key))
        here = here[key]
    table, key = chance.choice(spots)
    what = chance.random()
    if what < 0.1:
        del table[key]
    elif what < 0.15 and isinstance(table, list):
        table.append(table[key])
    elif what < 0.3 and isinstance(table[key], int | float):
        table[key] = table[key] * chance.choice([-1, 2, 1000]) + chance.choice([-1, 0, 1])
    else:
        table[key] = chance.choice(ODD)


def mutated(saved: bytes, seed: int) -> bytes:
    chance = random.Random(seed)
    state, world = opened(MATCH, saved)
    if chance.random() < 0.75:
        mutate(state, chance)
        return sealed(MATCH, state, world)
    head, numbers = opened(WORLD, world)
    if chance.random() < 0.5:
        mutate(head, chance)
    else:
        cut = chance.choice([0, 1, 8, len(numbers)])
        values = bytearray(numbers[: len(numbers) - cut])
        if values:
            number = chance.choice([float("nan"), float("inf"), 1e300, -1.0, 0.5, 7.0])
            struct.pack_into("<d", values, 8 * chance.randrange(len(values) // 8), number)
        numbers = bytes(values)
    return sealed(MATCH, state, sealed(WORLD, head, numbers))


def commanded() -> Match:
    """A match in which every part has some state."""
    noise = {"command_delay": 0.02, "vision_delay": 0.03}
    match = robopitch.make_match("ssl-div-b", seed=3, realism="realistic", realism_overrides=noise, tracker="filter")
    teams = {team: TeamState(keeper=2, robots_allowed=6) for team in Team}
    for turn in range(30):
        for team in Team:
            orders = tuple(RobotOrder(number, BodyVelocity(1.0, 0.2, 1.0), None, 50.0) for number in range(6))
            match.offer(team.value, Orders(team, orders))
        if turn == 10:
            match.offer("hand", PlaceBall(x=0.5, y=0.1, by_force=True))
            match.offer("hand", Steer(Team.BLUE, 1, RobotOrder(1, BodyVelocity(0.5))))
        if turn == 20:
            match.offer("referee", HearReferee(GameState(Phase.STOP, None, (0.1, 0.2), teams, 0.2, 1)))
        match.advance(match.tick + 10)
    match.offer("blue", Orders(Team.BLUE, (RobotOrder(0, BodyVelocity(1.0)),)))
    return match


def played() -> Match:
    """A match between teams that use their memories."""
    match = robopitch.make_match("ssl-div-b", blue="cambada", yellow="mi20", seed=3, realism=None)
    match.advance(700)
    return match


@pytest.mark.parametrize(("made", "count", "ticks"), [(commanded, 120, 200), (played, 100, 200)])
def test_wrong_content_is_refused_when_it_is_loaded(made, count, ticks):
    match = made()
    saved = match.save()
    refused = 0
    for seed in range(count):
        wrong = mutated(saved, seed)
        try:
            match.restore(wrong)
        except ValueError:
            refused += 1
            assert match.save() == saved, seed
            continue
        match.advance(match.tick + ticks)
        match.restore(saved)
    assert refused > count // 2
    alone = made()
    for either in (match, alone):
        either.advance(alone.tick + 500 if either is alone else match.tick + 500)
    assert match.world.fingerprint() == alone.world.fingerprint()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("channels", 0, 2), 10**9),  # rules that are never applied again
        (("robots", "watchdog", 0, 1), 10**6),  # an IndexError as soon as that robot times out
        (("referee", "free_play", "score", 0), "two"),
        (("players", "memories", 0), [1]),
        (("epoch",), float("nan")),
        (("players", "names", 1), "nobody"),
        (("sensors", "vision", "under_way", 0, 1), 10**30),
        (("radio", "air", 0, 2, "of", 1), 5),
    ],
)
def test_what_would_fail_later_is_refused_with_the_name_of_the_part(path, value):
    match = commanded()
    saved = match.save()
    state, world = opened(MATCH, saved)
    table = state
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value
    with pytest.raises(ValueError, match="the saved match "):
        match.restore(sealed(MATCH, state, world))
    assert match.save() == saved


def test_a_world_that_is_refused_leaves_the_other_as_it_was():
    world = robopitch.make("ssl-div-b")
    world.run(0.1)
    saved, before = world.save(), world.fingerprint()
    head, numbers = opened(WORLD, saved)
    for change in (
        {"tick": -1},
        {"tick": "x"},
        {"bodies": head["bodies"] * 2},
        {"bodies": [["blue", 99]]},
        {"tick": None},
    ):
        with pytest.raises(ValueError, match="saved world"):
            world.restore(sealed(WORLD, {**head, **change}, numbers))
    for number in (float("nan"), 1e12):
        with pytest.raises(ValueError, match="saved world"):
            world.restore(sealed(WORLD, head, struct.pack("<d", number) + numbers[8:]))
    assert world.fingerprint() == before


# ---- sensors of robots ----------------------------------------------------------------------------------------------


def onboard(**options) -> Match:
    return robopitch.make_match("msl", seed=3, **options)


def test_sensors_of_robots_that_are_off_do_not_make_a_snapshot_larger():
    match, bare = onboard(), onboard(overrides={"robot.sensors": []})
    assert len(match.sensors.suite) > 90
    assert opened(MATCH, match.save())[0]["sensors"].keys() == opened(MATCH, bare.save())[0]["sensors"].keys()
    before = len(match.save())
    for sensor in match.sensors.suite:
        match.offer("me", ChangeSensor(sensor.name, {"loss": 0.5}))
    match.advance(1)
    assert len(match.save()) > 1.5 * before


def test_a_sensor_that_was_switched_on_is_off_again_after_an_older_snapshot():
    match = onboard()
    match.advance(100)
    saved = match.save()
    match.advance(300)
    alone = match.world.fingerprint()
    match.offer("me", ChangeSensor("blue 1 odometry", {"on": True}))
    match.advance(600)
    changed = match.save()
    assert list(opened(MATCH, changed)[0]["sensors"]) == ["blue 1 odometry"]
    match.restore(saved)
    assert not match.sensors.sensor("blue 1 odometry").settings.on
    assert match.save() == saved
    match.advance(300)
    assert match.world.fingerprint() == alone
    match.restore(changed)
    assert match.save() == changed


def test_a_snapshot_with_all_sensors_as_older_versions_wrote_it_can_be_restored():
    match = onboard()
    match.offer("me", ChangeSensor("blue 1 compass", {"on": True}))
    match.advance(500)
    saved = match.save()
    state, world = opened(MATCH, saved)
    unused = {"frames": 0, "channels": [], "under_way": [], "heard": [], "events": [], "state": {}}
    state["sensors"] = {sensor.name: unused for sensor in match.sensors.suite} | state["sensors"]
    older = sealed(MATCH, state, world)
    assert len(older) > 1.5 * len(saved)
    other = onboard()
    other.restore(older)
    assert other.save() == saved


def test_a_snapshot_without_a_sensor_that_is_on_is_refused():
    match = onboard(overrides={"robot.sensors.1.settings.on": True})
    match.advance(100)
    state, world = opened(MATCH, match.save())
    del state["sensors"]["blue 1 compass"]
    with pytest.raises(ValueError, match="blue 1 compass: 0 schedules, not 1"):
        match.restore(sealed(MATCH, state, world))

"""Matches in which a lot happens, the same each time."""

import random
from pathlib import Path

import robopitch
from robopitch import BodyVelocity, FieldVelocity, Kick, Team, WheelSpeeds
from robopitch.leagues.publishing import Publishers
from robopitch.leagues.registry import family_of
from robopitch.match import Match
from robopitch.messages import (
    ChangeRealism,
    ChangeRobot,
    ChangeSpec,
    MoveEpoch,
    Orders,
    PlaceBall,
    PlaceRobot,
    Published,
    RimSpeeds,
    RobotOrder,
    Whistle,
    Whistled,
)
from robopitch.recording.header import describe
from robopitch.recording.recorder import Recorder
from robopitch.recording.sink import FileSink


def commanded(**options) -> Match:
    return robopitch.make_match("ssl-div-b", **{"seed": 5, "realism": "realistic", "epoch": 1000.0, **options})


def publish(match: Match, on_packet=lambda topic, data: None):
    """A function that advances a match to a tick and passes its packets on."""
    league = family_of(match.world.league.family)
    publishers = Publishers(match, league)

    def advance(until: int) -> None:
        for published in publishers.go(until):
            for packet in published.packets:
                on_packet(league.channels[packet.channel].topic, packet.data)

    return advance


def script(match: Match, seconds: float, advance=None, seed: int = 1) -> None:
    """Both teams command, and everything else that can enter a match does."""
    chance = random.Random(seed)
    advance = advance or match.advance
    kinds = [
        lambda: BodyVelocity(chance.uniform(-2, 2), chance.uniform(-1, 1), chance.uniform(-4, 4)),
        lambda: FieldVelocity(chance.uniform(-2, 2), chance.uniform(-1, 1), 0.1),
        lambda: WheelSpeeds([chance.uniform(-40, 40) for _ in range(4)]),
        lambda: RimSpeeds([chance.uniform(-1, 1) for _ in range(4)]),
        lambda: None,
    ]
    others = {
        20: PlaceBall(x=0.5, y=0.2, vx=3.0),
        40: PlaceRobot(Team.BLUE, 13, 1.0, 1.0, present=True),
        60: ChangeSpec({"ball.rolling_deceleration": 0.6}),
        70: ChangeRobot(Team.YELLOW, 2, {"mass": 1.9}),
        80: ChangeRealism({"vision_delay": 0.02, "command_loss": 0.2}),
        90: Whistled(Whistle.STOP),
        95: Whistled(Whistle.START),
        100: PlaceBall(x=1.0, by_force=True),
        105: MoveEpoch(0.25),
        110: PlaceBall(vx=0.0, vy=0.0),
        112: PlaceRobot(Team.YELLOW, 0, 30.0, 30.0),  # outside
        118: PlaceRobot(Team.YELLOW, 0, 1.0, -1.0),
        115: Published(Team.BLUE, {"3.predicted.x": 1.25}),
        120: PlaceRobot(Team.BLUE, 1, present=False),
    }
    for turn in range(round(seconds / 0.01)):
        for team in Team:
            orders = tuple(
                RobotOrder(
                    number,
                    chance.choice(kinds)(),
                    Kick(chance.uniform(1, 6), chance.choice([0.0, 0.5])) if chance.random() < 0.2 else None,
                    chance.choice([None, 0.0, 120.0]),
                )
                for number in range(6)
            )
            match.offer(team.value, Orders(team, orders))
        if turn in others:
            assert match.offer("control", others[turn]) == ()
        advance(match.tick + 10)


def record(match: Match, path: Path, seconds: float, packets: bool = True, **options) -> None:
    """Play the script and write it down."""
    sink = FileSink(path, describe(match, {"place": "here"}), **options)
    recorder = Recorder(match, [sink], packets=packets)
    script(match, seconds, publish(match, lambda topic, data: recorder.packet(topic, data, sent=True)))
    recorder.note("the end")
    recorder.close()
    sink.close()
    assert sink.failure is None

"""MI20's network in a match: who may take part, frames, commands, places and events between programs. No sockets."""

from __future__ import annotations

import math
import random
import struct
from typing import Any

import pytest
from tests.leagues.mirosot.connecting import Io

import robopitch
from robopitch.leagues.mirosot.mi20.endpoint import mi20_endpoint
from robopitch.leagues.mirosot.mi20.game import change_of, game_of_change
from robopitch.leagues.mirosot.mi20.hub import SNAPSHOT, WORLD, encode_frame
from robopitch.leagues.mirosot.mi20.ids import SnapshotIds
from robopitch.leagues.mirosot.mi20.team_link import HEARS, Mi20TeamLink
from robopitch.leagues.mirosot.wire import mi20_events as wire
from robopitch.leagues.mirosot.wire.mi20 import Situation, Snapshot, SnapshotRobot
from robopitch.leagues.network import Network
from robopitch.leagues.registry import network_of
from robopitch.messages import (
    Body,
    BodyVelocity,
    CameraFrame,
    ChangeSensor,
    GameState,
    Orders,
    Phase,
    Refusal,
    RequestPlaces,
    Restart,
    RobotOrder,
    RobotPlace,
    Team,
    Whistle,
    Whistled,
)
from robopitch.messages import team_events as team_side
from robopitch.spec import load_league
from robopitch.spec.rules import rules_of

LEAGUE = load_league("mirosot-5v5")


class Peer:
    """A program on the network, with a list instead of a socket."""

    def __init__(self, endpoint: Any, match: Any, hello: wire.Hello | None = None) -> None:
        self.io = Io(match, "mi20")
        self.io.send = self._on_sent  # type: ignore[attr-defined]
        self.io.close = lambda reason: setattr(self, "closed", reason)  # type: ignore[attr-defined]
        self.closed = ""
        self._sent = b""
        self.connection = endpoint.connect(self.io)
        if hello is not None:
            self.say(hello)

    def _on_sent(self, data: bytes, to: object = None) -> None:
        self._sent += data

    def say(self, *said: Any) -> None:
        self.io.now += 1.0
        self.connection.on_data(
            b"".join(one.encode() if hasattr(one, "encode") else wire.encode_event(one) for one in said)
        )

    def wants(self, *names: str) -> None:
        self.say(*(wire.Register(wire.event_id(name)) for name in names))

    def got(self) -> list[Any]:
        """What was sent to it since the last time."""
        packets = [wire.decode_packet(data) for data in wire.PacketFraming().feed(self._sent)]
        self._sent = b""
        return [
            wire.decode_event(packet) if packet.type is wire.PacketType.EVENT else wire.decode_handshake(packet)
            for packet in packets
        ]


class Pitch:
    """A match, and its port."""

    def __init__(self, **options: Any) -> None:
        self.match = robopitch.make_match("mirosot-5v5", **{"realism": None, "watchdog": 0.0, **options})
        self.endpoint = mi20_endpoint(self.match)

    def peer(self, team: Team | None = None, *modules: str, name: str = "peer") -> Peer:
        return Peer(self.endpoint, self.match, wire.Hello(name, team, modules))

    def go(self, seconds: float) -> None:
        self.match.advance(self.match.tick + round(seconds / self.match.world.timestep))


@pytest.fixture
def pitch() -> Pitch:
    return Pitch()


# ---- who takes part ------------------------------------------------------------------------------------------------


def test_a_program_is_accepted_and_told_the_field_and_who_else_is_there(pitch):
    blue, yellow = pitch.peer(Team.BLUE, "radio", name="one"), pitch.peer(Team.YELLOW, "radio", name="two")
    (first,), (second,) = blue.got(), yellow.got()
    assert (first.field, first.robots, first.rate, first.peers) == (0x05, 5, 60.0, ())
    assert (first.length, first.width) == pytest.approx((2.2, 1.8))
    assert second.peers == (wire.Peer("one", "192.0.2.7:5000"),)
    assert [row["name"] for row in pitch.endpoint.report().values()] == ["two"]  # the list has one address for both


def test_a_module_runs_only_once_in_a_team(pitch):
    pitch.peer(Team.BLUE, "strategy", "radio", name="one")
    second = pitch.peer(Team.BLUE, "vision", "radio")
    (refused,) = second.got()
    assert refused == wire.Refused("radio of blue runs already in 'one' at 192.0.2.7:5000")
    assert second.closed == refused.reason
    assert pitch.peer(Team.BLUE, "vision").closed == ""
    assert pitch.peer(Team.YELLOW, "strategy").closed == ""


def test_a_team_that_plays_in_the_match_cannot_be_taken():
    peer = Pitch(blue="chase").peer(Team.BLUE)
    assert peer.closed == "blue is not commanded from outside in this match"


def test_the_place_of_who_leaves_is_free_and_its_robots_stand(pitch):
    pitch.match.offer("person", Whistled(Whistle.START))
    blue, monitor = pitch.peer(Team.BLUE, "radio"), pitch.peer(name="monitor")
    monitor.wants("module_start")
    blue.say(wire.Velocities(1, 1.0, 0.0))
    pitch.go(0.5)
    assert math.hypot(*pitch.match.world.robot("blue", 1).velocity[:2]) > 0.5
    blue.connection.on_close()
    pitch.go(1.0)
    assert math.hypot(*pitch.match.world.robot("blue", 1).velocity[:2]) < 0.01
    assert monitor.got()[-1] == wire.ModuleStart("radio", False)
    assert pitch.peer(Team.BLUE, "radio").closed == ""


# ---- frames --------------------------------------------------------------------------------------------------------


def test_each_team_sees_itself_as_the_team_from_the_corner_of_the_field(pitch):
    pitch.match.world.place_ball(x=0.1, y=-0.2)
    pitch.match.world.place_robot("yellow", 2, x=0.5, y=0.25, heading=1.0)
    peers = {team: pitch.peer(team) for team in Team}
    for team, peer in peers.items():
        peer.wants("new_snapshot", "new_worlddata")
        found = {type(one): one for one in peer.got()}
        snapshot, world = found[wire.NewSnapshot].snapshot, found[wire.NewWorldData].world
        assert snapshot.balls[0] == pytest.approx((1200.0, 700.0))
        own, other = (snapshot.team, snapshot.opponents)[:: 1 if team is Team.YELLOW else -1]
        assert (own[2].id, own[2].x, own[2].y, own[2].heading) == pytest.approx((2, 1600.0, 1150.0, 1.0))
        assert len(other) == 5
        assert (world.ball.x, world.ball.y) == pytest.approx((1200.0, 700.0))


def test_frames_come_sixty_times_a_second_until_they_are_not_wanted_any_more(pitch):
    peer = pitch.peer(Team.BLUE)
    peer.wants("new_snapshot")
    peer.got()
    pitch.go(0.5)
    times = [one.snapshot.time for one in peer.got() if isinstance(one, wire.NewSnapshot)]
    assert len(times) == 30
    assert times[-1] - times[0] == pytest.approx(29 / 60, abs=1e-3)
    peer.say(wire.Unregister(wire.event_id("new_snapshot")))
    pitch.go(0.1)
    assert peer.got() == []


def test_the_link_of_a_team_reads_the_true_places_from_a_frame(pitch):
    pitch.match.world.place_robot("yellow", 3, x=0.4, y=-0.3, heading=2.0)
    link = Mi20TeamLink(Team.YELLOW, LEAGUE, Network(network_of("mirosot-5v5")))
    peer = Peer(pitch.endpoint, pitch.match)
    peer.connection.on_data(link.opening())
    reports = [report for data in link.split(peer._sent) for report in link.read("answers", data)]
    (frame,) = [report for report in reports if isinstance(report, CameraFrame)]
    seen = next(robot for robot in frame.yellow if robot.id == 3)
    assert (seen.x, seen.y, seen.heading) == pytest.approx((0.4, -0.3, 2.0))
    assert len(frame.blue) == 5
    assert [wire.event_id(name) for name in HEARS] == list(dict.fromkeys(wire.event_id(name) for name in HEARS))
    (again,) = link.read("answers", link.example(frame))
    assert [robot.x for robot in again.yellow] == pytest.approx([robot.x for robot in frame.yellow])


# ---- image vision --------------------------------------------------------------------------------------------------


def test_one_image_vision_feeds_the_programs_of_both_teams_while_it_is_on():
    pitch = Pitch(realism="perfect")
    peers = {team: pitch.peer(team) for team in Team}
    for peer in peers.values():
        peer.wants("new_snapshot")
    patches = {"blue_patches": "two-colour"}
    pitch.match.offer("test", ChangeSensor("overhead camera", {"on": True, "noise": 0.0, **patches}))
    pitch.match.offer("test", ChangeSensor("image vision", {"on": True, "tracking": False, **patches}))
    pitch.go(0.01)
    for peer in peers.values():
        peer.got()
    pitch.go(0.3)
    robots = {robot.body: robot.pose for robot in pitch.match.world.robots()}
    for team, peer in peers.items():
        seen = [one.snapshot for one in peer.got() if isinstance(one, wire.NewSnapshot)]
        assert 7 <= len(seen) <= 9  # at 30 Hz: each image once
        assert len({snapshot.time for snapshot in seen}) == len(seen)
        last = seen[-1]
        assert last.balls[0] == pytest.approx((1100.0, 900.0), abs=3.0)
        blue, yellow = (last.team, last.opponents)[:: 1 if team is Team.BLUE else -1]
        assert [robot.id for robot in blue] == [None] * 5  # two colours do not tell which is which
        assert sorted(robot.id for robot in yellow) == list(range(5))
        for robot in yellow:
            pose = robots[Body(Team.YELLOW, robot.id)]
            assert (robot.x, robot.y) == pytest.approx((1000 * pose.x + 1100, 1000 * pose.y + 900), abs=3.0)
    pitch.match.offer("test", ChangeSensor("image vision", {"on": False}))
    pitch.go(0.02)
    peers[Team.BLUE].got()
    pitch.go(0.1)
    true = [one.snapshot for one in peers[Team.BLUE].got() if isinstance(one, wire.NewSnapshot)]
    assert len(true) == 6
    assert [robot.id for robot in true[-1].team] == list(range(5))


def test_a_team_gives_numbers_to_robots_that_vision_did_not_identify_and_keeps_them():
    ids, count = SnapshotIds(3), 40
    for frame in range(count):
        places = {number: (300.0 * number + 5.0 * frame, 100.0 * number) for number in range(3)}
        order = [(number + frame) % 3 for number in range(3)]  # in whatever order vision finds them
        robots = tuple(SnapshotRobot(*places[number], 0.0, None) for number in (order if frame else range(3)))
        known = (SnapshotRobot(900.0, 900.0, 0.0, 2),)
        found = ids.see(Snapshot(frame / 30, (), robots, known))
        assert found.opponents == known
        assert {robot.id: (robot.x, robot.y) for robot in found.team} == places
    lone = SnapshotRobot(2000.0, 1500.0, 0.0, None)  # a fourth one: no number is left
    found = ids.see(Snapshot(count / 30, (), (*found.team, lone), known))
    assert [robot.id for robot in found.team][3:] == [None]


# ---- commands ------------------------------------------------------------------------------------------------------


def test_velocities_of_a_frame_are_one_order_in_metres(pitch):
    peer = pitch.peer(Team.YELLOW)
    peer.say(wire.Velocities(3, 0.5, -2.0), wire.Velocities(1, 1.0, 0.0), wire.Velocities(3, 0.25, 1.0))
    orders = [one for one in peer.io.offered if isinstance(one, Orders)]
    assert orders == [
        Orders(Team.YELLOW, (RobotOrder(1, BodyVelocity(1.0)), RobotOrder(3, BodyVelocity(0.25, 0.0, 1.0))))
    ]
    assert peer.io.speakers == [Team.YELLOW]


def test_the_robots_drive_as_they_are_told(pitch):
    pitch.match.offer("person", Whistled(Whistle.START))
    peer, robot = pitch.peer(Team.BLUE), pitch.match.world.robot("blue", 3)
    before = robot.pose
    for _ in range(30):
        peer.say(wire.Velocities(3, 0.5, 0.0))
        pitch.go(1 / 60)
    assert 0.15 < robot.pose.x - before.x < 0.26
    assert robot.pose.y == pytest.approx(before.y, abs=0.01)


def test_what_cannot_be_is_refused_and_the_rest_is_taken(pitch):
    stranger = Peer(pitch.endpoint, pitch.match)
    stranger.say(wire.Velocities(1, 1.0, 0.0))
    assert [one.code for one in stranger.io.refused] == ["HELLO"]
    watcher = pitch.peer()
    watcher.say(wire.Velocities(1, 1.0, 0.0), wire.Register(7), wire.Hello("again"), wire.Refused("you"))
    assert [one.code for one in watcher.io.refused] == ["TEAM", "EVENT", "HELLO", "TYPE"]
    peer = pitch.peer(Team.BLUE)
    peer.wants("error")
    peer.got()
    peer.say(wire.Velocities(77, 1.0, 0.0))
    assert peer.io.refused
    assert isinstance(peer.got()[-1], wire.ErrorText)
    bad = bytearray(wire.encode_event(wire.Velocities(1, 1.0, 0.0)))
    bad[2] ^= 1
    peer.connection.on_data(bytes(bad) + wire.encode_event(wire.Velocities(2, 1.0, 0.0)))
    assert peer.io.refused[-1].code == "CHECKSUM"
    assert peer.io.offered[-1] == Orders(Team.BLUE, (RobotOrder(2, BodyVelocity(1.0)),))


def test_a_stream_that_is_none_is_closed(pitch):
    peer = Peer(pitch.endpoint, pitch.match)
    peer.connection.on_data(b"GET / HTTP/1.1\r\n\r\n")
    assert peer.closed.startswith("a packet of MI20 begins with 0x20")
    assert [one.code for one in peer.io.refused] == ["UNREADABLE"]


def test_packets_are_counted_one_by_one_and_those_beyond_the_budget_are_not_handled(pitch):
    peer = pitch.peer(Team.BLUE)
    peer.io.left = 99
    flood = wire.encode_event(wire.Velocities(1, 1.0, 0.0)) * 5000
    peer.connection.on_data(flood)
    assert pitch.endpoint.views[0].read({}).rows[-1].cells[1] == 100
    assert len(peer.io.offered) == 1


def test_random_packets_end_nothing(pitch):
    chance = random.Random(3)
    peer = pitch.peer(Team.BLUE)
    good = [wire.encode_event(wire.Velocities(1, 0.5, 0.0)), wire.Register(wire.event_id("velocities")).encode()]
    good += [wire.encode_event(wire.SetAction(1, 1e30, -1e30, 9.0)), wire.SettingChanged("a", "b").encode()]
    for _ in range(1500):
        data = bytearray(chance.choice(good))
        data[chance.randrange(6, len(data))] = chance.randrange(256)
        peer.io.now += 1.0
        peer.connection.on_data(wire.encode_packet(wire.PacketType(data[3]), bytes(data[6:])))
    pitch.go(0.1)
    assert all(math.isfinite(value) for value in pitch.match.world.robot("blue", 1).pose)


# ---- events between programs ---------------------------------------------------------------------------------------


def test_events_go_to_the_programs_of_the_team_that_want_them(pitch):
    strategy, monitor = pitch.peer(Team.BLUE, "strategy"), pitch.peer(Team.BLUE, "gui")
    other, watcher = pitch.peer(Team.YELLOW, "strategy"), pitch.peer()
    for peer in (strategy, other, watcher):
        peer.wants("robot_sleep")
        peer.got()
    monitor.got()
    monitor.say(wire.RobotSleep(3), wire.SettingChanged("strategy.decision", "chase"), wire.Identify(1))
    assert strategy.got() == [wire.RobotSleep(3), wire.SettingChanged("strategy.decision", "chase")]
    assert watcher.got() == [wire.RobotSleep(3), wire.SettingChanged("strategy.decision", "chase")]
    assert other.got() == []
    assert monitor.got() == []
    watcher.say(wire.RobotSleep(0xFF))
    assert strategy.got() == other.got() == [wire.RobotSleep(0xFF)]


def test_the_link_of_a_team_turns_events_of_others_into_its_own():
    link = Mi20TeamLink(Team.BLUE, LEAGUE, Network(network_of("mirosot-5v5")))
    said = {
        wire.encode_event(wire.RobotSleep(0xFF)): team_side.RobotSleep(None),
        wire.encode_event(wire.RobotWakeup(2)): team_side.RobotWakeup(2),
        wire.encode_event(wire.Identify(2)): team_side.Identify(2),
        wire.encode_event(wire.IdSwap(1, 2)): team_side.SwapIds(1, 2),
        wire.SettingChanged("a.b", "1").encode(): team_side.SettingChanged("a.b", "1"),
        wire.encode_event(wire.Shutdown()): team_side.Shutdown(),
        wire.Refused("no").encode(): Refusal("REFUSED", "no"),
    }
    assert [list(link.read("answers", data)) for data in said] == [[event] for event in said.values()]
    assert wire.decode_event(wire.decode_packet(link.say(team_side.IdentifyDone(1, None)))) == wire.IdentifyDone(
        1, 0xFF
    )
    assert link.say(team_side.Shutdown()) == b""


def test_the_link_of_a_team_reads_any_bytes():
    link, chance = Mi20TeamLink(Team.BLUE, LEAGUE, Network(network_of("mirosot-5v5"))), random.Random(5)
    match = robopitch.make_match("mirosot-5v5", realism=None)
    good = [encode_frame(match, Team.BLUE, one) for one in (SNAPSHOT, WORLD)]
    good += [wire.encode_event(change_of(match.game, Team.BLUE)), wire.Accepted(5, 5, 2.2, 1.8, 60.0).encode()]
    for _ in range(2000):
        data = bytearray(chance.choice(good))
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(6, len(data))] = chance.randrange(256)
        cut = bytes(data[6 : chance.choice((len(data), chance.randrange(6, len(data) + 1)))])
        assert isinstance(link.read("answers", wire.encode_packet(wire.PacketType(data[3]), cut)), list)
        assert isinstance(link.read("answers", bytes(data)), list)


# ---- the referee ---------------------------------------------------------------------------------------------------


def test_the_state_of_the_game_comes_when_it_changes_from_the_side_of_the_team():
    pitch = Pitch(referee="rules")
    pitch.match.offer("person", Whistled(Whistle.KICK_OFF, Team.BLUE))
    peers = {team: pitch.peer(team) for team in Team}
    for peer in peers.values():
        peer.wants("game_state_change", "score_change")
    pitch.go(12.0)
    told = {team: [one for one in peer.got() if isinstance(one, wire.GameStateChange)] for team, peer in peers.items()}
    for team, direction, location in ((Team.BLUE, False, 0), (Team.YELLOW, True, 1)):
        assert wire.GameStateChange(False, Situation.KICK_OFF, direction, location) in told[team]
        assert told[team][-1].running


def test_the_targets_of_the_auto_positioning_are_asked_for_and_taken():
    pitch = Pitch(referee="rules")
    pitch.match.offer("person", Whistled(Whistle.KICK_OFF, Team.YELLOW))
    peer = pitch.peer(Team.BLUE)
    peer.wants("game_state_change")
    pitch.go(0.1)
    assert not peer.got()[-1].running
    link = Mi20TeamLink(Team.BLUE, LEAGUE, Network(network_of("mirosot-5v5")))
    peer.io.now += 1.0
    peer.connection.on_data(link.say(team_side.Places((RobotPlace(2, -0.7, 0.6, 0.5), RobotPlace(4, 0.9, 0.0, 0.0)))))
    assert isinstance(peer.io.offered[-1], RequestPlaces)
    pitch.go(5.0)
    x, y, heading = pitch.match.world.robot("blue", 2).pose
    assert (x, y, heading) == pytest.approx((-0.7, 0.6, 0.5), abs=1e-3)
    assert pitch.match.world.robot("blue", 4).pose.x < 0  # in the other half: corrected
    offered = len(peer.io.offered)
    pitch.go(6.0)
    assert pitch.match.game.phase is not Phase.STOP
    peer.say(wire.SetAction(2, 1.0, 1.0, 0.0))
    assert len(peer.io.offered) == offered


RULES = rules_of(LEAGUE)
GAMES = [
    GameState(Phase.STOP, then=Restart(Phase.KICK_OFF, Team.BLUE, (0.0, 0.0))),
    GameState(Phase.STOP, then=Restart(Phase.PENALTY, Team.YELLOW, (-0.725, 0.0))),
    GameState(Phase.STOP, then=Restart(Phase.GOAL_KICK, Team.BLUE, (-0.95, 0.2))),
    GameState(Phase.STOP, then=Restart(Phase.DROPPED_BALL, None, (0.55, -0.6))),
    GameState(Phase.STOP, then=Restart(Phase.DROPPED_BALL, None, (-0.55, 0.6))),
    GameState(Phase.HALT),
    GameState(Phase.RUNNING),
]


@pytest.mark.parametrize("team", list(Team))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.then or game.phase))
def test_a_team_understands_the_state_of_the_game(game, team):
    back = game_of_change(change_of(game, team), team, LEAGUE, RULES, GameState())
    kind = None if game.then is None else game.then.kind
    if kind in (Phase.KICK_OFF, Phase.PENALTY):
        assert (back.phase, back.team) == (kind, game.then.team)
    elif kind is None:
        assert (back.phase, back.then) == (game.phase, None)
    else:
        assert (back.phase, back.then.kind, back.then.team) == (Phase.STOP, kind, game.then.team)
        signs = [math.copysign(1.0, value) for value in back.then.position]
        assert signs[0] == math.copysign(1.0, game.then.position[0])
        if kind is Phase.DROPPED_BALL:
            assert signs[1] == math.copysign(1.0, game.then.position[1])
    assert back.positive_half is Team.YELLOW


def test_lengths_that_the_server_states_are_taken_over():
    link = Mi20TeamLink(Team.BLUE, LEAGUE, Network(network_of("mirosot-5v5")))
    assert link.read("answers", wire.Accepted(5, 5, 2.2, 1.8, 60.0).encode()) == []
    (change,) = link.read("answers", wire.Accepted(5, 5, 2.4, 1.8, 60.0).encode())
    assert change.values == {"field.length": pytest.approx(2.4)}
    assert struct.calcsize("<BBfff") + 1 == len(wire.Accepted(5, 5, 2.2, 1.8, 60.0).encode()) - 6

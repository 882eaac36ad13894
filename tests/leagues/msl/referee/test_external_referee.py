"""A RefBox outside leads the match, by its feed of scores or by its commands to base stations."""

from __future__ import annotations

import json

import pytest

import robopitch
from robopitch.leagues.endpoint import Kind
from robopitch.leagues.msl.referee.external_referee import BaseStationClient, ScoreConnection
from robopitch.leagues.msl.referee.followed_game import FollowedGame
from robopitch.leagues.msl.referee.refbox import BaseStationConnection, RefBox
from robopitch.leagues.network import Network
from robopitch.leagues.publishing import Publishers
from robopitch.leagues.registry import family_of, network_of
from robopitch.messages import Period, Phase, PlaceBall, Team, Whistle, Whistled

from .refbox_io import Io

BLUE, YELLOW = Team.BLUE, Team.YELLOW


def made(**options):
    return robopitch.make_match("msl", **{"realism": None, "players": 2, "referee": "external", **options})


def teams(stage, score=("0", "0"), names=("Aveiro", "Eindhoven"), robots=None):
    """A message of the feed about the state of the game."""
    message = {"type": "teams", "version": "2.1", "gameState": stage, "gameStateString": "", "gameTime": "00:00"}
    for key, goals, name in zip(("teamA", "teamB"), score, names, strict=True):
        message[key] = {"color": "", "shortName": name[:8], "longName": name, "score": goals}
        message[key] |= {"robotState": robots or ["play"] * 5, "robotWaitTime": [0] * 5, "worldState": {}}
    return json.dumps(message).encode() + b"\x00"


def event(code, team=""):
    return json.dumps({"type": "event", "eventCode": code, "eventDesc": "", "team": team}).encode() + b"\x00"


class Led:
    """A match, and the feed that leads it."""

    def __init__(self, **options) -> None:
        self.match = made(**options)
        self.io = Io(self.match, "scores")
        self.feed = ScoreConnection(self.io, FollowedGame(self.match))

    def hear(self, *messages):
        for message in messages:
            self.feed.on_data(message)
            self.match.advance(self.match.tick + 10)
        return self.match.game


def test_a_match_waits_for_its_refbox_and_follows_it():
    led = Led()
    assert led.match.game.phase is Phase.HALT
    game = led.hear(teams(0))
    assert (game.phase, game.external, game.detail["source"]) == (Phase.HALT, True, "RefBox")
    game = led.hear(event("KICKOFF", "Aveiro"))
    assert (game.phase, game.team, game.detail["name"]) == (Phase.KICK_OFF, BLUE, "kickoff for blue")
    game = led.hear(event("START"), teams(2))
    assert (game.phase, game.period, game.detail["stage"]) == (Phase.RUNNING, Period.FIRST_HALF, "first half")
    led.match.offer("test", PlaceBall(3.0, 2.0, 0.0, 0.0, 0.0, 0.0))
    game = led.hear(event("STOP"), event("FREEKICK", "Eindhoven"), teams(1))
    assert (game.phase, game.team, game.then.kind) == (Phase.STOP, YELLOW, Phase.FREE_KICK)
    assert game.then.position == pytest.approx((3.0, 2.0), abs=0.01)
    assert game.clearance == 3.0
    game = led.hear(event("START"), teams(2))
    assert (game.phase, game.team) == (Phase.FREE_KICK, YELLOW)
    game = led.hear(event("STOP"), event("GOAL", "Eindhoven"), teams(1, score=("0", "1")))
    assert (game.phase, game.score) == (Phase.STOP, {BLUE: 0, YELLOW: 1})
    game = led.hear(event("DROP_BALL"), event("START"), teams(2, score=("0", "1")))
    assert (game.phase, game.team) == (Phase.RUNNING, None)
    assert led.hear(event("STOP"), event("HALF_TIME"), teams(3)).period is Period.HALF_TIME
    assert led.hear(teams(14)).period is Period.OVER
    assert led.io.codes == []
    assert led.io.heard_count == len(led.io.recorded) == 19


@pytest.mark.parametrize(
    ("code", "phase", "then"),
    [
        ("KICKOFF", Phase.KICK_OFF, Phase.RUNNING),
        ("PENALTY", Phase.PENALTY, Phase.RUNNING),
        ("FREEKICK", Phase.STOP, Phase.FREE_KICK),
        ("GOALKICK", Phase.STOP, Phase.GOAL_KICK),
        ("CORNER", Phase.STOP, Phase.CORNER_KICK),
        ("THROWIN", Phase.STOP, Phase.THROW_IN),
    ],
)
def test_every_set_piece_is_prepared_and_then_allowed(code, phase, then):
    led = Led()
    game = led.hear(teams(4), event(code, "Eindhoven"))
    assert (game.phase, game.team) == (phase, YELLOW)
    game = led.hear(event("START"), teams(5))
    assert game.phase is then
    assert game.number > 0


def test_commands_that_got_lost_are_seen_in_the_state():
    led = Led()
    led.hear(teams(1), event("CORNER", "Aveiro"))
    assert led.hear(teams(2), teams(2)).phase is Phase.STOP  # the two may have crossed
    assert led.hear(teams(2)).phase is Phase.CORNER_KICK
    assert led.hear(teams(1), teams(1), teams(1)).phase is Phase.STOP
    assert led.match.game.then is None


def test_a_state_that_was_sent_before_a_command_does_not_take_it_back():
    led = Led()
    led.hear(teams(1), event("CORNER", "Aveiro"), event("START"))
    assert led.hear(teams(1), teams(2), teams(1), teams(2)).phase is Phase.CORNER_KICK


def test_the_same_state_again_is_no_input():
    led = Led()
    led.hear(*[teams(1)] * 20)
    assert len(led.io.offered) == 1
    led.feed.on_rewind()
    led.hear(teams(1))
    assert len(led.io.offered) == 2


def test_cards_are_states_of_robots():
    game = Led().hear(teams(1, robots=["play", "repair", "doubleyellow", "red", "yellow"]))
    assert (game.cards[BLUE].yellow, game.cards[BLUE].red) == (3, 1)
    assert game.teams[BLUE].robots_allowed == 2


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (event("FREEKICK", "Nobody"), "TEAM"),
        (event("JUMP"), "COMMAND"),
        (teams(77), "GAME_STATE"),
        (teams(1, score=("many", "0")), "SCORE"),
        (b"\xff\x00", "UNREADABLE"),
        (b'{"type": "weather"}', "TYPE"),
        (b"[" * 60_000, "UNREADABLE"),
    ],
)
def test_what_cannot_be_followed_is_counted_and_changes_nothing(message, code):
    led = Led()
    before = led.hear(teams(1))
    assert led.hear(message) is before
    assert led.io.codes == [code]


def test_two_teams_of_one_name_cannot_be_told_apart():
    led = Led()
    led.hear(teams(1, names=("robots", "robots")), event("CORNER", "robots"))
    assert led.io.codes == ["TEAM"]


# ---- as a base station ---------------------------------------------------------------------------------------------


def command(name, target=""):
    return json.dumps({"command": name, "targetTeam": target}).encode()


def test_a_base_station_knows_its_own_address_from_the_first_welcome():
    match = made(yellow="still")
    io = Io(match)
    client = BaseStationClient(io, FollowedGame(match), YELLOW)
    for data, phase, team in [
        (command(" WELCOME", "224.16.32.127:1"), Phase.HALT, None),
        (command("WELCOME", "224.16.32.127"), Phase.HALT, None),
        (command("KICKOFF", "224.16.32.127"), Phase.KICK_OFF, BLUE),
        (command("FIRST_HALF"), Phase.KICK_OFF, BLUE),
        (command("START"), Phase.RUNNING, None),
        (command("STOP"), Phase.STOP, None),
        (command("THROWIN", "224.16.32.127:1"), Phase.STOP, YELLOW),
        (command("START"), Phase.THROW_IN, YELLOW),
        (command("STOP"), Phase.STOP, None),
        (command("GOAL", "224.16.32.127:1"), Phase.STOP, None),
        (command("GOAL", "224.16.32.127:1"), Phase.STOP, None),
        (command("SUBGOAL", "224.16.32.127:1"), Phase.STOP, None),
        (command("YELLOW_CARD", "224.16.32.127"), Phase.STOP, None),
        (command("IS_ALIVE", "224.16.32.127"), Phase.STOP, None),
        (command("PARK"), Phase.HALT, None),
        (command("GAME_OVER"), Phase.HALT, None),
    ]:
        client.on_data(data)
        match.advance(match.tick + 10)
        assert (match.game.phase, match.game.team) == (phase, team), data
    assert match.game.score == {BLUE: 0, YELLOW: 1}
    assert match.game.cards[BLUE].yellow == 1
    assert match.game.period is Period.OVER
    client.on_data(b"{")
    assert io.codes == ["UNREADABLE"]
    client.on_data(command("RESET"))
    match.advance(match.tick + 10)
    assert match.game.score[YELLOW] == 0


def test_repairs_and_red_cards_take_robots_off_and_exchanges_do_not():
    match = made(yellow="still", players=5)
    io = Io(match)
    client = BaseStationClient(io, FollowedGame(match), YELLOW)
    here, there = "224.16.32.127:1", "224.16.32.127"
    client.on_data(command("WELCOME", here))
    for name, target, more, allowed, text in [
        ("FIRST_HALF", "", {}, (None, None), "first half"),
        ("REPAIR", there, {}, (4, None), "repair for blue"),
        ("REPAIR", there, {}, (3, None), "repair for blue"),
        ("REPAIR", here, {}, (3, 4), "repair for yellow"),
        ("REPAIR_END", there, {}, (4, 4), "repair end for blue"),
        ("RED_CARD", there, {}, (3, 4), "red card for blue"),
        ("REPAIR_END", there, {}, (4, 4), "repair end for blue"),
        ("REPAIR_END", there, {}, (4, 4), "repair end for blue"),  # nobody is left in repair
        ("SUBSTITUTION", here, {"robotID": 3}, (4, 4), "substitution of robot 3 for yellow"),
        ("IS_ALIVE", here, {"robotID": 2}, (4, 4), "is alive of robot 2 for yellow"),
    ]:
        client.on_data(json.dumps({"command": name, "targetTeam": target, **more}).encode())
        match.advance(match.tick + 10)
        game = match.game
        assert (game.teams[BLUE].robots_allowed, game.teams[YELLOW].robots_allowed) == allowed, name
        assert game.detail["name"] == text
        assert game.phase is Phase.STOP
    assert io.codes == []


def test_only_a_team_without_a_base_station_takes_a_place_at_the_refbox():
    network = Network(network_of("msl"))

    def kinds(**options):
        match = made(**options)
        found = {one.name: one.transport.kind for one in family_of("msl").endpoints(match, network)}
        return {name: kind for name, kind in found.items() if name in ("scores", "refbox", "refbox-v1", "autoref")}

    assert kinds() == {"scores": Kind.UDP}
    assert kinds(yellow="still") == {"scores": Kind.UDP, "refbox": Kind.TCP_CLIENT}
    assert kinds(referee="none") == {}
    assert kinds(referee="free") == {"refbox": Kind.TCP, "refbox-v1": Kind.TCP, "autoref": Kind.TCP}


# ---- our RefBox leads another match ----------------------------------------------------------------------------------


class Relay(Io):
    """The `Io` of a base station at our RefBox: what it is sent goes to the client of another match."""

    def __init__(self, match, client) -> None:
        super().__init__(match)
        self._client = client

    def send(self, data, to=None) -> None:
        self._client.on_data(data.removesuffix(b"\x00"))


WHISTLES = [
    Whistled(Whistle.KICK_OFF, BLUE),
    Whistled(Whistle.START),
    Whistled(Whistle.FREE_KICK, YELLOW),
    Whistled(Whistle.START),
    Whistled(Whistle.STOP),
    Whistled(Whistle.SCORE, BLUE),
    Whistled(Whistle.GOAL_KICK, YELLOW),
    Whistled(Whistle.START),
    Whistled(Whistle.PENALTY, BLUE),
    Whistled(Whistle.START),
    Whistled(Whistle.DROPPED_BALL),
    Whistled(Whistle.START),
]


def neutral(game):
    """What robots must know; a kick-off that waits in STOP is the same as one that is prepared."""
    then = game.then
    if game.phase is Phase.STOP and then is not None and then.kind in (Phase.KICK_OFF, Phase.PENALTY):
        return then.kind, then.team, None, game.score
    team = None if game.phase in (Phase.RUNNING, Phase.STOP) and then is None else game.team
    return game.phase, team, then and then.kind, game.score


def test_a_match_that_our_refbox_leads_by_commands_has_the_same_phases():
    leading, following = made(referee="rules"), made()
    client = BaseStationClient(Io(following), FollowedGame(following), BLUE)
    BaseStationConnection(Relay(leading, client), RefBox(leading))
    for said in WHISTLES:
        assert leading.offer("test", said) == ()
        leading.advance(leading.tick + 100)
        following.advance(following.tick + 100)
        assert neutral(following.game) == neutral(leading.game), said


def test_a_match_that_our_refbox_leads_by_its_feed_has_the_same_phases():
    leading, following = made(referee="rules"), made()
    feed = ScoreConnection(Io(following, "scores"), FollowedGame(following))
    publishers = Publishers(leading, family_of("msl"))
    for said in [None, *WHISTLES]:  # first the names of the teams
        assert said is None or leading.offer("test", said) == ()
        for published in publishers.go(leading.tick + 200):
            for packet in published.packets:
                feed.on_data(packet.data)
        following.advance(following.tick + 200)
        assert neutral(following.game) == neutral(leading.game), said

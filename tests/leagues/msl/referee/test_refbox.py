"""The referee of a match as a RefBox: what it rules becomes commands, and base stations tell what they know."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import robopitch
from robopitch.leagues.msl.referee.autoref_port import AutorefConnection
from robopitch.leagues.msl.referee.refbox import BaseStationConnection, CharacterConnection, RefBox
from robopitch.leagues.msl.referee.refbox_commands import TeamCommand, commands_between, stage_of
from robopitch.leagues.msl.wire.refbox import SET_PIECES, Command, FeedStage
from robopitch.messages import (
    GameState,
    Period,
    Phase,
    PlaceBall,
    PlaceRobot,
    Restart,
    Team,
    TeamState,
    Whistle,
    Whistled,
)

from .refbox_io import Io

A, B = "224.16.32.127", "224.16.32.127:1"  # both base stations are on this machine


def made(**options):
    options = {"realism": None, "players": 2, "referee": "rules", **options}
    return robopitch.make_match("msl", **options)


@pytest.fixture
def match():
    return made()


def station(match, refbox, peer=("127.0.0.1", 40000), kind=BaseStationConnection):
    io = Io(match, peer=peer)
    return kind(io, refbox), io


def whistle(match, *said):
    """Offer commands of a person, and let the referee judge them."""
    for one in said:
        assert match.offer("test", one) == ()
        match.advance(match.tick + 10)


# ---- from rulings to commands ------------------------------------------------------------------------------------


def test_what_a_person_rules_is_told_to_all_base_stations(match):
    refbox = RefBox(match)
    _, a = station(match, refbox)
    _, b = station(match, refbox)
    assert a.commands() == [("WELCOME", A), ("STOP", ""), ("WELCOME", B)]
    assert b.commands() == [("WELCOME", B), ("STOP", "")]
    blue, yellow = Team.BLUE, Team.YELLOW
    for said, told in [
        (Whistled(Whistle.KICK_OFF, blue), [("KICKOFF", A)]),
        (Whistled(Whistle.START), [("FIRST_HALF", ""), ("START", "")]),
        (Whistled(Whistle.FREE_KICK, yellow), [("STOP", ""), ("FREEKICK", B)]),
        (Whistled(Whistle.START), [("START", "")]),
        (Whistled(Whistle.THROW_IN, blue), [("STOP", ""), ("THROWIN", A)]),
        (Whistled(Whistle.GOAL_KICK, blue), [("GOALKICK", A)]),
        (Whistled(Whistle.CORNER_KICK, yellow), [("CORNER", B)]),
        (Whistled(Whistle.PENALTY, yellow), [("PENALTY", B)]),
        (Whistled(Whistle.DROPPED_BALL), [("DROP_BALL", "")]),
        (Whistled(Whistle.START), [("START", "")]),
        (Whistled(Whistle.HALT), [("STOP", "")]),
        (Whistled(Whistle.SCORE, blue, count=2), [("GOAL", A), ("GOAL", A)]),
        (Whistled(Whistle.SCORE, blue, count=-1), [("SUBGOAL", A)]),
        (Whistled(Whistle.CARD, yellow, 1), [("YELLOW_CARD", B)]),
        (Whistled(Whistle.CARD, yellow, 1), [("DOUBLE_YELLOW", B)]),
        (Whistled(Whistle.CARD, blue, 1, card="red"), [("RED_CARD", A)]),
    ]:
        whistle(match, said)
        assert a.commands() == told, said
        assert b.commands() == told, said
    whistle(match, Whistled(Whistle.FORFEIT, blue))
    assert a.commands() == [("END_GAME", ""), ("GAMEOVER", ""), ("PARK", "")]


def test_a_goal_in_free_play_is_told_with_the_kick_off_that_follows():
    match = made(referee="free")
    _, io = station(match, RefBox(match))
    assert io.commands() == [("WELCOME", A), ("STOP", "")]
    match.advance(2500)
    assert io.commands() == [("START", "")]
    length = float(match.world.league.field.length)
    match.offer("test", PlaceBall(length / 2 - 0.5, 0.8, 0.0, 3.0, 0.0, 0.0))  # past the keeper
    match.advance(match.tick + 500)
    assert io.commands() == [("STOP", ""), ("GOAL", A), ("KICKOFF", "224.16.32.0")]  # nobody is there for yellow
    match.advance(match.tick + 6000)
    assert io.commands() == [("START", "")]


def test_the_end_of_a_half_is_told():
    match = made(half=1.0)
    _, io = station(match, RefBox(match))
    whistle(match, Whistled(Whistle.KICK_OFF, Team.BLUE), Whistled(Whistle.START))
    io.commands()
    match.advance(match.tick + 1500)
    assert io.commands() == [("STOP", ""), ("HALF_TIME", "")]
    match.advance(match.tick + 5000)
    assert io.commands() == [("KICKOFF", match_target(match))]
    whistle(match, Whistled(Whistle.START))
    assert io.commands() == [("SECOND_HALF", ""), ("START", "")]


def match_target(match):
    """The address of the team that kicks off: yellow has no base station."""
    assert match.game.then is not None
    return A if match.game.then.team is Team.BLUE else "224.16.32.0"


def put(match, number, present):
    """A person takes a robot of blue off the field, or puts it back."""
    assert match.offer("test", PlaceRobot(Team.BLUE, number, -3.0, -3.0, present=present)) == ()
    match.advance(match.tick + 20)


def test_robots_that_leave_for_a_repair_and_come_back_are_told():
    match = made(players=5)
    whistle(match, Whistled(Whistle.START), Whistled(Whistle.STOP))
    _, io = station(match, RefBox(match))
    io.commands()
    put(match, 4, present=False)
    assert io.commands() == [("REPAIR", A)]
    whistle(match, Whistled(Whistle.FREE_KICK, Team.BLUE), Whistled(Whistle.STOP))
    assert io.commands() == [("FREEKICK", A)]  # a new phase tells nothing about repairs
    put(match, 3, present=False)
    assert io.commands() == [("REPAIR", A)]
    saved = match.save()
    match.restore(saved)
    match.advance(match.tick + 21_000)
    assert "REPAIR" not in dict(io.commands())
    whistle(match, Whistled(Whistle.STOP))
    io.commands()
    put(match, 4, present=True)
    assert io.commands() == [("REPAIR_END", A)]


def test_a_robot_that_is_back_too_early_is_still_repaired():
    match = made(players=5)
    whistle(match, Whistled(Whistle.START), Whistled(Whistle.STOP))
    _, io = station(match, RefBox(match))
    put(match, 4, present=False)
    io.commands()
    put(match, 4, present=True)
    assert io.commands() == []


def test_a_ruling_that_changes_nothing_for_robots_is_not_told():
    kick = GameState(Phase.FREE_KICK, Team.BLUE, detail={"began": 1.0})
    assert commands_between(kick, replace(kick, phase=Phase.RUNNING, team=None)) == ()  # the kick was taken
    stop = GameState(Phase.STOP, Team.BLUE, then=Restart(Phase.KICK_OFF, Team.BLUE, (0.0, 0.0)))
    assert commands_between(stop, GameState(Phase.KICK_OFF, Team.BLUE)) == ()  # it is prepared
    assert commands_between(stop, stop) == ()


def test_a_third_yellow_card_is_red():
    before = GameState(Phase.STOP, teams={team: TeamState(yellow_cards=2, robots_allowed=4) for team in Team})
    teams = {**before.teams, Team.BLUE: TeamState(yellow_cards=3, red_cards=1, robots_allowed=3)}
    assert commands_between(before, replace(before, teams=teams)) == (TeamCommand(Command.RED_CARD, Team.BLUE),)


@pytest.mark.parametrize(
    ("period", "clock", "phase", "stage"),
    [
        (Period.BEFORE, 0.0, Phase.HALT, FeedStage.PRE_GAME),
        (Period.FIRST_HALF, 0.0, Phase.KICK_OFF, FeedStage.PRE_GAME),
        (Period.FIRST_HALF, 0.0, Phase.RUNNING, FeedStage.FIRST_HALF),
        (Period.FIRST_HALF, 3.0, Phase.STOP, FeedStage.FIRST_HALF_STOP),
        (Period.HALF_TIME, 0.0, Phase.HALT, FeedStage.HALF_TIME),
        (Period.SECOND_HALF, 0.0, Phase.STOP, FeedStage.HALF_TIME),
        (Period.SECOND_HALF, 5.0, Phase.THROW_IN, FeedStage.SECOND_HALF),
        (Period.EXTRA_TIME_BREAK, 0.0, Phase.HALT, FeedStage.PRE_OVERTIME),
        (Period.SECOND_EXTRA_HALF, 9.0, Phase.STOP, FeedStage.SECOND_OVERTIME_STOP),
        (Period.SHOOT_OUT, 0.0, Phase.PENALTY, FeedStage.PENALTIES_STOP),
        (Period.SHOOT_OUT, 0.0, Phase.RUNNING, FeedStage.PENALTIES),
        (Period.OVER, 0.0, Phase.HALT, FeedStage.END_GAME),
    ],
)
def test_the_stage_of_the_refbox_follows_period_and_phase(period, clock, phase, stage):
    assert stage_of(GameState(phase, period=period, clock=clock, detail={"began": 0.0})) is stage


# ---- base stations -----------------------------------------------------------------------------------------------


def test_a_machine_of_no_team_gets_reset_and_is_disconnected(match):
    refbox = RefBox(match)
    connection, io = station(match, refbox, peer=("192.168.1.7", 5000))
    assert io.commands() == [("RESET", "")]
    assert io.closed == "192.168.1.7 belongs to no team: those are at 172.16.N.x, or on this machine"
    assert io.codes == ["NO_PLACE"]
    connection.on_data(b"{}")
    connection.on_rewind()
    connection.on_close()
    assert (io.sent, refbox.status()) == ([], {})


def test_a_third_base_station_gets_reset_until_a_place_is_free(match):
    refbox = RefBox(match)
    first, _ = station(match, refbox, peer=("172.16.74.3", 1))
    _, second = station(match, refbox, peer=("172.16.39.3", 2))
    assert second.commands()[0] == ("WELCOME", "224.16.32.39")
    _, third = station(match, refbox)
    assert third.commands() == [("RESET", "")]
    assert third.closed == "all places for base stations are taken"
    first.on_close()
    first.on_close()  # nothing is left to leave
    _, third = station(match, refbox)
    assert third.commands() == [("WELCOME", A), ("STOP", "")]
    assert refbox.status()["blue"]["address"] == A
    assert refbox.status()["yellow"]["address"] == "224.16.32.39"


def test_a_base_station_stands_for_the_team_that_does_not_play_in_this_process():
    match = made(blue="still")
    refbox = RefBox(match)
    station(match, refbox)
    assert list(refbox.status()) == ["yellow"]
    _, other = station(match, refbox)
    assert other.closed


def test_who_comes_late_is_told_how_the_game_stands(match):
    whistle(match, Whistled(Whistle.KICK_OFF, Team.BLUE), Whistled(Whistle.START))
    refbox = RefBox(match)
    connection, io = station(match, refbox)
    assert io.commands() == [("WELCOME", A), ("START", "")]
    saved = match.save()
    whistle(match, Whistled(Whistle.THROW_IN, Team.BLUE))
    assert io.commands() == [("STOP", ""), ("THROWIN", A)]
    with match.unobserved():
        match.restore(saved)
    connection.on_rewind()
    assert io.commands() == [("START", "")]
    match.advance(match.tick + 2000)
    assert io.commands() == []  # it was told


def test_nobody_who_has_left_is_told_anything(match):
    refbox = RefBox(match)
    connection, io = station(match, refbox)
    connection.on_close()
    io.sent.clear()
    whistle(match, Whistled(Whistle.KICK_OFF, Team.BLUE), Whistled(Whistle.START))
    assert io.sent == []


def test_the_latest_world_state_of_a_team_is_in_the_status(match):
    refbox = RefBox(match)
    connection, io = station(match, refbox)
    assert refbox.status()["blue"]["world_state"] is None
    robot = {"id": 2, "pose": [1.0, 2.0, None], "targetPose": [0, 0, 0], "velocity": [0, 0, 0], "intention": "striker"}
    robot |= {"batteryLevel": 77, "ballEngaged": 1}
    message = {"type": "worldstate", "teamName": "Aveiro", "intention": "attack", "ageMs": 100, "robots": [robot]}
    ball = {"position": [1, 2, 0.1], "velocity": [0, 0, 0], "confidence": 1}
    message |= {"balls": [ball], "obstacles": []}
    connection.on_data(json.dumps(message).encode())
    match.advance(match.tick + 400)
    assert refbox.status()["blue"]["world_state"] == {
        "team": "Aveiro",
        "intention": "attack",
        "age": 0.5,
        "robots": [{"id": 2, "pose": (1.0, 2.0, None), "intention": "striker", "battery": 77.0, "ball_engaged": True}],
        "balls": [(1.0, 2.0, 0.1)],
        "obstacles": 0,
        "problems": [],
    }
    assert json.dumps(refbox.status())
    assert (io.codes, io.recorded[-1]) == ([], "in/refbox")
    connection.on_data(b'{"type": "worldstate"}')  # with mistakes, and nevertheless the latest
    assert io.codes == ["WORLD_STATE"]
    assert refbox.status()["blue"]["world_state"]["problems"]
    connection.on_data(b'{"type": "weather"}')
    connection.on_data(b"\xff")
    assert io.codes == ["WORLD_STATE", "TYPE", "UNREADABLE"]
    assert refbox.status()["blue"]["world_state"]["team"] == ""
    connection.on_close()
    assert refbox.status() == {}


def test_a_base_station_of_version_1_hears_characters(match):
    refbox = RefBox(match)
    connection, io = station(match, refbox, kind=CharacterConnection)
    station(match, refbox)
    whistle(match, Whistled(Whistle.KICK_OFF, Team.BLUE), Whistled(Whistle.START))
    whistle(match, Whistled(Whistle.CORNER_KICK, Team.YELLOW), Whistled(Whistle.CARD, Team.BLUE, 1))
    assert b"".join(io.sent) == b"WSWK1sScY"
    connection.on_data(b"hello")
    assert io.codes == ["UNEXPECTED"]
    connection.on_rewind()
    assert b"".join(io.sent).endswith(b"YSc")
    connection.on_close()
    assert list(refbox.status()) == ["yellow"]


# ---- automatic referees ------------------------------------------------------------------------------------------


def said(command, target="", **more):
    return json.dumps({"command": command, "targetTeam": target, **more}).encode()


def test_an_automatic_referee_leads_the_game(match):
    io = Io(match, "autoref")
    autoref = AutorefConnection(io)
    for data in (said("KICKOFF", "teamA"), said("START")):
        autoref.on_data(data)
        match.advance(match.tick + 10)
    assert match.game.phase is Phase.RUNNING
    for data in (said("STOP"), said("GOAL", "teamB"), said("CORNER", "teamB"), said("RED_CARD", "teamA", robotID=2)):
        autoref.on_data(data)
        match.advance(match.tick + 10)
    assert (match.game.phase, match.game.then.kind, match.game.then.team) == (
        Phase.STOP,
        Phase.CORNER_KICK,
        Team.YELLOW,
    )
    assert match.game.score[Team.YELLOW] == 1
    assert match.game.cards[Team.BLUE].red == 1
    assert io.offered[-1].robot == 1  # shirt number 2
    assert (io.codes, io.sent) == ([], [])


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"STOP", "UNREADABLE"),
        (said("JUMP"), "COMMAND"),
        (said("END_GAME"), "INVALID"),  # no half is being played
        (said("GAMEOVER"), "COMMAND"),
        (said("RESET"), "COMMAND"),
        (said("FIRST_HALF"), "COMMAND"),
        (said("REPAIR"), "TARGET"),
        (said("REPAIR", "teamA", robotID=6), "NOT_THERE"),
        (said("REPAIR_END", "teamA"), "NOT_THERE"),
        (said("SUBSTITUTION"), "INVALID"),
        (said("SUBSTITUTION", "teamA", robotID=10**9), "INVALID"),
        (said("FREEKICK", "teamC"), "TARGET"),
        (said("FREEKICK"), "INVALID"),  # for which team?
        (said("YELLOW_CARD", "teamA", robotID=99), "INVALID"),
        (said("YELLOW_CARD", "teamA", robotID=-(10**8)), "INVALID"),
    ],
)
def test_what_an_automatic_referee_cannot_want_is_counted(match, data, code):
    io = Io(match, "autoref")
    before = match.game
    AutorefConnection(io).on_data(data)
    match.advance(match.tick + 10)
    assert io.codes == [code]
    assert match.game is before


@pytest.mark.parametrize("number", ["3", "x", 2.5, True, [3], {}, 10**30])
@pytest.mark.parametrize("command", ["REPAIR", "RED_CARD", "SUBSTITUTION"])
def test_a_command_for_a_robot_without_a_number_concerns_no_other_robot(command, number):
    match = made(players=5)
    io = Io(match, "autoref")
    AutorefConnection(io).on_data(said(command, "teamA", robotID=number))
    match.advance(match.tick + 10)
    assert (io.codes, io.offered) == (["ROBOT"], [])
    assert "robotID" in io.refused[0].message
    assert len(list(match.world.robots("blue"))) == 5


def test_an_automatic_referee_sends_a_robot_to_its_repair_and_back():
    match = made(players=5)
    refbox = RefBox(match)
    whistle(match, Whistled(Whistle.KICK_OFF, Team.BLUE), Whistled(Whistle.START), Whistled(Whistle.STOP))
    _, told = station(match, refbox)
    io = Io(match, "autoref")
    autoref = AutorefConnection(io, refbox)
    told.commands()

    def give(*data):
        for one in data:
            autoref.on_data(one)
            match.advance(match.tick + 20)
        return told.commands()

    assert give(said("REPAIR", "teamA", robotID=3)) == [("REPAIR", A)]
    assert not match.world.robot("blue", 2).present
    assert give(said("REPAIR", "teamA")) == [("REPAIR", A)]  # as a RefBox says it: the team's last number
    assert not match.world.robot("blue", 4).present
    match.advance(match.tick + 20_000)
    whistle(match, Whistled(Whistle.STOP))
    told.commands()
    assert give(said("REPAIR_END", "teamA")) == [("REPAIR_END", A)]  # the first that left
    robot = match.world.robot("blue", 2)
    assert (robot.present, match.world.robot("blue", 4).present) == (True, False)
    assert robot.pose.x < 0
    assert robot.pose.y == pytest.approx(-float(match.world.league.field.width) / 2, abs=0.4)
    assert io.codes == []
    assert give(said("REPAIR_END", "teamA", robotID=3)) == []
    assert io.codes == ["NOT_THERE"]


def test_what_concerns_only_robots_goes_through_to_their_base_stations(match):
    refbox = RefBox(match)
    _, told = station(match, refbox)
    io = Io(match, "autoref")
    autoref = AutorefConnection(io, refbox)
    whistle(match, Whistled(Whistle.KICK_OFF, Team.BLUE), Whistled(Whistle.START))
    told.commands()
    autoref.on_data(said("PARK"))
    assert io.codes == ["COMMAND"]  # play goes on
    io.refused.clear()
    for data in (
        said("STOP"),
        said("IS_ALIVE", "teamA", robotID=2),
        said("SUBSTITUTION", "teamA", robotID=2),
        said("TESTMODE_ON"),
        said("TESTMODE_OFF"),
        said("PARK"),
    ):
        autoref.on_data(data)
        match.advance(match.tick + 10)
    messages = [json.loads(data[:-1]) for data in told.sent]
    assert messages == [
        {"command": "STOP", "targetTeam": ""},
        {"command": "IS_ALIVE", "targetTeam": A, "robotID": 2},
        {"command": "SUBSTITUTION", "targetTeam": A, "robotID": 2},
        {"command": "TESTMODE_ON", "targetTeam": ""},
        {"command": "TESTMODE_OFF", "targetTeam": ""},
        {"command": "PARK", "targetTeam": ""},
    ]
    assert io.codes == []
    assert match.game.phase is Phase.HALT
    assert Whistled(Whistle.SUBSTITUTION, Team.BLUE, 1) in io.offered  # in the next stoppage


@pytest.mark.parametrize("command", ["END_PART", "HALF_TIME", "END_GAME"])
def test_an_automatic_referee_ends_a_half(match, command):
    io = Io(match, "autoref")
    autoref = AutorefConnection(io)
    whistle(match, Whistled(Whistle.KICK_OFF, Team.BLUE), Whistled(Whistle.START))
    autoref.on_data(said(command))
    match.advance(match.tick + 10)
    assert (match.game.period, match.game.phase, io.codes) == (Period.HALF_TIME, Phase.HALT, [])
    autoref.on_data(said(command))
    assert io.codes == ["INVALID"]  # it has ended


@pytest.mark.parametrize("command", list(Command))
def test_every_command_is_carried_out_or_refused_for_a_reason(match, command):
    io = Io(match, "autoref")
    autoref = AutorefConnection(io, RefBox(match))
    before = len(io.offered)
    autoref.on_data(said(command.value, "teamA", robotID=1))
    match.advance(match.tick + 10)
    told = command in (Command.IS_ALIVE, Command.TESTMODE_ON, Command.TESTMODE_OFF)
    assert told or len(io.offered) > before or [len(one.message) > 20 for one in io.refused] == [True]


def test_the_status_has_a_line_for_people(match):
    refbox = RefBox(match)
    connection, _ = station(match, refbox)
    assert refbox.status()["blue"]["text"] == "127.0.0.1:40000 as 224.16.32.127; no world state so far"
    message = {"type": "worldstate", "teamName": "Aveiro", "intention": "attack", "ageMs": 0}
    connection.on_data(json.dumps(message | {"robots": [], "balls": [], "obstacles": []}).encode())
    match.advance(match.tick + 500)
    text = "Aveiro (attack) sees 0 robots, 0 balls, 0 obstacles, 0.5 s ago"
    assert refbox.status()["blue"]["text"] == f"127.0.0.1:40000 as 224.16.32.127; {text}"


def test_in_a_whole_match_the_commands_are_those_of_a_person_at_the_refbox():
    """STOP, a set piece, START; nothing else happens, whatever the teams do."""
    match = made(players=5, blue="cambada", yellow="chase", half=8.0)
    _, io = station(match, RefBox(match))
    for _ in range(2000):
        match.advance(match.tick + 100)
        if match.game.period is Period.OVER:
            break
    assert match.game.period is Period.OVER
    commands = [Command(name) for name, _ in io.commands()]
    assert commands[:2] == [Command.WELCOME, Command.STOP]
    assert commands[-3:] == [Command.END_GAME, Command.GAMEOVER, Command.PARK]
    for command in (Command.FIRST_HALF, Command.HALF_TIME, Command.SECOND_HALF):
        assert commands.count(command) == 1
    runs, prepared = False, False
    for command in commands[2:]:
        if command is Command.STOP:
            assert runs
            runs = prepared = False
        elif command is Command.START:
            assert not runs
            assert prepared  # robots knew what for
            runs = True
        elif command in SET_PIECES or command is Command.DROP_BALL:
            assert not runs
            prepared = True
        else:
            assert not runs
    goals = commands.count(Command.GOAL) - commands.count(Command.SUBGOAL)
    assert goals == sum(match.score.values())

"""Programs of robots: registered, woken by the vision of their robots, in real time and in lockstep."""

import itertools
import math

import pytest

import robopitch
from robopitch import Team
from robopitch.leagues.msl.agents.connection import ProcessConnection
from robopitch.leagues.msl.agents.process import AgentProcess
from robopitch.leagues.msl.agents.processes import Processes
from robopitch.leagues.msl.wire.agents import LOCAL, Done, Item, Register, Wake, Welcome, decode, encode
from robopitch.leagues.msl.wire.rtdb import ItemId
from robopitch.leagues.msl.wire.rtdb.records import GrabberInfo, Vision
from robopitch.messages import Whistle, Whistled
from robopitch.messages.game_state import Period
from robopitch.net import REAL
from robopitch.teams import policy
from robopitch.wire.framing import Deframer

PERIOD = 40  # ticks


class Io:
    """Keeps what a connection does."""

    def __init__(self, match):
        self.match, self.peer, self.now = match, ("127.0.0.1", 1), 0.0
        self._deframer = Deframer()
        self.sent, self.refused, self.closed, self.until = [], [], "", None
        self.heard_of, self.joined = [], False

    def offer(self, given):
        return self.match.offer("agents", given)

    def send(self, data, to=None):
        self.sent += [decode(part) for part in self._deframer.feed(data)]

    def refuse(self, refusals):
        self.refused += refusals

    def heard(self, team=None):
        self.heard_of.append(team)

    def close(self, reason):
        self.closed = reason

    def join(self):
        self.joined = True

    def advance(self, ticks):
        self.until = self.match.tick + ticks


class Pitch:
    """A match, and programs that are connected to it."""

    def __init__(self, lockstep=False, **options):
        self.match = robopitch.make_match("msl", players=2, referee="free", seed=2, **options)
        self.processes, self.lockstep, self.all = Processes(self.match), lockstep, {}

    def join(self, team="blue", id=0, name="agent", **others):
        io = Io(self.match)
        connection = ProcessConnection(io, self.processes, self.lockstep)
        connection.on_data(encode(Register(name, team, id, **others)))
        self.all[team, id, name] = io, connection
        return io, connection

    def woken(self, *key):
        """The numbers of the cycles for which a program was woken since the last call."""
        io, _ = self.all[key]
        numbers = [message.number for message in io.sent if isinstance(message, Wake)]
        io.sent.clear()
        return numbers


def test_a_program_is_woken_with_each_frame_and_gets_the_records_of_its_robot():
    pitch = Pitch()
    io, connection = pitch.join()
    assert io.sent == [Welcome("msl")]
    assert io.heard_of == [Team.BLUE]
    pitch.match.advance(2 * PERIOD)
    assert [message.number for message in io.sent[1:]] == [1]
    records = {(item.agent, item.id): item for item in io.sent[-1].records}
    assert {(LOCAL, int(id)) for id in (ItemId.VISION_INFO, ItemId.CMD_POS, ItemId.CMD_IMU)} <= set(records)
    assert isinstance(Vision.decode(records[LOCAL, int(ItemId.VISION_INFO)].data), Vision)
    connection.on_data(encode(Done(1, (), 0.001)))
    pitch.match.advance(4 * PERIOD)
    assert pitch.woken("blue", 0, "agent") == [1, 2]
    assert pitch.processes.totals == {"cycles": 2, "missed": 1, "late": 0}  # the second was never done


@pytest.mark.parametrize(
    ("others", "text"),
    [
        ({"team": "green"}, "no team 'green'"),
        ({"id": 6}, "ids are 0 to 5"),
        ({"id": -1}, "ids are 0 to 5"),
        ({"period": 0}, "a period from 1 to 1000"),
        ({"period": 2, "phase": 2}, "a phase below it"),
        ({"deadline": 0.0}, "a deadline above 0"),
        ({"team": "yellow"}, "plays in the process"),
        ({}, "is registered already"),
    ],
)
def test_a_program_without_a_place_is_told_why(others, text):
    pitch = Pitch(yellow="still")
    pitch.join()
    io, connection = pitch.join(**others)
    assert text in io.sent[0].refusal
    assert text in io.closed
    connection.on_close()
    assert len(pitch.processes.report()) == 2  # the first program, and the sums


def test_period_and_phase_choose_the_frames():
    pitch = Pitch()
    _, connection = pitch.join(period=3, phase=1)
    woken = []
    for tick in range(PERIOD, 14 * PERIOD, PERIOD):
        pitch.match.advance(tick)
        if pitch.woken("blue", 0, "agent"):
            woken.append(tick // PERIOD)
            connection.on_data(encode(Done(len(woken), (), 0.0)))
    assert len(woken) >= 3
    assert {later - before for before, later in itertools.pairwise(woken)} == {3}


def test_a_program_waits_for_those_before_it():
    pitch = Pitch()
    pitch.join(name="second", after=("first",))
    _, first = pitch.join(name="first")
    pitch.match.advance(2 * PERIOD)
    assert pitch.woken("blue", 0, "first") == [1]
    assert pitch.woken("blue", 0, "second") == []
    first.on_data(encode(Done(1, (), 0.0)))
    assert pitch.woken("blue", 0, "second") == [1]


def test_a_cycle_that_takes_too_long_is_counted_as_late():
    pitch = Pitch()
    _, connection = pitch.join(deadline=0.01)
    pitch.match.advance(2 * PERIOD)
    connection.on_data(encode(Done(1, (), 0.02)))
    assert pitch.processes.totals["late"] == 1
    report = pitch.processes.report()["blue 0 agent"]
    assert report["late"] == 1
    assert report["ms"]["median"] == 20.0


def test_bad_messages_and_foreign_records_are_refused_and_counted():
    pitch = Pitch()
    io, connection = pitch.join()
    connection.on_data(b"nonsense")
    connection.on_data(encode(Done(1, (), 0.0)))  # it was not woken
    connection.on_data(encode(Register("again", "blue", 0)))
    assert [refusal.code for refusal in io.refused] == ["UNREADABLE", "UNEXPECTED", "UNEXPECTED"]
    pitch.match.advance(2 * PERIOD)
    io.refused.clear()
    foreign = Item(3, int(ItemId.ROBOT_WS), 0, bytes(408)), Item(LOCAL, int(ItemId.CMD_POS), 0, bytes(24))
    short = Item(LOCAL, int(ItemId.CMD_VEL), 0, b"x")
    connection.on_data(encode(Done(1, (*foreign, short), 0.0)))
    assert [refusal.code for refusal in io.refused] == ["RECORD"] * 3


def test_after_the_last_program_has_left_nothing_listens():
    pitch = Pitch()
    _, connection = pitch.join()
    listeners = len(pitch.match.sensors.listeners), len(pitch.match.radio.listeners)
    connection.on_close()
    assert (len(pitch.match.sensors.listeners), len(pitch.match.radio.listeners)) == (
        listeners[0] - 1,
        listeners[1] - 1,
    )
    assert pitch.processes.report() == {}
    pitch.match.advance(200)


# ---- agents -------------------------------------------------------------------------------------------------------


def agents(pitch, robots, **others):
    made = {}
    for team, id in robots:
        pitch.join(team.value, id, "cambada", **others)
        league = pitch.match.world.league
        made[team.value, id, "cambada"] = AgentProcess(league, team, id, "cambada", policy("cambada"), ("", 0), REAL)
    return made


def test_an_agent_that_knows_only_its_data_base_finds_itself_and_plays():
    pitch = Pitch()
    programs = agents(pitch, [(team, id) for team in Team for id in (0, 1)])
    match = pitch.match
    while match.world.time < 3.0:
        match.advance(match.tick + 1 if match.inputs.waiting else match.due)
        for key, program in programs.items():
            io, connection = pitch.all[key]
            waking, io.sent = [message for message in io.sent if isinstance(message, Wake)], []
            for message in waking:
                connection.on_data(encode(program.on_wake(message)))
            assert io.refused == []
    for (team, id, _), program in programs.items():
        agent, true = program.agent.agent, match.world.robot(team, id).pose
        side = 1.0 if team == "blue" else -1.0
        assert not agent.world.localisation.lost
        assert math.dist(agent.world.pose(match.world.time)[:2], (side * true.x, side * true.y)) < 0.4
        assert len(agent.world.records) == 1  # its mate's
        assert agent.memory["frame"] > 20  # it has decided
    assert max(math.hypot(*robot.velocity[:2]) for robot in match.world.robots()) > 0.1


def test_after_a_rewind_records_of_the_future_are_gone():
    pitch = Pitch()
    (program,) = agents(pitch, [(Team.BLUE, 1)]).values()
    io, connection = pitch.all["blue", 1, "cambada"]

    def play(until):
        pictures = []
        for tick in range(pitch.match.tick + PERIOD, until, PERIOD):
            pitch.match.advance(tick)
            for message in [message for message in io.sent if isinstance(message, Wake)]:
                connection.on_data(encode(program.on_wake(message)))
                pictures.append(program.agent.agent.world.state()["pictured"])
            io.sent.clear()
        return pictures

    play(5 * PERIOD)
    saved = pitch.match.save()
    later = play(40 * PERIOD)
    pitch.match.restore(saved)
    connection.on_rewind()
    again = play(40 * PERIOD)
    assert len(again) >= len(later) - 1
    assert again == sorted(again)
    assert again[0] < later[5]  # it sees what the camera shows now


def test_a_program_is_told_that_its_robot_holds_the_ball():
    pitch = Pitch()
    io, _ = pitch.join(id=1)
    match = pitch.match
    pose, league = match.world.robot("blue", 1).pose, match.world.league
    front = league.team(Team.BLUE).robot.outline.ball_front(league.ball.radius) + league.ball.radius
    match.world.place_ball(x=pose.x + front * math.cos(pose.heading), y=pose.y + front * math.sin(pose.heading))
    match.advance(4 * PERIOD)
    (wake,) = [message for message in io.sent if isinstance(message, Wake)]
    found = {item.id: item.data for item in wake.records if item.agent == LOCAL}
    assert GrabberInfo.decode(found[int(ItemId.CMD_GRABBER_INFO)]) == GrabberInfo(100, 100)


def test_agents_obey_a_stop_that_the_base_station_tells():
    pitch = Pitch()
    (program,) = agents(pitch, [(Team.BLUE, 1)]).values()
    io, connection = pitch.all["blue", 1, "cambada"]
    pitch.match.offer("a", Whistled(Whistle.STOP))
    pitch.match.advance(PERIOD)
    for tick in range(2 * PERIOD, 30 * PERIOD, PERIOD):
        pitch.match.advance(tick)
        for message in [message for message in io.sent if isinstance(message, Wake)]:
            connection.on_data(encode(program.on_wake(message)))
        io.sent.clear()
    told = program.agent.situation
    assert told.phase == pitch.match.game.phase


# ---- lockstep -----------------------------------------------------------------------------------------------------


def stepped(order, seconds=1.2):
    """The state of a match after some time in lockstep, in which programs answer in this order."""
    pitch = Pitch(lockstep=True)
    robots = [(team, id) for team in Team for id in (0, 1)]
    programs = agents(pitch, [robots[index] for index in order], together=4)
    match = pitch.match
    while match.world.time < seconds:
        allowed = [io.until for io, _ in pitch.all.values()]
        assert None not in allowed, "time must wait until all programs are registered"
        target = min(allowed)
        match.advance(target)
        done = []
        for key in [*pitch.all]:
            io, connection = pitch.all[key]
            if io.until <= match.tick:
                io.until = None
                connection.on_tick(match.tick)
            done += [(key, message) for message in io.sent if isinstance(message, Wake)]
            io.sent.clear()
        for key, message in done:
            pitch.all[key][1].on_data(encode(programs[key].on_wake(message)))
    return match.world.fingerprint(), pitch.processes.totals


def test_in_lockstep_the_order_in_which_programs_answer_does_not_matter():
    (one, first), (other, second) = stepped((0, 1, 2, 3)), stepped((3, 1, 0, 2))
    assert one == other
    assert first["cycles"] == second["cycles"] > 100
    assert first["missed"] == second["missed"] == 0  # "late" is a matter of the wall clock


def test_in_lockstep_time_waits_for_all_that_begin_together():
    pitch = Pitch(lockstep=True)
    io, _ = pitch.join(id=0, together=2)
    assert io.until is None
    other, _ = pitch.join(id=1, together=2)
    assert (io.until, other.until) == (PERIOD, PERIOD)


def test_in_lockstep_time_goes_on_when_a_program_leaves_and_another_one_joins():
    pitch = Pitch(lockstep=True)
    io, one = pitch.join(id=0)
    other, two = pitch.join(id=1)
    assert other.until == PERIOD  # it joins in the middle of a period
    pitch.match.advance(PERIOD)
    one.on_tick(PERIOD)
    two.on_tick(PERIOD)
    one.on_data(encode(Done(1, (), 0.0)))
    assert io.until == PERIOD
    two.on_close()
    assert io.until == 2 * PERIOD


def test_a_match_by_the_rules_is_kicked_off_when_all_are_there():
    pitch = Pitch(lockstep=True)
    pitch.match = robopitch.make_match("msl", players=1, referee="rules", seed=2)
    pitch.processes = Processes(pitch.match)
    pitch.join("blue", 0, together=2)
    pitch.match.advance(0)
    before = pitch.match.game.period
    pitch.join("yellow", 0, together=2)
    pitch.match.advance(1)
    assert (before, pitch.match.game.period) == (Period.BEFORE, Period.FIRST_HALF)

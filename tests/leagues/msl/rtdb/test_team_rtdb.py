"""The data bases of a team and a match: sensors in, orders out, shared records by radio."""

import math

import numpy as np
import pytest

import robopitch
from robopitch.leagues.msl.rtdb.team_rtdb import TeamRtdb, agent_of
from robopitch.leagues.msl.rtdb.wireless import Wireless, WirelessSettings
from robopitch.leagues.msl.wire.rtdb import AgentRecords, Configuration, Item, Store, cambada_configuration, decode_v1
from robopitch.leagues.msl.wire.rtdb.records import (
    Compass,
    FrontVision,
    Grabber,
    HardwareInfo,
    Kicker,
    LaptopInfo,
    Odometry,
    Velocity,
    Vision,
)
from robopitch.leagues.msl.wire.rtdb.robot_state import RobotState
from robopitch.messages import Body, BodyVelocity, Orders, PowerKick, Received, RobotOrder, Team
from robopitch.sensors.battery import BatteryReport
from robopitch.sensors.camera.frontal import AirborneBall, FrontalView
from robopitch.sensors.compass import CompassReport
from robopitch.sensors.odometry import OdometryReport
from robopitch.sensors.omnivision.view import OmniBall, OmniView


def view(robot, obstacles, lines, ball):
    return OmniView(robot, 0.0, np.array(lines).tobytes(), np.array(obstacles).tobytes(), ball)


def compass(robot, heading):
    return CompassReport(robot, 0.0, heading, 0)


class Clock:
    """Simulated time."""

    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return 1_000_000_000 + round(self.seconds * 1e6)


@pytest.fixture
def clock():
    return Clock()


def made(clock, configuration=None, **settings):
    configuration = configuration or cambada_configuration()
    stores = [Store(configuration, agent, clock) for agent in range(len(configuration.agents))]
    return stores, TeamRtdb(Team.BLUE, stores, Wireless(WirelessSettings(**settings), 1, "blue"))


def share(store, **state):
    store.put("ROBOT_WS", RobotState(store.agent, **state).encode())


def test_what_sensors_report_is_in_the_records_of_their_robot(clock):
    stores, team = made(clock)
    robot = Body(Team.BLUE, 2)
    points = np.array([[1.0, 2.0], [3.0, -4.0]])
    team.deliver([view(robot, points[:1], points, OmniBall(0.5, 0.25, 1.0)), compass(robot, math.pi / 2)])
    team.deliver(
        [OdometryReport(robot, 0.0, 1.0, 2.0, 0.5, 2.5, 0.5, -1.0, ()), BatteryReport(robot, 0.0, 23.4, 1.0, 1.0)]
    )
    team.write_hardware(2, 0.5)
    store = stores[agent_of(2)]
    seen = Vision.decode(store.get(3, "VISION_INFO").data)
    assert seen == Vision(((1.0, 2.0),), ((1.0, 2.0), (3.0, -4.0)), ((0.5, 0.25),))
    moves = Velocity.decode(store.get(3, "LAST_CMD_VEL").data)
    assert moves == Velocity(2.5, 0.5, -1.0)  # as the base does, whatever it was told
    assert Compass.decode(store.get(3, "CMD_IMU").data).angle == pytest.approx(math.pi / 2)
    assert Odometry.decode(store.get(3, "CMD_POS").data) == Odometry(1.0, 2.0, 0.5)
    assert HardwareInfo.decode(store.get(3, "CMD_INFO").data) == HardwareInfo(74, 117, 234, 200, False)
    assert stores[1].get(1, "VISION_INFO").age == -1
    assert team.take_refusals() == ()


def test_all_voltages_are_in_every_record_of_the_hardware(clock):
    """A program of CAMBADA takes one record without them for a robot that was switched off."""
    stores, team = made(clock)
    found = []
    for charge in (1.0, 0.0, 0.5):
        team.write_hardware(1, charge)
        found.append(HardwareInfo.decode(stores[2].get(2, "CMD_INFO").data))
        team.deliver([BatteryReport(Body(Team.BLUE, 1), 0.0, 25.0, 1.0, 0.9)])
    assert all(min(info.logic, info.power_12, info.power_24) > 0 for info in found)
    assert [info.kicker for info in found] == [400, 0, 200]
    assert [info.just_kicked for info in found] == [False, True, False]


def test_balls_in_the_air_have_their_place_and_grow_older_while_nobody_sees_them(clock):
    stores, team = made(clock)
    robot = Body(Team.BLUE, 1)
    team.write_front_vision(FrontalView(robot, 0.0, (AirborneBall(0.0, math.radians(30), 2.0, 50),)), 0.2, 0.5)
    (ball,) = FrontVision.decode(stores[2].get(2, "FRONT_VISION_INFO").data).balls
    assert ball == pytest.approx((0.2 + 2 * math.cos(math.radians(30)), 0.0, 1.5, 0), abs=1e-6)
    for _ in range(2):
        team.write_front_vision(FrontalView(robot, 0.0, ()), 0.2, 0.5)
    assert FrontVision.decode(stores[2].get(2, "FRONT_VISION_INFO").data).balls[0][3] == 2


def test_the_base_station_hears_of_the_battery_of_a_robot_whose_program_runs(clock):
    stores, team = made(clock)
    report = BatteryReport(Body(Team.BLUE, 1), 0.0, 25.0, 1.0, 0.9)
    team.deliver([report])
    assert stores[2].get(2, "LAPTOP_INFO").age == -1  # nobody runs there: it would have a place on the radio
    share(stores[2])
    team.deliver([report])
    assert LaptopInfo.decode(stores[2].get(2, "LAPTOP_INFO").data) == LaptopInfo(90)


def test_reports_of_the_other_team_and_of_other_kinds_are_ignored(clock):
    stores, team = made(clock)
    team.deliver([compass(Body(Team.YELLOW, 2), 1.0), object(), Received(Team.YELLOW, 1, 2, b"x", 0.0, 0.1)])
    assert stores[3].get(3, "CMD_IMU").age == -1
    assert team.take_refusals() == ()


def test_commands_become_orders_once(clock):
    stores, team = made(clock)
    assert team.orders() is None
    stores[1].put("CMD_VEL", Velocity(1.0, -0.5, 2.0).encode())
    stores[4].put("CMD_GRABBER", Grabber(80).encode())
    assert team.orders() == Orders(
        Team.BLUE,
        (RobotOrder(0, BodyVelocity(1.0, -0.5, 2.0)), RobotOrder(3, None, None, math.inf)),
    )
    assert team.orders() is None
    clock.seconds += 0.04
    stores[1].put("CMD_VEL", Velocity(0.0).encode())
    stores[4].put("CMD_GRABBER", Grabber(0).encode())
    assert team.orders().orders == (RobotOrder(0, BodyVelocity(0.0)), RobotOrder(3, None, None, 0.0))


def test_a_kick_waits_for_the_ball_for_a_tenth_of_a_second(clock):
    stores, team = made(clock)
    stores[2].put("CMD_KICKER", Kicker(158).encode())
    assert team.orders().orders == (RobotOrder(1, None, PowerKick(158)),)
    kicks = []
    for _ in range(5):
        clock.seconds += 0.04
        stores[2].put("CMD_VEL", Velocity(1.0).encode())
        kicks.append(team.orders().orders[0].kick)
    assert kicks == [PowerKick(158), PowerKick(158), None, None, None]
    stores[2].put("CMD_KICKER", Kicker(0).encode())
    assert team.orders().orders == (RobotOrder(1),)


def test_a_command_that_was_old_when_it_was_read_is_not_obeyed(clock):
    stores, team = made(clock)
    stores[1].put("CMD_VEL", Velocity(1.0).encode())
    clock.seconds += 0.6
    assert team.orders() is None


def test_a_record_that_the_teams_configuration_has_not_is_refused(clock):
    small = Configuration((AgentRecords("BASE"), AgentRecords("ROBOT", (), (Item(3, "VISION_INFO", 5),))))
    _, team = made(clock, small)
    robot = Body(Team.BLUE, 0)
    team.deliver([compass(robot, 0.0), view(robot, [], [], None)])
    team.deliver([compass(Body(Team.BLUE, 8), 0.0)])
    assert [refusal.code for refusal in team.take_refusals()] == ["UNKNOWN_RECORD"] * 3
    assert team.take_refusals() == ()


def run(clock, stores, team, seconds, step=0.005, radio=0.0, write=None):
    """Let robots write 25 times a second, and the radio of a match deliver; returns the messages."""
    sent = []
    for _ in range(round(seconds / step)):
        clock.seconds = round(clock.seconds + step, 6)
        if write is not None and round(clock.seconds / step) % 8 == 0:
            write()
        for message in team.frames(clock.seconds):
            sent.append((clock.seconds, message))
            times = clock.seconds - radio, clock.seconds
            team.deliver(Received(message.team, to, message.id, message.data, *times) for to in message.to)
    return sent


def test_shared_records_reach_all_mates_ten_times_a_second_with_their_age(clock):
    stores, team = made(clock)

    def write():
        for agent in (1, 2, 3):
            share(stores[agent], place=(float(agent), clock.seconds))

    run(clock, stores, team, 1.0, write=write)
    sent = run(clock, stores, team, 2.0, radio=0.01, write=write)
    assert [sum(message.id == n for _, message in sent) for n in (0, 1, 2)] == pytest.approx([20, 20, 20], abs=1)
    assert {message.to for _, message in sent if message.id == 1} == {(0, 2)}
    for agent in (0, 1, 3):
        found = stores[agent].get(2, "ROBOT_WS")
        state = RobotState.decode(found.data)
        assert state.number == 2
        written = state.place[1]
        assert found.age == pytest.approx(1000 * (clock.seconds - written), abs=15)
        assert found.age < 250
    assert stores[4].get(2, "ROBOT_WS").age == -1  # it does not run, and has no slot
    assert team.take_refusals() == ()


def test_the_base_station_reaches_the_robots_without_being_on_the_field(clock):
    stores, team = made(clock)

    def write():
        share(stores[1])
        stores[0].put("COACH_INFO", bytes(260))

    sent = run(clock, stores, team, 1.0, write=write)
    assert stores[1].get(0, "COACH_INFO").age < 250
    assert sent == []  # robot 0 has no mate on the field, and the base station is none


def test_a_robot_that_stops_writing_loses_its_slot(clock):
    stores, team = made(clock)

    def write():
        share(stores[1])
        share(stores[2])

    run(clock, stores, team, 1.0, write=write)
    assert decode_v1(run(clock, stores, team, 0.3, write=write)[-1][1].data).states[1:3] == (1, 1)
    run(clock, stores, team, 4.0, write=lambda: share(stores[1]))
    sent = run(clock, stores, team, 1.0, write=lambda: share(stores[1]))
    assert sent == []


def test_lost_frames_leave_the_old_value_which_grows_old(clock):
    stores, team = made(clock, loss=1.0)

    def write():
        share(stores[1])
        share(stores[2])

    assert run(clock, stores, team, 1.0, write=write) == []
    assert stores[2].get(1, "ROBOT_WS").age == -1


def test_frames_that_are_none_are_refused_and_counted(clock):
    _, team = made(clock)
    other = robopitch.leagues.msl.wire.rtdb.encode_v1(5, 0, (), [])
    team.deliver(Received(Team.BLUE, 1, 2, data, 0.0, 0.1) for data in (b"", b"nonsense" * 9, other))
    assert len(team.take_refusals()) == 3
    team.deliver(Received(Team.BLUE, 1, 2, b"", 0.0, 0.1) for _ in range(1000))
    assert len(team.take_refusals()) == 100


def test_records_that_do_not_fit_into_a_frame_are_reported(clock):
    large = Configuration(tuple(AgentRecords(f"{n}", (Item(0, "LARGE", 1500),)) for n in range(3)))
    stores, team = made(clock, large)

    def write():
        for store in stores:
            store.put("LARGE", bytes(1500))

    assert run(clock, stores, team, 0.5, write=write) == []
    assert {refusal.code for refusal in team.take_refusals()} == {"TOO_LONG"}


def test_a_jump_of_time_does_not_send_all_frames_in_between_nor_those_of_another_time(clock):
    stores, team = made(clock)

    def write():
        share(stores[1])
        share(stores[2])

    run(clock, stores, team, 1.0, write=write)
    clock.seconds += 3600.0
    write()
    assert len(team.frames(clock.seconds)) <= 6
    clock.seconds = 0.5
    team.rewind()
    write()
    numbers = [decode_v1(message.data).counter for message in team.frames(0.5)]
    assert numbers
    assert max(numbers) <= 5


def test_a_match_carries_the_frames_and_obeys_the_orders(clock):
    match = robopitch.make_match("msl", blue="external", yellow="external", referee="none")
    stores, team = made(clock)
    start = match.world.robot("blue", 0).pose
    for _ in range(100):
        clock.seconds = match.world.time
        for agent in (1, 2):
            share(stores[agent])
        stores[1].put("CMD_VEL", Velocity(1.0).encode())
        for given in (team.orders(), *team.frames(match.world.time)):
            if given is not None:
                assert match.offer("rtdb", given) == ()
        team.deliver(match.advance(match.tick + 10))
    assert RobotState.decode(stores[1].get(2, "ROBOT_WS").data).number == 2
    assert stores[1].get(2, "ROBOT_WS").age < 250
    now = match.world.robot("blue", 0).pose
    assert math.hypot(now.x - start.x, now.y - start.y) > 0.3

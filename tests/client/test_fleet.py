import pytest

from robopitch.client.fleet import VELOCITIES, WHEELS, Handle, load_fleet
from robopitch.client.motion import MotionControl
from robopitch.messages import BodyVelocity, RimSpeeds, WheelSpeeds
from robopitch.spec import load_league, load_robot
from robopitch.teams.observation import Action

USUAL, OTHER = load_league("mirosot-5v5").blue.robot, load_robot("vss")


def test_each_robot_of_a_mixed_team_gets_the_command_of_its_type_at_its_address():
    fleet = {1: Handle(OTHER, VELOCITIES, 1), 2: Handle(USUAL, WHEELS, 12), 3: Handle(OTHER, WHEELS, 7)}
    made = MotionControl(USUAL, fleet=fleet)
    drive = BodyVelocity(0.4, 0.0, 3.0)
    made.take({**dict.fromkeys(range(4), Action(drive)), 4: Action(WheelSpeeds((5.0, 10.0)))}, range(5))
    told = {order.id: order.command for order in made.orders(1.0)}
    assert sorted(told) == [0, 1, 4, 7, 12]
    assert told[0] == told[1] == drive
    for address, robot in ((12, USUAL), (7, OTHER)):  # v ∓ ℓω/2: the types differ in the distance of their wheels
        base = abs(float(robot.drive.wheels[0].y) - float(robot.drive.wheels[1].y))
        assert told[address].speeds == pytest.approx((0.4 - base / 2 * 3.0, 0.4 + base / 2 * 3.0))
    assert told[12].speeds != pytest.approx(told[7].speeds, abs=1e-4)
    radius = float(USUAL.drive.wheels[0].radius)
    assert told[4].speeds == pytest.approx((5.0 * radius, 10.0 * radius))


def test_wheel_speeds_mean_the_velocity_of_the_type_of_the_robot():
    made = MotionControl(USUAL, lambda command: isinstance(command, BodyVelocity), {3: Handle(OTHER, WHEELS, 3)})
    made.take(dict.fromkeys((0, 3), Action(WheelSpeeds((10.0, 10.0)))), (0, 3))
    for robot, order in zip((USUAL, OTHER), made.orders(1.0), strict=True):
        assert order.command.forward == pytest.approx(10.0 * float(robot.drive.wheels[0].radius))
        assert made.twists({})[order.id].x == pytest.approx(order.command.forward)


def test_a_rim_that_would_be_too_fast_slows_both_down_and_the_curvature_stays():
    made = MotionControl(USUAL, fleet={0: Handle(USUAL, WHEELS, 0)})
    made.take({0: Action(BodyVelocity(50.0, 0.0, 100.0))}, [0])
    (order,) = made.orders(1.0)
    assert isinstance(order.command, RimSpeeds)
    assert max(order.command.speeds) == pytest.approx(float(USUAL.drive.limits.speed))
    twist = made.twist(order.command, 0.0, 0)
    assert twist.turn / twist.x == pytest.approx(2.0)


def test_a_fleet_is_read_from_a_file_and_what_is_wrong_is_named(tmp_path):
    file = tmp_path / "fleet.toml"
    file.write_text('[3]\nrobot = "vss"\nradio = "wheels"\naddress = 7\n[4]\nradio = "velocities"\n')
    fleet = load_fleet(file, USUAL)
    assert fleet == {3: Handle(OTHER, WHEELS, 7), 4: Handle(USUAL, VELOCITIES, 4)}
    for text, message in (
        ("[3", "fleet.toml: Expected"),
        ("[keeper]", r"\[keeper\]: a table for each robot is wanted"),
        ("3 = 4", r"\[3\]: a table for each robot is wanted"),
        ('[3]\nradio = "wheel"', r"\[3\]: no kind of radio is called 'wheel'; did you mean 'wheels'"),
        ('[3]\nrobot = "vsss"', r"\[3\]: .*vsss"),
        ("[3]\naddress = 256", r"\[3\]: address = 256: a whole number from 0 to 255 is wanted"),
        ("[3]\nspeed = 1", r"\[3\]: there is no 'speed'; robot, radio, address are possible"),
        ("[3]\naddress = 4\n[4]", "robots 3 and 4 have the address 4"),
    ):
        file.write_text(text)
        with pytest.raises(ValueError, match=message):
            load_fleet(file, USUAL)
    with pytest.raises(ValueError, match="No such file"):
        load_fleet(tmp_path / "none.toml", USUAL)

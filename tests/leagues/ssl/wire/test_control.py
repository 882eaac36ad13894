import math

import pytest

from robopitch.leagues.ssl.wire.simulation import ControlRequest, decode_control, encode_control
from robopitch.leagues.ssl.wire.simulation.config import REALISM
from robopitch.leagues.ssl.wire.simulation.control import decode_control_response, encode_command
from robopitch.leagues.ssl.wire.vision import encode_geometry
from robopitch.messages import (
    ChangeCameras,
    ChangeRealism,
    ChangeRobot,
    ChangeSpec,
    PlaceBall,
    PlaceRobot,
    Refusal,
    Team,
)
from robopitch.spec import change_realism, change_robot, load_realism

YELLOW, BLUE = 1, 2


def robot_id(wire, number=3, team=YELLOW):
    return wire.sub(1, wire.uint(1, number), wire.uint(2, team))


def control(wire, *parts):
    return wire.sub(1, *parts)


def config(wire, *parts):
    return wire.sub(2, *parts)


def packed(wire, field, address, *parts):
    return wire.sub(field, wire.text(1, address), wire.sub(2, *parts))  # Any: type_url, value


def flags(wire, *fields):
    return b"".join(wire.uint(field, 1) for field in fields)


NOT_UTF8 = b"\x12\x07\x1a\x05\x0a\x03\x0a\x01\xff"  # config.realism_config.custom.type_url


# ---- teleports ---------------------------------------------------------------------------------------------------


def test_every_field_of_a_control_message(wire, league):
    data = control(
        wire,
        wire.sub(
            1,  # teleport_ball
            wire.floats(1.5, -2.5, 0.25, 3.5, -4.5, 5.5),  # x, y, z, vx, vy, vz
            flags(wire, 7, 8),  # teleport_safely, roll
        ),
        wire.sub(
            2,  # teleport_robot
            robot_id(wire, 3, YELLOW),
            wire.floats(1.1, 2.2, 0.5, -1.0, -2.0, 4.0, first=2),  # x, y, orientation, v_x, v_y, v_angular
            wire.uint(8, 0),  # present
        ),
        wire.sub(2, robot_id(wire, 15, BLUE), wire.floats(1.0, 2.0, first=2), flags(wire, 8, 9)),  # present, by_force
        wire.float(3, 0.1),  # simulation_speed
    )
    assert decode_control(data, league) == ControlRequest(
        inputs=(
            PlaceBall(1.5, -2.5, 0.25, 3.5, -4.5, 5.5, safely=True, roll=True),
            PlaceRobot(Team.YELLOW, 3, 1.1, 2.2, 0.5, -1.0, -2.0, 4.0, present=False),
            PlaceRobot(Team.BLUE, 15, 1.0, 2.0, present=True, by_force=True),
        ),
        speed=0.1,
    )


def test_a_client_writes_the_same_bytes(wire, league):
    places = (
        PlaceBall(1.5, -2.5, 0.25, 3.5, safely=True),
        PlaceRobot(Team.BLUE, 15, 1.0, 2.0, present=True, by_force=True),
    )
    data = control(
        wire,
        wire.sub(1, wire.floats(1.5, -2.5, 0.25, 3.5), wire.uint(7, 1), wire.uint(8, 0), wire.uint(9, 0)),
        wire.sub(2, robot_id(wire, 15, BLUE), wire.floats(1.0, 2.0, first=2), flags(wire, 8, 9)),
        wire.float(3, 2.0),
    ) + config(wire, wire.uint(4, 10021))
    assert encode_command(places, speed=2.0, vision_port=10021) == data
    assert decode_control(data, league) == ControlRequest(places, 2.0, 10021)


def test_partial_coordinates_and_presence_without_a_place_are_no_errors(wire, league):
    data = control(
        wire,
        wire.sub(1, wire.float(1, 1.0), wire.float(5, 2.0)),
        wire.sub(2, robot_id(wire), wire.float(3, 2.0)),
        wire.sub(2, robot_id(wire), wire.uint(8, 1)),
        wire.sub(1, wire.uint(7, 1)),  # merges into the first
    )
    assert decode_control(data, league) == ControlRequest(
        (
            PlaceBall(x=1.0, vy=2.0, safely=True),
            PlaceRobot(Team.YELLOW, 3, y=2.0),
            PlaceRobot(Team.YELLOW, 3, present=True),
        )
    )


def test_an_answer_as_bytes_and_back(wire):
    refusals = (Refusal("NOT_FINITE", "teleport_ball: x is nan"), Refusal("A", "µ"))
    data = wire.sub(1, wire.text(1, "NOT_FINITE"), wire.text(2, "teleport_ball: x is nan"))
    data += wire.sub(1, wire.text(1, "A"), wire.text(2, "µ"))
    assert encode_control(refusals) == data
    assert decode_control_response(data) == refusals
    assert encode_control(()) == b""


WRONG = {
    "ball nan": (lambda w: control(w, w.sub(1, w.float(2, math.nan))), "NOT_FINITE", "teleport_ball: y is nan"),
    "robot inf": (
        lambda w: control(w, w.sub(2, robot_id(w), w.float(4, math.inf))),
        "NOT_FINITE",
        "yellow 3: orientation is inf",
    ),
    "ball by force": (
        lambda w: control(w, w.sub(1, w.float(1, 0.0), w.float(4, 1.0), w.uint(9, 1))),
        "VELOCITY_FORCE",
        "leave its velocity out",
    ),
    "robot by force": (
        lambda w: control(w, w.sub(2, robot_id(w), w.float(5, 1.0), w.uint(9, 1))),
        "VELOCITY_FORCE",
        "yellow 3: by_force",
    ),
    "robot 16": (lambda w: control(w, w.sub(2, robot_id(w, 16))), "UNKNOWN_ROBOT", "yellow 16"),
    "no team": (lambda w: control(w, w.sub(2, robot_id(w, 1, 0))), "UNKNOWN_ROBOT", "of no team 1"),
    "strange team": (lambda w: control(w, w.sub(2, robot_id(w, 1, 9))), "UNKNOWN_ROBOT", "of no team 1"),
    "no id": (lambda w: control(w, w.sub(2, w.sub(1, w.uint(2, BLUE)))), "UNKNOWN_ROBOT", "blue without an id"),
    "backwards in time": (lambda w: control(w, w.float(3, -1.0)), "SIMULATION_SPEED", "-1 is not from 0 up"),
    "infinitely fast": (lambda w: control(w, w.float(3, math.inf)), "SIMULATION_SPEED", "inf"),
    "nan fast": (lambda w: control(w, w.float(3, math.nan)), "SIMULATION_SPEED", "nan"),
    "port 0": (lambda w: config(w, w.uint(4, 0)), "VISION_PORT", "0 is not from 1 to 65535"),
    "port 65536": (lambda w: config(w, w.uint(4, 65536)), "VISION_PORT", "65536"),
    "spec of robot 16": (lambda w: config(w, w.sub(2, robot_id(w, 16), w.float(4, 2.0))), "UNKNOWN_ROBOT", "yellow 16"),
    "nan mass": (lambda w: config(w, w.sub(2, robot_id(w), w.float(4, math.nan))), "NOT_FINITE", "mass is nan"),
    "nan wheel": (
        lambda w: config(w, w.sub(2, robot_id(w), w.sub(13, w.floats(1, 2, math.nan, 4)))),
        "NOT_FINITE",
        "wheel_angles.back_left is nan",
    ),
    "unknown spec": (
        lambda w: config(w, w.sub(2, robot_id(w), packed(w, 14, "x/RobotSpecOthers"))),
        "INVALID_SPEC",
        "'RobotSpecOthers'; RobotSpecErForce is known",
    ),
    "broken spec": (
        lambda w: config(w, w.sub(2, robot_id(w), packed(w, 14, "x/RobotSpecErForce", b"\xff"))),
        "INVALID_SPEC",
        "1 bytes are not a RobotSpecErForce",
    ),
    "unknown realism": (
        lambda w: config(w, w.sub(3, packed(w, 1, "x/y.RealismConfigOthers"))),
        "INVALID_REALISM",
        "'y.RealismConfigOthers'",
    ),
    "realism without type": (lambda w: config(w, w.sub(3, w.sub(1))), "INVALID_REALISM", "without type"),
    "nan realism": (
        lambda w: config(w, w.sub(3, packed(w, 1, "RealismConfigErForce", w.float(1, math.nan)))),
        "NOT_FINITE",
        "stddev_ball_p is nan",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_refused_and_the_rest_is_taken(wire, league, what):
    make, code, message = WRONG[what]
    good = control(wire, wire.sub(2, robot_id(wire, 5, BLUE), wire.float(2, 1.0)))
    request = decode_control(make(wire) + good, league)
    assert request.inputs == (PlaceRobot(Team.BLUE, 5, 1.0),)
    assert request.speed is None
    assert request.vision_port is None
    assert [refusal.code for refusal in request.refusals] == [code]
    assert message in request.refusals[0].message


@pytest.mark.parametrize("data", [b"hello", b"\x0a\x02\x12\x00", b"\x12\x02\x0a\x00", NOT_UTF8])
def test_what_cannot_be_read_is_refused(data, league):
    request = decode_control(data, league)
    assert request.inputs == ()
    assert [refusal.code for refusal in request.refusals] == ["UNREADABLE"]


# ---- configuration -----------------------------------------------------------------------------------------------


def test_every_field_of_robot_specs(wire, league):
    degrees = math.pi / 180
    data = config(
        wire,
        wire.sub(
            2,  # robot_specs
            robot_id(wire, 2, BLUE),
            wire.float(2, 0.085),  # radius
            wire.float(3, 0.14),  # height
            wire.float(4, 2.1),  # mass
            wire.float(7, 7.5),  # max_linear_kick_speed
            wire.float(8, 4.5),  # max_chip_kick_speed
            wire.float(9, 0.07),  # center_to_dribbler
            # limits: acc_speedup_absolute_max, _angular_max, acc_brake_absolute_max, _angular_max, vel_*_max
            wire.sub(10, wire.floats(3.0, 40.0, 5.0, 45.0, 2.5, 20.0)),
            # wheel_angles: front_right, back_right, back_left, front_left, clockwise
            wire.sub(13, wire.floats(50 * degrees, 130 * degrees, 230 * degrees, 310 * degrees)),
            # custom: shoot_radius, dribbler_width
            packed(wire, 14, "type.googleapis.com/sslsim.RobotSpecErForce", wire.float(1, 0.067), wire.float(3, 0.08)),
        ),
    )
    request = decode_control(data, league)
    assert request.refusals == ()
    (change,) = request.inputs
    assert isinstance(change, ChangeRobot)
    assert (change.team, change.id) == (Team.BLUE, 2)
    wheels = {f"drive.wheels.{n}.angle": angle * degrees for n, angle in enumerate((50, 130, 230, 310))}
    assert dict(change.values) == pytest.approx(
        {
            "outline.radius": 0.085,
            "height": 0.14,
            "mass": 2.1,
            "kicker.speed": 7.5,
            "kicker.chip_speed": 4.5,
            "outline.front": 0.07,
            "drive.limits.speed_up": 3.0,
            "drive.limits.turn_speed_up": 40.0,
            "drive.limits.brake": 5.0,
            "drive.limits.turn_brake": 45.0,
            "drive.limits.speed": 2.5,
            "drive.limits.turn_rate": 20.0,
            "holder.width": 0.08,
            "kicker.width": 0.08,
            **wheels,
        },
        rel=1e-6,
    )
    changed = change_robot(league.blue.robot, change.values)  # every path is one of a robot
    assert (changed.mass, changed.kicker.width, changed.drive.limits.turn_brake) == (2.1, 0.08, 45.0)


@pytest.mark.parametrize(
    ("front_right", "front_left"), [(60, 300), (300, 60), (-60, 60), (60, -60), (60, 60), (-60, -60)]
)
def test_wheel_angles_may_be_counted_either_way(wire, league, front_right, front_left):
    angles = [math.radians(angle) for angle in (front_right, 135, 135, front_left)]
    (change,) = decode_control(
        config(wire, wire.sub(2, robot_id(wire), wire.sub(13, wire.floats(*angles)))), league
    ).inputs
    seen = [round(math.degrees(change.values[f"drive.wheels.{n}.angle"])) for n in range(4)]
    assert seen == [60, 135, 225, 300]


@pytest.mark.parametrize(
    "address",
    [
        "type.googleapis.com/RealismConfigErForce",
        "type.googleapis.com/sslsim.RealismConfigErForce",
        "sslsim.RealismConfigErForce",
        "RealismConfigErForce",
    ],
)
def test_every_field_of_the_realism(wire, league, address):
    data = config(
        wire,
        wire.sub(
            3,  # realism_config
            packed(
                wire,
                1,  # custom
                address,
                wire.floats(0.001, 0.002, 0.003, 6.5),  # stddev_ball_p, _robot_p, _robot_phi, _ball_area
                wire.uint(5, 1),  # enable_invisible_ball
                # ball_visibility_threshold, camera_overlap, dribbler_ball_detections, camera_position_error,
                # robot_command_loss, robot_response_loss, missing_ball_detections
                wire.floats(0.4, 1.0, 0.05, 0.1, 0.03, 0.01, 0.02, first=6),
                wire.uint(13, 35_000_000),  # vision_delay, ns
                wire.uint(14, 10_000_000),  # vision_processing_time, ns
                wire.uint(15, 0),  # simulate_dribbling
                wire.float(16, 0.02),  # object_position_offset
                wire.float(17, 0.04),  # missing_robot_detections
                wire.uint(18, 3_000_000),  # command_delay, ns
                wire.float(19, 0.5),  # robot_rotation_error
                wire.float(20, 0.002),  # rotated_robot_detections_start
                wire.float(21, 0.25),  # rotated_robot_detections_stop
            ),
        ),
    )
    assert decode_control(data, league) == ControlRequest(
        (
            ChangeRealism(
                {
                    "ball_position": 0.001,
                    "robot_position": 0.002,
                    "robot_heading": 0.003,
                    "ball_area": 6.5,
                    "hide_balls": True,
                    "least_visible": 0.4,
                    "camera_overlap": 1.0,
                    "false_balls": 0.05,
                    "camera_error": 0.1,
                    "command_loss": 0.03,
                    "response_loss": 0.01,
                    "missing_ball": 0.02,
                    "vision_delay": 0.035,
                    "processing_time": 0.01,
                    "real_dribbler": False,
                    "position_offset": 0.02,
                    "missing_robot": 0.04,
                    "command_delay": 0.003,
                    "rotation_error": 0.5,
                    "rotated_start": 0.002,
                    "rotated_stop": 0.25,
                }
            ),
        )
    )


def test_every_realism_that_can_be_sent_is_one_that_can_be_set():
    values = {path: True if path in {"hide_balls", "real_dribbler"} else 0.01 for path in REALISM.values()}
    changed = change_realism(load_realism("ssl", "none"), values)
    assert {path: getattr(changed, path) for path in values} == values


def unknown(wire, field=99):
    return wire.uint(field, 1)


@pytest.mark.parametrize(
    ("kind", "of"),
    [
        ("SimulatorCommand", lambda w, more: more),
        ("SimulatorControl", lambda w, more: control(w, more)),
        ("TeleportBall", lambda w, more: control(w, w.sub(1, w.float(1, 1.0), more))),
        ("SimulatorConfig", lambda w, more: config(w, more)),
        ("RobotSpecs", lambda w, more: config(w, w.sub(2, robot_id(w), w.float(4, 2.5), more))),
        ("RobotId", lambda w, more: config(w, w.sub(2, w.sub(1, w.uint(1, 3), w.uint(2, BLUE), more)))),
        ("RobotLimits", lambda w, more: config(w, w.sub(2, robot_id(w), w.sub(10, w.float(1, 2.5), more)))),
        ("RealismConfig", lambda w, more: config(w, w.sub(3, more))),
        ("RobotSpecErForce", lambda w, more: config(w, w.sub(2, robot_id(w), packed(w, 14, "RobotSpecErForce", more)))),
        ("RealismConfigErForce", lambda w, more: config(w, w.sub(3, packed(w, 1, "RealismConfigErForce", more)))),
        ("Any", lambda w, more: config(w, w.sub(3, w.sub(1, w.text(1, "x/RealismConfigErForce"), more)))),
    ],
)
def test_an_unknown_field_is_refused_by_its_number_wherever_it_is_and_the_others_hold(wire, league, kind, of):
    usual, more = (decode_control(of(wire, field), league) for field in (b"", unknown(wire)))
    (refusal,) = more.refusals
    assert (refusal.code, refusal.message.startswith(f"{kind}: "), "99" in refusal.message) == (
        "UNKNOWN_FIELD",
        True,
        True,
    )
    assert (more.inputs, usual.refusals) == (usual.inputs, ())


def test_many_unknown_fields_are_one_answer(wire, league):
    specs = [wire.sub(2, robot_id(wire, number), unknown(wire), unknown(wire, 98)) for number in range(8)]
    realism = wire.sub(3, packed(wire, 1, "RealismConfigErForce", *(unknown(wire, 100 + n) for n in range(5000))))
    refusals = decode_control(config(wire, *specs, realism), league).refusals
    assert [refusal.message.partition(":")[0] for refusal in refusals] == ["RobotSpecs", "RealismConfigErForce"]
    assert all(len(refusal.message) < 200 for refusal in refusals)


def test_a_negative_delay_is_passed_on_as_one(wire, league):
    data = config(wire, wire.sub(3, packed(wire, 1, "RealismConfigErForce", wire.uint(13, -5_000_000))))
    assert decode_control(data, league).inputs == (ChangeRealism({"vision_delay": -0.005}),)


def test_a_geometry_changes_the_field_before_robots_are_placed(wire, league):
    from robopitch.sensors.overhead.camera import overhead

    cameras = (overhead((0.0, 0.0, 4.0), 390.0, (780, 580), 0.0),)
    packet = encode_geometry(league, cameras)
    geometry = packet[: -len(wire.uint(3, 1))].replace(b"\x12", b"\x0a", 1)  # field 2 of a packet is 1 of a config
    request = decode_control(control(wire, wire.sub(1, wire.float(1, 1.0))) + config(wire, geometry), league)
    assert request.refusals == ()
    assert [type(change) for change in request.inputs] == [ChangeSpec, ChangeCameras, PlaceBall]
    assert request.inputs[0].values["field.length"] == 12.0

import math

import pytest

from robopitch.leagues.ssl.wire.vision import decode_geometry, decode_packet, encode_geometry
from robopitch.leagues.ssl.wire.vision.ball_models import chip_model, straight_model
from robopitch.messages import Camera
from robopitch.sensors.overhead.camera import overhead
from robopitch.spec import change_league, load_league
from robopitch.wire.pool import message_class

HALF = math.sqrt(0.5)
CAMERA = Camera(  # looks straight down: its z axis is the field's −z
    focal_length=390.0,
    principal_point=(390.0, 290.0),
    distortion=0.125,
    quaternion=(1.0, 0.0, 0.0, 0.0),
    translation=(-3.0, 2.25, 4.0),
    position=(3.0, 2.25, 4.0),
    image_size=(780, 580),
)


def value(league, path):
    for key in path.split("."):
        league = getattr(league, key)
    return league


def line(wire, name, kind, x1, y1, x2, y2):
    return wire.sub(
        6,  # field_lines
        wire.text(1, name),
        wire.sub(2, wire.floats(x1, y1)),  # p1
        wire.sub(3, wire.floats(x2, y2)),  # p2
        wire.float(4, 10),  # thickness
        wire.uint(5, kind),  # type
    )


def golden(wire, league):
    chip = chip_model(league.ball)
    field = wire.sub(
        1,  # field, mm
        wire.uint(1, 12000),  # field_length
        wire.uint(2, 9000),  # field_width
        wire.uint(3, 1800),  # goal_width
        wire.uint(4, 180),  # goal_depth
        wire.uint(5, 300),  # boundary_width
        line(wire, "TopTouchLine", 2, -6000, 4500, 6000, 4500),
        line(wire, "BottomTouchLine", 3, -6000, -4500, 6000, -4500),
        line(wire, "LeftGoalLine", 4, -6000, -4500, -6000, 4500),
        line(wire, "RightGoalLine", 5, 6000, -4500, 6000, 4500),
        line(wire, "HalfwayLine", 6, 0, -4500, 0, 4500),
        line(wire, "CenterLine", 7, -6000, 0, 6000, 0),
        line(wire, "LeftPenaltyStretch", 8, -4200, -1800, -4200, 1800),
        line(wire, "RightPenaltyStretch", 9, 4200, -1800, 4200, 1800),
        line(wire, "LeftFieldLeftPenaltyStretch", 10, -6000, -1800, -4200, -1800),
        line(wire, "LeftFieldRightPenaltyStretch", 11, -6000, 1800, -4200, 1800),
        line(wire, "RightFieldRightPenaltyStretch", 13, 6000, -1800, 4200, -1800),
        line(wire, "RightFieldLeftPenaltyStretch", 12, 6000, 1800, 4200, 1800),
        wire.sub(
            7,  # field_arcs
            wire.text(1, "CenterCircle"),
            wire.sub(2, wire.floats(0, 0)),  # center
            wire.float(3, 500),  # radius
            wire.float(4, 0),  # a1
            wire.float(5, 2 * math.pi),  # a2
            wire.float(6, 10),  # thickness
            wire.uint(7, 1),  # type
        ),
        wire.uint(8, 1800),  # penalty_area_depth
        wire.uint(9, 3600),  # penalty_area_width
        wire.uint(10, 500),  # center_circle_radius
        wire.uint(11, 10),  # line_thickness
        wire.uint(12, 8000),  # goal_center_to_penalty_mark
        wire.uint(13, 160),  # goal_height
        wire.float(14, 21.5),  # ball_radius
        wire.float(15, 90),  # max_robot_radius
        wire.uint(16, 600),  # boundary_width_goal_line
        wire.uint(17, 300),  # goal_substitution_area_width
    )
    calibration = wire.sub(
        2,  # calib
        wire.uint(1, 0),  # camera_id
        wire.float(2, 390),  # focal_length
        wire.float(3, 390),  # principal_point_x
        wire.float(4, 290),  # principal_point_y
        wire.float(5, 0.125),  # distortion
        wire.floats(1, 0, 0, 0, first=6),  # q0..q3
        wire.floats(-3000, 2250, 4000, first=10),  # tx, ty, tz
        wire.floats(3000, 2250, 4000, first=13),  # derived_camera_world
        wire.uint(16, 780),  # pixel_image_width
        wire.uint(17, 580),  # pixel_image_height
    )
    models = wire.sub(
        3,  # models
        wire.sub(
            1,  # straight_two_phase
            wire.double(1, -0.35 * 9.81),  # acc_slide
            wire.double(2, -0.35),  # acc_roll
            wire.double(3, 1 / 1.4),  # k_switch
        ),
        wire.sub(
            2,  # chip_fixed_loss
            wire.double(1, chip.damping_xy_first_hop),
            wire.double(2, chip.damping_xy_other_hops),
            wire.double(3, 0.56),  # damping_z
        ),
    )
    return wire.sub(2, field, calibration, models) + wire.uint(3, 1)


def test_a_geometry_as_bytes(wire, league):
    assert encode_geometry(league, [CAMERA]) == golden(wire, league)


@pytest.mark.parametrize("name", ["ssl-div-a", "ssl-div-b"])
def test_what_we_publish_may_be_sent_back_and_changes_nothing(name):
    league = load_league(
        name, overrides={"field.length": 9.1234567, "ball.inertia_factor": 0.43, "ball.radius": 0.0213}
    )
    change, cameras, refusals = decode_geometry(decode_packet(encode_geometry(league, [CAMERA])).geometry, league)
    assert refusals == []
    assert len(change.values) == 17
    assert {path: value(league, path) for path in change.values} == dict(change.values)
    assert change_league(league, change.values) == league
    assert cameras.cameras == (CAMERA,)


def test_a_geometry_changes_field_and_ball(wire, league):
    field = wire.sub(
        1,
        wire.uint(1, 9000),  # field_length
        wire.uint(2, 6000),  # field_width
        wire.uint(3, 1000),  # goal_width
        wire.uint(4, 175),  # goal_depth
        wire.uint(5, 250),  # boundary_width
        wire.uint(8, 1000),  # penalty_area_depth
        wire.uint(9, 2000),  # penalty_area_width
        wire.uint(10, 450),  # center_circle_radius
        wire.uint(11, 12),  # line_thickness
        wire.uint(12, 6000),  # goal_center_to_penalty_mark
        wire.uint(13, 155),  # goal_height
        wire.float(14, 21.3),  # ball_radius
        wire.float(15, 85),  # max_robot_radius: without effect
        wire.uint(16, 350),  # boundary_width_goal_line
        wire.uint(17, 200),  # goal_substitution_area_width: without effect
    )
    models = wire.sub(3, wire.sub(1, wire.double(1, -3.924), wire.double(2, -0.25), wire.double(3, 0.625)))
    geometry = message_class("ssl_vision.SSL_GeometryData").FromString(field + models)
    change, cameras, refusals = decode_geometry(geometry, league)
    assert refusals == []
    assert cameras is None
    assert dict(change.values) == pytest.approx(
        {
            "field.length": 9.0,
            "field.width": 6.0,
            "field.goal.width": 1.0,
            "field.goal.depth": 0.175,
            "field.margin_touch": 0.25,
            "field.penalty_area_depth": 1.0,
            "field.penalty_area_width": 2.0,
            "field.centre_circle_radius": 0.45,
            "field.line_width": 0.012,
            "field.penalty_mark": 6.0,
            "field.goal.height": 0.155,
            "ball.radius": 0.0213,
            "field.margin_goal": 0.35,
            "ball.sliding_friction": 0.4,
            "ball.rolling_deceleration": 0.25,
            "ball.inertia_factor": 0.6,
        },
        rel=1e-12,
    )


def field_of(wire, *more):
    return wire.sub(1, *(wire.uint(n, size) for n, size in enumerate((9000, 6000, 1000, 180, 300), 1)), *more)


def decoded(data, league):
    return decode_geometry(message_class("ssl_vision.SSL_GeometryData").FromString(data), league)


def test_the_penalty_area_comes_from_its_lines_where_its_fields_are_missing(wire, league):
    stretch = line(wire, "LeftPenaltyStretch", 8, -3250, -1100, -3250, 1100)
    change, _, _ = decoded(field_of(wire, stretch), league)
    assert change.values["field.penalty_area_depth"] == 1.25
    assert change.values["field.penalty_area_width"] == 2.2
    change, _, _ = decoded(field_of(wire, stretch, wire.uint(8, 1000), wire.uint(9, 2000)), league)
    assert change.values["field.penalty_area_depth"] == 1.0
    assert "field.penalty_area_depth" not in decoded(field_of(wire), league)[0].values


def calibration(wire, number=0, q=(0.7, 0.7, 0.7, 0.7), place=(1500, -1000, 4000), focal=390.0, t=(0, 0, 3500)):
    return wire.sub(
        2,
        wire.uint(1, number),
        wire.floats(focal, 300, 300, 0.2, *q, *t, first=2),
        wire.floats(*place, first=13),
    )


def test_a_dummy_calibration_with_a_place_becomes_a_camera_that_looks_down_from_there(wire, league):
    _, cameras, refusals = decoded(field_of(wire) + calibration(wire), league)
    assert refusals == []
    expected = overhead((1.5, -1.0, 4.0), 390.0, (600, 600), wire.float32(0.2))
    assert cameras.cameras == (expected,)


def test_a_turned_camera_stands_where_its_calibration_says(wire, league):
    # Half a turn about the diagonal of x and y swaps these two and points z down; its inverse is the same.
    data = field_of(wire) + calibration(wire, q=(HALF, HALF, 0, 0), t=(1000, 2000, 3500))
    _, cameras, _ = decoded(data, league)
    (camera,) = cameras.cameras
    assert camera.translation == (1.0, 2.0, 3.5)
    assert camera.position == pytest.approx((-2.0, -1.0, 3.5), abs=1e-6)
    assert camera.image_size == (600, 600)


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"place": (0, 0, 0)}, "neither a calibration"),
        ({"place": (math.nan, 0, 4000)}, "neither a calibration"),
        ({"focal": 0.0}, "neither a calibration"),
        ({"q": (math.nan, 0, 0, 1)}, "neither a calibration"),
        ({"number": 2}, "numbered from 0"),
    ],
)
def test_a_camera_that_cannot_be_is_refused_and_the_field_still_taken(wire, league, what, message):
    change, cameras, refusals = decoded(field_of(wire) + calibration(wire, **what), league)
    assert change.values["field.length"] == 9.0
    assert cameras is None
    assert [refusal.code for refusal in refusals] == ["CAMERAS"]
    assert message in refusals[0].message


def chip(wire, first, others, vertical):
    return wire.sub(3, wire.sub(2, wire.double(1, first), wire.double(2, others), wire.double(3, vertical)))


def test_a_chip_model_sets_the_restitution_and_says_what_it_cannot_set(wire, league):
    change, _, refusals = decoded(field_of(wire) + chip(wire, 0.715, 1.0, 0.5), league)
    assert change.values["ball.restitution"] == 0.5
    assert refusals == []
    change, _, refusals = decoded(field_of(wire) + chip(wire, 0.6, 0.9, 0.42), league)  # grSim's, nearly
    assert change.values["ball.restitution"] == 0.42
    assert [refusal.code for refusal in refusals] == ["CHIP_MODEL", "CHIP_MODEL"]
    assert "damping_xy_first_hop 0.6 was not taken" in refusals[0].message


@pytest.mark.parametrize("vertical", [-0.1, 1.5, math.nan])
def test_an_impossible_restitution_is_refused(wire, league, vertical):
    change, _, refusals = decoded(field_of(wire) + chip(wire, 0.72, 1.0, vertical), league)
    assert "ball.restitution" not in change.values
    assert [refusal.code for refusal in refusals] == ["CHIP_MODEL"]


@pytest.mark.parametrize("numbers", [(3.4, -0.3, 0.7), (-3.4, 0.3, 0.7), (-3.4, -0.3, 1.0), (math.nan, -0.3, 0.7)])
def test_an_impossible_straight_model_is_refused(wire, league, numbers):
    models = wire.sub(3, wire.sub(1, *(wire.double(n, value) for n, value in enumerate(numbers, 1))))
    change, _, refusals = decoded(field_of(wire) + models, league)
    assert not any(path.startswith("ball.") for path in change.values)
    assert [refusal.code for refusal in refusals] == ["STRAIGHT_MODEL"]


def test_a_received_straight_model_is_then_published(league):
    change = {
        "ball.sliding_friction": 3.9 / 9.81,
        "ball.rolling_deceleration": 0.35,
        "ball.inertia_factor": 1 / 0.69 - 1,
    }
    changed = load_league("ssl-div-a", overrides=change)
    assert straight_model(changed) == pytest.approx((-3.9, -0.35, 0.69))


def test_a_length_that_is_no_number_is_refused(wire, league):
    change, _, refusals = decoded(field_of(wire, wire.float(14, math.nan)), league)
    assert "ball.radius" not in change.values
    assert [refusal.code for refusal in refusals] == ["NOT_FINITE"]

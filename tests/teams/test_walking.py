"""Robots that walk through the registers of their servos."""

import math

import pytest

import robopitch
from robopitch.control.walking import Walk
from robopitch.control.walking.legs import DOUBLE_KNEE, PARALLEL, SERIAL
from robopitch.spec import FigureSpec, load_robot
from robopitch.teams.walking import Walker, gait_of, legs_of, parse_gait, stand_ready, walk_robot


@pytest.mark.parametrize(
    ("robot", "leg"),
    [
        ("fumanoid-2009", (DOUBLE_KNEE, 0.1, 0.1, 0.04, 0.055)),
        ("fumanoid-2011", (PARALLEL, 0.095, 0.093, 0.057, 0.055)),
    ],
)
def test_the_legs_of_both_fumanoids_are_found_with_their_measures(robot, leg):
    found = legs_of(load_robot(robot).figure)
    assert found.leg == pytest.approx(leg)
    assert [servo.name for servo in found.servos[1]] == [
        "HIP_RIGHT_YAW", "HIP_RIGHT_ROLL", "HIP_RIGHT_PITCH", "KNEE_RIGHT_PITCH", "FOOT_RIGHT_PITCH", "FOOT_RIGHT_ROLL"
    ]  # fmt: skip


def six_joints(drop=None):
    """A figure with a waist and two ordinary legs."""
    box = {"kind": "box", "size": [0.04, 0.04, 0.04]}
    bodies, links, servos = [{"name": "trunk", "shape": box, "position": [0, 0, 0.5], "material": "m"}], [], []
    places = [(0.42, "z"), (0.4, "x"), (0.4, "y"), (0.22, "y"), (0.05, "y"), (0.05, "x")]
    bodies.append({"name": "pelvis", "shape": box, "position": [0, 0, 0.45], "material": "m"})
    chain = [("pelvis", "trunk", "pelvis", 0.0, 0.46, "z")]
    for side, y in (("right", -0.06), ("left", 0.06)):
        above = "pelvis"
        for number, (z, axis) in enumerate(places):
            name = f"{side}_{number}"
            bodies.append({"name": name, "shape": box, "position": [0, y, z], "material": "m"})
            chain.append((name, above, name, y, z, axis))
            above = name
    for number, (name, parent, child, y, z, axis) in enumerate(chain):
        link = {"name": name, "kind": "revolute", "parent": parent, "child": child, "anchor": [0, y, z]}
        links.append({**link, "axis": [float(axis == one) for one in "xyz"]})
        if name != drop:
            servos.append({"id": number, "name": name.upper(), "joint": name, "model": "MX-28"})
    material = {"name": "m", "friction": 0.5, "density": 1000, "colour": "#808080"}
    return FigureSpec.model_validate({"materials": [material], "bodies": bodies, "links": links, "servos": servos})


def test_any_leg_of_six_joints_walks_and_a_robot_without_one_is_refused():
    found = legs_of(six_joints())
    assert found.leg == pytest.approx((SERIAL, 0.18, 0.17, 0.0, 0.06))
    assert [servo.name for servo in found.servos[0]] == [f"LEFT_{number}" for number in range(6)]
    with pytest.raises(ValueError, match="this robot cannot walk: 1 legs with servos of yaw, roll and pitch"):
        legs_of(six_joints(drop="left_3"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[gait", "g.toml: "),
        ("[steps]", "g.toml: a gait file has no 'steps', but gait, pose and registers"),
        ("[gait]\nfreq = 1", "g.toml: gait: there is no 'freq', but frequency, "),
        ("[gait]\nrise = 'high'", "g.toml: gait.rise: a number is expected, not 'high'"),
        ("[gait]\nrise = nan", "g.toml: gait.rise: a number is expected, not nan"),
        ("[gait]\nfrequency = 0", "g.toml: gait: frequency is 0.2 to 10 Hz"),
    ],
)
def test_a_broken_gait_file_is_refused_with_the_reason(text, words):
    with pytest.raises(ValueError, match=words.replace("[", r"\[")):
        parse_gait(text, "g.toml")


@pytest.mark.parametrize("robot", ["fumanoid-2009", "fumanoid-2011"])
def test_a_robot_walks_turns_and_stops_on_its_feet(robot):
    world = robopitch.make("humanoid-kid", robots={"blue": robot}, players={"blue": 1, "yellow": 0}, timestep=0.002)
    world.place_ball(4.0, 2.5)
    world.place_robot("blue", 0, -2.0, 0.0)
    walker = Walker(world.robot("blue", 0).spec.figure, gait_of(robot))
    stand_ready(world, "blue", 0, walker)
    began = world.robot("blue", 0).pose
    walker.order = Walk(0.2, 0.0, 0.15)
    for _ in walk_robot(world, "blue", 0, walker, 4.0):
        pass
    walker.order = Walk()
    for _ in walk_robot(world, "blue", 0, walker, 2.5):
        pass
    pose = world.robot("blue", 0).pose
    assert 0.4 < math.hypot(pose.x - began.x, pose.y - began.y) < 0.9
    assert 0.2 < pose.heading - began.heading < 0.9
    assert walker.place[0] == pytest.approx(pose.x - began.x, abs=0.15)
    assert world.robot("blue", 0).position3[2] > 0.38, "it stands"
    assert math.hypot(*world.robot("blue", 0).velocity[:2]) < 0.02


def test_its_bits_do_not_depend_on_the_truth():
    """The walk itself knows nothing but its order: what a program reads of the world cannot change it."""
    walkers = [Walker(load_robot("fumanoid-2011").figure, gait_of("fumanoid-2011")) for _ in range(2)]
    written = []
    for walker in walkers:
        walker.order = Walk(0.2)
        written.append([walker.begin(), *(walker.due() for _ in range(200))])
    assert written[0] == written[1]
    again = Walker(load_robot("fumanoid-2011").figure, gait_of("fumanoid-2011"))
    again.load(walkers[0].state())
    again.order = walkers[0].order
    assert again.due() == walkers[0].due()


def test_goals_and_speeds_go_out_in_one_packet_per_cycle():
    """Of protocol 1.0: four bytes from the goal on for each servo of the legs, as a sync write takes them."""
    walker = Walker(load_robot("fumanoid-2011").figure, gait_of("fumanoid-2011"), 0.02)
    walker.order = Walk(0.2)
    for _ in range(100):
        writes = walker.due()
        assert {(write.address, len(write.data)) for write in writes} == {(30, 4)}
        assert [write.servo for write in writes] == [13, 9, 11, 15, 19, 17, 14, 10, 12, 16, 20, 18]

"""Robots with joints: what a file says, and what it may not say."""

import math

import pytest

from robopitch.spec import RobotSpec, SpecError, change_robot, load_robot, parameters, schema
from robopitch.spec.figure.pose import quaternion_of
from robopitch.spec.file_tree import spec_tree

SECOND_BODY = """
[[bodies]]
name = "foot"
shape = { kind = "sphere", radius = "30 mm" }
position = [0, 0, 0.03]
mass = "1 g"
material = "wood"
"""

SERVO = """
[[servos]]
id = 1
name = "B"
joint = "hip"
model = "AX-12"
"""


def link(name: str, parent: str, child: str, kind: str = "revolute") -> str:
    return f"""
[[links]]
name = "{name}"
kind = "{kind}"
parent = "{parent}"
child = "{child}"
anchor = [0, 0, 0.05]
axis = [0, 1, 0]
"""


def problems(path) -> list[str]:
    with pytest.raises(SpecError) as caught:
        load_robot(path)
    return [problem.removeprefix(f"{path}: ") for problem in caught.value.problems]


def test_bodies_links_servos_and_sites_are_read_with_units_and_sources(leg_file):
    robot = load_robot(leg_file())
    figure = robot.figure
    assert (figure.root, figure.joints, figure.mass) == ("trunk", ("hip",), 1.3)
    assert figure.links[0].range == pytest.approx((-math.pi / 4, math.pi / 4))
    assert figure.links[0].range[0].source == "made up"
    assert (figure.servos[0].id, figure.servos[0].direction, figure.servos[0].zero) == (1, 1, 0)
    assert figure.materials[0].density == pytest.approx(700)
    assert list(robot.features()) == [("servos", "joints")]


def test_a_robot_with_joints_is_the_same_after_it_was_written_and_read(leg_file):
    robot = load_robot(leg_file())
    assert RobotSpec.model_validate(robot.model_dump()) == robot
    assert RobotSpec.model_validate_json(robot.model_dump_json()) == robot
    assert change_robot(load_robot("obstacle"), spec_tree(robot)) == robot
    assert change_robot(robot, spec_tree(load_robot("cambada"))) == load_robot("cambada")


def test_a_value_inside_a_figure_is_changed_by_its_path(leg_file):
    robot = change_robot(load_robot(leg_file()), {"servos.0.id": 7, "bodies.1.shape.length": "12 cm"})
    assert (robot.figure.servos[0].id, robot.figure.bodies[1].shape.length) == (7, 0.12)
    assert "servos.0.id" in {parameter.path for parameter in parameters(robot)}


def test_robots_on_wheels_are_written_as_before():
    keys = set(load_robot("cambada").model_dump())
    assert not keys & {"figure", "bodies", "links", "servos", "model", "model_files"}
    assert {"bodies", "links", "servos", "sites", "model"} <= set(schema(RobotSpec)["properties"])
    assert "servos" not in schema(RobotSpec)["required"]


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ('child = "leg"', 'child = "lge"', "links.0.child: no body is called 'lge'; did you mean 'leg'?"),
        ('parent = "trunk"', 'parent = "leg"', "links.0.child: 'leg' is its parent, too"),
        (
            'material = "wood"',
            'material = "wod"',
            "bodies.0.material: no material is called 'wod'; did you mean 'wood'?",
        ),
        ('joint = "hip"', 'joint = "knee"', "servos.0.joint: no joint is called 'knee'; known are hip"),
        ('kind = "revolute"', 'kind = "spherical"', "links.0.range: a spherical joint has none; revolute ones do"),
        ('kind = "revolute"', 'kind = "prismatic"', "links.0.travel: missing: of a slide: least and greatest way"),
        ('"-45 deg", "45 deg"', '"45 deg", "-45 deg"', "links.0.range: 0.785398 is not below -0.785398"),
        ('"-45 deg", "45 deg"', '"5 deg", "45 deg"', "does not contain 0, the pose of the description"),
        ("axis = [0, 1, 0]", "axis = [0, 0, 0]", "links.0.axis: has no length"),
        ('body = "trunk"', 'body = "trunc"', "sites.0.body: no body is called 'trunc'; did you mean 'trunk'?"),
        ('model = "MX-28"', 'model = "MX-27"', "servos.0.model: 'MX-27' is not one of"),
        ("id = 1", "id = 253", "servos.0.id: 253 is above 252, the most allowed"),
        ("id = 1", "id = 1\ndirection = 0", "servos.0.direction: 1 or -1 is wanted, not 0"),
        ('mass = "1 kg"', 'mass = "2 kg"', "mass: 1.3 kg, and the bodies together have 2.3 kg"),
        ('mass = "1 kg"', "inertia = [1, 1, 1]", "bodies.0.mass: missing: a body with an inertia states its mass, too"),
        ('mass = "1 kg"', 'mass = "1 kg"\ninertia = [1, 1, 3]', "bodies.0.inertia: no body has these"),
        ('kind = "box", size = [0.1, 0.1, 0.1]', 'kind = "boxx"', "bodies.0.shape.kind: 'boxx' is not one of"),
        ('kind = "box", size = [0.1, 0.1, 0.1]', 'kind = "mesh", file = "no.stl"', "bodies.0.shape: no.stl: cannot be"),
        ('title = "A leg"', 'title = "A leg"\ndrive = { kind = "differential" }', "drive"),
    ],
)
def test_what_is_wrong_with_a_figure_is_said_at_its_key(leg_file, old, new, wrong):
    assert any(wrong in line for line in problems(leg_file((old, new)))), problems(leg_file((old, new)))


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        (SECOND_BODY, "bodies.2: 'foot' is linked to nothing that leads to 'trunk'"),
        (link("again", "trunk", "leg"), "links.1.child: 'leg' has two parents: 'trunk' by 'hip', and 'trunk'"),
        (link("back", "leg", "trunk"), "goes round in a circle: "),
        (SERVO, "servos.1.id: 1 is that of servos.0 already"),
        (SERVO.replace("id = 1", "id = 2"), "servos.1.joint: 'hip' is that of servos.0 already"),
        (
            SECOND_BODY
            + link("ball", "leg", "foot").replace("revolute", "spherical")
            + SERVO.replace('"hip"', '"ball"'),
            "servos.1.joint: 'ball' is a ball joint, which has no single angle",
        ),
        (link("hip", "trunk", "leg"), "links.1.name: 'hip' is that of links.0 already"),
        ('[[couplings]]\njoint = "hip"\nfollows = "hip"\nratio = 1', "couplings.0.follows: 'hip' cannot follow itself"),
        ('[[loops]]\nbodies = ["leg", "sky"]\nanchor = [0, 0, 0]', "loops.0.bodies: no body is called 'sky'"),
    ],
)
def test_links_form_a_tree(leg_file, more, wrong):
    assert any(wrong in line for line in problems(leg_file(("[[sites]]", f"{more}\n[[sites]]")))), wrong


def test_a_figure_needs_bodies_or_a_model_and_servos(leg_file):
    text = leg_file().read_text()
    head = text[: text.index("[[materials]]")]
    servos = text[text.index("[[servos]]") : text.index("[[sites]]")]
    path = leg_file((text, head + servos))
    assert any("bodies: missing: a robot with servos has [[bodies]] and [[links]]" in line for line in problems(path))
    path = leg_file((servos, ""))
    assert any("servos: missing: what moves it" in line for line in problems(path))


def test_roll_pitch_and_yaw_turn_about_axes_that_stay():
    def turned(quaternion, vector):
        w, x, y, z = quaternion
        a, b, c = vector
        cross = (y * c - z * b + w * a, z * a - x * c + w * b, x * b - y * a + w * c)
        return (
            a + 2 * (y * cross[2] - z * cross[1]),
            b + 2 * (z * cross[0] - x * cross[2]),
            c + 2 * (x * cross[1] - y * cross[0]),
        )

    half = math.pi / 2
    assert turned(quaternion_of((half, 0, 0)), (0, 1, 0)) == pytest.approx((0, 0, 1))
    assert turned(quaternion_of((0, half, 0)), (1, 0, 0)) == pytest.approx((0, 0, -1))
    assert turned(quaternion_of((half, half, 0)), (0, 1, 0)) == pytest.approx((1, 0, 0))
    assert turned(quaternion_of((0, half, half)), (1, 0, 0)) == pytest.approx((0, 0, -1))

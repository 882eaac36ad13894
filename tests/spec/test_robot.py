import math
from pathlib import Path

import pytest

from robopitch.spec import RobotSpec, SpecError, change_robot, load_robot, parameters, schema


def problems(path) -> list[str]:
    with pytest.raises(SpecError) as caught:
        load_robot(path)
    return [problem.removeprefix(f"{path}: ") for problem in caught.value.problems]


def test_a_robot_of_ones_own_loads_by_path(robot_file):
    path = robot_file()
    for given in (path, str(path)):
        robot = load_robot(given)
        assert (robot.name, robot.mass, robot.height) == ("mine", 2.2, 0.148)
        assert robot.mass.source == "measured in our lab"
        assert robot.inertia is None
        assert robot.kicker is None


def test_the_robot_in_the_manual_loads(tmp_path):
    manual = (Path(__file__).parents[2] / "docs" / "spec.md").read_text(encoding="utf-8")
    example = next(block for block in manual.split("```toml")[1:] if 'name = "mine"' in block).split("```")[0]
    (tmp_path / "mine.toml").write_text(example, encoding="utf-8")
    assert load_robot(tmp_path / "mine.toml").holder.kind == "dribbler"


def test_wheels_are_sorted_by_their_angle_from_the_front(robot_file):
    wheels = load_robot(robot_file()).drive.wheels
    angles = [math.degrees(math.atan2(wheel.y, wheel.x)) % 360 for wheel in wheels]
    assert angles == pytest.approx([55, 180, 305])


def test_angle_and_distance_place_a_wheel_that_drives_along_the_tangent(robot_file):
    wheel = load_robot(robot_file()).drive.wheels[0]
    assert (wheel.x, wheel.y) == pytest.approx((0.08 * math.cos(math.radians(55)), 0.08 * math.sin(math.radians(55))))
    assert wheel.direction == pytest.approx(math.radians(145))
    assert wheel.x.source == "measured in our lab"


def test_wheels_placed_as_mirror_images_are_that_to_the_last_bit(robot_file):
    left, _, right = load_robot(robot_file()).drive.wheels
    assert (left.x, left.y) == (right.x, -right.y)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('mass = "2.2 kg"', 'mass = "220 mm"', "mass: 'mm' is a length; a mass in kg or g is wanted"),
        ('mass = "2.2 kg"', "mass = -0.1", "mass: -0.1 kg is not above 0"),
        ('mass = "2.2 kg"', "", "mass: missing: all of it (a mass in kg or g)"),
        ('mass = "2.2 kg"', "mass = nan", "mass: nan is not finite; a mass in kg or g is wanted"),
        ('height = "148 mm"', "height = { valu = 1 }", "height: unknown 'valu' in it; write {"),
        ('title = "My robot"', "title = 3", "title: a text is wanted, not 3"),
        ('radius = "89 mm"\n', 'radus = "89 mm"\n', "outline.radus: no such key here; did you mean 'radius'?"),
        ('"disc-with-flat-front"', '"disk"', "outline.kind: 'disk' is not one of 'disc', 'disc-with-flat-front'"),
        ('kind = "disc-with-flat-front"\n', "", "outline.kind: missing; it is one of 'disc', 'disc-with-flat-front'"),
        (
            'kind = "omni"',
            'kind = "omin"',
            "drive.kind: 'omin' is not one of 'omni', 'differential', 'steered' or 'none'",
        ),
        ('"305 deg"', '"305 m"', "drive.wheels.0.angle: 'm' is a length; an angle in rad or deg is wanted"),
        ('angle = "305 deg", ', "", "drive.wheels.0.angle: missing beside distance"),
        ("0.03", "0", "drive.across: wheels need it, above 0 (about 0.03 for rollers"),
        (
            'front = "74 mm"',
            'front = "95 mm"',
            "outline.front: 0.095 m does not cut the disc; it must be below its radius",
        ),
        ('"80 mm"', '"120 mm"', "drive.wheels.0: stands outside the robot, which reaches 0.089 m"),
        ("[drive.motor]", "[drive.moter]", "drive.moter: no such key here; did you mean 'motor'?"),
        ("gear = 3.6", 'gear = "3.6 m"', "drive.motor.gear: 'm' is a length; a pure number is wanted"),
        ("roller = true }", "roller = 7 }", "drive.wheels.0.roller: true or false is wanted, not 7"),
    ],
)
def test_a_broken_robot_is_told_the_key_and_the_remedy(robot_file, old, new, problem):
    assert any(line.startswith(problem) for line in problems(robot_file((old, new)))), problems(robot_file((old, new)))


def test_all_problems_of_a_file_come_at_once(robot_file):
    path = robot_file(('mass = "2.2 kg"', "mass = 0"), ('front = "74 mm"', "frnt = 1"), ("gear = 3.6", "gear = true"))
    assert [line.split(":")[0] for line in problems(path)] == [
        "mass",
        "outline.front",
        "outline.frnt",
        "drive.motor.gear",
    ]


def test_a_file_that_is_not_toml_names_file_and_line(robot_file):
    path = robot_file(('name = "mine"', 'name = "mine'))
    with pytest.raises(SpecError, match=r"mine\.toml: line 2, column \d+: .*; this is not TOML"):
        load_robot(path)


def test_a_file_that_cannot_be_read_is_told_so(tmp_path):
    (tmp_path / "latin.toml").write_bytes(b'title = "\xff"')
    for path, text in [("none.toml", "cannot be read: No such file"), ("latin.toml", "is not UTF-8 text")]:
        with pytest.raises(SpecError, match=rf"{path}: {text}"):
            load_robot(tmp_path / path)
    for impossible in (tmp_path, "a\0.toml", "a" * 5000 + ".toml"):
        with pytest.raises(SpecError, match=r"cannot be read"):
            load_robot(impossible)


def test_an_unknown_robot_gets_near_names():
    with pytest.raises(
        SpecError, match=r"no robot is called 'cambda', nor is it a .toml file; did you mean 'cambada'?"
    ):
        load_robot("cambda")


@pytest.mark.parametrize("part", ["kicker", "holder"])
def test_what_is_mounted_must_fit_on_the_front(robot_file, part):
    tables = {
        "kicker": "speed = 6\nreach = 0.005\nwidth = 0.15\nheight = 0.05\n",
        "holder": 'kind = "grabber"\nforce = 1\nreach = 0.005\nwidth = 0.15\nside_friction = 0.5\n',
    }
    path = robot_file(("[drive]\n", f"[{part}]\n{tables[part]}\n[drive]\n"))
    assert problems(path) == [f"{part}.width: 0.15 m is wider than the robot's front, 0.09889 m"]


def test_the_schema_of_a_robot_knows_the_short_way_to_place_a_wheel():
    wheel = schema(RobotSpec)["$defs"]["WheelSpec"]
    assert {"angle", "distance"} <= set(wheel["properties"])
    assert {"required": ["angle", "distance"]} in wheel["anyOf"]


def test_a_robot_is_a_body_with_optional_drive_devices_and_sensors(tmp_path):
    file = tmp_path / "post.toml"
    file.write_text('name = "post"\ntitle = "A post"\nmass = 1.5\nheight = 1\n[outline]\nkind = "disc"\nradius = 0.1\n')
    robot = load_robot(file)
    assert (robot.body.mass, robot.mass, robot.body.outline) == (1.5, 1.5, robot.outline)
    assert (robot.drive.kind, robot.devices.kicker, robot.kicker, robot.sensors) == ("none", None, None, [])


def test_the_keys_of_body_and_devices_stand_at_the_top_of_a_file(robot_file):
    robot = load_robot(robot_file())
    plain = robot.model_dump(mode="json")
    assert {"mass", "outline", "kicker", "holder", "drive"} <= set(plain)
    assert not {"body", "devices"} & set(plain)
    assert RobotSpec.model_validate(plain) == robot
    assert {"mass", "height", "outline"} <= set(schema(RobotSpec)["required"])
    assert "body" not in schema(RobotSpec)["properties"]


def test_old_overrides_reach_the_parts():
    robot = change_robot(
        load_robot("ssl"), {"mass": "2 kg", "drive.limits.speed": 1.5, "holder.force": 3, "kicker": "none"}
    )
    assert (robot.body.mass, robot.drive.limits.speed, robot.devices.holder.force) == (2, 1.5, 3)
    assert robot.devices.kicker is None
    with pytest.raises(SpecError, match=r"^mas: no such key here; did you mean 'mass'"):
        change_robot(robot, {"mas": 1})
    with pytest.raises(SpecError, match=r"^holder\.force: -1 N is not above 0$"):
        change_robot(robot, {"holder.force": -1})


def test_sensors_that_a_robot_carries_have_kind_name_and_settings_in_si(robot_file):
    mounted = """
[[sensors]]
kind = "camera"
name = "front"
[sensors.settings]
rate = "30 Hz"
field_of_view = { value = 90, unit = "deg", source = "data sheet" }
pixels = [640, 480]
colour = true

[[sensors]]
kind = "compass"
name = "north"

[drive.motor]"""
    front, north = load_robot(robot_file(("\n[drive.motor]", mounted))).sensors
    assert (front.kind, front.name) == ("camera", "front")
    assert front.settings == {
        "rate": 30.0,
        "field_of_view": pytest.approx(math.pi / 2),
        "pixels": [640, 480],
        "colour": True,
    }
    assert north.settings == {}


def test_settings_of_a_mounted_sensor_can_be_overridden(robot_file):
    robot = load_robot(robot_file(("\n[drive.motor]", '\n[[sensors]]\nkind = "k"\nname = "n"\n[drive.motor]')))
    changed = change_robot(robot, {"sensors.0.settings.delay": "20 ms"})
    assert changed.sensors[0].settings == {"delay": 0.02}
    assert "sensors.0.settings.delay" in {parameter.path for parameter in parameters(changed)}


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ('[[sensors]]\nkind = "k"\n', "sensors.0.name: missing"),
        ('[[sensors]]\nkind = "k"\nname = "a.b"\n', "sensors.0.name: "),
        (
            '[[sensors]]\nkind = "k"\nname = "a"\n[[sensors]]\nkind = "k"\nname = "a"\n',
            "sensors.0.name: 'a' is the name of 2",
        ),
        (
            '[[parts]]\nbottom = 0.1\ntop = 0.05\noutline = { kind = "disc", radius = 0.05 }\n',
            "parts.0.top: 0.05 m is not above",
        ),
        (
            '[[parts]]\nbottom = 0\ntop = 0.5\noutline = { kind = "disc", radius = 0.05 }\n',
            "parts.0.top: 0.5 m is above the robot",
        ),
        (
            '[[parts]]\nbottom = 0\ntop = 0.1\noutline = { kind = "disc", radius = 0.5 }\n',
            "parts.0.outline: reaches beyond",
        ),
        (
            '[[parts]]\nbottom = 0\ntop = 0.1\ntop_radius = 0.06\noutline = { kind = "disc", radius = 0.05 }\n',
            "parts.0.top_radius: 0.06 m is wider than its lower side",
        ),
        (
            '[[parts]]\nbottom = 0\ntop = 0.1\ntop_radius = 0\noutline = { kind = "box", length = 0.1, width = 0.1 }\n',
            "parts.0.top_radius: only a disc can become narrower",
        ),
    ],
)
def test_parts_and_sensors_that_cannot_be_are_told_so(robot_file, more, problem):
    assert any(
        line.startswith(problem) for line in problems(robot_file(("\n[drive.motor]", f"\n{more}\n[drive.motor]")))
    )


def test_parts_lie_on_each_other(robot_file):
    layer = '[[parts]]\nbottom = {0}\ntop = {1}\noutline = {{ kind = "disc", radius = 0.05 }}\n'
    apart = layer.format(0, 0.05) + layer.format(0.05, 0.1)
    assert len(load_robot(robot_file(("\n[drive.motor]", f"\n{apart}\n[drive.motor]"))).body.parts) == 2
    mixed = layer.format(0.05, 0.1) + layer.format(0, 0.05)
    assert (
        "list the parts from the ground up" in problems(robot_file(("\n[drive.motor]", f"\n{mixed}\n[drive.motor]")))[0]
    )

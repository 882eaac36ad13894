"""Models of others are read with the files that they name, and with no others."""

import os

import pytest

from robopitch.spec import SpecError, load_league, load_robot, parse_robot
from robopitch.spec.figure import ModelFile

ROBOT = """
name = "mine"
title = "Mine"
source = "made up"
mass = "1 kg"
height = "40 cm"
outline = { kind = "disc", radius = "10 cm" }
model = "MODEL"

[[servos]]
id = 1
name = "HIP"
joint = "hip"
model = "MX-28"
"""


@pytest.fixture
def robot(tmp_path):
    """Writes a robot file and files beside it, and returns its path."""

    def write(model: str = "robot.xml", **files: str):
        folder = tmp_path / "robot"
        folder.mkdir(exist_ok=True)
        for name, text in files.items():
            path = folder / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        path = folder / "mine.toml"
        path.write_text(ROBOT.replace("MODEL", model), encoding="utf-8")
        return path

    return write


def wrong(path) -> str:
    with pytest.raises(SpecError) as caught:
        load_robot(path)
    return str(caught.value)


def test_a_model_brings_what_it_includes_and_the_meshes_in_its_folder(robot):
    path = robot(
        robot_xml='<mujoco><compiler meshdir="parts"/><asset><mesh file="leg.stl"/></asset>'
        '<include file="b.xml"/></mujoco>',
        b_xml='<mujocoinclude><asset><mesh file="arm.obj"/></asset></mujocoinclude>',
        parts__leg_stl="solid",
        parts__arm_obj="v 0 0 0",
        parts__other_stl="nobody names it",
    )
    files = {file.path: file.data for file in load_robot(path).figure.model_files}
    assert set(files) == {"robot.xml", "b.xml", "parts/leg.stl", "parts/arm.obj"}
    assert files["parts/leg.stl"] == b"solid"
    assert files["b.xml"].startswith(b"<mujocoinclude>")


def test_the_files_are_part_of_the_league_so_that_nobody_needs_them_later(robot):
    path = robot(robot_urdf='<robot name="r"/>', model="robot.urdf")
    league = load_league("humanoid-kid", robots={"blue": path})
    path.with_name("robot.urdf").unlink()
    again = type(league).model_validate_json(league.model_dump_json())
    assert again.blue.robot.figure.model_files[0].contents == '<robot name="r"/>'


def test_only_files_below_the_folder_of_the_robot_are_read(robot, tmp_path):
    (tmp_path / "secret.stl").write_text("secret")
    assert "'../secret.stl' is outside the folder of the robot file" in wrong(
        robot(robot_xml='<mujoco><asset><mesh file="../secret.stl"/></asset></mujoco>')
    )
    assert "is outside" in wrong(
        robot(robot_xml=f'<mujoco><asset><mesh file="{tmp_path}/secret.stl"/></asset></mujoco>')
    )
    assert "is outside" in wrong(
        robot(robot_xml='<mujoco><compiler meshdir=".."/><asset><mesh file="secret.stl"/></asset></mujoco>')
    )
    assert "is outside" in wrong(
        robot(robot_xml='<robot name="r"><mesh filename="package://x/../secret.stl"/></robot>')
    )
    path = robot(robot_xml='<mujoco><asset><mesh file="link.stl"/></asset></mujoco>')
    os.symlink(tmp_path / "secret.stl", path.with_name("link.stl"))
    assert "is outside" in wrong(path)
    assert "is outside" in wrong(robot(model="../robot.xml"))
    assert "'passwd' is no file of a model" in wrong(robot(robot_xml='<mujoco><include file="passwd"/></mujoco>'))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<mujoco>", "robot.xml: is not XML"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><mujoco/>', "robot.xml: has a document type or entities"),
        ("<a>" * 300 + "</a>" * 300, "elements in elements, 200 deep at most"),
        ('<mujoco><include file="robot.xml"/></mujoco>', "files include each other more than 8 deep"),
        ("<mujoco>" + "<a/>" * 60000 + "</mujoco>", "more than 50000 elements"),
        ("<mujoco>" + " " * (1 << 20) + "</mujoco>", "1048576 are the most here"),
        ('<mujoco><asset><mesh file="absent.stl"/></asset></mujoco>', "absent.stl: cannot be read: No such file"),
    ],
    ids=["open", "entities", "deep", "circle", "many", "long", "absent"],
)
def test_a_bad_model_is_one_message_that_names_the_file(robot, text, words):
    message = wrong(robot(robot_xml=text))
    assert words in message
    assert message.count("\n") == 0
    assert "mine.toml: model: " in message


def test_a_robot_in_a_text_without_a_folder_names_no_files():
    with pytest.raises(SpecError, match=r"model: 'robot.xml' is not at hand: such files are read together with"):
        parse_robot(ROBOT.replace("MODEL", "robot.xml"), "from the network")


def test_contents_that_are_not_base_64_are_refused():
    with pytest.raises(ValueError, match=r"of 'a.stl' are not base 64"):
        ModelFile(path="a.stl", contents="base64:?")
    assert ModelFile(path="a.stl", contents="base64:AAAA").data == b"\0\0\0"

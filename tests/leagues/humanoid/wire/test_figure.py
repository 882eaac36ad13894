"""Figures as protobuf messages."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robopitch.leagues.humanoid.wire.figure import decode_figure, encode_figure
from robopitch.messages import Refusal
from robopitch.spec import FigureSpec, load_robot
from robopitch.spec.figure import ServoConstants, SupplySpec
from robopitch.wire.pool import message_class

WOOD = {"name": "wood", "friction": 0.5, "density": 700, "colour": "#808080"}
SERVO = {"id": 0, "name": "A", "joint": "a", "model": "AX-12", "direction": -1, "zero": 0.5}
ALL = {
    "materials": [WOOD],
    "bodies": [
        {"name": "t", "shape": {"kind": "box", "size": [1, 2, 3]}, "position": [0, 0, 1], "material": "wood"},
        {
            "name": "b",
            "shape": {
                "kind": "compound",
                "parts": [
                    {"shape": {"kind": "mesh", "file": "m.stl", "scale": 0.001}, "position": [0, 0, 0]},
                    {"shape": {"kind": "sphere", "radius": 0.1}, "position": [0, 1, 0], "rotation": [1, 0, 0]},
                ],
            },
            "position": [0, 0, 1],
            "rotation": [0, 0.1, 0],
            "mass": 1.0,
            "inertia": [1, 1, 1],
            "material": "wood",
            "collides": False,
        },
        {
            "name": "c",
            "shape": {"kind": "capsule", "radius": 1, "length": 2},
            "position": [1, 1, 1],
            "material": "wood",
        },
        {
            "name": "d",
            "shape": {"kind": "cylinder", "radius": 1, "length": 2},
            "position": [1, 1, 1],
            "material": "wood",
        },
    ],
    "links": [
        {"name": "a", "kind": "prismatic", "parent": "t", "child": "b", "anchor": [0, 0, 0], "travel": [-0.1, 0.2]},
        {"name": "e", "kind": "spherical", "parent": "t", "child": "c", "anchor": [0, 0, 0], "cone": 0.3},
        {
            "name": "f",
            "kind": "revolute",
            "parent": "t",
            "child": "d",
            "anchor": [0, 0, 0],
            "range": [0, 1],
            "inertia": 1,
        },
    ],
    "couplings": [{"joint": "f", "follows": "a", "ratio": -2.0, "offset": 0.25}],
    "loops": [{"bodies": ["b", "c"], "anchor": [0, 0.5, 0]}],
    "servos": [{**SERVO, "constants": {"torque_constant": 2.0, "hold_lift": 3.1}}],
    "supply": {"voltage": 11.1},
    "sites": [{"name": "s", "kind": "touch", "body": "b", "position": [0, 0, 0], "rotation": [0, 0, 1]}],
    "model_files": [{"path": "m.stl", "contents": "base64:AAAA"}],
}
MODEL = {"model": "m.xml", "servos": [SERVO], "model_files": [{"path": "m.xml", "contents": "<mujoco/>"}]}


@pytest.mark.parametrize(
    "figure",
    [
        FigureSpec.model_validate(ALL),
        FigureSpec.model_validate(MODEL),
        load_robot("fumanoid-2009").figure,
        load_robot("fumanoid-2011").figure,
    ],
    ids=["all", "model", "2009", "2011"],
)
def test_a_figure_is_the_same_after_encoding_and_decoding(figure):
    data = encode_figure(figure)
    assert decode_figure(data) == figure
    assert encode_figure(decode_figure(data)) == data


def test_every_key_of_a_robot_file_has_its_field_and_number():
    def names(kind):
        return {field.name: field.number for field in message_class(f"robopitch_figure.{kind}").DESCRIPTOR.fields}

    assert set(names("Figure")) == set(FigureSpec.model_fields)
    for kind, part in (("Body", "bodies"), ("Link", "links"), ("Servo", "servos"), ("Site", "sites")):
        spec = getattr(FigureSpec.model_validate(ALL), part)[0]
        assert set(names(kind)) == set(type(spec).model_fields)
    servo = ("id", "name", "joint", "model", "direction", "zero", "noise", "constants")
    assert names("Servo") == {name: number for number, name in enumerate(servo, 1)}
    assert set(names("ServoConstants")) == set(ServoConstants.model_fields)
    assert set(names("Supply")) == set(SupplySpec.model_fields)
    data = encode_figure(FigureSpec.model_validate(MODEL | {"servos": [{**SERVO, "id": 3, "zero": 0}]}))
    assert b"\x3a\x1c\x08\x03\x12\x01A\x1a\x01a\x22\x05AX-12\x28\x01\x31" in data  # field 7, and 1 to 6 in it


def test_a_wrong_figure_is_refused_with_all_that_is_wrong():
    message = message_class("robopitch_figure.Figure").FromString(encode_figure(load_robot("fumanoid-2011").figure))
    message.servos[3].id = message.servos[2].id
    message.links[0].parent = "nobody"
    refusal = decode_figure(message.SerializeToString())
    assert isinstance(refusal, Refusal)
    assert refusal.code == "INVALID"
    assert "servos.3.id: 3 is that of servos.2 already" in refusal.message
    assert "links.0.parent: no body is called 'nobody'" in refusal.message


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200), st.integers(0, 8000), st.integers(0, 255))
def test_no_bytes_raise_an_error(noise, place, value):
    assert isinstance(decode_figure(noise), Refusal)
    data = bytearray(encode_figure(FigureSpec.model_validate(ALL)))
    data[place % len(data)] = value
    assert isinstance(decode_figure(bytes(data)), FigureSpec | Refusal)

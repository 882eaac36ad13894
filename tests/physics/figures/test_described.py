"""Bodies and links as a MuJoCo model: masses, frames, limits, and what closes loops."""

import base64
import math
import struct

import mujoco
import numpy as np
import pytest

from robopitch.physics.figures.adding import add_figure
from robopitch.spec.figure import FigureSpec

WOOD = {"name": "wood", "friction": 0.5, "density": 1000.0, "colour": "#808080"}
SERVO = {"id": 1, "name": "A", "joint": "a", "model": "AX-12"}
DENSE = 1000.0


def body(name, shape, position, **more):
    return {"name": name, "shape": shape, "position": position, "material": "wood", **more}


def link(name, parent, child, anchor, **more):
    return {
        "name": name,
        "kind": "revolute",
        "parent": parent,
        "child": child,
        "anchor": anchor,
        "axis": [0, 1, 0],
    } | more


def figure(bodies, links, **more):
    tree = {"materials": [WOOD], "bodies": bodies, "links": links, "servos": [SERVO], **more}
    return FigureSpec.model_validate(tree)


def compiled(spec, what, prefix="r/"):
    added = add_figure(spec, what, prefix)
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return added, model, data


BOX = {"kind": "box", "size": [0.2, 0.1, 0.4]}
BALL = {"kind": "sphere", "radius": 0.05}


def tetrahedron() -> str:
    """An STL file with the corner of a cube, in millimetres, in base 64."""
    corners = [(0, 0, 0), (100, 0, 0), (0, 100, 0), (0, 0, 100)]
    faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    rows = [struct.pack("<12fH", 0, 0, 0, *(x for corner in face for x in corners[corner]), 0) for face in faces]
    return "base64:" + base64.b64encode(b"\0" * 80 + struct.pack("<I", 4) + b"".join(rows)).decode()


def test_masses_and_inertias_come_from_shapes_or_are_given(ground):
    shapes = {
        "box": (BOX, 0.2 * 0.1 * 0.4),
        "cylinder": ({"kind": "cylinder", "radius": 0.1, "length": 0.3}, math.pi * 0.01 * 0.3),
        "capsule": ({"kind": "capsule", "radius": 0.1, "length": 0.3}, math.pi * 0.01 * (0.3 + 0.4 / 3)),
        "sphere": (BALL, 4 / 3 * math.pi * 0.05**3),
        "two": (
            {
                "kind": "compound",
                "parts": [{"shape": BOX, "position": [0, 0, 1]}, {"shape": BALL, "position": [0, 0, 0]}],
            },
            0.2 * 0.1 * 0.4 + 4 / 3 * math.pi * 0.05**3,
        ),
    }
    bodies = [body("trunk", BALL, [0, 0, 2], mass=2.0, inertia=[0.01, 0.02, 0.025], rotation=[0, 0, math.pi / 2])]
    bodies += [body(name, shape, [1.0 + index, 0, 1]) for index, (name, (shape, _)) in enumerate(shapes.items())]
    bodies += [body("weighed", shapes["two"][0], [-2, 0, 1], mass=3.0)]
    names = [*shapes, "weighed"]
    links = [link("a" if name == "box" else f"to_{name}", "trunk", name, [0, 0, 2]) for name in names]
    what = figure(bodies, links)
    _, model, _ = compiled(ground, what)
    for name, (_, volume) in shapes.items():
        assert model.body(f"r/{name}").mass[0] == pytest.approx(volume * DENSE), name
    assert model.body("r/weighed").mass[0] == pytest.approx(3.0)
    assert model.body_mass.sum() == pytest.approx(what.mass)
    assert sorted(model.body("r/trunk").inertia) == pytest.approx([0.01, 0.02, 0.025])
    m = 8.0
    expected = sorted([m / 12 * (0.1**2 + 0.4**2), m / 12 * (0.2**2 + 0.4**2), m / 12 * (0.2**2 + 0.1**2)])
    assert sorted(model.body("r/box").inertia) == pytest.approx(expected)


def test_a_body_stands_where_it_is_described_and_turns_about_its_anchor(ground):
    what = figure(
        [body("trunk", BOX, [0, 0, 1]), body("arm", BALL, [0.5, 0, 1.2], rotation=[0, 0.3, 0])],
        [link("a", "trunk", "arm", [0, 0, 1.2], range=[-1, 2], inertia=0.01)],
        sites=[{"name": "tip", "kind": "camera", "body": "arm", "position": [0.6, 0, 1.2]}],
    )
    added, model, data = compiled(ground, what, "blue 3/")
    assert added.joints == ("blue 3/a",)
    assert data.site(added.sites["tip"]).xpos == pytest.approx((0.6, 0, 1.2))
    assert data.geom("blue 3/arm").xpos == pytest.approx((0.5, 0, 1.2))
    assert model.joint("blue 3/a").range == pytest.approx((-1, 2))
    assert model.dof_armature[model.joint("blue 3/a").dofadr[0]] == pytest.approx(0.01)
    data.joint("blue 3/a").qpos[0] = math.pi / 2  # about y: what is in front goes down
    mujoco.mj_kinematics(model, data)
    assert data.site(added.sites["tip"]).xpos == pytest.approx((0, 0, 0.6), abs=1e-9)


def test_standing_is_the_height_of_the_trunk_above_the_lowest_point(ground):
    shapes = {
        "sphere": (BALL, [0, 0, 0], 0.05),
        "box on edge": (BOX, [math.pi / 4, 0, 0], (0.05 + 0.2) / math.sqrt(2)),
        "cylinder lying": ({"kind": "cylinder", "radius": 0.1, "length": 0.5}, [math.pi / 2, 0, 0], 0.1),
        "capsule tilted": ({"kind": "capsule", "radius": 0.1, "length": 0.5}, [math.pi / 3, 0, 0], 0.1 + 0.25 / 2),
        "mesh": ({"kind": "mesh", "file": "t.stl", "scale": 0.001}, [math.pi, 0, 0], 0.1),
    }
    files = [{"path": "t.stl", "contents": tetrahedron()}]
    for name, (shape, rotation, reach) in shapes.items():
        spec = mujoco.MjSpec()
        bodies = [body("trunk", BOX, [0, 0, 3]), body("foot", shape, [0, 0, 1], rotation=rotation)]
        used = files if shape["kind"] == "mesh" else []
        added = add_figure(spec, figure(bodies, [link("a", "trunk", "foot", [0, 0, 2])], model_files=used), "r/")
        assert added.standing == pytest.approx(2 + reach, abs=1e-6), name


def test_linked_bodies_and_those_that_touch_at_zero_do_not_collide(ground):
    bodies = [
        body("trunk", BOX, [0, 0, 1]),
        body("hip", BALL, [0, 0, 0.82], collides=False),
        body("leg", {"kind": "box", "size": [0.1, 0.1, 0.5]}, [0, 0, 0.6]),
        body("arm", BALL, [0.4, 0, 1.0]),
    ]
    links = [link("h", "trunk", "hip", [0, 0, 0.8]), link("a", "hip", "leg", [0, 0, 0.8])]
    links += [link("arm", "trunk", "arm", [0, 0, 1.0], axis=[0, 0, 1])]
    _, model, data = compiled(ground, figure(bodies, links))
    assert data.ncon == 0  # leg and trunk overlap
    data.joint("r/a").qpos[0] = -math.pi / 2  # forwards …
    data.joint("r/arm").qpos[0] = 0.0
    data.qpos[2] = 2.0
    mujoco.mj_forward(model, data)
    touching = {frozenset(int(model.geom_bodyid[g]) for g in contact.geom) for contact in data.contact}
    assert touching <= {frozenset((model.body("r/leg").id, model.body("r/arm").id))}


def test_a_slide_and_a_ball_joint_move_as_they_should(ground):
    bodies = [body("trunk", BOX, [0, 0, 1]), body("rod", BALL, [0, 0, 1.5]), body("head", BALL, [0, 0, 2])]
    links = [
        link("a", "trunk", "rod", [0, 0, 1.2], kind="prismatic", axis=[0, 0, 1], travel=[0, 0.3]),
        link("neck", "rod", "head", [0, 0, 1.8], kind="spherical", cone=0.5),
    ]
    _, model, data = compiled(ground, figure(bodies, links))
    assert model.joint("r/a").type[0] == mujoco.mjtJoint.mjJNT_SLIDE
    assert model.joint("r/neck").type[0] == mujoco.mjtJoint.mjJNT_BALL
    data.joint("r/a").qpos[0] = 0.25
    mujoco.mj_kinematics(model, data)
    assert data.body("r/head").xpos[2] == pytest.approx(1.8 + 0.25)


def test_a_pin_closes_a_loop_of_four_bars(ground):
    """A parallelogram: the trunk, two cranks, and a coupler that is pinned to the second crank."""
    bar = {"kind": "box", "size": [0.02, 0.02, 0.2]}
    bodies = [
        body("trunk", {"kind": "box", "size": [0.4, 0.1, 0.05]}, [0, 0, 1], mass=20.0),
        body("front", bar, [0.1, 0.2, 0.9]),
        body("back", bar, [-0.1, 0.2, 0.9]),
        body("coupler", {"kind": "box", "size": [0.2, 0.02, 0.02]}, [0, 0.2, 0.8]),
    ]
    links = [
        link("a", "trunk", "front", [0.1, 0.2, 1.0]),
        link("b", "trunk", "back", [-0.1, 0.2, 1.0]),
        link("c", "front", "coupler", [0.1, 0.2, 0.8]),
    ]
    loops = [{"bodies": ["coupler", "back"], "anchor": [-0.1, 0.2, 0.8]}]
    _, model, data = compiled(ground, figure(bodies, links, loops=loops))
    model.opt.gravity[:] = 0
    for _ in range(500):
        data.joint("r/a").qfrc_applied[0] = 2 * (0.6 - data.joint("r/a").qpos[0]) - 0.2 * data.joint("r/a").qvel[0]
        mujoco.mj_step(model, data)
    assert data.joint("r/a").qpos[0] > 0.4
    assert data.joint("r/b").qpos[0] == pytest.approx(data.joint("r/a").qpos[0], abs=0.01)
    assert data.body("r/coupler").xmat == pytest.approx(data.body("r/trunk").xmat, abs=0.02)


def test_a_mesh_that_is_none_is_a_clear_error(ground):
    bodies = [body("trunk", BOX, [0, 0, 1]), body("foot", {"kind": "mesh", "file": "t.stl"}, [0, 0, 0.5])]
    files = [{"path": "t.stl", "contents": "base64:" + base64.b64encode(b"nonsense" * 30).decode()}]
    what = figure(bodies, [link("a", "trunk", "foot", [0, 0, 0.8])], model_files=files)
    with pytest.raises(ValueError, match="MuJoCo cannot compute with this robot"):
        add_figure(ground, what, "r/")
    assert np.isfinite(what.bodies[0].shape.volume)

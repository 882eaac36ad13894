"""Drawings of figures: from them alone, their solids are where MuJoCo has them."""

import mujoco
import numpy as np
import pytest
from tests.physics.figures.kinematics import matrix, pose_parts

from robopitch.physics.figures.described import described_model
from robopitch.physics.figures.drawing import KINDS, draw_figure
from robopitch.physics.figures.foreign import foreign_model
from robopitch.spec import load_robot
from robopitch.spec.figure import FigureSpec

FOREIGN = """
<mujoco>
  <compiler angle="radian"/>
  <asset><mesh name="horn" file="horn.obj"/></asset>
  <worldbody>
    <body name="trunk" pos="0 0 0.5">
      <freejoint/>
      <geom type="box" size=".05 .04 .03" rgba=".2 .4 .6 1"/>
      <body name="plate" pos=".1 0 0" quat="0.9 0.1 0.3 0.3">
        <geom type="ellipsoid" size=".02 .03 .04"/>
        <body name="arm" pos="0 .1 .02" quat="0.7 0 0.7 0.1">
          <joint name="lift" type="slide" axis="0 1 1" ref="0.02"/>
          <joint name="turn" axis="1 0 1" pos=".01 .02 .03" ref="0.4"/>
          <geom type="capsule" size=".01 .05" pos="0 0 .05"/>
          <geom type="sphere" size=".2" group="3"/>
          <body name="hand" pos="0 0 .1">
            <joint name="grip" axis="0 0 1" pos="0 .01 0"/>
            <geom type="mesh" mesh="horn"/>
            <body name="finger" pos="0 .05 0">
              <joint name="tip" axis="1 0 0"/>
              <geom type="cylinder" size=".01 .02"/>
              <body name="bell" pos="0 0 .05"><joint name="loose" type="ball"/><geom type="sphere" size=".02"/></body>
            </body>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <equality>
    <joint joint1="grip" joint2="turn" polycoef="0.1 0.5 0.2 0 0"/>
    <joint joint1="grip" joint2="tip" polycoef="0.2 -2 0 0 0"/>
  </equality>
</mujoco>
"""


BOX = "".join(f"v {x} {y} {z}\n" for x in (0, 0.1) for y in (0, 0.03) for z in (0, 0.02))
BOX += "".join(
    f"f {a} {b} {c}\nf {a} {c} {d}\n"
    for a, b, c, d in ((1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4))
)


def foreign(mesh: str) -> FigureSpec:
    servos = [{"id": id, "name": joint, "joint": joint, "model": "MX-28"} for id, joint in ((1, "turn"), (2, "lift"))]
    files = [{"path": "mine.xml", "contents": FOREIGN}, {"path": "horn.obj", "contents": mesh}]
    return FigureSpec.model_validate({"model": "mine.xml", "model_files": files, "servos": servos})


def solids(model, data):
    """Kind and pose of all solids that are drawn, as MuJoCo has them."""
    for geom in range(model.ngeom):
        if model.geom_group[geom] < 3:
            pose = np.eye(4)
            pose[:3, :3], pose[:3, 3] = data.geom_xmat[geom].reshape(3, 3), data.geom_xpos[geom]
            yield KINDS[int(model.geom_type[geom])], pose


@pytest.mark.parametrize("which", ["fumanoid-2009", "fumanoid-2011", "foreign"])
def test_solids_are_drawn_where_the_model_has_them(which):
    figure = foreign(BOX) if which == "foreign" else load_robot(which).figure
    drawing = draw_figure(figure)
    model = (foreign_model(figure) if figure.model else described_model(figure)).compile()
    data = mujoco.MjData(model)
    angles = np.random.default_rng(5).uniform(-0.6, 0.6, len(figure.joints))
    for name, angle in zip(figure.joints, angles, strict=True):
        data.joint(name).qpos = angle
    if which == "foreign":  # the couplings by hand: the engine's constraints pull there slowly
        turned = angles[0] - 0.4
        data.joint("grip").qpos = 0.1 + 0.5 * turned + 0.2 * turned**2
        data.joint("tip").qpos = (float(data.joint("grip").qpos[0]) - 0.2) / -2
    for coupling in figure.couplings:
        data.joint(coupling.joint).qpos = coupling.offset + coupling.ratio * data.joint(coupling.follows).qpos
    trunk = matrix((0.3, -0.2, 0.9), (0.5, 0.3, -0.4, 0.7))
    free = next(joint for joint in range(model.njnt) if model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_FREE)
    at = int(model.jnt_qposadr[free])
    data.qpos[at : at + 7] = (0.3, -0.2, 0.9, *np.array((0.5, 0.3, -0.4, 0.7)) / np.linalg.norm((0.5, 0.3, -0.4, 0.7)))
    mujoco.mj_kinematics(model, data)
    expected = list(solids(model, data))
    found = [
        (shape.kind, pose @ matrix(shape.position, shape.quaternion))
        for part, pose in zip(drawing.parts, pose_parts(drawing, trunk, angles.tolist()), strict=True)
        for shape in part.shapes
    ]
    assert len(found) == len(expected) > 3
    for kind, pose in expected:
        assert any(kind == other and np.allclose(pose, there, atol=1e-6) for other, there in found), kind


def test_a_figure_shows_the_colour_of_its_team_and_hides_what_only_collides():
    drawing = draw_figure(foreign(BOX))
    kinds = [[shape.kind for shape in part.shapes] for part in drawing.parts]
    assert kinds == [["box", "ellipsoid"], ["capsule"], ["mesh"], ["cylinder", "sphere"]]  # ball joints stay
    box = drawing.parts[0].shapes[0]
    assert box.marked
    assert box.colour == pytest.approx((0.2, 0.4, 0.6))
    assert drawing.joints == 2
    (horn,) = drawing.parts[2].shapes
    assert len(horn.mesh.faces) == 12
    assert sorted(np.ptp(horn.mesh.corners, axis=0)) == pytest.approx([0.02, 0.03, 0.1], abs=1e-6)

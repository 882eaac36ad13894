"""Models of others, in MJCF and URDF."""

import mujoco
import pytest

from robopitch.physics.figures.adding import add_figure
from robopitch.spec.figure import FigureSpec

MJCF = """
<mujoco model="mine">
  <compiler angle="degree"/>
  <option timestep="0.01" gravity="0 0 0"/>
  <default><joint damping="0.1"/><default class="red"><geom rgba="1 0 0 1"/></default></default>
  <asset><material name="grey"/><texture name="sky" type="skybox" builtin="flat" width="8" height="48"/></asset>
  <worldbody>
    <light pos="0 0 3"/>
    <geom name="floor" type="plane" size="5 5 .1" material="grey"/>
    <body name="trunk" pos="0 0 0.5">
      <freejoint/>
      <geom type="box" size=".05 .05 .05" mass="1" material="grey"/>
      <include file="leg.xml"/>
    </body>
  </worldbody>
  <actuator><motor joint="hip"/></actuator>
  <sensor><jointpos joint="hip"/></sensor>
  <keyframe><key qpos="0 0 1 1 0 0 0 0"/></keyframe>
</mujoco>
"""
LEG = """
<mujocoinclude>
  <body name="leg" pos="0 0 -0.05" childclass="red">
    <joint name="hip" axis="0 1 0" range="-45 45"/>
    <geom type="capsule" fromto="0 0 -.02 0 0 -.2" size=".02" mass=".3"/>
  </body>
</mujocoinclude>
"""
URDF = """
<robot name="r">
  <link name="base">
    <inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision>
  </link>
  <link name="leg">
    <inertial><mass value="0.3"/><inertia ixx="0.001" iyy="0.001" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 -0.1"/><geometry><sphere radius="0.05"/></geometry></collision>
  </link>
  <joint name="hip" type="revolute">
    <parent link="base"/><child link="leg"/><axis xyz="0 1 0"/><origin xyz="0 0 -0.05"/>
    <limit lower="-0.8" upper="0.8" effort="5" velocity="5"/>
  </joint>
</robot>
"""


def figure(model, joint="hip", body="trunk", **files):
    tree = {
        "model": model,
        "model_files": [{"path": name.replace("_", "."), "contents": text} for name, text in files.items()],
        "servos": [{"id": 1, "name": "HIP", "joint": joint, "model": "MX-28"}],
        "sites": [{"name": "imu", "kind": "imu", "body": body, "position": [0, 0, 0.02]}],
    }
    return FigureSpec.model_validate(tree)


def test_a_model_in_mjcf_brings_its_robot_and_nothing_else(ground):
    added = add_figure(ground, figure("m.xml", m_xml=MJCF, leg_xml=LEG), "blue 1/")
    again = add_figure(ground, figure("m.xml", m_xml=MJCF, leg_xml=LEG), "blue 2/")
    model = ground.compile()
    assert (added.root, added.joints, added.sites) == ("blue 1/trunk", ("blue 1/hip",), {"imu": "blue 1/imu"})
    assert added.standing == again.standing == pytest.approx(0.27)
    assert (model.nu, model.nsensor, model.nkey, model.nlight, model.nq) == (0, 0, 0, 0, 16)
    assert sum(kind == mujoco.mjtGeom.mjGEOM_PLANE for kind in model.geom_type) == 1
    assert model.opt.timestep == 0.002
    assert tuple(model.opt.gravity) == (0, 0, -9.81)
    joint = model.joint("blue 2/hip")
    assert joint.range == pytest.approx((-0.785398, 0.785398), abs=1e-6)
    assert model.dof_damping[joint.dofadr[0]] == pytest.approx(0.1)
    assert model.body_mass.sum() == pytest.approx(2.6)


def test_a_model_in_urdf_becomes_a_free_body(ground):
    added = add_figure(ground, figure("r.urdf", body="base", r_urdf=URDF), "r/")
    model = ground.compile()
    assert (added.root, added.standing) == ("r/base", pytest.approx(0.2))
    assert model.joint(0).type[0] == mujoco.mjtJoint.mjJNT_FREE
    assert model.joint("r/hip").range == pytest.approx((-0.8, 0.8))


def test_a_joint_of_a_model_can_follow_another_one(ground):
    """URDF has a tag for that, which MuJoCo does not read."""
    more = """<link name="foot"><inertial><mass value="0.1"/>
      <inertia ixx="0.001" iyy="0.001" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial></link>
      <joint name="ankle" type="continuous"><parent link="leg"/><child link="foot"/></joint></robot>"""
    what = figure("r.urdf", body="base", r_urdf=URDF.replace("</robot>", more))
    coupled = FigureSpec.model_validate(
        what.model_dump() | {"couplings": [{"joint": "ankle", "follows": "hip", "ratio": -1.0}]}
    )
    add_figure(ground, coupled, "r/")
    model = ground.compile()
    assert (model.neq, tuple(model.eq_data[0][:3])) == (1, (0.0, -1.0, 0.0))
    wrong = FigureSpec.model_validate(
        what.model_dump() | {"couplings": [{"joint": "ancle", "follows": "hip", "ratio": -1.0}]}
    )
    with pytest.raises(ValueError, match=r"couplings: r.urdf has no joint 'ancle'; did you mean 'ankle'"):
        add_figure(ground, wrong, "b/")


def test_a_mesh_of_a_model_is_found_by_its_contents_only(ground, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    square = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    (tmp_path / "t.obj").write_text("not a mesh")
    xml = MJCF.replace("<asset>", '<asset><mesh file="t.obj" scale=".1 .1 .1"/>').replace(
        '<include file="leg.xml"/>', '<body><joint name="hip"/><geom type="mesh" mesh="t"/></body>'
    )
    for prefix in ("a/", "b/"):
        add_figure(ground, figure("m.xml", m_xml=xml, t_obj=square), prefix)
    model = ground.compile()
    assert [model.mesh(index).name for index in range(model.nmesh)] == ["a/t", "b/t"]
    with pytest.raises(ValueError, match=r"m.xml: t.obj is not at hand"):
        add_figure(ground, figure("m.xml", m_xml=xml), "c/")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("<mujoco model", "<mojoco model", "^m.xml: is not XML: mismatched tag"),
        ("<freejoint/>", '<freejoint/><replicate count="1000000"><geom/></replicate>', "m.xml: has a <replicate>"),
        ("<asset>", '<asset><model file="leg.xml" name="other"/>', "m.xml: has a <model>, which is not read here"),
        ('axis="0 1 0"', 'axis="0 0 0"', "MuJoCo cannot compute with this robot: Error: axis too small"),
        ('axis="0 1 0"', 'axes="0 1 0"', "m.xml: .*unrecognized attribute: 'axes'"),
        ('name="hip"', 'name="hop"', "servos: m.xml has no joint 'hip'; did you mean 'hop'?"),
        (
            'name="hip" axis',
            'name="hip" type="ball" _',
            "servos: the joint 'hip' of m.xml is neither a hinge nor a slide",
        ),
        ('name="trunk"', 'name="torso"', "sites: m.xml has no body 'trunk'; known are leg, torso"),
        ("<freejoint/>", '<joint type="slide"/>', "'trunk' is joined to the world; give it a free joint, or none"),
        ("<freejoint/>", '<freejoint/><site name="imu"/>', "m.xml has a site 'imu' of its own"),
        ('pos="0 0 0.5"', 'pos="0 0 0.5" euler="90 0 0"', "'trunk' is rotated"),
        ("</worldbody>", '<body><joint/><geom size="1"/></body></worldbody>', "2 bodies of the world have joints"),
        ('type="capsule"', 'type="capsule" contype="0" conaffinity="0"', ""),
    ],
)
def test_what_is_wrong_with_a_model_is_said(ground, old, new, words):
    files = {"m_xml": MJCF.replace(old, new, 1), "leg_xml": LEG.replace(old, new, 1).replace('_="0 1 0"', "")}
    what = figure("m.xml", **files)
    if not words:
        assert add_figure(ground, what, "r/").standing == pytest.approx(0.05)  # the leg is only painted
        return
    with pytest.raises(ValueError, match=words):
        add_figure(ground, what, "r/")


def test_something_else_than_a_model_is_refused(ground):
    with pytest.raises(ValueError, match=r"m.xml: the root is <html>; <mujoco> \(MJCF\) or <robot> \(URDF\) is wanted"):
        add_figure(ground, figure("m.xml", m_xml="<html/>"), "r/")

"""The two FUmanoids: what the thesis says of them, and that they stand."""

import mujoco
import numpy as np
import pytest

from robopitch.physics.figures.adding import add_figure
from robopitch.spec import load_robot

NAMES = ["fumanoid-2009", "fumanoid-2011"]
FIGURE_27 = {
    2: "HEAD_YAW",
    11: "HIP_LEFT_PITCH",
    12: "HIP_RIGHT_PITCH",
    15: "KNEE_LEFT_PITCH",
    16: "KNEE_RIGHT_PITCH",
    19: "FOOT_LEFT_PITCH",
    20: "FOOT_RIGHT_PITCH",
}


class Stand:
    """A robot on the ground with a plain PD controller at each servo."""

    def __init__(self, spec, name, prefix="blue 1/"):
        self.robot = load_robot(name)
        self.added = add_figure(spec, self.robot.figure, prefix)
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        self.data.qpos[2] = self.added.standing
        joints = [self.model.joint(joint) for joint in self.added.joints]
        self.places = [joint.qposadr[0] for joint in joints]
        self.dofs = [joint.dofadr[0] for joint in joints]
        mujoco.mj_forward(self.model, self.data)

    def body(self, name):
        return self.data.body(f"blue 1/{name}")

    def angle(self, joint):
        return float(self.data.joint(f"blue 1/{joint}").qpos[0])

    def run(self, seconds, **targets):
        goals = np.array([targets.get(joint, 0.0) for joint in self.robot.figure.joints])
        for _ in range(round(seconds / self.model.opt.timestep)):
            error = goals - self.data.qpos[self.places]
            self.data.qfrc_applied[self.dofs] = np.clip(60 * error - 1.0 * self.data.qvel[self.dofs], -5, 5)
            mujoco.mj_step(self.model, self.data)


@pytest.fixture(params=NAMES)
def stand(request, ground):
    return Stand(ground, request.param)


def test_servos_are_those_of_the_thesis(stand):
    servos = stand.robot.figure.servos
    models = [servo.model for servo in servos]
    assert (len(servos), models.count("RX-64"), models.count("RX-28")) == (21, 14, 7)
    assert {int(servo.id): servo.name for servo in servos if int(servo.id) in FIGURE_27} == FIGURE_27
    assert all(servo.model == "RX-64" for servo in servos if int(servo.id) in FIGURE_27)
    assert sorted(int(servo.id) for servo in servos) == list(range(1, 22))


def test_sensors_are_those_of_the_thesis():
    sites = {name: [site.kind for site in load_robot(name).figure.sites] for name in NAMES}
    for kinds in sites.values():
        assert kinds.count("imu") == 1
    assert (sites["fumanoid-2009"].count("foot-switch"), sites["fumanoid-2009"].count("camera")) == (8, 2)
    assert (sites["fumanoid-2011"].count("load-cell"), sites["fumanoid-2011"].count("camera")) == (8, 1)


def test_mass_height_and_centre_are_those_of_a_kid_size_robot_on_its_feet(stand):
    model, data = stand.model, stand.data
    assert model.body_mass.sum() == pytest.approx(stand.robot.mass)
    assert 14 * 0.125 + 7 * 0.072 < stand.robot.mass < 6
    head = model.geom("blue 1/head")
    top = data.geom("blue 1/head").xpos[2] + np.abs(data.geom("blue 1/head").xmat.reshape(3, 3)[2]) @ head.size
    assert 0.3 < top < 0.6
    assert top == pytest.approx(stand.robot.height, abs=0.01)
    x, y, z = data.subtree_com[model.body(stand.added.root).id]
    corners = np.array([data.site(name).xpos for key, name in stand.added.sites.items() if "_foot_" in key])
    assert corners[:, 0].min() + 0.02 < x < corners[:, 0].max() - 0.02
    assert abs(y) < 1e-9
    assert 0.4 * top < z < 0.6 * top
    assert corners[:, 2] == pytest.approx(np.zeros(8), abs=1e-9)


def test_it_is_its_own_mirror_image(stand):
    for name in {
        body.name.removeprefix("left_") for body in stand.robot.figure.bodies if body.name.startswith("left_")
    }:
        left, right = stand.body(f"left_{name}"), stand.body(f"right_{name}")
        assert left.xpos * (1, -1, 1) == pytest.approx(right.xpos)
        assert stand.model.body(left.id).mass == pytest.approx(stand.model.body(right.id).mass)


def test_arms_and_legs_reach_as_far_as_their_links_are_long(stand):
    data = stand.data

    def hand(pitch, elbow):
        data.joint("blue 1/shoulder_left_pitch").qpos[0] = pitch
        data.joint("blue 1/elbow_left_pitch").qpos[0] = elbow
        mujoco.mj_kinematics(stand.model, data)
        return data.geom("blue 1/left_forearm").xpos - data.xanchor[stand.model.joint("blue 1/shoulder_left_pitch").id]

    stretched = np.linalg.norm(hand(0.0, 0.0))
    forward = hand(-np.pi / 2, 0.0)
    assert 0.18 < stretched < 0.23
    assert forward[0] > 0.18
    assert forward[2] == pytest.approx(0, abs=1e-6)
    assert np.linalg.norm(hand(0.0, -2.0)) < 0.75 * stretched
    leg = data.xanchor[stand.model.joint("blue 1/hip_left_pitch").id] - data.body("blue 1/left_foot").xpos
    assert 0.2 < np.linalg.norm(leg) < 0.3


def test_it_stands_still_for_two_seconds_with_its_joints_held_at_zero(stand):
    stand.run(2.0)
    trunk = stand.body("torso")
    assert trunk.xpos == pytest.approx((0, 0, stand.added.standing), abs=0.003)
    assert abs(trunk.xquat[0]) > 0.9999
    assert np.abs(stand.data.qvel).max() < 0.01


def test_without_torques_it_falls(stand):
    stand.data.joint("blue 1/knee_left_pitch").qpos[0] = 0.1
    for _ in range(750):
        mujoco.mj_step(stand.model, stand.data)
    assert stand.body("torso").xpos[2] < 0.7 * stand.added.standing


def test_both_joints_of_the_knee_of_2009_turn_together_in_either_direction(ground):
    stand = Stand(ground, "fumanoid-2009")
    stand.model.opt.gravity[:] = 0
    stand.data.qpos[2] = 1.0
    for bend in (0.4, -0.4):
        stand.run(1.0, knee_left_pitch=bend)
        assert stand.angle("knee_left_pitch") == pytest.approx(bend, abs=0.05)
        assert stand.angle("knee_left_lower") == pytest.approx(stand.angle("knee_left_pitch"), abs=0.005)


def test_hip_knee_and_foot_of_2011_stay_parallel_in_a_knee_bend(ground):
    stand = Stand(ground, "fumanoid-2011")
    bend = {
        f"{part}_{side}_pitch": sign * 0.5 for side in ("left", "right") for part, sign in (("hip", -1), ("knee", 1))
    }
    stand.run(1.5, **bend)
    hip, knee, foot = (stand.body(f"left_{name}") for name in ("hip", "knee", "foot_layer"))
    for layer in (knee, foot):
        assert layer.xmat == pytest.approx(hip.xmat, abs=0.01)
    assert stand.angle("knee_left_upper") == pytest.approx(-stand.angle("hip_left_pitch"), abs=0.005)
    assert 0.01 < stand.added.standing - stand.body("torso").xpos[2] < 0.05
    assert abs(stand.body("torso").xquat[0]) > 0.99


def test_two_runs_are_the_same_to_the_last_bit_and_robots_do_not_share_names(ground):
    add_figure(ground, load_robot("fumanoid-2009").figure, "yellow 1/")
    first = Stand(ground, "fumanoid-2011")
    states = []
    for _ in range(2):
        mujoco.mj_resetData(first.model, first.data)
        first.data.qpos[:2] += (1.0, 0.0)
        for _ in range(50):
            mujoco.mj_step(first.model, first.data)
        states.append(first.data.qpos.tobytes())
    assert states[0] == states[1]

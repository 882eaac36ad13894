"""Your own humanoid: from a file in MJCF or URDF to a robot that moves.

1. Put the file into a folder: here `own_humanoid/strider.xml`. Its floor, lights and motors are left out by themselves.
2. Write a TOML file beside it, `own_humanoid/strider.toml`: mass and size, which joint has which servo, where sensors
   sit. What is wrong in either file is said with the name of the file and the key.
3. Run this. It loads both, puts the robot on the ground, and lets it bend its knees, with a plain controller at each
   servo.

    python examples/19_own_humanoid.py
    python examples/19_own_humanoid.py path/to/your_robot.toml      # it only stands, or does not
"""

import sys
from pathlib import Path

import mujoco
import numpy as np

from robopitch.physics.figures.adding import add_figure
from robopitch.spec import load_robot

own = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "own_humanoid" / "strider.toml"
robot = load_robot(own)
figure = robot.figure
if figure is None:
    raise SystemExit(f"{own}: describes no joints; [[servos]] and a model, or [[bodies]] and [[links]], are wanted")

# A world with a ground, and the robot on it.
world = mujoco.MjSpec()
world.option.timestep = 0.002
world.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=(3, 3, 0.1))
added = add_figure(world, figure, "blue 0/")
model = world.compile()
data = mujoco.MjData(model)
data.qpos[2] = added.standing
print(f"{robot.title}: {len(figure.servos)} servos, {model.body_mass.sum():.3g} kg, trunk at {added.standing:.3f} m")

places = [model.joint(joint).qposadr[0] for joint in added.joints]
dofs = [model.joint(joint).dofadr[0] for joint in added.joints]


def hold(seconds: float, pose: dict[str, float]) -> float:
    """Move the joints to a pose, in radians by joint, and hold it there; returns the height of the trunk in m."""
    start = data.qpos[places].copy()
    goal = np.array([pose.get(joint, 0.0) for joint in figure.joints])
    steps = round(seconds / model.opt.timestep)
    for step in range(steps):
        target = start + (goal - start) * min(1.0, 2 * step / steps)
        torque = 40 * (target - data.qpos[places]) - 0.8 * data.qvel[dofs]
        data.qfrc_applied[dofs] = np.clip(torque, -2.5, 2.5)  # N m: the stall torque of an MX-28 at 12 V
        mujoco.mj_step(model, data)
    return float(data.body(added.root).xpos[2])


legs = {"hip": -0.5, "knee": 1.0, "ankle": -0.5}  # a knee bend: trunk and soles stay level
bent = {f"{side}_{part}": angle for side in ("left", "right") for part, angle in legs.items()}

print(f"stands      {hold(1.0, {}):.3f} m")
if set(bent) <= set(figure.joints):
    print(f"knees bent  {hold(1.5, bent):.3f} m")
    print(f"stands      {hold(1.5, {}):.3f} m")
upright = 1 - 2 * float(data.body(added.root).xquat[1] ** 2 + data.body(added.root).xquat[2] ** 2)
print("on its feet" if upright > 0.95 else "it fell")

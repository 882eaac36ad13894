"""Your own humanoid: from a file in MJCF or URDF to a robot that moves.

1. Put the file into a folder: here `own_humanoid/strider.xml`. Its floor, lights and motors are left out by themselves.
2. Write a TOML file beside it, `own_humanoid/strider.toml`: mass and size, which joint has which servo, where sensors
   sit. What is wrong in either file is said with the name of the file and the key.
3. Run this. It puts the robot on the field and writes the goal positions of its servos, as a control program does over
   the bus: the robot bends its knees and rises again.

    python examples/19_own_humanoid.py
    python examples/19_own_humanoid.py path/to/your_robot.toml      # it only stands, or does not
"""

import math
import sys
from pathlib import Path

import robopitch
from robopitch.physics.servos.tables import TABLES

own = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "own_humanoid" / "strider.toml"
world = robopitch.make("humanoid-kid", robots={"blue": own}, players={"blue": 1, "yellow": 0})
world.place_ball(4.0, 2.5)  # out of the way
robot = world.robot("blue", 0)
figure = robot.spec.figure
assert figure is not None, f"{own} describes no joints"
print(f"{robot.spec.title}: {len(figure.servos)} servos, {robot.spec.mass:g} kg")


def write_pose(pose: dict[str, float]) -> None:
    """Write the goal position of every servo; angles of joints in radians by name, 0 for those that are left out."""
    for servo in figure.servos:
        angle = servo.direction * (pose.get(servo.joint, 0.0) - servo.zero)
        wide = servo.model.startswith("MX")  # 4096 counts in a whole turn, or 1024 in 300 degrees
        count = round(2048 + 4096 * angle / math.tau) if wide else round(512 + 1024 * angle / math.radians(300))
        goal = TABLES[servo.model].by_name["goal_position"]
        error = world.write_registers("blue", 0, servo.id, goal.address, count.to_bytes(goal.size, "little"))
        assert error == 0, f"{servo.name} refuses the position {count}: error {error:#04x}"


legs = {"hip": -0.5, "knee": 1.0, "ankle": -0.5}  # rad: trunk and soles stay level
bent = {f"{side}_{part}": angle for side in ("left", "right") for part, angle in legs.items()}


def bend(start: float, end: float) -> float:
    """Bend the knees from one share of the pose above to another, within a second; returns the height of the trunk."""
    for cycle in range(1, 51):
        share = start + (end - start) * cycle / 50
        write_pose({joint: share * angle for joint, angle in bent.items()})
        world.run(0.02)
    world.run(0.5)
    return float(robot.position3[2])


print(f"stands      {bend(0.0, 0.0):.3f} m")
if set(bent) <= set(figure.joints):
    print(f"knees bent  {bend(0.0, 1.0):.3f} m")
    print(f"stands      {bend(1.0, 0.0):.3f} m")
_, x, y, _ = robot.quaternion
print("on its feet" if 1 - 2 * (x * x + y * y) > 0.95 else "it fell")  # how far its own z axis still points up

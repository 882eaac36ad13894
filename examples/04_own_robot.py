"""Your own robot: one TOML file, no code.

`own_robot.toml` beside this file describes a heavy robot on three wheels. Blue uses it, yellow the robot of the league:
first a race over two metres, then a pushing contest.

    python examples/04_own_robot.py
"""

from pathlib import Path

import robopitch
from robopitch import BodyVelocity

mine = Path(__file__).parent / "own_robot.toml"
world = robopitch.make("ssl-div-b", robots={"blue": mine}, players=1)
names = {team: world.robot(team, 0).spec.title for team in ("blue", "yellow")}

for team, y in (("blue", 1.0), ("yellow", -1.0)):
    world.place_robot(team, 0, x=-1.0, y=y)
    world.command(team, 0, BodyVelocity(forward=9.9))  # as fast as its limits allow
arrived: dict[str, float] = {}
while len(arrived) < 2:
    world.step()
    for team in names:
        if team not in arrived and world.robot(team, 0).pose.x >= 1.0:
            arrived[team] = world.time
for team, when in arrived.items():
    print(f"{names[team]} ran 2 m in {when:.2f} s")

world.place_robot("blue", 0, x=-0.12, y=0.0, heading=0.0)
world.place_robot("yellow", 0, x=0.12, y=0.0, heading=3.141592653589793)
for team in names:
    world.command(team, 0, BodyVelocity(forward=1.0))
world.run(1.0)
middle = (world.robot("blue", 0).pose.x + world.robot("yellow", 0).pose.x) / 2
print(f"pushing: {names['blue' if middle > 0 else 'yellow']} wins by {abs(middle):.2f} m in a second")

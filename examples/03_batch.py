"""A thousand worlds at once: the best target in a goal with a keeper.

A batch holds many worlds of one league in arrays ``[world, robot, …]`` and steps them on all cores in one call. Each
gives exactly the results that it would give alone. Here every world shoots in another direction, at a keeper slightly
to the left of the middle.

    python examples/03_batch.py
"""

import time

import numpy as np

import robopitch
from robopitch import Kick, Team

WORLDS = 1024
batch = robopitch.make_batch("ssl-div-a", worlds=WORLDS, players=1, timestep=0.002)
league = batch.world(0).league
robot, ball, goal = league.blue.robot, league.ball, league.field.length / 2

aims = np.linspace(-1.2, 1.2, WORLDS)  # m: target on the goal line
for index, aim in enumerate(aims):
    world = batch.world(index)  # a view: changes to it change the batch
    heading = np.arctan2(aim, 4.0)
    reach = robot.outline.front + ball.radius
    world.place_robot("blue", 0, x=goal - 4.0, y=0.0, heading=heading)
    world.place_ball(x=goal - 4.0 + reach * np.cos(heading), y=reach * np.sin(heading))
    world.place_robot("yellow", 0, x=goal - 0.15, y=0.1, heading=np.pi)
    world.command("blue", 0, robopitch.BodyVelocity(0.0), kick=Kick(6.0))

scored = np.zeros(WORLDS, bool)
batch.step(0)  # compiles the physics at the first call
start = time.perf_counter()
for _ in range(100):
    batch.step(8)
    scored |= batch.goals_by(Team.BLUE)
wall = time.perf_counter() - start

print(f"{WORLDS} worlds, {batch.ticks[0] * 0.002:.1f} s each, in {wall:.2f} s: {WORLDS * 800 / wall:,.0f} steps/s")
print(f"{scored.mean():.0%} of the shots went in; from right to left:")
print("".join("#" if part.mean() > 0.5 else "." for part in np.array_split(scored, 64)))

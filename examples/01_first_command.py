"""The first robot command.

Create a world, place ball and robot, command the robot, advance the time, read the state. Units are metres, seconds and
radians; blue attacks towards +x. A world is only physics: robots move only when they are commanded.

    python examples/01_first_command.py
"""

import robopitch
from robopitch import BodyVelocity, Touch

world = robopitch.make("ssl-div-a", seed=0)  # `robopitch leagues` lists the names
world.place_robot("blue", 3, x=0.0, y=1.0, heading=0.0)
world.place_ball(x=1.0, y=1.0)

world.command("blue", 3, BodyVelocity(forward=1.0))  # holds until the next command
events = world.run(1.5)

print(f"after {world.time:.1f} s: {world.robot('blue', 3)}, {world.ball}")
for event in events:
    if isinstance(event, Touch):
        print(f"{event.robot} touched the ball at {event.time:.3f} s, {event.speed:.2f} m/s")

# Any state can be saved and restored; from there everything repeats, to the last bit.
saved = world.save()
world.run(1.0)
there = world.fingerprint()
world.restore(saved)
world.run(1.0)
print("the same second twice:", world.fingerprint() == there)

"""The first robot command.

Make a world, put ball and robot somewhere, tell the robot what to do, let time pass, look. Everything is in metres,
seconds and radians; blue attacks towards +x. A world is only physics: nothing moves that was not told to.

    python examples/01_first_command.py
"""

import robopitch
from robopitch import BodyVelocity, Touch

world = robopitch.make("ssl-div-a", seed=0)  # `robopitch leagues` lists the names
world.place_robot("blue", 3, x=0.0, y=1.0, heading=0.0)
world.place_ball(x=1.0, y=1.0)

world.command("blue", 3, BodyVelocity(forward=1.0))  # held until it is told something else
events = world.run(1.5)

print(f"after {world.time:.1f} s: {world.robot('blue', 3)}, {world.ball}")
for event in events:
    if isinstance(event, Touch):
        print(f"{event.robot} touched the ball at {event.time:.3f} s, {event.speed:.2f} m/s")

# Any moment can be saved and gone back to; from there everything happens again, to the last bit.
saved = world.save()
world.run(1.0)
there = world.fingerprint()
world.restore(saved)
world.run(1.0)
print("the same second twice:", world.fingerprint() == there)

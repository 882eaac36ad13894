"""A straight kick and a chip, compared with the formulas.

A kicked ball slides until its surface rests on the ground, then rolls: a solid ball from 5/7 of its first speed on. A
chipped ball flies a parabola of length v² sin 2α / g and bounces on.

    python examples/02_kick_and_chip.py
"""

import math

import robopitch
from robopitch import BodyVelocity, Kick

world = robopitch.make("ssl-div-a", players={"blue": 1, "yellow": 0})
robot, ball = world.league.blue.robot, world.league.ball
STAND = BodyVelocity(0.0)


def shoot(kick: Kick) -> None:
    """Place the ball at the robot's front, and kick."""
    world.place_robot("blue", 0, x=-4.0, y=0.0)
    world.place_ball(x=-4.0 + robot.outline.front + ball.radius, y=0.0)
    world.command("blue", 0, STAND, kick=kick)
    world.step()


speed = 5.0
shoot(Kick(speed))
start = world.ball.position[0]
slides, rolls = ball.sliding_friction * world.league.gravity, ball.rolling_deceleration
rolling = speed / (1 + ball.inertia_factor)
expected = (speed**2 - rolling**2) / (2 * slides) + rolling**2 / (2 * rolls)
# The field is too short for the whole motion: use the first second.
until = (speed - rolling) / slides
world.run(1.0)
way = (speed**2 - rolling**2) / (2 * slides) + rolling * (1 - until) - rolls * (1 - until) ** 2 / 2
print(f"kick of {speed} m/s: {world.ball.position[0] - start:.3f} m in a second, by the formula {way:.3f} m")
print(f"   it slides for {until:.2f} s; on an endless carpet it would stop after {expected:.1f} m")

speed, angle = 4.0, math.radians(45)
shoot(Kick(speed, angle))
start, top = world.ball.position[0], 0.0
while world.ball.velocity[2] > -speed * math.sin(angle) * 0.99:
    world.step()
    top = max(top, world.ball.position[2] - ball.radius)
reach = speed**2 * math.sin(2 * angle) / world.league.gravity
print(f"chip of {speed} m/s: lands after {world.ball.position[0] - start:.2f} m, by the formula {reach:.2f} m")
print(f"   {top:.2f} m high, by the formula {(speed * math.sin(angle)) ** 2 / 2 / world.league.gravity:.2f} m")

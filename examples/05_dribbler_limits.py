"""The speeds at which the dribbler loses the ball: driving backwards and turning.

A dribbler makes the ball roll towards the robot, at most as fast as the surface of its bar. Robots that drive backwards
faster lose it, and so do robots that turn so fast that the force of the bar does not suffice. This program finds both
limits at several powers by bisection: it accelerates slowly to a speed and checks whether the ball is still at the
robot.
"""

import math

import robopitch
from robopitch import BodyVelocity


def keeps_ball(power: float, backwards: float = 0.0, turning: float = 0.0) -> bool:
    """Accelerate to a speed within two seconds, hold it for a short time; return whether the ball is still at the
    robot.
    """
    world = robopitch.make("ssl-div-a", players={"blue": 1, "yellow": 0})
    front, radius = world.league.blue.robot.outline.front, world.league.ball.radius
    world.place_robot("blue", 0, 0.0, 0.0)
    world.place_ball(front + radius, 0.0)
    for step in range(1, 41):
        share = step / 40
        world.command("blue", 0, BodyVelocity(-backwards * share, 0.0, turning * share), dribble=power)
        world.run(0.05)
    world.run(0.3)
    return math.dist(world.ball.position[:2], world.robot("blue", 0).pose[:2]) < front + 2 * radius


def limit(keeps, low: float, high: float) -> float:
    """The highest speed at which the robot keeps the ball."""
    for _ in range(8):
        middle = (low + high) / 2
        low, high = (middle, high) if keeps(middle) else (low, middle)
    return (low + high) / 2


print("power   loses the ball backwards at   turning at")
for power in (0.2, 0.4, 0.6, 0.8, 1.0):
    reverse = limit(lambda speed, power=power: keeps_ball(power, backwards=speed), 0.0, 4.0)
    turn = limit(lambda rate, power=power: keeps_ball(power, turning=rate), 0.0, 20.0)
    print(f"{power:5.1f}   {reverse:17.2f} m/s          {turn:6.1f} rad/s")

"""The scenes.

The league sets the size of a scene: its speeds are within the limits of the robots, its paths fit on the field. Scenes
that the robots of a league cannot play (a kick without kicker) are left out.

The engines turf and mujoco share the drive law of the wheels and the law of the ball on the ground, so motion without
contact must agree closely. Their contacts differ on purpose: turf uses impulses, MuJoCo soft constraints, and both must
reach the restitution and friction of the league, within the limits of each scene.

The engine mujoco-spatial shares neither. Its limits, the second number of each quantity, come from what is known of
MuJoCo's parts. A wheel is 1.1 % off at constant speed: 1.5 % for speeds and ways. At the limit of the grip, braking,
friction of a convex solver is coarser: 5 %. A ball that slides and rolls goes within 1 % as far: 1.5 %, speeds 2 %. A
spring and a damper reach a restitution to ±4 % with twenty steps in an impact (the ground), to ±8 % with ten (all
else): twice that in heights. What adds up over several impacts may add up in limits.
"""

from __future__ import annotations

from robopitch.compare.scene import EngineScene
from robopitch.compare.scenes.ball import bank_shot, bounce, chip, kick
from robopitch.compare.scenes.contact import ball_against_robot, pushing_contest, two_robots_and_a_ball
from robopitch.compare.scenes.driving import brake, diagonal, run_across, run_along, spin
from robopitch.spec import LeagueSpec

__all__ = ["scenes_for"]


def scenes_for(league: LeagueSpec) -> list[EngineScene]:
    """All scenes that can be played in a league."""
    driving = (run_along, run_across, diagonal, brake, spin)
    ball = (kick, chip, bounce, bank_shot)
    contact = (ball_against_robot, pushing_contest, two_robots_and_a_ball)
    makers = (*driving, *ball, *contact)
    return [scene for maker in makers for scene in maker(league)]

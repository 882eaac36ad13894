"""A field for cameras to look at, and the rays of a picture for comparison, computed with numpy."""

from __future__ import annotations

import numpy as np

import robopitch
from robopitch.messages import Body, Team
from robopitch.sensors.camera.camera import camera_pose, ray_table, scene_of
from robopitch.sensors.camera.settings import PRESETS, CameraSettings

SMALL = {"width": 160, "height": 120}


def made_settings(preset: str, **changed) -> CameraSettings:
    """A camera of `PRESETS` with a smaller picture; also a mirror whose camera is not in the focus."""
    if preset == "mirror out of focus":
        return made_settings("mirror", **{"mirror_distance": 0.14, **changed})
    usual = CameraSettings.model_validate(PRESETS[preset])
    small = SMALL | {"focal_length": usual.focal_length / 4}
    return CameraSettings.model_validate({**usual.model_dump(), **small, **changed})


def world_rays(settings, world, owner):
    """Origins and directions of all pixels in the frame of the field, and which pixels have a ray."""
    table = ray_table(settings.made_lens())
    pose = camera_pose(settings, scene_of(world, settings.colours), world.robot_block, owner)
    turn = pose[3:].reshape(3, 3)
    rays = table.rays.astype(float)
    origins = np.broadcast_to(table.origins.astype(float), rays.shape)
    return pose[:3] + origins @ turn.T, rays @ turn.T, np.abs(rays).max(axis=2) > 0


OWNER = Body(Team.BLUE, 1)


def lonely_world():
    """A world with one robot, blue 1 at the origin, which looks along x; the ball is far away."""
    world = robopitch.make("msl", seed=1)
    for robot in list(world.robots()):
        world.remove_robot(robot.body.team, robot.body.id)
    world.place_robot("blue", 1, 0.0, 0.0, 0.0)
    world.place_ball(-9.0, 5.5)
    return world

"""A camera in a world: its settings put into effect."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from robopitch.physics import state as s
from robopitch.sensors.camera.lens import Lens
from robopitch.sensors.camera.ray_table import RayTable
from robopitch.sensors.camera.renderer import Picture, render
from robopitch.sensors.camera.scene import CameraScene, Patches, team_patch

if TYPE_CHECKING:
    from robopitch.messages import Body
    from robopitch.physics.scalar import Floats
    from robopitch.sensors.camera.settings import CameraSettings
    from robopitch.world import World

__all__ = ["ray_table", "scene_of", "take_picture"]

_Look = tuple[Patches, bool, tuple[tuple[str, str], ...]]
_scenes: WeakKeyDictionary[World, dict[_Look, CameraScene]] = WeakKeyDictionary()


@lru_cache(maxsize=8)
def ray_table(lens: Lens) -> RayTable:
    """The rays of a lens; robots with equal lenses share one table."""
    return RayTable(lens)


def scene_of(world: World, colours: dict[str, str], patches: Patches = team_patch, bands: bool = True) -> CameraScene:
    """The scene of a world as it is now; cameras for which everything has the same colours share one."""
    scenes = _scenes.setdefault(world, {})
    key = patches, bands, tuple(sorted(colours.items()))
    scene = scenes.get(key)
    if scene is None or scene.league is not world.league or _differ(scene, world):
        scene = scenes[key] = CameraScene(world.league, world.bodies, world.specs, colours, patches, bands)
    return scene


def _differ(scene: CameraScene, world: World) -> bool:
    """Whether robots were added or changed since the scene was made."""
    if len(scene.bodies) != len(world.bodies):
        return True
    return any(one is not other for one, other in zip(scene.robots, world.specs, strict=True))


def take_picture(
    settings: CameraSettings,
    world: World,
    owner: Body | None,
    noise_key: tuple[int, str, int] = (0, "", 0),
    only_ball: bool = False,
    rows: int | None = None,
    patches: Patches = team_patch,
    bands: bool = True,
) -> Picture:
    """What a camera sees now, on a robot or, without an owner, on the field; options as for `render`.

    patches: the colour patches on the covers of robots; the same function each time, because scenes are kept by it
    bands:   robots have a band in the colour of their team around their sides
    """
    scene = scene_of(world, settings.colours, patches, bands)
    robots, ball = np.ascontiguousarray(world.robot_block, np.float64), world.ball_block
    return render(
        scene, ray_table(settings.made_lens()), camera_pose(settings, scene, robots, owner), robots, ball,
        settings.tone, owner, settings.own_height, noise_key, only_ball, rows,
    )  # fmt: skip


def camera_pose(settings: CameraSettings, scene: CameraScene, robots: Floats, owner: Body | None) -> Floats:
    """Position and rotation of a camera in the frame of the field."""
    if owner is None:
        return settings.mount.pose()
    x, y, hx, hy = robots[s.X : s.HY + 1, scene.bodies.index(owner)].tolist()
    return settings.mount.pose(x, y, hx, hy)

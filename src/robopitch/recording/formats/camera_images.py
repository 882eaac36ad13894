"""Images of a camera from a run: what a robot saw, rendered from the positions in the recording.

A recording holds the truth, so any camera can be added afterwards: those that the robots carried, and those of
`PRESETS` on any robot.

A labelled set is a .zip with

    images/000000.png      the image
    labels/000000.png      the label of each pixel, as in `Label`, with a palette so that people can see it
    annotations.json       boxes of ball, robots and obstacles, in the form of COCO

`annotations.json` has in addition, for each image, its `time` and the `camera` (position and rotation on the field),
and for each box the `name` of the thing and the `visible` share of it.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from robopitch.elementary import cos, sin
from robopitch.leagues.registry import family_of
from robopitch.measure.positions import Positions
from robopitch.measure.run import Run
from robopitch.messages import Body, Team
from robopitch.physics import state as s
from robopitch.sensors.camera.settings import PRESETS, CameraSettings
from robopitch.spec.files import writing

if TYPE_CHECKING:
    from robopitch.physics.scalar import Floats
    from robopitch.sensors.camera.renderer import Picture
    from robopitch.spec import LeagueSpec

__all__ = ["RunCamera", "write_image", "write_labelled_set"]

MOST_IMAGES = 20_000
LEAST_PIXELS = 4  # a thing of which fewer are visible gets no box
EPOCH = (1980, 1, 1, 0, 0, 0)  # of the files in a set: the same run gives the same bytes
# A colour for each label, for people
PALETTE = (
    (0, 0, 0), (40, 110, 50), (255, 255, 255), (110, 110, 110), (200, 120, 220), (255, 130, 0), (40, 100, 255),
    (255, 220, 0), (150, 75, 30),
)  # fmt: skip

Tell = Callable[[int, int], object]


class RunCamera:
    """A camera on a robot of a run.

    name: "blue 3 NAME", where NAME is a camera that the robot carries, or one of `PRESETS`; a ValueError if there is
          none
    """

    def __init__(self, run: Run, league: LeagueSpec, name: str) -> None:
        self._known, self._title = Positions(run), run.title
        self.name, self.league = name, league
        self.owner, self.settings = _found(league, self._known.robots, name)
        self._seed = int(run.notes.get("seed") or 0)
        from robopitch.sensors.camera.scene import CameraScene

        bodies = self._known.robots
        specs = [league.team(body.team).robot for body in bodies if body.team is not None]
        self._scene = CameraScene(league, bodies, specs, self.settings.colours)

    def times(self, start: float | None, end: float | None, fps: float) -> NDArray[np.float64]:
        """The times of images from *start* to *end*; a ValueError if they are not in the run."""
        first, last = self._known.start if start is None else start, self._known.end if end is None else end
        if not self._known.start - 1e-6 <= first < last <= self._known.end + 1e-6:
            raise ValueError(f"{self._title}: from {first:g} to {last:g} s; {self._span}")
        if not 0.01 <= fps <= 1000:
            raise ValueError(f"--fps {fps:g}: 0.01 to 1000 images per second are possible")
        count = max(1, round((last - first) * fps))
        if count > MOST_IMAGES:
            raise ValueError(f"that would be {count} images; {MOST_IMAGES} at most: choose a shorter stretch")
        return first + np.arange(count) / fps

    def take(self, time: float, frame: int = 1) -> tuple[Picture, Floats]:
        """The picture at a time, and the pose of the camera; a ValueError if the robot was not there."""
        from robopitch.sensors.camera.camera import camera_pose, ray_table
        from robopitch.sensors.camera.renderer import render

        if not self._known.start - 1e-6 <= time <= self._known.end + 1e-6:
            raise ValueError(f"--at {time:g}: {self._span}")
        robots, ball = self._state(time)
        pose = camera_pose(self.settings, self._scene, robots, self.owner)
        settings, key = self.settings, (self._seed, self.name, frame)
        table = ray_table(settings.made_lens())
        return (
            render(self._scene, table, pose, robots, ball, settings.tone, self.owner, settings.own_height, key),
            pose,
        )

    @property
    def _span(self) -> str:
        return f"{self._title} runs from {self._known.start:.3f} to {self._known.end:.3f} s"

    def _state(self, time: float) -> tuple[Floats, Floats]:
        """The blocks of robots and ball at a time."""
        at, bodies = np.array([time]), self._known.robots
        robots, ball = np.zeros((s.WHEELS, len(bodies))), np.zeros(s.BALL_FIELDS)
        for column, body in enumerate(bodies):
            x, y, heading, *_ = self._known.robot(body, at)[0].tolist()
            if x == x:  # not NaN
                robots[[s.X, s.Y, s.HX, s.HY, s.PRESENT], column] = x, y, cos(heading), sin(heading), 1.0
        if not robots[s.PRESENT, bodies.index(self.owner)]:
            raise ValueError(f"{self._title}: {self.owner} was not on the field at {time:g} s")
        x, y, z, *_ = self._known.ball(at)[0].tolist()
        radius = float(self.league.ball.radius)
        height = max(z, radius) if self._known.source == "truth" else max(z, 0.0) + radius
        ball[[s.BALL_X, s.BALL_Y, s.BALL_Z]] = (x, y, height) if x == x else (s.PARKED, s.PARKED, radius)
        return robots, ball


def _found(league: LeagueSpec, bodies: list[Body], name: str) -> tuple[Body, CameraSettings]:
    """The robot and the settings of a camera."""
    team, number, short = (*name.split(maxsplit=2), "", "", "")[:3]
    if team not in {one.value for one in Team} or not number.isdecimal() or not short:
        raise ValueError(f"--camera {name!r}: a robot and a camera are wanted, such as 'blue 3 mirror'")
    body = Body(Team(team), int(number))
    if body not in bodies:
        raise ValueError(f"--camera {name!r}: {body} was not recorded; {', '.join(map(str, bodies))} were")
    robot, kinds = league.team(Team(team)).robot, family_of(league.name).sensor_kinds
    cameras = {}
    for mounted in robot.sensors:
        if mounted.kind in kinds:
            settings = kinds[mounted.kind](body, f"{body} {mounted.name}", mounted.settings).settings
            if isinstance(settings, CameraSettings):
                cameras[mounted.name] = settings
    if short in cameras:
        return body, cameras[short]
    if short in PRESETS:
        return body, CameraSettings.model_validate(PRESETS[short])
    raise ValueError(f"--camera {name!r}: {body} has no such camera; {', '.join([*cameras, *PRESETS])} are possible")


# ---- files ----------------------------------------------------------------------------------------------------------


def write_image(camera: RunCamera, path: Path, time: float) -> None:
    """The image at a time, as a PNG."""
    picture, _ = camera.take(time)
    with writing(path) as part:
        part.write_bytes(_png(picture.image))


def write_labelled_set(
    camera: RunCamera,
    path: Path,
    start: float | None = None,
    end: float | None = None,
    fps: float = 1.0,
    tell: Tell = lambda done, all_of_them: None,
) -> int:
    """Images with their labels, so many per second, as a .zip; returns their number.

    Times at which the robot was not on the field are left out.
    """
    times = camera.times(start, end, fps)
    images: list[dict[str, Any]] = []
    boxes: list[dict[str, Any]] = []
    with writing(path) as part, zipfile.ZipFile(part, "w") as archive:
        for index, time in enumerate(times.tolist()):
            try:
                picture, pose = camera.take(time, index + 1)
            except ValueError:
                continue
            number, name = len(images), f"{len(images):06d}.png"
            _put(archive, f"images/{name}", _png(picture.image))
            _put(archive, f"labels/{name}", _png(picture.labels))
            size = {"width": camera.settings.width, "height": camera.settings.height}
            place = {"position": pose[:3].tolist(), "rotation": pose[3:].reshape(3, 3).tolist()}
            images.append({"id": number, "file_name": f"images/{name}", **size, "time": time, "camera": place})
            boxes += _boxes(picture, number, len(boxes))
            tell(index + 1, len(times))
        if not images:
            raise ValueError(f"{path}: the robot was never on the field in that time")
        _put(archive, "annotations.json", _annotations(camera, images, boxes))
    return len(images)


def _annotations(camera: RunCamera, images: list[dict[str, Any]], boxes: list[dict[str, Any]]) -> bytes:
    from robopitch.sensors.camera.labels import Label

    settings = camera.settings.model_dump(mode="json")
    info = {"description": camera.name, "league": camera.league.name, "camera": settings}
    categories = [{"id": int(label), "name": label.name.lower(), "supercategory": ""} for label in Label]
    whole = {"info": info, "categories": categories, "images": images, "annotations": boxes}
    return json.dumps(whole, indent=1).encode()


def _boxes(picture: Picture, image: int, first: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for seen in picture.sightings():
        if seen.pixels < LEAST_PIXELS:
            continue
        left, top, right, bottom = seen.box
        found.append({
            "id": first + len(found), "image_id": image, "category_id": int(seen.label), "iscrowd": 0,
            "bbox": [left, top, right - left, bottom - top], "area": seen.pixels, "name": seen.name,
            "visible": round(seen.share, 4),
        })  # fmt: skip
    return found


def _png(pixels: NDArray[np.uint8]) -> bytes:
    """Colours, or labels with a palette."""
    from PIL import Image

    image = Image.fromarray(pixels)
    if pixels.ndim == 2:
        image.putpalette([part for colour in PALETTE for part in colour])
    out = io.BytesIO()
    image.save(out, format="PNG")
    return out.getvalue()


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Add a file; images are compressed already."""
    entry = zipfile.ZipInfo(name, EPOCH)
    entry.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)

"""Images of cameras in recordings, for any family of leagues: a channel that is recorded and sent to nobody.

A camera is recorded if its setting `record` says so. The packets are JSON in the form of `foxglove.RawImage`, so that
viewers of MCAP files show them. The bytes of the image are not compressed: compressed ones depend on the version of a
library, and a repeated simulation compares packets. The file compresses them.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from robopitch.leagues.channel import Channel, Packet
from robopitch.sensors.camera.image import CameraImage

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.messages import Output

__all__ = ["IMAGE_CHANNELS", "ImagePublisher"]

NAME = "images"
# The names that this form of message has for the formats, and bytes of a pixel
ENCODINGS = {"rgb": ("rgb8", 3), "yuv422": ("uyvy", 2), "bayer": ("bayer_rggb8", 1)}


def _schema() -> bytes:
    """The schema of a packet."""
    whole = {"type": "integer"}
    properties = {
        "timestamp": {"type": "object", "title": "time", "properties": {"sec": whole, "nsec": whole}},
        "frame_id": {"type": "string"},
        "width": whole,
        "height": whole,
        "encoding": {"type": "string"},
        "step": whole,
        "data": {"type": "string", "contentEncoding": "base64"},
    }
    return json.dumps({"title": "foxglove.RawImage", "type": "object", "properties": properties}).encode()


IMAGE_CHANNELS: Mapping[str, Channel] = {
    NAME: Channel("/images", "json", "foxglove.RawImage", descriptor=_schema, derived=True)
}
"""For the `channels` of a family whose robots have cameras."""


class ImagePublisher:
    """Encodes the images of cameras that are recorded."""

    rate = 0.0
    about: Mapping[str, str] = {}

    def __init__(self, match: Match) -> None:
        self._match = match

    def packets(self, outputs: Sequence[Output], due: bool) -> Sequence[Packet]:
        """A packet for each image of a camera whose setting `record` is on."""
        found = []
        for output in outputs:
            if isinstance(output, CameraImage) and self._is_recorded(output.camera):
                found.append(Packet(NAME, _encoded(output, self._match.epoch)))
        return found

    def _is_recorded(self, name: str) -> bool:
        suite = () if self._match.sensors is None else self._match.sensors.suite
        return any(sensor.name == name and getattr(sensor.settings, "record", False) for sensor in suite)


def _encoded(image: CameraImage, epoch: float) -> bytes:
    encoding, size = ENCODINGS[image.format]
    seconds, rest = divmod(round((epoch + image.capture) * 1e9), 10**9)
    message = {
        "timestamp": {"sec": seconds, "nsec": rest},
        "frame_id": image.camera,
        "width": image.width,
        "height": image.height,
        "encoding": encoding,
        "step": size * image.width,
        "data": base64.b64encode(image.data).decode("ascii"),
    }
    return json.dumps(message).encode()

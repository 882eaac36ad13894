"""Packets of the Small Size League as neutral messages, for recordings, logs and plots.

Times are those of the sender, in unix seconds. What cannot be decoded is a `Refusal`.
"""

from __future__ import annotations

from typing import Any

from robopitch.measure.signal_builder import Geometry
from robopitch.messages import Refusal

__all__ = ["decode_referee", "decode_tracker", "decode_vision"]

DIVISION_A = 10.5  # m: a longer field is that of division A


def decode_vision(data: bytes) -> list[Any]:
    """A frame of a camera, the geometry, or both."""
    from robopitch.leagues.ssl.wire.vision import decode_packet

    packet = decode_packet(data)
    if isinstance(packet, Refusal):
        return [packet]
    found: list[Any] = [] if packet.frame is None else [packet.frame]
    if packet.geometry is not None:
        length = packet.geometry.field.field_length / 1000
        cameras = {
            camera.camera_id: (
                camera.derived_camera_world_tx / 1000,
                camera.derived_camera_world_ty / 1000,
                camera.derived_camera_world_tz / 1000,
            )
            for camera in packet.geometry.calib
        }
        found.append(Geometry("ssl-div-a" if length > DIVISION_A else "ssl-div-b", cameras))
    return found


def decode_tracker(data: bytes) -> list[Any]:
    """A frame of a tracker."""
    from robopitch.leagues.ssl.wire.tracker import decode_tracked

    return [decode_tracked(data)]


def decode_referee(data: bytes) -> list[Any]:
    """A state of the game."""
    from robopitch.leagues.ssl.referee.messages import game_of
    from robopitch.leagues.ssl.wire import referee as ssl_referee

    state = ssl_referee.decode_referee(data)
    return [state if isinstance(state, Refusal) else game_of(state)]

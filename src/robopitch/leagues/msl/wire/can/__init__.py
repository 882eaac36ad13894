"""The low-level bus of a CAMBADA robot: frames between its laptop and its micro-controllers."""

from robopitch.leagues.msl.wire.can.can_frame import (
    FRAME_SIZE,
    MOST_FRAMES,
    CanFrame,
    decode_frames,
    encode_frames,
)
from robopitch.leagues.msl.wire.can.codec import decode_frame, encode_message
from robopitch.leagues.msl.wire.can.messages import (
    FRAMES,
    BarrierState,
    Battery,
    CompassHeading,
    Encoder,
    FrameInfo,
    GrabberOrder,
    KickerOrder,
    Message,
    MotorSetPoints,
    Position,
    Rotation,
    SetPosition,
    SetRotation,
    Turn,
    Velocity,
)

__all__ = [
    "FRAMES",
    "FRAME_SIZE",
    "MOST_FRAMES",
    "BarrierState",
    "Battery",
    "CanFrame",
    "CompassHeading",
    "Encoder",
    "FrameInfo",
    "GrabberOrder",
    "KickerOrder",
    "Message",
    "MotorSetPoints",
    "Position",
    "Rotation",
    "SetPosition",
    "SetRotation",
    "Turn",
    "Velocity",
    "decode_frame",
    "decode_frames",
    "encode_frames",
    "encode_message",
]

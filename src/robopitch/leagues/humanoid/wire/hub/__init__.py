"""The hub: a control program says which robot it is, and gets what the sensors of that robot measure."""

from robopitch.leagues.humanoid.wire.hub.codec import (
    Answer,
    decode_answer,
    decode_request,
    encode_answer,
    encode_request,
)
from robopitch.leagues.humanoid.wire.hub.messages import (
    VERSION,
    Bus,
    ChangeSensors,
    Hello,
    HubError,
    Reading,
    SensorInfo,
    SensorRequest,
    SensorsNow,
    Value,
    Welcome,
)

__all__ = [
    "VERSION",
    "Answer",
    "Bus",
    "ChangeSensors",
    "Hello",
    "HubError",
    "Reading",
    "SensorInfo",
    "SensorRequest",
    "SensorsNow",
    "Value",
    "Welcome",
    "decode_answer",
    "decode_request",
    "encode_answer",
    "encode_request",
]

"""The simulation protocol of the league: control, teams, lockstep."""

from robopitch.protocols.framing import Deframer, FrameError, frame
from robopitch.protocols.ssl_simulation.control import ControlRequest, decode_control, encode_control
from robopitch.protocols.ssl_simulation.sync import SyncRequest, decode_step, decode_sync, encode_sync
from robopitch.protocols.ssl_simulation.team import TeamRequest, decode_team, encode_team

__all__ = [
    "ControlRequest",
    "Deframer",
    "FrameError",
    "SyncRequest",
    "TeamRequest",
    "decode_control",
    "decode_step",
    "decode_sync",
    "decode_team",
    "encode_control",
    "encode_sync",
    "encode_team",
    "frame",
]

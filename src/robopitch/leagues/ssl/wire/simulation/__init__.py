"""The simulation protocol of the league: control, teams, lockstep."""

from robopitch.leagues.ssl.wire.simulation.control import ControlRequest, decode_control, encode_control
from robopitch.leagues.ssl.wire.simulation.sync import SyncRequest, decode_step, decode_sync, encode_sync
from robopitch.leagues.ssl.wire.simulation.team import TeamRequest, decode_team, encode_team
from robopitch.wire.framing import Deframer, FrameError, frame

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

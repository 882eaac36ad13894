"""Recordings of the MI20 system."""

from robopitch.leagues.mirosot.wire.mi20.codec import (
    FIELDS,
    TEAMS,
    UNKNOWN_ROBOT,
    Chunk,
    Comment,
    GameState,
    Mi20Recording,
    Other,
    RobotCommand,
    Situation,
    Snapshot,
    SnapshotRobot,
    World,
    WorldObject,
    decode_recording,
    encode_recording,
)

__all__ = [
    "FIELDS",
    "TEAMS",
    "UNKNOWN_ROBOT",
    "Chunk",
    "Comment",
    "GameState",
    "Mi20Recording",
    "Other",
    "RobotCommand",
    "Situation",
    "Snapshot",
    "SnapshotRobot",
    "World",
    "WorldObject",
    "decode_recording",
    "encode_recording",
]

"""The records of CAMBADA's robots: numbers, names, C types and sizes, and who has which.

Numbers, sizes and assignments are those of the published software of 2017.
"""

from __future__ import annotations

from enum import IntEnum

from robopitch.leagues.msl.wire.rtdb.configuration import AgentRecords, Configuration, Item

__all__ = ["SIZES", "ItemId", "cambada_configuration"]


class ItemId(IntEnum):
    """The numbers of the records."""

    ROBOT_WS = 0  # the world as a robot sees it
    LAPTOP_INFO = 1
    COACH_INFO = 2
    VISION_INFO = 3
    FRONT_VISION_INFO = 4
    FORMATION_INFO = 5
    CMD_VEL = 6
    CMD_POS = 7
    CMD_KICKER = 8
    CMD_INFO = 9
    CMD_HWERRORS = 10
    CMD_GRABBER = 11
    LAST_CMD_VEL = 12
    REMOTE_CMD = 13
    CMD_IMU = 14
    CMD_SYNCIMU = 15
    CMD_GRABBER_INFO = 16
    CMD_GRABBER_CONFIG = 17
    KICKCALIB_APP = 18
    KICKCALIB_ROB = 19
    GRIDVIEW = 20
    COACHLOGROBOTSINFO = 21
    COACHLOGMODEFLAG = 22


_TYPES = {  # C type and its size on x86-64, by record
    ItemId.ROBOT_WS: ("Robot", 408),
    ItemId.LAPTOP_INFO: ("LaptopInfo", 2),
    ItemId.COACH_INFO: ("CoachInfo", 260),
    ItemId.VISION_INFO: ("VisionInfo", 8052),
    ItemId.FRONT_VISION_INFO: ("FrontVisionInfo", 80),
    ItemId.FORMATION_INFO: ("FormationInfo", 88),
    ItemId.CMD_VEL: ("CMD_Vel", 16),
    ItemId.CMD_POS: ("CMD_Pos", 24),
    ItemId.CMD_KICKER: ("CMD_Kicker", 3),
    ItemId.CMD_INFO: ("CMD_Info", 10),
    ItemId.CMD_HWERRORS: ("CMD_HWerrors", 80),
    ItemId.CMD_GRABBER: ("CMD_Grabber", 1),
    ItemId.LAST_CMD_VEL: ("CMD_Vel", 16),
    ItemId.CMD_IMU: ("CMD_Imu", 12),
    ItemId.CMD_SYNCIMU: ("int", 4),
    ItemId.CMD_GRABBER_INFO: ("CMD_Grabber_Info", 12),
    ItemId.CMD_GRABBER_CONFIG: ("CMD_Grabber_Config", 4),
    ItemId.KICKCALIB_APP: ("KickCalibAppData", 16),
    ItemId.KICKCALIB_ROB: ("KickCalibRobData", 12),
    ItemId.GRIDVIEW: ("GridView", 60004),
    ItemId.COACHLOGROBOTSINFO: ("CoachLogRobotsInfo", 2448),
    ItemId.COACHLOGMODEFLAG: ("CoachLogModeFlag", 1),
}

SIZES = dict(_TYPES.values())
"""The sizes of C types in bytes, for `configure`."""

_BASE = (
    (ItemId.COACH_INFO, ItemId.FORMATION_INFO, ItemId.KICKCALIB_APP),
    (ItemId.GRIDVIEW, ItemId.COACHLOGROBOTSINFO, ItemId.COACHLOGMODEFLAG),
)
_PLAYER = (
    (ItemId.ROBOT_WS, ItemId.LAPTOP_INFO, ItemId.KICKCALIB_ROB),
    (
        ItemId.COACH_INFO,
        ItemId.VISION_INFO,
        ItemId.FRONT_VISION_INFO,
        ItemId.CMD_VEL,
        ItemId.CMD_POS,
        ItemId.CMD_KICKER,
        ItemId.CMD_INFO,
        ItemId.CMD_HWERRORS,
        ItemId.CMD_GRABBER,
        ItemId.LAST_CMD_VEL,
        ItemId.CMD_IMU,
        ItemId.CMD_SYNCIMU,
        ItemId.CMD_GRABBER_INFO,
        ItemId.CMD_GRABBER_CONFIG,
    ),
)


def cambada_configuration(robots: int = 6) -> Configuration:
    """The base station, agent 0, and robots from agent 1 on.

    >>> configuration = cambada_configuration()
    >>> len(configuration.agents), configuration.agents[1].name
    (7, 'CAMBADA_1')
    >>> configuration.find(1, "CMD_VEL").item.size
    16
    """
    base = AgentRecords("BASE_STATION", *(_items(some) for some in _BASE))
    return Configuration(
        (base, *(AgentRecords(f"CAMBADA_{n}", *(_items(some) for some in _PLAYER)) for n in range(1, 1 + robots)))
    )


def _items(numbers: tuple[ItemId, ...]) -> tuple[Item, ...]:
    return tuple(Item(int(number), number.name, _TYPES[number][1]) for number in numbers)

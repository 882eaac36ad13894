"""The real-time data base of CAMBADA in its three generations, and the MixedTeamProtocol on top of the third.

Modules of this package need MessagePack only for the second and third generation: import those by their own names.
"""

from pathlib import Path

from robopitch.leagues.msl.wire.rtdb.configuration import ANY_SIZE, SELF, AgentRecords, Configuration, Item
from robopitch.leagues.msl.wire.rtdb.frame_v1 import FrameV1, decode_v1, encode_v1
from robopitch.leagues.msl.wire.rtdb.items import ItemId, cambada_configuration
from robopitch.leagues.msl.wire.rtdb.memory import CAMBADA_2009, CAMBADA_2017, Area, Clock, Keys, Variant
from robopitch.leagues.msl.wire.rtdb.store import UNKNOWN_AGE, Reading, Record, Store
from robopitch.leagues.msl.wire.rtdb.team_states import AgentState, TeamStates

__all__ = [
    "ANY_SIZE",
    "CAMBADA_2009",
    "CAMBADA_2017",
    "C_FOLDER",
    "SELF",
    "UNKNOWN_AGE",
    "AgentRecords",
    "AgentState",
    "Area",
    "Clock",
    "Configuration",
    "FrameV1",
    "Item",
    "ItemId",
    "Keys",
    "Reading",
    "Record",
    "Store",
    "TeamStates",
    "Variant",
    "cambada_configuration",
    "decode_v1",
    "encode_v1",
]

C_FOLDER = Path(__file__).parent / "c"
"""The folder of robopitch_rtdb.h, for programs in C."""

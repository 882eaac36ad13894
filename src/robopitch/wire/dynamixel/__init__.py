"""The Dynamixel protocols 1.0 and 2.0: packets, and a bus of servos and other devices that answers them."""

from robopitch.wire.dynamixel.bus import Bus, BusCounts
from robopitch.wire.dynamixel.device import Device, MemoryDevice, QuickDevice, Reading
from robopitch.wire.dynamixel.errors import ALERT, ERRORS, error_text
from robopitch.wire.dynamixel.foot import CORNERS, FOOT_TABLES, FootDevice, FootReading
from robopitch.wire.dynamixel.framing import GAP, Framing
from robopitch.wire.dynamixel.imu import IMU_TABLES, ImuDevice, ImuReading
from robopitch.wire.dynamixel.line import LineSettings, byte_time
from robopitch.wire.dynamixel.packet import BROADCAST, DynamixelPacket, Instruction, encode_packet, encode_status
from robopitch.wire.dynamixel.unit import baud_of

__all__ = [
    "ALERT",
    "BROADCAST",
    "CORNERS",
    "ERRORS",
    "FOOT_TABLES",
    "GAP",
    "IMU_TABLES",
    "Bus",
    "BusCounts",
    "Device",
    "DynamixelPacket",
    "FootDevice",
    "FootReading",
    "Framing",
    "ImuDevice",
    "ImuReading",
    "Instruction",
    "LineSettings",
    "MemoryDevice",
    "QuickDevice",
    "Reading",
    "baud_of",
    "byte_time",
    "encode_packet",
    "encode_status",
    "error_text",
]

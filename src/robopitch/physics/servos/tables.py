"""The control tables of AX-12, RX-28, RX-64, three MX and XL330-M288: addresses, ranges and values at delivery.

Source: ROBOTIS e-Manual, the pages AX-12A, RX-28, RX-64, MX-28, MX-64, MX-106 (protocol 1.0) and MX-28(2.0),
MX-64(2.0), MX-106(2.0), XL330-M288. One description per protocol; what differs between models is data. Where the
e-Manual gives no value at delivery, the one here is that at power-on: goals are set to the present position. Firmware
versions are chosen: MX servos from 0x1E on have their gains in the order D, I, P.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from robopitch.physics.servos.table import Indirect, Register, Table

__all__ = ["TABLES"]

_RW, _R = True, False  # access
_EEPROM, _RAM = True, False
_U8, _U16, _S16, _S32 = 0xFF, 0xFFFF, 0x7FFF, 0x7FFF_FFFF

# ---- protocol 1.0 ----------------------------------------------------------------------------------------------------


def _protocol_1(
    model: str, number: int, firmware: int, *, counts: int, baud: int, hottest: int, highest: int, more: list[Register]
) -> Table:
    """The registers that all these models have, and those of its kind.

    counts: positions of a turn, or of the 300° of a potentiometer
    """
    last = counts - 1
    farthest = 28672 if counts == 4096 else last  # in the multi-turn mode of an MX
    nearest = -28672 if counts == 4096 else 0
    shared = [
        Register(0, 2, "model_number", _R, _EEPROM, number, 0, _U16),
        Register(2, 1, "firmware_version", _R, _EEPROM, firmware, 0, _U8),
        Register(3, 1, "id", _RW, _EEPROM, 1, 0, 252),
        Register(4, 1, "baud_rate", _RW, _EEPROM, baud, 0, 254),
        Register(5, 1, "return_delay", _RW, _EEPROM, 250, 0, 254),
        Register(6, 2, "cw_angle_limit", _RW, _EEPROM, 0, 0, last),
        Register(8, 2, "ccw_angle_limit", _RW, _EEPROM, last, 0, last),
        Register(11, 1, "temperature_limit", _RW, _EEPROM, hottest, 0, 100),
        Register(12, 1, "voltage_low", _RW, _EEPROM, 60, 50, 250),
        Register(13, 1, "voltage_high", _RW, _EEPROM, highest, 50, 250),
        Register(14, 2, "max_torque", _RW, _EEPROM, 1023, 0, 1023),
        Register(16, 1, "status_return_level", _RW, _EEPROM, 2, 0, 2),
        Register(17, 1, "alarm_led", _RW, _EEPROM, 36, 0, 127),
        Register(18, 1, "shutdown", _RW, _EEPROM, 36, 0, 127),
        Register(24, 1, "torque_enable", _RW, _RAM, 0, 0, 1),
        Register(25, 1, "led", _RW, _RAM, 0, 0, 1),
        Register(30, 2, "goal_position", _RW, _RAM, counts // 2, nearest, farthest),
        Register(32, 2, "moving_speed", _RW, _RAM, 0, 0, 2047),
        Register(34, 2, "torque_limit", _RW, _RAM, 1023, 0, 1023),
        Register(36, 2, "present_position", _R, _RAM, counts // 2, nearest, farthest),
        Register(38, 2, "present_speed", _R, _RAM, 0, 0, 2047),
        Register(40, 2, "present_load", _R, _RAM, 0, 0, 2047),
        Register(42, 1, "present_voltage", _R, _RAM, 0, 0, _U8),
        Register(43, 1, "present_temperature", _R, _RAM, 25, 0, _U8),
        Register(44, 1, "registered", _R, _RAM, 0, 0, 1),
        Register(46, 1, "moving", _R, _RAM, 0, 0, 1),
        Register(47, 1, "lock", _RW, _RAM, 0, 0, 1),
    ]
    registers = tuple(sorted(shared + more))
    return Table(model, number, 1, registers[-1].end, registers)


_COMPLIANCE = [
    Register(26, 1, "cw_margin", _RW, _RAM, 1, 0, 255),
    Register(27, 1, "ccw_margin", _RW, _RAM, 1, 0, 255),
    Register(28, 1, "cw_slope", _RW, _RAM, 32, 0, 254),
    Register(29, 1, "ccw_slope", _RW, _RAM, 32, 0, 254),
    Register(48, 2, "punch", _RW, _RAM, 32, 0, 1023),
]
_PID = [
    Register(20, 2, "multi_turn_offset", _RW, _EEPROM, 0, -24576, 24576),
    Register(22, 1, "resolution_divider", _RW, _EEPROM, 1, 1, 4),
    Register(26, 1, "d_gain", _RW, _RAM, 0, 0, 254),
    Register(27, 1, "i_gain", _RW, _RAM, 0, 0, 254),
    Register(28, 1, "p_gain", _RW, _RAM, 32, 0, 254),
    Register(48, 2, "punch", _RW, _RAM, 0, 0, 1023),
    Register(50, 2, "realtime_tick", _R, _RAM, 0, 0, _S16),
    Register(73, 1, "goal_acceleration", _RW, _RAM, 0, 0, 254),
]
_CURRENT = [
    Register(68, 2, "present_current", _R, _RAM, 2048, 0, 4095),
    Register(70, 1, "torque_control_mode", _RW, _RAM, 0, 0, 1),
    Register(71, 2, "goal_torque", _RW, _RAM, 0, 0, 2047),
]
# Bit 0: clockwise is positive; bit 1: slave of a pair on one shaft
_DUAL = [Register(10, 1, "drive_mode", _RW, _EEPROM, 0, 0, 3)]


def _mx(model: str, number: int, more: list[Register]) -> Table:
    return _protocol_1(model, number, 36, counts=4096, baud=34, hottest=80, highest=160, more=_PID + more)


# ---- protocol 2.0 ----------------------------------------------------------------------------------------------------


_INDIRECT = (Indirect(1, 224, 28), Indirect(29, 634, 28))


def _protocol_2(model: str, number: int, *, fastest: int, current: int) -> Table:
    """The MX(2.0) registers.

    fastest: velocity limit at delivery
    current: current limit at delivery; 0 for a servo that does not measure its current
    """
    registers = [
        Register(0, 2, "model_number", _R, _EEPROM, number, 0, _U16),
        Register(2, 4, "model_information", _R, _EEPROM, 0, 0, 0xFFFF_FFFF),
        Register(6, 1, "firmware_version", _R, _EEPROM, 41, 0, _U8),
        Register(7, 1, "id", _RW, _EEPROM, 1, 0, 252),
        Register(8, 1, "baud_rate", _RW, _EEPROM, 1, 0, 7),
        Register(9, 1, "return_delay", _RW, _EEPROM, 250, 0, 254),
        Register(10, 1, "drive_mode", _RW, _EEPROM, 0, 0, 7),
        Register(11, 1, "operating_mode", _RW, _EEPROM, 3, 0, 16),
        Register(12, 1, "secondary_id", _RW, _EEPROM, 255, 0, 255),
        Register(13, 1, "protocol_version", _RW, _EEPROM, 2, 1, 2),
        Register(20, 4, "homing_offset", _RW, _EEPROM, 0, -1_044_479, 1_044_479),
        Register(24, 4, "moving_threshold", _RW, _EEPROM, 10, 0, 1023),
        Register(31, 1, "temperature_limit", _RW, _EEPROM, 80, 0, 100),
        Register(32, 2, "voltage_high", _RW, _EEPROM, 160, 95, 160),
        Register(34, 2, "voltage_low", _RW, _EEPROM, 95, 95, 160),
        Register(36, 2, "pwm_limit", _RW, _EEPROM, 885, 0, 885),
        Register(40, 4, "acceleration_limit", _RW, _EEPROM, 32767, 0, 32767),
        Register(44, 4, "velocity_limit", _RW, _EEPROM, fastest, 0, 1023),
        Register(48, 4, "max_position_limit", _RW, _EEPROM, 4095, 0, 4095),
        Register(52, 4, "min_position_limit", _RW, _EEPROM, 0, 0, 4095),
        Register(63, 1, "shutdown", _RW, _EEPROM, 52, 0, 127),
        Register(64, 1, "torque_enable", _RW, _RAM, 0, 0, 1),
        Register(65, 1, "led", _RW, _RAM, 0, 0, 1),
        Register(68, 1, "status_return_level", _RW, _RAM, 2, 0, 2),
        Register(69, 1, "registered", _R, _RAM, 0, 0, 1),
        Register(70, 1, "hardware_error", _R, _RAM, 0, 0, _U8),
        Register(76, 2, "velocity_i_gain", _RW, _RAM, 1920, 0, 16383),
        Register(78, 2, "velocity_p_gain", _RW, _RAM, 100, 0, 16383),
        Register(80, 2, "d_gain", _RW, _RAM, 0, 0, 16383),
        Register(82, 2, "i_gain", _RW, _RAM, 0, 0, 16383),
        Register(84, 2, "p_gain", _RW, _RAM, 850, 0, 16383),
        Register(88, 2, "feedforward_2nd_gain", _RW, _RAM, 0, 0, 16383),
        Register(90, 2, "feedforward_1st_gain", _RW, _RAM, 0, 0, 16383),
        Register(98, 1, "bus_watchdog", _RW, _RAM, 0, 0, 127),
        Register(100, 2, "goal_pwm", _RW, _RAM, 885, -885, 885),
        Register(104, 4, "goal_velocity", _RW, _RAM, 0, -1023, 1023),
        Register(108, 4, "profile_acceleration", _RW, _RAM, 0, 0, 32767),
        Register(112, 4, "profile_velocity", _RW, _RAM, 0, 0, 32767),
        Register(116, 4, "goal_position", _RW, _RAM, 2048, -1_048_575, 1_048_575),
        Register(120, 2, "realtime_tick", _R, _RAM, 0, 0, _S16),
        Register(122, 1, "moving", _R, _RAM, 0, 0, 1),
        Register(123, 1, "moving_status", _R, _RAM, 0, 0, _U8),
        Register(124, 2, "present_pwm", _R, _RAM, 0, -885, 885),
        Register(128, 4, "present_speed", _R, _RAM, 0, -_S32 - 1, _S32),
        Register(132, 4, "present_position", _R, _RAM, 2048, -_S32 - 1, _S32),
        Register(136, 4, "velocity_trajectory", _R, _RAM, 0, -_S32 - 1, _S32),
        Register(140, 4, "position_trajectory", _R, _RAM, 2048, -_S32 - 1, _S32),
        Register(144, 2, "present_voltage", _R, _RAM, 0, 0, _U16),
        Register(146, 1, "present_temperature", _R, _RAM, 25, 0, _U8),
    ]
    if current:
        registers += [
            Register(38, 2, "current_limit", _RW, _EEPROM, current, 0, current),
            Register(102, 2, "goal_current", _RW, _RAM, 0, -current, current),
            Register(126, 2, "present_current", _R, _RAM, 0, -_S16 - 1, _S16),
        ]
    else:
        registers.append(Register(126, 2, "present_load", _R, _RAM, 0, -1000, 1000))
    for group, address in zip(_INDIRECT, (168, 578), strict=True):
        for index in range(group.length):
            name, place = f"indirect_address_{group.first + index}", address + 2 * index
            registers.append(Register(place, 2, name, _RW, _RAM, group.data + index, 64, 661))
    registers.sort()
    return Table(model, number, 2, 662, tuple(registers), _INDIRECT)


def _xl330() -> Table:
    """The registers of the XL330-M288 that the MX(2.0) have, too; without startup configuration and PWM slope."""
    usual = _protocol_2("XL330-M288", 1200, fastest=445, current=1750)
    own: dict[str, tuple[int, int, int]] = {  # value at delivery, least and greatest
        "baud_rate": (1, 0, 6),
        "protocol_version": (2, 2, 22),
        "temperature_limit": (70, 0, 100),
        "voltage_high": (70, 31, 70),
        "voltage_low": (35, 31, 70),
        "velocity_limit": (445, 0, 2047),
        "shutdown": (53, 0, 127),
        "velocity_i_gain": (1600, 0, 16383),
        "velocity_p_gain": (180, 0, 16383),
        "p_gain": (400, 0, 16383),
    }
    indirect = Indirect(1, 208, 20)
    registers = []
    for register in usual.registers:
        if register.name.startswith("indirect_address_"):
            number = int(register.name.rpartition("_")[2]) - 1
            if number < indirect.length:
                registers.append(register._replace(default=indirect.data + number, high=227))
        elif register.name in own:
            default, low, high = own[register.name]
            registers.append(register._replace(default=default, low=low, high=high))
        elif register.name != "acceleration_limit":
            registers.append(register)
    return Table(usual.model, usual.number, 2, indirect.data + indirect.length, tuple(registers), (indirect,))


_ALL = (
    _protocol_1("AX-12", 12, 24, counts=1024, baud=1, hottest=70, highest=140, more=_COMPLIANCE),
    _protocol_1("RX-28", 28, 24, counts=1024, baud=34, hottest=80, highest=190, more=_COMPLIANCE),
    _protocol_1("RX-64", 64, 24, counts=1024, baud=34, hottest=80, highest=190, more=_COMPLIANCE),
    _mx("MX-28", 29, []),
    _mx("MX-64", 310, _CURRENT),
    _mx("MX-106", 320, _CURRENT + _DUAL),
    _protocol_2("MX-28-2", 30, fastest=380, current=0),
    _protocol_2("MX-64-2", 311, fastest=435, current=1941),
    _protocol_2("MX-106-2", 321, fastest=360, current=2047),
    _xl330(),
)
TABLES: Mapping[str, Table] = MappingProxyType({table.model: table for table in _ALL})

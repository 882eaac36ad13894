"""The rows of the state of a servo, as constants for compiled code: its dynamics, then the values of its registers.

Registers of all models share these rows by name; a model without a register does not use its row. Values of registers
are those of their bytes, units and all. The registers that only protocol 2.0 has come last: a world without such servos
has `PROTOCOL_1_ROWS` rows.

Positive is counter-clockwise as a servo counts it. "counts" are steps of its position sensor.
"""

from __future__ import annotations

__all__ = ["ALL_ROWS", "BOUNDS", "NAMES", "PROTOCOL_1_ROWS", "UNITS"]

# ---- dynamics --------------------------------------------------------------------------------------------------------
PLAY = 0  # rad: motor angle (after the gear) minus joint angle; at ± half of the backlash the teeth touch
MOTOR_SPEED = 1  # rad/s, after the gear
STRAIN = 2  # rad: deflection of the gear's friction, which holds a resting motor like a stiff spring until it slips
REFERENCE = 3  # counts: the position that the controller follows on its way to the goal
REFERENCE_SPEED = 4  # counts/s
INTEGRAL = 5  # counts s, or speed units s: memory of the controller
LAST_ERROR = 6  # counts
DUTY = 7  # −1 to 1: share of the supply voltage at the motor
CURRENT = 8  # A, with the sign of the torque
TEMPERATURE = 9  # °C
OVERLOAD = 10  # s for which the motor has been stalled
ERRORS = 11  # bits of `errors.py`
CLOCK = 12  # s since power-on, modulo 32.768
TORQUE = 13  # N m that the gear transmitted in the last step
ACTIVE = 14  # 1 if the torque was on in the last step
NOISE_KEY = 15  # whole: from seed, robot and servo, for the noise of its readings (`noise.py`)
DYNAMIC_ROWS = 16

# ---- registers of protocol 1.0 ---------------------------------------------------------------------------------------
MODEL_NUMBER, FIRMWARE_VERSION, ID, BAUD_RATE, RETURN_DELAY = 16, 17, 18, 19, 20
CW_ANGLE_LIMIT, CCW_ANGLE_LIMIT, TEMPERATURE_LIMIT, VOLTAGE_LOW, VOLTAGE_HIGH, MAX_TORQUE = 21, 22, 23, 24, 25, 26
STATUS_RETURN_LEVEL, ALARM_LED, SHUTDOWN, TORQUE_ENABLE, LED = 27, 28, 29, 30, 31
CW_MARGIN, CCW_MARGIN, CW_SLOPE, CCW_SLOPE = 32, 33, 34, 35
GOAL_POSITION, MOVING_SPEED, TORQUE_LIMIT = 36, 37, 38
PRESENT_POSITION, PRESENT_SPEED, PRESENT_LOAD, PRESENT_VOLTAGE, PRESENT_TEMPERATURE = 39, 40, 41, 42, 43
REGISTERED, MOVING, LOCK, PUNCH = 44, 45, 46, 47
MULTI_TURN_OFFSET, RESOLUTION_DIVIDER, D_GAIN, I_GAIN, P_GAIN = 48, 49, 50, 51, 52
REALTIME_TICK, GOAL_ACCELERATION = 53, 54
PRESENT_CURRENT, TORQUE_CONTROL_MODE, GOAL_TORQUE, DRIVE_MODE = 55, 56, 57, 58
PROTOCOL_1_ROWS = 59

# ---- further registers of protocol 2.0 -------------------------------------------------------------------------------
MODEL_INFORMATION, OPERATING_MODE, SECONDARY_ID, PROTOCOL_VERSION = 59, 60, 61, 62
HOMING_OFFSET, MOVING_THRESHOLD = 63, 64
PWM_LIMIT, ACCELERATION_LIMIT, VELOCITY_LIMIT, MAX_POSITION_LIMIT, MIN_POSITION_LIMIT = 65, 66, 67, 68, 69
HARDWARE_ERROR, VELOCITY_I_GAIN, VELOCITY_P_GAIN, FEEDFORWARD_2ND_GAIN, FEEDFORWARD_1ST_GAIN = 70, 71, 72, 73, 74
BUS_WATCHDOG, GOAL_PWM, GOAL_VELOCITY, PROFILE_ACCELERATION, PROFILE_VELOCITY = 75, 76, 77, 78, 79
MOVING_STATUS, PRESENT_PWM, VELOCITY_TRAJECTORY, POSITION_TRAJECTORY = 80, 81, 82, 83
CURRENT_LIMIT, GOAL_CURRENT = 84, 85
INDIRECT_ADDRESS = 86  # 56 rows: indirect_address_1 to indirect_address_56
ALL_ROWS = 142

# The greatest amounts of the dynamics that can occur, even while an engine throws a robot into the air; a saved state
# beyond them is damaged.
BOUNDS = (1.0, 1e6, 1.0, 1e9, 1e9, 1e9, 1e9, 1.0, 1e9, 1e3, 1e9, 255.0, 33.0, 1e9, 1.0, 2.0**29)

_COUNTS = ("BOUNDS", "DYNAMIC_ROWS", "PROTOCOL_1_ROWS", "INDIRECT_ADDRESS", "ALL_ROWS")
_PUBLIC = [name for name in globals() if name[0].isupper() and name not in _COUNTS]
_ROWS = {globals()[name]: name for name in _PUBLIC}
_ROWS |= {row: f"INDIRECT_ADDRESS_{row - INDIRECT_ADDRESS + 1}" for row in range(INDIRECT_ADDRESS, ALL_ROWS)}
# The names of the rows in their order, those of the registers as in the control tables
NAMES: tuple[str, ...] = tuple(_ROWS[row].lower() for row in range(ALL_ROWS))
_DYNAMIC_UNITS = ("rad", "rad/s", "rad", "1", "1/s", "1", "1", "1", "A", "°C", "s", "1", "s", "N m", "1", "1")
UNITS: tuple[str, ...] = _DYNAMIC_UNITS + ("1",) * (ALL_ROWS - DYNAMIC_ROWS)

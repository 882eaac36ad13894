"""The IMU and the pressure sensors of a foot as devices on the bus."""

import math

import pytest

from robopitch.wire.dynamixel import (
    FOOT_TABLES,
    IMU_TABLES,
    Bus,
    FootDevice,
    FootReading,
    Framing,
    ImuDevice,
    ImuReading,
    Instruction,
    encode_packet,
)


def read(device, *names):
    """The values of registers as a master reads them over a bus."""
    bus, found, protocol = Bus({1: device}), [], device.table.protocol
    for name in names:
        register = device.table.by_name[name]
        wanted = b"".join(number.to_bytes(protocol, "little") for number in (register.address, register.size))
        (answer,) = Framing().feed(bus.ask(encode_packet(protocol, 1, Instruction.READ, wanted)))
        assert (answer.code, answer.data[0]) == (0x55, 0) if protocol == 2 else answer.code == 0
        found.append(register.decode(answer.data[protocol - 1 :]))
    return found


def test_registers_do_not_overlap_and_those_of_every_device_are_there():
    for table in (*IMU_TABLES.values(), *FOOT_TABLES.values()):
        for one, other in zip(table.registers, table.registers[1:], strict=False):
            assert one.end <= other.address, (table.model, one, other)
        assert {"id", "baud_rate", "return_delay", "status_return_level", "firmware_version"} <= table.by_name.keys()
        assert (table.by_name["id"].address, table.by_name["status_return_level"].address) == (3, 16)


@pytest.mark.parametrize("protocol", [1, 2])
def test_an_imu_reports_rates_accelerations_and_angles(protocol):
    reading = ImuReading((1.5, -0.25, 0.001), (0.5, -1.25, 9.81), math.radians(10), math.radians(-5), 70_000, 0.012)
    imu = ImuDevice(lambda: reading, protocol)
    assert read(imu, "gyro_x", "gyro_y", "gyro_z") == [1500, -250, 1]
    assert read(imu, "acceleration_x", "acceleration_y", "acceleration_z") == [50, -125, 981]
    assert read(imu, "roll", "pitch", "frame", "age") == [1000, -500, 70_000 - 65_536, 12]


def test_an_imu_that_is_mounted_askew_measures_in_its_own_frame():
    upright = ImuReading(gyro=(0.0, 0.0, 1.0), acceleration=(0.0, 0.0, 10.0))
    imu = ImuDevice(lambda: upright, mounting_pitch=2200)
    assert read(imu, "roll", "pitch") == [0, 2200]
    x, z = -math.sin(math.radians(22)), math.cos(math.radians(22))
    assert read(imu, "acceleration_x", "acceleration_z") == [round(1000 * x), round(1000 * z)]
    assert read(imu, "gyro_x", "gyro_z") == [round(1000 * x), round(1000 * z)]
    bus = Bus({1: imu})
    zero = imu.table.by_name["zero_pitch"]
    bus.ask(encode_packet(1, 1, Instruction.WRITE, bytes((zero.address, *zero.encode(2200)))))
    assert read(imu, "pitch", "acceleration_x") == [0, round(1000 * x)]
    turned = ImuDevice(lambda: upright._replace(acceleration=(1.0, 0.0, 0.0)), mounting_yaw=9000)
    assert read(turned, "acceleration_x", "acceleration_y") == [0, -100]
    assert read(ImuDevice(lambda: upright, mounting_roll=9000), "roll", "acceleration_y") == [9000, 1000]


def test_an_imu_beyond_its_range_and_one_without_a_measurement_do_not_fail():
    imu = ImuDevice(lambda: ImuReading((1e9, -1e9, 0.0), (math.nan, math.inf, 0.0), age=1e9))
    assert read(imu, "gyro_x", "gyro_y", "gyro_z", "age") == [32767, -32768, 0, 65535]
    assert read(imu, "acceleration_x") == [0]


@pytest.mark.parametrize("protocol", [1, 2])
def test_a_foot_reports_switches_cells_and_the_centre_of_pressure(protocol):
    foot = FootDevice(lambda: FootReading((10.0, 30.0, 0.2, 0.0), 5, 0.003), protocol, half_length=600, half_width=400)
    assert read(foot, "front_left", "front_right", "back_left", "back_right") == [1000, 3000, 20, 0]
    assert read(foot, "switches", "force", "frame", "age") == [0b0011, 4020, 5, 3]
    forward, left = 600 * (40 - 0.2) / 40.2, 400 * (10.2 - 30) / 40.2
    assert read(foot, "centre_x", "centre_y") == [round(forward), round(left)]


def test_a_foot_in_the_air_has_its_centre_in_the_middle_and_the_threshold_can_be_set():
    foot = FootDevice(lambda: FootReading((0.3, 0.0, 0.0, 0.0)))
    assert read(foot, "switches", "centre_x", "centre_y") == [0, 0, 0]
    register = foot.table.by_name["threshold"]
    foot.write(register.address, register.encode(20))
    assert read(foot, "switches", "centre_x") == [1, 500]

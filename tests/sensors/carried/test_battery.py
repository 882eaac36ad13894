"""The battery: energy, voltage and current."""

import pytest

from robopitch import BodyVelocity, Kick
from robopitch.physics import params as p


def used(made, report):
    return (1.0 - report.charge) * made.sensor.settings.energy


def test_a_robot_at_rest_uses_the_power_of_its_electronics(trial):
    made = trial("battery", idle_power=40.0)
    made.sample()
    assert used(made, made.run(10.0, period=0.1)[-1]) == pytest.approx(400.0, rel=1e-6)


def test_driving_and_pushing_use_more(trial):
    def energy(x, command):
        made = trial("battery", idle_power=0.0)
        made.place(x, 3.0)
        made.sample()
        made.command(command)
        return used(made, made.run(2.0)[-1])

    wall = 12.0
    rest, drive, push = (
        energy(0.0, BodyVelocity(0.0)),
        energy(0.0, BodyVelocity(1.5)),
        energy(wall - 0.26, BodyVelocity(1.5)),
    )
    assert rest == pytest.approx(0.0, abs=1e-6)
    assert 0.5 * 22 * 1.5 * 1.5 < drive < 500  # at least the kinetic energy
    assert push > 2 * drive


def test_a_kick_uses_energy_with_the_square_of_its_speed(trial):
    def energy(speed):
        made = trial("battery", idle_power=0.0, kick_energy=100.0)
        face = float(made.world.engine.params.kinds[0, p.FACE])
        made.world.place_ball(face + made.world.league.ball.radius, 0.0)
        made.sample()
        made.command(BodyVelocity(0.0), kick=Kick(speed))
        return used(made, made.run(0.02)[0])

    full = 10.85
    assert energy(full) - energy(full / 2) == pytest.approx(75.0, abs=5.0)


def test_the_voltage_falls_with_the_charge_and_under_load(trial):
    made = trial("battery", level="truth", energy=400.0, idle_power=40.0, resistance=0.1)
    first = made.sample()[0]
    assert first.voltage == pytest.approx(26.0 - 0.1 * 40.0 / 26.0)
    assert first.current == pytest.approx(40.0 / 26.0)
    half = made.run(5.0, period=0.1)[-1]
    assert half.charge == pytest.approx(0.5)
    assert half.voltage == pytest.approx(23.5 - 0.1 * 40.0 / 23.5)
    empty = made.run(10.0, period=0.1)[-1]
    assert empty.charge == 0.0
    assert empty.voltage == pytest.approx(21.0 - 0.1 * 40.0 / 21.0)


def test_the_converter_has_steps(trial):
    made = trial("battery", resolution=0.5, noise=0.3)
    voltages = {report.voltage for report in made.run(2.0)}
    assert len(voltages) > 2
    assert all(voltage / 0.5 == pytest.approx(round(voltage / 0.5)) for voltage in voltages)

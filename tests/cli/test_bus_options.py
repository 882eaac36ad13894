"""The options of servo buses and of a hub: `--bus-dir`, `--wire-time`, `--bus` and `--pause-without`."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from robopitch.cli.app import app
from robopitch.cli.feature_options import feature_options
from robopitch.cli.live_options import LiveOptions
from robopitch.leagues.humanoid.features import HubOptions, SerialDevice, ServoBusOptions
from robopitch.leagues.network import Network


def network_with(**options):
    return Network(given=tuple(feature_options()(**options).of("humanoid-kid").values()))


def told(*arguments):
    """What a command that is refused says; on other ports if another test has these."""
    for offset in range(12_000, 12_900, 100):
        more = ("--headless", "--seconds", "0.01", "--port-offset", str(offset + os.getpid() % 97))
        done = CliRunner().invoke(app, ["serve", *arguments, *more])
        assert done.exit_code == 2, done.output
        if "is taken" not in done.output:
            break
    return " ".join(done.output.split())


def test_a_league_without_servo_buses_says_so(tmp_path):
    assert "--bus-dir: robots of msl have no servo bus" in told("msl", "--bus-dir", str(tmp_path))
    assert "robots of msl do not connect to a hub" in told("msl", "--pause-without", "hub")


def test_built_in_humanoids_have_no_program_to_wait_for():
    match = SimpleNamespace(world=SimpleNamespace(league=SimpleNamespace(name="humanoid-kid")))
    options = feature_options()(pause_without=["hub"], wire_time="on").of("humanoid-kid")
    for (feature, given), why in zip(
        options.items(), ("--wire-time: robots of", "--pause-without: control"), strict=True
    ):
        with pytest.raises(ValueError, match=why):
            feature.open(SimpleNamespace(match=match, endpoints=()), given)


def test_the_options_reach_the_network_of_a_league(tmp_path):
    network = network_with(bus_dir=tmp_path, wire_time="on")
    assert network.options(ServoBusOptions) == ServoBusOptions(bus_dir=tmp_path, wire_time="on")
    assert network_with().options(ServoBusOptions).bus_dir is None
    with pytest.raises(ValueError, match="maybe"):
        network_with(wire_time="maybe")


def test_serial_devices_and_robots_to_wait_for_reach_it_too():
    network = network_with(bus=["blue-1=/dev/ttyUSB0", "blue-2 = /dev/by@id/x@57600"], pause_without=["hub", "hub"])
    assert network.options(ServoBusOptions).devices == {
        "blue-1": SerialDevice(Path("/dev/ttyUSB0"), 1_000_000),
        "blue-2": SerialDevice(Path("/dev/by@id/x"), 57600),
    }
    assert network.options(HubOptions).pause_without == ("hub",)
    for texts, message in (
        (["/dev/ttyUSB0"], "for example --bus blue-1="),
        (["a=/x", "a=/y"], "given twice, /x and /y"),
    ):
        with pytest.raises(ValueError, match=message):
            network_with(bus=texts)


def test_ports_that_are_left_out_and_senders_that_are_allowed_reach_it():
    network = LiveOptions(without=["grsim", "bus-*"], allow=["192.168.1.7", "10.0.0.1:10003"]).network("ssl")
    assert network.without == ("grsim", "bus-*")
    assert network.allowed == (("192.168.1.7", 0), ("10.0.0.1", 10003))
    for text in ("referee.local", "10.0.0", "10.0.0.1:", "10.0.0.1:0", "10.0.0.1:x", "10.0.0.1:99999", ""):
        with pytest.raises(ValueError, match="--allow"):
            LiveOptions(allow=[text]).network("ssl")


def test_a_port_that_there_is_not_and_a_league_without_groups_are_refused():
    assert "--without grsim: no port is called that; there are refbox, refbox-v1, autoref" in told(
        "msl", "--without", "grsim"
    )
    assert "--allow: this server of humanoid-kid listens at no multicast group" in told(
        "humanoid-kid", "--allow", "10.0.0.1"
    )

"""Adapters are found by the name of a league or of its family, and their network by the names of its ports."""

import pytest

from robopitch.leagues.network import Network
from robopitch.leagues.registry import families, family_of, network_of
from robopitch.spec import league_names


@pytest.mark.parametrize("name", league_names())
def test_every_league_has_an_adapter(name):
    league = family_of(name)
    assert family_of(league.family) is league
    assert league in families()


@pytest.mark.parametrize("name", league_names())
def test_channels_are_sent_to_ports_that_the_network_has(name):
    network = Network(network_of(name))
    for channel in family_of(name).channels.values():
        assert not channel.port or (network.port(channel.port) and network.group(channel.group))


def test_an_unknown_league_is_named_with_a_suggestion():
    with pytest.raises(ValueError, match="'ssl-div-c'; did you mean 'ssl-div"):
        family_of("ssl-div-c")


def test_an_offset_moves_all_ports_but_those_that_are_given():
    spec = network_of("ssl-div-a")
    moved, plain = Network(spec, offset=100, given_ports={"vision": 1234}), Network(spec)
    assert moved.port("vision") == 1234
    assert {name: moved.port(name) - plain.port(name) for name in plain.ports if name != "vision"} == dict.fromkeys(
        (name for name in plain.ports if name != "vision"), 100
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"given_ports": {"visoin": 1}}, "no port is called 'visoin'; did you mean 'vision'"),
        ({"given_ports": {"vision": 65536}}, r"port 65536 \(vision\) does not exist; ports are 1 to 65535"),
        ({"given_groups": {"visoin": "224.5.23.2"}}, "no group is called 'visoin'"),
        ({"offset": 40000}, "an offset of 40000 moves the port of grsim_blue to 70011"),
    ],
)
def test_a_wrong_name_or_number_is_an_error_that_names_it(options, words):
    with pytest.raises(ValueError, match=words):
        Network(network_of("ssl-div-a"), **options)

"""Messages have names for ever: aliases and upgraders keep old recordings readable."""

import json
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from robopitch import messages
from robopitch.messages import BodyVelocity, Orders, RobotOrder, Team
from robopitch.messages.commands import Command
from robopitch.messages.plain import from_plain, to_plain
from robopitch.messages.registry import kind_of, name_of, register, upgrade


@dataclass(frozen=True)
class Distance:
    metres: float
    sensor: str = "front"


@dataclass(frozen=True)
class Legs(Command):
    left: float
    right: float


class Pair(NamedTuple):
    first: int
    second: int


register(Distance, "test.Distance", aliases=("Range",))
register(Legs, "test.Legs")
register(Pair, "test.Pair")


def test_a_message_of_a_league_has_a_name_with_a_prefix():
    plain = to_plain([Distance(1.5), Pair(1, 2)])
    assert [entry["is"] for entry in plain] == ["test.Distance", "test.Pair"]
    assert from_plain(plain) == [Distance(1.5), Pair(1, 2)]
    assert name_of(Distance) == "test.Distance"


def test_an_old_name_is_still_read():
    assert from_plain({"is": "Range", "of": [2.0, "back"]}) == Distance(2.0, "back")


def test_an_upgrader_turns_old_parts_into_those_of_today():
    upgrade("test.Distance", lambda parts: (parts[0] / 1000, *parts[1:]) if parts[0] > 100 else parts)
    try:
        assert from_plain({"is": "test.Distance", "of": [1500.0]}) == Distance(1.5)
        assert from_plain({"is": "test.Distance", "of": [1.5, "back"]}) == Distance(1.5, "back")
    finally:
        upgrade("test.Distance", lambda parts: parts)


def test_orders_carry_any_registered_command():
    orders = Orders(Team.BLUE, (RobotOrder(1, Legs(0.1, 0.2)), RobotOrder(2, BodyVelocity(1.0))))
    assert from_plain(to_plain(orders)) == orders
    with pytest.raises(ValueError, match="RobotOrder"):
        from_plain({"is": "RobotOrder", "of": [1, {"is": "test.Pair", "of": [1, 2]}]})


def test_two_messages_cannot_have_one_name():
    with pytest.raises(ValueError, match=r"test\.Distance"):
        register(Legs, "test.Distance")


def test_what_nobody_registered_has_no_plain_form():
    @dataclass
    class Stranger:
        x: int = 0

    with pytest.raises(TypeError, match="Stranger"):
        to_plain(Stranger())
    with pytest.raises(ValueError, match="Stranger"):
        kind_of("Stranger")


def test_all_messages_of_the_package_are_registered_under_their_own_names():
    for name in messages.__all__:
        kind = getattr(messages, name)
        if isinstance(kind, type) and kind is not Command:
            assert kind_of(name) is kind


def test_the_referee_messages_of_older_recordings_are_read():
    from robopitch.leagues.ssl.wire.referee import RefereeCommand, RefereeState, Stage

    state = RefereeState(1.5, Stage.POST_GAME, RefereeCommand.HALT, 3, 1.25)
    plain = to_plain(state)
    assert plain["is"] == "ssl.RefereeState"
    old = json.loads(json.dumps(plain).replace('"ssl.', '"'))
    assert from_plain(old) == state

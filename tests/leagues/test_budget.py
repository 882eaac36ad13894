"""What a peer of a port may cost, with a clock of our own."""

import pytest

from robopitch.leagues.budget import LOAN, Account, Budget
from robopitch.leagues.connection import Connection
from robopitch.leagues.endpoint import Endpoint, Kind, Transport


def test_as_many_messages_as_a_second_has_may_come_at_once_and_then_as_many_a_second():
    account = Account(Budget(messages=500))
    assert all(account.count(0.0, 1, 10) for _ in range(500))
    assert not account.count(0.0, 1, 10)
    assert account.floods(0.0)
    assert account.count(0.1, 0, 0)
    for second in range(1, 4):
        assert all(account.count(second + 0.002 * number, 1, 10) for number in range(500))


def test_bytes_count_even_if_they_complete_no_message():
    account = Account(Budget(bytes=4e6))
    assert account.count(0.1, 0, 4_000_000)
    assert not account.count(0.2, 0, 1_000_000)


def test_processor_time_is_lent_and_paid_back():
    account = Account(Budget(seconds=0.1))
    account.charge(0.0, LOAN)
    assert account.count(0.0, 1, 1)
    account.charge(0.0, 0.05)
    assert not account.count(0.0, 1, 1)
    assert account.owes(0.0) == pytest.approx(0.5)
    assert not account.floods(0.0)
    assert account.count(0.51, 1, 1)


def test_a_flood_is_forgiven_soon_after_its_end():
    account = Account(Budget(messages=10))
    for _ in range(100_000):
        account.count(0.0, 1, 1)
    assert account.waits(0.0) == pytest.approx(1.0, abs=0.01)
    assert account.count(1.2, 1, 1)


def test_who_comes_back_owes_what_was_owed_before():
    before, again = Account(Budget(messages=10, seconds=0.1)), Account(Budget(messages=10, seconds=0.1))
    before.count(0.0, 50, 1)
    before.charge(0.0, LOAN + 0.1)
    again.take_over(before)
    assert again.owes(0.0) == pytest.approx(1.0)
    assert again.floods(0.0)
    assert not again.waits(3.0)


def test_a_line_that_is_faster_than_the_budget_may_be_used():
    transport = Transport(Kind.UDP, "bus")
    bus = Endpoint("bus", transport, lambda io: Connection(), budget=Budget(10, 20, 0.3), rate=lambda: 300.0)
    assert bus.allowed == Budget(10, 300.0, 0.3)
    kinds = (Kind.TCP, Kind.UDP, Kind.CAN)
    usual = [Endpoint("x", Transport(kind, "x"), lambda io: Connection()).allowed.messages for kind in kinds]
    assert usual == [500, 2000, 8000]
    assert Budget(20_000, 150_000, 0.4).times(10).text == (
        "more than 200000 messages, 1.5 MB or 4 s of processor time in a second"
    )

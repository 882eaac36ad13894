"""How much a client of a TCP port may send."""

from robopitch.server.stream_budget import StreamBudget


def test_five_hundred_messages_a_second_are_allowed_and_no_more():
    budget = StreamBudget(0.0)
    for second in range(3):
        assert all(budget.allows(second + 0.001 * number, 1, 10) for number in range(500))
    assert not budget.allows(2.9, 1, 10)
    assert budget.text == "more than 500 messages or 4 MB in a second"
    assert budget.allows(3.0, 500, 10)


def test_bytes_count_even_if_they_complete_no_message():
    budget = StreamBudget(0.0)
    assert budget.allows(0.1, 0, 4_000_000)
    assert not budget.allows(0.2, 0, 1)


def test_where_no_wall_clock_waits_more_is_allowed():
    budget = StreamBudget(0.0, times=10)
    assert budget.allows(0.1, 5000, 40_000_000)
    assert not budget.allows(0.2, 1, 0)
    assert "5000 messages or 40 MB" in budget.text

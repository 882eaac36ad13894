"""Orders of a table do what the same orders in tuples do."""

import random

import pytest

import robopitch
from robopitch.leagues.ssl.wire.simulation.team import decode_team, encode_orders
from robopitch.messages import BodyVelocity, FieldVelocity, Kick, Orders, RobotOrder, Steer, Team


def orders(chance):
    """Orders as they arrive, for some of the robots, on the field or not."""

    def some(most):
        return chance.randint(-64, 64) / 64 * most

    moves = (BodyVelocity(some(2), some(2), some(4)), FieldVelocity(some(2), some(2), some(4)), None)
    kicks = (None, Kick(abs(some(6))), Kick(1 + abs(some(5)), abs(some(1.0))))
    dribblers = (None, 0.0, 50.0, 1e6)
    chosen = [chance.randrange(16) for _ in range(8)]
    return [RobotOrder(n, chance.choice(moves), chance.choice(kicks), chance.choice(dribblers)) for n in chosen]


@pytest.mark.parametrize("realism", ["friendly", "realistic"])
def test_a_match_is_the_same_with_tables_and_with_tuples(realism):
    chance = random.Random(3)
    tabled, plain = (robopitch.make_match("ssl-div-b", realism=realism, seed=4, watchdog=0.1) for _ in range(2))
    for step in range(60):
        request = decode_team(encode_orders(orders(chance)), Team.BLUE)
        assert request.orders.table is not None
        assert tabled.offer("blue", request.orders) == plain.offer("blue", Orders(Team.BLUE, request.orders.orders))
        if step == 20:
            for match in (tabled, plain):
                match.offer("page", Steer(Team.BLUE, 2, RobotOrder(2, BodyVelocity(0.5))))
        for match in (tabled, plain):
            match.advance(10 * (step + 1) + (200 if step > 40 else 0))  # the watchdog stops robots in between
        assert tabled.world.fingerprint() == plain.world.fingerprint()
    assert tabled.robots.state() == plain.robots.state()


def test_orders_that_a_robot_cannot_follow_are_refused_as_those_of_tuples_are():
    match = robopitch.make_match("ssl-div-b", overrides={"max_ids": 12})
    request = decode_team(encode_orders([RobotOrder(11, BodyVelocity(1.0)), RobotOrder(12)]), Team.BLUE)
    refusals = match.offer("blue", request.orders)
    assert [refusal.code for refusal in refusals] == ["UNKNOWN_ROBOT"]
    assert refusals == match.offer("blue", Orders(Team.BLUE, request.orders.orders))

"""The radio: orders and messages between robots arrive late or never, in every league."""

import math

import pytest

import robopitch
from robopitch import BodyVelocity, PowerKick, Team
from robopitch.match import Match
from robopitch.messages import Body, ChangeRealism, Orders, PlaceBall, PlaceRobot, Received, RobotOrder, Transmit
from robopitch.physics import state as s


def fresh(league: str = "ssl-div-b", **options) -> Match:
    return robopitch.make_match(league, **{"realism": "perfect", "seed": 5, **options})


def received(match: Match, until: int) -> list[Received]:
    return [output for output in match.advance(until) if isinstance(output, Received)]


def test_a_message_arrives_at_all_other_robots_of_the_team_at_the_next_step():
    match = fresh(players=3)
    assert match.offer("b", Transmit(Team.BLUE, 1, b"hello")) == ()
    assert received(match, 5) == [
        Received(Team.BLUE, number, 1, b"hello", 0.0, pytest.approx(0.001)) for number in (0, 2)
    ]
    match.offer("b", Transmit(Team.BLUE, 1, b"two", (2, 9)))
    assert [message.id for message in received(match, 10)] == [2]


def test_messages_have_the_delay_and_loss_of_the_radio():
    match = fresh(realism_overrides={"command_delay": 0.03, "command_loss": 0.25}, players=6)
    count = 0
    for _ in range(400):
        tick = match.tick
        match.offer("b", Transmit(Team.YELLOW, 0, b"x"))
        assert received(match, tick + 29) == []
        messages = received(match, tick + 30)
        assert all(message.time - message.sent == pytest.approx(0.03) for message in messages)
        count += len(messages)
    assert abs(count - 0.75 * 2000) < 5 * math.sqrt(2000 * 0.25 * 0.75)


def test_a_message_on_its_way_is_saved():
    match = fresh(realism_overrides={"command_delay": 0.05}, players=2)
    match.offer("b", Transmit(Team.BLUE, 0, bytes(range(256))))
    match.advance(10)
    saved = match.save()
    first = received(match, 100)
    match.restore(saved)
    assert received(match, 100) == first
    assert first[0].data == bytes(range(256))


def test_nobody_outside_notices_orders_on_their_way_but_messages_are_reports():
    match = fresh(realism_overrides={"command_delay": 0.002}, players=2)
    match.advance(11)
    usual = match.next_report
    match.offer("b", Orders(Team.BLUE, (RobotOrder(0, BodyVelocity(1.0)),)))
    match.advance(11)
    assert match.due == 13 < usual
    assert match.next_report == usual
    match.offer("b", Transmit(Team.BLUE, 0, b"x"))
    match.advance(11)
    saved = match.save()
    assert match.next_report == 13
    match.advance(13)
    assert match.next_report == usual
    match.restore(saved)
    assert match.next_report == 13


def test_orders_arrive_at_their_tick_however_late_the_match_goes_on():
    def end(delay: float, *stops: int) -> str:
        match = fresh(realism_overrides={"command_delay": delay}, players=2)
        match.advance(11)
        match.offer("b", Orders(Team.BLUE, (RobotOrder(0, BodyVelocity(1.0)),)))
        for stop in stops:
            match.advance(stop)
        return match.world.fingerprint()

    assert end(0.003, 14, 19) == end(0.003, 19) != end(0.002, 19)


def test_who_is_not_on_the_field_neither_sends_nor_receives():
    match = fresh(players=3)
    match.offer("a", PlaceRobot(Team.BLUE, 2, present=False))
    match.offer("b", Transmit(Team.BLUE, 2, b"x"))
    match.offer("b", Transmit(Team.BLUE, 0, b"y"))
    assert [(message.id, message.data) for message in received(match, 5)] == [(1, b"y")]
    assert match.offer("b", Transmit(Team.BLUE, 99, b"x"))[0].code == "UNKNOWN_ROBOT"
    with pytest.raises(ValueError, match="bytes"):
        Transmit(Team.BLUE, 0, bytes(70_000))


@pytest.mark.parametrize("league", ["msl", "mirosot-5v5", "vss-3v3"])
def test_leagues_without_cameras_have_a_radio_with_delay_and_loss(league):
    match = fresh(league, realism_overrides={"command_delay": 0.05})
    match.offer("blue", Orders(Team.BLUE, (RobotOrder(1, BodyVelocity(0.3)),)))
    match.advance(49)
    assert match.world.robot("blue", 1).velocity.x == 0.0
    match.advance(300)
    assert match.world.robot("blue", 1).velocity.x > 0.1
    assert match.offer("a", ChangeRealism({"command_loss": 1.0})) == ()
    match.advance(301)
    match.offer("blue", Orders(Team.BLUE, (RobotOrder(2, BodyVelocity(0.3)),)))
    match.advance(600)
    assert match.world.robot("blue", 2).velocity.x == pytest.approx(0.0, abs=1e-6)


def test_a_match_without_realism_has_a_perfect_radio():
    match = fresh("msl", realism=None)
    assert match.offer("a", ChangeRealism({"command_loss": 1.0}))[0].code == "INVALID_REALISM"
    match.offer("blue", Orders(Team.BLUE, (RobotOrder(1, BodyVelocity(0.3)),)))
    match.advance(300)
    assert match.world.robot("blue", 1).velocity.x > 0.1


def test_orders_carry_kicks_by_power():
    match = fresh("msl", players=1)
    world = match.world
    match.offer("a", PlaceRobot(Team.BLUE, 0, 0.0, 0.0, 0.0))
    match.advance(1)
    radius = float(world.league.ball.radius)
    match.offer("a", PlaceBall(world.specs[0].outline.ball_front(radius) + radius + 0.005, 0.0, 0.0, 0.0, 0.0, 0.0))
    assert match.offer("blue", Orders(Team.BLUE, (RobotOrder(0, BodyVelocity(0.0), PowerKick(128 + 60)),))) == ()
    match.advance(100)
    assert world.ball.velocity[0] > 2.0
    (refusal,) = fresh().offer("blue", Orders(Team.BLUE, (RobotOrder(0, None, PowerKick(200)),)))
    assert "power" in refusal.message


def test_ids_have_no_limit_but_that_of_the_league():
    noise = {"command_loss": 0.3, "response_loss": 0.3}
    match = fresh(realism_overrides=noise, overrides={"max_ids": 1000}, players=1)
    numbers = (3, 35, 67, 700)
    for place, number in enumerate(numbers):
        assert match.offer("a", PlaceRobot(Team.BLUE, number, place - 2.0, 2.0, present=True)) == ()
    match.advance(1)
    heard, told = dict.fromkeys(numbers, 0), dict.fromkeys(numbers, 0)
    for count in range(200):
        orders = tuple(RobotOrder(number, BodyVelocity(0.01 + 0.001 * count)) for number in numbers)
        match.offer("blue", Orders(Team.BLUE, orders))
        match.advance(match.tick + 1)
        for number in numbers:
            column = match.world.bodies.index(Body(Team.BLUE, number))
            heard[number] += match.world.robot_block[s.COMMAND, column] == 0.01 + 0.001 * count
        for report in match.feedback(Team.BLUE, number=count):
            if report.id in told:
                told[report.id] += 1
    for counts in (heard, told):
        assert all(abs(count - 140) < 5 * math.sqrt(200 * 0.3 * 0.7) for count in counts.values())
        assert len(set(counts.values())) > 1

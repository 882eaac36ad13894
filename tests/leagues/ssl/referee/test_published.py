"""The Referee message of a match by the rules."""

import robopitch
from robopitch.leagues.ssl.publishers import RefereeMessages
from robopitch.leagues.ssl.wire import message_class
from robopitch.leagues.ssl.wire.referee import EVENT_TYPES
from robopitch.messages import Phase, PlaceBall, Whistle, Whistled


def message(publisher: RefereeMessages):
    (packet,) = publisher.packets((), True)
    return message_class("ssl_referee.Referee").FromString(packet.data)


def test_times_run_and_a_stoppage_says_why():
    match = robopitch.make_match("ssl-div-b", realism=None, players=2, referee="rules", blue="still", yellow="still")
    publisher = RefereeMessages(match)
    match.offer("test", Whistled(Whistle.START))
    match.advance(10)
    first = message(publisher)
    match.advance(510)
    second = message(publisher)
    assert first.stage_time_left - second.stage_time_left == 500_000
    assert len(second.game_events) == 0
    match.offer("test", PlaceBall(0.0, 2.9, 0.0, 0.0, 4.0, 0.0))
    while match.game.phase is Phase.RUNNING:
        match.advance(match.tick + 10)
        assert match.tick < 3000
    match.advance(match.tick + 10)
    (event,) = message(publisher).game_events
    assert event.type == EVENT_TYPES["ball_left_field_touch_line"]
    assert event.ball_left_field_touch_line.location.y > 3.0
    assert event.origin == [b"robopitch"]

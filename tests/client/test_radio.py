import select

import pytest

from robopitch.client.radio import Radio
from robopitch.leagues.network import Network
from robopitch.leagues.registry import network_of
from robopitch.leagues.ssl.client.team_link import SslTeamLink
from robopitch.leagues.ssl.wire.simulation import decode_team, encode_team
from robopitch.messages import BodyVelocity, Feedback, FieldVelocity, Kick, Refusal, RobotOrder, Team
from robopitch.net import NetError, Receiver
from robopitch.spec import load_league

LEAGUE = load_league("ssl-div-b")


def link(host: str, port: int) -> SslTeamLink:
    """One that sends its commands there."""
    return SslTeamLink(Team.BLUE, LEAGUE, Network(network_of("ssl"), host, given_ports={"blue": port}))


def received(receiver: Receiver):
    """What comes, as long as it takes."""
    assert select.select([receiver], [], [], 5.0)[0], "nothing came"
    return receiver.receive()


def test_one_message_tells_all_robots_and_its_answer_is_heard():
    with Receiver() as pitch, Radio(link("127.0.0.1", pitch.port)) as radio:
        orders = [RobotOrder(0, BodyVelocity(1.0)), RobotOrder(1, FieldVelocity(0.5), Kick(4.0), 1.0)]
        assert radio.send(orders)
        ((data, peer),) = received(pitch)
        request = decode_team(data, Team.BLUE)
        assert request.refusals == ()
        assert [one.id for one in request.orders.orders] == [0, 1]
        assert request.orders.orders[1].kick.speed == pytest.approx(4.0)
        answer = encode_team([Refusal("VELOCITY_TYPE", "not so")], [Feedback(1, True, False, False)])
        pitch.send(answer, peer)
        assert received(radio) == [Feedback(1, True, False, False)]
        assert (radio.sent, radio.answered) == (1, 1)
        assert radio.refused == {"VELOCITY_TYPE": 1}
        assert radio.last_refusal == "not so"


def test_answers_of_others_are_not_heard_and_what_is_none_is_counted():
    with Receiver() as pitch, Receiver() as stranger, Radio(link("localhost", pitch.port)) as radio:
        radio.send(())
        ((_, peer),) = received(pitch)
        stranger.send(encode_team([], [Feedback(1, True, False, False)]), peer)
        pitch.send(b"\xff\xff nonsense", peer)
        told = []
        while not radio.answered:
            told += received(radio)
        assert told == []
        assert radio.refused == {"UNREADABLE": 1}


def test_a_machine_that_does_not_exist_is_named():
    with pytest.raises(NetError, match=r"'no such machine' \(radio\) is not a machine"):
        Radio(link("no such machine", 10301))

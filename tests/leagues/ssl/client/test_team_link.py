"""The side of a team in the Small Size League: datagrams to reports, orders to datagrams."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.client.link import ANSWERS
from robopitch.leagues.network import Network
from robopitch.leagues.plain import PlainLeague
from robopitch.leagues.program import Seat, open_program
from robopitch.leagues.registry import family_of, network_of
from robopitch.leagues.ssl.client.team_link import SslTeamLink
from robopitch.leagues.ssl.wire.referee import RefereeCommand, RefereeState, Stage, encode_referee
from robopitch.leagues.ssl.wire.simulation import decode_team, encode_team
from robopitch.leagues.ssl.wire.vision import encode_geometry, geometry_packets
from robopitch.messages import (
    BodyVelocity,
    CameraFrame,
    ChangeCameras,
    ChangeSpec,
    Feedback,
    FieldVelocity,
    GameState,
    Phase,
    Refusal,
    RimSpeeds,
    RobotOrder,
    SeenBall,
    Team,
    WheelSpeeds,
)
from robopitch.sensors.overhead.mounting import place_cameras
from robopitch.spec import change_league, load_league

LEAGUE = load_league("ssl-div-a")
CAMERAS = place_cameras(LEAGUE)
FRAME = CameraFrame(2, 7, 12.5, 12.5, (SeenBall(1.0, -0.5, 0.0, 0.0, 80.0, 1.0),), (), ())


def link(team: Team = Team.BLUE, **network) -> SslTeamLink:
    return SslTeamLink(team, LEAGUE, Network(network_of("ssl-div-a"), **network))


def test_the_league_makes_it():
    network = Network(network_of("ssl-div-a"), "10.0.0.7", offset=100)
    made = open_program(family_of("ssl-div-a"), "team", Seat(Team.YELLOW, LEAGUE, network))
    assert isinstance(made, SslTeamLink)
    assert made.listens == {"vision": ("224.5.23.2", 10120), "referee": ("224.5.23.1", 10103)}
    assert made.commands == ("10.0.0.7", 10402)
    assert made.vision in made.listens


def test_a_family_without_a_client_says_so():
    plain = PlainLeague("ssl")
    with pytest.raises(ValueError, match="ssl-div-a is not played over the network"):
        open_program(plain, "team", Seat(Team.BLUE, LEAGUE, Network()))
    with pytest.raises(ValueError, match="cannot play ssl-div-a over the network, because its adapter has no client"):
        open_program(plain, "team", Seat(Team.BLUE, LEAGUE, Network(network_of("ssl-div-a"))))


def test_a_frame_is_read_as_vision_sends_it():
    made = link()
    (frame,) = made.read("vision", made.example(FRAME))
    assert (frame.camera, frame.number, frame.capture) == (2, 7, 12.5)
    assert frame.balls[0][:2] == pytest.approx((1.0, -0.5))


def test_geometry_is_reported_once_as_differences_from_the_league():
    made = link()
    wider = change_league(LEAGUE, {"field.length": 11.0, "ball.radius": 0.02})
    packet = encode_geometry(wider, CAMERAS[:2])
    change, cameras = made.read("vision", packet)
    assert isinstance(change, ChangeSpec)
    assert change.values["field.length"] == pytest.approx(11.0)
    assert "field.width" not in change.values
    assert isinstance(cameras, ChangeCameras)
    assert len(cameras.cameras) == 2
    assert made.read("vision", packet) == []
    assert made.read("vision", encode_geometry(LEAGUE, CAMERAS[:2]))[0] == ChangeSpec({})  # as it was assumed
    made.reset()
    assert made.read("vision", packet)[0] == change


def test_cameras_are_collected_over_several_packets():
    made = link()
    packets = geometry_packets(LEAGUE, CAMERAS)
    assert len(packets) > 1
    reports = [report for packet in packets for report in made.read("vision", packet)]
    cameras = [report for report in reports if isinstance(report, ChangeCameras)]
    assert len(cameras[-1].cameras) == len(CAMERAS)


def test_the_referee_is_a_neutral_state_of_the_game():
    command = RefereeCommand.DIRECT_FREE_YELLOW
    state = RefereeState(5.0, Stage.NORMAL_SECOND_HALF, command, 1, 0.0, blue_on_positive_half=True)
    (game,) = link().read("referee", encode_referee(state))
    assert isinstance(game, GameState)
    assert (game.phase, game.team, game.positive_half) == (Phase.FREE_KICK, Team.YELLOW, Team.BLUE)


def test_answers_are_feedback_and_refusals():
    data = encode_team([Refusal("VELOCITY_TYPE", "not so")], [Feedback(1, True, False, False)])
    assert link().read(ANSWERS, data) == [Feedback(1, True, False, False), Refusal("VELOCITY_TYPE", "not so")]


def test_orders_are_written_as_one_message():
    orders = (RobotOrder(0, BodyVelocity(1.0)), RobotOrder(1, FieldVelocity(0.5)))
    request = decode_team(link().write(orders), Team.BLUE)
    assert request.refusals == ()
    assert [(order.id, order.command) for order in request.orders.orders] == [
        (0, BodyVelocity(1.0)),
        (1, FieldVelocity(0.5)),
    ]


def test_it_carries_velocities_and_four_wheels():
    made = link()
    assert made.carries(BodyVelocity(1.0))
    assert made.carries(FieldVelocity(1.0))
    assert made.carries(RimSpeeds((1.0, 1.0, 1.0, 1.0)))
    assert not made.carries(RimSpeeds((1.0, 1.0)))
    assert not made.carries(WheelSpeeds((1.0, 1.0, 1.0, 1.0)))


@given(st.sampled_from(["vision", "referee", ANSWERS]), st.binary(max_size=80))
def test_random_bytes_are_refused_at_most(source, data):
    for report in LINK.read(source, data):
        assert isinstance(report, CameraFrame | GameState | Feedback | ChangeSpec | ChangeCameras | Refusal)


LINK = link()

"""The game controller's dialogue with teams, remote controls and automatic referees."""

from types import SimpleNamespace

import pytest

import robopitch
from robopitch.leagues.ssl.referee.game_controller import ControllerConnection
from robopitch.leagues.ssl.wire import message_class
from robopitch.leagues.ssl.wire.simulation import Deframer
from robopitch.messages import Refusal, Team, Whistle, Whistled


class Client:
    """A client, and the `Io` of its connection: what is offered to the match is a list."""

    def __init__(self, kind: str, refusals: tuple[Refusal, ...] = (), match=None) -> None:
        self.match = match or SimpleNamespace(names={Team.BLUE: "Sharks", Team.YELLOW: "yellow"})
        self.offered, self.replies, self._refusals, self._frames = [], [], refusals, Deframer()
        self._connection, self._kind = ControllerConnection(self, kind), kind

    def offer(self, given):
        self.offered.append(given)
        return self._refusals

    def send(self, data, to=None):
        to_client = message_class("ssl_game_controller.ToClient")
        self.replies += [to_client.FromString(part).controller_reply for part in self._frames.feed(data)]

    def refuse(self, refusals):
        pass

    def say(self, message: str, **fields) -> tuple[bool, str]:
        """Whether a message was accepted, and the reason if not."""
        before = len(self.replies)
        self._connection.on_data(message_class(f"ssl_game_controller.{message}")(**fields).SerializeToString())
        (reply,) = self.replies[before:]
        return reply.status_code == 1, reply.reason.decode()

    def ask(self, **fields) -> tuple[bool, str]:
        return self.say(f"{self._kind}ToController", **fields)


def team(**given) -> Client:
    client = Client("Team", **given)
    assert client.say("TeamRegistration", team_name=b"Sharks") == (True, "")
    return client


def test_the_controller_speaks_first_and_every_reply_has_another_token():
    client = team()
    assert client.ask(ping=True) == (True, "")
    tokens = [reply.next_token for reply in client.replies]
    assert len(tokens) == 3
    assert len(set(tokens)) == 3
    assert client.offered == []


def test_a_team_is_known_by_its_name_or_its_colour():
    client = Client("Team")
    accepted, reason = client.say("TeamRegistration", team_name=b"Unknown")
    assert (accepted, "no team here is called 'Unknown'" in reason) == (False, True)
    assert client.say("TeamRegistration", team_name=b"Unknown", team=1) == (True, "")
    assert client.ask(desired_keeper=4)[0]
    assert client.offered == [Whistled(Whistle.KEEPER, Team.YELLOW, 4)]


def test_what_the_referee_refuses_is_rejected_with_its_reason():
    client = team(refusals=(Refusal("INVALID", "not while the ball is in play"),))
    assert client.ask(desired_keeper=4) == (False, "not while the ball is in play")


def test_a_real_referee_says_when_the_goalkeeper_cannot_change_and_when_no_timeout_is_left():
    match = robopitch.make_match("ssl-div-b", realism=None, players=2, referee="rules", blue="still", yellow="still")

    def ask(kind: str, **fields) -> tuple[bool, str]:
        client = Client(kind, match=match)
        client.offer = lambda given: match.offer("gc", given)
        registration = {"team_name": b"blue"} if kind == "Team" else {"team": 2}
        assert client.say(f"{kind}Registration", **registration)[0]
        answer = client.ask(**fields)
        match.advance(match.tick + 10)
        return answer

    def keeper() -> int | None:
        return match.game.teams[Team.BLUE].keeper

    assert ask("Team", desired_keeper=1) == (True, "")
    assert keeper() == 1
    match.offer("test", Whistled(Whistle.START))
    match.advance(match.tick + 10)
    assert ask("Team", desired_keeper=0) == (False, "the goalkeeper cannot change now")
    assert keeper() == 1
    left = match.game.teams[Team.BLUE].timeouts
    assert left > 0
    for _ in range(left):  # each ends with a stop of a person
        match.offer("test", Whistled(Whistle.STOP))
        match.advance(match.tick + 10)
        assert ask("RemoteControl", request_timeout=True) == (True, "")
    assert ask("RemoteControl", request_timeout=True) == (False, "blue has no time-out left")


@pytest.mark.parametrize(
    ("request_", "whistle"),
    [({"request_timeout": True}, Whistle.TIMEOUT), ({"request_robot_substitution": True}, Whistle.SUBSTITUTION)],
)
def test_a_remote_control_asks_for_its_team(request_, whistle):
    client = Client("RemoteControl")
    assert client.say("RemoteControlRegistration", team=2) == (True, "")
    assert client.ask(**request_) == (True, "")
    assert client.offered == [Whistled(whistle, Team.BLUE)]
    assert client.ask(request=2) == (False, "challenge_flag is not known here")
    assert client.ask(request=9) == (False, "request 9 is unknown")


def test_a_team_chooses_whether_play_goes_on_when_the_other_has_too_many_robots():
    client = team()
    assert client.ask(advantage_choice=1) == (True, "")
    assert client.ask(advantage_choice=0) == (True, "")
    assert client.offered == [Whistled(Whistle.ADVANTAGE, Team.BLUE, count=count) for count in (1, 0)]
    assert client.ask(advantage_choice=7) == (False, "advantage_choice 7 is unknown: 0 is to stop, 1 to continue")


def test_events_of_an_automatic_referee_change_nothing():
    client = Client("AutoRef")
    assert client.say("AutoRefRegistration", identifier=b"watcher") == (True, "")
    event = message_class("ssl_referee.GameEvent")(type=6)
    assert client.ask(game_event=event) == (True, "")
    assert client.offered == []


@pytest.mark.parametrize("kind", ["Team", "RemoteControl", "AutoRef"])
def test_garbage_is_rejected_and_the_dialogue_goes_on(kind):
    client = Client(kind)
    client._connection.on_data(b"\xff\xff\xff")
    assert client.replies[-1].status_code == 2
    fields = {"Team": {"team_name": b"blue"}, "RemoteControl": {"team": 1}, "AutoRef": {"identifier": b"a"}}[kind]
    assert client.say(f"{kind}Registration", **fields) == (True, "")

"""The game as the base station tells it."""

import pytest

from robopitch.leagues.msl.rtdb.game_record import decode_game, encode_game
from robopitch.messages import Refusal
from robopitch.messages.game_state import Phase
from robopitch.teams.situation import Situation


@pytest.mark.parametrize(
    "situation",
    [
        Situation(),
        Situation(Phase.FREE_KICK, True, (-10.25, 6.5), 0, 2.0, Phase.PENALTY, True),
        Situation(Phase.STOP, keeper=3, then=Phase.PLACEMENT),
    ],
)
def test_robots_learn_what_the_base_station_knows(situation):
    data = encode_game(situation)
    assert len(data) == 260
    assert decode_game(data) == situation


@pytest.mark.parametrize(
    "data",
    [
        b"",
        bytes(260),
        b"[]",
        b"{}",
        b'{"phase": "tea"}',
        b'{"phase": "stop", "place": [1]}',
        b'{"phase": "stop", "clearance": NaN}',
        b'{"phase": "stop", "keeper": "x"}',
        b"\xff\xfe",
        b"[" * 260,
    ],
)
def test_what_is_no_game_is_refused(data):
    assert isinstance(decode_game(data), Refusal)

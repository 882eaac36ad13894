import json

import pytest

from robopitch.messages import Published, Refusal, Team
from robopitch.wire.publishing import decode_said, encode_published


def test_what_a_team_publishes_comes_back():
    data = b'{"team": "yellow", "signals": {"3.target.x": 1.5, "state": 2}}'
    assert decode_said(data) == Published(Team.YELLOW, {"3.target.x": 1.5, "state": 2.0})
    assert decode_said(encode_published(Team.BLUE, {"a": 1.0})) == Published(Team.BLUE, {"a": 1.0})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"[" * 100000,
        b'{"team": "green", "signals": {"a": 1}}',
        b'{"team": "blue"}',
        b'{"team": "blue", "signals": {}}',
        b'{"team": "blue", "signals": [1]}',
        b'{"team": "blue", "signals": {"a b": 1}}',
        b'{"team": "blue", "signals": {"a": "1"}}',
        b'{"team": "blue", "signals": {"a": NaN}}',
        b'{"team": "blue", "signals": {"a": Infinity}}',
        b'{"team": "blue", "signals": {"a": null}}',
        b'{"team": "blue", "signals": {"a": 1e999}}',
        b'{"team": "blue", "signals": {"a": 1' + b"0" * 400 + b"}}",
        json.dumps({"team": "blue", "signals": {f"s{n}": n for n in range(300)}}).encode(),
        json.dumps({"team": "blue", "signals": {"n" * 100: 1}}).encode(),
    ],
)
def test_what_makes_no_sense_is_refused(data):
    assert isinstance(decode_said(data), Refusal)

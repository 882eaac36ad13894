"""A match for a page begins with the whistle; it is the same match."""

from contextlib import closing

from tests.server.pitch import EPOCH, free_network

import robopitch
from robopitch.messages import Phase
from robopitch.recording.reader import Recording
from robopitch.recording.resimulation import simulate_again
from robopitch.server import Server
from robopitch.server.history import History

OPTIONS = {"players": 2, "blue": "chase", "yellow": "chase", "referee": "rules", "seed": 5, "epoch": EPOCH}


def test_the_seconds_before_the_first_kick_off_are_played_at_once_and_the_match_is_the_same(tmp_path):
    match, other = (robopitch.make_match("ssl-div-b", **OPTIONS) for _ in range(2))
    path = tmp_path / "a.mcap"
    with Server(match, free_network("ssl"), float("inf"), history=History(path), from_whistle=True) as server:
        server.run(until=1, warm_up=False)  # it is later at once
        whistle = match.tick
        assert match.game.phase is Phase.RUNNING
        assert whistle > 2000, "robots have waited for seconds"
        server.step(500)
    while other.game.phase is not Phase.RUNNING:
        other.advance(other.tick + 1)
    assert other.tick == whistle
    other.advance(whistle + 500)
    assert other.world.fingerprint() == match.world.fingerprint()
    with closing(Recording(path)) as recording:
        assert round(recording.start / 1e6 - 1000 * EPOCH) == whistle, "nobody has to watch the wait later"
        assert simulate_again(recording).differs_at is None

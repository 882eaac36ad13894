"""The places of robots for a restart of the Middle Size League, and what its rules remember."""

import pytest
from tests.leagues.msl.rules.situations import kick
from tests.leagues.situation import BLUE, Situation

from robopitch.messages import Phase, Restart, Team

SET_PIECES = (Phase.KICK_OFF, Phase.FREE_KICK, Phase.CORNER_KICK, Phase.PENALTY)


@pytest.mark.parametrize(
    ("kind", "team"), [(Phase.DROPPED_BALL, None), *((kind, team) for kind in SET_PIECES for team in Team)]
)
def test_the_simulator_places_robots_where_the_restart_allows_it(kind, team):
    places = {number: (0.5 * number - 1.0, 0.3) for number in range(5)}
    situation = Situation("msl", (3.0, 3.0), blue=places, yellow={n: (x, -0.3) for n, (x, _) in places.items()})
    rules = situation.rules
    restart = Restart(kind, team, (3.0, 3.0))
    if kind is Phase.KICK_OFF:
        restart = rules.kick_off(team)
    elif kind is Phase.PENALTY:
        restart = rules.penalty(team)
    situation.restart(restart)
    situation.ball(*restart.position)
    situation.judge()
    for placed in rules.formation(situation.scene, restart):
        situation.robot(placed.team, placed.id, placed.x, placed.y, placed.heading)
    situation.judge()
    assert rules.ready(situation.scene, situation.play)


def test_what_the_rules_remember_is_saved_and_checked():
    situation = kick(blue={1: (1.6, 1.0), 2: (4.5, 1.0)})
    situation.judge(situation.touch(BLUE, 1), situation.kick(BLUE, 1))
    saved = situation.rules.state()
    again = kick(blue={1: (1.6, 1.0), 2: (4.5, 1.0)})
    again.tick = situation.tick
    again.rules.load(saved)
    assert again.rules.state() == saved
    again.taken()
    again.ball(2.2, 1.0)
    assert again.kinds(again.touch(BLUE, 2)) == ["roll_too_short"]
    for wrong in (
        None,
        {},
        {**saved, "attack": {}},
        {**saved, "lobs": {"robot": 1}},
        {**saved, "penalty": {"left": -1}},
    ):
        with pytest.raises(ValueError, match=r"\w"):
            again.rules.load(wrong)

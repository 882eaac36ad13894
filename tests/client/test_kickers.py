import pytest

from robopitch.client.kickers import Kickers
from robopitch.messages import Feedback


def test_a_kicker_is_full_until_something_says_that_it_kicked():
    kickers = Kickers(recharge=0.1)
    kickers.hear(1.0, [Feedback(3, True, False, False)], {3})
    assert kickers.charge(3, 1.0) == 1.0
    assert kickers.charge(7, 1.0) == 1.0


def test_an_armed_robot_that_had_the_ball_and_has_it_no_longer_has_kicked():
    kickers = Kickers(recharge=0.1)
    kickers.hear(1.0, [Feedback(3, True, False, False)], {3})
    kickers.hear(1.01, [Feedback(3, False, False, False)], {3})
    assert kickers.charge(3, 1.01) == 0.0
    assert kickers.charge(3, 1.06) == pytest.approx(0.5)
    assert kickers.charge(3, 1.2) == 1.0


def test_a_robot_that_was_not_to_kick_has_only_lost_the_ball():
    kickers = Kickers(recharge=0.1)
    kickers.hear(1.0, [Feedback(3, True, False, False)], set())
    kickers.hear(1.01, [Feedback(3, False, False, False)], set())
    assert kickers.charge(3, 1.01) == 1.0


def test_a_robot_that_says_that_it_kicked_is_believed():
    kickers = Kickers(recharge=0.1)
    kickers.hear(1.0, [Feedback(3, False, False, True)], set())
    assert kickers.charge(3, 1.0) == 0.0


def test_who_has_the_ball_is_known_until_it_says_otherwise():
    kickers = Kickers(recharge=0.1)
    kickers.hear(1.0, [Feedback(3, True, False, False), Feedback(4, False, False, False)], set())
    assert kickers.contacts == {3: 1.0}
    kickers.hear(1.1, [], set())
    assert kickers.contacts == {3: 1.0}
    kickers.hear(1.2, [Feedback(3, False, False, False)], set())
    assert kickers.contacts == {}

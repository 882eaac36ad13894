"""[MI20 §5.1.3]."""

from experiments.dribbling_front import curve, fastest, meeting

FLAT, DENT, CUP = "flat", "dent of 8 mm", "cup of 12.8 mm"


def test_a_cup_keeps_the_ball_in_a_curve_while_the_robot_speeds_up():
    flat, dent, cup = (curve(front, 0.8, 1.2) for front in (FLAT, DENT, CUP))
    assert flat.seconds < dent.seconds < cup.seconds - 0.3


def test_a_ball_leaves_its_front_above_the_speed_of_the_law():
    for front in (DENT, CUP):
        assert 1.0 < curve(front, 0.4, 1.2).speed / fastest(front, 0.4, 1.2) < 1.6


def test_a_ball_that_is_met_in_the_middle_stays_in_a_cup_and_leaves_a_flat_front():
    assert meeting(CUP, 0.6, 0.0)
    assert not meeting(FLAT, 0.6, 0.0)

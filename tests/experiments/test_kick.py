"""A humanoid kicks a ball."""

from experiments.kick import inexact, run

from robopitch.teams.motions import motions_of


def test_the_ball_moves_the_robot_stands_and_the_picture_is_drawn(tmp_path):
    finding = run(tmp_path / "kick.png", quick=True)
    assert finding.numbers["fewest"] >= 2 / 3  # of three
    assert finding.numbers["shortest"] > 0.3  # m
    assert (tmp_path / "kick.png").stat().st_size > 10_000


def test_every_servo_turns_by_its_own_share_more_or_less():
    motion = motions_of("fumanoid-2009")["kick"]
    made = inexact(motion, 10)
    shares = {
        name: made.keyframes[row].pose[name] / angle - 1
        for row, frame in enumerate(motion.keyframes)
        for name, angle in frame.pose.items()
        if angle
    }
    assert max(map(abs, shares.values())) <= 0.08 + 1e-9
    assert len({round(share, 9) for share in shares.values()}) == len(shares)
    assert inexact(motion, 10) == made != inexact(motion, 11)

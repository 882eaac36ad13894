"""[MI20 §5.1.2]: the friction of the ball."""

from experiments.ball_roll import THERE, THERE_SPREAD, run


def test_rolls_give_the_friction_of_the_ball(tmp_path):
    figure = tmp_path / "ball_roll.png"
    numbers = run(figure, quick=True).numbers
    assert figure.exists()
    assert abs(numbers["mean"] - numbers["truth"]) < 3 * numbers["spread"]
    assert numbers["spread"] < 0.05 * numbers["truth"]
    assert abs(numbers["truth"] - THERE) < THERE_SPREAD

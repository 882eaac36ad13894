"""Scenario tests of a team, as they would run in its CI.

    pytest examples/test_my_team.py

Two tests pass. The last one fails on purpose: it shows what a failure leaves, a recording and a picture in
out/scenarios, and how it names the commands that repeat it and that open it on the page.
"""

import sys
from pathlib import Path

import robopitch
from robopitch.testing import always, ball_in, ball_stops_in, eventually, goal_by, never, no_foul, signal, speed_below

MY_TEAM = f"external: {sys.executable} {Path(__file__).with_name('my_team.py')} --port {{port}} --colour {{colour}}"

SHOT = {
    "ball": {"x": 2.0, "y": 0.3},
    "blue": [{"id": 0, "x": -4.4, "y": 0.0}, {"id": 1, "x": 1.4, "y": 0.3}],
    "yellow": [{"id": 0, "x": 4.4, "y": -0.3, "heading": "180 deg"}],
}
SAVE = {
    "ball": {"x": -1.0, "y": 0.3, "vx": -3.0, "roll": True},
    "blue": [{"id": 0, "x": -4.35, "y": -0.25}, {"id": 1, "x": -2.5, "y": -1.5}],
    "yellow": [],
}


@robopitch.scenario("ssl-div-b", scene=SHOT, blue=MY_TEAM, yellow="still", seconds=6, seeds=2, jitter=0.03)
def test_my_program_scores(run):
    """An external program: it is started for each run, and driven in lockstep."""
    run.check(
        eventually(goal_by("blue"), within=5),
        always(speed_below(6.5) & no_foul("blue")),
    )


@robopitch.scenario("ssl-div-b", scene=SAVE, blue="cambada", seconds=3, seeds=3, jitter={"ball": 0.05, "speed": 0.2})
def test_our_keeper_saves_a_shot_of_3_metres_per_second(run):
    run.check(
        never(goal_by("yellow")),
        eventually(signal("ball.speed < 1") | ball_in("field")),
    )


@robopitch.scenario("ssl-div-b", scene=SHOT, blue="still", yellow="still", seconds=2)
def test_this_one_fails_on_purpose(run):
    """Nobody moves, so the ball stays where it is."""
    run.check(eventually(ball_stops_in("yellow goal"), within=2))

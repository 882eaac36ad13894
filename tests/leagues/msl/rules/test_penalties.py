"""Penalties and the shoot-out of the Middle Size League."""

from tests.leagues.situation import BLUE, YELLOW, Situation

from robopitch.messages import Period, Phase, Restart


def penalty(keeper):
    situation = Situation("msl", (7.4, 0.0), blue={1: (6.4, 0.0)}, yellow={0: keeper})
    return situation.restart(situation.rules.penalty(BLUE), Phase.RUNNING)


def test_the_keeper_stays_in_its_goal_area_until_the_penalty_is_kicked():
    situation = penalty((10.3, 0.0))
    assert situation.judge(seconds=5) == []
    situation.robot(YELLOW, 0, 10.2, 0.0)
    (call,) = situation.judge()
    assert (call.kind, call.team, call.robot) == ("keeper_left_goal_area", YELLOW, 0)
    assert (call.restart.kind, call.restart.team) == (Phase.PENALTY, BLUE)
    situation.restart(call.restart, Phase.RUNNING)  # the repeated one
    foul, goal = situation.judge()
    assert (foul.kind, goal.kind, goal.team) == ("keeper_left_goal_area", "goal", BLUE)
    assert goal.restart == Restart(Phase.KICK_OFF, YELLOW, (0.0, 0.0))


def test_a_penalty_has_ten_seconds():
    situation = penalty((10.3, 0.0))
    assert situation.judge(seconds=9.9) == []
    (call,) = situation.judge(seconds=0.2)
    assert (call.kind, call.team, call.restart.kind, call.restart.team) == (
        "penalty_failed",
        BLUE,
        Phase.GOAL_KICK,
        YELLOW,
    )


def test_an_attempt_of_the_shoot_out_is_one_kick_in_thirty_seconds():
    situation = Situation("msl", (0.0, 0.0), blue={1: (-1.0, 0.0)}, yellow={0: (10.7, 0.0)})
    rules, play = situation.rules, situation.play
    situation.restart(rules.shoot_out(BLUE), Phase.RUNNING, in_play=True, period=Period.SHOOT_OUT)
    assert play.restart.position == (0.0, 0.0)
    situation.ball(0.0, 0.0, vx=4.0)
    situation.judge(situation.touch(BLUE, 1), situation.kick(BLUE, 1))
    assert rules.attempt_over(situation.scene, play) is None
    situation.ball(0.1, 0.0, vx=-1.0)
    situation.judge()
    assert rules.attempt_over(situation.scene, play) == "the ball came back"
    situation.ball(0.1, 0.0)
    situation.judge()
    assert rules.attempt_over(situation.scene, play) == "the ball stopped"
    situation.scene.forget()
    play.tick = play.started + 29990
    assert rules.attempt_over(situation.scene, play) is None
    play.tick = play.started + 30000
    assert rules.attempt_over(situation.scene, play) == "time"


def test_only_goals_and_balls_out_are_judged_in_the_shoot_out():
    situation = Situation("msl", (0.0, 0.0), blue={1: (10.5, 0.0)}, yellow={0: (10.7, 1.0), 1: (10.5, -1.0)})
    situation.restart(situation.rules.shoot_out(BLUE), Phase.RUNNING, in_play=True, period=Period.SHOOT_OUT)
    assert situation.judge(seconds=3) == []
    situation.ball(-0.5, 0.0, vx=3000.0)
    situation.judge(situation.touch(BLUE, 1))
    assert situation.kinds(situation.goal(BLUE)) == ["goal"]

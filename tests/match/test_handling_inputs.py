"""Hanging a robot on a hook and pulling it are inputs of a match: taken in, refused, recorded, repeated."""

import robopitch
from robopitch import Team
from robopitch.messages import HangRobot, PullRobot
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink


def test_a_robot_is_hung_up_and_pulled_by_inputs_and_the_recording_simulates_it_again(tmp_path):
    options = {"blue": "still", "yellow": "still", "referee": "none", "players": {"blue": 1, "yellow": 0}}
    match = robopitch.make_match("humanoid-kid", seed=7, epoch=1e9, **options)
    sink = FileSink(tmp_path / "match.mcap", describe(match))
    recorder = Recorder(match, [sink])
    match.advance(20)
    robot = match.world.robot("blue", 0)
    x, y, z = robot.position3.tolist()
    for input, reason in (
        (HangRobot(Team.BLUE, 5, 0.1), "there is no blue 5 on the field"),
        (HangRobot(Team.BLUE, 0, 9.0), "blue 0: 9 m above the ground; 0 to 1 m are possible"),
        (PullRobot(Team.BLUE, 5, None), "there is no blue 5 on the field"),
    ):
        (refusal,) = match.offer("page", input)
        assert refusal.message == reason
    for input, ticks, height in (
        (HangRobot(Team.BLUE, 0, 0.15), 60, 0.15),
        (HangRobot(Team.BLUE, 0, 0.0), 40, 0.0),
        (PullRobot(Team.BLUE, 0, (x, y, z + 0.5), (x, y, z)), 100, 0.15),
        (PullRobot(Team.BLUE, 0, None), 40, 0.15),
    ):
        assert match.offer("page", input) == ()
        match.advance(match.tick + ticks)
        assert abs(robot.position3[2] - z - height) < 0.12, input
    recorder.close()
    sink.close()
    with Recording(tmp_path / "match.mcap") as recording:
        assert simulate_again(recording).same

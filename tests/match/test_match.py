"""The match as a function of its inputs; changes of parameters; its sensors."""

import math

import pytest

import robopitch
from robopitch import BodyVelocity, FieldVelocity, Kick, Team, WheelSpeeds
from robopitch.match import Match
from robopitch.messages import (
    CameraFrame,
    ChangeRealism,
    ChangeRobot,
    ChangeSpec,
    Orders,
    PlaceBall,
    PlaceRobot,
    RobotOrder,
    SwapTeam,
    TrackerFrame,
    Whistle,
    Whistled,
)

from .made import drive, fresh


def busy(match: Match, strides: list[int]) -> tuple[list, str]:
    """Play a script of inputs at fixed ticks; *strides* divide the time in between into calls."""
    out = []
    script = {
        0: Orders(Team.BLUE, tuple(RobotOrder(i, BodyVelocity(1.0, 0.3 * i), Kick(4.0), 100.0) for i in range(6))),
        100: PlaceBall(x=4.0, y=0.1, vx=4.0),
        250: ChangeRealism({"vision_delay": 0.02, "ball_position": 0.002, "command_loss": 0.3, "command_delay": 0.004}),
        300: Orders(Team.YELLOW, tuple(RobotOrder(i, FieldVelocity(-1.0, 0.2)) for i in range(6))),
        400: PlaceRobot(Team.YELLOW, 9, 0.0, 1.0, 0.5, present=True),
        450: PlaceBall(x=0.0, y=0.0, by_force=True),
        600: ChangeSpec({"ball.rolling_deceleration": 0.8}),
        700: PlaceBall(vx=1.0),
    }
    for tick in sorted(script):
        while match.tick < tick:
            out += match.advance(min(tick, match.tick + strides[match.tick % len(strides)]))
        match.offer("script", script[tick])
    while match.tick < 1500:
        out += match.advance(min(1500, match.tick + strides[match.tick % len(strides)]))
    return out, match.world.fingerprint()


@pytest.mark.parametrize("engine", ["turf", "mujoco"])
def test_how_time_is_cut_into_calls_changes_nothing(engine):
    one = busy(fresh(engine=engine, realism="realistic"), [1500])
    two = busy(fresh(engine=engine, realism="realistic"), [1, 7, 3, 29, 2])
    assert one[1] == two[1]
    assert one[0] == two[0]
    assert {type(output) for output in one[0]} == {CameraFrame, TrackerFrame}


def test_another_seed_gives_other_noise():
    assert busy(fresh(realism="realistic"), [1500])[0] != busy(fresh(realism="realistic", seed=6), [1500])[0]


def test_inputs_of_one_tick_are_taken_by_source_and_not_by_arrival():
    prints = set()
    for order in (("a", "b"), ("b", "a")):
        match = fresh()
        for source in order:
            match.offer(source, PlaceBall(x=1.0 if source == "a" else 2.0, y=0.0))
        match.advance(10)
        prints.add(match.world.fingerprint())
        assert match.world.ball.position[0] == pytest.approx(2.0)
    assert len(prints) == 1


@pytest.mark.parametrize("engine", ["turf", "mujoco"])
@pytest.mark.parametrize("tracker", ["truth", "filter"])
def test_a_restored_match_goes_on_as_it_did(engine, tracker):
    match = fresh(engine=engine, tracker=tracker, realism="realistic", blue="chase")
    match.offer("a", ChangeRobot(Team.YELLOW, 3, {"mass": 1.8}))
    match.offer("a", ChangeSpec({"ball.rolling_deceleration": 0.6}))
    match.offer("a", PlaceRobot(Team.YELLOW, 12, 1.0, 1.0, present=True))
    for number in range(6):
        drive(match, number, Team.YELLOW, "yellow", command=BodyVelocity(0.5, 0.5, 1.0))
    match.advance(317)
    drive(match, 2, Team.YELLOW, "yellow", command=BodyVelocity(-0.5))  # still delayed by radio when the match is saved
    match.advance(318)
    saved, feedback = match.save(), match.feedback(Team.YELLOW)
    after = match.advance(1000), match.world.fingerprint(), match.score
    match.offer("a", ChangeSpec({"ball.rolling_deceleration": 0.1}))
    match.offer("a", PlaceRobot(Team.BLUE, 14, 2.0, 1.0, present=True))
    match.advance(1100)
    match.restore(saved)
    assert match.feedback(Team.YELLOW) == feedback
    assert (match.advance(1000), match.world.fingerprint(), match.score) == after


def test_a_match_that_does_not_belong_here_is_not_restored():
    match, other = fresh(), robopitch.make_match("ssl-div-a")
    match.advance(50)
    before = match.world.fingerprint()
    for wrong in (other.save(), b"nonsense", match.save()[:-1], match.world.save()):
        with pytest.raises(ValueError, match=r"restored|not a saved match|damaged"):
            match.restore(wrong)
        assert match.world.fingerprint() == before


def test_changes_that_cannot_be_are_refused_and_change_nothing():
    match = fresh()
    before = match.save()
    for wish, code in (
        (ChangeSpec({"field.length": -1.0}), "INVALID_GEOMETRY"),
        (ChangeSpec({"ball.flavour": 1.0}), "INVALID_GEOMETRY"),
        (ChangeRobot(Team.BLUE, 1, {"mass": 0.0}), "INVALID_SPEC"),
        (ChangeRobot(Team.BLUE, 99, {"mass": 2.0}), "INVALID_SPEC"),
        (ChangeRealism({"missing_ball": 2.0}), "INVALID_REALISM"),
        (PlaceRobot(Team.BLUE, 16, present=True), "UNKNOWN_ROBOT"),
        (PlaceBall(x=1e30), "OUT_OF_RANGE"),
        (PlaceBall(vz=-1e3), "OUT_OF_RANGE"),
        (PlaceRobot(Team.BLUE, 1, y=math.nan), "OUT_OF_RANGE"),
        (SwapTeam(Team.BLUE, "nobody"), "INVALID"),
    ):
        refusals = match.offer("a", wish)
        assert [refusal.code for refusal in refusals] == [code]
    match.advance(0)
    assert match.save() == before


def test_a_field_that_changes_moves_the_cameras_with_it():
    match = fresh()
    before = match.sensors.cameras
    match.offer("a", ChangeSpec({"field.length": 12.0, "field.width": 9.0}))
    match.advance(0)
    assert match.world.league.field.length == 12.0
    assert match.sensors.cameras != before
    assert len(match.sensors.cameras) == 4


def test_a_glued_dribbler_keeps_the_ball_that_a_real_one_loses():
    ends = []
    for real in (True, False):
        match = fresh(realism_overrides={"real_dribbler": real}, watchdog=0.0)
        match.offer("a", PlaceRobot(Team.BLUE, 1, 0.0, 1.0, 0.0))
        match.offer("a", PlaceBall(x=0.0985, y=1.0))
        drive(match, 1, command=BodyVelocity(-2.5), dribbler=150.0)
        match.advance(1000)
        ends.append([told.contact for told in match.feedback(Team.BLUE) if told.id == 1])
    assert ends == [[False], [True]]


# ---- sensors ------------------------------------------------------------------------------------------------------


def test_each_camera_counts_its_frames_and_none_is_missing():
    match = fresh(overrides={"sensors.vision.rate": 70})
    frames = [output for output in match.advance(2000) if isinstance(output, CameraFrame)]
    for camera in range(4):
        numbers = [frame.number for frame in frames if frame.camera == camera]
        assert numbers == list(range(1, 141))
    captures = [frame.capture for frame in frames if frame.camera == 0]
    assert captures == pytest.approx([k / 70 for k in range(1, 141)], abs=0.0006)


def test_rates_can_be_changed_while_it_runs():
    match = fresh(overrides={"sensors.vision.rate": 50, "sensors.vision.tracker_rate": 0})
    kinds = CameraFrame, TrackerFrame

    def counted(seconds: float) -> list[int]:
        out = match.advance(match.tick + round(seconds / match.world.timestep))
        return [sum(isinstance(output, kind) for output in out) for kind in kinds]

    assert counted(2.0) == [4 * 100, 0]
    changed = {"rate": 200, "tracker_rate": 50}
    match.offer("a", ChangeSpec({f"sensors.vision.{key}": value for key, value in changed.items()}))
    assert counted(1.0) == [4 * 200, 50]
    saved = match.save()
    match.offer("a", ChangeSpec({"sensors.vision.stagger": True, "sensors.vision.cameras": 2}))
    assert counted(1.0) == [2 * 200, 50]
    match.restore(saved)
    assert counted(1.0) == [4 * 200, 50]


def test_frames_leave_when_their_delay_is_over():
    match = fresh(realism_overrides={"vision_delay": 0.035, "processing_time": 0.01})
    assert not any(isinstance(output, CameraFrame) for output in match.advance(48))
    frames = [output for output in match.advance(49) if isinstance(output, CameraFrame)]
    assert [frame.capture for frame in frames] == [0.014] * 4
    assert frames[0].sent == pytest.approx(0.024)


def test_staggered_cameras_take_turns():
    match = fresh(overrides={"sensors.vision.stagger": True, "sensors.vision.rate": 100})
    frames = [output for output in match.advance(100) if isinstance(output, CameraFrame)]
    assert [frame.camera for frame in frames[:4]] == [0, 1, 2, 3]
    assert len({frame.capture for frame in frames[:4]}) == 4


def test_the_filter_tracks_what_the_cameras_saw_and_never_the_truth():
    match = fresh(tracker="filter", realism="realistic")
    drive(match, 1)
    out = match.advance(900)
    tracked = [output for output in out if isinstance(output, TrackerFrame)][-1]
    assert tracked.source == "filter"
    robot = next(robot for robot in tracked.robots if robot.robot.team is Team.BLUE and robot.robot.id == 1)
    truth = match.world.robot("blue", 1)
    assert math.dist((robot.x, robot.y), truth.pose[:2]) < 0.05
    assert robot.vx == pytest.approx(truth.velocity.x, abs=0.1)
    assert (robot.x, robot.y) != truth.pose[:2]


def test_another_team_can_take_over():
    match = fresh(blue="chase", yellow="still")
    match.advance(200)
    match.offer("a", SwapTeam(Team.BLUE, "external"))
    match.advance(1000)
    assert all(math.hypot(*robot.velocity[:2]) < 0.05 for robot in match.world.robots("blue"))


@pytest.mark.parametrize("league", ["msl", "mirosot-5v5", "vss-3v3"])
def test_leagues_without_cameras_play_a_match_too(league):
    match = robopitch.make_match(league, blue="chase", yellow="chase")
    assert match.advance(1000) == []
    assert not any(sensor.settings.on for sensor in match.sensors.suite)  # robots carry some, which are off


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"tracker": "crystal ball"}, "no tracker"),
        ({"watchdog": -1.0}, "watchdog"),
        ({"enforce": ["offside"]}, "enforced"),
        ({"blue": "nobody"}, "no team"),
        ({"realism": "nice"}, "nice"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, text):
    with pytest.raises(ValueError, match=text):
        fresh(**options)


def test_a_robot_that_the_engine_cannot_simulate_is_refused_when_it_is_offered():
    match = fresh(engine="mujoco")
    coasting = {"drive.motor.coasting": True}
    (refusal,) = match.offer("a", ChangeSpec({f"robot.{path}": value for path, value in coasting.items()}))
    assert "coasting" in refusal.message
    (refusal,) = match.offer("a", ChangeRobot(Team.BLUE, 1, coasting))
    assert "coasting" in refusal.message
    match.advance(10)


def test_orders_on_their_way_are_judged_again_when_robots_change():
    match = fresh(realism_overrides={"command_delay": 0.05})
    drive(match, 1, command=WheelSpeeds((9.0, 9.0, 9.0, 9.0)))
    drive(match, 2, command=WheelSpeeds((9.0, 9.0, 9.0, 9.0)))
    match.advance(10)
    kind = robopitch.spec.load_league("vss-3v3").blue.robot.drive.model_dump(mode="json")
    assert match.offer("a", ChangeRobot(Team.BLUE, 1, {"drive": kind})) == ()
    match.advance(300)
    assert match.world.robot("blue", 1).velocity.turn == pytest.approx(0.0, abs=1e-6)
    assert match.world.robot("blue", 2).velocity.turn > 0.5


def test_a_referee_is_told_only_what_it_knows():
    match = robopitch.make_match("ssl-div-b", realism=None)
    (refusal,) = match.offer("page", Whistled(Whistle.CARD, Team.BLUE))
    assert refusal.code == "INVALID"
    assert "does not know 'card', but halt, start, stop" in refusal.message
    assert match.offer("page", Whistled(Whistle.STOP)) == ()

"""What a page does on the pitch, asked over its socket and checked where it happens."""

import math
import shutil
import threading
from pathlib import Path

import pytest
from tests.server.clients import Stepper

from robopitch import Team
from robopitch.messages import Body
from robopitch.recording import sink
from robopitch.spec import parameters

from .stand import DecodedFrame, RefusedError, Stand, Visitor, until


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with Stand(tmp_path_factory.mktemp("stand"), realism="perfect", free_play=False) as stand:
        yield stand


@pytest.fixture
def page(shared):
    """A page that controls a match that has just begun, and stands still."""
    page = shared.visit()
    page.ask("control", take=True)
    page.ask("speed", speed=0)
    page.ask("reset")
    yield page
    page.close()
    for folder in (shared.clips, shared.scenes):
        shutil.rmtree(folder) if folder.is_dir() else folder.unlink(missing_ok=True)


@pytest.fixture
def stand(shared, page):
    return shared


def robot(stand: Stand, team: str, number: int) -> dict | None:
    found = [one for one in stand.truth()["robots"] if (one["team"], one["id"]) == (team, number)]
    return found[0] if found else None


def ball(stand: Stand) -> list[float]:
    return stand.truth()["ball"]["position"]


def place(page: Visitor, *things: dict, gesture: int = 1, held: bool = False) -> dict:
    return page.ask("place", gesture=gesture, held=held, things=list(things))


# ---- putting things somewhere --------------------------------------------------------------------------------------


def test_things_are_put_where_they_shall_be_in_a_pause(stand, page):
    for held in (True, False):
        x = 1.0 if held else 2.0
        place(
            page,
            {"ball": True, "x": x, "y": -0.5},
            {"team": "blue", "id": 0, "x": -x, "y": 0.75, "heading": 1.5},
            held=held,
        )
        assert ball(stand)[:2] == pytest.approx([x, -0.5])
        assert robot(stand, "blue", 0)["pose"] == pytest.approx([-x, 0.75, 1.5])
    assert stand.status()["tick"] == 0


def test_a_hand_holds_things_while_time_goes_on_and_lets_them_go(stand, page):
    page.ask("speed", speed=20)
    place(page, {"ball": True, "x": 1.0, "y": 1.0}, {"team": "yellow", "id": 1, "x": 0.0, "y": 2.0}, held=True)
    until(lambda: math.dist(ball(stand)[:2], (1.0, 1.0)) < 0.01)
    until(lambda: math.dist(robot(stand, "yellow", 1)["pose"][:2], (0.0, 2.0)) < 0.01)
    place(page, {"ball": True}, {"team": "yellow", "id": 1})
    page.ask("speed", speed=0)
    assert not stand.match.teleport.busy


def test_a_thrown_ball_flies_and_a_turned_robot_turns(stand, page):
    place(page, {"ball": True, "x": 0.0, "y": 0.0, "height": 0.5, "vx": 2.0, "vy": -1.0, "vz": 1.0})
    place(page, {"team": "blue", "id": 1, "heading": -2.0})
    truth = stand.truth()
    assert truth["ball"]["position"] == pytest.approx([0.0, 0.0, 0.5215])
    assert truth["ball"]["velocity"] == pytest.approx([2.0, -1.0, 1.0])
    assert robot(stand, "blue", 1)["pose"][2] == pytest.approx(-2.0)


def test_a_robot_is_removed_and_another_one_added(stand, page):
    place(page, {"team": "blue", "id": 0, "present": False})
    assert robot(stand, "blue", 0) is None
    place(page, {"team": "blue", "id": 7, "x": 1.0, "y": 1.0, "present": True})
    assert robot(stand, "blue", 7)["pose"][:2] == pytest.approx([1.0, 1.0])
    assert ("blue", 7) in DecodedFrame(page.see()).robots


NONSENSE = [
    {"team": "blue", "id": 16, "x": 0, "y": 0},
    {"team": "blue", "id": 0, "x": 1e9, "y": 0},
    {"team": "blue", "id": 0, "x": 0, "y": 0, "turn": 1e6},
    {"team": "green", "id": 0, "x": 0, "y": 0},
    {"team": "blue", "x": 0, "y": 0},
    {"ball": True, "x": 101, "y": 0},
    {"ball": True, "x": 0, "y": 0, "vz": 1e3},
    {"ball": "yes", "x": 0, "y": 0},
    {"ball": True, "x": "1", "y": 0},
    {"ball": True, "roll": 1},
    {"team": "blue", "id": 0, "present": "no"},
]


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_of_several_things_all_are_put_or_none(stand, page, nonsense):
    before = stand.fingerprint
    good = {"ball": True, "x": 1.0, "y": 1.0}, {"team": "yellow", "id": 0, "x": 0.0, "y": 1.0}
    with pytest.raises(RefusedError):
        place(page, *good, nonsense)
    assert stand.fingerprint == before
    with pytest.raises(RefusedError, match="nothing to undo"):
        page.ask("undo")


def test_more_things_than_there_can_be_are_refused(page):
    with pytest.raises(RefusedError, match="128"):
        place(page, *[{"ball": True}] * 129)
    place(page, *[{"ball": True}] * 128)


# ---- kicks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["stop", "pass", "chip", "fast"])
def test_a_kick_arrives(stand, page, how):
    place(page, *({"team": team, "id": number, "present": False} for team in Team for number in range(2)))
    place(page, {"ball": True, "x": -1.0, "y": -1.0, "vx": 0.0, "vy": 0.0})
    answer = page.ask("kick", x=1.0, y=0.5, how=how)
    distance, world = 2.5, stand.match.world
    assert answer["speed"] == pytest.approx(math.hypot(*stand.truth()["ball"]["velocity"]), abs=1e-3)
    way = [(0.0, 0.0, answer["speed"])]
    while way[-1][0] < 1.01 * distance and way[-1][2] > 1e-4:
        stand.step(10)
        x, y, z = ball(stand)
        way.append((math.hypot(x + 1.0, y + 1.0), z - 0.0215, world.ball.speed))
        assert math.atan2(y + 1.0, x + 1.0) == pytest.approx(math.atan2(1.5, 2.0), abs=1e-6)
    if how == "stop":
        assert way[-1][2] == pytest.approx(0.0, abs=1e-3)
        assert way[-1][0] == pytest.approx(distance, rel=0.05)
    elif how == "chip":
        top = max(range(len(way)), key=lambda index: way[index][1])
        assert way[top][0] == pytest.approx(distance / 2, rel=0.05)
    else:
        speed = next(speed for there, _, speed in way if there >= distance)
        assert speed > 3.0 if how == "fast" else speed == pytest.approx(2.0, rel=0.05)


@pytest.mark.parametrize(
    "values",
    [{"x": 1, "y": 1, "how": "hard"}, {"x": 1, "y": 1}, {"x": 1, "how": "fast"}, {"x": 0, "y": 0, "how": "fast"}],
)
def test_a_kick_that_cannot_be_is_refused_and_leaves_nothing_to_undo(stand, page, values):
    before = stand.fingerprint
    with pytest.raises(RefusedError):
        page.ask("kick", **values)
    with pytest.raises(RefusedError, match="nothing to undo"):
        page.ask("undo")
    assert stand.fingerprint == before


# ---- undo ----------------------------------------------------------------------------------------------------------


def test_every_hand_on_the_pitch_can_be_undone(stand, page):
    page.ask("save_scene", name="before", title="")
    gestures = [
        lambda: place(page, {"ball": True, "x": 1.0, "y": 1.0}, gesture=1),
        lambda: place(page, {"team": "blue", "id": 0, "x": 0.0, "y": 0.0, "heading": 2.0}, gesture=2),
        lambda: page.ask("kick", x=2.0, y=2.0, how="chip"),
        lambda: place(page, {"team": "yellow", "id": 1, "present": False}, gesture=3),
        lambda: place(page, {"team": "yellow", "id": 9, "x": 1.0, "y": 0.0, "present": True}, gesture=4),
        lambda: page.ask("apply_scene", text="[ball]\nx = 1\n[[blue]]\nid = 12\nx = 1\ny = 1\n"),
        lambda: place(page, {"team": "blue", "id": 12, "x": -1, "y": 0}, {"ball": True, "x": 0, "y": 0}, gesture=5),
        lambda: page.ask("load_scene", name="before"),
    ]
    states = []
    for do in gestures:
        states.append(stand.truth())
        do()
        assert stand.truth() != states[-1]
    for before in reversed(states):
        page.ask("undo")
        after = stand.truth()
        assert after["ball"]["position"] == pytest.approx(before["ball"]["position"], abs=1e-9)
        assert after["ball"]["velocity"] == pytest.approx(before["ball"]["velocity"], abs=1e-9)
        assert _poses(after) == pytest.approx(_poses(before), abs=1e-9)
    with pytest.raises(RefusedError, match="nothing to undo"):
        page.ask("undo")


def _poses(truth: dict) -> dict:
    return {
        f"{one['team']} {one['id']} {index}": value
        for one in truth["robots"]
        for index, value in enumerate([*one["pose"], *one["velocity"]])
    }


def test_a_drag_is_one_step_of_undo(stand, page):
    start = ball(stand)
    for turn in range(30):
        place(page, {"ball": True, "x": 0.1 * turn, "y": 0.5}, gesture=4, held=turn < 29)
    page.ask("undo")
    assert ball(stand) == pytest.approx(start)


def test_who_plays_parameters_and_realism_can_be_undone(stand, page):
    match = stand.match
    first = {one.path: one.value for one in parameters(match.world.league)}
    realism = match.configuration.realism
    page.ask("swap", team="blue", name="chase")
    page.ask("change", set={"ball.rolling_deceleration": 0.9, "ball.mass": 0.05})
    page.ask("change", noise={"vision_delay": 0.123})
    page.ask("change", realism="rc2021")
    assert match.configuration.realism.name == "rc2021"
    page.ask("undo")
    assert match.configuration.realism.name == realism.name
    assert match.configuration.realism.vision_delay == 0.123
    page.ask("undo")
    assert match.configuration.realism == realism
    assert match.world.league.ball.mass == 0.05
    page.ask("undo")
    assert {one.path: one.value for one in parameters(match.world.league)} == first
    assert match.players[Team.BLUE] == "chase"
    page.ask("undo")
    assert match.players[Team.BLUE] == "external"


def test_what_a_refused_change_would_have_done_is_not_undone(stand, page):
    for wish in (
        {"ask": "change", "set": {"ball.mass": -1}},
        {"ask": "change", "set": {"no.such": 1}},
        {"ask": "change", "noise": {"vision_delay": "late"}},
        {"ask": "change", "realism": "magic"},
        {"ask": "swap", "team": "blue", "name": "nobody"},
        {"ask": "swap", "name": "chase"},
        {"ask": "load_scene", "name": "nothing"},
        {"ask": "apply_scene", "text": 'league = "msl"'},
        {"ask": "apply_scene", "text": "a = " + "[" * 50_000},
    ):
        with pytest.raises(RefusedError):
            page.ask(**wish)
        with pytest.raises(RefusedError, match="nothing to undo"):
            page.ask("undo")


def test_after_going_back_there_is_nothing_to_undo(stand, page):
    stand.step(1000)
    place(page, {"ball": True, "x": 1.0, "y": 1.0})
    page.ask("branch", at=0.5)
    with pytest.raises(RefusedError, match="nothing to undo"):
        page.ask("undo")


def test_a_robot_that_was_added_in_a_drag_and_undone_does_not_come_back_when_control_goes(stand, page):
    page.ask("speed", speed=1)
    place(page, {"team": "blue", "id": 9, "x": 0.0, "y": 1.0, "present": True}, gesture=1)
    place(page, {"team": "blue", "id": 9, "x": 0.5, "y": 1.0}, gesture=1, held=True)
    page.ask("undo")
    page.ask("control", take=False)
    page.ask("control", take=True)
    page.ask("speed", speed=0)
    assert robot(stand, "blue", 9) is None
    assert not stand.match.teleport.busy


# ---- by hand -------------------------------------------------------------------------------------------------------


def test_a_robot_is_driven_by_hand_and_let_go(stand, page):
    for _ in range(10):
        page.ask("steer", team="blue", id=1, forward=0.5, left=0.0, turn=0.0, kick=0, chip=False, dribble=0)
        stand.step(50)
    assert robot(stand, "blue", 1)["velocity"][0] == pytest.approx(0.5, abs=0.02)
    assert page.told("status", steered=["blue 1"])
    assert DecodedFrame(page.see()).states["blue", 1] & 4
    page.ask("release", team="blue", id=1)
    stand.step(500)
    assert robot(stand, "blue", 1)["velocity"][0] == pytest.approx(0.0, abs=0.01)
    assert not DecodedFrame(page.see()).states["blue", 1] & 4


@pytest.mark.parametrize(
    "values",
    [
        {"team": "blue", "id": 0},
        {"team": "blue", "id": 16, "forward": 0.1},
        {"team": "blue", "id": 0, "forward": "fast"},
        {"team": "blue", "id": 0, "forward": 0.1, "kick": 1, "chip": "yes"},
        {"team": "obstacle", "id": 0, "forward": 0.1},
    ],
)
def test_steering_that_makes_no_sense_is_refused(stand, page, values):
    with pytest.raises(RefusedError):
        page.ask("steer", **values)
    assert stand.match.robots.steered(Team.BLUE) == []


# ---- time ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [0, 0.1, 1, 20])
def test_a_speed_that_there_is_is_taken(stand, page, speed):
    assert page.ask("speed", speed=speed)["speed"] == speed
    assert stand.status()["speed"] == speed


@pytest.mark.parametrize("speed", [-0.1, 20.01, 1e308, "1", None, True])
def test_a_speed_that_there_is_not_is_refused(stand, page, speed):
    with pytest.raises(RefusedError, match="speed"):
        page.ask("speed", speed=speed)
    assert stand.status()["speed"] == 0


@pytest.mark.parametrize("ticks", [0, -1, 10_001, 1.5, "1", None])
def test_steps_that_there_are_not_are_refused(stand, page, ticks):
    with pytest.raises(RefusedError, match="ticks"):
        page.ask("step", ticks=ticks)
    assert stand.status()["tick"] == 0


def test_a_step_pauses_and_goes_on_exactly_so_far(stand, page):
    page.ask("speed", speed=1)
    tick = page.ask("step", ticks=17)["tick"]
    assert stand.status()["tick"] == tick
    assert stand.status()["speed"] == 0
    assert page.ask("step", ticks=3)["tick"] == tick + 3


def test_time_in_the_hands_of_a_lockstep_client_is_not_the_pages(tmp_path):
    with Stand(tmp_path, lockstep=True, realism="perfect") as stand:
        page, stepper = stand.visit(), Stepper(stand.network.port("driver"))
        until(lambda: stand.status()["lockstep"]["clients"])
        stepper.ask(0.1)
        for wish in (
            {"ask": "speed", "speed": 1},
            {"ask": "step", "ticks": 1},
            {"ask": "branch", "at": 0.01},
            {"ask": "reset"},
        ):
            with pytest.raises(RefusedError, match="lockstep"):
                page.ask(**wish)
        assert stand.status()["tick"] == 100
        place(page, {"ball": True, "x": 1.0, "y": 1.0})  # hands are free all the same
        assert ball(stand)[:2] == [1.0, 1.0]
        stepper.ask(0.1)
        assert stand.status()["tick"] == 200
        stepper.close()


# ---- the match -----------------------------------------------------------------------------------------------------


def test_whistles_are_heard(tmp_path):
    with Stand(tmp_path, "vss-3v3", blue="chase", yellow="chase") as stand:
        page = stand.visit()
        for whistle in ("halt", "stop", "start"):
            page.ask("whistle", whistle=whistle)
            assert stand.status()["referee"]["command"] == whistle
        for wrong in ("", "pause", "HALT", None):
            with pytest.raises(RefusedError):
                page.ask("whistle", whistle=wrong)
        assert stand.status()["referee"]["command"] == "start"


def test_another_team_plays_at_once(stand, page):
    page.ask("swap", team="blue", name="chase")
    assert stand.status()["teams"] == {"blue": "chase", "yellow": "external"}
    assert page.told("pitch", teams={"blue": "chase", "yellow": "external"})
    stand.step(1000)
    assert math.hypot(*robot(stand, "blue", 1)["velocity"][:2]) > 0.05


def test_a_changed_parameter_changes_the_match_and_says_what_it_was(stand, page):
    page.ask("change", set={"ball.rolling_deceleration": 0.9})
    assert stand.match.world.league.ball.rolling_deceleration == 0.9
    (row,) = (row for row in page.ask("parameters")["league"] if row["path"] == "ball.rolling_deceleration")
    assert row["value"] == 0.9
    assert row["first"] not in (None, 0.9)


def test_a_clip_can_be_fetched_once_it_is_written(stand, page):
    stand.step(500)
    answer = page.ask("save")
    status, data = stand.get(answer["url"])
    assert status == 200
    assert data.startswith(b"\x89MCAP0\r\n")
    assert data == Path(answer["file"]).read_bytes()
    for name in ("clips/nothing.mcap", "clips/..%2f..%2fetc%2fpasswd", "clips/"):
        assert stand.get(name)[0] == 404


def test_an_older_clip_is_not_written_over(stand, page):
    stand.step(500)
    stand.clips.mkdir(parents=True)
    name = "clip-ssl-div-b-0s-1.mcap"
    for number in range(9):
        (stand.clips / f"{name[:-6]}{number}.mcap").write_bytes(b"of yesterday")
    page.ask("save")
    until(lambda: set(stand.status()["history"]["clips"].values()) == {"saved"})
    assert all((stand.clips / f"{name[:-6]}{number}.mcap").read_bytes() == b"of yesterday" for number in range(9))


def test_clips_saved_at_once_have_different_names_and_at_most_four_are_written_at_a_time(stand, page, monkeypatch):
    gate, write = threading.Event(), sink.write_recording

    def slowly(*arguments, **options):
        assert gate.wait(60)
        write(*arguments, **options)

    monkeypatch.setattr(sink, "write_recording", slowly)
    stand.step(500)
    files = [page.ask("save")["file"] for _ in range(4)]
    with pytest.raises(RefusedError, match="4 clips are being written"):
        page.ask("save")
    gate.set()
    until(lambda: set(stand.status()["history"]["clips"].values()) == {"saved"})
    assert len(set(files)) == 4
    assert sorted(map(str, stand.clips.iterdir())) == sorted(files)


def test_a_clip_that_cannot_be_written_is_said_to_be(stand, page):
    stand.clips.write_text("a file, not a folder")
    answer = page.ask("save")
    until(lambda: stand.status()["history"]["clips"][answer["file"]] != "being written")
    status, text = stand.get(answer["url"])
    assert status == 404
    assert b"cannot be written" in text


def test_scenes_are_saved_listed_and_loaded(stand, page):
    place(page, {"ball": True, "x": 1.0, "y": 1.0, "vx": 1.0, "vy": 0.5})
    before = stand.truth()
    page.ask("save_scene", name="here", title="now")
    place(page, {"ball": True, "x": -2.0, "y": 0.0}, {"team": "blue", "id": 0, "present": False}, gesture=2)
    assert page.ask("scenes")["scenes"][0]["title"] == "now"
    page.ask("load_scene", name="here")
    after = stand.truth()
    assert after["ball"]["position"] == pytest.approx(before["ball"]["position"], abs=1e-5)
    assert _poses(after) == pytest.approx(_poses(before), abs=1e-4)
    for name in ("../here", "", "/etc/passwd", None, 5):
        for ask in ("load_scene", "save_scene"):
            with pytest.raises(RefusedError):
                page.ask(ask, name=name, title="")


def test_what_goes_wrong_with_files_is_said_and_the_match_goes_on(stand, page):
    stand.scenes.write_text("a file, not a folder")
    with pytest.raises(RefusedError, match="cannot be written"):
        page.ask("save_scene", name="a", title="")
    assert "now" not in [scene["title"] for scene in page.ask("scenes")["scenes"]]
    stand.step(1)
    assert stand.status()["tick"] == 1


def test_everything_that_was_done_is_in_the_clip_and_simulates_again(stand, page):
    from robopitch.recording.reader import Recording
    from robopitch.recording.resimulation import simulate_again
    from robopitch.teams import TEAMS

    page.ask("swap", team="yellow", name="chase")
    stand.step(100)
    place(
        page, {"ball": True, "x": 0.5, "y": 0.2, "vx": 1.0}, {"team": "blue", "id": 9, "x": 1, "y": 1, "present": True}
    )
    stand.step(100)
    page.ask("steer", team="blue", id=0, forward=0.5, kick=3, dribble=1)
    page.ask("kick", x=1.0, y=1.0, how="chip")
    stand.step(333)
    page.ask("undo")
    page.ask("change", set={"ball.rolling_deceleration": 0.9}, realism="rc2021")
    page.ask("whistle", whistle="stop")
    page.ask("apply_scene", text="[ball]\nx = 1\nvx = 1\nspin = [1, 2, 3]\n[[blue]]\nid = 0\nx = 1\ny = 1\n")
    stand.step(250)
    answer = page.ask("save")
    until(lambda: stand.status()["history"]["clips"][answer["file"]] == "saved")
    with Recording(Path(answer["file"])) as recording:
        kinds = [type(recorded.input).__name__ for recorded in recording.inputs()]
        verdict = simulate_again(recording, TEAMS)
    assert verdict.same
    assert verdict.ticks == 783 // 20 * 20
    done = {"SwapTeam", "PlaceBall", "PlaceRobot", "Steer", "ChangeSpec", "ChangeRealism", "Whistled"}
    assert set(kinds) == done | {"MoveEpoch"}  # it was reset before
    assert Body(Team.BLUE, 0) in stand.match.world.bodies

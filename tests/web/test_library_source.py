"""Recordings on the page: opened, looked at, plotted, and gone on from."""

import gzip
import json
import random
import socket
import tempfile
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.moving import EPOCH, Moving
from tests.web.stand import in_a_loop

from robopitch import Team
from robopitch.leagues.ssl.formats.log import TOPICS, write_log
from robopitch.messages import PlaceBall, PlaceRobot, Whistle, Whistled
from robopitch.recording.formats.csv_files import write_csv
from robopitch.recording.loading import load_run
from robopitch.recording.reader import Recording
from robopitch.server.history import History
from robopitch.web import schema
from robopitch.web.library.source import Source, open_source
from robopitch.web.library.store import Store

from .promises import problems
from .stand import DEADLINE, HERE, TOKEN, DecodedFrame, RefusedError, Stand, until


class Was:
    """How a match was at a moment."""

    def __init__(self, moving: Moving) -> None:
        world = moving.match.world
        self.ball = [*world.ball.position.tolist(), *world.ball.velocity.tolist()]
        self.robots = {(r.body.team.value, r.body.id): (*r.pose, *r.velocity) for r in world.robots()}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A recording of three seconds, and how it was every 100 ms."""
    path = tmp_path_factory.mktemp("source") / "match.mcap"
    moments = {}
    options = {"realism_overrides": None, "blue": "chase", "yellow": "chase", "seed": 4}
    with closing(Moving(history=History(path), **options)) as moving:
        for turn in range(31):
            moments[round(0.1 * turn, 3)] = Was(moving)
            if turn == 10:
                moving.give(PlaceRobot(Team.BLUE, 7, 1.0, 1.0, present=True), PlaceBall(4.0, 0.1, vx=5.0))
            if turn == 20:
                moving.give(Whistled(Whistle.STOP))
            moving.step(100)
    return path, moments


@pytest.fixture(scope="module")
def log(recorded, tmp_path_factory):
    """The same as a log of the league."""
    path = tmp_path_factory.mktemp("log") / "match.log"
    with Recording(recorded[0]) as recording:
        assert write_log(path, recording.packets(tuple(TOPICS.values()))) > 100
    return path


@pytest.fixture
def source(recorded):
    with closing(open_source(recorded[0], "1 match.mcap")) as source:
        yield source


def check(found: DecodedFrame, was: Was, abs: float = 0.0006) -> None:
    assert found.past
    assert set(found.robots) == set(was.robots)
    assert found.ball[:3] == pytest.approx(was.ball[:3], abs=abs)
    for name, row in was.robots.items():
        assert found.robots[name][:2] == pytest.approx(row[:2], abs=abs)


# ---- a recording ---------------------------------------------------------------------------------------------------


def test_every_moment_of_a_recording_looks_as_it_was(source, recorded):
    assert (source.first, source.last) == pytest.approx((0.0, 3.1))
    for at, was in recorded[1].items():
        found = DecodedFrame(source.frame(at))
        assert (found.time, found.first, found.last) == pytest.approx((at, 0.0, 3.1), abs=1e-6)
        if at != 1.0:  # then somebody did something, which truth of that moment does not know yet
            check(found, was)
            assert found.ball[3:] == pytest.approx(was.ball[3:], abs=1e-3)
        if at > 0.2:
            assert found.seen
            assert found.balls or at > 1.0
            assert all(age <= 0.1 for age, *_ in found.seen.values())


def test_moments_in_any_order_and_between_two_frames_are_found(source, recorded):
    chance = random.Random(1)
    for _ in range(40):
        at = chance.uniform(0.0, 3.1)
        found = DecodedFrame(source.frame(at))
        assert found.time == pytest.approx(at)
        before = DecodedFrame(source.frame(int(at * 50) / 50 + 1e-4))
        assert found.robots == before.robots


@pytest.mark.parametrize(("at", "time"), [(-5.0, 0.0), (1e9, 3.1), (-1e300, 0.0)])
def test_a_moment_outside_is_the_nearest_one(source, at, time):
    assert DecodedFrame(source.frame(at)).time == pytest.approx(time, abs=1e-6)


def test_a_recording_says_what_was_played(source):
    pitch = json.loads(json.dumps(source.pitch()))
    assert problems(pitch, schema.Pitch) == []
    assert (pitch["source"], pitch["league"], pitch["engine"]) == ("1 match.mcap", "ssl-div-b", "turf")
    assert pitch["teams"] == pitch["names"] == {"blue": "chase", "yellow": "chase"}
    assert (pitch["first"], pitch["last"]) == pytest.approx((0.0, 3.1))
    players = {(player["team"], player["id"]) for player in pitch["players"]}
    assert set(DecodedFrame(source.frame(2.0)).robots) <= players


def test_a_recording_knows_the_names_of_teams_from_outside(tmp_path):
    teams = {"blue": "external", "yellow": "external", "names": {"blue": "Tigers"}}
    with closing(Moving(history=History(tmp_path / "a.mcap"), **teams)) as moving:
        moving.step(50)
    with closing(open_source(tmp_path / "a.mcap", "a")) as source:
        assert source.pitch()["names"] == {"blue": "Tigers", "yellow": "yellow"}  # as on the live page


def test_a_recording_says_what_the_referee_ruled_and_when(source):
    rulings = json.loads(json.dumps(source.rulings()))
    assert problems(rulings, list[schema.Ruled]) == []
    assert [ruled["time"] for ruled in rulings] == sorted(ruled["time"] for ruled in rulings)
    (stopped,) = (ruled["referee"] for ruled in rulings if ruled["time"] == pytest.approx(2.0))  # by hand
    assert (stopped["says"], stopped["command"], stopped["phase"]) == ("free play", "stop", "stop")


def test_a_recording_has_its_marks(source):
    marks = json.loads(json.dumps(source.marks()))
    assert problems(marks, list[schema.Mark]) == []
    assert [mark["score"] for mark in marks if mark["kind"] == "goal"] == [{"blue": 1, "yellow": 0}]
    assert [mark["time"] for mark in marks] == sorted(mark["time"] for mark in marks)


def test_the_signals_of_a_recording_can_be_plotted(source):
    signals = source.signals()
    assert "seen.ball.x" in signals.names()
    (trace,) = signals.trace(["ball.x"], None, 10.0)
    assert problems(trace, schema.Trace) == []
    assert trace["times"][0] == pytest.approx(0.0, abs=0.03)
    assert trace["times"][-1] == pytest.approx(3.1, abs=0.03)
    assert source.signals() is signals


def test_the_match_goes_on_from_any_moment_of_a_recording(source, recorded):
    from tests.server.moving import match_of

    for at in (0.0, 0.5, 1.7, 3.0):
        match = match_of(realism_overrides=None, blue="chase", yellow="chase", seed=4)
        match.restore(source.snapshot(at))
        assert match.world.time == pytest.approx(at)
        if at not in (1.0, 2.0):
            assert match.world.ball.position.tolist() == recorded[1][at].ball[:3]


def test_a_clip_of_a_match_that_went_back_in_time_is_shown_as_it_was(tmp_path):
    with closing(Moving(realism="perfect", realism_overrides=None, free_play=False)) as moving:
        moving.give(PlaceBall(0.0, 0.0, vx=1.0))
        moving.step(1000)
        moving.go_back(500)
        moving.give(PlaceBall(0.0, 1.0, vx=-1.0))
        moving.step(900)
        last = Was(moving)
        path = moving.save(tmp_path / "clip.mcap")
    with closing(open_source(path, "clip")) as source:
        assert (source.first, source.last) == pytest.approx((0.0, 1.4), abs=1e-6)
        found = DecodedFrame(source.frame(1.4))
        check(found, last)
        assert found.balls[0][1:] == pytest.approx(last.ball[:2], abs=0.1)
        assert DecodedFrame(source.frame(0.4)).ball[1] == pytest.approx(0.0, abs=1e-6)


def test_a_recording_without_packets_has_its_truth_all_the_same(tmp_path):
    with closing(Moving(history=History(tmp_path / "a.mcap", packets=False))) as moving:
        moving.step(500)
        was = Was(moving)
    with closing(open_source(tmp_path / "a.mcap", "a")) as source:
        found = DecodedFrame(source.frame(0.5))
        check(found, was)
        assert found.seen == {}


@pytest.mark.parametrize("league", ["msl", "mirosot-5v5", "vss-3v3"])
def test_recordings_of_other_leagues_are_opened_too(league, tmp_path):
    options = {"realism": None, "realism_overrides": None, "players": None, "blue": "chase", "yellow": "chase"}
    with closing(Moving(history=History(tmp_path / "a.mcap"), league=league, **options)) as moving:
        moving.step(300)
        was = Was(moving)
    with closing(open_source(tmp_path / "a.mcap", "a")) as source:
        check(DecodedFrame(source.frame(0.3)), was)
        assert problems(json.loads(json.dumps(source.pitch())), schema.Pitch) == []
        source.signals().names()


# ---- logs and tables -----------------------------------------------------------------------------------------------


def test_a_log_of_the_league_shows_what_a_tracker_had(log, recorded, tmp_path):
    packed = tmp_path / "match.log.gz"
    packed.write_bytes(gzip.compress(log.read_bytes()))
    for path in (log, packed):
        with closing(open_source(path, path.name)) as source:
            assert problems(json.loads(json.dumps(source.pitch())), schema.Pitch) == []
            assert problems(json.loads(json.dumps(source.marks())), list[schema.Mark]) == []
            assert source.pitch()["league"] == "ssl-div-b"
            start = source.first
            for at in (0.5, 1.5, 2.5):
                check_log(source, recorded[1][at], at, start)
            with pytest.raises(ValueError, match="log"):
                source.snapshot(source.first)
            assert "tracked.ball.x" in source.signals().names()


def check_log(source: Source, was: Was, at: float, start: float) -> None:
    """A tracker of the truth sends a hundred times a second; the log begins with its first packet."""
    found = DecodedFrame(source.frame(at - (0.01 if start == 0 else 0.0)))
    assert set(found.robots) == set(was.robots)
    assert found.ball[:2] == pytest.approx(was.ball[:2], abs=0.12)
    for name, row in was.robots.items():
        assert found.robots[name][:2] == pytest.approx(row[:2], abs=0.06)


def test_tables_that_were_exported_are_opened_if_they_say_where_things_were(recorded, tmp_path):
    paths = {path.name: path for path in write_csv(load_run(recorded[0]), tmp_path / "match.csv")}
    for kind in ("truth", "seen", "tracked"):
        with closing(open_source(paths[f"match.{kind}.csv"], kind)) as source:
            assert len(DecodedFrame(source.frame(1.5)).robots) == 5
            assert problems(json.loads(json.dumps(source.pitch())), schema.Pitch) == []
    with pytest.raises(ValueError, match="it has no positions of the ball or of robots"):
        open_source(paths["match.referee.csv"], "referee")


DAMAGES = {
    "nothing": lambda data: b"",
    "rubbish": lambda data: bytes(range(256)) * 40,
    "cut at its head": lambda data: data[:50],
    "only magic": lambda data: data[:8],
    "text": lambda data: b"hello",
    "zeros": lambda data: data[:8] + b"\0" * 10_000,
}


@pytest.mark.parametrize("what", DAMAGES)
@pytest.mark.parametrize("ending", [".mcap", ".log", ".log.gz", ".mi20", ".csv", ".parquet"])
def test_a_file_that_is_no_recording_is_refused_with_a_word(recorded, tmp_path, what, ending):
    path = tmp_path / f"a{ending}"
    path.write_bytes(DAMAGES[what](recorded[0].read_bytes()))
    with pytest.raises(ValueError) as refused:  # noqa: PT011 the words differ by format
        open_source(path, "a")
    assert path.name in str(refused.value)


def test_whatever_is_damaged_in_a_recording_it_is_opened_or_refused(recorded, tmp_path):
    chance, good = random.Random(3), recorded[0].read_bytes()
    opened = 0
    for turn in range(40):
        data = bytearray(good[: chance.randrange(len(good))] if turn % 2 else good)
        for _ in range(chance.choice([1, 10, 1000])):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path = tmp_path / f"{turn}.mcap"
        path.write_bytes(data)
        try:
            source = open_source(path, "a")
        except ValueError:
            continue
        with closing(source):
            opened += 1
            for at in (0.0, 1.0, 3.0):
                DecodedFrame(source.frame(at))
    assert opened > 3


# ---- on the page ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    options = {"blue": "chase", "yellow": "chase", "seed": 4, "realism": "realistic", "epoch": EPOCH}
    with pytest.MonkeyPatch.context() as patch, Stand(tmp_path_factory.mktemp("stand"), **options) as stand:
        patch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("uploads")))  # where it keeps what is sent to it
        yield stand


@pytest.fixture
def stand(shared):
    visitor = shared.visit()
    visitor.ask("control", take=True)
    visitor.ask("reset")
    visitor.close()
    return shared


def files() -> list[str]:
    """What pages have sent, as it lies on the disk."""
    return sorted(path.name for path in Path(tempfile.gettempdir()).glob("robopitch-*/*"))


def send(stand: Stand, path: Path, name: str | None = None) -> str:
    status, text = stand.post(f"recordings?name={name or path.name}", path.read_bytes())
    assert status == 200, text
    return json.loads(text)["source"]


def test_a_recording_that_is_dropped_is_watched_by_who_wants_to(stand, recorded):
    source = send(stand, recorded[0])
    viewer, live = stand.visit(), stand.visit()
    viewer.ask("watch", source=source)
    assert viewer.told("pitch", source=source)["last"] == pytest.approx(3.1)
    assert viewer.told("marks", source=source)["anew"]
    check(DecodedFrame(viewer.see(at=0.5)), recorded[1][0.5])
    assert DecodedFrame(viewer.see()).time == pytest.approx(0.0)
    assert not DecodedFrame(live.see()).past
    names = viewer.ask("signals")["names"]
    assert "ball.x" in names
    (trace,) = viewer.ask("trace", expressions=["ball.x"], seconds=10)["traces"]
    assert trace["times"][-1] > 3.0
    with pytest.raises(RefusedError, match="table"):
        viewer.ask("table")
    stand.step(100)
    live.catch_up(0.1)
    viewer.listen(0.1)
    assert all(tell["source"] == source for tell in viewer.tells[-3:] if tell["tell"] == "pitch")
    viewer.ask("watch", source="live")
    assert viewer.told("pitch", source="live")
    assert viewer.catch_up(0.1).last == pytest.approx(0.1)


def test_a_page_that_watches_a_recording_hears_nothing_of_the_live_pitch(stand, recorded):
    source = send(stand, recorded[0])
    viewer, live = stand.visit(), stand.visit()
    viewer.ask("watch", source=source)
    viewer.told("marks", source=source)
    viewer.tells.clear()
    live.ask("control", take=True)
    live.ask("swap", team="blue", name="still")
    live.told("marks", anew=False)
    viewer.told("status")
    assert {tell["tell"] for tell in viewer.tells} <= {"status", "roles", "note"}


@pytest.mark.parametrize("source", ["nothing", "", "../x", "99 a.mcap", None, 5, ["live"]])
def test_a_recording_that_is_not_there_cannot_be_watched(stand, source):
    viewer = stand.visit()
    with pytest.raises(RefusedError, match=r"no recording|a text of at most"):
        viewer.ask("watch", source=source)
    assert not DecodedFrame(viewer.see()).past


@pytest.mark.parametrize("at", ["x", True, [1], {}])
def test_a_moment_that_is_none_is_refused_in_a_recording_too(stand, recorded, at):
    viewer = stand.visit()
    viewer.ask("watch", source=send(stand, recorded[0]))
    viewer.send(ask="see", at=at)
    while not viewer.answers:
        viewer.hear()
    assert "at: a time in seconds is wanted" in viewer.answers[0]["error"]


def test_the_live_match_goes_on_from_a_moment_of_a_recording(stand, recorded):
    source = send(stand, recorded[0])
    viewer = stand.visit()
    viewer.ask("control", take=True)
    viewer.ask("watch", source=source)
    assert viewer.ask("branch", at=1.5)["time"] == pytest.approx(1.5)
    assert stand.truth()["ball"]["position"] == recorded[1][1.5].ball[:3]
    assert viewer.told("rewound")["time"] == pytest.approx(1.5)
    check_live = viewer.catch_up(1.5)
    assert not check_live.past
    stand.step(200)
    assert stand.truth()["time"] == pytest.approx(1.7)
    assert stand.truth()["ball"]["position"] == pytest.approx(recorded[1][1.7].ball[:3], abs=1e-9)


def test_a_spectator_cannot_go_on_from_a_recording(stand, recorded):
    source = send(stand, recorded[0])
    first, second = stand.visit(), stand.visit()
    first.ask("control", take=True)
    second.ask("watch", source=source)
    with pytest.raises(RefusedError, match="take control first"):
        second.ask("branch", at=1.0)
    assert stand.status()["tick"] == 0


def test_a_match_does_not_go_on_from_a_log_or_another_league(stand, log, tmp_path):
    other = tmp_path / "other.mcap"
    options = {"realism": None, "realism_overrides": None, "blue": "chase", "yellow": "chase"}
    with closing(Moving(history=History(other), league="vss-3v3", **options)) as moving:
        moving.step(300)
    viewer = stand.visit()
    viewer.ask("control", take=True)
    for path, at in ((log, 1.0), (other, 0.2)):
        viewer.ask("watch", source=send(stand, path))
        before = stand.fingerprint
        with pytest.raises(RefusedError, match=r"\w{4,}"):
            viewer.ask("branch", at=at)
        assert stand.fingerprint == before
    with pytest.raises(RefusedError, match="time in seconds"):
        viewer.ask("branch", at="now")


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_file_is_a_message_and_nothing_is_kept(stand, recorded, what):
    before = files()
    for name in ("a.mcap", "a.log", "a.log.gz", "a.csv", "a.parquet", "a.mi20"):
        status, text = stand.post(f"recordings?name={name}", DAMAGES[what](recorded[0].read_bytes()))
        assert status == 400
        error = json.loads(text)["error"]
        assert error.startswith(name)
        assert "/tmp" not in error
    assert files() == before


@pytest.mark.parametrize(
    "name", ["a.txt", "a", "", "mcap", "..", "../../a.exe", "a.mcap/", "%00.mcap.sh", "a.mcap%0a", "%2e%2e%2fa.toml"]
)
def test_a_file_of_another_kind_is_not_even_taken(stand, name):
    before = files()
    status, text = stand.post(f"recordings?name={name}", b"x" * 1000)
    assert status == 400
    assert ".mcap" in json.loads(text)["error"]
    assert files() == before


@pytest.mark.parametrize(
    "name",
    [
        "..%2F..%2Fa.mcap",
        "%2Fetc%2Fa.mcap",
        "..%5C..%5Ca.mcap",
        "a%20b.MCAP",
        "%E2%9A%BD.mcap",
        "x" * 300 + ".mcap",
        "%F0%9F%98%80" * 70 + ".mcap",
        "%FF.mcap",
        "a%00b.mcap",  # which no file could be called
    ],
)
def test_whatever_a_recording_is_called_it_lies_in_its_folder(stand, recorded, name):
    source = send(stand, recorded[0], name)
    assert "/" not in source
    assert sum(path.is_file() for path in Path(tempfile.gettempdir()).rglob("*")) == len(files())
    stand.visit().ask("watch", source=source)


def test_only_so_many_recordings_are_kept_also_on_disk(stand, recorded):
    viewer = stand.visit()
    first = send(stand, recorded[0])
    viewer.ask("watch", source=first)
    for _ in range(16):
        last = send(stand, recorded[0])
    assert len(files()) == 16
    with pytest.raises(RefusedError, match="no recording"):
        stand.visit().ask("watch", source=first)
    viewer.send(ask="see", at=1.0)
    while not viewer.answers:
        viewer.hear()
    assert "no longer open" in viewer.answers[0]["error"]
    viewer.ask("watch", source=last)
    viewer.see(at=1.0)


def test_a_file_that_comes_only_half_is_not_kept(stand, recorded):
    before = files()
    data = recorded[0].read_bytes()
    with socket.create_connection((HERE, stand.port), DEADLINE) as raw:
        head = f"POST /recordings?name=half.mcap HTTP/1.1\r\nHost: {HERE}:{stand.port}\r\n"
        raw.sendall(
            f"{head}Authorization: Bearer {TOKEN}\r\nContent-Length: {len(data)}\r\n\r\n".encode()
            + data[: len(data) // 2]
        )
        until(lambda: files() != before)
    end = time.monotonic() + 2.0
    while files() != before and time.monotonic() < end:
        time.sleep(0.01)
    assert files() == before


def test_when_the_shelf_is_closed_nothing_is_left(tmp_path, recorded, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    async def parts():
        yield recorded[0].read_bytes()

    store = Store()
    entry = in_a_loop(store.take("a.mcap", parts()))
    (folder,) = tmp_path.iterdir()
    assert entry == {"source": "1 a.mcap", "title": "a.mcap"}
    assert entry["source"] in store
    assert folder.is_dir()
    store.close()
    assert not folder.exists()
    assert entry["source"] not in store

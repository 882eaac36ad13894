"""Drawings of a team over the network."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.pitch import Pitch, open_server

import robopitch
from robopitch.messages import Drawn, Published, Refusal, Shape, Team
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink
from robopitch.teams import TEAMS
from robopitch.wire.publishing import decode_said, encode_drawn


def said(*shapes, team="blue", layer="path", **more):
    return decode_said(json.dumps({"team": team, "layer": layer, "shapes": list(shapes), **more}).encode())


GOLDEN = {
    '{"line": [[0, 0], [1, 0.5], [2, 0.5]], "colour": "#e69f00"}': Shape(
        "line", ((0.0, 0.0), (1.0, 0.5), (2.0, 0.5)), "#e69f00"
    ),
    '{"arrow": [[2, 0.5], [2.5, 1]], "colour": "#0072b2", "width": 0.02}': Shape(
        "arrow", ((2.0, 0.5), (2.5, 1.0)), "#0072b2", width=0.02
    ),
    '{"polygon": [[0, 0], [1, 0], [1, 1]], "colour": "#09e"}': Shape(
        "polygon", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)), "#09e"
    ),
    '{"circle": [2.5, 1], "radius": 0.2, "color": "#CC79A7"}': Shape("circle", ((2.5, 1.0),), "#CC79A7", 0.2),
    '{"text": "pässe ⚽", "at": [2.5, 1.3], "colour": "white"}': Shape("text", ((2.5, 1.3),), "white", text="pässe ⚽"),
    '{"line": [[-100, 100], [100, -100]]}': Shape("line", ((-100.0, 100.0), (100.0, -100.0)), "#e69f00"),
}


@pytest.mark.parametrize("text", GOLDEN)
def test_each_kind_of_shape_is_read_as_it_is_documented(text):
    data = f'{{"team": "yellow", "layer": "my path", "shapes": [{text}]}}'.encode()
    assert decode_said(data) == Drawn(Team.YELLOW, "my path", (GOLDEN[text],))


def test_the_example_of_the_documentation_is_read():
    from importlib.resources import files

    readme = (files("robopitch.wire.publishing") / "README.md").read_text(encoding="utf-8")
    example = readme[readme.index('{"team": "blue", "layer"') :].split("\n\n")[0]
    found = decode_said(example.encode())
    assert isinstance(found, Drawn)
    assert [shape.kind for shape in found.shapes] == ["line", "arrow", "polygon", "circle", "text"]


def test_what_is_drawn_comes_back():
    drawn = Drawn(Team.BLUE, "everything", tuple(GOLDEN.values()))
    assert decode_said(encode_drawn(drawn)) == drawn
    assert decode_said(encode_drawn(Drawn(Team.BLUE, "x", ()))) == Drawn(Team.BLUE, "x", ())


def test_signals_still_come_over_the_same_port():
    assert decode_said(b'{"team": "blue", "signals": {"a": 1}}') == Published(Team.BLUE, {"a": 1.0})


LINE = {"line": [[0, 0], [1, 1]]}


@pytest.mark.parametrize(
    "shape",
    [
        {},
        [],
        None,
        1,
        "line",
        {"line": []},
        {"line": [[0, 0]]},
        {"line": [0, 0]},
        {"line": 5},
        {"line": None},
        {"line": {"0": [0, 0]}},
        {"line": ["ab", "cd"]},
        {"line": [[0, 0], [1, 1, 1]]},
        {"line": [[0, 0], [1]]},
        {"line": [[0, 0], [1, "1"]]},
        {"line": [[0, 0], [1, True]]},
        {"line": [[0, 0], [1, None]]},
        {"line": [[0, 0], [1, 100.1]]},
        {"line": [[0, 0], [-1e9, 0]]},
        {"line": [[0, 0], [float("nan"), 0]]},
        {"line": [[0, 0], [float("inf"), 0]]},
        {"line": [[0, 0], [10**400, 0]]},
        {"arrow": [[0, 0]]},
        {"arrow": [[0, 0], [1, 1], [2, 2]]},
        {"polygon": [[0, 0], [1, 1]]},
        {"circle": [0, 0]},
        {"circle": [0, 0], "radius": -1},
        {"circle": [0, 0], "radius": 101},
        {"circle": [0, 0], "radius": "1"},
        {"circle": [0, 0], "radius": 10**400},
        {"circle": [[0, 0]], "radius": 1},
        {"text": "x"},
        {"text": 5, "at": [0, 0]},
        {"text": "x" * 101, "at": [0, 0]},
        {"text": "x", "at": [0]},
        {"text": "x", "at": "00"},
        {"text": "\ud800", "at": [0, 0]},
        {**LINE, "colour": "red;background:url(x)"},
        {**LINE, "colour": "#12"},
        {**LINE, "colour": "#1234567"},
        {**LINE, "colour": "#ggg"},
        {**LINE, "colour": "#fff\n"},
        {**LINE, "colour": "Red"},
        {**LINE, "colour": ""},
        {**LINE, "colour": 5},
        {**LINE, "colour": None},
        {**LINE, "width": -0.1},
        {**LINE, "width": 11},
        {**LINE, "width": "1"},
        {**LINE, "width": None},
        {**LINE, "width": 10**400},
    ],
)
def test_a_shape_that_makes_no_sense_is_refused_with_a_word_about_what_would(shape):
    found = said(LINE, shape)
    assert isinstance(found, Refusal)
    assert found.code == "DRAWING"
    assert "would be right" in found.message
    assert len(found.message) <= 300
    found.message.encode()


@pytest.mark.parametrize("layer", ["", "x" * 41, "a\nb", "\0", 5, None, ["a"], "\ud800"])
def test_a_layer_has_a_name_that_can_be_shown(layer):
    assert isinstance(said(LINE, layer=layer), Refusal)


@pytest.mark.parametrize("team", ["green", "", None, 0, ["blue"], {"a": 1}])
def test_only_the_two_teams_draw(team):
    assert isinstance(said(LINE, team=team), Refusal)


@pytest.mark.parametrize("shapes", [{}, "shapes", 5, None, True])
def test_shapes_are_a_list(shapes):
    found = decode_said(json.dumps({"team": "blue", "layer": "a", "shapes": shapes}).encode())
    assert isinstance(found, Refusal)


@pytest.mark.parametrize("data", [b'"shapes"', b'["shapes"]', b'{"shapes": []}', b"null", b"7", b'{"shapes": [' * 5000])
def test_what_only_mentions_shapes_is_refused(data):
    assert isinstance(decode_said(data), Refusal)


def test_as_many_shapes_and_points_as_promised_are_taken_and_no_more():
    assert isinstance(said(*[LINE] * 500), Drawn)
    assert isinstance(said(*[LINE] * 501), Refusal)
    assert isinstance(said({"line": [[0, 0]] * 2000}), Drawn)
    assert isinstance(said({"line": [[0, 0]] * 1999}, LINE), Refusal)
    assert isinstance(said({"text": "x" * 100, "at": [0, 0]}, layer="x" * 40), Drawn)


wild = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS = ["line", "polygon", "arrow", "circle", "text", "radius", "at", "colour", "color", "width", "layer", "team"]
shapes = st.dictionaries(st.sampled_from(KEYS), wild, max_size=4) | wild


@given(st.fixed_dictionaries({"shapes": st.lists(shapes, max_size=3) | wild, "layer": wild, "team": wild}))
def test_whatever_is_said_about_shapes_nothing_is_raised(message):
    found = decode_said(json.dumps(message).encode())
    assert isinstance(found, Drawn | Refusal)


@given(st.binary(max_size=200))
def test_whatever_bytes_come_nothing_is_raised(data):
    assert isinstance(decode_said(data), Drawn | Published | Refusal)


def test_a_good_message_with_any_byte_changed_raises_nothing():
    data = bytearray(encode_drawn(Drawn(Team.BLUE, "everything", tuple(GOLDEN.values()))))
    chance = random.Random(4)
    for _ in range(3000):
        changed = bytearray(data)
        for _ in range(chance.choice([1, 1, 2, 5])):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        found = decode_said(bytes(changed))
        assert isinstance(found, Drawn | Published | Refusal)
        if isinstance(found, Drawn):
            json.dumps([shape._asdict() for shape in found.shapes], ensure_ascii=False, allow_nan=False).encode()


# ---- in a match ----------------------------------------------------------------------------------------------------


def test_a_drawing_changes_nothing_and_is_in_the_recording(tmp_path):
    prints = []
    drawn = Drawn(Team.YELLOW, "everything", tuple(GOLDEN.values()))
    for draws in (False, True):
        match = robopitch.make_match("ssl-div-b", players=2, seed=3, blue="chase", yellow="chase")
        path = tmp_path / f"{draws}.mcap"
        sink = FileSink(path, describe(match))
        recorder = Recorder(match, [sink])
        for _ in range(10):
            if draws:
                assert match.offer("signals", drawn) == ()
            match.advance(match.tick + 37)
        recorder.close()
        sink.close()
        prints.append(match.world.fingerprint())
    assert prints[0] == prints[1]
    with Recording(path) as recording:
        found = [recorded.input for recorded in recording.inputs()]
        assert found == [drawn] * 10
        assert simulate_again(recording, TEAMS).same


@pytest.fixture
def pitch():
    pitch = Pitch(open_server(1.0, True, league="ssl-div-b", players=1, realism="perfect"))
    yield pitch
    pitch.close()


class Listener:
    """Records the inputs of a match."""

    def __init__(self, pitch: Pitch) -> None:
        self.inputs: list[object] = []
        pitch.match.observe(self, 1.0)

    def on_input(self, source, sequence, input):
        self.inputs.append(input)

    def on_derived(self, source, tick, inputs):
        pass

    def on_decision(self, decision):
        pass

    def on_events(self, events):
        pass

    def on_sample(self, match):
        pass


def test_the_endpoint_takes_signals_and_drawings_and_counts_the_rest(pitch):
    heard = Listener(pitch)
    team = pitch.client(pitch.ports["signals"])
    for number, data in enumerate(
        [
            b'{"team": "blue", "signals": {"a": 1}}',
            encode_drawn(Drawn(Team.BLUE, "a", ())),
            b'{"team": "blue", "layer": "b", "shapes": [5]}',
            b'{"team": "blue", "layer": "c", "shapes": [{"circle": [1' + b"0" * 400 + b', 0], "radius": 1}]}',
            b"rubbish",
            encode_drawn(Drawn(Team.YELLOW, "a", ())),
        ]
    ):
        team.send(data)
        pitch.heard("signals", number + 1)
    assert pitch.status()["links"]["signals"]["refused"] == {"DRAWING": 2, "UNREADABLE": 1}
    kinds = [type(input) for input in heard.inputs]
    assert kinds == [Published, Drawn, Drawn]


def circles(count: int, layer: str = "a") -> list[Drawn]:
    return [Drawn(Team.BLUE, layer, (Shape("circle", ((0.0, 0.0),), "red", turn / 10),)) for turn in range(count)]


def test_the_last_word_of_a_flood_counts(pitch):
    heard = Listener(pitch)
    team = pitch.client(pitch.ports["signals"])
    for drawn in [*circles(200), Drawn(Team.BLUE, "a", ())]:
        team.send(encode_drawn(drawn))
    pitch.heard("signals", 201)
    pitch.wait(lambda: bool(heard.inputs) and heard.inputs[-1] == Drawn(Team.BLUE, "a", ()))


def test_of_a_flood_of_drawings_a_recording_keeps_what_could_be_seen(tmp_path):
    match = robopitch.make_match("ssl-div-b", players=1, seed=3, realism=None)
    sink = FileSink(tmp_path / "a.mcap", describe(match))
    recorder = Recorder(match, [sink], rate=50.0)
    for _ in range(10):
        for drawn in [*circles(100), *circles(50, "b")]:
            match.offer("signals", drawn)
        match.advance(match.tick + 20)
    recorder.close()
    sink.close()
    with Recording(tmp_path / "a.mcap") as recording:
        found = [recorded.input for recorded in recording.inputs()]
        assert found == [circles(100)[-1], circles(50, "b")[-1]] * 10
        assert simulate_again(recording, TEAMS).same


def test_what_is_drawn_in_the_last_moment_is_recorded_too(tmp_path):
    match = robopitch.make_match("ssl-div-b", players=1, seed=3, realism=None)
    sink = FileSink(tmp_path / "a.mcap", describe(match))
    recorder = Recorder(match, [sink])
    match.advance(100)
    match.offer("signals", circles(1)[0])
    match.advance(100)
    recorder.close()
    sink.close()
    with Recording(tmp_path / "a.mcap") as recording:
        assert [recorded.input for recorded in recording.inputs()] == circles(1)


def test_a_layer_that_is_taken_away_at_once_is_gone(pitch):
    heard = Listener(pitch)
    team = pitch.client(pitch.ports["signals"])
    team.send(encode_drawn(Drawn(Team.BLUE, "a", tuple(GOLDEN.values()))))
    team.send(encode_drawn(Drawn(Team.BLUE, "a", ())))
    pitch.wait(lambda: len(heard.inputs) == 2)
    assert heard.inputs[-1].shapes == ()


def test_there_are_not_endless_layers(pitch):
    heard = Listener(pitch)
    team = pitch.client(pitch.ports["signals"])
    for number in range(70):
        team.send(encode_drawn(Drawn(Team.BLUE, f"layer {number}", ())))
        if number % 10 == 9:
            pitch.heard("signals", number + 1)
    assert pitch.status()["links"]["signals"]["refused"] == {"DRAWING": 6}
    assert len(heard.inputs) == 64
    assert team.waiting() == []

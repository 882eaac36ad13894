"""The panels of the page on programs of robots, their data bases and the base station."""

import math

import pytest
from tests.leagues.msl.agents.test_processes import PERIOD, Pitch

import robopitch
from robopitch import Team
from robopitch.leagues.msl.agents.process import AgentProcess
from robopitch.leagues.msl.agents.processes import Processes
from robopitch.leagues.msl.agents.team_views import team_views
from robopitch.leagues.msl.rtdb.formation_record import decode_formation, encode_formation
from robopitch.leagues.msl.rtdb.record_text import record_text
from robopitch.leagues.msl.rtdb.team_rtdb import BASE_STATION
from robopitch.leagues.msl.wire.agents import Wake, encode
from robopitch.leagues.msl.wire.rtdb import ItemId, cambada_configuration
from robopitch.leagues.msl.wire.rtdb.store import Reading
from robopitch.measure.event_text import game_text
from robopitch.messages import ChangeFormation, ChangeSensor, Refusal
from robopitch.net import REAL
from robopitch.teams import policy
from robopitch.teams.formation import Formation, Spot, formation_in

STARTED = {"pid": 77, "restarts": 2, "text": "runs"}
FORMATION = Formation((Spot(1.0, 2.0, 0.5, 0.25),), (Spot(-3.0, 0.5), Spot(-30.0, -1.0, -0.001, 2.0)))


def cells(view, row):
    return {column.title: cell for column, cell in zip(view.columns, row.cells, strict=True)}


@pytest.fixture(scope="module")
def played():
    """Two agents of blue that played half a second over their data bases, and their panels."""
    pitch = Pitch()
    league, agents = pitch.match.world.league, {}
    for id in (0, 1):
        io, connection = pitch.join(id=id, name="cambada")
        agents[id] = AgentProcess(league, Team.BLUE, id, "cambada", policy("cambada"), ("", 0), REAL), io, connection
        pitch.match.offer("page", ChangeSensor(f"blue {id} battery", {"rate": 25.0}))
    pitch.match.offer("page", ChangeFormation(Team.BLUE, FORMATION.attack, FORMATION.defence))
    for tick in range(PERIOD, 20 * PERIOD, PERIOD):
        pitch.match.advance(tick)
        for process, io, connection in agents.values():
            for wake in [message for message in io.sent if isinstance(message, Wake)]:
                connection.on_data(encode(process.on_wake(wake)))
            io.sent.clear()
    assert not any(io.refused for _, io, _ in agents.values())
    views = {view.name: view for view in team_views(pitch.processes)}
    return pitch, {id: process for id, (process, _, _) in agents.items()}, views


def test_agents_have_their_cycles_and_what_the_server_knows_of_them(played):
    _, agents, views = played
    table = views["agents"].read({"blue 1": STARTED, "yellow 2": {**STARTED, "pid": None}})
    rows = {row.key: cells(views["agents"], row) for row in table.rows}
    assert list(rows) == ["blue 0 cambada", "blue 1 cambada", "yellow 2"]
    first, second, third = rows.values()
    assert (first["program"], first["id"], first["process"]) == ("cambada", 0, None)
    assert [row.group for row in table.rows] == ["blue", "blue", "yellow"]
    assert first["cycles"] == agents[0].cycles > 10
    assert first["missed"] == 0
    assert first["cycle"] > 0
    assert (second["process"], second["restarts"], second["state"]) == (77, 2, "waits")
    assert (third["state"], third["restarts"], third["cycles"]) == ("does not run", 2, None)
    assert table.rows[2].tone == "warn"
    assert "0 of" in table.note


def test_data_bases_list_what_was_written_with_age_and_value(played):
    _, _, views = played
    view = views["rtdb"]
    rows = {row.key: row for row in view.read({}).rows}
    vision = rows[f"blue/2/2/{int(ItemId.VISION_INFO)}"]
    assert vision.group == "blue 1"
    assert cells(view, vision) | {"age": 0} == {
        "record": "VISION_INFO",
        "of": "CAMBADA_2",
        "area": "local",
        "size": 8052,
        "age": 0,
        "period": None,
    }
    heard = rows[f"blue/2/1/{int(ItemId.ROBOT_WS)}"]  # what robot 1 knows of robot 0, by radio
    assert cells(view, heard)["area"] == "shared"
    assert cells(view, heard)["period"] == 100
    assert 0 < cells(view, heard)["age"] < 400
    assert f"blue/1/2/{int(ItemId.VISION_INFO)}" not in rows  # local records stay on their robot
    assert f"blue/1/1/{int(ItemId.FRONT_VISION_INFO)}" not in rows  # nobody has written it
    text = view.detail(heard.key)
    assert "number: 0\n" in text
    assert "ball:\n  place: (" in text
    assert "lines: " in view.detail(vision.key)
    for key in ("blue/9/9/9", "blue/1/1/4", "blue/1/1/99", "red/1/1/0", "blue/1/-1/0", "rubbish", ""):
        assert view.detail(key) is None


def test_every_record_has_a_text_whatever_its_bytes_are():
    for item in {item for agent in cambada_configuration().agents for item in (*agent.shared, *agent.local)}:
        for data in (bytes(item.size), b"\xff" * item.size, b"", b"abc"):
            assert isinstance(record_text(item, Reading(data, 0)), str)


def test_the_base_station_shows_what_its_robots_told_by_radio(played):
    pitch, agents, views = played
    view = views["coach"]
    table = view.read({})
    assert table.note == f"Game: {game_text(pitch.match.game)}."
    rows = [cells(view, row) for row in table.rows]
    assert [row["robot"] for row in rows] == [0, 1]
    store = pitch.processes.stores[Team.BLUE][BASE_STATION]
    for row in rows:
        assert row["battery"] == pytest.approx(25.0, abs=3.0)
        assert row["age"] == store.get(row["robot"] + 1, ItemId.ROBOT_WS).age
        record = agents[row["robot"]].agent.agent.record
        if row["state"] == "plays":
            assert math.dist((row["x"], row["y"]), record.pose[:2]) < 0.5
        else:
            assert row["x"] is None


def test_agents_get_the_formation_of_the_coach_from_the_base_station(played):
    _, agents, _ = played
    for process in agents.values():
        assert formation_in(process.agent.agent.memory) == FORMATION


def test_agents_in_the_process_of_the_match_are_listed_too():
    match = robopitch.make_match("msl", blue="cambada", yellow="still", players=2, seed=2, sees="onboard")
    views = {view.name: view for view in team_views(Processes(match))}
    assert "no robot has a program" in views["agents"].read({}).note.lower()
    assert "share no records" in views["coach"].read({}).note
    match.advance(10 * PERIOD)
    assert [cells(views["agents"], row)["state"] for row in views["agents"].read({}).rows] == ["in process"] * 2
    assert [cells(views["coach"], row)["robot"] for row in views["coach"].read({}).rows] == [0, 1]


def test_a_formation_fits_into_its_record():
    data = encode_formation(FORMATION)
    place = cambada_configuration().find(BASE_STATION, ItemId.FORMATION_INFO)
    assert len(data) == place.item.size
    assert decode_formation(data) == FORMATION
    assert decode_formation(encode_formation(None)) is None
    for bad in (b"", data[:-1], b"\0" * 88, b"RPF1\x09\x09" + bytes(82), b"RPF1\x01\x01" + b"\xff\x7f" * 41):
        assert isinstance(decode_formation(bad), Refusal)

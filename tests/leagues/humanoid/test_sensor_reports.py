"""Reports of IMU and feet in recordings: as signals, for plots and for the page."""

import json
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import robopitch
from robopitch.cli.app import app
from robopitch.leagues import sensor_reports
from robopitch.leagues.publishing import Publishers
from robopitch.leagues.registry import family_of
from robopitch.leagues.sensor_reports import RecordedReport, decode_report
from robopitch.measure.live import Sampler
from robopitch.messages import Refusal
from robopitch.recording.header import describe
from robopitch.recording.loading import load_run
from robopitch.recording.memory import MemorySink
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink
from robopitch.web.library.source import open_source

SECONDS = 0.3
ROLL, LOAD = "sensor.blue_0_imu.roll", "sensor.blue_0_left_foot.front_left"


def match():
    return robopitch.make_match("humanoid-kid", players={"blue": 1, "yellow": 0}, seed=4, epoch=1000.0)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """The file of a short match, and the reports that its sensors delivered."""
    path, played, league = tmp_path_factory.mktemp("m") / "m.mcap", match(), family_of("humanoid")
    sink = FileSink(path, describe(played))
    recorder = Recorder(played, [sink])
    reports = []
    for published in Publishers(played, league).go(round(SECONDS / played.world.timestep)):
        reports += published.outputs
        recorder.packets_sent([(league.channels[one.channel].topic, one.data) for one in published.packets])
    recorder.close()
    sink.close()
    return path, reports


def test_what_imu_and_feet_reported_is_read_back_as_signals_with_units_and_the_times_of_capture(recorded):
    path, reports = recorded
    signals = load_run(path).signals
    for sensor, value, unit in (
        ("blue 0 imu", "gyro_x", "rad/s"),
        ("blue 0 imu", "acceleration_z", "m/s2"),
        ("blue 0 imu", "roll", "rad"),
        ("blue 0 left_foot", "front_left", "N"),
        ("blue 0 right_foot", "switch_back_left", "1"),
        ("blue 0 right_foot", "centre_y", "m"),
    ):
        own = [one for one in reports if one.sensor == sensor and value in one.values]
        found = signals[f"sensor.{sensor.replace(' ', '_')}.{value}"]
        assert len(own) > 10
        assert found.unit == unit
        np.testing.assert_allclose(found.times, [one.capture for one in own], atol=1e-6)
        np.testing.assert_allclose(found.values, [one.values[value] for one in own], atol=1e-6)


def test_a_report_is_encoded_when_somebody_reads_it_and_not_before(monkeypatch):
    encoded, read = sensor_reports._encoded, []
    monkeypatch.setattr(sensor_reports, "_encoded", lambda *of: read.append(of) or encoded(*of))
    played, league, memory = match(), family_of("humanoid"), MemorySink(60.0)
    recorder = Recorder(played, [memory])
    reports = []
    for published in Publishers(played, league).go(round(SECONDS / played.world.timestep)):
        reports += published.outputs
        recorder.packets_sent([(league.channels[one.channel].topic, one.content) for one in published.packets])
    assert (len(reports) > 20, read) == (True, [])
    remembered = [decode_report(entry.data)[0] for entry in memory.entries() if entry.topic == "/reports"]
    assert [one.sensor for one in remembered] == [report.sensor for report in reports]
    for one, report in zip(remembered, reports, strict=True):
        assert one.capture == played.epoch + report.capture
        assert one.values == {name: round(float(value), 6) for name, value in report.values.items()}
        assert one.units == {name: report.units[name] for name in one.values}
    recorder.close()


def _sensors(signals):
    return {name for name in signals if name.startswith("sensor.")}


def test_a_live_run_has_the_same_signals(recorded):
    sampler = Sampler(match())
    sampler.advance(SECONDS)
    live, read = sampler.run.signals, load_run(recorded[0]).signals
    assert _sensors(live) == _sensors(read)
    for name in (ROLL, LOAD):
        np.testing.assert_allclose(live[name].values, read[name].values, atol=1e-6)
        assert live[name].unit == read[name].unit


def test_plot_draws_them_and_info_names_their_topic(recorded, tmp_path):
    out = tmp_path / "a.svg"
    plotted = CliRunner().invoke(app, ["plot", str(recorded[0]), ROLL, LOAD, "--out", str(out)])
    assert plotted.exit_code == 0, plotted.output
    texts = ["".join(node.itertext()) for node in ElementTree.parse(out).iter() if node.tag.endswith("text")]
    assert f"{ROLL}, rad" in texts
    assert "force, N" in texts  # the name is too long for an axis
    told = CliRunner().invoke(app, ["info", str(recorded[0])])
    assert "/reports" in told.output


def test_the_page_gets_them_from_a_recording_under_the_names_of_a_match(recorded):
    source = open_source(recorded[0], "m.mcap")
    try:
        signals = source.signals()
        assert {ROLL, LOAD} <= set(signals.names())
        trace = signals.trace([LOAD], None, 10.0)[0]
        assert len(trace["values"]) > 10
    finally:
        source.close()


def test_they_are_the_same_when_the_match_is_simulated_again(recorded):
    with Recording(recorded[0]) as recording:
        verdict = simulate_again(recording, packets=True)
    assert verdict.same
    assert verdict.packets == len(recorded[1])


@pytest.mark.parametrize("data", [b"", b"\xff", b"[1]", b"{}", b"null", b'{"sensor": 1}', b"[" * 100_000])
def test_a_damaged_report_is_refused(data):
    (found,) = decode_report(data)
    assert isinstance(found, Refusal)


@settings(max_examples=40)
@given(
    st.fixed_dictionaries(
        {
            "sensor": st.text() | st.integers(),
            "time": st.floats() | st.text(),
            "values": st.dictionaries(st.text(), st.floats() | st.text() | st.none()) | st.integers(),
            "units": st.dictionaries(st.text(), st.text() | st.integers()) | st.none(),
        }
    )
)
def test_an_odd_report_is_refused_or_has_finite_numbers(plain):
    (found,) = decode_report(json.dumps(plain).encode())
    assert isinstance(found, Refusal) or np.isfinite([found.capture, *found.values.values()]).all()
    assert isinstance(found, Refusal | RecordedReport)

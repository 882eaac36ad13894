"""Parameters from what cameras saw, of a pitch that another engine simulates with other numbers."""

import json
from dataclasses import replace

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

import robopitch
import robopitch.measure.fit.experiment as experiment_module
from robopitch.cli.fit import fit
from robopitch.measure.fit.ball import _independent
from robopitch.measure.fit.experiment import experiment
from robopitch.measure.fit.fit import fit_run
from robopitch.measure.fit.kicks import FlownBall
from robopitch.measure.fit.sightings import Sightings
from robopitch.measure.run import Run, Signal
from robopitch.plot.fits import draw_fit
from robopitch.spec import load_league

LIMITS = "blue.robot.drive.limits"
TRUTH = {
    "ball.sliding_friction": 0.42,
    "ball.rolling_deceleration": 0.55,
    "ball.restitution": 0.48,
    f"{LIMITS}.speed": 2.4,
    f"{LIMITS}.speed_up": 3.0,
    f"{LIMITS}.brake": 4.0,
    f"{LIMITS}.turn_rate": 15.0,
    f"{LIMITS}.turn_speed_up": 35.0,
    f"{LIMITS}.turn_brake": 45.0,
}
VISION, COMMAND = 0.050, 0.012  # s


def lab(motions, **realism) -> Run:
    match = robopitch.make_match(
        "ssl-div-b",
        engine="mujoco",
        overrides=TRUTH,
        realism="realistic",
        realism_overrides=realism,
        free_play=False,
        tracker="none",
        seed=3,
    )
    return experiment(match, motions=motions)


def some_of(run: Run, *starts: str) -> Run:
    return replace(run, signals={name: signal for name, signal in run.signals.items() if name.startswith(starts)})


@pytest.fixture(scope="module")
def kicked() -> Run:
    return lab(["kicks", "chips"])


@pytest.fixture(scope="module")
def driven() -> Run:
    return lab(["drives", "turns"], vision_delay=VISION, command_delay=COMMAND)


@pytest.fixture(scope="module")
def ball(kicked):
    return fit_run(kicked, what=["ball", "chip"])


@pytest.fixture(scope="module")
def drive(driven):
    return fit_run(driven, what=["drive", "delay"])


# ---- what is found --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [path for path in TRUTH if path.startswith("ball.")])
def test_the_ball_is_found_within_five_percent(ball, path, record_property):
    assert ball[path].clear
    assert ball[path].value == pytest.approx(TRUTH[path], rel=0.05)
    assert ball[path].start != pytest.approx(TRUTH[path], rel=0.1)
    record_property("tell", f"fit: {path} {TRUTH[path]:g}, from {ball[path].start:g}: {ball[path].value:.4g}")


def test_a_ball_that_is_solid_is_found_to_be_solid(ball):
    assert ball["ball.inertia_factor"].value == pytest.approx(0.4, rel=0.05)
    assert ball["speed kept in the first hop"].value == pytest.approx(5 / 7, rel=0.05)


@pytest.mark.parametrize("path", [path for path in TRUTH if path.startswith("blue.")])
def test_the_limits_of_the_drive_are_found_within_five_percent(drive, path, record_property):
    assert drive[path].clear
    assert drive[path].value == pytest.approx(TRUTH[path], rel=0.05)
    assert drive[path].start != pytest.approx(TRUTH[path], rel=0.1)
    record_property("tell", f"fit: {path} {TRUTH[path]:g}, from {drive[path].start:g}: {drive[path].value:.4g}")


def test_delays_are_found_within_five_percent(drive, record_property):
    total = drive["total delay"].value
    assert drive["vision delay"].value == pytest.approx(VISION, rel=0.05)
    assert total == pytest.approx(VISION + COMMAND, rel=0.05)
    record_property("tell", f"fit: total delay {1000 * (VISION + COMMAND):g} ms: {1000 * total:.1f} ms")


def test_truth_is_not_looked_at(kicked, ball):
    nonsense = {
        name.removeprefix("seen."): Signal(name.removeprefix("seen."), signal.unit, signal.times, 0 * signal.values)
        for name, signal in kicked.signals.items()
        if name.startswith("seen.")
    }
    assert not any(name.startswith(("ball.", "blue.", "yellow.", "tracked.")) for name in kicked.signals)
    again = fit_run(replace(kicked, signals={**kicked.signals, **nonsense}), what=["ball", "chip"])
    assert again.estimates == ball.estimates


def test_commands_in_the_frame_of_the_pitch_tell_the_same(driven, drive):
    run = lab(["drives"], vision_delay=VISION, command_delay=COMMAND)
    signals = dict(run.signals)
    told = {name: signals.pop(f"command.blue.0.{name}") for name in ("forward", "left")}
    times = told["forward"].times
    seen = signals["seen.blue.0.heading"]
    heading = np.interp(times, seen.times, np.unwrap(seen.values))
    cos, sin = np.cos(np.round(heading / (np.pi / 4)) * np.pi / 4), np.sin(np.round(heading / (np.pi / 4)) * np.pi / 4)
    forward, left = told["forward"].values, told["left"].values
    signals["command.blue.0.x"] = Signal("command.blue.0.x", "m/s", times, forward * cos - left * sin)
    signals["command.blue.0.y"] = Signal("command.blue.0.y", "m/s", times, forward * sin + left * cos)
    found = fit_run(replace(run, signals=signals), what=["drive"])
    for name in ("speed", "speed_up", "brake"):
        assert found[f"{LIMITS}.{name}"].value == pytest.approx(TRUTH[f"{LIMITS}.{name}"], rel=0.05)


def test_what_a_run_does_not_show_is_left_as_it_was(monkeypatch):
    monkeypatch.setattr(experiment_module, "BEYOND", 0.7)  # commands below the limit: it cannot show
    found = fit_run(lab(["drives"]), what=["drive"])
    assert not found[f"{LIMITS}.speed"].clear
    assert not found[f"{LIMITS}.turn_rate"].clear
    assert found[f"{LIMITS}.speed_up"].value == pytest.approx(3.0, rel=0.05)
    assert "speed_up = " in found.toml
    assert "\nspeed = " not in found.toml
    assert "turn" not in found.toml


# ---- what comes of it -----------------------------------------------------------------------------------------------


def test_the_file_makes_a_league_with_the_numbers_found(ball, drive, tmp_path):
    files = []
    for name, found in (("ball.toml", ball), ("drive.toml", drive)):
        files.append(tmp_path / name)
        files[-1].write_text(found.toml, encoding="utf-8")
    league = load_league("ssl-div-b", files=files)
    assert league.ball.restitution == pytest.approx(ball["ball.restitution"].value, rel=1e-4)
    assert "fitted to experiment" in league.ball.restitution.source
    assert league.blue.robot.drive.limits.brake == pytest.approx(drive[f"{LIMITS}.brake"].value, rel=1e-4)
    assert league.yellow.robot.drive.limits.brake == 5.9
    assert '--noise "vision_delay=50.0 ms"' in drive.toml


@pytest.mark.parametrize(("ending", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_before_and_after_are_drawn(ball, drive, tmp_path, ending, begins):
    both = replace(ball, drive=drive.drive)
    draw_fit(both, tmp_path / f"fit.{ending}")
    assert (tmp_path / f"fit.{ending}").read_bytes().startswith(begins)


def test_after_the_fit_little_more_than_noise_is_left(ball, drive):
    for fitted in (*ball.kicks.kicks, *ball.chips.kicks):
        before, after = (np.median(np.abs(fitted.kick.seen.places - part)) for part in (fitted.before, fitted.after))
        assert after < 0.003
        assert after < before
    for fitted in drive.drive.moves:
        assert np.median(np.abs(fitted.move.seen.places - fitted.after)[:, :2]) < 0.003


# ---- what cannot be fitted ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "options", "text"),
    [
        ({}, {"what": ["spin"]}, "'spin' cannot be fitted; ball, chip, drive, delay can"),
        ({}, {"robot": "yellow.7"}, "no camera saw 'yellow.7'; seen were blue.0"),
        ({"notes": {}}, {}, "does not say which league"),
        ({"notes": {"league": "ssl-div-b", "cameras": [[0, 0]]}}, {}, "a list of x, y, z in m is wanted"),
        ({"notes": {"league": "ssl-div-b", "cameras": [[0, 0, -1]]}}, {}, "over the pitch"),
        ({"signals": {}}, {}, "nothing to fit"),
    ],
)
def test_what_cannot_be_fitted_is_said(driven, change, options, text):
    with pytest.raises(ValueError, match=text.replace("[", r"\[")):
        fit_run(replace(driven, **change), **options)


def test_cameras_that_nobody_knows_are_named(driven):
    with pytest.raises(ValueError, match=r"cameras 0 to 3 saw blue\.0, but where they hang is known only of 2"):
        fit_run(replace(driven, notes={**driven.notes, "cameras": driven.notes["cameras"][:2]}))


@pytest.mark.parametrize("seed", range(4))
def test_nonsense_is_refused_and_never_a_crash(driven, seed):
    generator = np.random.default_rng(seed)
    signals = {}
    for name, signal in driven.signals.items():
        part = slice(0, (0, 1, 40, None)[seed])
        values = generator.choice([np.nan, 1e9, -3.0, 0.0, 2.5], len(signal.values))
        values = np.zeros(len(values)) if name.endswith(("camera", "arrival")) else values
        signals[name] = Signal(name, signal.unit, signal.times[part], values[part])
    with pytest.raises(ValueError, match="nothing to fit"):
        fit_run(replace(driven, signals=signals), what=["ball", "chip", "drive"])


def test_a_run_without_kicks_says_what_it_would_take(driven):
    still = some_of(driven, "seen.ball", "command")
    with pytest.raises(ValueError, match="straight kicks of a ball at rest"):
        fit_run(still, what=["ball"])


def test_a_league_without_cameras_has_no_experiment():
    with pytest.raises(ValueError, match="no overhead cameras"):
        experiment(robopitch.make_match("msl"))
    with pytest.raises(ValueError, match="blue 9 is not on the pitch; blue ids there: 0, 1"):
        experiment(robopitch.make_match("ssl-div-b", players=2), number=9)
    with pytest.raises(ValueError, match="no motion is called 'jump'"):
        experiment(robopitch.make_match("ssl-div-b"), motions=["jump"])


# ---- the verb -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def turned() -> Run:
    return lab(["turns"], vision_delay=VISION, command_delay=COMMAND)


@pytest.fixture
def invoke(monkeypatch, turned):
    app = typer.Typer()
    app.command()(fit)
    monkeypatch.setattr("robopitch.recording.opening.open_run", lambda path: turned)

    def invoke(*arguments: str):
        return CliRunner().invoke(app, ["run.mcap", *arguments])

    return invoke


def test_the_verb_prints_a_table_and_writes_file_and_picture(invoke, tmp_path):
    out, plot = tmp_path / "deep" / "fitted.toml", tmp_path / "fit.png"
    done = invoke("--what", "drive,delay", "--out", str(out), "--plot", str(plot))
    assert done.exit_code == 0, done.output
    rows = {line.split()[0]: line.split() for line in done.stdout.splitlines()}
    assert rows["parameter"] == ["parameter", "start", "fitted", "±", "unit"]
    assert float(rows[f"{LIMITS}.turn_rate"][1]) == 26.2
    assert float(rows[f"{LIMITS}.turn_rate"][2]) == pytest.approx(15, rel=0.05)
    assert "not seen in this run" in " ".join(rows[f"{LIMITS}.speed"])
    assert out.read_text(encoding="utf-8").startswith("# Fitted")
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_the_verb_speaks_json(invoke):
    told = json.loads(invoke("--what", "delay", "--json").stdout)
    assert {estimate["path"] for estimate in told["estimates"]} == {"vision delay", "command delay", "total delay"}
    assert told["noise"]["vision_delay"] == "50.0 ms"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--what", "luck"], "'luck' cannot be fitted"),
        (["--league", "sll-div-b"], "ssl-div-b"),
        (["--robot", "blue.9"], "no camera saw"),
        (["--what", "delay", "--plot", "fit.bmp"], "pictures end in .png, .svg, .pdf"),
        (["--what", "chip"], "no chip in this run"),
    ],
)
def test_the_verb_says_what_is_wrong(invoke, arguments, text):
    done = invoke(*arguments)
    assert done.exit_code == 2
    assert text in done.output


# ---- how sure it is -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("correlation", "independent"), [(0.0, 1.0), (0.5, 1 / 3), (0.8, 1 / 9)])
def test_correlated_residuals_count_less(correlation, independent):
    generator = np.random.default_rng(2)
    noise = generator.standard_normal((4000, 2))
    residuals = np.empty_like(noise)
    residuals[0] = noise[0]
    for n in range(1, len(noise)):
        residuals[n] = correlation * residuals[n - 1] + np.sqrt(1 - correlation**2) * noise[n]
    times = 0.01 * np.arange(len(noise))
    kick = FlownBall(0.0, (0.0, 0.0), (1.0, 0.0), Sightings(times, np.zeros(len(times), np.int64), noise, times))
    assert _independent(kick, residuals.ravel()) == pytest.approx(independent, rel=0.15)

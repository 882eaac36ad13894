"""The panels, used with mouse and keyboard and checked on the server's side."""

import csv
import io
import statistics

import pytest
from tests.web.screen import eventually, robot_of


@pytest.fixture
def stage(share):
    return share(players=3, blue="chase", yellow="chase", speed=1.0)


def test_a_parameter_is_searched_changed_refused_and_put_back(stage):
    stand, screen = stage
    page = screen.page
    screen.panel("parameters")
    page.locator("#parameter-search").fill("ball.mass")
    field = page.locator('input[data-path="ball.mass"]')
    first = float(stand.match.world.league.ball.mass)
    field.fill("50 g")
    field.press("Enter")
    assert eventually(lambda: float(stand.match.world.league.ball.mass) == pytest.approx(0.05))
    row = page.locator('[data-parameter="ball.mass"]')
    assert eventually(lambda: "changed" in (row.get_attribute("class") or ""))
    page.locator("#copy-command").click()
    assert "ball.mass=0.05" in eventually(lambda: page.evaluate("navigator.clipboard.readText()"))
    field.fill("-1")
    field.press("Enter")
    assert eventually(lambda: "not above 0" in row.inner_text())
    assert float(stand.match.world.league.ball.mass) == pytest.approx(0.05)
    row.locator(".parameter-reset").click()
    assert eventually(lambda: float(stand.match.world.league.ball.mass) == pytest.approx(first))


def test_another_realism_is_chosen(stage):
    stand, screen = stage
    screen.panel("parameters")
    screen.page.locator("#realism-preset").select_option("realistic")
    assert eventually(lambda: stand.match.configuration.realism.name == "realistic")
    assert stand.match.configuration.realism.vision_delay > 0


def test_halt_stop_and_start_are_whistled_and_teams_are_changed(stage):
    stand, screen = stage
    screen.panel("match")
    screen.page.locator("#whistle-halt").click()
    assert eventually(lambda: stand.status()["referee"]["command"] == "halt")
    assert eventually(lambda: "halt" in screen.page.locator("#referee-state").inner_text().lower())
    screen.press("k")
    assert eventually(lambda: stand.status()["referee"]["command"] == "start")
    screen.page.locator("#player-yellow").select_option("still")
    assert eventually(lambda: stand.status()["teams"]["yellow"] == "still")


def test_an_expression_is_plotted_and_its_data_are_those_of_the_match(stage):
    stand, screen = stage
    page = screen.page
    eventually(lambda: stand.status()["time"] > 2)
    screen.panel("plots")
    page.locator("#plots-expression").fill("norm(ball.position - blue.1.position)")
    page.locator("#plots-add").click()
    plot = page.locator("section[data-plot]", has=page.locator("[data-trace^=norm]"))
    plot.locator("[data-trace]").wait_for()
    screen.press("Space")
    assert eventually(lambda: stand.status()["speed"] == 0)

    def saved():
        """The last row of the data, once it is of the last moment."""
        with page.expect_download() as waiting:
            plot.locator("[data-action=csv]").first.click()
        rows = list(csv.reader(io.StringIO(waiting.value.path().read_text())))
        numbers = [float(cell) for cell in rows[-1]]
        return numbers if numbers[0] > stand.status()["time"] - 0.05 else None

    numbers = eventually(saved)
    ball = stand.truth()["ball"]["position"]
    robot = robot_of(stand, "blue", 1)["pose"]
    distance = ((ball[0] - robot[0]) ** 2 + (ball[1] - robot[1]) ** 2) ** 0.5
    assert numbers[0] == pytest.approx(stand.status()["time"], abs=0.05)
    assert numbers[-1] == pytest.approx(distance, abs=0.15)
    with page.expect_download() as waiting:
        plot.locator("[data-action=png]").first.click()
    assert waiting.value.path().read_bytes().startswith(b"\x89PNG")


def test_statistics_beside_a_plot_are_those_of_its_samples(stage):
    stand, screen = stage
    page = screen.page
    eventually(lambda: stand.status()["time"] > 1)
    screen.panel("plots")
    page.locator("#plots-expression").fill("norm(blue.2.position)")
    page.locator("#plots-add").click()
    plot = page.locator("section[data-plot]", has=page.locator('[data-trace="norm(blue.2.position)"]'))
    told = plot.locator('[data-trace="norm(blue.2.position)"] .plot-statistics')
    plot.locator("[data-action=statistics]").click()
    screen.press("Space")
    assert eventually(lambda: stand.status()["speed"] == 0)

    def agrees():
        """Whether they are those of the saved table, once both are of the same moment."""
        with page.expect_download() as waiting:
            plot.locator("[data-action=csv]").click()
        rows = list(csv.reader(io.StringIO(waiting.value.path().read_text())))
        values = [float(row[-1]) for row in rows[1:] if row[-1]]
        if len(values) < 10:
            return False
        words = told.inner_text().replace("\u2212", "-").split()
        expected = (min(values), statistics.fmean(values), max(values), statistics.stdev(values))
        assert words[0::3] == ["min", "mean", "max", "σ"]
        return [float(word) for word in words[1::3]] == pytest.approx(expected, rel=2e-3, abs=2e-3)

    assert eventually(agrees)
    plot.locator("[data-action=statistics]").click()
    assert not told.is_visible()


def test_a_signal_is_dragged_onto_a_plot_and_a_wrong_expression_is_explained(stage):
    _, screen = stage
    page = screen.page
    screen.panel("plots")
    page.locator("#plots-list").click()
    page.locator("#plots-search").fill("ball.speed")
    screen.carry(page.locator('[data-signal="ball.speed"]'), page.locator("[data-plot=new]"))
    page.locator('[data-trace="ball.speed"]').wait_for()
    page.locator("#plots-expression").fill("ball.sped")
    page.locator("#plots-add").click()
    assert eventually(lambda: "did you mean" in page.locator("#panel-plots").inner_text())


def test_the_table_has_every_robot_told_true_and_seen(stage):
    _, screen = stage
    screen.panel("table")
    rows = screen.page.locator("#panel-table [data-row]")
    assert eventually(lambda: rows.count() == 7)
    assert screen.page.locator('[data-row="blue 2"]').count() == 1


def test_a_scene_is_saved_and_loaded(stage):
    stand, screen = stage
    page = screen.page
    screen.press("Space")
    eventually(lambda: stand.status()["speed"] == 0)
    before = robot_of(stand, "blue", 2)["pose"]
    screen.panel("scenes")
    page.locator("#scene-name").fill("corner")
    page.locator("#scene-save").click()
    assert eventually(lambda: (stand.scenes / "corner.toml").is_file())
    stand.step(800)
    assert robot_of(stand, "blue", 2)["pose"] != before
    page.locator('[data-scene="corner"]').click()
    assert eventually(lambda: robot_of(stand, "blue", 2)["pose"] == pytest.approx(before, abs=1e-4))


def test_the_log_tells_what_happens(stage):
    stand, screen = stage
    screen.panel("log")
    told = screen.page.locator("#log li", has_text="stop")
    before = told.count()
    stand.console("whistle", whistle="stop")
    assert eventually(lambda: told.count() > before)


def test_the_help_lists_the_keys(stage):
    _, screen = stage
    screen.press("?")
    assert eventually(lambda: "continue from the moment shown" in screen.page.locator("#help").inner_text())
    screen.page.keyboard.press("Escape")
    assert eventually(lambda: not screen.page.locator("#help").is_visible())


def test_a_form_opens_a_feature_of_the_league(stage):
    stand, screen = stage
    screen.panel("links")
    form = screen.page.locator('[data-feature="autoref"]')
    form.locator("input").fill("127.0.0.1:1")
    form.locator("button").click()
    assert eventually(lambda: "autoref" in stand.status()["links"])
    form.locator("input").fill("nowhere")
    form.locator("button").click()
    screen.says("write host:port")
    form.locator("input").fill("")
    form.locator("button").click()
    assert eventually(lambda: "autoref" not in stand.status()["links"])

"""Time in the hands of the page: pause, step, speed, the last minute, branches, clips and recordings."""

import pytest
from tests.web.screen import eventually


def moment(screen) -> float:
    """The time that the page shows."""
    minutes, seconds = screen.page.locator("#clock").inner_text().split(":")
    return 60 * float(minutes.replace("−", "-")) + float(seconds)


@pytest.fixture
def stage(share):
    return share(players=3, blue="chase", yellow="chase", speed=1.0)


def test_space_pauses_and_goes_on_and_a_point_steps(stage):
    stand, screen = stage
    screen.press("Space")
    assert eventually(lambda: stand.status()["speed"] == 0)
    tick = stand.status()["tick"]
    screen.press(".")
    assert eventually(lambda: stand.status()["tick"] == tick + 1)
    screen.press(">")
    assert eventually(lambda: stand.status()["tick"] == tick + 11)
    screen.press("Space")
    assert eventually(lambda: stand.status()["speed"] == 1)
    assert eventually(lambda: stand.status()["tick"] > tick + 100)


def test_speed_is_chosen_and_shown(stage):
    stand, screen = stage
    screen.page.locator("#speed").select_option("0.25")
    assert eventually(lambda: stand.status()["speed"] == 0.25)
    screen.press("]")
    assert eventually(lambda: stand.status()["speed"] == 0.5)


def test_the_bar_scrubs_through_the_past_while_the_match_goes_on(stage):
    stand, screen = stage
    eventually(lambda: stand.status()["time"] > 2)
    box = screen.page.locator("#track").bounding_box()
    screen.page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2)
    screen.page.mouse.down()
    screen.page.mouse.move(box["x"] + 0.25 * box["width"], box["y"] + box["height"] / 2, steps=5)
    screen.page.mouse.up()
    shown = eventually(lambda: moment(screen) if moment(screen) < 0.5 * stand.status()["time"] else None)
    before = stand.status()["time"]
    assert eventually(lambda: stand.status()["time"] > before + 0.3)  # the match does not care
    assert moment(screen) == pytest.approx(shown, abs=0.05)
    assert screen.page.locator("#live").get_attribute("data-live") == "false"
    screen.press("l")
    assert eventually(lambda: abs(moment(screen) - stand.status()["time"]) < 0.5)


def test_a_branch_goes_on_from_the_moment_looked_at(stage):
    stand, screen = stage
    eventually(lambda: stand.status()["time"] > 1.5)
    screen.press("Space")
    eventually(lambda: stand.status()["speed"] == 0)
    for _ in range(10):
        screen.press("<")
    assert eventually(lambda: moment(screen) < stand.status()["time"] - 0.95)
    reached = stand.status()["time"]
    screen.wait("Math.abs(robopitch.page.frame.time - robopitch.page.watching.at) < 0.021")  # it is drawn, too
    wanted = moment(screen)
    screen.press("b")
    assert eventually(lambda: stand.status()["time"] < reached)
    assert stand.status()["time"] == pytest.approx(wanted, abs=0.03)
    screen.says("continues from")
    screen.press("Space")
    assert eventually(lambda: stand.status()["time"] > reached + 0.2)


def test_reset_begins_again(stage):
    stand, screen = stage
    eventually(lambda: stand.status()["time"] > 1.5)
    screen.press("Space")
    eventually(lambda: stand.status()["speed"] == 0)
    screen.page.locator("#reset").click()
    assert eventually(lambda: stand.status()["tick"] == 0)


def test_a_clip_is_saved_downloaded_and_opened_on_the_same_page(stage, tmp_path):
    stand, screen = stage
    eventually(lambda: stand.status()["time"] > 2)
    with screen.page.expect_download() as waiting:
        screen.page.locator("#save-clip").click()
    saved = stand.status()["time"]
    clip = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(clip)
    assert clip.read_bytes().startswith(b"\x89MCAP")
    screen.page.locator("#open-file").set_input_files(str(clip))
    assert eventually(lambda: clip.name in screen.page.locator("#recording-title").inner_text())
    assert eventually(lambda: screen.page.locator("#live").get_attribute("data-live") == "false")
    screen.wait("robopitch.page.frame.past")
    box = screen.page.locator("#track").bounding_box()
    screen.page.mouse.click(box["x"] + 0.1 * box["width"], box["y"] + box["height"] / 2)
    assert eventually(lambda: moment(screen) < 0.3 * saved)
    screen.press("Space")
    assert eventually(lambda: moment(screen) > 0.5 * saved)  # it plays
    screen.press("l")
    assert eventually(lambda: abs(moment(screen) - stand.status()["time"]) < 0.5)


def test_a_file_that_is_no_recording_is_a_message(stage, tmp_path):
    _, screen = stage
    rubbish = tmp_path / "rubbish.mcap"
    rubbish.write_bytes(b"rubbish")
    screen.page.locator("#open-file").set_input_files(str(rubbish))
    # However slow the machine is: only a failing test waits that long.
    screen.page.locator("#notice", has_text="not a recording").wait_for(timeout=120_000)
    screen.complaints[:] = [text for text in screen.complaints if "400" not in text]  # the browser tells it, too

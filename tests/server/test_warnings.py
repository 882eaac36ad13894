"""Warnings in the status and in the log say what is wrong, and since when."""

from __future__ import annotations

import re

import pytest

from robopitch.server import warnings

from .words import HALT, globally, referee, robot, sync

SINCE = r"; since \d\d:\d\d:\d\d, \d+ s ago$"


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    for name in ("IDLE", "SILENT", "LAGGING"):
        monkeypatch.setattr(warnings, name, 0.3)


def said(pitch, text: str) -> bool:
    return any(text in warning and re.search(SINCE, warning) for warning in pitch.status()["warnings"])


def logged(caplog, text: str) -> bool:
    return any(text in record.message for record in caplog.records if record.name == "robopitch")


def test_who_lets_everybody_wait_in_lockstep_is_named(pitch, caplog):
    blue, yellow = pitch.stepper("blue"), pitch.stepper("yellow")
    blue.send(sync(0.01))
    peer = f"127.0.0.1:{yellow.socket.getsockname()[1]}"
    pitch.wait(lambda: said(pitch, f"time stands still: it waits for {peer} (lockstep-yellow)"))
    (holder,) = pitch.status()["lockstep"]["waits_for"]
    assert (holder["name"], holder["peer"]) == ("lockstep-yellow", peer)
    assert holder["idle"] > 0.3
    pitch.wait(lambda: logged(caplog, f"it waits for {peer}"))
    yellow.close()
    assert blue.receive().frames
    pitch.wait(lambda: logged(caplog, f"no longer: time stands still: it waits for {peer}"))


def test_teams_and_game_controllers_that_fall_silent_are_named(serve, caplog):
    pitch = serve(lockstep=False)
    group = pitch.group("referee")
    for _ in range(6):
        pitch.blue.ask(robot(0, globally(0.1)))
        group.send(referee(HALT))
    pitch.heard("referee", 6)
    pitch.wait(lambda: said(pitch, "no commands for blue"))
    pitch.wait(lambda: said(pitch, "the game controller is silent; its last command, halt, still holds"))
    assert not any("yellow" in warning for warning in pitch.status()["warnings"])  # it never sent anything
    pitch.wait(lambda: logged(caplog, "no commands for blue"))
    pitch.wait(lambda: pitch.blue.ask(robot(0, globally(0.1))) and not said(pitch, "no commands for blue"))
    pitch.ask(ask="whistle", whistle="stop")
    assert not said(pitch, "the game controller")


def test_vision_that_does_not_get_out_is_a_warning(serve):
    pitch = serve(lockstep=False, network={"groups": {"vision": "255.255.255.255"}})  # broadcast needs a socket option
    pitch.wait(lambda: said(pitch, "vision does not get out: packets to 255.255.255.255:"))


def test_a_speed_that_is_not_reached_is_a_warning(serve):
    pitch = serve("ssl-div-a", players=11, lockstep=False, speed=1000.0)
    pitch.wait(lambda: said(pitch, "times real time is reached, 1000 was wanted"))
    found = pitch.status()
    assert 0 < found["real_time_factor"] < found["speed"] == 1000

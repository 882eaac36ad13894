"""The registry of requests: who may send what, and what declaring one takes."""

import subprocess
import sys
from typing import Literal

import pytest

import robopitch.web.requests  # noqa: F401 - now all of them are in the registry
from robopitch.server.api import REQUESTS, Ask, Caller, Watch, read, read_console, request

OF_THE_CONSOLE = {
    *("status", "truth", "whistle", "speed", "step", "change", "save", "reset", "branch", "parameters", "use_robot"),
    *("change_sensor", "servos", "write_register", "swap", "formation", "formation_text", "read_formation"),
    *("set_formation", "steer", "release", "place", "kick", "undo", "let_go", "hang", "pull"),
    *("features", "use_feature"),
}


def test_the_console_takes_what_any_caller_can_send():
    assert {name for name, one in REQUESTS.items() if one.console is not None} == OF_THE_CONSOLE


def test_pages_do_not_get_the_status_of_programs():
    for name in ("status", "truth"):
        with pytest.raises(ValueError, match=f"unknown request '{name}'"):
            read({"ask": name})
        assert read_console({"ask": name}).ask == name


def test_what_changes_the_match_needs_control():
    assert all(one.runs == "match" and one.costs == 0 for one in REQUESTS.values() if one.needs.name == "CONTROL")


def test_a_request_that_is_declared_is_read_by_page_and_console(monkeypatch):
    monkeypatch.setattr("robopitch.server.api.registry.REQUESTS", known := {})

    class Sing(Ask):
        ask: Literal["sing"] = "sing"
        verses: int

    @request(Sing, needs=Watch, runs="match")
    def sing(caller: Caller, ask: Sing) -> None: ...

    assert known["sing"].console is known["sing"].page is Sing
    assert read({"ask": "sing", "verses": 2}) == read_console({"ask": "sing", "verses": 2}) == Sing(verses=2)
    with pytest.raises(ValueError, match="verses: a whole number is wanted"):
        read({"ask": "sing"})
    with pytest.raises(ValueError, match="'verses' is missing in the request"):
        read_console({"ask": "sing"})
    with pytest.raises(ValueError, match="'sing' is declared twice"):
        request(Sing, needs=Watch, runs="match")(sing)


def test_a_place_that_is_none_is_refused_with_a_sentence():
    with pytest.raises(ValueError, match="place: a list of 2 numbers is wanted, not 'here'"):
        read({"ask": "whistle", "whistle": "stop", "place": "here"})


def test_the_registry_loads_no_physics():
    code = "import sys, robopitch.server.api; sys.exit('numba' in sys.modules or 'mujoco' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

"""Options have the same spellings in all commands, and help and messages name what there is."""

import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from robopitch.cli.app import VERBS, app
from robopitch.cli.bench import OF_LEAGUES, What
from robopitch.cli.export import _file_and_end
from robopitch.cli.summary import in_a_line
from robopitch.net.errors import explain
from robopitch.spec import default_league


def parameters():
    group = typer.main.get_command(app)
    return [(verb, one) for verb in VERBS for one in group.get_command(None, verb).params]


def help_of(*words):
    return " ".join(CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "300"}).output.split())


def test_color_and_colour_are_one_option_everywhere():
    both = {"--color", "--colour"}
    found = [(verb, set(one.opts) & both) for verb, one in parameters() if set(one.opts) & both]
    assert {verb for verb, _ in found} >= {"team", "agent"}
    assert all(spellings == both for _, spellings in found)


def test_to_and_to_time_are_one_option_wherever_a_stretch_ends():
    ends = {verb: set(one.opts) for verb, one in parameters() if one.name == "end"}
    assert set(ends) >= {"replay", "stats", "plot", "export"}
    assert all(spellings == {"--to", "--to-time"} for verb, spellings in ends.items() if verb != "export")


def test_export_takes_the_end_as_to_and_as_to_time():
    assert _file_and_end(["a.mp4", "40"], None) == _file_and_end(["a.mp4"], 40.0) == (Path("a.mp4"), 40.0)
    assert _file_and_end(["a.mp4"], None) == (Path("a.mp4"), None)
    for targets, end in ((["40"], None), (["a.mp4", "b.mp4"], None), (["a.mp4", "40"], 50.0)):
        with pytest.raises(ValueError, match="one file is wanted"):
            _file_and_end(targets, end)


@pytest.mark.parametrize("verb", ["run", "serve", "compare-engines", "experiment"])
def test_the_help_names_the_default_league(verb):
    assert re.search(rf"default: \(?(that of the scene, else )?{default_league()}", help_of(verb))


def test_the_help_of_bench_names_every_benchmark():
    text = help_of("bench")
    assert [name for name in (*What, *OF_LEAGUES) if f"{name}: " not in text] == []
    assert "Measure the speed of physics, start, server and page" not in text


def test_a_status_without_traffic_is_a_line_without_empty_parts():
    status = {
        "time": 3.0,
        "real_time_factor": 1.0,
        "slip": 0.0,
        "score": {"blue": 0, "yellow": 0},
        "referee": {"command": ""},
        "links": {},
        "out": {},
    }
    assert in_a_line(status) == "3.0 s, 1.000 times real time, slip 0.0 ms, 0 : 0, no referee; 0 refused"


def test_a_port_that_is_taken_is_not_answered_with_a_number_that_may_be_the_one_that_was_given():
    text = str(explain(OSError(98, "taken"), "UDP", "127.0.0.1", 10401, "blue"))
    assert "--port-offset 100 higher" in text

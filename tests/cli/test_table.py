"""Tables for terminals of 80 columns, wide terminals, and programs."""

import io
import os
import re
import sys

import pytest
from typer.testing import CliRunner

from robopitch.cli.app import PANELS, VERBS, app
from robopitch.cli.table import show_table


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(monkeypatch, width: int, columns, rows, **more) -> list[str]:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    show_table(columns, rows, **more)
    monkeypatch.undo()
    return plain(terminal)


def plain(terminal: Terminal) -> list[str]:
    """The lines of the terminal, without colours."""
    return [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", terminal.getvalue()).splitlines()]


COLUMNS = ["path", "value", "meaning", "source"]
ROWS = [
    [
        "ball.rolling_deceleration",
        "0.35 m/s2",
        "deceleration of a rolling ball",
        "measured by ER-Force on their carpet",
    ],
    ["ball.air_drag", "0.0 kg/m", "drag by speed squared", "-"],
]


def test_a_narrow_terminal_gets_the_texts_below_the_numbers(monkeypatch):
    assert shown(monkeypatch, 60, COLUMNS, ROWS, wraps=["meaning", "source"]) == [
        "path                       value",
        "    meaning; source",
        "ball.rolling_deceleration  0.35 m/s2",
        "    deceleration of a rolling ball; measured by ER-Force on",
        "    their carpet",
        "ball.air_drag              0.0 kg/m",
        "    drag by speed squared",
    ]


def test_columns_that_do_not_fit_side_by_side_go_on_in_the_next_line(monkeypatch):
    columns = ["signal", *(f"number {n}" for n in range(12))]
    lines = shown(monkeypatch, 80, columns, [["ball.x", *("1234.5678" for _ in range(12))]])
    assert max(map(len, lines)) <= 80
    assert " ".join(lines).split() == " ".join([*columns, "ball.x", *("1234.5678" for _ in range(12))]).split()


def test_a_wide_terminal_gets_one_line_a_row(monkeypatch):
    lines = shown(monkeypatch, 140, COLUMNS, ROWS, wraps=["meaning", "source"])
    assert any(all(cell in line for cell in ROWS[0]) for line in lines)


@pytest.mark.parametrize("verb", ["leagues", "robots", "scene list"])
def test_every_catalogue_fits_80_columns(verb, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(os, "get_terminal_size", lambda *_: os.terminal_size((80, 24)))
    app(verb.split(), standalone_mode=False)
    monkeypatch.undo()
    assert len(plain(terminal)) > 4
    assert max(map(len, plain(terminal))) <= 80


def test_every_verb_is_in_one_panel_of_the_help():
    assert sorted(verb for verbs in PANELS.values() for verb in verbs) == sorted(VERBS)
    text = CliRunner().invoke(app, ["--help"]).stdout
    assert [panel for panel in PANELS if f" {panel} " not in text] == []

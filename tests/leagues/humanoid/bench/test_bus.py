"""The benchmark of servo buses, with devices in memory instead of a league."""

from __future__ import annotations

import os
import threading
from contextlib import ExitStack

import pytest

from robopitch.leagues.humanoid.bench.bus import SERVOS, arithmetic, bus_row, bus_table, measure_bus
from robopitch.leagues.humanoid.bench.bus_master import open_master, run_master
from robopitch.net import PtyLine
from robopitch.physics.servos.tables import TABLES
from robopitch.wire.dynamixel import Bus, MemoryDevice


class Line(threading.Thread):
    """A bus at a pseudo terminal, without a server."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.line = PtyLine(path)
        self.bus = Bus({id: MemoryDevice(TABLES["RX-64"], id=id) for id in range(1, 22)})
        self.stopped = False
        os.set_blocking(self.line.fileno(), True)
        self.start()

    def run(self):
        while not self.stopped:
            (data, peer), *_ = self.line.receive(1)
            if answer := self.bus.ask(data):
                self.line.send(answer, peer)

    def close(self):
        self.stopped = True
        other = os.open(self.line.path, os.O_RDWR | os.O_NOCTTY)
        os.write(other, b"\0")
        self.join()
        os.close(other)
        self.line.close()


@pytest.fixture
def lines(tmp_path):
    with ExitStack() as stack:
        for number in range(2):
            stack.callback(Line(tmp_path / f"blue-{number}").close)
        yield tmp_path


def test_a_master_reads_and_writes_all_servos(lines):
    master = open_master(str(lines / "blue-0"), plain=True)
    found = run_master(master, range(1, 22), 0.05, 250)
    absent = run_master(master, [99], 0.01, 250)
    master.close()
    assert found["reads"] == 21 * found["cycles"] > 0
    assert absent["errors"] == absent["reads"] > 0
    assert found["hz"] * found["cycle_ms"] == pytest.approx(1000)


def test_programs_of_two_robots_run_at_the_same_time(lines):
    row = bus_row(lines, 2, 7, 0.05, wire_time=True, delay=250)
    assert {"robots": 2, "servos": 7, "protocol": 1.0, "wire_time": True}.items() <= row.items()
    assert row["hz"] > 0
    assert row["reads"] >= 14
    assert row["arithmetic_ms"] == round(1000 * arithmetic(7, 250), 3)
    assert "by arithmetic" in bus_table([row])[0][1]


def test_all_rows_of_the_table_of_the_thesis_are_measured(monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(
        "robopitch.leagues.humanoid.bench.bus.bus_row", lambda *row, **more: asked.append((*row[1:3], more)) or {}
    )

    class Served:
        def __init__(self, robots, wire_time):
            asked.append((robots, wire_time))

        def __enter__(self):
            return tmp_path

        def __exit__(self, *_):
            pass

    assert len(measure_bus(1.0, Served)) == 12
    assert asked[:5] == [(1, False), *((1, servos, {}) for servos in SERVOS)]
    assert asked[-3:-1] == [
        (1, 21, {"wire_time": True, "delay": 0, "plain": False}),
        (1, 21, {"wire_time": True, "delay": 250, "plain": True}),
    ]

"""Programs of robots that a server starts: they play over the network, and are started again when they die."""

import os
import signal
import sys
import threading
import time
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest
from tests.server.clients import DEADLINE, HERE
from tests.server.pitch import open_server
from typer.testing import CliRunner

from robopitch.cli.app import app
from robopitch.leagues.msl.agents.process import AgentProcess
from robopitch.leagues.msl.agents.programs import (
    agent_commands,
    counted_cycles,
    prepare_agents,
    registered_programs,
)
from robopitch.leagues.msl.features import AgentsOptions, MemoryOptions
from robopitch.messages import Team
from robopitch.net import REAL
from robopitch.server.agent_programs import AgentPrograms
from robopitch.teams import policy

SLEEP = [sys.executable, "-c", "import time; time.sleep(600)"]


def wait(condition):
    end = time.monotonic() + DEADLINE
    while not (found := condition()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)
    return found


@pytest.fixture
def server():
    options = {"league": "msl", "blue": "external", "yellow": "external", "players": 1}
    with open_server(1.0, False, {}, {}, **options) as server:
        yield server


def test_a_program_that_dies_is_started_again(server):
    programs = AgentPrograms(server, {"blue 0": SLEEP})
    programs.start()
    try:
        first = programs.report()["blue 0"]
        assert first["pid"] is not None
        assert first["restarts"] == 0
        os.kill(first["pid"], signal.SIGKILL)

        def again():
            programs.serve(False)
            now = programs.report()["blue 0"]
            return now if now["restarts"] == 1 and now["pid"] not in (None, first["pid"]) else None

        second = wait(again)
        assert "started again 1 times" in second["text"]
        assert programs.result()["agents"] == {"blue 0": {"restarts": 1}}
    finally:
        programs.close()
    assert programs.report()["blue 0"]["pid"] is None


def test_a_program_that_ends_at_once_is_not_started_all_the_time(server):
    programs = AgentPrograms(server, {"blue 0": [sys.executable, "-c", "pass"]})
    programs.start()
    try:
        wait(lambda: programs.report()["blue 0"]["pid"] is None)
        for _ in range(20):
            programs.serve(False)
        assert programs.report()["blue 0"]["restarts"] <= 1
    finally:
        programs.close()


def test_the_pause_between_starts_grows_up_to_a_limit_and_is_short_again_after_a_while(server, monkeypatch):
    class Process:
        """Ends at once, unless it lives."""

        pid, lives = 1, False

        def __init__(self, words, env):
            started.append(clock[0])

        def poll(self):
            return None if self.lives else 0

        def terminate(self):
            pass

        def wait(self):
            pass

        kill = terminate

    clock, started = [1000.0], []
    clock_here = SimpleNamespace(monotonic=lambda: clock[0], sleep=lambda seconds: None)
    monkeypatch.setattr(server, "system", SimpleNamespace(clock=clock_here, program=Process))
    programs = AgentPrograms(server, {"blue 0": SLEEP})

    def look(seconds):
        for _ in range(round(2 * seconds)):
            clock[0] += 0.5
            programs.serve(False)

    programs.start()
    look(300)
    pauses = [after - before for before, after in pairwise(started)]
    assert pauses == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0]
    assert "is started again in" in programs.report()["blue 0"]["text"]
    look(50)
    Process.lives = True
    look(20)
    Process.lives = False
    count = len(started)
    look(1)
    assert len(started) == count + 1
    programs.close()


def running(server):
    loop = threading.Thread(target=server.run, kwargs={"warm_up": False})
    loop.start()
    return loop


def test_the_match_begins_when_all_programs_are_registered(server):
    asked, ready = [], []

    def registered():
        asked.append(server.match.tick)
        return 1 if ready else 0

    server.add_plugin(programs := AgentPrograms(server, {"blue 0": SLEEP}, registered))
    loop = running(server)
    try:
        wait(lambda: len(asked) > 10)
        assert set(asked) == {0}
        assert not server.moves
        assert programs.result()["real_time_factor"] is None
        ready.append(True)
        wait(lambda: server.match.tick > 300)
    finally:
        server.stop()
        loop.join()
    assert asked[-1] == 0  # nobody asks any more
    result = programs.result()
    assert result["start_s"] > 0.05  # ten looks
    assert result["real_time_factor"] is not None


def test_the_match_does_not_wait_for_ever(server, monkeypatch, caplog):
    monkeypatch.setattr("robopitch.server.agent_programs.PATIENCE", 0.05)
    server.add_plugin(AgentPrograms(server, {"blue 0": SLEEP}, lambda: 0))
    loop = running(server)
    try:
        wait(lambda: server.match.tick > 0)
    finally:
        server.stop()
        loop.join()
    assert "begins with 0 of 1 programs" in caplog.text


def test_agents_play_over_the_network_and_the_status_shows_them(server):
    """The programs are threads here: a process takes a second to start."""
    match, network = server.match, server.network
    server.add_plugin(programs := AgentPrograms(server, {}, counted=lambda: counted_cycles(server.endpoints)))
    league, address = match.world.league, (HERE, network.port("agents"))
    agents = [AgentProcess(league, team, 0, "cambada", policy("cambada"), address, REAL) for team in Team]
    threads = [threading.Thread(target=agent.run, args=(DEADLINE,)) for agent in agents]
    loop = threading.Thread(target=server.run, kwargs={"warm_up": False})
    loop.start()
    for thread in threads:
        thread.start()
    try:
        wait(lambda: min(agent.cycles for agent in agents) > 10)
    finally:
        server.stop()
        loop.join()
    status = server.status()
    table = status["endpoints"]["agents"]
    assert registered_programs(server.endpoints) == 2
    assert table["all"]["cycles"] > 20
    assert table["blue 0 cambada"]["period"] == 1
    assert status["links"]["agents"]["refused"] == {}
    result = programs.result()
    assert set(result) == {"start_s", "real_time_factor", "agents", "missed_cycles", "cycles"}
    assert server.lockstep.last_heard(Team.BLUE, time.monotonic()) > 0
    server.close()  # the programs end with it
    for thread in threads:
        thread.join(DEADLINE)
        assert not thread.is_alive()


def stepped(order, seconds):
    """The events of a match in lockstep, and its last state; programs connect in this order, as threads."""
    options = {"league": "msl", "blue": "external", "yellow": "external", "players": 1, "seed": 4, "referee": "free"}
    with open_server(1.0, True, {}, {}, **options) as server:
        match = server.match
        keeper = match.world.robot("blue", 0).pose
        match.world.place_ball(x=keeper.x + 0.8, y=keeper.y, vx=-3.0)  # it will touch the ball
        events = []
        match.observe(EventList(events), 1.0)
        league, address = match.world.league, (HERE, server.network.port("agents_lockstep"))
        agents = [AgentProcess(league, team, 0, "cambada", policy("cambada"), address, REAL, 2) for team in Team]
        threads = [threading.Thread(target=agents[index].run, args=(DEADLINE,)) for index in order]
        loop = threading.Thread(
            target=server.run, kwargs={"until": round(1000 * seconds), "warm_up": False}, daemon=True
        )
        for thread in threads:
            thread.start()
        loop.start()
        loop.join(6 * DEADLINE)
        assert not loop.is_alive(), "simulated time waits for somebody"
        assert match.tick == round(1000 * seconds)
        return events, match.world.fingerprint()


class EventList:
    """An observer that keeps the events of a match."""

    def __init__(self, events):
        self.on_events = events.extend

    def on_derived(self, source, tick, inputs):
        pass

    def on_input(self, source, sequence, input):
        pass

    def on_decision(self, decision):
        pass

    def on_sample(self, match):
        pass


def test_in_lockstep_two_runs_over_the_network_give_the_same_events():
    first, second = stepped((0, 1), 3.0), stepped((1, 0), 3.0)
    assert first == second
    assert len(first[0]) >= 1


def test_every_robot_of_a_team_gets_a_program(server):
    plays = {Team.BLUE: "cambada", Team.YELLOW: "external"}
    context = SimpleNamespace(match=server.match, network=server.network, league="msl", plays=plays, lockstep=True)
    commands = agent_commands(context)
    assert list(commands) == ["blue 0"]
    line = " ".join(commands["blue 0"])
    assert "agent cambada --league msl --color blue --id 0" in line
    assert f"agents_lockstep={server.network.port('agents_lockstep')}" in line
    assert line.endswith("--lockstep --together 1")
    context.network, context.lockstep = replace(server.network, given=(MemoryOptions(shared_memory=True),)), False
    memory = agent_commands(context)
    assert " ".join(memory["blue 0"]).endswith("--rtdb shared-memory")
    given = {"blue": "cambada", "yellow": "still", "names": {}}
    programs = prepare_agents(AgentsOptions(agents="processes"), given)
    assert programs == {"blue": "external", "names": {"blue": "cambada"}}
    assert prepare_agents(AgentsOptions(agents="inprocess"), given) == {
        "sees": {"blue": "onboard", "yellow": "onboard"}
    }


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["nobody"], "no team is called 'nobody'"),
        (["cambada", "--id", "9"], "ids from 0 to 5"),
        (["cambada", "--league", "ssl-div-b"], "do not decide by themselves"),
        (["cambada", "--together", "0"], "1 to 100 programs"),
        (["cambada", "--rtdb", "disk"], "no value of --rtdb is called 'disk'"),
        (["cambada", "--rtdb", "shared-memory", "--lockstep"], "not with --lockstep"),
        (["cambada", "--patience", "0", "--port", "agents=1"], "no server at 127.0.0.1:1"),
    ],
)
def test_the_command_says_why_a_program_cannot_play(arguments, text):
    done = CliRunner().invoke(app, ["agent", *arguments])
    assert done.exit_code == 2
    assert text in " ".join(done.output.split())


def test_a_program_is_told_why_it_is_refused(server):
    loop = threading.Thread(target=server.run, kwargs={"warm_up": False})
    loop.start()
    try:
        port = f"agents={server.network.port('agents')}"
        done = CliRunner().invoke(app, ["agent", "cambada", "--league", "msl-2010", "--port", port])
        assert "the server plays msl, not msl-2010" in " ".join(done.output.split())
        assert done.exit_code == 2
    finally:
        server.stop()
        loop.join()

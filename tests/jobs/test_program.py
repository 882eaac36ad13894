"""Teams that are programs: they find their server, play, and forfeit when they do not."""

import stat
import sys
import time
from pathlib import Path

import pytest
from tests.web.stand import until

from robopitch.jobs.matches import MatchSetup
from robopitch.jobs.process import Program
from robopitch.jobs.program import check_program, load
from robopitch.jobs.record import work_on
from robopitch.jobs.sweep.measuring import match_units
from robopitch.jobs.tournament.standing import score_of
from robopitch.jobs.unit import Bits
from robopitch.messages import Team

# RobotControl { robot_commands { id: 1  move_command { local_velocity { forward: 1  left: 0  angular: 0 } } } }
FORWARD = bytes.fromhex("0a1508011211120f0d0000803f15000000001d00000000")
# A team with its own protobufs: it knows the league's protocol, and Robopitch only by its environment.
TEAM = f"""#!{sys.executable} -IS
import os, socket, time
server = os.environ["ROBOPITCH_HOST"], int(os.environ["ROBOPITCH_PORT"])
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
open(os.environ["TOLD"], "a").write(" ".join(f"{{k}}={{v}}" for k, v in os.environ.items() if "ROBOPITCH" in k) + "\\n")
while True:
    udp.sendto({FORWARD!r}, server)
    time.sleep(0.02)
"""


@pytest.fixture
def told(tmp_path, monkeypatch):
    """The file in which the programs say what they were told; they are in the folder of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOLD", str(tmp_path / "told.txt"))
    write("team.py", TEAM)
    return tmp_path / "told.txt"


def write(name, text):
    Path(name).write_text(text)
    Path(name).chmod(0o755)


def setup(blue, yellow="still", **more):
    return MatchSetup("ssl-div-b", blue, yellow, seconds=0.3, **more)


def runs(number):
    """Whether a process does anything: one that has ended may wait for somebody who asks."""
    state = Path(f"/proc/{number}/stat")
    return state.exists() and state.read_text().split()[2] != "Z"


def played(blue, yellow="still", **more):
    record = work_on(setup(blue, yellow, **more).unit())
    assert record.ok, record.trace
    return record


def test_a_program_plays_by_the_protocol_of_its_league(told):
    (unit,) = match_units(setup("program:./team.py"), [3], ["max(blue.1.speed)", "seconds"], signals=True)
    assert unit.bits is Bits.NONE
    assert "team.py" in unit.files
    assert unit.again.startswith("robopitch tournament --teams program:./team.py,still --league ssl-div-b --rounds 1")
    record = work_on(unit)
    assert record.ok, record.trace
    assert record.result["values"]["max(blue.1.speed)"] > 0.3
    assert 0.3 <= record.result["values"]["seconds"] < 1.0
    words = dict(word.split("=", 1) for word in told.read_text().split())
    offset = int(words["ROBOPITCH_PORT_OFFSET"])
    assert (words["ROBOPITCH_COLOUR"], words["ROBOPITCH_SEED"]) == ("blue", "3")
    assert (words["ROBOPITCH_LEAGUE"], words["ROBOPITCH_INTERFACE"]) == ("ssl-div-b", "127.0.0.1")
    assert int(words["ROBOPITCH_PORT"]) == int(words["ROBOPITCH_PORT_BLUE"]) == 10301 + offset
    assert int(words["ROBOPITCH_PORT_VISION"]) == 10020 + offset
    assert words["ROBOPITCH_GROUP_VISION"] == "224.5.23.2"


def test_a_program_that_ends_forfeits_and_the_other_side_has_won(told):
    write("lame.sh", "#!/bin/sh\necho 'I am called {colour}' $1\nexit 7\n")
    record = played("program:./team.py", "program:./lame.sh {colour}")
    assert set(record.result["forfeits"]) == {"yellow"}
    why = record.result["forfeits"]["yellow"]
    assert why.startswith("its program ended with exit code 7, at 0.")
    assert why.endswith("it printed: I am called {colour} yellow")
    assert (score_of(record, "blue"), score_of(record, "yellow")) == (1.0, 0.0)
    assert record.result["score"] == {"blue": 0, "yellow": 0}


def test_programs_that_never_connect_forfeit_both(told):
    write("deaf.sh", "#!/bin/sh\necho $$ >> told.txt\nexec sleep 100\n")
    record = played("program:./deaf.sh", "program:./deaf.sh x", patience=0.3)
    assert record.result["forfeits"].keys() == {"blue", "yellow"}
    assert "did not connect for 0.3 s" in record.result["forfeits"]["blue"]
    assert score_of(record, "blue") == 0.5
    assert record.result["in_play_seconds"] == 0
    assert not any(runs(number) for number in told.read_text().split())


def test_a_match_by_the_rules_begins_when_the_program_is_there(told):
    write("brief.py", TEAM.replace("while True:", "for n in range(20):") + "    udp.recv(4096)\n")  # 20 answers
    record = work_on(MatchSetup("ssl-div-b", "program:./brief.py", "still", half=60.0).unit())
    assert record.ok, record.trace
    assert "ended with exit code 0" in record.result["forfeits"]["blue"]
    assert record.result["statistics"]["seconds"] > 0


def test_a_program_has_the_ports_of_the_league_where_it_cannot_be_told_others():
    assert setup("program:./team.py", fixed_ports=True).unit().settings["fixed_ports"]
    assert "--fixed-ports" in setup("program:./team.py", fixed_ports=True).command()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("program:", "which program?"),
        ("program:./gone.sh", "./gone.sh is no program here"),
        ("program:./plain.txt", "./plain.txt is not executable"),
        ("program:'half", "No closing quotation"),
    ],
)
def test_a_program_that_cannot_be_started_is_refused(told, name, why):
    Path("plain.txt").write_text("")
    Path("plain.txt").chmod(stat.S_IRUSR)
    with pytest.raises(ValueError, match=why):
        check_program(name)


def test_the_scheme_says_where_programs_play():
    with pytest.raises(ValueError, match="robopitch tournament"):
        load("./team.sh")


def test_a_program_ends_with_its_children(tmp_path):
    program = Program(Team.BLUE, "sh -c 'sleep 100 & echo $! $TOLD; wait'", tmp_path / "out.txt", {"TOLD": "it"})
    while len(words := (tmp_path / "out.txt").read_text().split()) < 2:
        time.sleep(0.01)
    assert words[1] == "it"
    assert runs(words[0])
    program.close()
    assert not runs(words[0])


def test_programs_that_do_not_listen_are_killed_and_all_of_them_have_been_asked_before(tmp_path, monkeypatch):
    monkeypatch.setattr("robopitch.jobs.process.GRACE", 0.3)
    script = "trap 'echo asked' TERM; echo $$; while true; do sleep 0.05; done"
    programs = [Program(team, f'sh -c "{script}"', tmp_path / f"{team}.txt") for team in Team]
    for program in programs:
        until(lambda program=program: program.output.read_text().endswith("\n"))
        program.ask_to_end()
    for program in programs:
        until(lambda program=program: "asked" in program.output.read_text())
    for program in programs:
        assert runs(number := program.output.read_text().split()[0])
        program.close()
        assert not runs(number)

"""rtdb.ini and rtdb.conf: what is read is what is written; what cannot be read is refused with its line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.leagues.msl.wire.rtdb import AgentRecords, Configuration, Item, ItemId, cambada_configuration
from robopitch.leagues.msl.wire.rtdb.conf import configure, read_conf, write_conf
from robopitch.leagues.msl.wire.rtdb.ini import named, read_ini, write_ini
from robopitch.leagues.msl.wire.rtdb.items import SIZES
from robopitch.messages import Refusal

INI = """\
## made by hand
# 0    BASE
2    260      1   s
20   60004    1   l

# 1    ROBOT_1
0    408      1   s
6    16       3   l
"""

CONF = """\
# a comment
AGENTS = BASE, ROBOT_1, ROBOT_2;
ITEM WORLD { datatype = Robot; headerfile = Robot.h; }
ITEM COACH { datatype = CoachInfo; }   # the header is CoachInfo.h
ITEM SPEED { datatype = CMD_Vel; headerfile = hw/comm-rtdb.h; period = 5; }
SCHEMA Base { shared = COACH; }
SCHEMA Player
{
    shared = WORLD;
    local = COACH, SPEED;
}
ASSIGNMENT { schema = Base; agents = BASE; }
ASSIGNMENT { schema = Player; agents = ROBOT_1, ROBOT_2; }
"""


def items(**options):
    return st.builds(
        Item,
        st.integers(0, 99),
        st.just(""),
        st.integers(1, 9000),
        st.integers(1, 50),
        **options,
    )


@st.composite
def configurations(draw):
    agents = []
    for number in range(draw(st.integers(1, 7))):
        some = draw(st.lists(items(), max_size=8, unique_by=lambda item: item.id))
        split = draw(st.integers(0, len(some)))
        agents.append(AgentRecords(f"AGENT_{number}", tuple(some[:split]), tuple(some[split:])))
    return Configuration(tuple(agents))


def test_an_ini_file_gives_the_records_of_each_agent():
    configuration = read_ini(INI)
    assert configuration.agents == (
        AgentRecords("BASE", (Item(2, "", 260),), (Item(20, "", 60004),)),
        AgentRecords("ROBOT_1", (Item(0, "", 408),), (Item(6, "", 16, 3),)),
    )
    place = configuration.find(1, 6)
    assert (place.item.period, place.shared) == (3, False)
    assert configuration.find(0, 6) is None
    assert configuration.find(2, 6) is None


@given(configurations())
def test_an_ini_file_that_is_written_and_read_is_the_same(configuration):
    assert read_ini(write_ini(configuration)) == configuration


def test_the_shipped_configuration_survives_its_ini_file_but_for_names():
    configuration = cambada_configuration()
    read = read_ini(write_ini(configuration))
    assert read != configuration
    assert named(read, {item: item.name for item in ItemId}) == configuration


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2 260 1 s", "line 1: a record before the first agent"),
        ("# 1 A", "line 1: agent 0 is expected"),
        ("# 0 A\n2 260 1 x", "line 2: a record is"),
        ("# 0 A\n2 260 1", "line 2: a record is"),
        ("# 0 A\n-2 260 1 s", "line 2: a record is"),
        ("# 0 A\n2 260 0 s", "line 2: record 2: a period of 0"),
        ("# 0 A\n100 260 1 s", "line 2: record 100: number 100"),
        ("# 0 A\n1 99999999 1 s", "line 2: record 1: 99999999 bytes"),
        (f"# 0 A\n1 {'9' * 5000} 1 s", "line 2"),
        ("# 0 A\n1 2 1 s\n1 2 1 l", "agent A: record 1 is there twice"),
        ("", "0 agents"),
        ("\n".join(f"# {n} A" for n in range(20)), "more than 16 agents"),
        ("x" * (1 << 21), "characters"),
    ],
)
def test_an_ini_file_with_an_error_is_refused_with_its_line(text, said):
    refusal = read_ini(text)
    assert isinstance(refusal, Refusal)
    assert said in refusal.message


def test_a_conf_file_gives_the_records_of_each_agent():
    configuration = configure(read_conf(CONF), SIZES)
    world, coach, speed = Item(0, "WORLD", 408), Item(1, "COACH", 260), Item(2, "SPEED", 16, 5)
    player = (world,), (coach, speed)
    assert configuration.agents == (
        AgentRecords("BASE", (coach,), ()),
        AgentRecords("ROBOT_1", *player),
        AgentRecords("ROBOT_2", *player),
    )


def test_a_conf_file_that_is_written_and_read_is_the_same():
    conf = read_conf(CONF)
    assert conf.items[1].header == "CoachInfo.h"
    assert read_conf(write_conf(conf)) == conf


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("AGENTS BASE;", "line 1: '=' is expected"),
        ("AGENTS = ;", "line 1: a name is expected"),
        ("\nTHING x", "line 2: 'THING'"),
        ("ITEM X { colour = red; }", "line 1: 'colour'"),
        ("ITEM X { }", "item X has no datatype"),
        ("ITEM X { datatype = int; period = often; }", "the period 'often'"),
        ("ITEM X { datatype = int; period = 99999999999; }", "the period"),
        ("ITEM X { datatype = int; }\nITEM X { datatype = int; }", "line 2: 'X' is declared twice"),
        ("ITEM X { datatype = int;", "ends within a declaration"),
        ("SCHEMA S { shared = X; }", "schema S has X, which is no item"),
        ("ASSIGNMENT { schema = S; agents = A; }", "no schema is called 'S'"),
        ("SCHEMA S { }\nASSIGNMENT { schema = S; agents = A; }", "assigned to A, which is no agent"),
    ],
)
def test_a_conf_file_with_an_error_is_refused_with_its_reason(text, said):
    refusal = read_conf(text)
    assert isinstance(refusal, Refusal)
    assert said in refusal.message


def test_a_type_of_unknown_size_and_an_agent_without_schema_are_refused():
    assert "Robot" in configure(read_conf(CONF), {}).message
    assert "agent A" in configure(read_conf("AGENTS = A;"), SIZES).message


@given(st.text(alphabet="AGENTSITEM {}=,;#\n0123456789sl", max_size=200))
def test_no_text_raises_an_exception(text):
    assert isinstance(read_ini(text), Configuration | Refusal)
    conf = read_conf(text)
    assert isinstance(conf, Refusal) or isinstance(configure(conf, SIZES), Configuration | Refusal)

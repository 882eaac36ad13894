"""The table of the robots' data bases: every record that was written, with its age, and its value on request."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from robopitch.leagues.msl.rtdb.record_text import record_text
from robopitch.leagues.msl.rtdb.wireless import WirelessSettings
from robopitch.leagues.panel_view import PanelColumn, PanelRow, PanelTable, PanelView
from robopitch.messages import Team

if TYPE_CHECKING:
    from robopitch.leagues.msl.wire.rtdb import Store
    from robopitch.leagues.msl.wire.rtdb.configuration import Item
    from robopitch.leagues.msl.wire.rtdb.store import Reading

__all__ = ["RTDB_COLUMNS", "record_value", "rtdb_rows", "rtdb_view"]

RTDB_COLUMNS = (
    PanelColumn("record"),
    PanelColumn("of", about="The agent that wrote it: the own one, or one from which it came by radio"),
    PanelColumn("area", about="Shared records go to the other agents by radio; local ones do not"),
    PanelColumn("size", "B"),
    PanelColumn("age", "ms", about="Time since it was written; the way over the radio counts"),
    PanelColumn("period", "ms", about="Time between two frames of the radio that contain it"),
)
OLD = 2000  # ms: a record whose writer seems to be gone
FRAME = round(1000 * WirelessSettings().period)  # ms between two frames
EMPTY = "No program has opened a data base yet."

Stores = Mapping[Team, Sequence["Store"]]


def rtdb_view(stores: Callable[[], Stores]) -> PanelView:
    """The panel of some data bases."""
    return PanelView(
        "rtdb",
        "RtDB",
        RTDB_COLUMNS,
        lambda programs: rtdb_rows(stores()),
        lambda key: record_value(stores(), key),
    )


def rtdb_rows(stores: Stores) -> PanelTable:
    """The records in the data bases of both teams that were ever written."""
    rows = [row for team, some in stores.items() for store in some for row in _rows(team, store)]
    return PanelTable(rows, EMPTY if not stores else "")


def record_value(stores: Stores, key: str) -> str | None:
    """The value of the record of a row; None if there is none."""
    named, *numbers = key.split("/")
    team = next((team for team in stores if team.value == named), None)
    if team is None or len(numbers) != 3 or not all(part.isdecimal() for part in numbers):
        return None
    agent, owner, id = map(int, numbers)
    if agent >= len(stores[team]):
        return None
    store = stores[team][agent]
    place, reading = store.configuration.find(owner, id), store.get(owner, id)
    return None if place is None or reading.age < 0 else record_text(place.item, reading)


def _rows(team: Team, store: Store) -> Iterator[PanelRow]:
    names = [records.name for records in store.configuration.agents]
    group = f"{team} {'base station' if store.agent == 0 else store.agent - 1}"
    for owner, item, shared, reading in _written(store):
        period = FRAME * item.period if shared else None
        area = "shared" if shared else "local"
        cells = (item.name or str(item.id), names[owner], area, len(reading.data), reading.age, period)
        yield PanelRow(_key(team, store, owner, item), group, cells, "faint" if reading.age > OLD else "")


def _written(store: Store) -> Iterator[tuple[int, Item, bool, Reading]]:
    """The records in a data base with a value: own ones first, then those of the other agents."""
    agents = store.configuration.agents
    for owner in sorted(range(len(agents)), key=lambda number: (number != store.agent, number)):
        own = ((item, False) for item in agents[owner].local) if owner == store.agent else ()
        for item, shared in (*((item, True) for item in agents[owner].shared), *own):
            reading = store.get(owner, item.id)
            if reading.age >= 0:
                yield owner, item, shared, reading


def _key(team: Team, store: Store, owner: int, item: Item) -> str:
    return f"{team}/{store.agent}/{owner}/{item.id}"

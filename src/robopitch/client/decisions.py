"""Decision systems: functions that choose the actions of robots, found in a folder or built in [MI20 §2.4.3].

A decision system is a Python file with a function `decide` from an `Observation` to an `Action` for each robot, and
perhaps a function `positions` from the same to the places of robots before a restart: number → (x, y, heading).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from robopitch.spec.names import known_name
from robopitch.teams import TEAMS
from robopitch.teams.observation import Observation, Policy
from robopitch.teams.team_file import load_team

__all__ = ["Decision", "Decisions", "Positions"]

Positions = Callable[[Observation], Mapping[int, tuple[float, float, float]]]


class Decision(NamedTuple):
    """A decision system: what chooses actions, and what chooses places before a restart, if it has an own opinion."""

    decide: Policy
    positions: Positions | None = None


class Decisions:
    """Decision systems by name: the built-in teams, and those of a folder.

    problems: why files of the folder are no decision systems
    """

    def __init__(self, folder: Path | None = None, more: Mapping[str, Policy] | None = None) -> None:
        self._systems = {name: Decision(policy) for name, policy in {**TEAMS, **(more or {})}.items()}
        self.problems: list[str] = []
        if folder is not None:
            self._search(folder)

    def _search(self, folder: Path) -> None:
        if not folder.is_dir():
            raise ValueError(f"--decisions {folder}: there is no such folder")
        for path in sorted(folder.glob("*.py")):
            if path.name.startswith("_"):
                continue
            try:
                self._systems[path.stem] = _loaded(path)
            except ValueError as error:
                self.problems.append(str(error))

    @property
    def names(self) -> list[str]:
        """The names of all decision systems."""
        return sorted(self._systems)

    def check(self, name: str) -> str | None:
        """Why no decision system has this name; None if one has."""
        try:
            known_name(name, self._systems, "decision system")
        except ValueError as error:
            return str(error)
        return None

    def get(self, name: str) -> Decision:
        """The decision system of a name; raises a ValueError that lists all of them if there is none."""
        return self._systems[known_name(name, self._systems, "decision system")]


def _loaded(path: Path) -> Decision:
    _, decide = load_team(f"{path}:decide")
    try:
        _, positions = load_team(f"{path}:positions")
    except ValueError:
        return Decision(decide)  # it has none
    return Decision(decide, positions)  # type: ignore[arg-type]

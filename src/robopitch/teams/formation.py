"""Formations: where the robots stand that have no other task, for every position of the ball [CAMBADA-sim §3.4.8].

A spot has a place for a ball in the centre of the field, and is pulled along with the ball by a share of its
coordinates. Metres, in the frame of the team: x towards the goal that it attacks. The first spots are those that matter
most: a team with fewer free robots leaves out the last ones.

A formation as a file is a team of its own, `robopitch run msl --blue wide.toml`:

    team = "cambada"
    [formation]
    attack = [
      { x = -2.5, y = 0.0, pull_x = 0.4, pull_y = 0.2 },
    ]
    defence = [
      { x = -5.0, y = 0.0, pull_x = 0.25, pull_y = 0.3 },
    ]
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from robopitch.control.paths import Area
from robopitch.spec.toml import check_depth

__all__ = [
    "FORMED",
    "MOST_SPOTS",
    "Formation",
    "FormationFile",
    "Spot",
    "form",
    "formation_in",
    "formation_text",
    "plain_spots",
    "read_formation",
    "usual_formation",
]

FORMED = ("cambada",)  # teams that have formations
MOST_SPOTS = 5  # as many as fit into the record of a data base
KEY = "formation"  # in the memory of a policy
FARTHEST, STRONGEST = 30.0, 2.0  # m, and share of the ball's coordinates

Point = tuple[float, float]
PlainSpot = tuple[float, float, float, float]


class Spot(NamedTuple):
    """One place of a formation."""

    x: float  # m, for a ball in the centre
    y: float
    pull_x: float = 0.0  # share of the ball's x that is added
    pull_y: float = 0.0

    def place(self, ball: Point) -> Point:
        """Where it is for a position of the ball.

        >>> Spot(-2.0, 1.0, 0.5, 0.25).place((3.0, -2.0))
        (-0.5, 0.5)
        """
        return self.x + self.pull_x * ball[0], self.y + self.pull_y * ball[1]


def plain_spots(spots: Iterable[Spot]) -> tuple[PlainSpot, ...]:
    """Spots as plain numbers."""
    return tuple((spot.x, spot.y, spot.pull_x, spot.pull_y) for spot in spots)


@dataclass(frozen=True, slots=True)
class Formation:
    """The spots while the own team has the ball, and while it does not; a ValueError if one makes no sense."""

    attack: tuple[Spot, ...]
    defence: tuple[Spot, ...]

    def __post_init__(self) -> None:
        for name, spots in self.spots.items():
            if not 1 <= len(spots) <= MOST_SPOTS:
                raise ValueError(f"{name}: {len(spots)} spots; 1 to {MOST_SPOTS} are possible")
            for number, spot in enumerate(spots, 1):
                for what, value in zip(Spot._fields, spot, strict=True):
                    most = FARTHEST if what in ("x", "y") else STRONGEST
                    if not abs(value) <= most:  # not so for NaN
                        raise ValueError(
                            f"{name}, spot {number}: {what} = {value:g}; {-most:g} to {most:g} is possible"
                        )

    def places(self, ball: Point, ours: bool, bounds: Area) -> list[Point]:
        """The places for a position of the ball, within bounds.

        ours: the own team has the ball
        """
        found = []
        for spot in self.attack if ours else self.defence:
            x, y = spot.place(ball)
            found.append((min(max(x, bounds.left), bounds.right), min(max(y, bounds.low), bounds.high)))
        return found

    @property
    def spots(self) -> dict[str, tuple[PlainSpot, ...]]:
        """The spots by situation, as plain numbers, which an input carries and a recording keeps."""
        return {"attack": plain_spots(self.attack), "defence": plain_spots(self.defence)}

    def plain(self) -> dict[str, list[list[float]]]:
        """The formation in plain values."""
        return {name: [list(spot) for spot in spots] for name, spots in self.spots.items()}

    @classmethod
    def from_plain(cls, values: Mapping[str, Sequence[Sequence[float]]]) -> Formation:
        """The inverse of `plain`."""
        try:
            attack, defence = (
                tuple(Spot(*map(float, spot)) for spot in values[name]) for name in ("attack", "defence")
            )
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"not a formation: {type(error).__name__}: {error}") from None
        return cls(attack, defence)


def form(memory: dict[str, Any], formation: Formation | None) -> None:
    """Put a formation into the memory of a policy; None: remove it."""
    memory.pop(KEY, None)
    if formation is not None:
        memory[KEY] = formation.plain()


def formation_in(memory: Mapping[str, Any]) -> Formation | None:
    """The formation in the memory of a policy."""
    return Formation.from_plain(memory[KEY]) if KEY in memory else None


_USUAL = {  # in half lengths and half widths of the field; chosen: near to where cambada stands without a formation
    "attack": ((-0.25, 0.0, 0.4, 0.2), (0.2, 0.5, 0.5, 0.1), (0.2, -0.5, 0.5, 0.1), (-0.1, 0.3, 0.5, 0.2)),
    "defence": ((-0.6, 0.0, 0.2, 0.3), (-0.35, 0.3, 0.35, 0.3), (-0.35, -0.3, 0.35, 0.3), (-0.1, 0.0, 0.5, 0.3)),
}


def usual_formation(length: float, width: float, spots: int) -> Formation:
    """A formation to begin with.

    length, width: of the field, m
    spots:         in each situation
    """
    count = min(max(spots, 1), len(_USUAL["attack"]))
    attack, defence = (
        tuple(Spot(round(x * length / 2, 2), round(y * width / 2, 2), *pull) for x, y, *pull in _USUAL[name][:count])
        for name in ("attack", "defence")
    )
    return Formation(attack, defence)


class FormationFile(NamedTuple):
    """What a file has: the team that plays, and its formation."""

    team: str
    formation: Formation


def formation_text(formation: Formation, team: str = FORMED[0]) -> str:
    """The text of a file."""
    lines = [
        "# Where the robots stand that have no other task: metres for a ball in the centre, x towards the goal that",
        "# the team attacks, and the share of the ball's coordinates by which the ball pulls them along.",
        f'team = "{team}"',
        "",
        "[formation]",
    ]
    for name, spots in formation.spots.items():
        lines.append(f"{name} = [")
        for spot in spots:
            parts = ", ".join(f"{what} = {float(value)!r}" for what, value in zip(Spot._fields, spot, strict=True))
            lines.append(f"  {{ {parts} }},")
        lines.append("]")
    return "\n".join(lines) + "\n"


def read_formation(text: str) -> FormationFile:
    """The contents of a file; a ValueError that says what is wrong with it."""
    try:
        values: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"not a TOML file: {error}") from None
    check_depth(values, "formation")
    team, given = values.get("team", FORMED[0]), values.get("formation")
    if team not in FORMED:
        raise ValueError(f"team = {team!r}: {', '.join(FORMED)} has formations")
    unknown = sorted(set(values) - {"team", "formation"})
    if unknown or not isinstance(given, dict) or set(given) != {"attack", "defence"}:
        raise ValueError("a team and a table [formation] with attack and defence are wanted, nothing else")
    parts = {name: [_spot(name, number, one) for number, one in enumerate(_rows(name, given), 1)] for name in given}
    return FormationFile(team, Formation(tuple(parts["attack"]), tuple(parts["defence"])))


def _rows(name: str, given: Mapping[str, Any]) -> list[Any]:
    if not isinstance(given[name], list):
        raise ValueError(f"{name}: a list of spots is wanted")
    return given[name]


def _spot(name: str, number: int, given: Any) -> Spot:
    where = f"{name}, spot {number}"
    if not isinstance(given, dict) or not {"x", "y"} <= set(given) <= set(Spot._fields):
        raise ValueError(f"{where}: x and y, and perhaps pull_x and pull_y, are wanted")
    for what, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(f"{where}: {what} is not a number")
    return Spot(**{what: float(value) for what, value in given.items()})

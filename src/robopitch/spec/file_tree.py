"""Specs and files as plain trees in which every number is a table {value, unit, source}.

They hold texts, numbers, truth values, lists and tables only: what JSON, TOML and an input of a match can carry.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any

from robopitch.spec.base import WHOLE, Spec
from robopitch.spec.catalogue import robot_files
from robopitch.spec.draft import Draft
from robopitch.spec.errors import SpecError, suggestion
from robopitch.spec.names import find_name
from robopitch.spec.quantity import Count, Quantity, Stated
from robopitch.spec.toml import read_toml

__all__ = ["NONE", "laid_over_like", "spec_tree", "stated_tree"]

LIKE = "like"  # the key of a robot file that names the robot from which it differs
NONE = "none"  # an optional part that is absent: a file has no null


def spec_tree(spec: Spec) -> dict[str, Any]:
    """All values of *spec*, also those that were left out of its file; laid over any spec, they replace it whole."""
    tree: dict[str, Any] = _plain(spec.model_dump(context=WHOLE))
    return tree | {key: NONE for key in sorted(type(spec).file_keys() - set(tree))}


def stated_tree(tree: Mapping[str, Any], label: str) -> dict[str, Any]:
    """What a file states, in the file's own units: the source of a table goes to the numbers in it.

    label: the name of the file; numbers without a source have none
    """
    stated: dict[str, Any] = _plain(laid_over_like(tree, label, robot_files()).data, label)
    return stated


def laid_over_like(tree: Mapping[str, Any], label: str, known: Mapping[str, tuple[Traversable, str]]) -> Draft:
    """A file; that of a robot may state only in what it differs from a shipped one, not from a chain of them."""
    draft = Draft()
    if LIKE in tree:
        like = tree[LIKE].get("value") if isinstance(tree[LIKE], Mapping) else tree[LIKE]
        name = find_name(str(like), known)
        if name is None:
            raise SpecError(f"{label}: {LIKE}: no robot is called {like!r}; {suggestion(str(like), known)}")
        draft.overlay(read_toml(*known[name]), known[name][1])
    draft.overlay({key: value for key, value in tree.items() if key != LIKE}, label)
    return draft


def _plain(value: Any, label: str = "") -> Any:
    if isinstance(value, Mapping):
        if "value" in value:
            return _number(value["value"], value.get("unit"), value.get("source"), label)
        return {str(key): _plain(part, label) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part, label) for part in value]
    if isinstance(value, Quantity | Count):
        return _number(value, value.unit, value.source, label)
    if isinstance(value, Stated):
        return _number(value.value, value.unit, value.source, label)
    if value is None:
        return NONE
    return value if isinstance(value, bool | str | int | float) else str(value)  # TOML has dates and times


def _number(value: Any, unit: Any, source: Any, label: str) -> dict[str, Any]:
    """A number with what is known of it; one that is no number stays as it is written, for the message about it."""
    parts: dict[str, Any] = {"value": value}
    if isinstance(value, float | int) and not isinstance(value, bool):
        parts["value"] = _short(float(value))
    elif not isinstance(value, bool):
        parts["value"] = str(value)
    if isinstance(unit, str) and unit != "1":
        parts["unit"] = unit
    if isinstance(source, str) and source not in ("", label):
        parts["source"] = source
    return parts


def _short(value: float) -> float | int | str:
    """24 for 24.0; JSON has no infinite numbers, so that they are texts."""
    if not math.isfinite(value):
        return str(value)
    negative_zero = value == 0 and math.copysign(1.0, value) < 0
    return int(value) if value.is_integer() and abs(value) < 1e15 and not negative_zero else value

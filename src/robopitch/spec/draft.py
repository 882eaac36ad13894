"""An unvalidated spec: merged raw tables, each number with its source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError

from robopitch.spec.base import Spec
from robopitch.spec.errors import SpecError, explain, place
from robopitch.spec.quantity import Count, Quantity, Stated, split_text
from robopitch.spec.units import known_unit

__all__ = ["Draft"]

Table = dict[str, Any]
Model = TypeVar("Model", bound=Spec)


class Origin(NamedTuple):
    """Origin of a value: the file, and the source that its table states for the numbers in it."""

    file: str
    source: str


class Draft:
    """Tables of a spec, and for each key the file that set it last."""

    def __init__(self) -> None:
        self.data: Table = {}
        self._origins: dict[tuple[str, ...], Origin] = {}
        self._around: set[tuple[str, ...]] = set()  # every proper prefix of a path with an origin

    def put(self, path: Sequence[str], value: Any, file: str) -> None:
        """Set the value at *path*, unchanged."""
        table = self.data
        for part in path[:-1]:
            table = table.setdefault(part, {})
        table[path[-1]] = value
        self._forget(tuple(path))
        self._remember(tuple(path), Origin(file, ""))

    def overlay(self, tree: Mapping[str, Any], file: str) -> None:
        """Merge *tree* into the draft: tables merge, everything else is replaced.

        A table may state a `source` for all numbers below it that have none. A table with numbers for keys changes
        the entries of a list: ``[wheels.0]``.
        """
        self._merge(self.data, tree, (), Origin(file, ""))

    def file_of(self, path: Sequence[str]) -> str:
        """The file that set the value at *path*, or else the innermost table around it."""
        for length in range(len(path), -1, -1):
            origin = self._origins.get(tuple(path[:length]))
            if origin is not None:
                return origin.file
        return next(iter(self._origins.values())).file if self._origins else "spec"

    def build(self, model: type[Model]) -> Model:
        """The validated spec; raises one SpecError with all problems."""
        try:
            return model.model_validate(self.data)
        except ValidationError as error:
            raise explain(error, model, self.file_of) from None

    def _merge(self, into: Table, tree: Mapping[str, Any], path: tuple[str, ...], origin: Origin) -> None:
        if isinstance(tree.get("source"), str):
            origin = origin._replace(source=tree["source"])
            tree = {key: value for key, value in tree.items() if key != "source"}
        for key, value in tree.items():
            here = (*path, key)
            if not isinstance(value, Mapping) or "value" in value:
                into[key] = self._settle(value, here, origin)
                continue
            old = into.get(key)
            if isinstance(old, tuple):  # of a spec that is changed: [x, y, z]
                old = into[key] = list(old)
            if isinstance(old, list):
                self._merge_list(old, value, here, origin)
                continue
            # Outlines of different kinds have different keys: one does not merge into the other.
            other_kind = (
                isinstance(old, dict) and key == "outline" and value.get("kind", old.get("kind")) != old.get("kind")
            )
            if not isinstance(old, dict) or other_kind:
                self._forget(here)
                self._remember(here, origin)
                old = into[key] = {}
            self._merge(old, value, here, origin)

    def _merge_list(self, into: list[Any], tree: Mapping[str, Any], path: tuple[str, ...], origin: Origin) -> None:
        for key, value in tree.items():
            here = (*path, key)
            if not key.isdecimal() or int(key) >= len(into):
                name = ".".join(here)
                raise SpecError(
                    f"{place(origin.file, name)}there are {len(into)} of these, numbered 0 to {len(into) - 1}"
                )
            index = int(key)
            if isinstance(into[index], tuple):
                into[index] = list(into[index])
            if isinstance(into[index], dict) and isinstance(value, Mapping):
                self._merge(into[index], value, here, origin)
            elif isinstance(into[index], list) and isinstance(value, Mapping) and "value" not in value:
                self._merge_list(into[index], value, here, origin)
            else:
                into[index] = self._settle(value, here, origin)

    def _settle(self, value: Any, path: tuple[str, ...], origin: Origin) -> Any:
        """A copy of *value* for the tree, each number with its source."""
        self._forget(path)
        self._remember(path, origin)
        if isinstance(value, list | tuple):
            return [self._settle(entry, (*path, str(index)), origin) for index, entry in enumerate(value)]
        if isinstance(value, Mapping) and "value" not in value:
            table: Table = {}
            self._merge(table, value, path, origin)
            return table
        return _sourced(value, origin.source or origin.file)

    def _remember(self, path: tuple[str, ...], origin: Origin) -> None:
        self._origins[path] = origin
        self._around.update(path[:length] for length in range(len(path)))

    def _forget(self, path: tuple[str, ...]) -> None:
        if path not in self._around:  # most paths are new: a scan of all of them would take quadratic time
            self._origins.pop(path, None)
            return
        below = [other for other in self._origins if other[: len(path)] == path]
        for other in below:
            del self._origins[other]


def _sourced(value: Any, source: str) -> Any:
    """A number with its source; anything else unchanged."""
    if isinstance(value, Mapping):
        return {"source": source, **value}
    if isinstance(value, bool | Quantity | Count):
        return value
    if isinstance(value, Real):
        return Stated(float(value), None, source)
    parts = split_text(value) if isinstance(value, str) else None
    if parts is not None and known_unit(parts[1]) is not None:
        return Stated(*parts, source)
    return value

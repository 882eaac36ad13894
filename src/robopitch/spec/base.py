"""Base class of all spec models: frozen, no unknown keys, and a hook for checks between fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Self, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    SerializationInfo,
    SerializerFunctionWrapHandler,
    ValidationError,
    model_serializer,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

__all__ = ["Spec", "none_is_absent"]


def none_is_absent(given: object) -> object:
    """Return None for the word "none", which removes an optional part: TOML has no null."""
    return None if given == "none" else given


WHOLE = {"whole": True}  # the context of a dump that has all fields, also those that are newer than most files


class Spec(BaseModel):
    """A table of a spec file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    shorthand: ClassVar[tuple[str, ...]] = ()
    """Keys that a file may use besides the fields."""

    inline: ClassVar[tuple[str, ...]] = ()
    """Fields whose keys stand in this table itself instead of in a table of their own."""

    newer: ClassVar[frozenset[str]] = frozenset()
    """Fields that came later: they are not written while they have their defaults, so that digests of recordings and
    snapshots stay as they were."""

    @model_serializer(mode="wrap")
    def _without_newer(self, handler: SerializerFunctionWrapHandler, info: SerializationInfo) -> dict[str, Any]:
        plain: dict[str, Any] = handler(self)
        if info.context is WHOLE:
            return plain
        unset = {
            name
            for name in self.newer
            if getattr(self, name) == type(self).model_fields[name].get_default(call_default_factory=True)
        }
        return {name: value for name, value in plain.items() if name not in unset}

    @classmethod
    def inline_parts(cls) -> Iterator[tuple[str, type[Spec]]]:
        """Yield name and model of each of these fields."""
        for name in cls.inline:
            annotation = cls.model_fields[name].annotation
            for part in (annotation, *get_args(annotation)):  # an optional part is a union with None
                if isinstance(part, type) and issubclass(part, Spec):
                    yield name, part

    @classmethod
    def file_keys(cls) -> set[str]:
        """The keys that a file may use."""
        inside = [part.file_keys() for _, part in cls.inline_parts()]
        return ({*cls.model_fields, *cls.shorthand} - set(cls.inline)).union(*inside)

    def problems(self) -> Iterator[tuple[str, str]]:
        """Yield the inconsistencies between fields: (dotted key below this table, what is wrong and how to fix it)."""
        yield from ()

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        # Raised as a list, so that pydantic reports each problem under its own key, with those of other tables.
        wrong = [
            InitErrorDetails(
                type=PydanticCustomError("inconsistent", "{text}", {"text": text}),
                loc=tuple(part for part in key.split(".") if part),
                input=self,
            )
            for key, text in self.problems()
        ]
        if wrong:
            raise ValidationError.from_exception_data(type(self).__name__, wrong)
        return self

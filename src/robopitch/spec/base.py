"""Base class of all spec models: frozen, no unknown keys, and a hook for checks between fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

__all__ = ["Spec"]


class Spec(BaseModel):
    """A table of a spec file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    shorthand: ClassVar[tuple[str, ...]] = ()
    """Keys that a file may use besides the fields."""

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

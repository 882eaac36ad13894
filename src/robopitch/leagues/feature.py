"""What a league can do beside playing, if a user asks for it: a family declares its features, a plugin runs one.

One model of options gives the flags of `robopitch serve` and `robopitch run`, with their heading in the help:

    class LapOptions(BaseModel):
        laps: int = flag(0, "Stop the clock after so many laps.", metavar="N")

    LAPS = Feature("laps", "Lap counter", LapOptions, lambda context, options: LapCounter(context.match, options.laps))

The flag of a field is its name, `--laps`; a field of the type bool is a switch, one of several values may be repeated.
The same model reads the table `[features.laps]` of a file for --file, and gives the form on the page.
This module loads nothing heavy: the help shows the flags of all families.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field, ValidationError

if TYPE_CHECKING:
    from robopitch.leagues.context import Context
    from robopitch.leagues.plugin import Plugin

__all__ = ["Feature", "flag", "flag_names"]


def _nothing(context: Any, options: Any) -> None:
    """Of a feature whose options others read: `Network.options`."""


@dataclass(frozen=True)
class Feature:
    """Declares one.

    name:    unique in the family; families that have the same feature have the same name and the same options
    summary: what it is, in a word or two: the heading of its options in the help
    options: those of a user; without any that differs from its default, the feature is off
    open:    makes what runs in the loop of a server, or returns None; raises a ValueError if the match does not fit
    prepare: of a feature that changes the match itself, also without a server: gets the options and the arguments of
             `make_match`, and returns those that it replaces
    for_teams: it is about built-in teams: an option of `robopitch run` alone
    live:    it can be opened, changed and closed while the match goes on; otherwise its options hold from the start
    extra:   the extra of the package that it needs; empty: none
    absent:  what a league says that has no such feature, "{league} has no laps"
    """

    name: str
    summary: str
    options: type[BaseModel]
    open: Callable[[Context, Any], Plugin | None] = _nothing
    prepare: Callable[[Any, Mapping[str, Any]], Mapping[str, Any]] | None = None
    for_teams: bool = False
    live: bool = False
    extra: str = ""
    absent: str = "{league} has no such feature"

    def is_on(self, options: BaseModel) -> bool:
        """Whether a user asked for it."""
        return options != type(options)()

    def read(self, values: Mapping[str, Any]) -> BaseModel:
        """Options from their values by name; raises a ValueError in a line."""
        flags = flag_names(self.options)
        unknown = sorted(set(values) - set(flags))
        if unknown:
            raise ValueError(f"{self.name} has no option {unknown[0]!r:.80}; it has {', '.join(flags)}")
        try:
            return self.options.model_validate(dict(values))
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            if first["type"] == "value_error":
                raise ValueError(str(first["ctx"]["error"])) from None
            raise ValueError(f"{flags[str(first['loc'][0])]}: {first['msg']}") from None

    def given(self, options: BaseModel) -> list[str]:
        """The flags that a user gave."""
        given = options.model_dump(exclude_defaults=True)
        return [flag for name, flag in flag_names(self.options).items() if name in given]

    def refusal(self, options: BaseModel, league: str) -> ValueError:
        """Why a league, or a match of it, cannot have what a user asked for."""
        return ValueError(f"{', '.join(self.given(options))}: {self.absent.format(league=league)}")


def flag(default: Any, help: str, *, metavar: str | None = None, **more: Any) -> Any:
    """A field that is an option of the command line; *metavar* stands for its value in the help."""
    return Field(default=default, description=help, json_schema_extra={"metavar": metavar}, **more)


def flag_names(options: type[BaseModel]) -> dict[str, str]:
    """The flag of each field."""
    return {name: "--" + name.replace("_", "-") for name in options.model_fields}

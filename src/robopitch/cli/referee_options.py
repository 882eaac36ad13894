"""Options of the referee and of the result of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from robopitch.cli.options import about
from robopitch.cli.outputs import check_output

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.measure.match_stats.result import MatchStats

__all__ = ["FORFEITED", "RefereeOptions"]

REFEREE = "Referee"
REFEREES = ("rules", "free", "external", "none")
OUTCOMES = ("blue", "yellow", "draw")
LONGEST_HALF = 1e5  # s
UNEXPECTED, FORFEITED = 1, 3  # exit codes


@dataclass(frozen=True)
class RefereeOptions:
    """Who referees, for how long, and what is done with the result."""

    referee: Annotated[
        str | None,
        about(
            REFEREE,
            "rules: a whole match by the rules of the league; free: free play; external: a referee on the network; "
            "none.",
            metavar="NAME",
            show_default="run: rules; serve: free",
        ),
    ] = None
    half: Annotated[
        float | None,
        about(REFEREE, "Length of a half in seconds, as the league has it if not given.", metavar="S"),
    ] = None
    rules_year: Annotated[
        int | None,
        about(REFEREE, "Year of the rule book, the latest that is known if not given.", metavar="YEAR"),
    ] = None
    patience: Annotated[
        float,
        about(REFEREE, "Seconds of wall time after which a silent team program forfeits.", metavar="S"),
    ] = 60.0
    result: Annotated[
        Path | None, about(REFEREE, "Write the result to this file, .json, for programs.", metavar="FILE")
    ] = None
    expect: Annotated[
        str | None,
        about(REFEREE, "blue, yellow or draw: exit with 1 if the match ends otherwise.", metavar="OUTCOME"),
    ] = None

    def check(self) -> None:
        """Raise a ValueError if an option makes no sense."""
        from robopitch.spec.names import known_name

        if self.referee is not None:
            known_name(self.referee, REFEREES, "referee")
        if self.expect is not None:
            known_name(self.expect, OUTCOMES, "outcome")
        if self.half is not None and not 1 <= self.half <= LONGEST_HALF:
            raise ValueError(f"--half {self.half:g}: from 1 to {LONGEST_HALF:g} s is possible")
        if not 0 < self.patience <= LONGEST_HALF:
            raise ValueError(f"--patience {self.patience:g}: a number above 0 is wanted")
        if self.result is not None:
            check_output("--result", self.result, (".json",))

    @property
    def keeps_result(self) -> bool:
        """Whether somebody wants to know how the match ended."""
        return self.result is not None or self.expect is not None

    def name_for(self, league: str) -> str:
        """The referee of a match of this league."""
        from robopitch.leagues.registry import has_rules
        from robopitch.spec import load_league

        league = load_league(league).name
        if self.referee == "rules" and not has_rules(league):
            raise ValueError(f"--referee rules: {league} has no rules here; free, external or none is possible")
        if self.half is not None and (self.referee or "rules") != "rules":
            raise ValueError("--half: only with --referee rules")
        if self.rules_year is not None and (self.referee or "rules") != "rules":
            raise ValueError("--rules-year: only with --referee rules")
        return self.referee or ("rules" if has_rules(league) else "free")

    def for_match(self, league: str) -> dict[str, Any]:
        """Arguments for `make_match`."""
        return {"referee": self.name_for(league), "half": self.half, "year": self.rules_year}

    def finish(
        self, match: Match, statistics: MatchStats, wall_seconds: float, more: Mapping[str, Any] | None = None
    ) -> None:
        """Write the result; raises typer.Exit if a team forfeited, or the outcome is not the expected one.

        more: what the result states besides
        """
        from robopitch.measure.match_result import match_result, write_result

        result = {**match_result(match, statistics, wall_seconds), **(more or {})}
        if self.result is not None:
            write_result(self.result, result)
            typer.echo(f"result      {self.result}")
        outcome = result["winner"] or "draw"
        if result["ended_by"] == "forfeit":
            text = f"a program that is silent for {self.patience:g} s (--patience) forfeits"
            typer.echo(f"forfeited: {outcome} wins; {text}", err=True)
            raise typer.Exit(FORFEITED)
        if self.expect is not None and outcome != self.expect:
            typer.echo(f"--expect {self.expect}: the match ended otherwise, {outcome}", err=True)
            raise typer.Exit(UNEXPECTED)

"""Statistics of a match as signals, so that expressions can use them: `blue.goals - yellow.goals`, `passes`.

| name | what |
|---|---|
| `blue.shots`, `yellow.possession` … | a statistic of a team: the fields of `TeamStats` |
| `blue.won` | 1 for a win, ½ for a draw, 0 for a defeat |
| `shots`, `goals` … | of both teams: the sum, and of top_speed the greater one |
| `passes` | passes that arrived; `passes_completed` is the same |
| `seconds`, `in_play`, `contested`, `loose`, `dead` | times, s |
"""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from robopitch.measure.match_stats.result import MatchStats, TeamStats
from robopitch.measure.run import Signal
from robopitch.messages import Team

__all__ = ["signals_of_stats"]

UNITS = {"possession_seconds": "s", "distance": "m", "top_speed": "m/s"}
SHARES = ("possession", "pass_rate", "won")  # have no sum
COUNTS = [one.name for one in fields(TeamStats) if one.name not in ("robots", *SHARES)]


def signals_of_stats(stats: MatchStats) -> dict[str, Signal]:
    """The statistics by name, each with the same value from the beginning to the end."""
    found: dict[str, tuple[float, str]] = {}
    for team in Team:
        of = stats.of(team)
        values = {name: getattr(of, name) for name in (*COUNTS, "saves", "possession", "pass_rate")}
        values["passes"] = of.passes_completed
        other = stats.of(team.other).goals
        values["won"] = (of.goals > other) + 0.5 * (of.goals == other)
        found |= {f"{team}.{name}": (float(value), UNITS.get(name, "1")) for name, value in values.items()}
    for name in (*COUNTS, "saves", "passes"):
        parts = [found[f"{team}.{name}"][0] for team in Team]
        found[name] = max(parts) if name == "top_speed" else sum(parts), UNITS.get(name, "1")
    for name, value in (("contested", stats.contested), ("loose", stats.loose), ("dead", stats.dead)):
        found[name] = value, "s"
    found |= {"seconds": (stats.seconds, "s"), "in_play": (stats.seconds - stats.dead, "s")}
    times = np.array([0.0, max(stats.seconds, 1e-3)])
    return {name: Signal(name, unit, times, np.full(2, value)) for name, (value, unit) in found.items()}

"""What the built-in teams of `robopitch run` know, by the option --agents."""

from __future__ import annotations

__all__ = ["AGENTS", "seen_by"]

AGENTS = ("truth", "inprocess")


def seen_by(agents: str, league: str, teams: tuple[str, str]) -> str:
    """What built-in teams see, as for `make_match`; a ValueError if robots of the league cannot decide by themselves.

    agents: the value of the option
    """
    from robopitch.leagues.registry import family_of
    from robopitch.spec import load_league
    from robopitch.spec.names import known_name
    from robopitch.teams.player import ONBOARD
    from robopitch.teams.team_file import is_team_file

    if known_name(agents, AGENTS, "value of --agents") == "truth":
        return "truth"
    spec = load_league(league)
    if not family_of(spec.family).has_agents:
        raise ValueError(f"--agents {agents}: robots of {spec.name} do not decide by themselves")
    for name in teams:
        if is_team_file(name):
            raise ValueError(
                f"--agents {agents}: {name} decides for its whole team; built-in teams decide robot by robot"
            )
    return ONBOARD[0]

"""Teams that run in process: functions from what a team sees to what its robots shall do."""

from robopitch.teams.chase import chase, still
from robopitch.teams.sight import Action, Policy, Sight, act, look

__all__ = ["TEAMS", "Action", "Policy", "Sight", "act", "chase", "look", "policy", "still"]

TEAMS: dict[str, Policy] = {"chase": chase, "still": still}


def policy(name: str) -> Policy:
    """The team of that name; a ValueError that lists them if there is none."""
    if name not in TEAMS:
        raise ValueError(f"no team is called {name!r}; the teams are {', '.join(sorted(TEAMS))}")
    return TEAMS[name]

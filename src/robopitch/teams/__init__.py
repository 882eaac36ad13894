"""Reference teams: functions from the observation of a team to the actions of its robots."""

from robopitch.teams.cambada import cambada as _cambada  # the name is the package's
from robopitch.teams.chase import chase, still
from robopitch.teams.mi20 import mi20 as _mi20
from robopitch.teams.observation import Action, Observation, Policy, act, look
from robopitch.teams.player import TRUTH, Player, PolicyPlayer
from robopitch.teams.situation import Phase, Situation, situation_of

__all__ = [
    "TEAMS",
    "TRUTH",
    "Action",
    "Observation",
    "Phase",
    "Player",
    "Policy",
    "PolicyPlayer",
    "Situation",
    "act",
    "chase",
    "look",
    "policy",
    "situation_of",
    "still",
]

TEAMS: dict[str, Policy] = {"cambada": _cambada, "chase": chase, "mi20": _mi20, "still": still}


def policy(name: str) -> Policy:
    """The team with this name; raises a ValueError that lists all teams if there is none."""
    if name not in TEAMS:
        raise ValueError(f"no team is called {name!r}; the teams are {', '.join(sorted(TEAMS))}")
    return TEAMS[name]

"""Reads snapshots of the first format, before the neutral game state, as those of today.

A recording that was made then can be simulated again, and branched.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robopitch.messages import GameState, Phase, Team, TeamState
from robopitch.messages.plain import from_plain, to_plain

if TYPE_CHECKING:
    from robopitch.match.match import Match

__all__ = ["upgraded"]

WHISTLES = {"halt": "halt", "stop": "stop", "start": "running"}
# Commands of free play by their numbers then: phase, and whose it is. A start after a kick-off did not name the team.
COMMANDS = {
    0: (Phase.HALT, None),
    1: (Phase.STOP, None),
    2: (Phase.RUNNING, Team.BLUE),
    3: (Phase.RUNNING, None),
    4: (Phase.KICK_OFF, Team.YELLOW),
    5: (Phase.KICK_OFF, Team.BLUE),
}
START = {"halt": 0, "stop": 1, "start": 3}
NOTHING: dict[str, Any] = {"is": "dict", "of": []}


def upgraded(old: dict[str, Any], match: Match) -> dict[str, Any]:
    """The state of a snapshot of the first format in the form of today; raises an error if it has another form."""
    referee, game = _referee(old["authority"], match)
    intake = old["intake"]
    return {
        "made": match.made,  # descriptions of leagues have more parts today; the world compares what it needs
        "configuration": [*old["parts"], NOTHING],
        "players": {
            "names": old["players"],
            "memories": old.get("memories", [{}, {}]),
            "delivered": [[], []],
        },
        "game": to_plain(game),
        "referee": referee,
        "teleport": {"parked": [], **old["hands"]},
        "robots": {
            "watchdog": old["lineup"]["watchdog"],
            "manual": old["lineup"].get("hands", []),
            "kicks": old["lineup"]["kicks"],
        },
        "sensors": None if old["senses"] is None else _sensors(old["senses"], match),
        "inputs": {"offered": intake["offered"], "sequence": intake["sequence"]},
        "radio": {"orders": intake["messages"], "messages": [0, 0], "air": intake["air"]},
        "channels": old["channels"][:2],
        "unruled": old["unruled"],
        "epoch": old["epoch"],
        "touches": old.get("touches", []),
    }


def _referee(authority: dict[str, Any], match: Match) -> tuple[dict[str, Any], GameState]:
    """The state of the referee, and the game that it ruled."""
    game, external, free_play = GameState(), None, None
    if authority["kick_about"] is not None:
        free_play = _free_play(authority["kick_about"])
        world = match.world
        allowed = int(world.league.team_size)
        game = GameState(
            Phase(free_play["phase"]),
            None if free_play["team"] is None else Team(free_play["team"]),
            teams={
                team: TeamState(score=score, robots_allowed=allowed)
                for team, score in zip(Team, free_play["score"], strict=True)
            },
            since=free_play["since"] * world.timestep + free_play["shift"],
            number=free_play["number"],
        )
    if authority["outside"] is not None:
        heard = from_plain({"is": "HearReferee", "of": [authority["outside"]]})  # the league knows how to convert it
        game = replace(heard.game, external=True)
        external = to_plain(game)
    if authority["halted"]:
        game = replace(game, stands_still=True)
    state = {
        "free_play": free_play,
        "external": external,
        "halted_at": authority["enforcement"],
        "stands_still": authority["halted"],
    }
    return state, game


def _free_play(old: list[Any]) -> dict[str, Any]:
    """The state of free play. Its oldest recordings have fewer parts."""
    score, whistle, number, since, anchor, restarts = old[:6]
    missing: list[Any] = [0.0, [], START[whistle], None, []]
    shift, opening, command, goal, in_goals = [*old[6:], *missing[len(old) - 6 :]]
    phase, team = COMMANDS[command]
    if goal is not None and team is None:
        team = Team(goal[1])
    return {
        "score": score,
        "phase": phase.value,
        "team": None if team is None else team.value,
        "number": number,
        "since": since,
        "shift": shift,
        "opening": [[tick, WHISTLES[said]] for tick, said in opening],
        "goal": goal,
        "anchor": anchor,
        "restarts": restarts,
        "in_goals": in_goals,
    }


def _sensors(senses: dict[str, Any], match: Match) -> dict[str, Any]:
    """The states of cameras and tracker."""
    vision = match.world.league.sensors.vision
    tracks = vision is not None and vision.tracker_rate > 0
    source = "truth" if senses["filter"] is None else "filter"
    return {
        "vision": {
            "frames": max(senses["numbers"], default=0),
            "channels": senses["channels"],
            "under_way": senses["under_way"],
            "heard": [],
            "events": [],
            "state": {
                "cameras": senses["cameras"],
                "own_cameras": senses["own_cameras"],
                "numbers": senses["numbers"],
                "values": {},
            },
        },
        "tracker": {
            "frames": senses["tracked"],
            "channels": [senses["tracker"]] if tracks else [],
            "under_way": [],
            "heard": [],
            "events": senses["events"] if source == "truth" else [],
            "state": {"values": {}, source: senses[source]},
        },
    }

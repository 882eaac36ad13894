"""Snapshots of a match: everything that its future depends on, except future inputs."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from robopitch.match import saved_state
from robopitch.match.changes import update_robots
from robopitch.match.first_format import upgraded
from robopitch.match.input_queue import InputQueue
from robopitch.match.saving import unpack
from robopitch.messages import Orders, Team
from robopitch.messages.plain import from_plain, to_plain
from robopitch.referee.default_referee import check_game

if TYPE_CHECKING:
    from robopitch.match.match import Match

__all__ = ["digest_of", "recall_memories", "restore", "state_of"]


def digest_of(match: Match) -> str:
    """Digest of league, realism and options."""
    configuration, options = match.configuration, match.options
    realism = None if configuration.first_realism is None else configuration.first_realism.model_dump_json()
    rest: list[Any] = [
        options.free_play,
        options.watchdog,
        options.tracker,
        sorted(options.enforce),
        match.world.timestep,
    ]
    rest += [] if options.truth else [options.sees]
    if options.referee in ("rules", "external"):
        rest += [options.referee, options.half, options.elimination]
    rest += [] if options.year is None else [options.year]
    text = f"{configuration.base_league.model_dump_json()}\n{realism}\n{json.dumps(rest)}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def state_of(match: Match) -> dict[str, Any]:
    """The state of a match in plain values, except for that of its world."""
    return {
        "made": match.made,
        "configuration": match.configuration.state(),
        "players": match.teams.state(),
        "game": to_plain(match.game),
        "referee": match.referee.state(),
        "teleport": match.teleport.state(),
        "robots": match.robots.state(),
        "sensors": match.sensors.state(),
        "inputs": match.inputs.state(),
        "radio": match.radio.state(),
        "channels": [list(channel.state) for channel in (match.rules, match.decision_times)],
        "unruled": to_plain(match.unruled),
        "epoch": match.epoch,
        "touches": match.scorers.state(),
        "stoppage": to_plain(match.stoppage),
        **({"falls": fallen} if (fallen := match.falls.state()) else {}),
    }


def restore(match: Match, saved: bytes) -> None:
    """Restore a snapshot exactly; raises a ValueError that says why it does not fit, and nothing changes then."""
    state, world = unpack(saved, lambda old: upgraded(old, match))
    if state["made"] != match.made:
        raise ValueError("the saved match was not restored: it was made from another league, realism or options")
    here, observers = (json.loads(json.dumps(state_of(match))), match.world.save()), match.observers.entries
    try:
        _load(match, state, world)
        _check(match, state)
    except Exception as error:  # any fault of the snapshot must show now, not in the middle of the match
        _load(match, *here)
        match.observers.replace(observers)
        match.schedule()
        what = str(error) or type(error).__name__
        raise ValueError(f"the saved match was not restored: {what}") from None


def recall_memories(match: Match, saved: bytes) -> None:
    """Restore only the memories of built-in teams from a snapshot."""
    match.teams.load_memories(unpack(saved, lambda old: upgraded(old, match))[0]["players"])


def _load(match: Match, state: Any, world: bytes) -> None:
    match.configuration.load(state["configuration"])
    match.configuration.restore(world)
    match.tick = match.world.tick
    if match.configuration.realism is not None:
        match.sensors.change_realism(match.configuration.realism)
    update_robots(match)
    match.teams.load(state["players"])
    match.game = match.sampled_game = check_game(from_plain(state["game"]))
    match.referee.load(state["referee"])
    match.rulings = [call for call in match.rulings if call.tick <= match.tick]
    match.stoppage = from_plain(state.get("stoppage") or [])
    match.teleport.load(state["teleport"])
    match.robots.load(state["robots"])
    match.sensors.load(state["sensors"] or {})
    match.inputs.load(state["inputs"])
    match.radio.load(state["radio"])
    for channel, numbers in zip((match.rules, match.decision_times), state["channels"], strict=True):
        channel.state = numbers
    match.observers.restart()
    match.unruled = from_plain(state["unruled"])
    match.epoch = float(state["epoch"])
    match.scorers.load(state["touches"])
    match.falls.load([(Team(team), number, tick) for team, number, tick in state.get("falls", ())])
    match.schedule()


def _check(match: Match, state: Any) -> None:
    """Raise an error if the restored state would cause one later: in the first step, or when a team decides."""
    world = match.world
    saved = saved_state.parse(json.dumps(state).encode())
    saved_state.check_times(saved, world.tick, world.timestep, int(world.league.max_ids))
    if match.due <= world.tick:
        raise ValueError(f"something was due at step {match.due}, and it was saved at step {world.tick}")
    for _, _, packet in saved.radio.air:
        orders = from_plain(packet)
        if isinstance(orders, Orders):
            for refusal in match.robots.sift(orders)[1]:
                raise ValueError(refusal.message)
    inputs, match.inputs = match.inputs, InputQueue()
    try:
        for source, _, input in from_plain(saved.inputs.offered):
            for refusal in match.offer(source, input):
                raise ValueError(refusal.message)
    finally:
        match.inputs = inputs
    match.teams.try_memories(world, match.game)

"""Shipped agents that drive into boards, posts and robots, and that play: when they notice that they are stuck.

A crash is a contact after which the robot moves with less than 20 % of the speed that it wants, for the next 0.8 s: one
that slides along is none. Draws that are none are repeated with the next number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

import robopitch
from experiments.contacts import Contacts
from robopitch import FieldVelocity
from robopitch.leagues.msl.agents.player import AgentPlayer
from robopitch.match import Match
from robopitch.messages import Body, Team
from robopitch.teams.observation import Action, Observation

__all__ = ["KINDS", "Alarms", "Crash", "alarms", "crash", "crashes"]

KINDS = {"board": 30, "post": 10, "robot": 10}
SLOWEST, FASTEST = 0.6, 2.2  # m/s
FOUND, LONGEST = 1500, 6000  # ticks until the robot knows where it is, and for which it then drives
BLOCKED = 0.8  # s, and …
STOPPED = 0.2  # … share of the speed that the robot wants
RECENT = 1.0  # s for which a contact counts as the reason of an alarm


class Crash(NamedTuple):
    """A crash of an agent."""

    kind: str
    speed: float  # m/s, that it wanted
    wait: float  # s from the touch to the alarm; infinite if there was none


class Alarms(NamedTuple):
    """How often agents that play noticed that they were stuck."""

    touching: int  # with a contact in the second before: against a board, or in a duel
    groundless: int


def crashes(kinds: dict[str, int] = KINDS) -> Iterator[Crash]:
    """Crashes of each kind, at speeds evenly from the slowest to the fastest."""
    draw = 0
    for kind, count in kinds.items():
        for index in range(count):
            found = None
            while found is None:
                draw += 1
                found = crash(kind, SLOWEST + (FASTEST - SLOWEST) * index / max(count - 1, 1), draw)
            yield found


def crash(kind: str, speed: float, draw: int) -> Crash | None:
    """Drive into an obstacle; None if the robot was not stopped by it."""
    random, way = np.random.default_rng(draw), [(0.0, 0.0)]

    def policy(observation: Observation) -> dict[int, Action]:
        return {0: Action(FieldVelocity(*way[0]))}

    players = {"blue": 1, "yellow": 1}
    match = robopitch.make_match(
        "msl", blue="cambada", yellow="external", sees="onboard", players=players, referee="none", seed=draw
    )
    world, agent = match.world, _agents(match)[Body(Team.BLUE, 0)]
    agent.policy = policy
    side, across = float(random.choice((-1.0, 1.0))), float(random.uniform(-1.0, 1.0))
    starts = {
        "board": (9.0 * across, 6.0 * side) if draw % 2 else (10.0 * side, math.copysign(1.8, across) + 4.0 * across),
        "post": (9.2 * side, math.copysign(1.26, across)),
        "robot": (6.0 * across, 3.0 * side),
    }
    x, y = starts[kind]
    world.place_robot("yellow", 0, -9.0, 5.0)
    world.place_robot("blue", 0, x, y, float(random.uniform(-3.0, 3.0)))
    world.place_ball(x - math.copysign(1.2, x), y - math.copysign(1.5, y))
    match.advance(FOUND)
    here, off = world.robot("blue", 0).pose, float(random.uniform(-0.15, 0.15))
    angle = float(random.uniform(-math.pi, math.pi))
    goals = {
        "board": (here.x + off, 8.0 * side) if draw % 2 else (12.0 * side, here.y + off),
        "post": (11.0 * side, y + off / 2),
        "robot": (here.x + 1.5 * math.cos(angle), here.y + 1.5 * math.sin(angle)),
    }
    goal = goals[kind]
    far = math.dist(goal, here[:2])
    ux, uy = (goal[0] - here.x) / far, (goal[1] - here.y) / far
    if kind == "robot":  # which drives towards it
        world.place_robot("yellow", 0, *goal)
        world.command("yellow", 0, FieldVelocity(-speed * ux, -speed * uy))
    way[0] = speed * ux, speed * uy
    return _outcome(match, agent, Crash(kind, speed, math.inf), (ux, uy))


def _outcome(match: Match, agent: AgentPlayer, tried: Crash, way: tuple[float, float]) -> Crash | None:
    body, hit, alarm, before, after = match.world.robot("blue", 0), math.inf, math.inf, 0.0, []
    until = match.tick + LONGEST
    while match.tick < until and match.world.time < hit + BLOCKED + 2.0 and (alarm == math.inf or after[79:] == []):
        match.advance(match.tick + 10)
        now, (vx, vy) = match.world.time, body.velocity[:2]
        along = vx * way[0] + vy * way[1]
        if hit == math.inf and before > 0.6 * tried.speed and along < before - 0.2 * tried.speed:
            hit = now
        before = along if hit < math.inf else max(before, along)
        if hit < now < hit + BLOCKED:
            after.append(math.hypot(vx, vy))
        assert agent.agent is not None
        if agent.agent.world.slip.stuck:
            alarm = min(alarm, now)
    if not after or sum(after) / len(after) > STOPPED * tried.speed:
        return None
    return tried._replace(wait=alarm - hit)


def alarms(seconds: float, seed: int) -> Alarms:
    """Let two teams of agents play, and count their alarms."""
    match = robopitch.make_match("msl", blue="cambada", yellow="cambada", sees="onboard", seed=seed)
    touching, stuck = Contacts(match.world), set[Body]()
    columns = {body: column for column, body in enumerate(match.world.bodies)}
    counts = [0, 0]
    while match.world.time < seconds:
        match.advance(match.tick + 10)
        touching.look()
        for body, player in _agents(match).items():
            if player.agent is None or body not in columns:
                continue
            if not player.agent.world.slip.stuck:
                stuck.discard(body)
            elif body not in stuck:
                stuck.add(body)
                counts[match.world.time - touching.last[columns[body]] > RECENT] += 1
    return Alarms(*counts)


def _agents(match: Match) -> dict[Body, AgentPlayer]:
    players = ((team, player) for team in Team for player in match.teams.players_of(team))
    return {Body(team, player.number): player for team, player in players if isinstance(player, AgentPlayer)}

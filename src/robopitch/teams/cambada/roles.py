"""Role assignment [CAMBADA-control §6]: goalie, striker by interception time (§6.1.2), and all others at places."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from robopitch.control.interception import LEAD
from robopitch.teams.game_view import GameView, Point

__all__ = ["Roles", "assign", "awaited", "share_out"]

EVERY = 5  # frames between two assignments of places
STAY = 0.5  # factor on the distance of a robot to its present place: another must be nearer than that
LATE = 0.6  # s after its expected arrival until which a pass is awaited
SLOW = 0.3  # m/s: a slower ball is no pass any more
TOWARDS = math.cos(math.radians(50))  # a pass must roll towards its receiver within this angle


class Roles(NamedTuple):
    """Numbers of the robots in each role."""

    goalie: int | None
    striker: int | None
    others: list[int]  # defenders and supporters, distinguished by their places


def assign(view: GameView) -> Roles:
    """The roles of this frame; the striker changes only if another robot reaches the ball clearly sooner."""
    goalie = view.keeper if len(view.numbers) > 1 else None
    field = [number for number in view.numbers if number != goalie]
    if not field:
        return Roles(goalie, None, [])
    times = view.times
    striker = min(field, key=lambda number: (times[number], number))
    receiver = view.taker if view.taker is not None else awaited(view)
    if receiver in field:
        view.memory["striker"] = receiver
        return Roles(goalie, receiver, [number for number in field if number != receiver])
    present = view.memory.get("striker")
    if present in times and present in field and times[present] <= times[striker] + LEAD:
        striker = present
    view.memory["striker"] = striker
    return Roles(goalie, striker, [number for number in field if number != striker])


def awaited(view: GameView) -> int | None:
    """The receiver of the current pass; None without a pass, or if it is too slow, off its direction or too late."""
    memory, (x, y), (vx, vy) = view.memory, view.ball, view.roll
    way: Any = memory.get("pass")
    plan: Any = memory.get("plan")
    if view.struck and plan is not None and plan[0] == "pass" and view.speed > 0.5 * plan[2]:
        way = [plan[5], view.observation.time + math.dist(plan[1], (x, y)) / view.speed + LATE]
    if way is not None:
        pose = view.observation.own.get(way[0])
        if pose is None or view.observation.time > way[1] or view.speed < SLOW:
            way = None
        else:
            dx, dy = pose.x - x, pose.y - y
            if vx * dx + vy * dy < TOWARDS * view.speed * math.hypot(dx, dy):
                way = None
    memory["pass"] = way
    return None if way is None else int(way[0])


def share_out(view: GameView, numbers: Sequence[int], places: Sequence[Point]) -> dict[int, Point]:
    """One place for each robot, nearest pairs first; a robot loses its place only to one that is much nearer."""
    memory = view.memory
    kept: dict[str, int] = memory.get("places of", {})
    known = {number: kept[str(number)] for number in numbers if str(number) in kept}
    if len(known) < len(numbers) or len(set(known.values())) < len(known) or view.frame % EVERY == 3:
        own = view.observation.own
        pairs = []
        for number in numbers:
            x, y, _ = own[number]
            for index, (px, py) in enumerate(places):
                away = math.hypot(px - x, py - y)
                pairs.append((away * STAY if known.get(number) == index else away, number, index))
        pairs.sort()
        known, taken = {}, set()
        for _, number, index in pairs:
            if number not in known and index not in taken:
                known[number] = index
                taken.add(index)
        memory["places of"] = {str(number): index for number, index in known.items()}
    return {number: places[index] for number, index in known.items() if index < len(places)}

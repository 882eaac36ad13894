"""Auto-positioning: where the robots go while the referee has stopped the game [MI20 §2.4.3]; ball placement.

The distances are those of the Small Size League; on smaller fields they are scaled down.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from robopitch.control.geometry import Twist, bearing
from robopitch.teams.constants import Constants
from robopitch.teams.drawing import note_role
from robopitch.teams.game_view import GameView, Point
from robopitch.teams.motion import Move, drive
from robopitch.teams.observation import Action
from robopitch.teams.situation import Phase
from robopitch.teams.skills.block import guard, stand
from robopitch.teams.skills.dribble import has_ball
from robopitch.teams.skills.get_ball import get_ball
from robopitch.teams.skills.kick import Play
from robopitch.teams.tactics.areas import clear_areas

__all__ = ["carry", "give_room", "positioned", "stopped"]

AWAY = 0.65  # m from the ball then, centre to centre, unless the referee says more; 0.5 to the hull is the usual rule
MARGIN = 0.06  # m by which the distance that the referee demands is exceeded
DOUBTFUL = 0.3  # m more, for robots that know neither their own position nor that of the ball exactly
BEHIND = 1.2  # m behind the ball at a penalty; rules want 1
NEAR = 0.8  # m: nearer to its place, the taker of a kick drives straight there
ON_LINE = 0.3  # robot radii from the goal line at which the keeper stands at a penalty; rules allow one
OWN_HALF = 0.15  # m from the halfway line
ROLL_OUT = 2.0  # robot radii behind a ball at which a two-wheeled robot waits: it does not stop at once
EASE = 2.0  # 1/s: speed of such a robot per metre of remaining distance
LAID, LIES = 0.05, 0.1  # m from its place within which a ball is released, and stays so; rules want 0.15
PACE, PULL = 1.0, 0.7  # m/s at which a ball is carried there, and pulled
FETCH = 2.5  # m/s at which it is fetched: the speed limit of a stop does not hold for the placing robot
RELEASE = 0.4  # s between the release of the ball and the retreat: the ball comes to rest
RETREAT = 0.5  # m/s
SMALL = 4.0  # m: half the length of a field from which on the distances are not scaled


def stopped(view: GameView) -> bool:
    """Whether the referee has stopped the game; an own free kick is played like any other ball."""
    situation = view.situation
    return not (situation.running or (situation.phase is Phase.FREE_KICK and situation.ours))


def positioned(view: GameView) -> Mapping[int, Action]:
    """The actions that position all robots for the situation, and place the ball if that is our task."""
    situation, constants = view.situation, view.constants
    if situation.phase is Phase.HALT or not view.numbers:
        return drive(view, {})
    phase, ours = _prepared(view)
    scale, away = min(1.0, constants.length / SMALL), _away(view)
    keeper = view.keeper if len(view.numbers) > 1 else None
    field = [number for number in view.numbers if number != keeper]
    slow = constants.stop_speed * scale if situation.phase is Phase.STOP else math.inf
    moves = {number: _place(view, number, rank, away, slow) for rank, number in enumerate(field)}
    if keeper is not None:
        moves[keeper] = guard(view, keeper, 0.6)._replace(speed=slow)
        if phase is Phase.PENALTY and not ours:
            moves[keeper] = _on_line(view, keeper, slow)
        elif situation.clearance is not None:
            x, y = _off(constants, moves[keeper].place, view.ball, _spot(view), away)
            moves[keeper] = moves[keeper]._replace(place=(max(x, -constants.length), y))
        note_role(view, keeper, "keeper")
    if view.doubtful and phase is not Phase.PENALTY:
        clear_areas(view, moves, _spot(view), away)
    taker = view.chosen_taker(field)
    if taker is not None and ours:
        if situation.phase is Phase.PLACEMENT and situation.place is not None:
            moves[taker] = carry(view, taker, situation.place, away, scale)
            note_role(view, taker, "places the ball")
        elif situation.phase in (Phase.KICK_OFF, Phase.PENALTY):
            moves[taker] = _ready(view, taker)
            note_role(view, taker, f"takes the {phase}")
        else:
            moves[taker] = _behind(view, taker, away, slow)
            note_role(view, taker, f"will take the {phase}")
    elif taker is not None and phase is not Phase.PENALTY:
        moves[taker] = _wall(view, taker, away, slow)
    near = taker if ours and view.doubtful else None
    return drive(view, moves, away - constants.radius - constants.ball, near)


def give_room(view: GameView, moves: dict[int, Move], taker: int | None) -> None:
    """While a kick of ours is to be taken, keep the other robots at the distance that the referee demands."""
    if not view.situation.taking or view.situation.clearance is None:
        return
    away = _away(view)
    for number, move in moves.items():
        if number not in (taker, view.keeper) and move.twist is None:
            moves[number] = move._replace(place=_off(view.constants, move.place, view.ball, view.ball, away))


def _prepared(view: GameView) -> tuple[Phase, bool]:
    """The phase for which the robots take their positions, and whether it is ours: in a stop, what follows it."""
    situation = view.situation
    if situation.phase is Phase.STOP and situation.then is not None and situation.then is not Phase.RUNNING:
        return situation.then, situation.then_ours
    return situation.phase, situation.ours


def _spot(view: GameView) -> Point:
    """Where the ball will be played."""
    situation = view.situation
    if situation.place is not None and situation.phase in (Phase.STOP, Phase.PLACEMENT, Phase.KICK_OFF):
        return situation.place
    return view.ball


def _away(view: GameView) -> float:
    """The distance from the ball to the centres of robots that may not play it, m."""
    constants, clearance = view.constants, view.situation.clearance
    scale = min(1.0, constants.length / SMALL)
    if clearance is None:
        return AWAY * scale
    return clearance + constants.radius + MARGIN * scale + (DOUBTFUL if view.doubtful else 0.0)


def _place(view: GameView, number: int, rank: int, away: float, slow: float) -> Move:
    """The robot's place in the formation, shifted towards the ball, at the distance and side that the rules demand."""
    constants, spot_of_ball = view.constants, _spot(view)
    phase, ours = _prepared(view)
    spots = view.observation.league.formation
    spot = spots[min(rank + 1, len(spots) - 1)]
    x, y = float(spot.x), float(spot.y)
    if phase is Phase.KICK_OFF:
        x = min(x, -OWN_HALF - constants.radius)
    elif phase is Phase.PENALTY:
        behind = max(BEHIND * min(1.0, constants.length / SMALL), away)
        x = spot_of_ball[0] - behind if ours else spot_of_ball[0] + behind
        y = (0.3 + 0.2 * rank) * constants.width * (1 if rank % 2 else -1)
    else:
        x, y = x + 0.35 * spot_of_ball[0], y + 0.2 * spot_of_ball[1]
    return stand(view, number, _off(constants, (x, y), view.ball, spot_of_ball, away), slow)


def _off(constants: Constants, place: Point, start: Point, end: Point, away: float) -> Point:
    """The nearest place at the distance *away* from the segment between two points."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    share = 0.0
    if square > 0:
        share = min(max(((place[0] - start[0]) * dx + (place[1] - start[1]) * dy) / square, 0.0), 1.0)
    x, y = start[0] + share * dx, start[1] + share * dy
    gap = math.dist(place, (x, y))
    if gap >= away:
        return place
    ux, uy = (place[0] - x, place[1] - y) if gap > 1e-6 else (-constants.length - x, -y)
    size = math.hypot(ux, uy) + 1e-9
    return x + away * ux / size, y + away * uy / size


def _wall(view: GameView, number: int, away: float, slow: float) -> Move:
    """Stand as near to the ball as allowed, on its line to the own goal."""
    constants, (x, y) = view.constants, _spot(view)
    to_goal = math.dist((x, y), (-constants.length, 0.0))
    share = 1.1 * away / max(to_goal, 1.1 * away)
    place = (x + share * (-constants.length - x), y - share * y)
    if _prepared(view)[0] is Phase.KICK_OFF:
        place = (min(place[0], -OWN_HALF - constants.radius), place[1])
    return stand(view, number, _off(constants, place, view.ball, (x, y), away), slow)


def _behind(view: GameView, number: int, away: float, slow: float) -> Move:
    """Wait for an own kick: behind the ball, as near to it as allowed."""
    constants, (x, y) = view.constants, _spot(view)
    usual = AWAY * min(1.0, constants.length / SMALL) + constants.radius
    away = min(away, usual)  # where the others keep far away, the taker may be nearer
    aim = bearing((x, y), (constants.length, 0.0))
    place = (x - 1.05 * away * math.cos(aim), y - 1.05 * away * math.sin(aim))
    if _prepared(view)[0] is Phase.KICK_OFF:
        place = (min(place[0], -OWN_HALF - constants.radius), place[1])
    bounds = constants.bounds
    place = (max(bounds.left, min(bounds.right, place[0])), max(bounds.low, min(bounds.high, place[1])))
    return stand(view, number, _off(constants, place, view.ball, (x, y), away), slow)


def _on_line(view: GameView, number: int, slow: float) -> Move:
    """The keeper at a penalty against us: on its line, towards the ball."""
    constants, y = view.constants, view.ball[1]
    room = constants.post - constants.radius
    if not constants.omni:
        return guard(view, number, 0.0)._replace(speed=slow)
    place = (-constants.length + ON_LINE * constants.radius, max(-room, min(room, 0.2 * y)))
    return stand(view, number, place, slow)._replace(direct=True, free=True)


def _ready(view: GameView, number: int) -> Move:
    """Stand behind the ball, facing the opponents' goal, without touching it."""
    constants = view.constants
    # The referee places the ball of a kick-off on the centre spot, also after it was touched.
    ball = (0.0, 0.0) if view.situation.phase is Phase.KICK_OFF else view.ball
    aim = bearing(ball, (constants.length, 0.0))
    behind = constants.touch + (1.0 if constants.omni else ROLL_OUT) * constants.radius
    place = (ball[0] - behind * math.cos(aim), ball[1] - behind * math.sin(aim))
    left = math.dist(view.observation.own[number][:2], place)
    near = left < NEAR * min(1.0, constants.length / SMALL)
    if not constants.omni:  # it has no ring around the ball: it approaches slowly, and not across the ball
        return Move(
            place, aim, max(EASE * left, 0.1 * constants.top), direct=near and view.observation.own[number].x < place[0]
        )
    return Move(place, aim, direct=near, ring=constants.touch + 0.5 * constants.radius)


# ---- ball placement -----------------------------------------------------------------------------------------------


def carry(view: GameView, number: int, place: Point, away: float, scale: float) -> Move:
    """Fetch the ball, push or pull it to its place, leave it there, and move away from it.

    away:  m from the ball to the robot's centre that it retreats
    scale: of tolerances and speeds, on a small field
    """
    constants, pose = view.constants, view.observation.own[number]
    left = math.dist(view.ball, place)
    laid: Any = view.memory.get("laid")
    if left < (LAID if laid is None else LIES) * scale + constants.ball * 0.5:
        if laid is None:
            laid = view.memory["laid"] = view.observation.time
        x, y = pose.x - view.ball[0], pose.y - view.ball[1]
        gap = math.hypot(x, y) + 1e-9
        back = (view.ball[0] + away * x / gap, view.ball[1] + away * y / gap)
        rests = view.observation.time - laid > RELEASE or gap > constants.touch + 0.5 * constants.radius
        return Move(back if rests else pose[:2], bearing(pose[:2], view.ball), RETREAT, direct=True, free=True)
    view.memory["laid"] = None
    facing, held = _grip(view, place), has_ball(view, number)
    if facing is None or not held:
        push = Play(bearing(view.ball, place), 0.0, 0.0, pace=min(PACE, 0.15 + left))
        move = get_ball(view, number, push if facing is None else Play(facing, 0.0, 0.0, pace=0.2), free=True)
        # Near the ball it drives straight: planned paths keep away from the ball.
        direct = move.direct or math.dist(pose[:2], view.ball) < away + constants.radius
        return move._replace(direct=direct, speed=math.inf if held else FETCH * scale)
    # Pull: the dribbler holds the ball while the robot drives backwards.
    pace, way = min(PULL, 0.15 + left), bearing(view.ball, place)
    twist = Twist(pace * math.cos(way), pace * math.sin(way), 0.0)
    return Move(pose[:2], pose.heading, direct=True, free=True, dribble=1.0, twist=twist)


def _grip(view: GameView, place: Point) -> float | None:
    """The heading with which a ball at an outer wall is taken, to be pulled away; None: there is room behind it."""
    constants, (x, y) = view.constants, view.ball
    if not constants.holds or constants.walled:
        return None
    ux, uy = math.cos(bearing(view.ball, place)), math.sin(bearing(view.ball, place))
    behind = constants.touch + 1.5 * constants.radius
    bounds = constants.bounds
    pulling = bool(view.memory.get("pulls"))
    room = (1.5 if pulling else 1.0) * behind
    fits = bounds.left < x - room * ux < bounds.right and bounds.low < y - room * uy < bounds.high
    view.memory["pulls"] = not fits
    if fits:
        return None
    # Towards the wall, steeply enough that the robot fits beside it.
    dx, dy = -ux, -uy
    near = 2.0 * constants.radius
    if constants.outer[1] - abs(y) < near:
        dy = math.copysign(max(abs(dy), abs(dx)), y)
    if constants.outer[0] - abs(x) < near:
        dx = math.copysign(max(abs(dx), abs(dy)), x)
    return math.atan2(dy, dx)

"""What our agents tell their mates, as the record ROBOT_WS of the data base.

Pose, velocity, ball, obstacles and `stuck` are where every program of a CAMBADA robot looks for them. What that record
has no field for is in those that a team may use as it likes: the intention in the flags and the point of coordination,
deviations, times and whether it takes a kick in the numbers for debugging. That use is ours.
"""

from __future__ import annotations

import math

from robopitch.control.ball_fusion import BallSighting
from robopitch.control.geometry import Pose, Twist, wrapped
from robopitch.control.shared_record import Intention, SharedRecord
from robopitch.leagues.msl.wire.rtdb.robot_state import MOST_OBSTACLES, RobotState, SharedBall, SharedObstacle
from robopitch.messages import Refusal

__all__ = ["decode_shared", "encode_shared"]

KINDS = ("", "ball", "pass", "shot")  # of intentions, by the first flag
LONGEST = 1e5  # s: a robot that will be at the ball later never is


def encode_shared(record: SharedRecord, ball_height: float = 0.0, voltage: float = 0.0) -> bytes:
    """The bytes of a record; its time is left out, because a data base states the age of what it holds.

    voltage: of the battery that drives the wheels, V; 0: unknown
    """
    ball, intention = record.ball, record.intention
    shared = SharedBall()
    deviation = age = 0.0
    if ball is not None:
        shared = SharedBall(ball.position, (0.0, 0.0), ball.velocity, ball_height, True, record.has_ball, True)
        deviation, age = ball.deviation, record.time - ball.time
    kind = KINDS.index(intention.kind) if intention.kind in KINDS else 0
    extras = record.deviation, deviation, age, min(record.ball_time, LONGEST), intention.speed
    state = RobotState(
        number=record.number,
        place=(record.pose.x, record.pose.y),
        heading=record.pose.heading,
        velocity=(record.velocity.x, record.velocity.y),
        turn=record.velocity.turn,
        ball=shared,
        obstacles=tuple(SharedObstacle(place) for place in record.obstacles[:MOST_OBSTACLES]),
        running=not record.lost,
        stuck=record.stuck,
        batteries=(voltage, 0.0, 0.0),
        coordination=(kind, 0 if intention.receiver is None else 1 + intention.receiver),
        coordination_point=intention.target or (0.0, 0.0),
        debug=(*extras, float(record.has_ball), float(intention.target is not None), float(record.takes_kick)),
    )
    return state.encode()


def decode_shared(data: bytes, time: float) -> SharedRecord | Refusal:
    """The record, valid at a time in seconds."""
    state = RobotState.decode(data)
    if isinstance(state, Refusal):
        return state
    deviation, ball_deviation, age, ball_time, speed, has_ball, has_target, takes_kick = state.debug
    code, receiver = state.coordination
    ball = None
    if state.ball.visible and state.ball.own:
        ball = BallSighting(
            state.ball.place, state.ball.velocity, max(ball_deviation, 1e-3), time - max(age, 0.0), state.number
        )
    return SharedRecord(
        number=state.number,
        time=time,
        pose=Pose(*state.place, wrapped(state.heading)),
        velocity=Twist(*state.velocity, state.turn),
        deviation=max(deviation, 1e-3),
        lost=not state.running,
        ball=ball,
        obstacles=tuple(obstacle.place for obstacle in state.obstacles),
        has_ball=has_ball > 0,
        stuck=state.stuck,
        ball_time=ball_time if 0 <= ball_time < LONGEST else math.inf,
        intention=Intention(
            KINDS[code] if 0 <= code < len(KINDS) else "",
            state.coordination_point if has_target > 0 else None,
            receiver - 1 if receiver > 0 else None,
            speed,
        ),
        takes_kick=takes_kick > 0,
    )

"""Codec for lockstep: a step, commands and frames in one exchange."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from robopitch.leagues.ssl.wire.simulation.commands import read_sync_request
from robopitch.leagues.ssl.wire.simulation.control import ControlRequest, read_control
from robopitch.leagues.ssl.wire.simulation.feedback import encode_response
from robopitch.leagues.ssl.wire.simulation.team import (
    put_orders,
    read_feedback,
    read_orders,
    read_refusals,
)
from robopitch.leagues.ssl.wire.vision.codec import SOURCE, decode_frame
from robopitch.messages import Camera, CameraFrame, Feedback, Orders, Refusal, RobotOrder, Team
from robopitch.spec import LeagueSpec
from robopitch.wire.framing import frame as delimited
from robopitch.wire.pool import message_class, number, parse

__all__ = [
    "SyncAnswer",
    "SyncRequest",
    "decode_by_protobuf",
    "decode_step",
    "decode_sync",
    "decode_sync_response",
    "encode_sync",
    "encode_sync_request",
]

_Request = message_class("sslsim.SimulationSyncRequest")
_Response = message_class("sslsim.SimulationSyncResponse")


@dataclass(frozen=True, slots=True)
class SyncRequest:
    """The request of a lockstep client."""

    step: float  # s; 0 requests the present state
    control: ControlRequest | None = None
    orders: tuple[Orders, ...] = ()  # for the client's team; for blue and yellow if the client commands both
    refusals: tuple[Refusal, ...] = ()  # except those of *control*, which holds its own


class SyncAnswer(NamedTuple):
    """The answer to a lockstep client, with unix times."""

    frames: tuple[CameraFrame, ...]
    feedback: tuple[Feedback, ...]
    refusals: tuple[Refusal, ...]
    yellow_feedback: tuple[Feedback, ...] = ()


def decode_sync(data: bytes, team: Team | None, league: LeagueSpec, cameras: Sequence[Camera] = ()) -> SyncRequest:
    """Decode a SimulationSyncRequest of a team, or of a client for both (None): robot_control is then for blue."""
    return decode_step(data, team) or decode_by_protobuf(data, team, league, cameras)


def decode_step(data: bytes, team: Team | None) -> SyncRequest | None:
    """A usual request, a step with commands; None for all others, which `decode_by_protobuf` decodes."""
    found = read_sync_request(data)
    if found is None or (found[2] is not None and team is not None):
        return None
    step, own, yellow = found
    orders = [] if own is None else [Orders.of_table(team or Team.BLUE, own)]
    if yellow is not None:
        orders.append(Orders.of_table(Team.YELLOW, yellow))
    return SyncRequest(_decimal(step), None, tuple(orders))


@lru_cache(maxsize=64)
def _decimal(step: float) -> float:
    """A step as `number` gives it; clients repeat theirs."""
    return number(step)


def decode_by_protobuf(
    data: bytes, team: Team | None, league: LeagueSpec, cameras: Sequence[Camera] = ()
) -> SyncRequest:
    """The same for any message, with commands to the simulator and the reasons of refusals."""
    request = parse(_Request, data)
    if isinstance(request, Refusal):
        return SyncRequest(0.0, refusals=(request,))
    refusals: list[Refusal] = []
    step = number(request.sim_step)
    if not 0 <= step < math.inf:
        refusals.append(Refusal("SIM_STEP", f"sim_step is {step:g}; seconds from 0 up are wanted; time stands still"))
        step = 0.0
    control = None
    if request.HasField("simulator_command"):
        control = read_control(request.simulator_command, league, cameras)
    orders = []
    if request.HasField("robot_control"):
        orders.append(read_orders(request.robot_control, team or Team.BLUE, refusals))
    if request.HasField("yellow_control"):
        if team is None:
            orders.append(read_orders(request.yellow_control, Team.YELLOW, refusals))
        else:
            refusals.append(
                Refusal("WRONG_TEAM", f"yellow_control is for a driver of both teams; this port is {team}'s alone")
            )
    return SyncRequest(step, control, tuple(orders), tuple(refusals))


def encode_sync(
    frames: Iterable[bytes],
    refusals: Iterable[Refusal] = (),
    feedback: Sequence[Feedback] = (),
    yellow_feedback: Sequence[Feedback] | None = None,
) -> bytes:
    """A SimulationSyncResponse; *frames* are packets of `encode_frame`, *yellow_feedback* is for a client of both
    teams.

    All refusals go into robot_control_response, the only part with errors.

    A packet has its detection in field 1, and so has this response: concatenated packets are a response, because
    protobuf reads concatenated messages as one. A frame is therefore encoded once for all clients. Only the packet's
    source is removed: its field has no meaning here.
    """
    response = encode_response(refusals, feedback)
    parts = [*[frame.removesuffix(SOURCE) for frame in frames], b"\x12", delimited(response)]  # present even if empty
    if yellow_feedback is not None:
        parts += [b"\xa2\x06", delimited(encode_response((), yellow_feedback))]
    return b"".join(parts)


# ---- for clients -----------------------------------------------------------------------------------------------


def encode_sync_request(
    step: float, orders: Iterable[RobotOrder] = (), yellow_orders: Iterable[RobotOrder] = (), command: bytes = b""
) -> bytes:
    """Encode a SimulationSyncRequest; *command* is an encoded SimulatorCommand."""
    request = _Request(sim_step=step)
    put_orders(request.robot_control, orders)
    put_orders(request.yellow_control, yellow_orders)
    if command:
        request.simulator_command.MergeFromString(command)
    data: bytes = request.SerializeToString()
    return data


def decode_sync_response(data: bytes) -> SyncAnswer | Refusal:
    """Decode frames and feedback of a SimulationSyncResponse."""
    response = parse(_Response, data)
    if isinstance(response, Refusal):
        return response
    blue, yellow = response.robot_control_response, response.yellow_control_response
    return SyncAnswer(
        tuple(decode_frame(detection) for detection in response.detection),
        read_feedback(blue),
        read_refusals(blue.errors),
        read_feedback(yellow),
    )

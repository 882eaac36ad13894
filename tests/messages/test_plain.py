import json
import math

import pytest

from robopitch.messages import (
    Body,
    BodyVelocity,
    CameraFrame,
    ChangeSpec,
    GameState,
    HearReferee,
    Kick,
    Orders,
    Phase,
    PowerKick,
    Received,
    RimSpeeds,
    RobotOrder,
    SeenBall,
    SeenRobot,
    Team,
    TeamState,
    TrackedRobot,
    Transmit,
)
from robopitch.messages.plain import from_plain, to_plain

THINGS = [
    None,
    Team.BLUE,
    Body(None, 3),
    Orders(Team.YELLOW, (RobotOrder(3, BodyVelocity(0.1, -0.2), Kick(6.0, 0.3), math.inf), RobotOrder(4))),
    RobotOrder(1, RimSpeeds((1, 2, 3, 4))),
    ChangeSpec({"ball.mass": 0.046, "field.goal.crossbar": True}),
    CameraFrame(2, 7, 0.1, 0.2, (SeenBall(1 / 3, 0, 0, 0, 0, 1),), (SeenRobot(1, 0, 0, 0, 0, 0, 0, 1),), ()),
    HearReferee(
        GameState(
            Phase.FREE_KICK,
            Team.BLUE,
            (0.5, 0.25),
            {Team.BLUE: TeamState("a", 1, robots_allowed=6), Team.YELLOW: TeamState("b", keeper=3)},
            since=1.25,
            number=3,
            detail={"stage": 13, "times": [1.0, 2.0]},
        )
    ),
    RobotOrder(2, None, PowerKick(200)),
    Transmit(Team.BLUE, 1, bytes(range(256)), (2, 3)),
    Received(Team.BLUE, 2, 1, b"", 0.5, 0.75),
    TrackedRobot(Body(Team.BLUE, 1), 1, 2, 3, 4, 5, 6, 7),
    [("a", 1, Orders(Team.BLUE, ()))],
]


@pytest.mark.parametrize("thing", THINGS, ids=lambda thing: type(thing).__name__)
def test_a_message_survives_json(thing):
    assert from_plain(json.loads(json.dumps(to_plain(thing)))) == thing


@pytest.mark.parametrize(
    "data", [{"is": "eval", "of": []}, {"of": 1}, {"is": "Body", "of": [1, 2, 3]}, {"is": 1, "of": 2}]
)
def test_what_is_no_message_is_refused(data):
    with pytest.raises(ValueError, match="message"):
        from_plain(data)

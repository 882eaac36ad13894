import math

import pytest

import robopitch
from robopitch.client.events import NewWorldData, SetActions, Velocities
from robopitch.client.framework import Framework
from robopitch.client.modules.radio import RadioModule
from robopitch.client.mover import MoveTo
from robopitch.client.publisher import Publisher
from robopitch.messages import BodyVelocity, Published, Team
from robopitch.teams import look
from robopitch.teams.observation import Action
from robopitch.wire.publishing import decode_said


class Silent:
    """A radio that sends nothing."""

    def send(self, orders: object) -> bool:
        return True


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_predicted_velocities_and_targets_are_signals_in_the_frame_of_the_field(side):
    sent: list[bytes] = []
    made = robopitch.make("ssl-div-a")  # with as many robots as a message has to hold
    made.place_robot("blue", 3, x=1.0, y=0.5, heading=0.2, vx=0.3, vy=-0.1, turn=2.0)
    made.place_ball(0.5, 0.0, vx=2.0, vy=-1.0)
    observation = look(made, Team.BLUE, memory={"ways": {"2": [0.0, 0.0, 1.5, -0.5], "3": [0.1, 0.1, 0.2, 0.2]}})
    system = Framework()
    radio = RadioModule(Silent(), Publisher(Team.BLUE, "plan", sent.append), lambda: None, lambda: (5.0, side, 0.04))
    system.offer("radio", lambda: radio)
    system.start("radio")
    system.events.send(NewWorldData(observation, {}))
    actions = dict.fromkeys(observation.own, Action(BodyVelocity(0.0)))
    system.events.send(SetActions({**actions, 3: MoveTo(place=(2.0, 1.0))}))
    system.events.send(Velocities(()))
    system.events.dispatch()
    (said,) = [one for one in map(decode_said, sent) if isinstance(one, Published)]
    expected = {
        "ball.predicted.vx": side * 2.0,
        "ball.predicted.vy": side * -1.0,
        "3.predicted.vx": side * 0.3,
        "3.predicted.vy": side * -0.1,
        "3.predicted.turn": 2.0,
        "3.predicted.heading": math.remainder(0.2 + (0.0 if side > 0 else math.pi), math.tau),
        "2.target.x": side * 1.5,
        "2.target.y": side * -0.5,
        "3.target.x": side * 2.0,
        "3.target.y": side * 1.0,
    }
    assert {name: said.values[name] for name in expected} == pytest.approx(expected)
    assert "1.target.x" not in said.values

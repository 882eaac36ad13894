"""What events carry: velocities, whether a kick was chipped; and events of older recordings."""

import math

import pytest

import robopitch
from robopitch import BodyVelocity, Kick, Team
from robopitch.messages import BallOut, Body, Collision, Goal, Kicked
from robopitch.messages.plain import from_plain, to_plain

ENGINES = pytest.mark.parametrize("engine", ["turf", "mujoco"])
BLUE, YELLOW = Body(Team.BLUE, 1), Body(Team.YELLOW, 2)
PLACE = (1.0, 2.0, 0.0215)

OLDER = [  # each as it was written before it carried velocities, and its number of parts then
    (Kicked(7, 0.008, BLUE, PLACE, 5.0), 5),
    (Collision(7, 0.008, BLUE, YELLOW, PLACE, 2.0), 6),
    (Goal(7, 0.008, Team.BLUE, PLACE, BLUE, 5.0), 6),
    (BallOut(7, 0.008, PLACE), 3),
]
NEWER = [
    Kicked(7, 0.008, BLUE, PLACE, 5.0, (4.0, 0.0, 3.0), True),
    Collision(7, 0.008, BLUE, YELLOW, PLACE, 2.0, (2.0, 0.0), (0.0, 0.0), (1.0, 0.0)),
    Goal(7, 0.008, Team.BLUE, PLACE, BLUE, 5.0, (5.0, 0.0, 0.0)),
    BallOut(7, 0.008, PLACE, (0.0, 3.0, 0.0)),
]


@pytest.mark.parametrize(("event", "parts"), OLDER)
def test_events_of_older_recordings_can_be_read(event, parts):
    plain = to_plain(event)
    assert from_plain({**plain, "of": plain["of"][:parts]}) == event


@pytest.mark.parametrize("event", NEWER)
def test_events_are_written_and_read_without_loss(event):
    assert from_plain(to_plain(event)) == event


@ENGINES
@pytest.mark.parametrize(("angle", "chipped"), [(0.0, False), (math.radians(30), True)])
def test_a_kick_tells_the_velocity_of_the_ball_after_it_and_whether_it_was_chipped(engine, angle, chipped):
    world = robopitch.make("ssl-div-b", players=0, engine=engine)
    world.place_robot("blue", 1, x=-0.0966, y=0.0)
    world.place_ball(0.0, 0.0)
    world.command("blue", 1, BodyVelocity(0.0), Kick(4.0, angle))
    (kick,) = [event for event in world.step(3) if isinstance(event, Kicked)]
    assert kick.velocity == pytest.approx((4.0 * math.cos(angle), 0.0, 4.0 * math.sin(angle)), abs=0.02)
    assert (kick.chipped, kick.speed) == (chipped, pytest.approx(4.0))


@ENGINES
def test_a_ball_that_leaves_and_a_goal_tell_its_velocity(engine):
    world = robopitch.make("ssl-div-b", players=0, engine=engine)
    world.place_ball(4.4, 2.0, vx=3.0, vy=1.0, roll=True)
    (left,) = world.step(100)
    world.place_ball(4.4, 0.0, vx=3.0, roll=True)
    (goal,) = world.step(100)
    assert isinstance(left, BallOut)
    assert left.velocity == pytest.approx((3.0, 1.0, 0.0), abs=0.03)
    assert isinstance(goal, Goal)
    assert goal.velocity == pytest.approx((3.0, 0.0, 0.0), abs=0.03)


@ENGINES
@pytest.mark.parametrize(("first", "second"), [("blue", "yellow"), ("yellow", "blue")])
def test_a_collision_tells_who_drove_how_fast_and_where_the_other_was(engine, first, second):
    """The lower column comes first, whoever drives into whom."""
    world = robopitch.make("ssl-div-b", players=0, engine=engine)
    world.place_robot(first, 1, x=-0.3, y=0.0, vx=2.0)
    world.place_robot(second, 2, x=0.0, y=0.0)
    world.command(first, 1, BodyVelocity(2.0))
    event = next(event for event in world.step(150) if isinstance(event, Collision))
    velocities = {event.first: event.first_velocity, event.second: event.second_velocity}
    assert velocities[Body(Team(first), 1)] == pytest.approx((2.0, 0.0), abs=0.05)
    assert velocities[Body(Team(second), 2)] == pytest.approx((0.0, 0.0), abs=0.05)
    assert event.first.team is Team.BLUE
    assert event.direction == pytest.approx((1.0 if first == "blue" else -1.0, 0.0), abs=0.02)


def test_a_full_event_buffer_only_counts():
    batch = robopitch.make_batch("ssl-div-b", worlds=2, seed=0)  # it keeps no events
    world = batch.world(0)
    world.place_robot("blue", 1, x=-0.3, y=0.0, vx=2.0)
    world.place_robot("yellow", 2, x=0.0, y=0.0)
    world.place_ball(4.4, 2.0, vx=3.0)
    batch.step(150)
    assert world.ball.position[0] > 4.5

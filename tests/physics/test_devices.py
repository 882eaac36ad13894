"""Kicker, dribbler and grabber."""

import math

import pytest

import robopitch
from robopitch import BodyVelocity, Kick, Kicked, PowerKick
from robopitch.physics import params as p


def ready(league="ssl-div-a", timestep=0.001, **overrides):
    """A robot in the middle with the ball at its kicker."""
    world = robopitch.make(league, players={"blue": 1, "yellow": 0}, timestep=timestep, overrides=overrides)
    world.place_robot("blue", 0, 0, 0)
    face = float(world.engine.params.kinds[0, p.FACE])
    world.place_ball(face + world.league.ball.radius + 0.0005, 0)
    return world


# ---- kicker -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("timestep", [0.001, 0.002, 0.005])
@pytest.mark.parametrize("speed", [1.0, 3.0, 6.0])
def test_a_kick_gives_the_speed_that_was_asked_for(speed, timestep):
    world = ready(timestep=timestep)
    world.command("blue", 0, BodyVelocity(0), kick=Kick(speed))
    events = world.step()
    assert [event.speed for event in events if isinstance(event, Kicked)] == [pytest.approx(speed)]
    assert world.ball.speed == pytest.approx(speed, abs=0.1)


def test_a_kick_is_capped_at_what_the_kicker_can_do():
    world = ready()
    world.command("blue", 0, BodyVelocity(0), kick=Kick(20.0))
    world.step()
    assert world.ball.speed == pytest.approx(float(world.league.blue.robot.kicker.speed), abs=0.1)


def test_a_chip_rises_at_its_angle_and_lands_by_the_parabola():
    world = ready()
    world.command("blue", 0, BodyVelocity(0), kick=Kick(4.0, math.radians(45)))
    world.step()
    vx, _, vz = world.ball.velocity
    assert math.degrees(math.atan2(vz, vx)) == pytest.approx(45, abs=1)
    start, highest = world.ball.position[0], 0.0
    while world.ball.velocity[2] > -3.9 * math.sin(math.radians(45)):
        world.step()
        highest = max(highest, world.ball.position[2])
    assert highest - world.league.ball.radius == pytest.approx(16 * 0.5 / 2 / 9.81, rel=0.02)
    assert world.ball.position[0] - start == pytest.approx(16 / 9.81, rel=0.05)


def test_a_kicker_waits_until_it_has_the_charge_for_the_speed_that_was_asked_for():
    world = ready(**{"robot.kicker.recharge": 1.0, "robot.kicker.speed": 6.5})
    spot = float(world.engine.params.kinds[0, p.FACE]) + world.league.ball.radius
    world.command("blue", 0, BodyVelocity(0), kick=Kick(6.5))
    world.step()
    assert world.robot("blue", 0).charge == 0
    world.run(0.1)
    world.place_robot("blue", 0, 0, 0)
    world.place_ball(spot, 0)
    world.command("blue", 0, BodyVelocity(0), kick=Kick(4.0))  # takes 38 % of the energy
    kicks = [event for event in world.run(1.0) if isinstance(event, Kicked)]
    assert [kick.speed for kick in kicks] == [pytest.approx(4.0)]
    assert kicks[0].time == pytest.approx((4.0 / 6.5) ** 2, abs=0.01)


def test_an_armed_kicker_waits_for_the_ball_and_kicks_once():
    world = ready()
    world.place_ball(1.0, 0, vx=-1.0, roll=True)
    world.command("blue", 0, BodyVelocity(0), kick=Kick(3.0))
    kicks = [event for event in world.run(2.0) if isinstance(event, Kicked)]
    assert len(kicks) == 1
    assert kicks[0].time == pytest.approx(1.1, abs=0.3)
    assert world.ball.velocity[0] > 1.0


def test_a_ball_beside_the_kicker_is_not_kicked():
    world = ready()
    world.place_ball(0.0, 0.12)
    world.command("blue", 0, BodyVelocity(0), kick=Kick(3.0))
    assert not [event for event in world.run(0.2) if isinstance(event, Kicked)]


def test_a_fast_ball_is_not_missed_at_five_milliseconds():
    world = ready(timestep=0.005)
    for speed in (2.0, 4.0, 6.0, 8.0):
        world.place_robot("blue", 0, 0, 0)
        world.place_ball(1.0, 0, vx=-speed)
        world.command("blue", 0, BodyVelocity(0), kick=Kick(5.0))
        assert [event for event in world.run(1.0) if isinstance(event, Kicked)], speed
        world.run(2.0)


def test_cambadas_kicker_reads_one_byte():
    """[CAMBADA-sim §4.6.3]: v = v_m p / p_m, the highest bit set is a straight kick, else a lob at 45°."""
    top = math.sqrt(12 * 9.81)  # 12 m at 45°
    for code, rises in ((50, True), (25, True), (128 + 50, False), (128 + 100, False)):
        world = ready("msl")
        world.command("blue", 0, BodyVelocity(0), kick=PowerKick(code))
        world.step()
        assert world.ball.speed == pytest.approx(top * min(code % 128, 50) / 50, rel=0.02)
        assert bool(world.ball.velocity[2] > 0.5) is rises


def test_a_lob_at_full_power_flies_twelve_metres():
    world = ready("msl", **{"field.length": 30.0, "formation.0.x": -1.0})
    world.place_robot("blue", 0, -8, 0)
    face = float(world.engine.params.kinds[0, p.FACE])
    world.place_ball(-8 + face + world.league.ball.radius, 0)
    world.command("blue", 0, BodyVelocity(0), kick=PowerKick(50))
    world.step()
    start = world.ball.position[0]
    while world.ball.velocity[2] >= 0 or world.ball.position[2] > world.league.ball.radius + 0.05:
        world.step()
    assert world.ball.position[0] - start == pytest.approx(12.0, rel=0.02)


def test_a_robot_without_a_kicker_says_so():
    world = robopitch.make("mirosot-5v5")
    with pytest.raises(ValueError, match="no kicker"):
        world.command("blue", 0, BodyVelocity(0), kick=Kick(1.0))
    with pytest.raises(ValueError, match="neither dribbler nor grabber"):
        world.command("blue", 0, BodyVelocity(0), dribble=0.5)
    with pytest.raises(ValueError, match="takes a speed"):
        robopitch.make("ssl-div-a").command("blue", 0, BodyVelocity(0), kick=PowerKick(50))


# ---- dribbler -----------------------------------------------------------------------------------------------------


def keeps_ball(power, backwards=0.0, turning=0.0):
    """Whether the ball is still there after the robot has slowly taken up a speed."""
    world = ready()
    for step in range(1, 41):
        share = step / 40
        world.command("blue", 0, BodyVelocity(-backwards * share, 0.0, turning * share), dribble=power)
        world.run(0.05)
    world.run(0.3)
    robot, ball = world.robot("blue", 0).pose, world.ball.position
    return math.hypot(ball[0] - robot.x, ball[1] - robot.y) < 0.12


def limit(keeps, low, high):
    """Where keeping turns into losing, by halving."""
    assert keeps(low)
    assert not keeps(high)
    for _ in range(6):
        middle = (low + high) / 2
        low, high = (middle, high) if keeps(middle) else (low, middle)
    return (low + high) / 2


def test_a_dribbler_loses_the_ball_at_a_speed_and_a_turn_rate_that_grow_with_its_power():
    """Between grSim, which never lets go, and ER-Force's simulator, which loses the ball at 0.5 m/s."""
    powers = (0.4, 0.7, 1.0)
    reverse = [limit(lambda speed, power=power: keeps_ball(power, backwards=speed), 0.1, 3.0) for power in powers]
    turning = [limit(lambda rate, power=power: keeps_ball(power, turning=rate), 1.0, 15.0) for power in powers]
    assert reverse == sorted(reverse)
    assert turning == sorted(turning)
    assert 1.0 < reverse[-1] < 2.5
    assert reverse[-1] > 1.5 * reverse[0]
    assert 4.0 < turning[-1] < 12.0
    assert turning[-1] > 1.2 * turning[0]


def test_without_a_dribbler_the_ball_is_lost_at_once():
    assert not keeps_ball(0.0, backwards=0.2)


def test_a_dribbler_that_is_switched_off_lets_the_ball_go():
    world = ready()
    world.command("blue", 0, BodyVelocity(-0.8), dribble=1.0)
    world.run(1.0)
    assert world.ball.position[0] - world.robot("blue", 0).pose.x < 0.11
    world.command("blue", 0, BodyVelocity(-0.8), dribble=0.0)
    world.run(1.0)
    assert world.ball.position[0] - world.robot("blue", 0).pose.x > 0.2


def test_in_a_tug_of_war_of_two_dribblers_the_stronger_wins_and_equals_share():
    for powers, sign in (((1.0, 1.0), 0), ((1.0, 0.3), -1), ((0.3, 1.0), 1)):
        world = robopitch.make("ssl-div-a", players=1)
        gap = 0.075 + float(world.league.ball.radius) + 0.0005
        world.place_ball(0, 0)
        for team, side, power in (("blue", -1, powers[0]), ("yellow", 1, powers[1])):
            world.place_robot(team, 0, side * gap, 0, heading=0.0 if side < 0 else math.pi)
            world.command(team, 0, BodyVelocity(-0.3), dribble=power)
        world.run(1.0)
        at_blue = math.dist(world.ball.position[:2], world.robot("blue", 0).pose[:2]) < 0.12
        at_yellow = math.dist(world.ball.position[:2], world.robot("yellow", 0).pose[:2]) < 0.12
        assert not (at_blue and at_yellow)
        if sign:
            assert (at_blue, at_yellow) == (sign < 0, sign > 0)


# ---- grabber ------------------------------------------------------------------------------------------------------


def test_the_grabber_draws_the_ball_in_and_holds_it_while_the_robot_turns():
    """[CAMBADA-sim §4.6.2 and fig. 5.11]."""
    world = ready("msl")
    face, radius = float(world.engine.params.kinds[0, p.FACE]), float(world.league.ball.radius)
    reach = float(world.league.blue.robot.holder.reach)
    world.place_ball(face + radius + 0.8 * reach, 0)
    world.command("blue", 0, BodyVelocity(0), dribble=1.0)
    world.run(1.0)
    assert world.ball.position[0] == pytest.approx(face + radius, abs=0.01)
    world.command("blue", 0, BodyVelocity(-0.5, 0.0, 1.0), dribble=1.0)
    world.run(2.0)
    robot, ball = world.robot("blue", 0).pose, world.ball.position
    assert math.dist(robot[:2], ball[:2]) < face + radius + 0.03


def test_the_grabber_lets_go_for_a_slow_kick():
    """[CAMBADA-sim §5.2.5] had to double the speed because its grabber pulled slow kicks back."""
    world = ready("msl")
    world.command("blue", 0, BodyVelocity(0), kick=Kick(1.0), dribble=1.0)
    world.run(1.0)
    assert world.ball.position[0] > 0.6


# ---- kicker with a barrier ----------------------------------------------------------------------------------------


def guarded(distance, angle=0.5, gap=0.0005):
    """A CAMBADA robot whose kicker has a barrier, with the ball at a gap from its front; [CAMBADA-sim §3.3.7]."""
    barrier = {"distance": distance, "angle": angle}
    world = ready("msl", **{"robot.kicker.barrier": barrier})
    face = float(world.engine.params.kinds[0, p.FACE])
    world.place_ball(face + world.league.ball.radius + gap, 0)
    return world


def kicks_of(world, seconds=0.1, speed=3.0):
    world.command("blue", 0, BodyVelocity(0), kick=Kick(speed))
    return [event for event in world.run(seconds) if isinstance(event, Kicked)]


def test_a_kicker_kicks_when_its_barrier_sees_the_ball():
    world = guarded(distance=0.18)
    assert [kick.speed for kick in kicks_of(world)] == [pytest.approx(3.0)]


def test_with_too_short_a_barrier_it_never_kicks():
    world = guarded(distance=0.1)
    assert kicks_of(world, 1.0) == []
    assert world.robot("blue", 0).charge == 1.0


def test_with_too_long_a_barrier_it_kicks_the_air_and_loses_its_charge():
    """[CAMBADA-sim §5.2.4]: the robot takes the ball to be under control while it is still distant."""
    world = guarded(distance=0.6, gap=0.3)
    before = world.ball.position
    assert kicks_of(world, 0.001) == []
    assert world.ball.position == pytest.approx(before)
    assert world.robot("blue", 0).charge == pytest.approx(1 - (3.0 / 10.85) ** 2, abs=0.002)


def test_a_ball_beside_the_control_area_does_not_release_the_kick():
    for angle, kicks in ((0.3, False), (0.5, True)):
        world = guarded(distance=0.6, angle=angle)
        world.place_ball(0.5, 0.2)  # at 0.38 rad
        kicks_of(world, 0.001)
        assert (world.robot("blue", 0).charge < 1.0) is kicks


def test_the_kick_waits_for_the_barrier():
    world = guarded(distance=0.17)
    world.place_ball(1.0, 0, vx=-1.0, roll=True)
    kicks = kicks_of(world, 2.0)
    assert len(kicks) == 1
    assert kicks[0].time == pytest.approx(0.7, abs=0.3)

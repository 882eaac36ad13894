"""A team whose robots decide one by one, each from its own sensors and the records of its mates."""

import doctest
import json
import math
from dataclasses import replace

import numpy as np
import pytest
from tests.control.omnivision import FIELD, NOISE, Camera, Compass

import robopitch
from robopitch import Team
from robopitch.control.ball_fusion import BallSighting
from robopitch.control.field_map import FieldMap
from robopitch.control.geometry import Pose, into_body
from robopitch.control.robot_world import RobotWorld
from robopitch.control.shared_record import Intention, SharedRecord
from robopitch.messages import BodyVelocity
from robopitch.teams.cambada import cambada
from robopitch.teams.chase import still
from robopitch.teams.game_view import GameView
from robopitch.teams.mi20 import mi20
from robopitch.teams.motion import Move
from robopitch.teams.observation import RUNNING, look
from robopitch.teams.robot_agent import RobotAgent, observation_of
from robopitch.teams.situation import Situation
from robopitch.teams.tactics import agreement
from robopitch.teams.tactics.agreement import (
    adopt,
    agree_on_helper,
    agree_on_taker,
    ball_time,
    intention_in,
    stuck_in,
    takes_kick,
)
from robopitch.teams.tactics.marking import covered

PERIOD = 0.04  # s


@pytest.fixture(scope="module")
def field():
    return FieldMap(FIELD)


def record(number, **others):
    return SharedRecord(number, 0.0, Pose(0.0, 0.0, 0.0), **others)


def test_the_formulas_in_the_documentation_hold():
    assert doctest.testmod(agreement).failed == 0


# ---- agreement ----------------------------------------------------------------------------------------------------


def agreed(memory, records, number=1, ball=(0.0, 0.0), velocity=(0.0, 0.0)):
    adopt(memory, {record.number: record for record in records}, number, 0.0, ball, velocity)
    return memory


def test_who_says_it_goes_is_the_striker_for_all():
    records = [
        record(1, ball_time=1.0),
        record(2, ball_time=1.1, intention=Intention("ball")),
        record(3, ball_time=3.0),
    ]
    for number in (1, 2, 3):
        assert agreed({"striker": 3}, records, number)["striker"] == 2


def test_as_long_as_nobody_says_anything_each_decides_alone():
    assert agreed({"striker": 1}, [record(1, ball_time=1.0), record(2, ball_time=0.5)])["striker"] == 1
    assert agreed({}, []) == {}


def test_the_plan_of_the_striker_is_known_to_its_mates_and_its_own_is_not_overwritten():
    passing = Intention("pass", (3.0, 1.0), 1, 4.0)
    records = [record(1, ball_time=5.0), record(2, ball_time=0.1, intention=passing)]
    plan = ["pass", (3.0, 1.0), 4.0, agreement.TOLERANCE, 0.0, 1]
    assert agreed({}, records, 1)["plan"] == plan
    assert agreed({}, records, 1)["plan of"] == 2
    assert "plan" not in agreed({}, records, 2)


def test_a_receiver_awaits_a_pass_once_it_rolls():
    passing = Intention("pass", (3.0, 0.0), 1, 4.0)
    receiver = SharedRecord(1, 0.0, Pose(3.0, 0.2, 0.0))
    records = [receiver, record(2, ball_time=0.1, intention=passing)]
    assert "pass" not in agreed({}, records, 1)
    assert agreed({}, records, 1, (0.3, 0.0), (3.5, 0.1))["pass"][0] == 1
    assert "pass" not in agreed({}, records, 1, (0.3, 0.0), (-3.5, 0.1))
    assert "pass" not in agreed({}, records, 1, (0.3, 0.0), (1.0, 0.0))


def test_a_robot_tells_its_plan_only_if_it_is_the_striker():
    memory = {"striker": 2, "plan": ["shot", [9.0, 0.0], 8.0, 0.1, 0.0, None], "plan of": 2}
    assert intention_in(memory, 2) == Intention("shot", (9.0, 0.0), None, 8.0)
    assert intention_in(memory, 1) == Intention()
    assert intention_in({**memory, "plan of": 1}, 2) == Intention("ball")
    assert intention_in({}, 1) == Intention()


def test_a_team_with_an_attacker_agrees_as_one_with_a_striker():
    assert intention_in({"attacker": 2}, 2) == Intention("ball")
    assert intention_in({"attacker": 2}, 1) == Intention()
    records = [record(1, ball_time=1.0), record(2, ball_time=1.1, intention=Intention("ball"))]
    assert agreed({"attacker": 1}, records) == {"attacker": 2}


def test_a_stuck_robot_is_one_that_escapes():
    assert stuck_in({"stuck": {"2": [0, 1.5, 0.0, 1]}}, 2)
    assert not stuck_in({"stuck": {"2": [3, -1.0, 0.0, 1]}}, 2)
    assert not stuck_in({}, 2)


# ---- observation --------------------------------------------------------------------------------------------------


def test_an_observation_holds_what_the_robot_knows(field):
    world = RobotWorld(3, field, Pose(1.0, 2.0, 0.5))
    world.on_record(record(2, ball_time=1.0))
    league = robopitch.make("msl").league
    seen = observation_of(world.estimate(0.5), league, league.team(Team.BLUE).robot, 0.4, Situation(), {})
    assert list(seen.own) == [2, 3]
    assert seen.own[3] == pytest.approx((1.0, 2.0, 0.5))
    assert seen.charge == {2: 1.0, 3: 0.4}
    assert seen.time == 0.5
    assert 0.0 < ball_time(seen, 3) < 4.0


def test_a_lost_robot_looks_around_in_play_and_stands_in_a_stop(field):
    league = robopitch.make("msl").league
    agent = RobotAgent(RobotWorld(1, field), cambada, league, league.team(Team.BLUE).robot)
    action, told = agent.decide(0.0, Situation())
    assert told.lost
    assert action.command != BodyVelocity(0.0)
    action, _ = agent.decide(0.1, Situation(robopitch.teams.Phase.STOP))
    assert action.command == BodyVelocity(0.0)


def test_a_policy_that_forgets_a_robot_lets_it_stand(field):
    league = robopitch.make("msl").league
    agent = RobotAgent(RobotWorld(1, field, Pose(0.0, 0.0, 0.0)), lambda seen: {}, league, league.team(Team.BLUE).robot)
    agent.world.on_record(record(2, ball=BallSighting((1.0, 0.0), (0.0, 0.0), 0.1, 0.0, 2)))
    assert agent.decide(0.0, Situation())[0].command == BodyVelocity(0.0)


# ---- a ball that nobody sees --------------------------------------------------------------------------------------


def searching(field, policy, number=1):
    league = robopitch.make("msl").league
    return RobotAgent(RobotWorld(number, field, Pose(0.0, 0.0, 0.0)), policy, league, league.team(Team.BLUE).robot)


def test_robots_look_for_a_ball_that_nobody_sees_but_a_team_that_stands_does_not(field):
    for policy, moves in ((cambada, True), (mi20, True), (still, False)):
        agent = searching(field, policy)
        agent.world.on_record(record(0))  # the keeper
        commands = [agent.decide(PERIOD * cycle, Situation())[0].command for cycle in range(1, 4)]
        assert any(command != BodyVelocity(0.0) for command in commands) is moves


def test_in_a_stoppage_the_ball_is_where_the_referee_wants_it_until_somebody_sees_it(field):
    seen = []

    def remembers(observation):
        seen.append(observation)
        return {}

    agent = searching(field, remembers)
    place = (-3.0, 2.0)
    agent.decide(0.1, Situation(robopitch.teams.Phase.STOP, place=place))
    assert seen[-1].ball[:2] == place
    assert seen[-1].ball_deviation >= 1.0
    agent.world.on_record(replace(record(2), ball=BallSighting((1.0, 0.0), (0.0, 0.0), 0.1, 0.1, 2)))
    agent.decide(0.14, Situation(robopitch.teams.Phase.STOP, place=place))
    assert seen[-1].ball[:2] == pytest.approx((1.0, 0.0))


def test_a_search_goes_on_from_a_saved_state(field):
    agent, other = searching(field, cambada), searching(field, cambada)
    agent.world.on_record(record(0))
    for cycle in range(1, 9):
        agent.decide(PERIOD * cycle, Situation())
    other.load(json.loads(json.dumps(agent.state())))
    for cycle in range(9, 14):
        assert agent.decide(PERIOD * cycle, Situation()) == other.decide(PERIOD * cycle, Situation())


# ---- who takes a kick ---------------------------------------------------------------------------------------------


STOPPED = Situation(robopitch.teams.Phase.STOP, place=(1.0, 0.0), keeper=0)


def taker(records, memory=None, situation=STOPPED):
    memory = {} if memory is None else memory
    agree_on_taker(memory, {record.number: record for record in records}, situation, (9.0, 0.0), 5.0)
    return memory.get("taker")


def at(number, x, **others):
    return SharedRecord(number, 0.0, Pose(x, 0.0, 0.0), **others)


def test_the_nearest_robot_takes_a_kick_unless_another_one_says_that_it_does():
    robots = [at(0, 1.0), at(1, 4.0), at(2, 2.0), at(3, 3.0)]
    assert taker(robots) == [2, 5.0]  # the nearest to the place of the ball, not to the ball; never the keeper
    assert taker([*robots[:3], at(3, 2.4, takes_kick=True)]) == [3, 5.0]
    assert taker([*robots[:3], at(3, 9.0, takes_kick=True)]) == [2, 5.0]  # it is much nearer
    assert taker([at(0, 1.0), at(1, 2.4, takes_kick=True), at(2, 2.0, takes_kick=True)]) == [1, 5.0]
    assert taker([at(0, 1.0)]) == [0, 5.0]


def test_in_play_nobody_takes_a_kick_until_one_is_pending():
    running = Situation(keeper=0)
    assert taker([at(1, 0.0)], situation=running) is None
    assert taker([at(1, 0.0)], {"restart": ["kick-off", True, 0.0, 0.0, 1.0, None]}, running) == [1, 5.0]
    assert takes_kick({"taker": [1, 5.0]}, 1, 5.0)
    assert not takes_kick({"taker": [1, 5.0]}, 1, 5.1)
    assert not takes_kick({"taker": [2, 5.0]}, 1, 5.0)


# ---- who helps ----------------------------------------------------------------------------------------------------


def observed(ball=(-4.0, 0.0), opponents=(), time=5.0, situation=RUNNING, memory=None):
    made = robopitch.make("msl", players={"blue": 4, "yellow": len(opponents)})
    for number, place in enumerate(opponents):
        made.place_robot("yellow", number, *place, heading=0.0)
    made.place_ball(*ball)
    seen = look(made, Team.BLUE, situation, {} if memory is None else memory)
    return replace(seen, time=time)


def helper(memory, stuck=False, **others):
    first = record(1, ball_time=0.3 if stuck else 2.0, stuck=stuck, intention=Intention("ball"))
    records = [record(0, ball_time=0.1), first]
    records += [record(2, ball_time=4.0), record(3, ball_time=3.0)]
    records = {one.number: replace(one, time=5.0) for one in records}
    agree_on_helper(memory, records, observed(**others))
    return memory.get("helper")


def test_a_second_robot_helps_if_the_first_one_is_stuck_or_beaten_in_the_own_half():
    assert helper({}) is None
    assert helper({}, opponents=[(-3.6, 0.0)]) == [3, 5.0 + agreement.HELPS]
    assert helper({}, ball=(4.0, 0.0), opponents=[(4.3, 0.0)]) is None
    assert helper({}, stuck=True) == [3, 5.0 + agreement.HELPS]


def test_a_helper_helps_for_a_while_and_not_in_a_stoppage():
    assert helper({"helper": [2, 5.3]}) == [2, 5.3]
    assert helper({"helper": [2, 4.9]}) is None
    assert helper({"helper": [2, 5.3]}, situation=STOPPED) is None


def test_the_helper_covers_the_way_to_the_goal():
    memory = {"helper": [3, 9.0], "striker": 1}
    seen = observed(ball=(-4.0, 0.0), opponents=[(-3.6, 0.0)], memory=memory)
    moves = {number: Move((0.0, 0.0), 0.0) for number in range(4)}
    moved = covered(GameView(seen), moves)
    assert [number for number in moves if moved[number] != moves[number]] == [3]
    x, y = moved[3].place
    assert x < -4.0
    assert math.hypot(x + 4.0, y) < 1.5
    memory["plan"] = ["pass", (0.0, 0.0), 3.0, 0.1, 0.0, 3]  # it gets a pass
    assert covered(GameView(seen), moves) == moves


# ---- a team -------------------------------------------------------------------------------------------------------


class Pitch:
    """A world in which each blue robot has its own agent: noisy pictures 25 times a second, records every 0.12 s."""

    def __init__(self, field, seed, robots=3):
        self.made = robopitch.make("msl", seed=seed, players={"blue": robots, "yellow": 0})
        league, self.random = self.made.league, np.random.default_rng(seed)
        self.agents, self.cameras, self.compasses, self.told = {}, {}, {}, []
        for number in range(robots):
            pose = Pose(*self.made.robot("blue", number).pose)
            self.agents[number] = RobotAgent(
                RobotWorld(number, field, pose), cambada, league, league.team(Team.BLUE).robot
            )
            self.cameras[number], self.compasses[number] = Camera(10 * seed + number), Compass(self.random)
        self.origin = {number: Pose(*self.made.robot("blue", number).pose) for number in self.agents}
        self.errors, self.strikers = [], []

    def cycle(self):
        made, random = self.made, self.random
        now, ball = made.time, made.ball.position
        for number, agent in self.agents.items():
            pose = Pose(*made.robot("blue", number).pose)
            agent.world.on_odometry(now, pose)  # without drift: a wheel's errors are tested elsewhere
            agent.world.on_compass(now, self.compasses[number].read(pose.heading))
            x, y = into_body(ball[0] - pose.x, ball[1] - pose.y, pose.heading)
            away = math.hypot(x, y)
            seen = None
            if away < 5.5:
                noise = float(NOISE.at(away))
                seen = (x + random.normal(0, noise), y + random.normal(0, noise))
            agent.world.on_barrier(away < 0.36 and abs(math.atan2(y, x)) < 0.25)
            agent.world.on_picture(now, self.cameras[number].points(pose), np.empty((0, 2)), seen)
            action, told = agent.decide(now, Situation())
            made.command("blue", number, action.command, action.kick, action.dribble)
            self.told.append(told)
            self.errors.append(math.dist(agent.world.pose(now)[:2], pose[:2]))
        self.strikers.append(sum(agent.memory.get("striker") == number for number, agent in self.agents.items()))
        if round(now / PERIOD) % 3 == 0:
            for told in self.told:
                for agent in self.agents.values():
                    agent.world.on_record(told)
            self.told.clear()
        return made.step(round(PERIOD / made.timestep))


@pytest.fixture(scope="module")
def games(field):
    found = []
    for seed in (1, 2):
        pitch = Pitch(field, seed)
        pitch.made.place_ball(x=-3.0, y=1.0 - seed)
        pitch.kicks = 0
        for _ in range(160):
            pitch.kicks += sum(type(event).__name__ == "Kicked" for event in pitch.cycle())
            if pitch.kicks > 0:
                break
        found.append(pitch)
    return found


def test_robots_that_decide_one_by_one_find_the_ball_and_play_it(games):
    assert sum(pitch.kicks for pitch in games) >= 1


def test_they_agree_who_goes_almost_always(games):
    """One robot goes for the ball: not none, and not two."""
    strikers = np.concatenate([pitch.strikers[10:] for pitch in games])
    assert (strikers == 1).mean() > 0.8


def test_they_know_where_they_are_while_they_play(games):
    errors = np.concatenate([pitch.errors for pitch in games])
    assert np.median(errors) < 0.08
    assert np.quantile(errors, 0.95) < 0.3


def test_an_agent_goes_on_from_a_saved_state(field):
    pitch = Pitch(field, 3, robots=2)
    for _ in range(12):
        pitch.cycle()
    agent = pitch.agents[1]
    league = pitch.made.league
    other = RobotAgent(RobotWorld(1, field), cambada, league, league.team(Team.BLUE).robot)
    other.load(json.loads(json.dumps(agent.state())))  # plain values
    now = pitch.made.time
    first, second = agent.decide(now, Situation()), other.decide(now, Situation())
    assert first == second

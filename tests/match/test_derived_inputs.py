"""Inputs of the referee are derived: observers see them, and a repeated match computes them again and compares."""

import robopitch
from robopitch import Team
from robopitch.match import Match
from robopitch.match.options import PlainParts
from robopitch.messages import (
    GameState,
    HearReferee,
    Orders,
    Phase,
    PlaceBall,
    PlaceRobot,
    Ruling,
    Whistle,
    Whistled,
)
from robopitch.referee import Referee


class Tape:
    """Keeps what a match processes."""

    def __init__(self, match: Match) -> None:
        self.inputs, self.derived, self.events = [], [], []
        self._match = match
        match.observe(self, 50.0)

    def on_input(self, source, sequence, input):
        self.inputs.append((self._match.tick, source, input))

    def on_derived(self, source, tick, inputs):
        self.derived.append((source, tick, tuple(inputs)))

    def on_decision(self, decision):
        pass

    def on_events(self, events):
        self.events += events

    def on_sample(self, match):
        pass


def fresh(**options) -> Match:
    return robopitch.make_match("ssl-div-b", **{"realism": None, "seed": 1, **options})


def play(match: Match) -> None:
    match.offer("a", Whistled(Whistle.START))
    match.offer("a", PlaceRobot(Team.YELLOW, 0, present=False))
    match.offer("a", PlaceBall(4.2, 0.0, vx=3.0))
    match.advance(3000)
    match.offer("a", PlaceBall(1.0, 2.9, vy=2.0))
    match.advance(6000)


def test_rulings_and_placements_are_told_and_only_rulings_change_the_game():
    match = fresh()
    tape = Tape(match)
    play(match)
    assert {source for source, _, _ in tape.derived} == {"referee"}
    rulings = [put for _, _, inputs in tape.derived for put in inputs if isinstance(put, Ruling)]
    assert [ruling.game.phase for ruling in rulings][:3] == [Phase.RUNNING, Phase.STOP, Phase.KICK_OFF]
    assert rulings[-1].game == match.game
    placed = [put for _, _, inputs in tape.derived for put in inputs if isinstance(put, PlaceBall)]
    assert [put.restart for put in placed] == [
        event.why for event in tape.events if type(event).__name__ == "Restarted"
    ]
    assert "goal" in {put.restart for put in placed}
    assert not any(isinstance(input, Ruling) for _, _, input in tape.inputs)


def test_a_repeated_match_derives_the_same_and_is_not_fed_twice():
    match = fresh()
    tape = Tape(match)
    play(match)
    again = fresh()
    for entry in tape.derived:
        again.decisions.expect_derived(*entry)
    play(again)
    assert again.world.fingerprint() == match.world.fingerprint()
    assert again.score == match.score
    assert (again.decisions.compared, again.decisions.differed) == (len(tape.derived), 0)


def test_a_difference_is_counted_and_the_recorded_ruling_holds():
    match = fresh()
    tape = Tape(match)
    play(match)
    again = fresh()
    source, tick, _ = tape.derived[0]
    again.decisions.expect_derived(source, tick, (Ruling(GameState(Phase.TIMEOUT, Team.BLUE)),))
    again.decisions.expect_derived(source, tick + 1, ())  # never made
    again.offer("a", Whistled(Whistle.START))
    again.advance(tick + 20)
    assert again.game.phase is Phase.TIMEOUT
    assert (again.decisions.compared, again.decisions.differed) == (2, 2)


def test_nobody_outside_can_rule():
    match = fresh()
    (refusal,) = match.offer("a", Ruling(GameState(Phase.STOP)))
    assert "referee" in refusal.message
    match.advance(5)
    assert match.game.phase is Phase.HALT


def test_what_a_referee_wants_and_cannot_have_is_refused_and_counted():
    class Wild(Referee):
        def judge(self, tick, events, heard):
            return [PlaceBall(1e9, 0.0), PlaceRobot(Team.BLUE, 99, 0.0, 0.0)] if tick == 10 else []

        def state(self):
            return None

        def load(self, state):
            pass

    class Parts(PlainParts):
        def referee(self, world, options):
            return Wild()

    match = Match(robopitch.make("ssl-div-b"), parts=Parts())
    match.advance(50)
    assert [refusal.code for refusal in match.refused] == ["OUT_OF_RANGE", "UNKNOWN_ROBOT"]
    assert match.world.ball.position[:2].tolist() == [0.0, 0.0]


def test_the_game_as_it_was_sampled_is_that_before_the_judgement_of_the_tick():
    match = fresh()
    match.advance(1000)
    assert (match.sampled_game.phase, match.game.phase) == (Phase.HALT, Phase.STOP)
    match.advance(1001)
    assert match.sampled_game is match.game
    match.offer("r", HearReferee(GameState(Phase.FREE_KICK, Team.BLUE)))
    match.advance(1002)
    assert match.sampled_game.external
    assert match.offer("b", Orders(Team.BLUE, ())) == ()

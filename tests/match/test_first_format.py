"""Snapshots of the first format, made before the neutral game state, continue as they did then, bit for bit."""

import hashlib
import json
import lzma
from pathlib import Path

import pytest

import robopitch
from robopitch import Team
from robopitch.match import Match, saving
from robopitch.messages import CameraFrame, Phase, TrackerFrame
from robopitch.messages.plain import to_plain

DATA = Path(__file__).parent / "data"


def old(name: str) -> bytes:
    return lzma.decompress((DATA / f"first-format-{name}.xz").read_bytes())


def refereed() -> Match:
    late = {"vision_delay": 0.03, "command_delay": 0.02}
    return robopitch.make_match(
        "ssl-div-b", seed=3, players=3, realism="realistic", tracker="filter", realism_overrides=late, enforce=["halt"],
        # The field had no blocks in its corners, and no line from goal to goal.
        overrides={"field.corner": 0.0, "field.goal_corner": 0.0, "field.centre_line": False},
    )  # fmt: skip


def played() -> Match:
    as_then = {"robot.drive.motor.least_torque": 0.0}  # the robot file did not state one
    return robopitch.make_match("mirosot-5v5", seed=2, realism=None, blue="cambada", yellow="mi20", overrides=as_then)


def test_a_match_with_frames_and_orders_on_their_way_and_an_external_referee_goes_on():
    match = refereed()
    match.restore(old("external-referee"))
    assert match.tick == 305
    assert (match.game.phase, match.game.team, match.game.place) == (Phase.FREE_KICK, Team.BLUE, (0.5, 0.25))
    assert match.game.external
    assert match.game.teams[Team.BLUE].keeper == 1
    digest = hashlib.sha256()
    for output in match.advance(2000):
        if isinstance(output, CameraFrame | TrackerFrame):
            digest.update(repr(to_plain(output)).encode())
    assert match.world.fingerprint()[:16] == "fa6f43c45c5a44d5"
    assert digest.hexdigest()[:16] == "eaa79a43e674e49c"
    assert match.score == {Team.BLUE: 2, Team.YELLOW: 2}


def test_a_match_between_goal_and_kick_off_goes_on():
    match = played()
    match.restore(old("kick-off"))
    assert match.game.phase in (Phase.STOP, Phase.KICK_OFF)
    assert match.game.team is Team.YELLOW
    assert match.score == {Team.BLUE: 1, Team.YELLOW: 0}
    restored = match.save()
    while match.game.phase is not Phase.RUNNING:
        match.advance(match.tick + 10)
        assert match.tick < 8000, "no kick-off"
    assert match.game.team is Team.YELLOW
    match.advance(8000)
    played_on = match.world.fingerprint()
    match.restore(restored)
    match.advance(8000)
    assert match.world.fingerprint() == played_on
    match.recall_memories(old("kick-off"))


def test_one_that_does_not_fit_is_refused_and_changes_nothing():
    match = played()
    before = match.save()
    for wrong in (old("external-referee"), old("kick-off")[:-1]):
        with pytest.raises(ValueError, match="saved match"):
            match.restore(wrong)
        assert match.save() == before


def sealed(state: dict, saved: bytes) -> bytes:
    """A snapshot with another state and the same world."""
    head = b"robopitch match 1\n"
    body = head + json.dumps(state).encode() + b"\n" + saved[len(head) : -32].partition(b"\n")[2]
    return body + hashlib.sha256(body).digest()


def test_the_oldest_ones_have_fewer_parts():
    saved = old("kick-off")
    state = saving.peek(saved)
    for key in ("made", "memories", "touches"):
        del state[key]
    del state["lineup"]["hands"], state["hands"]["parked"]
    state["authority"]["kick_about"] = [[2, 1], "start", 4, 1000, [0.0, 0.0, 1000], 3]
    match = played()
    match.restore(sealed(state, saved))
    assert match.score == {Team.BLUE: 2, Team.YELLOW: 1}
    assert (match.game.phase, match.game.team, match.game.number) == (Phase.RUNNING, None, 4)
    assert match.robots.steered(Team.BLUE) == []
    match.advance(2000)


@pytest.mark.parametrize("key", ["authority", "intake", "lineup", "hands", "senses"])
@pytest.mark.parametrize("value", [None, 3, [], {}, [[1]], "x"])
def test_wrong_content_is_refused(key, value):
    saved = old("external-referee")
    state = saving.peek(saved)
    state[key] = value
    match = refereed()
    before = match.save()
    with pytest.raises(ValueError, match="saved match"):
        match.restore(sealed(state, saved))
    assert match.save() == before


def test_the_state_of_any_format_can_be_read():
    assert saving.peek(old("kick-off"))["authority"]["kick_about"][0] == [1, 0]
    match = played()
    assert saving.peek(match.save())["game"]["is"] == "GameState"

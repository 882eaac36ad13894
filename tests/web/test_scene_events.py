"""What the scene finds in frames: the striker, saves. Frames of a match that is written down here."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.web.node import SCENE, run_node

FIELD = {"length": 9.0, "width": 6.0, "goal": {"width": 1.0, "depth": 0.18}}


def frame(time: float, ball: tuple[float, ...], robots: dict[str, tuple[float, float]]) -> dict[str, Any]:
    """*ball*: place and velocity; *robots*: places by name."""
    x, y, vx, vy = ball
    there = [
        {"name": name, "owner": name.split()[0], "x": px, "y": py, "state": 0} for name, (px, py) in robots.items()
    ]
    return {"time": time, "ball": {"x": x, "y": y, "z": 0.02, "vx": vx, "vy": vy, "vz": 0}, "robots": there}


def strikers(frames: list[dict[str, Any]]) -> list[str | None]:
    module = json.dumps((SCENE / "striker.ts").as_uri())
    return run_node(
        f"import {{ Striker }} from {module}; const striker = new Striker();"
        f"console.log(JSON.stringify({json.dumps(frames)}.map((frame) => striker.take(frame, () => 0.09))));"
    )


def saves(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    module = json.dumps((SCENE / "saves.ts").as_uri())
    return run_node(
        f"import {{ Saves }} from {module}; const saves = new Saves();"
        f"for (const frame of {json.dumps(frames)}) saves.take(frame, {json.dumps(FIELD)}, () => 0.09);"
        "console.log(JSON.stringify(saves.list.filter((save) => !Number.isNaN(save.time))));"
    )


def test_the_striker_is_the_nearest_of_the_team_that_has_the_ball():
    robots = {"blue 3": (0.05, 0), "blue 4": (1.0, 0), "yellow 1": (0.9, 0.1)}
    assert strikers([frame(0, (0, 0, 0, 0), robots)]) == ["blue 3"]
    # On its way the ball is still blue's, though a yellow robot is nearer: until that has it.
    passing = [frame(t / 10, (0.08 * t, 0, 0.8, 0), robots) for t in range(13)]
    assert strikers(passing)[:8] == ["blue 3"] * 8
    kept = [frame(2 + t / 10, (0.93, 0.1, 0, 0), robots) for t in range(10)]
    assert strikers(passing + kept)[-1] == "yellow 1"


def test_the_striker_does_not_jump_to_and_fro():
    """Two robots are nearest in turn, for a tenth of a second each."""
    frames = [
        frame(t / 10, (0, 0, 0, 0), {"blue 1": (0.3 + 0.05 * (t % 2), 0), "blue 2": (0, 0.325)}) for t in range(40)
    ]
    assert len(set(strikers(frames))) == 1


def test_a_robot_that_leaves_is_not_the_striker_any_longer():
    frames = [
        frame(0, (0, 0, 0, 0), {"blue 0": (0.1, 0), "yellow 0": (1, 0)}),
        frame(0.02, (0, 0, 0, 0), {"yellow 0": (1, 0)}),
    ]
    assert strikers(frames) == ["blue 0", "yellow 0"]


def shot(turned: tuple[float, float], keeper: tuple[float, float], y: float = 0.1) -> list[dict[str, Any]]:
    """A ball at 4 m/s that has another velocity after it was at x = 4.2."""
    robots = {"yellow 0": keeper, "yellow 1": (2.0, 1.0), "blue 0": (1.0, 0.0)}
    frames = [frame(t / 20, (3.0 + 0.2 * t, y, 4.0, 0.0), robots) for t in range(7)]
    vx, vy = turned
    return frames + [frame(t / 20, (4.2 + vx * (t - 6) / 20, y + vy * (t - 6) / 20, vx, vy), robots) for t in (7, 8, 9)]


def test_a_shot_that_the_keeper_turns_away_is_a_save():
    (found,) = saves(shot((-1.0, 1.5), (4.3, 0.1)))
    assert (found["team"], found["x"]) == ("yellow", 4.3)
    assert found["time"] == pytest.approx(0.35)


@pytest.mark.parametrize(
    ("turned", "keeper", "y"),
    [
        ((4.0, 0.0), (4.3, 0.6), 0.1),  # nobody stops it
        ((-1.0, 0.0), (4.4, 1.0), 0.1),  # it comes back from a post: the keeper is elsewhere
        ((-1.0, 0.0), (2.9, 0.1), 0.1),  # far in front of the goal it is no save
        ((-1.0, 0.0), (4.3, 1.4), 1.4),  # it would have missed
    ],
)
def test_other_balls_are_no_saves(turned, keeper, y):
    assert saves(shot(turned, keeper, y)) == []

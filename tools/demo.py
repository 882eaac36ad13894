"""Makes the recorded matches that `robopitch demo` shows in the first second.

python -m tools.demo        # plays them, and writes src/robopitch/web/demos/
python -m tools.demo msl    # only that one

Of a match of some minutes, the stretch around a goal is kept: 30 s with as many goals as there are.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import robopitch
from robopitch.messages import Goal
from robopitch.recording.match_recording import MatchRecording
from robopitch.recording.reader import Recording
from robopitch.web.embedding import embedded

FOLDER = Path(__file__).parents[1] / "src" / "robopitch" / "web" / "demos"
SECONDS = 30.0
AFTER = 6.0  # s of these that are left after the last goal
LEAGUES = {"ssl-div-a": 3, "msl": 3, "mirosot-5v5": 2, "vss-3v3": 2}  # minutes that are played
SEED = 1


def make(league: str) -> None:
    """Play, and write the best half minute."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "demo.mcap"
        match = robopitch.make_match(league, blue="cambada", yellow="mi20", referee="rules", seed=SEED)
        with MatchRecording(path) as recording:
            recording.start(match)
            match.advance(round(60 * LEAGUES[league] / match.world.timestep))
        begin, goals = best(path, 60.0 * LEAGUES[league])
        data = embedded(path, begin, begin + SECONDS)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{league}.match").write_bytes(data)
    print(f"{league}: from {begin:.1f} s, {goals} goals, {len(data) / 1000:.0f} kB")


def best(path: Path, length: float) -> tuple[float, int]:
    """The beginning of the stretch with the most goals, the first of these, and how many it has."""
    with Recording(path) as recording:
        step = float(recording.header["timestep"])
        goals = [event.tick * step for event in recording.events() if isinstance(event, Goal)]
    begins = [max(0.0, min(goal + AFTER, length) - SECONDS) for goal in goals] or [0.0]
    counted = [sum(begin <= goal <= begin + SECONDS for goal in goals) for begin in begins]
    return begins[counted.index(max(counted))], max(counted)


if __name__ == "__main__":
    for name in sys.argv[1:] or LEAGUES:
        make(name)

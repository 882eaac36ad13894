"""What a failed run leaves: a recording, and a picture of the tracks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from robopitch.match.play import Game
from robopitch.messages import Body, Restarted
from robopitch.recording.header import describe
from robopitch.recording.memory import MemorySink
from robopitch.recording.recorder import Recorder
from robopitch.recording.sink import write_recording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from robopitch.match import Match
    from robopitch.messages import Decision, Event, Input

__all__ = ["Tracks", "Witness"]

PICTURE_RATE = 25.0  # Hz
LONGEST = 3600.0  # s


class Tracks:
    """Samples positions for the picture. The tracks end when a robot of the scene leaves the field."""

    def __init__(self, match: Match) -> None:
        robots = tuple(match.world.robots())
        self._bodies = tuple(robot.body for robot in robots)
        self.game = Game(match.world.league, self._bodies, tuple(robot.spec for robot in robots))
        self._cut = False
        self.game.sample(match.world)
        match.observe(self, PICTURE_RATE)

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """Inputs are not drawn."""

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """Rulings are not drawn."""

    def on_decision(self, decision: Decision) -> None:
        """Decisions are not drawn."""

    def on_events(self, events: Sequence[Event]) -> None:
        """Kicks, goals and balls out are marked."""
        self.game.events += events
        self._cut = self._cut or any(isinstance(event, Restarted) for event in events)

    def on_sample(self, match: Match) -> None:
        """The next points."""
        if self._here(match) != self._bodies:
            return
        if self._cut:
            self.game.cut()
            self._cut = False
        self.game.sample(match.world)

    @staticmethod
    def _here(match: Match) -> tuple[Body, ...]:
        return tuple(robot.body for robot in match.world.robots())


class Witness:
    """Records a run in memory, and writes it down if it failed."""

    def __init__(self, match: Match, title: str) -> None:
        self._match, self._title = match, title
        self._header = describe(match, {"description": title})
        self._memory = MemorySink(LONGEST)
        self._recorder = Recorder(match, [self._memory], packets=False)
        self._tracks = Tracks(match)

    def write(self, folder: Path, stem: str, reason: str) -> tuple[Path, Path]:
        """Write recording and picture; returns their paths."""
        from robopitch.plot import draw_tracks

        folder.mkdir(parents=True, exist_ok=True)
        self._recorder.close()
        recording, picture = folder / f"{stem}.mcap", folder / f"{stem}.png"
        write_recording(recording, self._header, self._memory.entries())
        draw_tracks(self._tracks.game, f"{self._title}: {reason}", picture)
        return recording, picture

"""What a referee remembers: touches, the last kick, dribbles, possession, pushes and stalls; saved and restored."""

from __future__ import annotations

from typing import Any

from robopitch.messages import Body, Team
from robopitch.messages.saved import Finite, Place, SavedPart, Tick, checked
from robopitch.referee.observed.dribbling import Dribble, Dribbles
from robopitch.referee.observed.possession import Possession
from robopitch.referee.observed.pushing import Pushes
from robopitch.referee.observed.seen import BallSeen, KickSeen, TouchSeen
from robopitch.referee.observed.stalls import Anchors, SlowSince
from robopitch.referee.observed.touches import Touches

__all__ = ["Memory"]


class _Saved(SavedPart):
    rise: tuple[Place, Place]
    touches: list[tuple[Team, Tick, Tick, Place, Place, Place]]
    kick: tuple[Team, Tick, Tick, Place, Place, Place, Finite, Finite, Finite, bool] | None
    dribbles: list[tuple[Team, Tick, Tick, Place, Place, Place, Finite]]
    possession: tuple[Team, Tick] | None
    contested: Tick | None
    anchors: list[tuple[Place, Place, Place, Tick]]
    slow: list[tuple[Finite, Tick]]
    pushes: list[tuple[Team, Tick, Team, Tick, Tick, Place, Place, Place, Place]]


class Memory:
    """What goes on from one judgement to the next."""

    def __init__(self) -> None:
        self.touches = Touches()
        self.kick: KickSeen | None = None  # the last one since the ball was placed
        self.dribbles, self.possession, self.pushes = Dribbles(), Possession(), Pushes()
        self.anchors, self.slow = Anchors(), SlowSince()
        self.rise = dict.fromkeys(Team, 0.0)  # m: greatest height of the ball since the last touch of each team

    def forget(self, tick: int, ball: BallSeen, height: float) -> None:
        """Forget what went on with the ball, because it was placed."""
        self.touches, self.kick = Touches(), None
        self.dribbles, self.possession = Dribbles(), Possession()
        self.anchors.restart(ball, tick)
        self.slow.restart(tick)
        self.rise = dict.fromkeys(Team, height)

    def state(self) -> dict[str, Any]:
        """The state, in plain values."""
        kick, holder = self.kick, self.possession.robot
        return {
            "rise": [self.rise[team] for team in Team],
            "touches": [[*_plain(touch.robot), *touch[1:]] for touch in self.touches.all()],
            "kick": None if kick is None else [*_plain(kick.robot), *kick[1:]],
            "dribbles": [[*_plain(dribble.robot), *dribble[1:]] for dribble in self.dribbles.now.values()],
            "possession": None if holder is None else _plain(holder),
            "contested": self.possession.contested,
            "anchors": [[radius, *anchor] for radius, anchor in self.anchors.anchors.items()],
            "slow": [list(entry) for entry in self.slow.ticks.items()],
            "pushes": [
                [*_plain(pair[0]), *_plain(pair[1]), tick, *first, *second]
                for pair, (tick, first, second) in self.pushes.starts.items()
            ],
        }

    @classmethod
    def of(cls, state: Any, now: int) -> Memory:
        """A saved memory; raises a ValueError if it cannot be used, or knows of something after this tick."""
        saved, memory = checked(_Saved, state), cls()
        memory.rise = dict(zip(Team, saved.rise, strict=True))
        memory.touches.load(TouchSeen(Body(*entry[:2]), *entry[2:]) for entry in saved.touches)
        kick = saved.kick
        memory.kick = None if kick is None else KickSeen(Body(*kick[:2]), *kick[2:])
        memory.dribbles.now = {Body(*entry[:2]): Dribble(Body(*entry[:2]), *entry[2:]) for entry in saved.dribbles}
        memory.possession.robot = None if saved.possession is None else Body(*saved.possession)
        memory.possession.contested = saved.contested
        memory.anchors.anchors = {radius: (x, y, tick) for radius, x, y, tick in saved.anchors}
        memory.slow.ticks = dict(saved.slow)
        memory.pushes.starts = {
            (Body(*entry[:2]), Body(*entry[2:4])): (entry[4], entry[5:7], entry[7:9]) for entry in saved.pushes
        }
        if memory._latest() > now:
            raise ValueError(f"the referee remembers something after step {now}, at which it was saved")
        return memory

    def _latest(self) -> int:
        ticks = [touch.tick for touch in self.touches.all()]
        ticks += [dribble.tick for dribble in self.dribbles.now.values()]
        ticks += [anchor[2] for anchor in self.anchors.anchors.values()]
        ticks += [*self.slow.ticks.values(), *(start[0] for start in self.pushes.starts.values())]
        ticks += [0 if self.kick is None else self.kick.tick, self.possession.contested or 0]
        return max(ticks)


def _plain(body: Body) -> list[Any]:
    return [None if body.team is None else body.team.value, body.id]

"""What the rules of a league are told about the game that they judge."""

from __future__ import annotations

from dataclasses import dataclass, field

from robopitch.messages import Body, GameState, Phase, Restart, Team

__all__ = ["GamePlay"]


@dataclass
class GamePlay:
    """The course of a game between two calls. The referee keeps it up to date; rules only read it.

    game:     what was ruled last
    tick:     of this judgement
    began:    tick at which the phase began
    stopped:  tick at which play was stopped last
    in_play:  the ball may be played by all, or the kick was taken
    restart:  the kick, penalty or dropped ball that is being prepared, may be taken or was taken last
    spot:     where the ball lay when the kick could be taken
    kicker:   the robot that played the ball first after the restart
    sole:     no other robot has touched the ball since
    started:  tick at which the kick could be taken first
    opened:   tick at which the ball came into play
    extra:    s that were added to the time for the current action
    present, tolerated: robots of each team on the field, and how many there may be without an objection
    placers:  teams that have tried to place the ball in this stoppage, in order
    halted:   this STOP follows a HALT or a time-out, not a break
    advantage: teams that want play to go on when their opponents have too many robots
    """

    timestep: float
    game: GameState = field(default_factory=GameState)
    tick: int = 0
    began: int = 0
    stopped: int = 0
    in_play: bool = False
    restart: Restart | None = None
    spot: tuple[float, float] | None = None
    kicker: Body | None = None
    sole: bool = True
    started: int = 0
    opened: int = 0
    extra: float = 0.0
    present: dict[Team, int] = field(default_factory=dict)
    tolerated: dict[Team, int] = field(default_factory=dict)
    placers: tuple[Team, ...] = ()
    halted: bool = False
    advantage: tuple[Team, ...] = ()

    @property
    def phase(self) -> Phase:
        """The phase of the game."""
        return self.game.phase

    @property
    def seconds(self) -> float:
        """Since the phase began."""
        return (self.tick - self.began) * self.timestep

    @property
    def stoppage(self) -> float:
        """Seconds since play was stopped."""
        return (self.tick - self.stopped) * self.timestep

    @property
    def since_start(self) -> float:
        """Seconds since the kick could be taken."""
        return (self.tick - self.started) * self.timestep

    @property
    def since_open(self) -> float:
        """Seconds since the ball came into play."""
        return (self.tick - self.opened) * self.timestep

    def too_many(self, team: Team) -> bool:
        """Whether a team has more robots on the field than it may have."""
        return self.present.get(team, 0) > self.tolerated.get(team, 1000)

    @property
    def penalty(self) -> bool:
        """Whether a penalty may be taken or is under way, until the next stoppage."""
        return self.restart is not None and self.restart.kind is Phase.PENALTY and self.phase is Phase.RUNNING

    @property
    def kick(self) -> bool:
        """Whether a kick may be taken and was not yet."""
        return not self.in_play and (self.phase in KICKS or (self.phase is Phase.RUNNING and self.restart is not None))


KICKS = frozenset({Phase.FREE_KICK, Phase.GOAL_KICK, Phase.CORNER_KICK, Phase.THROW_IN})

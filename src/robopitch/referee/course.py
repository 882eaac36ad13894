"""The course of a match that all leagues share: phases, periods, clocks, score, fouls and cards.

    in play → a call stops it → STOP (→ PLACEMENT) → KICK_OFF or PENALTY is prepared, or a kick may be taken → in play

It decides nothing about the rules of a league: `RulesReferee` asks them and tells it. What calls cost is in
`sanctions`, what teams may ask for in `requests`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robopitch.messages import Call, GameState, Period, Phase, Restart, Team, TeamState
from robopitch.referee.discipline import Discipline
from robopitch.referee.periods import LENGTHS, after, break_after
from robopitch.referee.play import GamePlay
from robopitch.sensors.noise import uniform

if TYPE_CHECKING:
    from robopitch.referee.rules import Rules
    from robopitch.world import World

__all__ = ["Course"]

OPENING = 1.0  # s of HALT before the first kick-off
HALT_TIME = 2.0  # s of a HALT that the rules demand; then the simulator positions the robots. chosen: nobody comes
MOST_ATTEMPTS = 40  # of a shoot-out: two teams that cannot score part as equals. chosen
STREAM = 902  # of the random numbers; no sensor uses it
LOT = 0  # frame of the draw for the first kick-off
GAP = 0.1  # s without a judgement after which clocks do not catch up: somebody else was the referee


class Course:
    """The state of a match, and the transitions between its phases.

    half:        s; None: as the rules say
    elimination: a draw is followed by extra time and a shoot-out
    """

    def __init__(self, world: World, rules: Rules, half: float | None = None, elimination: bool = False) -> None:
        self.rules, self.match = rules, rules.spec.match
        self.half, self.elimination = half, elimination
        self.play = GamePlay(world.timestep, tick=world.tick, began=world.tick, stopped=world.tick)
        self.discipline = Discipline(self.match, int(world.league.team_size), world.timestep)
        self.seed = world.seed % 2**63  # compiled code takes signed 64-bit integers
        self.first = Team.BLUE if uniform(self.seed, STREAM, LOT, 0) < 0.5 else Team.YELLOW  # has the first kick-off
        self.period = Period.BEFORE
        self.clock = 0  # ticks played in the period
        self.wait: int | None = None  # tick at which HALT or TIMEOUT ends by itself
        self.manual = False  # a person has stopped the game, and only a person continues
        self.positioned = False  # the simulator places ball and robots, because a stoppage lasted too long
        self.gate: int | None = None  # tick since which a restart could have been given
        self.attempts = 0  # in the shoot-out
        self.substitutions: list[Team] = []  # teams that want to exchange robots …
        self.time_outs: list[Team] = []  # … or a time-out, at the next stoppage
        self.repairs: list[list[Any]] = []  # robots that are being repaired, as `Repairs.listed` has them
        self.ended_by, self.winner = "", None  # type: tuple[str, Team | None]
        self.teams = {
            team: TeamState(
                keeper=rules.keeper(team, [robot.body.id for robot in world.robots(team)]),
                timeouts=int(self.match.timeouts),
                timeout_time=float(self.match.timeout_time),
                substitutions=int(self.match.substitutions),
            )
            for team in Team
        }
        self.calls: list[Call] = []  # of this judgement
        self.reason = ""
        self.rule(Phase.HALT)

    # ---- time --------------------------------------------------------------------------------------------------

    def pass_time(self, tick: int) -> None:
        """Move the clocks to a tick; they run while the ball is in play or may be played."""
        play = self.play
        passed, play.tick = tick - play.tick, tick
        if not 0 < passed * play.timestep <= GAP or not self.rules.clock_runs(play):
            return
        self.clock += passed
        if self.discipline.run(passed):
            self.reason = "a card has ended"
            self.refresh()

    @property
    def length(self) -> float | None:
        """Seconds of the period; None: it has no end."""
        if self.period not in LENGTHS:
            return None
        half = float(self.match.half) if self.half is None else self.half
        if self.period in (Period.FIRST_HALF, Period.SECOND_HALF):
            return half
        return float(self.match.extra_half) * half / float(self.match.half)

    @property
    def time_is_up(self) -> bool:
        """Whether the period has been played."""
        return self.length is not None and self.clock * self.play.timestep >= self.length - 1e-9

    @property
    def overrun(self) -> float:
        """Seconds played beyond the length of the period; below 0 before its end, and in a period without one."""
        return -1.0 if self.length is None else self.clock * self.play.timestep - self.length

    # ---- phases ------------------------------------------------------------------------------------------------

    def rule(
        self,
        phase: Phase,
        team: Team | None = None,
        place: tuple[float, float] | None = None,
        then: Restart | None = None,
        action: float | None = None,
    ) -> None:
        """Begin a phase."""
        play = self.play
        play.began, play.extra, self.gate = play.tick, 0.0, None
        now = play.tick * play.timestep
        detail: dict[str, Any] = {"began": now, "runs": False, **({"repairs": self.repairs} if self.repairs else {})}
        play.game = GameState(
            phase,
            team,
            place,
            self._described(),
            now,
            play.game.number + 1,
            None if self.length is None else self.length - self.clock * play.timestep,
            detail=detail,
            period=self.period,
            clock=self.clock * play.timestep,
            then=then,
            action_left=action,
            ended_by=self.ended_by,
            winner=self.winner,
            clearance=self.rules.clearance(phase, play.restart),
        )
        detail["runs"] = self.rules.clock_runs(play)
        self.rules.on_phase(play)

    def refresh(self) -> None:
        """The same phase, with the present state of the teams."""
        self.play.game = replace(self.play.game, teams=self._described())

    def _described(self) -> dict[Team, TeamState]:
        return {team: self.discipline.described(team, self.teams[team]) for team in Team}

    def stop(self, restart: Restart | None, positioned: bool = False) -> None:
        """Stop play; a restart follows, or None: a person decides.

        positioned: the simulator places ball and robots at once
        """
        play = self.play
        if play.in_play or play.kick or play.phase in (Phase.HALT, Phase.TIMEOUT):
            play.stopped, play.placers = play.tick, ()
            play.halted = play.phase in (Phase.HALT, Phase.TIMEOUT) and after(self.period) is None
        play.in_play, play.restart, play.spot, play.kicker = False, restart, None, None
        self.wait, self.manual, self.positioned = None, restart is None, positioned
        if restart is None:
            self.rule(Phase.STOP)
        else:
            self.rule(Phase.STOP, restart.team, restart.position, restart)

    def place(self, team: Team, restart: Restart) -> None:
        """Let a team place the ball for a restart."""
        self.play.placers += (team,)
        self.play.restart = restart
        then = None if restart.kind is Phase.STOP else restart  # a person wanted the placement, and goes on
        self.rule(Phase.PLACEMENT, team, restart.position, then, float(self.match.placement_time))

    def placement_ended(self, success: bool, call: Call | None) -> None:
        """Back to STOP after a placement by a team; the restart stays, unless the call has another one."""
        team = self.play.game.team
        if team is not None:
            failures = max(0, self.teams[team].placement_failures + (-1 if success else 1))
            self.teams[team] = replace(self.teams[team], placement_failures=failures)
        if call is not None:
            self.calls.append(call)
            self.reason = call.reason
            self.play.restart = call.restart or self.play.restart
        restart = self.play.restart
        if restart is not None and restart.kind is Phase.STOP:
            restart = None
        self.play.halted = False
        self.rule(Phase.STOP, None if restart is None else restart.team, restart and restart.position, restart)
        self.manual = restart is None

    def halt(self, then: Restart | None, seconds: float = HALT_TIME, positioned: bool = True) -> None:
        """HALT because the rules want it, for a while.

        positioned: the simulator places ball and robots for the restart then
        """
        self.play.in_play, self.play.restart, self.positioned = False, then, positioned
        self.rule(Phase.HALT, then=then)
        self.wait = self.play.tick + round(seconds / self.play.timestep)

    def give(self, ball: tuple[float, float]) -> None:
        """Give the pending restart: prepare it, or allow the kick."""
        restart = self.play.restart
        self.manual = self.positioned = False
        if restart is None or restart.kind is Phase.RUNNING or restart.team is None:
            self.run(restart if restart is not None and restart.kind is Phase.DROPPED_BALL else None)
        elif restart.kind in self.rules.prepared:
            self.rule(restart.kind, restart.team, restart.position, action=float(self.match.kick_off_time))
        else:
            self._allow(restart.kind, restart, ball)

    def start(self, ball: tuple[float, float]) -> None:
        """Start a prepared kick-off or penalty."""
        restart = self.play.restart
        assert restart is not None
        self._allow(Phase.RUNNING, restart, ball)

    def _allow(self, phase: Phase, restart: Restart, ball: tuple[float, float]) -> None:
        play = self.play
        self._open_period()
        play.in_play, play.spot, play.kicker, play.sole, play.started = False, ball, None, True, play.tick
        limit = self.match.penalty_time if restart.kind is Phase.PENALTY else self.rules.time_for(restart)
        place = restart.position if phase is not Phase.RUNNING else None
        self.rule(phase, restart.team, place, action=None if limit is None else float(limit))
        self._note(restart)

    def run(self, dropped: Restart | None = None) -> None:
        """All may play the ball from now on, by command; *dropped*: after a dropped ball, which the rules can tell."""
        play = self.play
        self._open_period()
        play.in_play, play.restart, play.kicker, play.sole = True, dropped, None, False
        play.started = play.opened = play.tick
        self.manual, self.wait = False, None
        self.rule(Phase.RUNNING)

    def go(self) -> None:
        """The ball is in play, because the kick was taken or its time is over. Teams see it by themselves."""
        play = self.play
        play.in_play, play.opened = True, play.tick
        play.game = replace(play.game, phase=Phase.RUNNING, team=None, place=None, action_left=None)

    def _note(self, restart: Restart) -> None:
        """Protocols announce a kick until the next command, also while it is in play."""
        detail = {**self.play.game.detail, "kick": restart.kind.value, "by": restart.team and restart.team.value}
        self.play.game = replace(self.play.game, detail=detail)

    def note_repairs(self, repairs: list[list[Any]]) -> None:
        """Protocols announce robots that leave for a repair, and those that are back."""
        game, self.repairs = self.play.game, repairs
        if repairs != game.detail.get("repairs", []):
            others = {key: value for key, value in game.detail.items() if key != "repairs"}
            detail = {**others, "repairs": repairs} if repairs else others
            self.play.game = replace(game, detail=detail)
            self.reason = self.reason or "robots leave for a repair, or are back"

    def _open_period(self) -> None:
        """A start in a break, which only a person gives, ends it."""
        following = after(self.period)
        if following is not None:
            self.period, self.clock = following, 0

    # ---- score and calls ---------------------------------------------------------------------------------------

    def add_score(self, team: Team, goals: int) -> None:
        """Add goals; no team has fewer than none."""
        self.teams[team] = replace(self.teams[team], score=max(0, self.teams[team].score + goals))

    def say(self, kind: str, reason: str, team: Team | None = None) -> None:
        """Add a call that follows from the course of the match, not from a rule."""
        play = self.play
        self.calls.append(Call(play.tick, play.tick * play.timestep, kind, team, reason=reason))
        self.reason = reason

    # ---- periods -----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The first kick-off."""
        if self.period is Period.BEFORE:
            self._enter(Period.FIRST_HALF)

    def end_period(self) -> None:
        """The period is over: a break, or the end of the match."""
        draw = self.teams[Team.BLUE].score == self.teams[Team.YELLOW].score
        pause = break_after(self.period, draw and self.elimination, self.match)
        if pause is None:
            self.end("time")
            return
        self.period, self.clock = pause, 0
        self.play.in_play, self.play.restart = False, None
        self.say(pause.name.lower(), f"{pause}")
        self.rule(Phase.HALT)
        self.wait = self.play.tick + round(self.match.half_time / self.play.timestep)
        game = self.play.game
        self.play.game = replace(game, time_left=float(self.match.half_time), detail={**game.detail, "runs": True})

    def resume(self) -> None:
        """The time of a HALT, a break or a time-out is over."""
        self.wait = None
        following = after(self.period)
        if following is not None:
            self._enter(following)
        else:
            self.stop(self.play.restart, positioned=self.play.phase is Phase.HALT and self.positioned)

    def _enter(self, period: Period) -> None:
        self.period, self.clock = period, 0
        if period is Period.SHOOT_OUT:
            self.attempts = 0
            self.stop(self.rules.shoot_out(self.first))
            self.play.halted = False
            return
        anew: dict[str, Any] = {"substitutions": int(self.match.substitutions), "placement_failures": 0}
        if period is Period.FIRST_EXTRA_HALF and self.match.extra_timeouts > 0:
            anew |= {
                "timeouts": int(self.match.extra_timeouts),
                "timeout_time": float(self.match.extra_timeout_time),
            }
        self.teams = {team: replace(state, **anew) for team, state in self.teams.items()}
        own = period in (Period.FIRST_HALF, Period.FIRST_EXTRA_HALF)
        self.stop(self.rules.kick_off(self.first if own else self.first.other))
        self.play.halted = False

    def attempt_ended(self) -> None:
        """The next attempt of the shoot-out, or its end: after pairs of attempts of which one team has more goals."""
        self.attempts += 1
        goals = [self.teams[team].score for team in Team]
        pairs, open_pair = divmod(self.attempts, 2)
        decided = pairs >= self.match.shoot_out_kicks and not open_pair and goals[0] != goals[1]
        if decided or self.attempts >= MOST_ATTEMPTS:
            self.end("shoot-out")
        else:
            self.stop(self.rules.shoot_out(self.first.other if open_pair else self.first))

    def end(self, why: str, winner: Team | None = None, because: str = "") -> None:
        """The match is over; the winner is the team with more goals unless it is named."""
        goals = {team: self.teams[team].score for team in Team}
        if winner is None and goals[Team.BLUE] != goals[Team.YELLOW]:
            winner = max(Team, key=lambda team: goals[team])
        self.ended_by, self.winner, self.period = why, winner, Period.OVER
        self.play.in_play, self.play.restart, self.wait = False, None, None
        result = f"{goals[Team.BLUE]} : {goals[Team.YELLOW]}"
        self.say("end_of_game", f"{because or 'the match is over'}: {result}")
        self.rule(Phase.HALT)

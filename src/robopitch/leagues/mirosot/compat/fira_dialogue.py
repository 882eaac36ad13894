"""The dialogue of FIRA's referee with one team: calls of V5RPC in, questions of the strategy service out; no sockets.

A server calls strategies in V5RPC. Each call becomes the question that FIRA's referee would ask, and the answer to it
becomes the reply. While a question is open the server repeats its call, and time goes on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from robopitch.leagues.mirosot.rules.restart_places import free_ball, goal_kick, penalty
from robopitch.leagues.mirosot.wire.fira_strategy import (
    FoulInfo,
    FoulType,
    Method,
    PhaseType,
    Side,
    Units,
    decode_ball,
    decode_command,
    decode_robots,
    decode_team_name,
    encode_environment,
    encode_team_info,
)
from robopitch.leagues.mirosot.wire.v5rpc import (
    CallKind,
    Event,
    Judgement,
    JudgementKind,
    StrategyCall,
    StrategyField,
    StrategyRobot,
    V5Packet,
    decode_call,
    decode_packet,
    encode_instruction_result,
    encode_packet,
    encode_placement_result,
    encode_team_info_result,
)
from robopitch.messages import Refusal, RobotPlace, Team
from robopitch.spec.rules import rules_of

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec

__all__ = ["FAILED", "TIMEOUT", "UNREACHABLE", "FiraDialogue"]

UNREACHABLE, TIMEOUT, FAILED = "UNREACHABLE", "TIMEOUT", "FAILED"  # codes of questions without an answer
PATIENCE = 0.5  # s for which the team that places last waits for the places of the first
SAME = 66  # frames within which the questions for places of both teams belong to one restart

Address = tuple[str, int]
Ask = Callable[[str, bytes, Callable[[bytes | Refusal], None]], object]
_PHASES = {
    Event.FIRST_HALF_START: PhaseType.FIRST_HALF,
    Event.SECOND_HALF_START: PhaseType.SECOND_HALF,
    Event.OVERTIME_START: PhaseType.OVERTIME,
    Event.PENALTY_SHOOTOUT_START: PhaseType.PENALTY_SHOOTOUT,
}
# Right and top of V5RPC are left and bottom here: there a team's own goal is at x > 0.
_FOULS = {
    JudgementKind.PLACE_KICK: FoulType.PLACE_KICK,
    JudgementKind.GOAL_KICK: FoulType.GOAL_KICK,
    JudgementKind.PENALTY_KICK: FoulType.PENALTY_KICK,
    JudgementKind.FREE_KICK_RIGHT_TOP: FoulType.FREE_BALL_LEFT_BOTTOM,
    JudgementKind.FREE_KICK_RIGHT_BOTTOM: FoulType.FREE_BALL_LEFT_TOP,
    JudgementKind.FREE_KICK_LEFT_TOP: FoulType.FREE_BALL_RIGHT_BOTTOM,
    JudgementKind.FREE_KICK_LEFT_BOTTOM: FoulType.FREE_BALL_RIGHT_TOP,
}
# Signs of x and y of a free ball, from the side of the team.
_CORNERS = {
    FoulType.FREE_BALL_LEFT_TOP: (-1.0, 1.0),
    FoulType.FREE_BALL_RIGHT_TOP: (1.0, 1.0),
    FoulType.FREE_BALL_LEFT_BOTTOM: (-1.0, -1.0),
    FoulType.FREE_BALL_RIGHT_BOTTOM: (1.0, -1.0),
}


class FiraDialogue:
    """One team.

    ask:    asks its strategy; the last argument is called later, with the answer or why there is none
    reply:  sends a datagram to the server
    refuse: called with everything that was wrong
    others: the dialogues of all teams that are asked by this program
    """

    def __init__(
        self,
        team: Team,
        league: LeagueSpec,
        units: Units,
        ask: Ask,
        reply: Callable[[bytes, Address], object],
        refuse: Callable[[Team, Refusal], object],
        others: Mapping[Team, FiraDialogue],
    ) -> None:
        self.team, self._league, self._units = team, league, units
        self._ask, self._reply, self._refuse, self._others = ask, reply, refuse, others
        self._size = int(league.team_size)
        self.name = ""  # of the team; empty: its strategy is not there
        self.frames = 0  # that were answered
        self.placed: tuple[int, Sequence[RobotPlace]] | None = None  # frame of its last places, and the places
        self._guid, self._answer = b"", b""  # of the present call, and the reply to it; empty: there is none yet
        self._peer: Address = ("", 0)
        self._waits: tuple[StrategyField, float] | None = None  # the question for later places, and since when
        self._phase, self._judgement = PhaseType.FIRST_HALF, Judgement(JudgementKind.PLACE_KICK, None)
        self._speeds = [(0.0, 0.0)] * self._size

    # ---- calls -------------------------------------------------------------------------------------------------

    def on_datagram(self, data: bytes, peer: Address, now: float) -> None:
        """Handle a call of the server, or repeat the reply to it."""
        packet = decode_packet(data)
        if isinstance(packet, Refusal):
            self._refuse(self.team, packet)
            return
        if packet.reply:
            return
        self._peer = peer
        if packet.guid == self._guid:
            if self._answer:
                self._reply(self._answer, peer)
            elif self._waits is not None:
                self._ask_later(now)
            return
        call = decode_call(packet.payload, self.team)
        if isinstance(call, Refusal):
            self._refuse(self.team, call)
            return
        self._guid, self._answer, self._waits = packet.guid, b"", None
        self._take(call, now)

    def _take(self, call: StrategyCall, now: float) -> None:
        guid, field = self._guid, call.field
        if call.kind is CallKind.TEAM_INFO:
            self.name = ""
            self._question(Method.REGISTER, encode_team_info(self.team), self._on_name)
        elif call.kind is CallKind.EVENT:
            self._phase = _PHASES.get(call.event or Event.JUDGE_RESULT, self._phase)
            self._judgement = call.judgement or self._judgement
            self._send(guid, b"")
        elif field is not None and call.kind is CallKind.INSTRUCTION:
            self._question(Method.RUN_STRATEGY, self._environment(field, FoulInfo(self._phase)), self._on_command)
        elif field is not None:
            self._place(replace(field, ball=self._ball_place(field)), now)

    def _question(self, method: str, data: bytes, on_answer: Callable[[bytes], None]) -> None:
        """Ask the strategy. An answer to a call that is over is dropped; without one, the server repeats its call."""
        guid = self._guid

        def take(answer: bytes | Refusal) -> None:
            if isinstance(answer, Refusal):
                self._refuse(self.team, answer)
            if guid != self._guid:
                return
            if isinstance(answer, bytes):
                on_answer(answer)
            elif answer.code == UNREACHABLE or method == Method.REGISTER:
                self._guid = b""  # the repeated call is a new one
            else:
                self._send(guid, b"")  # nothing changes, and the next frame is a new chance

        self._ask(method, data, take)

    def _send(self, guid: bytes, payload: bytes) -> None:
        self._answer = encode_packet(V5Packet(guid, payload, reply=True))
        self._reply(self._answer, self._peer)

    def _environment(self, field: StrategyField, foul: FoulInfo) -> bytes:
        return encode_environment(self.team, field, foul, self._units)

    # ---- answers -----------------------------------------------------------------------------------------------

    def _on_name(self, answer: bytes) -> None:
        name = decode_team_name(answer)
        if isinstance(name, Refusal):
            self._refuse(self.team, name)
            self._guid = b""
            return
        self.name = name or str(self.team)
        self._speeds = [(0.0, 0.0)] * self._size
        self._phase = PhaseType.FIRST_HALF
        self._send(self._guid, encode_team_info_result(self.name))

    def _on_command(self, answer: bytes) -> None:
        wheels = decode_command(answer, self.team, self._size, self._units)
        if isinstance(wheels, Refusal):
            self._refuse(self.team, wheels)
            self._send(self._guid, b"")
            return
        for refusal in wheels.refusals:
            self._refuse(self.team, refusal)
        for number, speeds in wheels.speeds.items():  # others keep theirs: V5RPC names all robots
            self._speeds[number] = speeds
        self.frames += 1
        self._send(self._guid, encode_instruction_result(self._speeds))

    # ---- places ------------------------------------------------------------------------------------------------

    @property
    def _is_former(self) -> bool:
        """Whether this team places its robots first: it takes the restart. Of a free ball, blue does."""
        return self.team is (self._judgement.offensive or Team.BLUE)

    def _foul(self, actor: Side) -> FoulInfo:
        kind = FoulType.FREE_KICK if self._judgement.reason == "free kick" else _FOULS[self._judgement.kind]
        return FoulInfo(self._phase, kind, actor)

    def _place(self, field: StrategyField, now: float) -> None:
        if not self._is_former:
            self._waits = field, now
            self._ask_later(now)
        elif self._judgement.offensive is None:
            self._ask_former(field)
        else:
            asked = self._environment(field, self._foul(Side.SELF))

            def take(answer: bytes) -> None:
                ball = decode_ball(answer, self.team, self._units)
                if isinstance(ball, Refusal):
                    self._refuse(self.team, ball)
                self._ask_former(field)  # our referee places the ball on its mark

            self._question(Method.SET_BALL, asked, take)

    def _ask_former(self, field: StrategyField) -> None:
        asked = self._environment(field, self._foul(Side.SELF))
        self._question(Method.SET_FORMER_ROBOTS, asked, lambda answer: self._on_robots(answer, field))

    def _ask_later(self, now: float) -> None:
        """Ask when the other team has placed its robots, or does not answer in time."""
        if self._waits is None:
            return
        (field, since), other = self._waits, self._others.get(self.team.other)
        placed = None if other is None else other.placed
        known = placed is not None and abs(placed[0] - field.tick) <= SAME
        if other is not None and other.name and not known and now - since < PATIENCE:
            return
        self._waits = None
        if placed is not None and known:
            stands = {place.id: StrategyRobot(place.x, place.y, place.heading) for place in placed[1]}
            opponents = tuple(stands.get(number, robot) for number, robot in enumerate(field.opponents))
            field = replace(field, opponents=opponents)
        asked = self._environment(field, self._foul(Side.OPPONENT))
        self._question(Method.SET_LATER_ROBOTS, asked, lambda answer: self._on_robots(answer, field))

    def _on_robots(self, answer: bytes, field: StrategyField) -> None:
        places = decode_robots(answer, self.team, self._size, self._units)
        if isinstance(places, Refusal):
            self._refuse(self.team, places)
            places = ()
        self.placed = field.tick, places
        given = {place.id: place for place in places}
        # V5RPC has no ids: a robot that is left out stays where it is.
        count = max(given, default=-1) + 1
        stands = [robot or StrategyRobot(0.0, 0.0, 0.0) for robot in field.own[:count]]
        listed = [given.get(number, RobotPlace(number, *stand[:3])) for number, stand in enumerate(stands)]
        self._send(self._guid, encode_placement_result(self.team, listed))

    def _ball_place(self, field: StrategyField) -> tuple[float, float]:
        """Where our referee places the ball for the restart, in the coordinates of the match."""
        league, judgement = self._league, self._judgement
        owner, (x, y) = judgement.offensive or self.team, field.ball
        kind = _FOULS[judgement.kind]
        if kind is FoulType.PENALTY_KICK:
            return penalty(league, owner).position
        if kind is FoulType.GOAL_KICK:
            return goal_kick(league, owner, y).position
        if kind is FoulType.PLACE_KICK:
            return 0.0, 0.0
        side = 1.0 if self.team is Team.BLUE else -1.0
        x, y = (math.copysign(1.0, side * sign) for sign in _CORNERS[kind])
        return free_ball(league, rules_of(league), x, y).position

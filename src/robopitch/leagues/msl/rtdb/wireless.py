"""The radio of a team: when robots send their shared records, and who receives them [CAMBADA-sim §3.4.6].

Everything is a function of seed, sender and number of the frame: nothing has to be saved, and a repeated simulation
loses the same frames. Robots share the period: with adaptive time slots each has its own, as long as the number of
running robots allows; without them each sends when it likes, and frames that overlap are lost. The limit of the rules,
2.2 Mbit/s for each team, is the speed of the channel: what takes longer than its slot runs into the next one.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from robopitch.sensors.noise import normal, sensor_number, uniform

__all__ = ["Wireless", "WirelessSettings"]

_BEYOND = 3.0  # standard deviations: what is beyond is cut off, so that the frames of a robot stay in order
_PHASE, _JITTER, _LOSS = 0, 1, 16  # indices of random numbers; losses have one for each receiver


class WirelessSettings(BaseModel):
    """Everything about the radio that can be set."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
    period: float = Field(default=0.1, gt=0, le=10, description="time between two frames of a robot, s")
    slots: bool = Field(default=True, description="each robot has its time slot; false: robots are not synchronised")
    jitter: float = Field(
        default=0.05, ge=0, le=0.3, description="error of the time of sending, as a share of the slot or of the period"
    )
    loss: float = Field(default=0.0, ge=0, le=1, description="share of frames that a receiver loses")
    delay: float = Field(default=0.002, ge=0, le=1, description="time from sending to receiving, s")
    rate: float = Field(default=2.2e6, gt=0, description="speed of the channel, bit/s")
    overhead: int = Field(default=64, ge=0, le=1500, description="bytes that headers of the network add to a frame")


class Wireless:
    """The radio of one team.

    A sender is an agent of the data base; *agents* are those that have a slot, in the order of their slots.
    """

    def __init__(self, settings: WirelessSettings, seed: int, name: str) -> None:
        self.settings = settings
        self._seed = seed % 2**63  # compiled code takes signed 64-bit integers
        self._name = name
        self._numbers: dict[int, int] = {}  # of the random numbers of each sender

    def start(self, sender: int, frame: int, agents: Sequence[int]) -> float:
        """The time at which a frame is sent, s since the beginning."""
        settings, number = self.settings, self._number(sender)
        if settings.slots:
            late = settings.jitter * uniform(self._seed, number, frame, _JITTER)
            return (frame + (agents.index(sender) + late) / len(agents)) * settings.period
        phase = uniform(self._seed, number, 0, _PHASE)
        error = max(-_BEYOND, min(_BEYOND, normal(self._seed, number, frame, _JITTER)))
        return (frame + phase + settings.jitter * error) * settings.period

    def air_time(self, size: int) -> float:
        """The seconds for which a frame of so many bytes occupies the channel."""
        return 8 * (size + self.settings.overhead) / self.settings.rate

    def arrival(self, sender: int, frame: int, agents: Sequence[int], size: int) -> float:
        """The time at which a frame arrives, if it does."""
        return self.start(sender, frame, agents) + self.air_time(size) + self.settings.delay

    def collides(self, sender: int, frame: int, agents: Sequence[int], size: int) -> bool:
        """Whether a frame overlaps with one of another agent, all frames being of the same size."""
        start, duration = self.start(sender, frame, agents), self.air_time(size)
        around = int(duration / self.settings.period) + 2  # frames of another agent that could overlap
        return any(
            abs(self.start(other, number, agents) - start) < duration
            for other in agents
            if other != sender
            for number in range(max(0, frame - around), frame + around + 1)
        )

    def receivers(self, sender: int, frame: int, agents: Sequence[int], size: int) -> tuple[int, ...]:
        """The agents that receive a frame."""
        if self.collides(sender, frame, agents, size):
            return ()
        loss, number = self.settings.loss, self._number(sender)
        return tuple(
            other
            for other in agents
            if other != sender and (loss <= 0 or uniform(self._seed, number, frame, _LOSS + other) >= loss)
        )

    def _number(self, sender: int) -> int:
        found = self._numbers.get(sender)
        if found is None:
            found = self._numbers[sender] = sensor_number(f"{self._name} wireless {sender}")
        return found

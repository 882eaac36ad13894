"""The match: a world with sensors, inputs, teams and a referee; deterministic, without wall clock or sockets."""

from robopitch.match.clock import RealTime
from robopitch.match.match import Match
from robopitch.match.observer import Observer
from robopitch.match.options import Options
from robopitch.match.play import Game, play
from robopitch.match.players import EXTERNAL
from robopitch.referee import Rule

__all__ = ["EXTERNAL", "Game", "Match", "Observer", "Options", "RealTime", "Rule", "play"]

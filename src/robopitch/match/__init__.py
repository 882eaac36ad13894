"""The match: a world with sensors, inputs, teams and rules; deterministic, without wall clock or sockets."""

from robopitch.match.clock import RealTime
from robopitch.match.enforcement import Rule
from robopitch.match.making import make_match
from robopitch.match.match import EXTERNAL, Match, Observer
from robopitch.match.play import Game, play

__all__ = ["EXTERNAL", "Game", "Match", "Observer", "RealTime", "Rule", "make_match", "play"]

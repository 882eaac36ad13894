"""Referees: by the rules of a league, free play, and the choice between them and an external referee."""

from robopitch.referee.default_referee import DefaultReferee
from robopitch.referee.enforcement import Rule
from robopitch.referee.making import made_referee, restart
from robopitch.referee.referee import Referee, Teams

__all__ = ["DefaultReferee", "Referee", "Rule", "Teams", "made_referee", "restart"]

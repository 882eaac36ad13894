"""Referees: free play, rules that are enforced, and the choice between free play and an external referee."""

from robopitch.referee.default_referee import DefaultReferee
from robopitch.referee.enforcement import Rule
from robopitch.referee.referee import Referee, Teams

__all__ = ["DefaultReferee", "Referee", "Rule", "Teams"]

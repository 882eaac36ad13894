"""The requests that pages, the console and `robopitch.connect` send: one file per subject (see `registry.py`).

Whoever imports this package has them all in the registry.
"""

from robopitch.server.api import clips, features, parameters, referee, sensors, servos, status, teams, teleport, time  # noqa: F401
from robopitch.server.api.ask import Ask
from robopitch.server.api.caller import Caller
from robopitch.server.api.registry import REQUESTS, Control, Owner, Request, Watch, read, read_console, request

__all__ = [
    "REQUESTS",
    "Ask",
    "Caller",
    "Control",
    "Owner",
    "Request",
    "Watch",
    "read",
    "read_console",
    "request",
]
